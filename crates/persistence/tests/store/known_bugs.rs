//! Bugs found in other shops, some of them for years, that this design could have. Each test is named after the bug
//! and its reports, and runs on both databases. Bugs of text search, files and pictures are covered by such tests in
//! `search_contract`, `autoparts-exchange` and `autoparts-pictures`.

use crate::shops::{both, on_both_databases};
use autoparts_application::{
    orders::{
        lists::OrderSearch,
        ordering_error::OrderingError,
        placing::{PlaceOrder, SendTo},
        quoting::QuoteRequest,
    },
    payments::{initiation::PaymentError, messages::ProviderMessageResult},
    ports::page::Page,
    use_case_error::UseCaseError::{self, Refused},
};
use autoparts_domain::{
    catalogue::QuantityRefused,
    fitment::Application,
    id::{OrderId, PartId, UserId},
    newsletter::CouponRefused,
    numbers::{Day, Period, Step},
    orders::OrderState,
    payments::TransactionId,
    time_zone::TimeZone,
};
use autoparts_testing::{
    clock::NEW_YEAR,
    samples::{coupon, subscription, vehicles, years},
    test_shop::TestShop,
};
use std::{collections::BTreeSet, sync::Arc, time::Duration};

/// Repetitions of each race.
const ROUNDS: usize = 10;

async fn message(test_shop: &TestShop, event: &str, transaction: &TransactionId) -> ProviderMessageResult<()> {
    test_shop.shop.take_provider_message(format!("{event} {transaction}").as_bytes(), "good").await
}

/// The number of emails with this subject.
async fn mails(test_shop: &TestShop, subject: &str) -> usize {
    let all = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    all.iter().filter(|mail| mail.subject.contains(subject)).count()
}

/// Pays an order without the shop being notified yet.
async fn with_money_on_its_way(test_shop: &TestShop, customer: UserId, order: OrderId) -> TransactionId {
    let transaction = test_shop.start_payment(customer, order).await;
    assert!(test_shop.provider.customer_pays(&transaction));
    transaction
}

/// The lines for which a checkout was refused: index and part.
fn line_problems(error: &UseCaseError<OrderingError>) -> Vec<(usize, PartId)> {
    assert!(matches!(error, Refused(OrderingError::LineProblems(_))), "{error}");
    let Refused(OrderingError::LineProblems(problems)) = error else { return Vec::new() };
    problems.iter().map(|problem| (problem.index, problem.part)).collect()
}

/// Stock was checked in one transaction and taken in another: concurrent checkouts got the same piece.
async fn sold_more_than_in_stock_vendure_3508_saleor_543_simplcommerce_1111_opencart_4811_medusa_16569(
    test_shop: TestShop,
) {
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 10, 1000).await;
    let buyers: Vec<_> = (0..40)
        .map(|_| {
            let test_shop = test_shop.clone();
            tokio::spawn(async move { test_shop.shop.place_order(customer, TestShop::single_order(part, 1)).await })
        })
        .collect();
    let mut sold = 0;
    for buyer in buyers {
        match buyer.await.unwrap() {
            Ok(_) => sold += 1,
            Err(error) => {
                assert!(
                    matches!(error, Refused(OrderingError::Quantity(QuantityRefused::OutOfStock { .. }))),
                    "{error}"
                );
            }
        }
    }
    assert_eq!((sold, test_shop.stock(part).await), (10, 0));
    test_shop.check_books().await;
}

/// The counter of allocated pieces was read, changed and written: of two concurrent changes, one was lost.
async fn an_allocation_was_lost_django_oscar_2102_medusa_16825(test_shop: TestShop) {
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 1000).await;
    for round in 1..=ROUNDS {
        let place = || {
            let test_shop = test_shop.clone();
            async move { test_shop.order(customer, part, 2).await }
        };
        both(place(), place()).await;
        assert_eq!(test_shop.stock(part).await, 100 - 4 * i64::try_from(round).unwrap());
    }
    test_shop.check_books().await;
}

