//! Concurrent use cases on the same order or subscription, on both databases. The in-memory store runs writers one
//! after the other, so conflicts occur only here.

use crate::shops::{both, on_both_databases};
use autoparts_application::{
    accounts::{AccountError, AccountResult},
    catalogue::{CatalogueError, stock::MoveStock},
    member_documents::MemberDocumentError,
    orders::{cancellation::CancellationError, ordering_error::OrderingError, shipment::Ship},
    payments::{
        partial_refunds::{RefundPart, RefundScope},
        refunds::RefundError,
    },
    ports::{identity::Token, outbox::Mail, page::Page},
    use_case_error::UseCaseError::Refused,
};
use autoparts_domain::{
    catalogue::{
        QuantityRefused,
        category::MisplacedCategory,
        stock::{StockChange, StockReason},
    },
    email::Email,
    fitment::Application,
    id::{OrderId, PartId, UserId},
    link_token::LinkToken,
    member_documents::{
        DocumentKind, Revisioned,
        carts::{CartLine, CartLines},
    },
    money::{Money, RefundAmount},
    newsletter::{Subscription, SubscriptionState},
    orders::{LineNumber, LinePieces, PiecesToRefund, WrongState, pricing::LineProblem, unpaid::UnpaidLimits},
    payments::TransactionId,
    quantity::Quantity,
};
use autoparts_testing::{
    identity::id_token,
    samples::{category, vehicles, years},
    test_shop::TestShop,
};
use std::time::Duration;

/// Number of orders or subscriptions per race.
const ORDERS: usize = 25;

async fn orders(test_shop: &TestShop, pieces: i64) -> (UserId, Vec<OrderId>) {
    let customer = test_shop.customer("marta").await;
    let part = test_shop.part(1, 10_000, 1_000).await;
    let mut orders = Vec::new();
    for _ in 0..ORDERS {
        orders.push(test_shop.order(customer, part, pieces).await);
    }
    (customer, orders)
}

async fn a_booking_racing_its_webhook_pays_once_and_both_succeed(test_shop: TestShop) {
    let (customer, orders) = orders(&test_shop, 1).await;
    for (number, order) in orders.into_iter().enumerate() {
        let transaction = test_shop.start_payment(customer, order).await;
        assert!(test_shop.provider.customer_pays(&transaction));
        let message = format!("evt_{number} {transaction}");
        let browser = test_shop.clone();
        let provider = test_shop.clone();
        let (booked, taken) =
            both(async move { browser.shop.confirm_booking(customer, order, transaction).await }, async move {
                provider.shop.take_provider_message(message.as_bytes(), "good").await
            })
            .await;
        booked.unwrap();
        taken.unwrap();
        assert!(test_shop.stored_order(order).await.is_paid());
    }
    assert!(test_shop.provider.refunds().is_empty());
    test_shop.check_books().await;
}

async fn two_deletes_of_one_order_give_its_pieces_back_once(test_shop: TestShop) {
    let (customer, orders) = orders(&test_shop, 2).await;
    for order in orders {
        test_shop.start_payment(customer, order).await;
        let one = test_shop.clone();
        let other = test_shop.clone();
        let (first, second) = both(async move { one.shop.delete_own_order(customer, order).await }, async move {
            other.shop.delete_own_order(customer, order).await
        })
        .await;
        assert_eq!(usize::from(first.unwrap()) + usize::from(second.unwrap()), 1);
    }
    test_shop.check_books().await;
}

async fn two_tabs_start_one_payment(test_shop: TestShop) {
    let (customer, orders) = orders(&test_shop, 1).await;
    for order in orders {
        let one = test_shop.clone();
        let other = test_shop.clone();
        let (first, second) = both(async move { one.start_payment(customer, order).await }, async move {
            other.start_payment(customer, order).await
        })
        .await;
        assert_eq!(first, second);
    }
    assert_eq!(test_shop.provider.payments().len(), ORDERS);
    test_shop.check_books().await;
}

