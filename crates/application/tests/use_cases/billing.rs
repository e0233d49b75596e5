//! Invoices and credit notes: when they are issued, what they state, and who reads them.

use autoparts_application::{
    accounts::access::Authority,
    billing::DocumentRecord,
    maintenance::books::Discrepancy,
    orders::shipment::Ship,
    payments::partial_refunds::{RefundPart, RefundScope},
    ports::identity::Grant,
    returns::{RequestReturn, deciding::ReturnDecision},
};
use autoparts_domain::{
    billing::{Bill, BillKind},
    id::{OrderId, PartId, UserId},
    money::{Money, RefundAmount},
    orders::{LineNumber, PiecesToRefund},
    quantity::Quantity,
    returns::{Inspection, ReturnReason},
};
use autoparts_testing::test_shop::TestShop;
use std::time::Duration;

fn cents(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

/// A shop with a paid order of three pieces at $10.
struct Scene {
    test_shop: TestShop,
    marta: UserId,
    admin: UserId,
    part: PartId,
    order: OrderId,
}

impl Scene {
    async fn new() -> Self {
        let test_shop = TestShop::default();
        let marta = test_shop.customer("marta").await;
        let admin = test_shop.admin().await;
        let part = test_shop.part(1, 20, 1000).await;
        let (order, _) = test_shop.paid_order(marta, part, 3).await;
        Self { test_shop, marta, admin, part, order }
    }

    async fn documents(&self, caller: UserId) -> Vec<DocumentRecord> {
        let shop = &self.test_shop.shop;
        shop.documents_of_order(caller, self.order, "Vale Parts".to_owned()).await.unwrap()
    }

    async fn printed(&self) -> Vec<(String, i64)> {
        let documents = self.documents(self.marta).await;
        documents.iter().map(|one| (one.document.printed_number(), one.document.bill.amount.cents())).collect()
    }

    async fn refund(&self, what: RefundScope) {
        let part = RefundPart { what, note: None, idempotency_key: None };
        self.test_shop.shop.refund_part(self.admin, self.order, part).await.unwrap();
    }
}

fn printed(documents: &[(&str, i64)]) -> Vec<(String, i64)> {
    documents.iter().map(|(number, cents)| ((*number).to_owned(), *cents)).collect()
}

#[tokio::test]
async fn a_paid_order_gets_its_invoice_when_it_is_first_requested() {
    let scene = Scene::new().await;
    let unpaid = scene.test_shop.order(scene.marta, scene.part, 1).await;
    let shop = &scene.test_shop.shop;
    assert_eq!(shop.documents_of_order(scene.marta, unpaid, String::new()).await.unwrap(), []);
    let first = scene.documents(scene.marta).await;
    assert_eq!(scene.printed().await, printed(&[("INV-000001", 3000)]));
    assert_eq!(first[0].document.issued_at, shop.now());
    scene.test_shop.clock.advance(Duration::from_hours(24));
    let moved = shop.documents_of_order(scene.admin, scene.order, "Elsewhere".to_owned()).await.unwrap();
    assert_eq!(moved, first, "an issued document does not change with the seller");
    let olga = scene.test_shop.customer("olga").await;
    assert!(shop.documents_of_order(olga, scene.order, String::new()).await.is_err());
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn every_refund_gets_a_credit_note() {
    let scene = Scene::new().await;
    let line = |pieces| [(LineNumber::new(1).unwrap(), Quantity::new(pieces).unwrap())].into();
    let taken = PiecesToRefund { pieces: line(1), ..PiecesToRefund::default() };
    scene.refund(RefundScope::Lines { taken, restock: line(1), shipping: false, with_fee: false }).await;
    assert_eq!(scene.printed().await, printed(&[("INV-000001", 3000), ("CN-000001", 1000)]));
    scene.refund(RefundScope::Amount(RefundAmount::new(cents(250)).unwrap())).await;
    scene.test_shop.shop.refund_order(scene.admin, scene.order).await.unwrap();
    let all = [("INV-000001", 3000), ("CN-000001", 1000), ("CN-000002", 250), ("CN-000003", 1750)];
    assert_eq!(scene.printed().await, printed(&all));
    scene.test_shop.check_books().await;
}

#[tokio::test]
async fn the_credit_note_of_a_return_lists_its_pieces() {
    let scene = Scene::new().await;
    let shop = &scene.test_shop.shop;
    shop.ship(scene.admin, scene.order, Ship::default()).await.unwrap();
    let line = LineNumber::new(1).unwrap();
    let pieces = [(line, Quantity::new(2).unwrap())].into();
    let request = RequestReturn { pieces, reason: ReturnReason::Damaged, note: None };
    let admin = Authority::new(scene.admin, None);
    let id = shop.request_return(Authority::new(scene.marta, None), scene.order, request).await.unwrap().returned.id;
    shop.decide_return(admin, id, ReturnDecision::Approve { answer: None }).await.unwrap();
    let found = [(line, Inspection { restocked: 1, damaged: 0, refused: 1 })].into();
    shop.decide_return(admin, id, ReturnDecision::Receive { found, reason: None, answer: None }).await.unwrap();
    let documents = scene.documents(scene.marta).await;
    let credit_note = documents.last().unwrap();
    assert_eq!(credit_note.document.bill.kind(), BillKind::CreditNote);
    assert_eq!(credit_note.refund.as_ref().map(|refund| refund.amount), Some(cents(1000)));
    assert_eq!(credit_note.pieces.iter().map(|credited| credited.pieces).collect::<Vec<_>>(), [1]);
}

#[tokio::test]
async fn the_credit_note_of_an_admins_refund_lists_its_pieces() {
    let scene = Scene::new().await;
    let line = |pieces| [(LineNumber::new(1).unwrap(), Quantity::new(pieces).unwrap())].into();
    let taken = |pieces| PiecesToRefund { pieces: line(pieces), ..PiecesToRefund::default() };
    scene.refund(RefundScope::Lines { taken: taken(1), restock: line(1), shipping: false, with_fee: false }).await;
    scene.refund(RefundScope::Amount(RefundAmount::new(cents(250)).unwrap())).await;
    scene.refund(RefundScope::Lines { taken: taken(2), restock: line(2), shipping: false, with_fee: false }).await;
    let documents = scene.documents(scene.marta).await;
    let pieces: Vec<Vec<i64>> =
        documents.iter().map(|one| one.pieces.iter().map(|credited| credited.pieces).collect()).collect();
    assert_eq!(pieces, [vec![], vec![1], vec![], vec![2]], "invoice, pieces, an amount, and all that was left");
    assert!(documents.iter().flat_map(|one| &one.pieces).all(|credited| !credited.cores_only));
}

#[tokio::test]
async fn the_credit_note_of_a_canceled_order_lists_all_its_pieces() {
    let scene = Scene::new().await;
    scene.test_shop.shop.refund_order(scene.admin, scene.order).await.unwrap();
    let documents = scene.documents(scene.marta).await;
    let pieces: Vec<i64> = documents.iter().flat_map(|one| &one.pieces).map(|credited| credited.pieces).collect();
    assert_eq!(pieces, [3]);
}

#[tokio::test]
async fn admins_read_the_documents_of_a_customer_who_has_left() {
    let scene = Scene::new().await;
    let before = scene.documents(scene.marta).await;
    let session = Grant { user: scene.marta, session: scene.marta.uuid().into() };
    let email = "marta@example.com".parse().unwrap();
    scene.test_shop.shop.delete_account(session, email).await.unwrap();
    assert_eq!(scene.documents(scene.admin).await, before);
}

#[tokio::test]
async fn the_books_find_a_document_with_a_wrong_total() {
    let scene = Scene::new().await;
    let order = scene.test_shop.stored_order(scene.order).await.key();
    let wrong = Bill { order, refund: None, amount: cents(2999), tax: Money::ZERO };
    let shop = &scene.test_shop.shop;
    shop.store
        .write(move |tx| tx.issue_document(&wrong, "Vale Parts", autoparts_testing::clock::NEW_YEAR))
        .await
        .unwrap();
    let what = "its total is not that of the order or refund";
    let expected = Discrepancy::Document { number: "INV-000001".to_owned(), order: Some(scene.order), what };
    assert_eq!(shop.check_books().await.unwrap(), [expected]);
}
