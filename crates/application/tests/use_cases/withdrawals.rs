//! Withdrawals from contracts: what becomes of each statement, what is sent, and what is refunded.

use autoparts_application::{
    accounts::access::Authority,
    orders::{
        placing::{PlaceOrder, SendTo},
        quoting::QuoteRequest,
        shipment::{Ship, ShipmentError},
    },
    ports::{outbox::Mail, page::Page},
    returns::{MAX_RETURNS, RequestReturn, ReturnError, deciding::ReturnDecision},
    use_case_error::UseCaseError::Refused,
    withdrawals::WithdrawalRecord,
};
use autoparts_domain::{
    catalogue::listing::Condition,
    destination::Destination,
    id::{OrderId, PartId, UserId},
    money::Money,
    orders::{LineNumber, OrderState},
    quantity::Quantity,
    returns::{Inspection, ReturnPolicies, ReturnPolicy, ReturnReason, ReturnState},
    withdrawals::{Statement, WithdrawalOutcome},
};
use autoparts_testing::{
    samples::{self, place, return_policy, return_terms},
    test_shop::TestShop,
};
use std::time::Duration;

const A_DAY: Duration = Duration::from_hours(24);

/// A shop with a paid order of a guest, of two pieces and one piece, with a shipping charge.
struct Scene {
    test_shop: TestShop,
    guest: UserId,
    admin: UserId,
    parts: [PartId; 2],
    order: OrderId,
}

impl Scene {
    async fn new() -> Self {
        Self::to("DE").await
    }

    async fn to(country: &str) -> Self {
        Self::with_policies(country, Vec::new()).await
    }

    /// A shipped order to Germany whose parts have a restocking fee of a tenth.
    async fn shipped_with_fee() -> Self {
        let policy = return_policy("", "", Some(Condition::New), return_terms(90, 10));
        let scene = Self::with_policies("DE", vec![policy]).await;
        scene.ship().await;
        scene
    }

    async fn with_policies(country: &str, policies: Vec<ReturnPolicy>) -> Self {
        let test_shop = TestShop::default();
        let guest = test_shop.guest("marta").await;
        let admin = test_shop.admin().await;
        test_shop.shop.save_rates(admin, samples::rates()).await.unwrap();
        test_shop.shop.save_return_policies(admin, ReturnPolicies { revision: 0, policies }).await.unwrap();
        let parts = [test_shop.part(1, 10, 1000).await, test_shop.part(1, 10, 1001).await];
        let order = place_order(&test_shop, guest, parts, country).await;
        let transaction = test_shop.start_payment(guest, order).await;
        assert!(test_shop.provider.customer_pays(&transaction));
        test_shop.shop.confirm_booking(guest, order, transaction).await.unwrap();
        Self { test_shop, guest, admin, parts, order }
    }

    async fn shipped() -> Self {
        let scene = Self::new().await;
        scene.ship().await;
        scene
    }

    async fn ship(&self) {
        self.test_shop.shop.ship(self.admin, self.order, Ship::default()).await.unwrap();
    }

    async fn number(&self) -> String {
        self.test_shop.stored_order(self.order).await.snapshot().number.as_ref().unwrap().to_string()
    }

    async fn statement(&self) -> Statement {
        statement(&self.number().await, "marta@example.com")
    }

    async fn withdraw(&self, statement: &Statement) {
        self.test_shop.shop.withdraw(statement.clone()).await.unwrap();
    }

    /// All withdrawals, newest first.
    async fn list(&self) -> Vec<WithdrawalRecord> {
        self.test_shop.shop.withdrawals(self.admin, Page::first()).await.unwrap()
    }

    async fn outcomes(&self) -> Vec<WithdrawalOutcome> {
        self.list().await.iter().map(|record| record.withdrawal.outcome).collect()
    }

    /// The acknowledgments, newest first.
    async fn acknowledgments(&self) -> Vec<Mail> {
        let mails = self.test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
        mails.into_iter().filter(|mail| mail.subject == "We have received your withdrawal").collect()
    }