async fn an_order_deleted_while_its_money_arrives_is_deleted_or_paid(test_shop: TestShop) {
    let (customer, orders) = orders(&test_shop, 1).await;
    for (number, order) in orders.into_iter().enumerate() {
        let transaction = test_shop.start_payment(customer, order).await;
        let one = test_shop.clone();
        let other = test_shop.clone();
        let (deleted, paid) = both(async move { one.shop.delete_own_order(customer, order).await }, async move {
            let paid = other.provider.customer_pays(&transaction);
            let message = format!("evt_{number} {transaction}");
            other.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
            paid
        })
        .await;
        match deleted {
            Ok(deleted) => assert!(deleted && !paid, "deleted, and no money can arrive"),
            Err(error) => assert!(matches!(error, Refused(CancellationError::State(_))) && paid, "{error}"),
        }
        assert_eq!(test_shop.stored_order(order).await.is_paid(), paid);
    }
    test_shop.check_books().await;
}

async fn two_orders_at_once_do_not_pass_the_limit_of_unpaid_ones(mut test_shop: TestShop) {
    test_shop.shop.rules.unpaid = UnpaidLimits { orders: Some(1), ..UnpaidLimits::OFF };
    let part = test_shop.part(1, 10_000, 1_000).await;
    for number in 0..ORDERS {
        let customer = test_shop.customer(&format!("customer-{number}")).await;
        let one = test_shop.clone();
        let other = test_shop.clone();
        let (first, second) =
            both(async move { one.shop.place_order(customer, TestShop::single_order(part, 1)).await }, async move {
                other.shop.place_order(customer, TestShop::single_order(part, 1)).await
            })
            .await;
        let refused = [first, second].into_iter().filter_map(Result::err).collect::<Vec<_>>();
        assert!(matches!(refused.as_slice(), [Refused(OrderingError::Unpaid(_))]), "{refused:?}");
    }
    test_shop.check_books().await;
}

async fn one_command_sent_twice_is_one_order_within_the_limit(mut test_shop: TestShop) {
    test_shop.shop.rules.unpaid = UnpaidLimits { orders: Some(1), ..UnpaidLimits::OFF };
    let part = test_shop.part(1, 10_000, 1_000).await;
    for number in 0..ORDERS {
        let customer = test_shop.customer(&format!("customer-{number}")).await;
        let mut wish = TestShop::single_order(part, 1);
        wish.idempotency_key = Some("click-1".to_owned());
        let one = test_shop.clone();
        let other = test_shop.clone();
        let same = wish.clone();
        let (first, second) = both(async move { one.shop.place_order(customer, wish).await }, async move {
            other.shop.place_order(customer, same).await
        })
        .await;
        assert_eq!(first.unwrap(), second.unwrap());
    }
    test_shop.check_books().await;
}

/// Enough of the first part for both customers, but only one piece of the second.
async fn the_part_that_ran_out_is_the_one_that_is_named(test_shop: TestShop) {
    for number in 0..ORDERS {
        let (customer, other) =
            (test_shop.customer(&format!("a-{number}")).await, test_shop.customer(&format!("b-{number}")).await);
        let plenty = test_shop.part(1, 5, 1_000).await;
        let rare = test_shop.part(1, 1, 1_000).await;
        let wish = TestShop::order_of(&[(plenty, 2), (rare, 1)]);
        let one = test_shop.clone();
        let two = test_shop.clone();
        let same = wish.clone();
        let (first, second) = both(async move { one.shop.place_order(customer, wish).await }, async move {
            two.shop.place_order(other, same).await
        })
        .await;
        let refused: Vec<_> = [first, second].into_iter().filter_map(Result::err).collect();
        assert!(
            matches!(
                refused.as_slice(),
                [Refused(OrderingError::Quantity(QuantityRefused::OutOfStock { available: 0 }))]
            ),
            "{refused:?}"
        );
    }
    test_shop.check_books().await;
}

/// One piece of each of two parts, and enough of a third for both customers.
async fn all_parts_that_ran_out_are_named_and_no_other(test_shop: TestShop) {
    for number in 0..ORDERS {
        let (customer, other) =
            (test_shop.customer(&format!("a-{number}")).await, test_shop.customer(&format!("b-{number}")).await);
        let (rare, plenty, scarce) =
            (test_shop.part(1, 1, 1_000).await, test_shop.part(1, 5, 1_000).await, test_shop.part(1, 1, 1_000).await);
        let wish = TestShop::order_of(&[(scarce, 1), (plenty, 2), (rare, 1)]);
        let one = test_shop.clone();
        let two = test_shop.clone();
        let same = wish.clone();
        let (first, second) = both(async move { one.shop.check_out(customer, wish).await }, async move {
            two.shop.check_out(other, same).await
        })
        .await;
        let refused: Vec<_> = [first, second].into_iter().filter_map(Result::err).collect();
        let named = |problems: &[LineProblem]| {
            problems.iter().map(|problem| (problem.index, problem.part)).eq([(0, scarce), (2, rare)])
        };
        assert!(
            matches!(refused.as_slice(), [Refused(OrderingError::LineProblems(problems))] if named(problems)),
            "{refused:?}"
        );
    }
    test_shop.check_books().await;
}