/// Each line was checked against the stock separately: two lines of one part, each within the stock, oversold it.
async fn lines_of_one_part_were_checked_separately_medusa_16502_django_oscar_2637_cubecart_2935(test_shop: TestShop) {
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let twice = TestShop::order_of(&[(part, 5), (part, 5)]);
    let problems = line_problems(&test_shop.shop.check_out(customer, twice.clone()).await.unwrap_err());
    assert_eq!(problems, [(0, part), (1, part)]);
    assert!(test_shop.shop.quote(QuoteRequest::of(twice.lines)).await.unwrap().quote.agree().is_err());
    assert_eq!(test_shop.stock(part).await, 5);
    test_shop.order(customer, part, 5).await;
    assert_eq!(test_shop.stock(part).await, 0);
    test_shop.check_books().await;
}

/// A coupon was checked first and marked as used later: two concurrent orders both got it.
async fn one_coupon_for_two_orders_magento_6364_31798_38017_nopcommerce_6487_prestashop_29493(test_shop: TestShop) {
    let part = test_shop.part(1, 100, 10_000).await;
    let orders: i64 = 4;
    for round in 1..=3 {
        // Each customer and destination can redeem only one coupon.
        let customer = test_shop.customer(&format!("marta{round}")).await;
        let address = format!("{round} Harbor Street");
        let give = test_shop.shop.store.write(move |tx| {
            tx.insert_subscription(&subscription(round))?;
            tx.insert_coupon(&subscription(round).id, &coupon(round))
        });
        give.await.unwrap();
        let buyers: Vec<_> = (0..orders)
            .map(|_| {
                let test_shop = test_shop.clone();
                let order = TestShop::single_order(part, 1);
                let send_to = SendTo::Address(address.parse().unwrap());
                let command = PlaceOrder { coupon: Some(coupon(round).code), send_to, ..order };
                tokio::spawn(async move { test_shop.shop.check_out(customer, command).await })
            })
            .collect();
        let mut placed = 0;
        for buyer in buyers {
            match buyer.await.unwrap() {
                Ok(_) => placed += 1,
                Err(error) => assert!(matches!(error, Refused(OrderingError::Coupon(CouponRefused::Used))), "{error}"),
            }
        }
        assert_eq!((placed, test_shop.stock(part).await), (1, 100 - i64::try_from(round).unwrap()));
    }
    test_shop.check_books().await;
}

/// Concurrent orders of bundles with a part in common oversold it. Here the orders also list their parts in different
/// order, which must neither deadlock nor refuse parts that are available.
async fn bundles_oversold_a_shared_part_medusa_16569_smartstore_1052(test_shop: TestShop) {
    let customer = test_shop.customer("marta").await;
    let (common, pad, bolt) =
        (test_shop.part(1, 15, 1000).await, test_shop.part(1, 100, 1000).await, test_shop.part(1, 100, 1000).await);
    let buyers: Vec<_> = (0..24)
        .map(|number| {
            let parts = match number % 3 {
                0 => vec![(common, 1), (pad, 2)],
                1 => vec![(bolt, 2), (common, 1)],
                _ => vec![(pad, 1), (common, 1), (bolt, 1)],
            };
            let test_shop = test_shop.clone();
            tokio::spawn(async move { test_shop.shop.check_out(customer, TestShop::order_of(&parts)).await })
        })
        .collect();
    let mut sold = 0;
    for buyer in buyers {
        match buyer.await.unwrap() {
            Ok(_) => sold += 1,
            Err(error) => assert!(matches!(*line_problems(&error), [(_, part)] if part == common), "{error}"),
        }
    }
    let others = test_shop.stock(pad).await + test_shop.stock(bolt).await;
    assert_eq!((sold, test_shop.stock(common).await, others), (15, 0, 200 - 2 * 15));
    test_shop.check_books().await;
}

/// The cart was completed twice concurrently: there were two orders, or one that neither tab was notified of.
async fn one_cart_became_two_orders_prestashop_17266_medusa_3556(test_shop: TestShop) {
    let customer = test_shop.customer("marta").await;
    let disc = test_shop.part(1, 100, 1000).await;
    let pad = test_shop.part(1, 100, 1000).await;
    for round in 1..=ROUNDS {
        let mut command = TestShop::order_of(&[(disc, 1), (pad, 2)]);
        command.idempotency_key = Some(format!("cart-{round}"));
        let complete = || {
            let test_shop = test_shop.clone();
            let command = command.clone();
            async move { test_shop.shop.check_out(customer, command).await.unwrap() }
        };
        let (first, second) = both(complete(), complete()).await;
        assert_eq!(first, second);
        let left = 100 - i64::try_from(round).unwrap();
        assert_eq!((test_shop.stock(disc).await, test_shop.stock(pad).await), (left, 2 * left - 100));
    }
    test_shop.check_books().await;
}