    async fn decide(&self, decision: ReturnDecision) {
        let returned = self.list().await[0].returned.clone().unwrap();
        let admin = Authority::new(self.admin, None);
        self.test_shop.shop.decide_return(admin, returned.id, decision).await.unwrap();
    }

    async fn receive(&self, restocked: [i64; 2]) {
        let returned = self.list().await[0].returned.clone().unwrap();
        let found = returned.announced().into_iter().zip(restocked).map(|((line, pieces), restocked)| {
            (line, Inspection { restocked, damaged: 0, refused: pieces.pieces() - restocked })
        });
        self.decide(ReturnDecision::Receive { found: found.collect(), reason: None, answer: None }).await;
    }
}

async fn place_order(test_shop: &TestShop, guest: UserId, parts: [PartId; 2], country: &str) -> OrderId {
    let request = TestShop::order_of(&[(parts[0], 2), (parts[1], 1)]);
    let to = Destination { place: place(country, "", ""), ..samples::destination() };
    let quote = QuoteRequest { place: Some(to.place.clone()), ..QuoteRequest::of(request.lines.clone()) };
    let expected_total = test_shop.shop.quote(quote).await.unwrap().quote.total();
    let request = PlaceOrder { send_to: SendTo::Destination(Box::new(to)), expected_total, ..request };
    test_shop.shop.check_out(guest, request).await.unwrap()
}

fn statement(order: &str, email: &str) -> Statement {
    Statement { order: order.parse().unwrap(), email: email.parse().unwrap(), name: None, parts: None }
}

#[tokio::test]
async fn a_shipped_order_becomes_an_approved_return_and_is_acknowledged() {
    let scene = Scene::shipped().await;
    let parts = Some("The discs,\nnot the pad".parse().unwrap());
    let said = Statement { name: Some("Marta".parse().unwrap()), parts, ..scene.statement().await };
    scene.withdraw(&said).await;
    let [record] = <[WithdrawalRecord; 1]>::try_from(scene.list().await).unwrap();
    let returned = record.returned.unwrap();
    assert_eq!((record.withdrawal.outcome, record.withdrawal.statement), (WithdrawalOutcome::Approved, said.clone()));
    assert_eq!((returned.state, returned.reason), (ReturnState::Approved, ReturnReason::Withdrawal));
    assert_eq!(returned.note, said.parts);
    let mails = scene.test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    assert!(mails[0].subject.starts_with("Your return is approved") || mails[1].subject.starts_with("Your return is"));
    let acknowledgments = scene.acknowledgments().await;
    let [mail] = acknowledgments.as_slice() else { panic!("{acknowledgments:?}") };
    // Sent at once, whatever else this mailbox receives.
    assert_eq!((&mail.to, &mail.unasked, mail.order), (&said.email, &None, None));
    let number = scene.number().await;
    for words in [
        &number,
        "Marta",
        "The discs, / not the pad",
        "Jan 1, 2026, 00:00:00 UTC",
        "Jan 1, 2026, 01:00:00 (Europe/Berlin)",
    ] {
        assert!(mail.text.contains(words), "{words}: {}", mail.text);
    }
}