async fn two_devices_do_not_overwrite_each_others_cart(test_shop: TestShop) {
    for number in 0..ORDERS {
        let customer = test_shop.customer(&format!("customer-{number}")).await;
        let email: Email = format!("customer-{number}@example.com").parse().unwrap();
        let part = test_shop.part(1, 5, 1_000).await;
        for revision in 0..2 {
            let save = |pieces| {
                let test_shop = test_shop.clone();
                let email = email.clone();
                let line = CartLine { part, quantity: Quantity::new(pieces).unwrap(), vehicle: None };
                let cart = Revisioned { revision, content: CartLines::new(vec![line]).unwrap() };
                async move { test_shop.shop.save_member_document(customer, email, cart).await }
            };
            let (first, second) = both(save(1), save(2)).await;
            let (saved, refused): (Vec<_>, Vec<_>) = [first, second].into_iter().partition(Result::is_ok);
            let saved: Vec<_> = saved.into_iter().map(Result::unwrap).collect();
            let changed =
                matches!(refused.as_slice(), [Err(Refused(MemberDocumentError::ChangedElsewhere(DocumentKind::Cart)))]);
            assert!(changed, "{refused:?}");
            let cart = test_shop.shop.member_document(customer, email.clone()).await.unwrap();
            assert_eq!((cart.revision, saved), (revision + 1, vec![cart]));
        }
    }
}

fn refund_of_cents(cents: i64) -> RefundPart {
    let amount = RefundAmount::new(Money::from_cents(cents).unwrap()).unwrap();
    RefundPart { what: RefundScope::Amount(amount), note: None, idempotency_key: None }
}

fn refund_of_pieces(pieces: i64) -> RefundPart {
    let pieces: LinePieces = [(LineNumber::new(1).unwrap(), Quantity::new(pieces).unwrap())].into();
    let taken = PiecesToRefund { pieces: pieces.clone(), ..PiecesToRefund::default() };
    RefundPart {
        what: RefundScope::Lines { taken, restock: pieces, shipping: false, with_fee: false },
        note: None,
        idempotency_key: None,
    }
}

/// Paid orders of three pieces for $10 each, and an admin.
pub(crate) async fn paid_orders(test_shop: &TestShop) -> (UserId, Vec<(OrderId, TransactionId)>) {
    let customer = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 10_000, 1_000).await;
    let mut orders = Vec::new();
    for _ in 0..ORDERS {
        orders.push(test_shop.paid_order(customer, part, 3).await);
    }
    (admin, orders)
}

async fn of_two_partial_refunds_that_are_too_much_together_one_wins(test_shop: TestShop) {
    let (admin, orders) = paid_orders(&test_shop).await;
    for (number, (order, transaction)) in orders.into_iter().enumerate() {
        let wishes = match number % 3 {
            0 => (refund_of_cents(2000), refund_of_cents(1500)),
            1 => (refund_of_pieces(2), refund_of_pieces(2)),
            _ => (refund_of_cents(1500), refund_of_pieces(2)),
        };
        let one = test_shop.clone();
        let other = test_shop.clone();
        let (first, second) = both(async move { one.shop.refund_part(admin, order, wishes.0).await }, async move {
            other.shop.refund_part(admin, order, wishes.1).await
        })
        .await;
        let (made, refused) = if first.is_ok() { (first, second) } else { (second, first) };
        assert!(matches!(refused, Err(Refused(RefundError::Part(_)))), "{refused:?}");
        assert_eq!(test_shop.provider.left_of(&transaction).cents(), 3000 - made.unwrap().amount.cents());
    }
    test_shop.check_books().await;
}

