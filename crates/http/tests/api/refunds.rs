//! Giving money back: who may, what is told, and what is refused.

use crate::support::{call, send};
use autoparts_application::{
    ports::page::Page,
    testing::{memory::MemoryStore, test_shop::TestShop},
};
use autoparts_domain::payments::reversal::DisputeState;
use serde_json::json;

async fn refund_id(bench: &TestShop) -> String {
    let all = bench.shop.store.read(|tx| tx.all_refunds(&Page::first())).await.unwrap();
    all[0].id.to_string()
}

#[actix_web::test]
async fn an_admin_gives_money_back_once() {
    let bench = TestShop::default();
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

#[actix_web::test]
async fn a_shipped_order_is_refunded_by_an_admin_who_says_so() {
    let bench = TestShop::default();
    let (marta, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 5, 1000).await;
    let (id, _) = bench.paid_order(marta, part, 2).await;
    bench.shop.ship(admin, id).await.unwrap();
    let refund = |query: &str| call("PUT", &format!("/refund/{id}{query}")).by(admin);
    for query in ["", "?afterShipping=false"] {
        assert_eq!(send(&bench, refund(query)).await.code(), "order_already_shipped");
    }
    assert_eq!(send(&bench, refund("?afterShipping=maybe")).await.code(), "invalid_fields");
    assert_eq!(send(&bench, refund("?afterShipping=true")).await.json()["modifiedCount"], 1);
    let order = send(&bench, call("GET", &format!("/order/{id}")).by(marta)).await.json();
    assert_eq!(
        (&order["state"], &order["status"], &order["paid"], &order["refundedAmount"]),
        (&json!("refunded"), &json!("shipped"), &json!(false), &json!(20))
    );
}

#[actix_web::test]
async fn an_order_says_what_went_back_without_the_shop_and_shipping_asks_twice() {
    let bench = TestShop::default();
    let (marta, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 5, 1000).await;
    let (id, transaction) = bench.paid_order(marta, part, 1).await;
    let message = async |event: &str| {
        let body = format!("{event} {transaction} reversal");
        bench.shop.take_provider_message(body.as_bytes(), "good").await.unwrap();
    };
    let order = async || send(&bench, call("GET", &format!("/order/{id}")).by(marta)).await.json();
    let ship =
        async |body: serde_json::Value| send(&bench, call("PUT", &format!("/ship/{id}")).by(admin).json(body)).await;
    assert!(order().await["refundedAmount"].is_null() && order().await["dispute"].is_null());
    bench.provider.refund_elsewhere(&transaction, 250);
    message("evt_1").await;
    assert_eq!((&order().await["refundedAmount"], &order().await["paid"]), (&json!(2.5), &json!(true)));
    let refused = ship(json!({ "status": "shipped" })).await;
    assert_eq!(refused.code(), "shipping_needs_confirmation");
    assert_eq!(refused.json()["detail"], "$2.50 of this order was given back");

    bench.provider.open_dispute(&transaction, DisputeState::Open);
    message("evt_2").await;
    assert_eq!(order().await["dispute"], "open");
    let refund = send(&bench, call("PUT", &format!("/refund/{id}")).by(admin)).await;
    assert_eq!(refund.code(), "payment_disputed");
    bench.provider.decide_dispute(&transaction, DisputeState::Lost);
    message("evt_3").await;
    let anyway = json!({ "status": "shipped", "anyway": true });
    assert_eq!(ship(anyway.clone()).await.code(), "dispute_lost");
    bench.provider.decide_dispute(&transaction, DisputeState::Won);
    assert_eq!(order().await["dispute"], "lost");
}

#[actix_web::test]
async fn a_payment_without_an_order_goes_back_when_an_admin_says_so() {
    let mut bench = TestShop::default();
    let (marta, part) = (bench.customer("marta").await, bench.part(1, 5, 1000).await);
    let (order, transaction) = bench.paid_order(marta, part, 1).await;
    bench.shop.store = std::sync::Arc::new(MemoryStore::default());
    let admin = bench.admin().await;
    bench.shop.run_maintenance().await;
    let unmatched = async || send(&bench, call("GET", "/unmatched-payments").by(admin)).await.json();
    assert_eq!(
        unmatched().await,
        json!([{
            "transactionId": transaction.to_string(), "order": order.to_string(), "amount": 10,
            "foundAt": "2026-01-01T00:00:00Z", "failures": 0,
        }])
    );
    let give_back = || call("PUT", &format!("/unmatched-payments/{transaction}")).by(admin);
    assert_eq!(send(&bench, give_back()).await.json()["modifiedCount"], 1);
    assert_eq!(
        (send(&bench, give_back()).await.json()["modifiedCount"].clone(), unmatched().await),
        (json!(0), json!([]))
    );
    assert_eq!(bench.provider.refunds(), [transaction]);
}