#[tokio::test]
async fn the_whole_order_is_refunded_with_its_shipping_charge() {
    let scene = Scene::shipped().await;
    scene.withdraw(&scene.statement().await).await;
    let total = scene.test_shop.stored_order(scene.order).await.snapshot().total;
    scene.receive([2, 1]).await;
    let order = scene.test_shop.stored_order(scene.order).await;
    assert!(matches!(order.state(), OrderState::RefundedAfterShipping(_)), "{:?}", order.state());
    assert_eq!(order.refunded(), Some(total));
    assert!(order.snapshot().charges.shipping.cents() > 0);
    for part in scene.parts {
        assert_eq!(scene.test_shop.stock(part).await, 10);
    }
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn shipping_is_not_refunded_while_the_customer_keeps_a_piece() {
    let scene = Scene::shipped().await;
    scene.withdraw(&scene.statement().await).await;
    scene.receive([2, 0]).await;
    let order = scene.test_shop.stored_order(scene.order).await;
    assert_eq!(order.partial_refunds().amount().cents(), 2_000);
    assert_eq!(order.kept().map(|(_, _, kept)| kept).collect::<Vec<_>>(), [0, 1]);
    // The other piece follows, in a second withdrawal.
    scene.withdraw(&Statement { name: Some("M".parse().unwrap()), ..scene.statement().await }).await;
    scene.receive([1, 0]).await;
    let order = scene.test_shop.stored_order(scene.order).await;
    assert_eq!(order.refunded(), Some(order.snapshot().total));
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn a_repeated_withdrawal_is_one() {
    let scene = Scene::shipped().await;
    let said = scene.statement().await;
    scene.withdraw(&said).await;
    scene.test_shop.clock.advance(A_DAY);
    scene.withdraw(&said).await;
    assert_eq!(scene.outcomes().await, [WithdrawalOutcome::Approved]);
    assert_eq!(scene.acknowledgments().await.len(), 1);
    // After the customer has canceled the return, it counts again.
    scene.decide(ReturnDecision::Cancel).await;
    scene.withdraw(&said).await;
    assert_eq!(scene.outcomes().await, [WithdrawalOutcome::Approved; 2]);
    let acknowledgments = scene.acknowledgments().await;
    assert_eq!(acknowledgments.len(), 2);
    assert!(acknowledgments[0].unasked.is_some(), "only the first is sent past the quota");
}

#[tokio::test]
async fn a_withdrawal_without_an_order_is_recorded_and_acknowledged_without_its_text() {
    let scene = Scene::shipped().await;
    let number = scene.number().await;
    let words = |statement: Statement| Statement {
        name: Some("Buy now".parse().unwrap()),
        parts: Some("at evil.example".parse().unwrap()),
        ..statement
    };
    for (order, email, outcome) in [
        ("AP-2222-2222", "marta@example.com", WithdrawalOutcome::UnknownOrder),
        ("evil.example", "marta@example.com", WithdrawalOutcome::UnknownOrder),
        (&number, "olga@example.com", WithdrawalOutcome::OtherEmail),
    ] {
        let said = words(statement(order, email));
        for _ in 0..2 {
            scene.withdraw(&said).await;
        }
        let newest = scene.list().await.remove(0);
        assert_eq!((newest.withdrawal.outcome, newest.withdrawal.order, newest.returned), (outcome, None, None));
        assert_eq!(newest.withdrawal.statement, said);
        let mail = scene.acknowledgments().await.remove(0);
        assert!(mail.unasked.is_some() && mail.to == said.email);
        assert!(!mail.text.contains("evil") && !mail.text.contains("Buy now"), "{}", mail.text);
        assert!(mail.text.contains("We will check it and write to you."), "{}", mail.text);
    }
    assert_eq!(scene.list().await.len(), 3, "the same one is recorded once");
}

#[tokio::test]
async fn strangers_cannot_fill_a_mailbox() {
    let scene = Scene::shipped().await;
    for number in 0..25 {
        scene.withdraw(&statement(&format!("Order {number}"), "victim@example.com")).await;
    }
    assert_eq!((scene.list().await.len(), scene.acknowledgments().await.len()), (25, 20));
    let mut said = scene.statement().await;
    said.email = "marta@example.com".parse().unwrap();
    for number in 0..25 {
        scene.withdraw(&statement(&format!("Order {number}"), "marta@example.com")).await;
    }
    scene.withdraw(&said).await;
    assert_eq!(scene.acknowledgments().await[0].unasked, None, "the customer's own goes out");
}

#[tokio::test]
async fn the_email_to_the_address_of_an_unpaid_order_has_no_text_and_counts_as_unasked() {
    let scene = Scene::shipped().await;
    let order = place_order(&scene.test_shop, scene.guest, scene.parts, "DE").await;
    let number = scene.test_shop.stored_order(order).await.snapshot().number.clone().unwrap();
    let words = Some("Claim your money at evil.example".parse().unwrap());
    let said = Statement { parts: words, ..statement(number.as_str(), "marta@example.com") };
    scene.withdraw(&said).await;
    let mail = scene.acknowledgments().await.remove(0);
    assert!(mail.unasked.is_some());
    assert!(!mail.text.contains("evil.example"), "{}", mail.text);
    assert!(!mail.text.contains("refund what you paid"), "{}", mail.text);
}

#[tokio::test]
async fn an_order_that_was_not_shipped_waits_for_an_admin() {
    let scene = Scene::new().await;
    let said = scene.statement().await;
    scene.withdraw(&said).await;
    let record = scene.list().await.remove(0);
    assert_eq!((record.withdrawal.outcome, record.returned), (WithdrawalOutcome::NotShipped, None));
    assert!(scene.acknowledgments().await[0].text.contains("We will cancel it and refund what you paid."));
    scene.test_shop.shop.refund_order(scene.admin, scene.order).await.unwrap();
    scene.withdraw(&said).await;
    assert_eq!(scene.outcomes().await[0], WithdrawalOutcome::NothingToReturn);
}

#[tokio::test]
async fn a_requested_return_does_not_keep_its_pieces_from_a_withdrawal() {
    let scene = Scene::shipped().await;
    let (shop, guest) = (&scene.test_shop.shop, Authority::new(scene.guest, None));
    let all = [(1, 2), (2, 1)].map(|(line, pieces)| (LineNumber::new(line).unwrap(), Quantity::new(pieces).unwrap()));
    let request = RequestReturn { pieces: all.into(), reason: ReturnReason::NotNeeded, note: None };
    let requested = shop.request_return(guest, scene.order, request).await.unwrap().returned;
    assert_eq!(requested.state, ReturnState::Requested);
    scene.withdraw(&scene.statement().await).await;
    let withdrawn = scene.list().await.remove(0).returned.unwrap();
    assert_eq!((withdrawn.state, withdrawn.announced()), (ReturnState::Approved, all.into()));
    assert_eq!(shop.return_by_id(guest, requested.id).await.unwrap().returned.state, ReturnState::Cancelled);
}

/// All pieces, because they are not needed.
fn not_needed() -> RequestReturn {
    let all = [(1, 2), (2, 1)].map(|(line, pieces)| (LineNumber::new(line).unwrap(), Quantity::new(pieces).unwrap()));
    RequestReturn { pieces: all.into(), reason: ReturnReason::NotNeeded, note: None }
}

#[tokio::test]
async fn a_withdrawal_replaces_an_approved_return_with_a_restocking_fee() {
    let scene = Scene::shipped_with_fee().await;
    let (shop, guest) = (&scene.test_shop.shop, Authority::new(scene.guest, None));
    let requested = shop.request_return(guest, scene.order, not_needed()).await.unwrap().returned;
    let approve = ReturnDecision::Approve { answer: None };
    shop.decide_return(Authority::new(scene.admin, None), requested.id, approve).await.unwrap();
    scene.withdraw(&scene.statement().await).await;
    assert_eq!(shop.return_by_id(guest, requested.id).await.unwrap().returned.state, ReturnState::Cancelled);
    scene.receive([2, 1]).await;
    assert_eq!(scene.test_shop.stored_order(scene.order).await.money_left(), Money::ZERO, "without a fee");
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn a_canceled_withdrawal_does_not_remove_the_restocking_fee() {
    let scene = Scene::shipped_with_fee().await;
    let (shop, guest) = (&scene.test_shop.shop, Authority::new(scene.guest, None));
    scene.withdraw(&scene.statement().await).await;
    let withdrawn = scene.list().await.remove(0).returned.unwrap();
    shop.decide_return(guest, withdrawn.id, ReturnDecision::Cancel).await.unwrap();
    let preview = shop.preview_return(guest, scene.order, not_needed()).await.unwrap();
    let requested = shop.request_return(guest, scene.order, not_needed()).await.unwrap().returned;
    let admin = Authority::new(scene.admin, None);
    shop.decide_return(admin, requested.id, ReturnDecision::Approve { answer: None }).await.unwrap();
    let found = requested
        .announced()
        .into_iter()
        .map(|(line, pieces)| (line, Inspection { restocked: pieces.pieces(), damaged: 0, refused: 0 }));
    let receive = ReturnDecision::Receive { found: found.collect(), reason: None, answer: None };
    let refund = shop.decide_return(admin, requested.id, receive).await.unwrap().refund.unwrap();
    assert!(preview.fee > Money::ZERO);
    assert_eq!((refund.amount, refund.fee), (preview.amount, preview.fee));
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn one_that_was_shipped_after_all_can_be_withdrawn_again() {
    let scene = Scene::new().await;
    let said = scene.statement().await;
    scene.withdraw(&said).await;
    let refused = scene.test_shop.shop.ship(scene.admin, scene.order, Ship::default()).await;
    assert!(matches!(refused, Err(Refused(ShipmentError::Withdrawn))), "{refused:?}");
    let anyway = Ship { anyway: true, ..Ship::default() };
    assert!(scene.test_shop.shop.ship(scene.admin, scene.order, anyway).await.unwrap());
    scene.withdraw(&said).await;
    assert_eq!(scene.outcomes().await, [WithdrawalOutcome::Approved, WithdrawalOutcome::NotShipped]);
}

#[tokio::test]
async fn the_period_ends_at_midnight_in_the_customers_time_zone() {
    // Shipped at the start of January 1 in UTC; delivered on January 15, so that January 29 is the last day.
    // An hour ahead of UTC, that day ends at 23:00.
    let (last, too_late) = (Duration::from_secs((28 * 24 + 23) * 3_600 - 1), Duration::from_hours(28 * 24 + 23));
    for (later, outcome) in [(last, WithdrawalOutcome::Approved), (too_late, WithdrawalOutcome::PeriodOver)] {
        let scene = Scene::shipped().await;
        scene.test_shop.clock.advance(later);
        scene.withdraw(&scene.statement().await).await;
        assert_eq!(scene.outcomes().await, [outcome]);
    }
}

#[tokio::test]
async fn customers_elsewhere_have_no_right_but_get_a_response() {
    let scene = Scene::to("CH").await;
    scene.ship().await;
    scene.withdraw(&scene.statement().await).await;
    assert_eq!(scene.outcomes().await, [WithdrawalOutcome::NoRight]);
    assert!(scene.acknowledgments().await[0].text.contains("We will check it and write to you."));
}

#[tokio::test]
async fn only_admins_read_withdrawals_and_members_export_theirs() {
    let scene = Scene::shipped().await;
    assert!(scene.test_shop.shop.withdrawals(scene.guest, Page::first()).await.is_err());
    let olga = scene.test_shop.customer("olga").await;
    scene.withdraw(&statement("1", "olga@example.com")).await;
    scene.withdraw(&statement("1", "marta@example.com")).await;
    let data = scene.test_shop.shop.personal_data(olga, "olga@example.com".parse().unwrap()).await.unwrap();
    let exported: Vec<_> = data.withdrawals.iter().map(|one| one.statement.email.to_string()).collect();
    assert_eq!(exported, ["olga@example.com"]);
}

#[tokio::test]
async fn a_withdrawal_is_never_one_return_too_many() {
    let scene = Scene::shipped().await;
    let guest = Authority::new(scene.guest, None);
    let shop = &scene.test_shop.shop;
    for _ in 0..MAX_RETURNS {
        let pieces = [(LineNumber::new(1).unwrap(), Quantity::new(1).unwrap())].into();
        let request = RequestReturn { pieces, reason: ReturnReason::Damaged, note: None };
        let requested = shop.request_return(guest, scene.order, request).await.unwrap();
        shop.decide_return(guest, requested.returned.id, ReturnDecision::Cancel).await.unwrap();
    }
    scene.withdraw(&scene.statement().await).await;
    assert_eq!(scene.outcomes().await, [WithdrawalOutcome::Approved]);
    let returns = shop.returns_of_order(guest, scene.order).await.unwrap();
    let withdrawn = returns.iter().find(|one| one.returned.reason == ReturnReason::Withdrawal).unwrap();
    let canceled = shop.decide_return(guest, withdrawn.returned.id, ReturnDecision::Cancel).await;
    assert!(matches!(canceled, Err(Refused(ReturnError::TooMany))), "withdrawing and canceling in a loop");
}
