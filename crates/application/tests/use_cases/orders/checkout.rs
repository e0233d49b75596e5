//! Quotes and checkouts: several parts priced and ordered together.

use autoparts_application::{
    orders::{
        ordering_error::{OrderingError, OrderingResult},
        placing::{PlaceOrder, RequestedLine, shortage},
        quoting::QuoteRequest,
    },
    ports::{catalogue::PartRecord, page::Page, store_error::StoreError},
    use_case_error::UseCaseError::{self, Refused},
};
use autoparts_domain::{
    catalogue::QuantityRefused,
    id::{PartId, UserId},
    money::Money,
    orders::{
        Pieces,
        pricing::{LineProblem, LineRefused, Quote},
    },
    quantity::Quantity,
};
use autoparts_testing::test_shop::TestShop;

/// A checkout of some pieces of several parts, for a total in cents.
fn checkout_of(parts: &[(PartId, i64)], cents: i64) -> PlaceOrder {
    PlaceOrder { expected_total: Money::from_cents(cents), ..TestShop::order_of(parts) }
}

fn lines(parts: &[(PartId, i64)]) -> Vec<RequestedLine> {
    TestShop::order_of(parts).lines
}

async fn quote(test_shop: &TestShop, parts: &[(PartId, i64)]) -> Quote {
    test_shop.shop.quote(QuoteRequest::of(lines(parts))).await.unwrap().quote
}

/// Removes a part from the catalog.
async fn hide(test_shop: &TestShop, part: PartId) {
    let hide = test_shop.shop.store.write(move |tx| {
        let record = tx.part_record(&part)?.ok_or(StoreError::Failed("no part".into()))?;
        tx.update_part(&PartRecord { hidden: true, ..record })
    });
    hide.await.unwrap();
}

/// Indices and reasons.
fn reasons(problems: &[LineProblem]) -> Vec<(usize, LineRefused)> {
    problems.iter().map(|problem| (problem.index, problem.refused)).collect()
}

fn refused(result: OrderingResult<impl std::fmt::Debug>) -> Vec<(usize, LineRefused)> {
    match result {
        Err(Refused(OrderingError::LineProblems(problems))) => reasons(&problems),
        other => panic!("{other:?}"),
    }
}

const fn short(available: i64) -> LineRefused {
    LineRefused::Quantity(QuantityRefused::OutOfStock { available })
}

async fn orders_of(test_shop: &TestShop, customer: UserId) -> usize {
    test_shop.shop.orders_of(customer, "marta@example.com".parse().unwrap(), Page::first()).await.unwrap().len()
}

#[tokio::test]
async fn a_quote_is_public_and_changes_nothing() {
    let test_shop = TestShop::default();
    let disc = test_shop.part(2, 10, 3800).await;
    let pad = test_shop.part(1, 5, 1250).await;
    let quoted = quote(&test_shop, &[(disc, 2), (pad, 4)]).await;
    assert_eq!((quoted.total(), quoted.quantity()), (Money::from_cents(2 * 3800 + 4 * 1250), 6));
    assert!(quoted.agree().is_ok());
    assert_eq!((test_shop.stock(disc).await, test_shop.stock(pad).await), (10, 5));
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_quote_names_every_line_that_cannot_be_ordered() {
    let test_shop = TestShop::default();
    let (disc, pad, hidden) =
        (test_shop.part(2, 10, 3800).await, test_shop.part(1, 5, 1250).await, test_shop.part(1, 5, 1250).await);
    hide(&test_shop, hidden).await;
    let unknown = test_shop.shop.ids.next();
    let quoted = quote(&test_shop, &[(unknown, 1), (disc, 1), (hidden, 1), (pad, 6), (pad, 1)]).await;
    let problems: Vec<LineProblem> = quoted.problems().collect();
    assert_eq!(
        reasons(&problems),
        [
            (0, LineRefused::PartGone),
            (1, LineRefused::Quantity(QuantityRefused::BelowMinimum { minimum: 2 })),
            (2, LineRefused::PartGone),
            (3, short(5)),
            (4, short(5)),
        ]
    );
    for count in [0, 101] {
        let refused = test_shop.shop.quote(QuoteRequest::of(vec![lines(&[(pad, 1)])[0].clone(); count])).await;
        assert!(matches!(refused, Err(Refused(OrderingError::Lines(_)))), "{count}");
    }
}

#[tokio::test]
async fn a_checkout_orders_all_lines_or_none() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let disc = test_shop.part(2, 10, 3800).await;
    let pad = test_shop.part(1, 5, 1250).await;
    let id = test_shop.shop.check_out(customer, checkout_of(&[(disc, 2), (pad, 4)], 12_600)).await.unwrap();
    assert_eq!(test_shop.shop.order_with_refunds(customer, id).await.unwrap().0.snapshot().total.cents(), 12_600);
    let gone = test_shop.shop.ids.next();
    let all_wrong =
        test_shop.shop.check_out(customer, checkout_of(&[(pad, 2), (disc, 2), (gone, 1), (disc, 7)], 1)).await;
    assert_eq!(refused(all_wrong), [(0, short(1)), (1, short(8)), (2, LineRefused::PartGone), (3, short(8))]);
    assert_eq!((test_shop.stock(disc).await, test_shop.stock(pad).await), (8, 1), "nothing was taken");
    assert_eq!(orders_of(&test_shop, customer).await, 1);
    test_shop.check_books().await;
}