async fn one_key_sent_twice_at_once_is_one_refund(test_shop: TestShop) {
    let (admin, orders) = paid_orders(&test_shop).await;
    for (number, (order, transaction)) in orders.into_iter().enumerate() {
        let refund = |test_shop: TestShop| async move {
            let command = RefundPart { idempotency_key: Some(format!("click-{number}")), ..refund_of_pieces(1) };
            test_shop.shop.refund_part(admin, order, command).await
        };
        let (first, second) = both(refund(test_shop.clone()), refund(test_shop.clone())).await;
        assert_eq!(first.unwrap(), second.unwrap());
        assert_eq!(test_shop.provider.left_of(&transaction).cents(), 2000);
    }
    test_shop.check_books().await;
}

async fn a_partial_refund_racing_a_full_one_returns_exactly_what_was_paid(test_shop: TestShop) {
    let (admin, orders) = paid_orders(&test_shop).await;
    for (number, (order, transaction)) in orders.into_iter().enumerate() {
        let wish = if number % 2 == 0 { refund_of_cents(700) } else { refund_of_pieces(1) };
        let one = test_shop.clone();
        let other = test_shop.clone();
        let (part, whole) = both(async move { one.shop.refund_part(admin, order, wish).await }, async move {
            other.shop.refund_order(admin, order).await
        })
        .await;
        assert!(whole.unwrap());
        assert!(matches!(part, Ok(_) | Err(Refused(RefundError::State(WrongState::Refunded)))), "{part:?}");
        test_shop.shop.pay_refunds().await.unwrap();
        assert_eq!((test_shop.provider.left_of(&transaction).cents(), test_shop.due_refunds().await), (0, 0));
    }
    test_shop.check_books().await;
}

async fn a_piece_refund_racing_the_shipment_is_recorded_once(test_shop: TestShop) {
    let (admin, orders) = paid_orders(&test_shop).await;
    for (order, _) in orders {
        let one = test_shop.clone();
        let other = test_shop.clone();
        let (part, shipped) =
            both(async move { one.shop.refund_part(admin, order, refund_of_pieces(1)).await }, async move {
                other.shop.ship(admin, order, Ship::default()).await
            })
            .await;
        part.unwrap();
        assert!(shipped.unwrap());
        let order = test_shop.stored_order(order).await;
        let gone = order.partial_refunds().of_line(LineNumber::new(1).unwrap());
        assert!(order.is_shipped() && gone.pieces() == 1, "before shipping or after, and once: {gone:?}");
    }
    test_shop.check_books().await;
}

fn reader(number: usize) -> Email {
    format!("reader-{number}@example.com").parse().unwrap()
}

/// The emails to an address, newest first.
async fn mails_to(test_shop: &TestShop, email: &Email) -> Vec<Mail> {
    let mails = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    mails.into_iter().filter(|mail| mail.to == *email).collect()
}

async fn subscription(test_shop: &TestShop, email: &Email) -> Subscription {
    let email = email.clone();
    test_shop.shop.store.read(move |tx| tx.subscription_by_email(&email)).await.unwrap().unwrap()
}

/// The token in the newest email to an address.
async fn token(test_shop: &TestShop, email: &Email) -> LinkToken {
    let text = mails_to(test_shop, email).await.remove(0).text;
    let (_, rest) = text.split_once("#token=").unwrap();
    rest.split_whitespace().next().unwrap().parse().unwrap()
}

async fn two_who_ask_for_one_address_cause_one_mail(test_shop: TestShop) {
    for number in 0..ORDERS {
        let email = reader(number);
        for known in [false, true] {
            if known {
                test_shop.clock.advance(Duration::from_mins(10));
            }
            let one = test_shop.clone();
            let other = test_shop.clone();
            let first = email.clone();
            let second = email.clone();
            let (first, second) = both(async move { one.shop.join_newsletter(first).await }, async move {
                other.shop.join_newsletter(second).await
            })
            .await;
            first.unwrap();
            second.unwrap();
            assert_eq!(mails_to(&test_shop, &email).await.len(), 1 + usize::from(known));
        }
    }
}

