//! Returns: who may do what, what is approved at once, what each step emails, and how returns end.

use autoparts_application::{
    accounts::access::{AccessDenied, Authority},
    catalogue::stock::MoveStock,
    orders::{
        placing::{PlaceOrder, RequestedLine},
        shipment::Ship,
    },
    payments::refunds::RefundError,
    ports::page::Page,
    returns::{MAX_RETURNS, RequestReturn, ReturnError, ReturnRecord, ReturnResult, deciding::ReturnDecision},
    shop_rules::ReturnRules,
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    audit::AuditAction,
    catalogue::stock::{StockChange, StockReason},
    fitment::RequestedFit,
    id::{OrderId, PartId, UserId},
    orders::LineNumber,
    payments::{RefundReason, TransactionId, reversal::DisputeState},
    quantity::{Quantity, Stock},
    returns::{Inspection, ReturnReason, ReturnRefused, ReturnState},
};
use autoparts_testing::{
    samples::{application, vehicles},
    test_shop::TestShop,
};
use std::time::Duration;

const A_DAY: Duration = Duration::from_hours(24);

/// A shop with a shipped order of three pieces at $10 and five at $5: $55.
struct Scene {
    test_shop: TestShop,
    customer: UserId,
    admin: UserId,
    parts: [PartId; 2],
    order: OrderId,
    transaction: TransactionId,
}

impl Scene {
    async fn new() -> Self {
        Self::with_customer(TestShop::default(), |test_shop| async move { test_shop.customer("marta").await }).await
    }

    async fn with_customer<F: Future<Output = UserId>>(test_shop: TestShop, customer: impl Fn(TestShop) -> F) -> Self {
        let customer = customer(test_shop.clone()).await;
        let admin = test_shop.admin().await;
        let parts = [test_shop.part(1, 10, 1000).await, test_shop.part(1, 10, 500).await];
        let command = TestShop::order_of(&[(parts[0], 3), (parts[1], 5)]);
        let order = test_shop.shop.place_order(customer, command).await.unwrap();
        let transaction = test_shop.start_payment(customer, order).await;
        assert!(test_shop.provider.customer_pays(&transaction));
        test_shop.shop.confirm_booking(customer, order, transaction.clone()).await.unwrap();
        test_shop.shop.ship(admin, order, Ship::default()).await.unwrap();
        Self { test_shop, customer, admin, parts, order, transaction }
    }

    async fn request(&self, lines: &[(i64, i64)]) -> ReturnResult<ReturnRecord> {
        self.request_by(Authority::new(self.customer, None), lines, ReturnReason::NotNeeded).await
    }

    async fn request_by(
        &self,
        caller: Authority,
        lines: &[(i64, i64)],
        reason: ReturnReason,
    ) -> ReturnResult<ReturnRecord> {
        let pieces = lines.iter().map(|(line, pieces)| (number(*line), Quantity::new(*pieces).unwrap())).collect();
        let note = Some("Too loud.".parse().unwrap());
        self.test_shop.shop.request_return(caller, self.order, RequestReturn { pieces, reason, note }).await
    }

    async fn decide(&self, record: &ReturnRecord, decision: ReturnDecision) -> ReturnResult<ReturnRecord> {
        let admin = Authority::new(self.admin, None);
        self.test_shop.shop.decide_return(admin, record.returned.id, decision).await
    }

    async fn state(&self, record: &ReturnRecord) -> ReturnState {
        let admin = Authority::new(self.admin, None);
        self.test_shop.shop.return_by_id(admin, record.returned.id).await.unwrap().returned.state
    }

    /// Subjects of the customer's emails since the one about shipping, oldest first.
    async fn subjects(&self) -> Vec<String> {
        let mails = self.test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
        let since = mails
            .into_iter()
            .map(|mail| mail.subject)
            .take_while(|subject| !subject.starts_with("Your order is on its way"));
        let mut subjects: Vec<String> = since.map(|subject| subject.split(':').next().unwrap().to_owned()).collect();
        subjects.reverse();
        subjects
    }

    async fn stock(&self) -> [i64; 2] {
        [self.test_shop.stock(self.parts[0]).await, self.test_shop.stock(self.parts[1]).await]
    }
}