/// Regression: with a part on two lines, the stock was checked line by line, and more was sold than available.
#[tokio::test]
async fn two_lines_of_a_part_are_checked_together() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(4, 6, 1000).await;
    let too_many = test_shop.shop.check_out(customer, checkout_of(&[(part, 4), (part, 4)], 8000)).await;
    assert_eq!(refused(too_many), [(0, short(6)), (1, short(6))]);
    let id = test_shop.shop.check_out(customer, checkout_of(&[(part, 2), (part, 3)], 5000)).await.unwrap();
    assert_eq!(test_shop.stored_order(id).await.snapshot().lines.iter().count(), 2, "as they were sent");
    assert_eq!(test_shop.stock(part).await, 1);
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_total_one_cent_off_is_refused_on_either_side() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let disc = test_shop.part(1, 10, 3800).await;
    let pad = test_shop.part(1, 5, 1250).await;
    for cents in [5049, 5051, 0] {
        let refused = test_shop.shop.check_out(customer, checkout_of(&[(disc, 1), (pad, 1)], cents)).await;
        assert!(
            matches!(refused, Err(Refused(OrderingError::PriceChanged { total })) if total.cents() == 5050),
            "{cents}"
        );
    }
    assert!(test_shop.shop.check_out(customer, checkout_of(&[(disc, 1), (pad, 1)], 5050)).await.is_ok());
}

#[tokio::test]
async fn a_total_that_overflows_is_refused_and_not_wrapped() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let mut parts = Vec::new();
    for _ in 0..100 {
        parts.push((test_shop.part(1, Quantity::MAX, 99_999_999).await, Quantity::MAX));
    }
    let quoted = quote(&test_shop, &parts).await;
    assert_eq!((quoted.total(), quoted.agree().is_ok()), (None, false));
    for expected in [0, i64::MAX] {
        let refused = test_shop.shop.check_out(customer, checkout_of(&parts, expected)).await;
        assert!(matches!(refused, Err(Refused(OrderingError::NotPayable))), "{refused:?}");
    }
}

/// A second click, or a client that retries without a response, gives one order.
#[tokio::test(flavor = "multi_thread")]
async fn concurrent_checkouts_under_one_key_are_one_order() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let disc = test_shop.part(1, 10, 3800).await;
    let pad = test_shop.part(1, 5, 1250).await;
    let command =
        PlaceOrder { idempotency_key: Some("click-1".to_owned()), ..checkout_of(&[(disc, 1), (pad, 2)], 6300) };
    let clicks: Vec<_> = (0..8)
        .map(|_| {
            let test_shop = test_shop.clone();
            let command = command.clone();
            tokio::spawn(async move { test_shop.shop.check_out(customer, command).await.unwrap() })
        })
        .collect();
    let mut placed = Vec::new();
    for click in clicks {
        placed.push(click.await.unwrap());
    }
    placed.dedup();
    assert_eq!((placed.len(), orders_of(&test_shop, customer).await), (1, 1));
    assert_eq!((test_shop.stock(disc).await, test_shop.stock(pad).await), (9, 3));
    test_shop.check_books().await;
}