async fn who_waits_for_a_part_is_written_to_once_by_two_servers(test_shop: TestShop) {
    let admin = test_shop.admin().await;
    for number in 0..ORDERS {
        let part = test_shop.part(1, 0, 1_000).await;
        let email = reader(number);
        test_shop.shop.request_stock_alert(part, email.clone()).await.unwrap();
        let reason = StockReason::Received;
        let change = StockChange::new(1).unwrap();
        let received = MoveStock { reason, change, note: None, expected_available: None, idempotency_key: None };
        test_shop.shop.move_stock(admin, part, received).await.unwrap();
        let one = test_shop.clone();
        let other = test_shop.clone();
        let maintained =
            both(async move { one.shop.run_maintenance().await }, async move { other.shop.run_maintenance().await });
        assert_eq!(maintained.await, (true, true));
        assert_eq!(mails_to(&test_shop, &email).await.len(), 1);
    }
}

async fn two_confirmations_at_once_make_one_coupon(test_shop: TestShop) {
    for number in 0..ORDERS {
        let email = reader(number);
        test_shop.shop.join_newsletter(email.clone()).await.unwrap();
        let token = token(&test_shop, &email).await;
        let one = test_shop.clone();
        let other = test_shop.clone();
        let again = token.clone();
        let (first, second) = both(async move { one.shop.confirm_newsletter(&token).await }, async move {
            other.shop.confirm_newsletter(&again).await
        })
        .await;
        let first = first.unwrap();
        let second = second.unwrap();
        assert_eq!(first, second);
        assert_eq!(subscription(&test_shop, &email).await.coupon, first.coupon);
        assert!(first.coupon.is_some());
        assert_eq!(mails_to(&test_shop, &email).await.len(), 2, "the invitation, and the coupon once");
    }
}

async fn leaving_while_joining_again_ends_as_one_of_the_two(test_shop: TestShop) {
    for number in 0..ORDERS {
        let email = reader(number);
        test_shop.shop.join_newsletter(email.clone()).await.unwrap();
        let welcome = test_shop.shop.confirm_newsletter(&token(&test_shop, &email).await).await.unwrap();
        let leaving = token(&test_shop, &email).await;
        test_shop.clock.advance(Duration::from_hours(24));
        let one = test_shop.clone();
        let other = test_shop.clone();
        let again = email.clone();
        let (left, asked) = both(async move { one.shop.leave_newsletter(&leaving).await }, async move {
            other.shop.join_newsletter(again).await
        })
        .await;
        left.unwrap();
        asked.unwrap();
        let kept = subscription(&test_shop, &email).await;
        let newest = mails_to(&test_shop, &email).await.remove(0);
        let invited = newest.subject.starts_with("Confirm");
        let expected = if invited { SubscriptionState::Waiting } else { SubscriptionState::Left };
        assert_eq!((kept.state, kept.coupon), (expected, welcome.coupon));
    }
}

/// Signs in a user whom the provider knows as `subject`.
async fn sign_in(test_shop: TestShop, subject: String, email: Email, verified: bool) -> AccountResult<Token> {
    test_shop.shop.sign_in(email.clone(), &id_token(&email, &subject, &subject, verified)).await
}

async fn an_unverified_squatter_racing_the_owner_always_loses(test_shop: TestShop) {
    for number in 0..2 * ORDERS {
        let email = reader(number);
        let squatter = format!("squatter-{number}");
        let owner = format!("owner-{number}");
        if number % 2 == 0 {
            // An existing user with a different name, so that there is something to write.
            let earlier = id_token(&email, &squatter, "Earlier", false);
            test_shop.shop.sign_in(email.clone(), &earlier).await.unwrap();
        }
        let (unverified, verified) = both(
            sign_in(test_shop.clone(), squatter, email.clone(), false),
            sign_in(test_shop.clone(), owner.clone(), email.clone(), true),
        )
        .await;
        assert!(matches!(unverified, Ok(_) | Err(Refused(AccountError::AddressTaken))), "{unverified:?}");
        verified.unwrap();
        let bound = test_shop.shop.store.read(move |tx| tx.user_by_email(&email)).await.unwrap().unwrap();
        assert_eq!(bound.subject, Some(owner));
        assert!(bound.email_verified);
    }
}

