//! Core claims: decisions about old parts, reminders, and what the check of the books finds.

use autoparts_application::{
    cores::{CoreError, CoreResult, OrderedCore},
    maintenance::books::Discrepancy,
    orders::ordering_error::OrderingError,
    ports::{cores::CoreTotals, page::Page, store::Transaction, store_error::StoreResult},
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    audit::AuditAction,
    cores::{CoreDecision, CorePieces, CoreRecord, CoreRefused, CoreState},
    id::{OrderId, UserId},
    ledger::Movement,
    money::Money,
    orders::{LineNumber, LineRefunds, PartialRefunds},
};
use autoparts_testing::test_shop::TestShop;
use std::time::Duration;

const A_DAY: Duration = Duration::from_hours(24);

/// A shop with a shipped order of three pieces, whose core charges are $3 each.
struct Scene {
    test_shop: TestShop,
    customer: UserId,
    admin: UserId,
    order: OrderId,
}

fn line() -> LineNumber {
    LineNumber::new(1).unwrap()
}

impl Scene {
    async fn new() -> Self {
        let test_shop = TestShop::default();
        let (customer, admin) = (test_shop.customer("marta").await, test_shop.admin().await);
        let order = test_shop.shipped_cores(customer, admin, 3).await;
        Self { test_shop, customer, admin, order }
    }

    async fn decide(&self, received: i64, accepted: i64, refused: i64) -> CoreResult<OrderedCore> {
        let reason = (refused > 0).then(|| "Cracked housing".parse().unwrap());
        let decision = CoreDecision { received, accepted, refused, reason };
        self.test_shop.shop.decide_cores(self.admin, self.order, line(), decision).await
    }

    async fn pieces(&self) -> CorePieces {
        let claims = self.test_shop.shop.core_claims_of_order(self.customer, self.order).await.unwrap();
        claims[0].claim.pieces
    }

    async fn totals(&self) -> (i64, i64) {
        let CoreTotals { owed, received } = self.test_shop.shop.core_totals(self.admin).await.unwrap();
        (owed.cents(), received.cents())
    }

    /// The money that the ledger says was refunded.
    async fn refunded(&self) -> i64 {
        let key = self.test_shop.stored_order(self.order).await.key();
        let ledger = self.test_shop.shop.store.read(move |tx| tx.ledger_of(&key)).await.unwrap();
        let refunded = |movement: Movement| if let Movement::Refunded(money) = movement { money.cents() } else { 0 };
        ledger.into_iter().map(|entry| refunded(entry.movement)).sum()
    }

    /// Subject and text of the emails, newest first.
    async fn mails(&self) -> Vec<(String, String)> {
        let mails = self.test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
        mails.into_iter().map(|mail| (mail.subject, mail.text)).collect()
    }

    async fn save(&self, record: CoreRecord) {
        let key = self.test_shop.stored_order(self.order).await.key();
        let write = move |tx: &mut dyn Transaction| -> StoreResult<()> { tx.save_core_record(&key, line(), &record) };
        self.test_shop.shop.store.write(write).await.unwrap();
    }

    async fn discrepancies(&self) -> Vec<Discrepancy> {
        self.test_shop.shop.check_books().await.unwrap()
    }
}