#[tokio::test]
async fn a_key_covers_all_lines_of_a_checkout() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let disc = test_shop.part(1, 10, 100).await;
    let pad = test_shop.part(1, 9, 100).await;
    let keyed = |parts: &[(PartId, i64)], cents| PlaceOrder {
        idempotency_key: Some("click-1".to_owned()),
        ..checkout_of(parts, cents)
    };
    let first = test_shop.shop.check_out(customer, keyed(&[(disc, 1), (pad, 2)], 300)).await.unwrap();
    for other in [&[(disc, 1), (pad, 3)][..], &[(disc, 1)], &[(disc, 1), (pad, 2), (pad, 1)], &[(pad, 2), (disc, 1)]] {
        let refused = test_shop.shop.check_out(customer, keyed(other, 300)).await;
        assert!(matches!(refused, Err(Refused(OrderingError::KeyReused))), "{other:?}");
    }
    let again = test_shop.shop.check_out(customer, keyed(&[(disc, 1), (pad, 2)], 300)).await;
    assert_eq!(again.unwrap(), first);
}

/// Regression: the stock was checked for each order and taken for both.
#[tokio::test(flavor = "multi_thread")]
async fn overlapping_orders_sell_exactly_the_stock() {
    let test_shop = TestShop::default();
    let customer = test_shop.customer("marta").await;
    let (disc, pad, bolt) =
        (test_shop.part(1, 10, 100).await, test_shop.part(1, 10, 100).await, test_shop.part(1, 100, 100).await);
    let buyers: Vec<_> = (0..30)
        .map(|number| {
            let test_shop = test_shop.clone();
            let other = if number % 2 == 0 { pad } else { bolt };
            let parts = if number % 3 == 0 { [(disc, 1), (other, 1)] } else { [(other, 1), (disc, 1)] };
            tokio::spawn(async move { test_shop.shop.check_out(customer, checkout_of(&parts, 200)).await })
        })
        .collect();
    let mut sold = 0;
    for buyer in buyers {
        match buyer.await.unwrap() {
            Ok(_) => sold += 1,
            Err(error) => assert!(matches!(error, Refused(OrderingError::LineProblems(_))), "{error}"),
        }
    }
    let left = test_shop.stock(pad).await + test_shop.stock(bolt).await;
    assert_eq!((sold, test_shop.stock(disc).await, left), (10, 0, 100));
    test_shop.check_books().await;
}

#[tokio::test]
async fn parts_sold_just_before_the_reservation_are_named_by_line() {
    let test_shop = TestShop::default();
    let (disc, pad, bolt) =
        (test_shop.part(1, 5, 100).await, test_shop.part(1, 5, 100).await, test_shop.part(1, 5, 100).await);
    let wanted = lines(&[(bolt, 2), (pad, 4), (disc, 5)]);
    let quantity = |pieces| Quantity::new(pieces).unwrap();
    let pieces: Pieces = [(disc, quantity(5)), (pad, quantity(4)), (bolt, quantity(2))].into();
    // Another customer has bought pieces of two parts; this order has reserved the discs and finds too few pads.
    let result = test_shop.shop.store.write(move |tx| {
        for (part, sold) in [(pad, 3), (bolt, 4), (disc, 5)] {
            assert!(tx.take_stock(&part, quantity(sold))?);
        }
        Err::<(), _>(Refused(shortage(tx, &wanted, &pieces, &pad)?))
    });
    assert_eq!(refused(result.await), [(0, short(1)), (1, short(2))], "the discs were not short");
}

#[tokio::test]
async fn stock_returned_concurrently_causes_a_retry() {
    let test_shop = TestShop::default();
    let part = test_shop.part(1, 5, 100).await;
    let wanted = lines(&[(part, 2)]);
    let pieces = [(part, Quantity::new(2).unwrap())].into();
    let result = test_shop.shop.store.write(move |tx| Err::<(), _>(Refused(shortage(tx, &wanted, &pieces, &part)?)));
    assert!(matches!(result.await, Err(UseCaseError::Store(StoreError::Contention))), "run again until it gives up");
}