async fn two_people_who_exchange_their_addresses_at_once_both_succeed(test_shop: TestShop) {
    for number in 0..ORDERS {
        let one = format!("one-{number}");
        let other = format!("other-{number}");
        let first = reader(number);
        let second = reader(1_000 + number);
        sign_in(test_shop.clone(), one.clone(), first.clone(), true).await.unwrap();
        sign_in(test_shop.clone(), other.clone(), second.clone(), true).await.unwrap();
        let (moved, crossed) = both(
            sign_in(test_shop.clone(), one.clone(), second.clone(), true),
            sign_in(test_shop.clone(), other.clone(), first.clone(), true),
        )
        .await;
        moved.unwrap();
        crossed.unwrap();
        for (subject, email) in [(one, second), (other, first)] {
            let holder = test_shop.shop.store.read(move |tx| tx.user_by_email(&email)).await.unwrap().unwrap();
            assert_eq!(holder.subject, Some(subject));
        }
    }
}

async fn two_categories_that_move_into_each_other_make_no_circle(test_shop: TestShop) {
    let admin = test_shop.admin().await;
    for number in 0..ORDERS {
        let one = format!("one-{number}");
        let other = format!("other-{number}");
        for id in [&one, &other] {
            test_shop.shop.save_category(admin, category(id, None)).await.unwrap();
        }
        let down = category(&one, Some(&other));
        let up = category(&other, Some(&one));
        let first = test_shop.clone();
        let second = test_shop.clone();
        let (first, second) = both(async move { first.shop.save_category(admin, down).await }, async move {
            second.shop.save_category(admin, up).await
        })
        .await;
        assert_eq!([first.is_ok(), second.is_ok()].into_iter().filter(|moved| *moved).count(), 1);
        let refused = first.err().or(second.err());
        assert!(
            matches!(refused, Some(Refused(CatalogueError::Misplaced(MisplacedCategory::InItself)))),
            "{refused:?}"
        );
    }
}

async fn two_admins_who_add_the_same_words_at_once_both_succeed(test_shop: TestShop) {
    let admin = test_shop.admin().await;
    test_shop.shop.add_vehicles(vehicles()).await.unwrap();
    let one = test_shop.part(1, 5, 100).await;
    let other = test_shop.part(2, 5, 100).await;
    for number in 0..ORDERS {
        let edit = |test_shop: TestShop, part: PartId| async move {
            let application = Application {
                years: years(2017, 2018),
                engine: None,
                position: None,
                pieces: None,
                conditions: [format!("With package {number}").parse().unwrap()].into(),
            };
            let record = test_shop.shop.store.read(move |tx| tx.part_record(&part)).await.unwrap().unwrap();
            let civic = "honda/civic".parse().unwrap();
            test_shop.shop.edit_fitment(admin, part, record.revision, civic, vec![application]).await
        };
        let (first, second) = both(edit(test_shop.clone(), one), edit(test_shop.clone(), other)).await;
        first.unwrap();
        second.unwrap();
    }
    let known = test_shop.shop.store.read(|tx| tx.conditions(None, None, 100)).await.unwrap();
    assert_eq!(known.len(), ORDERS);
}

on_both_databases!(
    two_admins_who_add_the_same_words_at_once_both_succeed,
    of_two_partial_refunds_that_are_too_much_together_one_wins,
    one_key_sent_twice_at_once_is_one_refund,
    a_partial_refund_racing_a_full_one_returns_exactly_what_was_paid,
    a_piece_refund_racing_the_shipment_is_recorded_once,
    two_categories_that_move_into_each_other_make_no_circle,
    a_booking_racing_its_webhook_pays_once_and_both_succeed,
    two_deletes_of_one_order_give_its_pieces_back_once,
    two_tabs_start_one_payment,
    an_order_deleted_while_its_money_arrives_is_deleted_or_paid,
    two_orders_at_once_do_not_pass_the_limit_of_unpaid_ones,
    one_command_sent_twice_is_one_order_within_the_limit,
    the_part_that_ran_out_is_the_one_that_is_named,
    all_parts_that_ran_out_are_named_and_no_other,
    two_devices_do_not_overwrite_each_others_cart,
    two_who_ask_for_one_address_cause_one_mail,
    two_confirmations_at_once_make_one_coupon,
    who_waits_for_a_part_is_written_to_once_by_two_servers,
    leaving_while_joining_again_ends_as_one_of_the_two,
    an_unverified_squatter_racing_the_owner_always_loses,
    two_people_who_exchange_their_addresses_at_once_both_succeed,
);