/// Pieces already sold to other customers could still be paid for by those who had ordered first.
async fn expired_orders_cannot_pay_for_resold_stock_vendure_1738(test_shop: TestShop) {
    let marta = test_shop.customer("marta").await;
    let olga = test_shop.customer("olga").await;
    let part = test_shop.part(1, 20, 1000).await;
    let wanted = test_shop.order(marta, part, 5).await;
    test_shop.clock.advance(Duration::from_hours(25));
    test_shop.shop.expire_reservations().await.unwrap();
    test_shop.order(olga, part, 20).await;
    let command = autoparts_application::payments::initiation::StartPayment::of(wanted);
    let refused = test_shop.shop.start_payment(marta, command).await;
    assert!(matches!(refused, Err(Refused(PaymentError::SoldOut))));
    assert!(test_shop.provider.payments().is_empty());
    assert_eq!(test_shop.stock(part).await, 0);
}

/// Two customers had the card form open for the last piece, both were charged, and one of them got neither the piece
/// nor a refund.
async fn charged_for_the_last_piece_that_another_customer_got_vendure_3065(test_shop: TestShop) {
    let marta = test_shop.customer("marta").await;
    let olga = test_shop.customer("olga").await;
    let part = test_shop.part(1, 1, 1000).await;
    let late = test_shop.order(marta, part, 1).await;
    let late_payment = test_shop.start_payment(marta, late).await;
    test_shop.clock.advance(Duration::from_hours(25));
    test_shop.shop.expire_reservations().await.unwrap();
    let (quick, quick_payment) = test_shop.paid_order(olga, part, 1).await;
    test_shop.provider.money_arrives(&late_payment);
    message(&test_shop, "evt_1", &late_payment).await.unwrap();
    assert!(!test_shop.stored_order(late).await.is_paid());
    assert_eq!(test_shop.stored_order(quick).await.transaction(), Some(&quick_payment));
    assert_eq!(test_shop.provider.refunds(), [late_payment]);
    test_shop.check_books().await;
}

/// The browser returned while the provider's message was being processed: two orders, two emails, two records of one
/// payment, a rejected message, or a lost order.
async fn browser_and_message_at_once_medusa_13301_4798_2948_saleor_19220_woocommerce_stripe_542(test_shop: TestShop) {
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 1000).await;
    for round in 1..=ROUNDS {
        let order = test_shop.order(customer, part, 1).await;
        let transaction = with_money_on_its_way(&test_shop, customer, order).await;
        let browser = test_shop.clone();
        let provider = test_shop.clone();
        let paid_by = transaction.clone();
        let booking = async move { browser.shop.confirm_booking(customer, order, paid_by).await };
        let event = format!("evt_{round}");
        let (booked, taken) = both(booking, async move { message(&provider, &event, &transaction).await }).await;
        booked.unwrap();
        taken.unwrap();
        assert!(test_shop.stored_order(order).await.is_paid());
        assert_eq!(mails(&test_shop, "ayment").await, round, "one email about each payment");
    }
    assert!(test_shop.provider.refunds().is_empty());
    test_shop.check_books().await;
}

/// The message had done all the work, and the browser got the error that its order does not exist.
async fn the_browser_came_after_the_message_saleor_12652(test_shop: TestShop) {
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 1).await;
    let transaction = with_money_on_its_way(&test_shop, customer, order).await;
    message(&test_shop, "evt_1", &transaction).await.unwrap();
    assert!(!test_shop.shop.confirm_booking(customer, order, transaction).await.unwrap());
}