#[tokio::test]
async fn old_parts_are_received_accepted_and_refused() {
    let scene = Scene::new().await;
    assert_eq!((scene.pieces().await.owed, scene.totals().await), (3, (900, 0)));
    scene.decide(2, 0, 0).await.unwrap();
    assert_eq!(scene.totals().await, (300, 600));
    let decided = scene.decide(0, 1, 1).await.unwrap().claim;
    assert_eq!(decided.pieces, CorePieces { owed: 1, accepted: 1, refused: 1, ..CorePieces::default() });
    assert_eq!((scene.pieces().await, scene.totals().await), (decided.pieces, (300, 0)));
    assert_eq!(scene.refunded().await, 300, "the core charge of one piece");
    let shop = &scene.test_shop.shop;
    let documents = shop.documents_of_order(scene.customer, scene.order, String::new()).await.unwrap();
    let credited: Vec<_> = documents[1].pieces.iter().map(|credited| (credited.pieces, credited.cores_only)).collect();
    assert_eq!(credited, [(1, true)]);
    let mails = scene.mails().await;
    let text = &mails[0].1;
    assert!(text.contains("1 × Alternator, core charge only") && text.contains("Cracked housing"), "{mails:?}");
    let log = scene.test_shop.audit_log().await;
    let decisions = log.iter().filter(|entry| entry.action == AuditAction::DecideCores);
    let mut details = decisions.filter_map(|entry| entry.detail.as_ref());
    assert!(details.any(|detail| detail.contains("line 1") && detail.contains("accepted: 0 → 1")), "{log:?}");
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn the_same_decision_again_changes_nothing() {
    let scene = Scene::new().await;
    let first = scene.decide(1, 1, 1).await.unwrap();
    let mails = scene.mails().await.len();
    assert_eq!(scene.decide(1, 1, 1).await.unwrap(), first);
    assert_eq!((scene.refunded().await, scene.mails().await.len()), (300, mails));
}

#[tokio::test]
async fn a_customer_reads_why_old_parts_are_refused() {
    let scene = Scene::new().await;
    scene.decide(1, 0, 2).await.unwrap();
    let (subject, text) = &scene.mails().await[0];
    assert!(subject.starts_with("Your old parts") && text.contains("Cracked housing"), "{subject}: {text}");
    assert!(text.contains("2 × Alternator") && text.contains("$6"), "{text}");
    assert_eq!(scene.refunded().await, 0);
}

#[tokio::test]
async fn decisions_that_are_not_possible_are_refused() {
    let scene = Scene::new().await;
    let refused = scene.decide(4, 0, 0).await;
    assert!(matches!(refused, Err(Refused(CoreError::Refused(CoreRefused::TooManyPieces { left: 3 })))), "{refused:?}");
    let shop = &scene.test_shop.shop;
    let decision = CoreDecision { received: 1, accepted: 0, refused: 0, reason: None };
    let by_customer = shop.decide_cores(scene.customer, scene.order, line(), decision.clone()).await;
    assert!(matches!(by_customer, Err(Denied(_))), "{by_customer:?}");
    let second = LineNumber::new(2).unwrap();
    let of_no_line = shop.decide_cores(scene.admin, scene.order, second, decision).await;
    assert!(matches!(of_no_line, Err(Refused(CoreError::NoClaim))), "{of_no_line:?}");
    let olga = scene.test_shop.customer("olga").await;
    let seen = shop.core_claims_of_order(olga, scene.order).await;
    assert!(matches!(seen, Err(Refused(OrderingError::NoSuchOrder))), "{seen:?}");
}

#[tokio::test]
async fn a_customer_is_reminded_once_a_week_before_the_claim_expires_and_it_can_still_be_accepted() {
    let scene = Scene::new().await;
    scene.decide(0, 1, 0).await.unwrap();
    let reminders = async || {
        assert!(scene.test_shop.shop.run_maintenance().await);
        let mails = scene.mails().await;
        mails.into_iter().filter(|(subject, _)| subject.starts_with("Your core charge")).collect::<Vec<_>>()
    };
    scene.test_shop.clock.advance(A_DAY * 22);
    assert_eq!(reminders().await, []);
    scene.test_shop.clock.advance(A_DAY);
    let reminded = reminders().await;
    assert!(reminded[0].1.contains("2 × Alternator") && reminded[0].1.contains("Jan 31, 2026"), "{reminded:?}");
    scene.test_shop.clock.advance(A_DAY * 7);
    assert_eq!((reminders().await.len(), scene.pieces().await.owed), (1, 2), "the last day");
    scene.test_shop.clock.advance(A_DAY);
    assert_eq!((scene.pieces().await.expired, scene.totals().await), (2, (0, 0)));
    let list = async |state| scene.test_shop.shop.core_claims(scene.admin, Some(state), Page::first()).await.unwrap();
    assert_eq!((list(CoreState::Owed).await.len(), list(CoreState::Expired).await.len()), (0, 1));
    scene.decide(0, 2, 0).await.unwrap();
    assert_eq!((scene.refunded().await, scene.pieces().await.expired), (600, 1));
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn the_books_disagree_with_more_old_parts_than_core_charges() {
    let scene = Scene::new().await;
    scene.save(CoreRecord { received: 2, refused: 1, ..CoreRecord::default() }).await;
    assert_eq!(scene.discrepancies().await, []);
    scene.save(CoreRecord { received: 2, refused: 2, revision: 1, ..CoreRecord::default() }).await;
    let what = "more old parts were recorded than a line has core charges";
    assert_eq!(scene.discrepancies().await, [Discrepancy::Order { order: scene.order, what }]);
}

#[tokio::test]
async fn the_books_disagree_with_core_charges_that_were_not_refunded() {
    let scene = Scene::new().await;
    scene.decide(0, 1, 0).await.unwrap();
    assert_eq!(scene.discrepancies().await, []);
    let order = scene.test_shop.stored_order(scene.order).await;
    let two = LineRefunds { cores: 2, ..LineRefunds::default() };
    let of_lines = [(line(), two)];
    let refunds = PartialRefunds::restore(Money::from_cents(300).unwrap(), of_lines, &order.snapshot().lines).unwrap();
    let wrong = order.with_refunds(refunds);
    let write = move |tx: &mut dyn Transaction| -> StoreResult<()> { tx.update_order(&wrong) };
    scene.test_shop.shop.store.write(write).await.unwrap();
    let what = "the refunded pieces and core charges do not match their refunds";
    assert_eq!(scene.discrepancies().await, [Discrepancy::Order { order: scene.order, what }]);
}