fn number(line: i64) -> LineNumber {
    LineNumber::new(line).unwrap()
}

fn receive(lines: &[(i64, [i64; 3])]) -> ReturnDecision {
    let inspection = |(line, [restocked, damaged, refused]): &(i64, [i64; 3])| {
        (number(*line), Inspection { restocked: *restocked, damaged: *damaged, refused: *refused })
    };
    ReturnDecision::Receive { found: lines.iter().map(inspection).collect(), reason: None, answer: None }
}

const APPROVE: ReturnDecision = ReturnDecision::Approve { answer: None };

#[tokio::test]
async fn accepted_pieces_are_refunded_and_those_that_can_be_sold_go_into_stock() {
    let scene = Scene::new().await;
    let requested = scene.request(&[(1, 3), (2, 2)]).await.unwrap();
    scene.decide(&requested, APPROVE).await.unwrap();
    assert_eq!(scene.stock().await, [7, 5]);
    let ReturnDecision::Receive { found, .. } = receive(&[(1, [1, 1, 1]), (2, [2, 0, 0])]) else { unreachable!() };
    let answer = Some("One disc\nis used.".parse().unwrap());
    let received = scene.decide(&requested, ReturnDecision::Receive { found, reason: None, answer }).await.unwrap();
    let refund = received.refund.unwrap();
    assert!(refund.done_at.is_some(), "the response shows that the provider has made it");
    let mails = scene.test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    let number = requested.returned.number.as_str();
    for words in ["We are refunding $30", number, "We cannot refund these pieces:", "1 ×", "One disc", "is used."] {
        assert!(mails[0].text.contains(words), "{words}: {}", mails[0].text);
    }
    assert_eq!((refund.amount.cents(), refund.reason), (3_000, RefundReason::Returned));
    assert_eq!(refund.note.unwrap().to_string(), requested.returned.number.to_string());
    assert_eq!(scene.stock().await, [8, 7]);
    let order = scene.test_shop.stored_order(scene.order).await;
    assert_eq!(order.kept().map(|(_, _, kept)| kept).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(
        scene.subjects().await,
        ["Your return request", "Your return is approved", "A partial refund is on its way"]
    );
    let log = scene.test_shop.audit_log().await;
    let details: Vec<_> = log.iter().filter(|entry| entry.action == AuditAction::DecideReturn).collect();
    assert_eq!(details.len(), 2);
    assert!(details[1].detail.as_ref().unwrap().contains("line 1: none → 1 restocked, 1 damaged, 1 refused"));
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn returns_piece_by_piece_refund_exactly_what_was_paid() {
    let scene = Scene::new().await;
    for line in [1, 1, 1, 2, 2, 2, 2, 2] {
        let requested = scene.request(&[(line, 1)]).await.unwrap();
        scene.decide(&requested, receive(&[(line, [1, 0, 0])])).await.unwrap();
    }
    let order = scene.test_shop.stored_order(scene.order).await;
    assert_eq!((order.money_left().cents(), order.keeps_nothing()), (0, true));
    assert_eq!(scene.stock().await, [10, 10]);
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn a_return_is_received_once() {
    let scene = Scene::new().await;
    let requested = scene.request(&[(1, 1)]).await.unwrap();
    scene.decide(&requested, receive(&[(1, [1, 0, 0])])).await.unwrap();
    let again = scene.decide(&requested, receive(&[(1, [1, 0, 0])])).await;
    assert!(matches!(again, Err(Refused(ReturnError::Refused(ReturnRefused::State(_))))), "{again:?}");
    assert_eq!(scene.stock().await, [8, 5]);
}

#[tokio::test]
async fn refused_pieces_are_not_refunded_and_stay_with_the_order() {
    let scene = Scene::new().await;
    let requested = scene.request(&[(1, 2)]).await.unwrap();
    let received = scene.decide(&requested, receive(&[(1, [0, 0, 2])])).await.unwrap();
    assert_eq!((received.refund, received.returned.state), (None, ReturnState::Received));
    assert_eq!(scene.subjects().await, ["Your return request", "Your return has arrived"]);
    assert_eq!(scene.stock().await, [7, 5]);
}

#[tokio::test]
async fn pieces_refunded_in_another_way_cannot_be_refunded_again() {
    let scene = Scene::new().await;
    let requested = scene.request(&[(1, 3)]).await.unwrap();
    scene.test_shop.shop.refund_shipped_order(scene.admin, scene.order).await.unwrap();
    let received = scene.decide(&requested, receive(&[(1, [3, 0, 0])])).await;
    assert!(matches!(received, Err(Refused(ReturnError::Refund(_)))), "{received:?}");
    let refused = scene.decide(&requested, receive(&[(1, [0, 0, 3])])).await.unwrap();
    assert_eq!(refused.refund, None);
    assert_eq!(scene.stock().await, [7, 5]);
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn pieces_refunded_in_another_way_cannot_be_approved() {
    let scene = Scene::new().await;
    let requested = scene.request(&[(1, 3)]).await.unwrap();
    scene.test_shop.shop.refund_shipped_order(scene.admin, scene.order).await.unwrap();
    let approved = scene.decide(&requested, APPROVE).await;
    assert!(matches!(approved, Err(Refused(ReturnError::Refused(_)))), "{approved:?}");
    assert_eq!(scene.state(&requested).await, ReturnState::Requested);
}

#[tokio::test]
async fn a_return_that_cannot_be_refunded_is_not_received() {
    let scene = Scene::new().await;
    let requested = scene.request(&[(1, 1)]).await.unwrap();
    scene.decide(&requested, APPROVE).await.unwrap();
    let received = || scene.decide(&requested, receive(&[(1, [1, 0, 0])]));
    let shop = &scene.test_shop.shop;
    let tell_shop = async |message: &str| {
        let message = format!("{message} {} reversal", scene.transaction);
        shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
    };

    // The bank decides about the money.
    assert!(scene.test_shop.provider.open_dispute(&scene.transaction, DisputeState::Open));
    tell_shop("evt_1").await;
    let disputed = received().await;
    assert!(matches!(disputed, Err(Refused(ReturnError::Refund(RefundError::Disputed)))), "{disputed:?}");
    assert!(scene.test_shop.provider.decide_dispute(&scene.transaction, DisputeState::Won));
    tell_shop("evt_2").await;

    // The shop has ten, with those that were sold.
    let (reason, change) = (StockReason::Received, StockChange::new(Stock::MAX - 10).unwrap());
    let full = MoveStock { reason, change, note: None, expected_available: None, idempotency_key: None };
    shop.move_stock(scene.admin, scene.parts[0], full).await.unwrap();
    let no_room = received().await;
    assert!(matches!(no_room, Err(Refused(ReturnError::Refund(RefundError::NoRoom)))), "{no_room:?}");

    assert_eq!(scene.state(&requested).await, ReturnState::Approved);
    let order = scene.test_shop.stored_order(scene.order).await;
    assert_eq!(order.kept().map(|(_, _, kept)| kept).collect::<Vec<_>>(), [3, 5]);
}

#[tokio::test]
async fn pieces_of_an_expired_return_can_be_in_another_one_and_are_refunded_once() {
    let scene = Scene::new().await;
    let expired = scene.request(&[(1, 3)]).await.unwrap();
    scene.decide(&expired, APPROVE).await.unwrap();
    scene.test_shop.clock.advance(A_DAY * 31);
    assert!(scene.test_shop.shop.run_maintenance().await);
    assert_eq!(scene.state(&expired).await, ReturnState::Expired);

    let next = scene.request(&[(1, 3)]).await.unwrap();
    scene.decide(&expired, receive(&[(1, [3, 0, 0])])).await.unwrap();
    let twice = scene.decide(&next, receive(&[(1, [3, 0, 0])])).await;
    assert!(matches!(twice, Err(Refused(ReturnError::Refund(_)))), "{twice:?}");
    assert_eq!(scene.stock().await, [10, 5]);
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn only_owners_admins_and_link_holders_may_act_on_a_return() {
    let scene =
        Scene::with_customer(TestShop::default(), |test_shop| async move { test_shop.guest("marta").await }).await;
    let shop = &scene.test_shop.shop;
    let olga = Authority::new(scene.test_shop.customer("olga").await, None);
    let other = scene.test_shop.order(scene.customer, scene.parts[0], 1).await;
    let of_link = Authority::new(scene.customer, Some(scene.order));
    let of_other_link = Authority::new(scene.customer, Some(other));
    let requested = scene.request_by(of_link, &[(1, 1)], ReturnReason::Damaged).await.unwrap();
    let id = requested.returned.id;
    assert_eq!(shop.return_by_id(of_link, id).await.unwrap().returned, requested.returned);
    let returns = shop.returns_of_order(of_link, scene.order).await.unwrap();
    assert_eq!(returns.iter().map(|record| record.returned.id).collect::<Vec<_>>(), [id]);
    for stranger in [olga, of_other_link] {
        let requested = scene.request_by(stranger, &[(1, 1)], ReturnReason::Damaged).await;
        assert!(matches!(requested, Err(Refused(ReturnError::NoSuchOrder))), "{requested:?}");
        let read = shop.return_by_id(stranger, id).await;
        assert!(matches!(read, Err(Refused(ReturnError::NoSuchReturn))), "{read:?}");
        let cancelled = shop.decide_return(stranger, id, ReturnDecision::Cancel).await;
        assert!(matches!(cancelled, Err(Refused(ReturnError::NoSuchReturn))), "{cancelled:?}");
    }
    let decline = ReturnDecision::Decline { answer: "No".parse().unwrap() };
    for decision in [APPROVE, decline, receive(&[(1, [1, 0, 0])])] {
        let decided = shop.decide_return(of_link, id, decision).await;
        assert!(matches!(decided, Err(Denied(AccessDenied::Forbidden))), "{decided:?}");
    }
    let cancelled = shop.decide_return(of_link, id, ReturnDecision::Cancel).await.unwrap();
    assert_eq!(cancelled.returned.state, ReturnState::Cancelled);
}

#[tokio::test]
async fn admins_may_request_after_the_last_day() {
    let scene = Scene::new().await;
    scene.test_shop.clock.advance(A_DAY * 91);
    let late = scene.request(&[(1, 1)]).await;
    assert!(matches!(late, Err(Refused(ReturnError::Refused(ReturnRefused::WindowOver { days: 90, .. })))), "{late:?}");
    let admin = Authority::new(scene.admin, None);
    scene.request_by(admin, &[(1, 1)], ReturnReason::NotNeeded).await.unwrap();
    let log = scene.test_shop.audit_log().await;
    let entry = log.last().unwrap();
    assert_eq!((entry.action, entry.actor), (AuditAction::DecideReturn, Some(scene.admin)));
    assert!(entry.detail.as_ref().unwrap().contains("state: none → requested"), "{entry:?}");
}

#[tokio::test]
async fn returns_of_unneeded_parts_are_approved_at_once_if_configured() {
    let mut test_shop = TestShop::default();
    test_shop.shop.rules.returns = ReturnRules { approve_not_needed: true, ..ReturnRules::default() };
    let scene = Scene::with_customer(test_shop, |test_shop| async move { test_shop.customer("marta").await }).await;
    let requested = scene.request(&[(1, 1)]).await.unwrap();
    assert_eq!(requested.returned.state, ReturnState::Approved);
    assert_eq!(scene.subjects().await, ["Your return is approved"]);
    let me = Authority::new(scene.customer, None);
    let damaged = scene.request_by(me, &[(1, 1)], ReturnReason::Damaged).await.unwrap();
    assert_eq!(damaged.returned.state, ReturnState::Requested);
}

#[tokio::test]
async fn returns_of_parts_that_do_not_fit_as_agreed_are_approved_at_once() {
    let scene = Scene::new().await;
    let shop = &scene.test_shop.shop;
    let [part, unlisted] = scene.parts;
    let filled = shop.store.write(move |tx| {
        tx.save_vehicles(&vehicles())?;
        tx.replace_applications(&part, &"honda/civic".parse().unwrap(), &[application(2016, 2020, &[])])
    });
    filled.await.unwrap();
    let for_civic = |part, ticks: &[&str]| {
        let ticks = ticks.iter().map(|tick| tick.parse().unwrap()).collect();
        RequestedLine {
            part,
            quantity: None,
            fit: Some(RequestedFit { vehicle: "2018/honda/civic".parse().unwrap(), ticks }),
        }
    };
    let lines = vec![for_civic(part, &[]), for_civic(unlisted, &["not_listed"])];
    let order = shop.check_out(scene.customer, PlaceOrder { lines, ..TestShop::order_of(&[]) }).await.unwrap();
    let transaction = scene.test_shop.start_payment(scene.customer, order).await;
    assert!(scene.test_shop.provider.customer_pays(&transaction));
    shop.confirm_booking(scene.customer, order, transaction).await.unwrap();
    shop.ship(scene.admin, order, Ship::default()).await.unwrap();
    let scene = Scene { order, ..scene };
    let me = Authority::new(scene.customer, None);
    for (line, expected) in [(1, ReturnState::Approved), (2, ReturnState::Requested)] {
        let record = scene.request_by(me, &[(line, 1)], ReturnReason::DoesNotFit).await.unwrap();
        assert_eq!(record.returned.state, expected, "line {line}");
    }
}

#[tokio::test]
async fn a_return_that_does_not_arrive_expires_after_a_reminder() {
    let scene = Scene::new().await;
    let requested = scene.request(&[(1, 1)]).await.unwrap();
    scene.decide(&requested, APPROVE).await.unwrap();
    let state = async |days: u32| {
        scene.test_shop.clock.advance(A_DAY * days);
        // Running it twice does no more than once.
        for _ in 0..2 {
            assert!(scene.test_shop.shop.run_maintenance().await);
        }
        let admin = Authority::new(scene.admin, None);
        let state = scene.test_shop.shop.return_by_id(admin, requested.returned.id).await.unwrap().returned.state;
        (state, scene.subjects().await.split_off(2))
    };
    assert_eq!(state(22).await, (ReturnState::Approved, vec![]));
    assert_eq!(state(1).await, (ReturnState::Approved, vec!["We are waiting for your return".to_owned()]));
    assert_eq!(state(7).await.0, ReturnState::Approved, "the last day is not over");
    let (ended, subjects) = state(1).await;
    assert_eq!((ended, subjects.last().unwrap().as_str()), (ReturnState::Expired, "We have closed your return"));
    assert_eq!(subjects.len(), 2);
    let late = scene.decide(&requested, receive(&[(1, [1, 0, 0])])).await.unwrap();
    assert_eq!(late.refund.unwrap().amount.cents(), 1_000);
}

#[tokio::test]
async fn a_return_already_refunded_in_another_way_expires_without_an_email() {
    let scene = Scene::new().await;
    let requested = scene.request(&[(1, 1)]).await.unwrap();
    scene.decide(&requested, APPROVE).await.unwrap();
    scene.test_shop.shop.refund_shipped_order(scene.admin, scene.order).await.unwrap();
    let before = scene.subjects().await;
    scene.test_shop.clock.advance(A_DAY * 23);
    assert!(scene.test_shop.shop.run_maintenance().await);
    let admin = Authority::new(scene.admin, None);
    let ended = scene.test_shop.shop.return_by_id(admin, requested.returned.id).await.unwrap();
    assert_eq!(ended.returned.state, ReturnState::Expired);
    assert_eq!(scene.subjects().await, before);
}

#[tokio::test]
async fn a_link_holder_acts_as_the_customer_even_if_the_customer_is_an_admin() {
    let scene = Scene::with_customer(TestShop::default(), |test_shop| async move {
        test_shop.person("marta", autoparts_domain::accounts::Role::Admin).await
    })
    .await;
    let of_link = Authority::new(scene.customer, Some(scene.order));
    let requested = scene.request_by(of_link, &[(1, 1)], ReturnReason::Damaged).await.unwrap();
    let approved = scene.test_shop.shop.decide_return(of_link, requested.returned.id, APPROVE).await;
    assert!(matches!(approved, Err(Denied(AccessDenied::Forbidden))), "{approved:?}");
}

#[tokio::test]
async fn an_order_has_a_limited_number_of_returns() {
    let scene = Scene::new().await;
    for _ in 0..MAX_RETURNS {
        let requested = scene.request(&[(1, 1)]).await.unwrap();
        scene.decide(&requested, ReturnDecision::Cancel).await.unwrap();
    }
    let one_more = scene.request(&[(1, 1)]).await;
    assert!(matches!(one_more, Err(Refused(ReturnError::TooMany))), "{one_more:?}");
}