/// After a second click, or in a second tab, the card was charged twice for one order.
async fn one_order_charged_twice_woocommerce_stripe_489_831(test_shop: TestShop) {
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 1000).await;
    for _ in 0..ROUNDS {
        let order = test_shop.order(customer, part, 1).await;
        let start = || {
            let test_shop = test_shop.clone();
            async move { test_shop.start_payment(customer, order).await }
        };
        let (first, second) = both(start(), start()).await;
        assert_eq!(first, second);
        assert!(test_shop.provider.customer_pays(&first));
        test_shop.shop.confirm_booking(customer, order, first).await.unwrap();
    }
    assert_eq!(test_shop.provider.payments().len(), ROUNDS);
    test_shop.check_books().await;
}

/// A paid order was canceled as unpaid by a timer that checked it at the same moment.
async fn paid_but_canceled_as_unpaid_woocommerce_stripe_5485(test_shop: TestShop) {
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 1000).await;
    for round in 0..ROUNDS {
        let order = test_shop.order(customer, part, 1).await;
        let transaction = with_money_on_its_way(&test_shop, customer, order).await;
        test_shop.clock.advance(Duration::from_hours(25));
        let timer = test_shop.clone();
        let provider = test_shop.clone();
        let event = format!("evt_{round}");
        let (ended, taken) = both(async move { timer.shop.expire_reservations().await }, async move {
            message(&provider, &event, &transaction).await
        })
        .await;
        ended.unwrap();
        taken.unwrap();
        assert!(test_shop.stored_order(order).await.is_paid());
    }
    assert!(test_shop.provider.refunds().is_empty());
    test_shop.check_books().await;
}

/// The order was canceled while the bank was still authenticating the customer. The payment succeeded anyway, and was
/// not refunded.
async fn charged_after_cancellation_woocommerce_stripe_5703_5759(test_shop: TestShop) {
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(customer, part, 2).await;
    let transaction = test_shop.start_payment(customer, order).await;
    assert!(test_shop.shop.delete_own_order(customer, order).await.unwrap());
    test_shop.provider.money_arrives(&transaction);
    let messages: Vec<_> = (0..ROUNDS)
        .map(|number| {
            let test_shop = test_shop.clone();
            let transaction = transaction.clone();
            tokio::spawn(async move { message(&test_shop, &format!("evt_{number}"), &transaction).await })
        })
        .collect();
    for taken in messages {
        taken.await.unwrap().unwrap();
    }
    assert_eq!(*test_shop.stored_order(order).await.state(), OrderState::Cancelled);
    assert_eq!((test_shop.provider.refunds(), test_shop.stock(part).await), (vec![transaction], 5));
    assert_eq!(mails(&test_shop, "refund").await, 1);
    test_shop.check_books().await;
}

/// Hours after an order was refunded, a late message about its payment marked it as paid and took its pieces from stock
/// again.
async fn a_late_message_revived_a_refunded_order_mollie_woocommerce_1252(test_shop: TestShop) {
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, transaction) = test_shop.paid_order(customer, part, 2).await;
    test_shop.shop.refund_order(admin, order).await.unwrap();
    test_shop.clock.advance(Duration::from_hours(2));
    message(&test_shop, "evt_late", &transaction).await.unwrap();
    test_shop.shop.run_maintenance().await;
    assert_eq!(*test_shop.stored_order(order).await.state(), OrderState::Refunded(transaction.clone()));
    assert_eq!((test_shop.provider.refunds(), test_shop.stock(part).await), (vec![transaction], 5));
    test_shop.check_books().await;
}

/// A number copied from a contact list contains invisible marks and spaces: it was rejected, or not found later.
async fn a_pasted_telephone_number_was_refused_hyper_86_notifications_utils_1222(test_shop: TestShop) {
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let pasted = "\u{202d}+1\u{a0}937\u{2011}555\u{2011}0148\u{202c}";
    let command = PlaceOrder { phone: pasted.parse().unwrap(), ..TestShop::single_order(part, 1) };
    let order = test_shop.shop.place_order(customer, command).await.unwrap();
    assert_eq!(test_shop.stored_order(order).await.snapshot().phone.as_str(), "+1 937-555-0148");
    let admin = test_shop.admin().await;
    for typed in [pasted, "+1 (937) 555-0148", "+19375550148"] {
        let search = OrderSearch { words: Some(typed.parse().unwrap()), ..OrderSearch::default() };
        let found = test_shop.shop.orders(admin, search, Page::first()).await.unwrap();
        assert_eq!(found.len(), 1, "{typed}");
    }
}

