//! Giving money back: who may, what is told, and what is refused.

use crate::support::{call, send};
use autoparts_application::{ports::page::Page, testing::bench::Bench};
use serde_json::json;

async fn refund_id(bench: &Bench) -> String {
    let all = bench.shop.store.read(|tx| tx.all_refunds(&Page::first())).await.unwrap();
    all[0].id.to_string()
}

#[actix_web::test]
async fn an_admin_gives_money_back_once() {
    let bench = Bench::default();
    let (marta, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 5, 1000).await;
    let (id, transaction) = bench.paid_order(marta, part, 2).await;
    let refund = || call("PUT", &format!("/refund/{id}")).by(admin);
    assert_eq!(send(&bench, refund()).await.json()["modifiedCount"], 1);
    assert_eq!(send(&bench, refund()).await.json()["modifiedCount"], 0);
    let booking = json!({ "booking": id.to_string(), "transactionId": transaction.to_string() });
    let booking = send(&bench, call("PATCH", &format!("/booking/{id}")).by(marta).json(booking)).await;
    assert_eq!(booking.code(), "order_refunded");
    assert_eq!(
        send(&bench, call("GET", "/refunds").by(admin)).await.json(),
        json!([{
            "_id": refund_id(&bench).await, "order": id.to_string(), "transactionId": transaction.to_string(), "amount": 20,
            "reason": "byAdmin", "byHand": false, "failures": 0, "dueAt": "2026-01-01T00:00:00Z", "doneAt": "2026-01-01T00:00:00Z",
        }])
    );
    let unpaid = bench.order(marta, part, 1).await;
    assert_eq!(send(&bench, call("PUT", &format!("/refund/{unpaid}")).by(admin)).await.code(), "order_not_paid");
    let shipped = bench.order(marta, part, 1).await;
    bench.shop.ship(admin, shipped).await.unwrap();
    let refused = send(&bench, call("PUT", &format!("/refund/{shipped}")).by(admin)).await;
    assert_eq!(refused.code(), "order_already_shipped");
}