/// Names from a Mac use decomposed accents: the same name was treated as two.
async fn one_name_was_two_openfoodfacts_8225_funnel_1544(test_shop: TestShop) {
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    test_shop.shop.store.write(|tx| tx.save_vehicles(&vehicles())).await.unwrap();
    for (revision, words) in [(1, "F\u{fc}r Sport"), (2, "Fu\u{308}r Sport")] {
        let application = Application {
            years: years(2018, 2018),
            engine: None,
            position: None,
            pieces: None,
            conditions: BTreeSet::from([words.parse().unwrap()]),
        };
        let model = "honda/civic".parse().unwrap();
        test_shop.shop.edit_fitment(admin, part, revision, model, vec![application]).await.unwrap();
    }
    assert_eq!(test_shop.shop.conditions(admin, None, None, 9).await.unwrap().len(), 1);
}

/// Evening orders were counted on the next day, because the report used days in UTC and the list of orders did not.
async fn orders_on_the_wrong_day_nopcommerce_6296_woocommerce_admin_1951_umbraco_commerce_303(mut test_shop: TestShop) {
    const HOUR: i64 = 3_600_000_000;
    let zone = TimeZone::new("America/Los_Angeles".to_owned(), -8 * HOUR, Vec::new());
    // It is midnight in UTC, and four in the afternoon there.
    let evening = Day::of(NEW_YEAR).plus(-1);
    let next_day = Day::of(NEW_YEAR);
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, _) = test_shop.paid_order(customer, part, 1).await;
    let search = OrderSearch {
        from: Some(zone.begins_at(evening)),
        before: Some(zone.ends_at(evening)),
        ..OrderSearch::default()
    };
    test_shop.shop.time_zone = Arc::new(zone);
    for stored in [false, true] {
        let period = Period::new(evening, next_day, Step::Day).unwrap();
        let report = test_shop.shop.numbers(admin, period, Step::Day).await.unwrap();
        let days: Vec<_> =
            report.steps.iter().map(|step| (step.numbers.orders, step.numbers.revenue.cents())).collect();
        assert_eq!(days, [(1, 1000), (0, 0)], "stored: {stored}");
        test_shop.clock.advance(Duration::from_hours(48));
        test_shop.shop.run_maintenance().await;
    }
    let listed = test_shop.shop.orders(admin, search, Page::first()).await.unwrap();
    assert_eq!(listed.iter().map(|listed| listed.snapshot().id).collect::<Vec<_>>(), [order]);
}

on_both_databases!(
    a_pasted_telephone_number_was_refused_hyper_86_notifications_utils_1222,
    one_name_was_two_openfoodfacts_8225_funnel_1544,
    orders_on_the_wrong_day_nopcommerce_6296_woocommerce_admin_1951_umbraco_commerce_303,
    lines_of_one_part_were_checked_separately_medusa_16502_django_oscar_2637_cubecart_2935,
    one_coupon_for_two_orders_magento_6364_31798_38017_nopcommerce_6487_prestashop_29493,
    bundles_oversold_a_shared_part_medusa_16569_smartstore_1052,
    one_cart_became_two_orders_prestashop_17266_medusa_3556,
    sold_more_than_in_stock_vendure_3508_saleor_543_simplcommerce_1111_opencart_4811_medusa_16569,
    an_allocation_was_lost_django_oscar_2102_medusa_16825,
    expired_orders_cannot_pay_for_resold_stock_vendure_1738,
    charged_for_the_last_piece_that_another_customer_got_vendure_3065,
    browser_and_message_at_once_medusa_13301_4798_2948_saleor_19220_woocommerce_stripe_542,
    the_browser_came_after_the_message_saleor_12652,
    one_order_charged_twice_woocommerce_stripe_489_831,
    paid_but_canceled_as_unpaid_woocommerce_stripe_5485,
    charged_after_cancellation_woocommerce_stripe_5703_5759,
    a_late_message_revived_a_refunded_order_mollie_woocommerce_1252,
);
