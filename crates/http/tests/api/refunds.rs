//! Refunds: who may make them, what is returned, and what is refused.

use crate::support::{call, send};
use autoparts_application::{orders::shipment::Ship, ports::page::Page};
use autoparts_domain::payments::reversal::DisputeState;
use autoparts_testing::{memory::MemoryStore, test_shop::TestShop};
use serde_json::json;

async fn refund_id(test_shop: &TestShop) -> String {
    let all = test_shop.shop.store.read(|tx| tx.all_refunds(&Page::first())).await.unwrap();
    all[0].id.to_string()
}

#[actix_web::test]
async fn an_admin_gives_money_back_once() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (id, transaction) = test_shop.paid_order(marta, part, 2).await;
    let refund = || call("PUT", &format!("/refund/{id}")).by(admin);
    assert_eq!(send(&test_shop, refund()).await.json()["modifiedCount"], 1);
    assert_eq!(send(&test_shop, refund()).await.json()["modifiedCount"], 0);
    let booking = json!({ "booking": id.to_string(), "transactionId": transaction.to_string() });
    let booking = send(&test_shop, call("PATCH", &format!("/booking/{id}")).by(marta).json(booking)).await;
    assert_eq!(booking.code(), "order_refunded");
    assert_eq!(
        send(&test_shop, call("GET", "/refunds").by(admin)).await.json(),
        json!([{
            "_id": refund_id(&test_shop).await, "order": id.to_string(), "transactionId": transaction.to_string(), "amount": 20,
            "reason": "byAdmin", "byHand": false, "failures": 0, "dueAt": "2026-01-01T00:00:00Z", "doneAt": "2026-01-01T00:00:00Z",
        }])
    );
    let unpaid = test_shop.order(marta, part, 1).await;
    assert_eq!(send(&test_shop, call("PUT", &format!("/refund/{unpaid}")).by(admin)).await.code(), "order_not_paid");
    let shipped = test_shop.order(marta, part, 1).await;
    test_shop.shop.ship(admin, shipped, Ship::default()).await.unwrap();
    let refused = send(&test_shop, call("PUT", &format!("/refund/{shipped}")).by(admin)).await;
    assert_eq!(refused.code(), "order_already_shipped");
}

#[actix_web::test]
async fn a_shipped_order_is_refunded_by_an_admin_who_says_so() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (id, _) = test_shop.paid_order(marta, part, 2).await;
    test_shop.shop.ship(admin, id, Ship::default()).await.unwrap();
    let refund = |query: &str| call("PUT", &format!("/refund/{id}{query}")).by(admin);
    for query in ["", "?afterShipping=false"] {
        assert_eq!(send(&test_shop, refund(query)).await.code(), "order_already_shipped");
    }
    assert_eq!(send(&test_shop, refund("?afterShipping=maybe")).await.code(), "invalid_fields");
    assert_eq!(send(&test_shop, refund("?afterShipping=true")).await.json()["modifiedCount"], 1);
    let order = send(&test_shop, call("GET", &format!("/order/{id}")).by(marta)).await.json();
    assert_eq!(
        (&order["state"], &order["status"], &order["paid"], &order["refundedAmount"]),
        (&json!("refunded"), &json!("shipped"), &json!(false), &json!(20))
    );
}

#[actix_web::test]
async fn an_order_says_what_went_back_without_the_shop_and_shipping_asks_twice() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (id, transaction) = test_shop.paid_order(marta, part, 1).await;
    let message = async |event: &str| {
        let body = format!("{event} {transaction} reversal");
        test_shop.shop.take_provider_message(body.as_bytes(), "good").await.unwrap();
    };
    let order = async || send(&test_shop, call("GET", &format!("/order/{id}")).by(marta)).await.json();
    let ship = async |body: serde_json::Value| {
        send(&test_shop, call("PUT", &format!("/ship/{id}")).by(admin).json(body)).await
    };
    assert!(order().await["refundedAmount"].is_null() && order().await["dispute"].is_null());
    test_shop.provider.refund_elsewhere(&transaction, 250);
    message("evt_1").await;
    assert_eq!((&order().await["refundedAmount"], &order().await["paid"]), (&json!(2.5), &json!(true)));
    let refused = ship(json!({ "status": "shipped" })).await;
    assert_eq!(refused.code(), "shipping_needs_confirmation");
    assert_eq!(refused.json()["detail"], "$2.50 of this order was refunded");

    test_shop.provider.open_dispute(&transaction, DisputeState::Open);
    message("evt_2").await;
    assert_eq!(order().await["dispute"], "open");
    let refund = send(&test_shop, call("PUT", &format!("/refund/{id}")).by(admin)).await;
    assert_eq!(refund.code(), "payment_disputed");
    test_shop.provider.decide_dispute(&transaction, DisputeState::Lost);
    message("evt_3").await;
    let anyway = json!({ "status": "shipped", "anyway": true });
    assert_eq!(ship(anyway.clone()).await.code(), "dispute_lost");
    test_shop.provider.decide_dispute(&transaction, DisputeState::Won);
    assert_eq!(order().await["dispute"], "lost");
}

#[actix_web::test]
async fn a_payment_without_an_order_goes_back_when_an_admin_says_so() {
    let mut test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, transaction) = test_shop.paid_order(marta, part, 1).await;
    test_shop.shop.store = std::sync::Arc::new(MemoryStore::default());
    let admin = test_shop.admin().await;
    test_shop.shop.run_maintenance().await;
    let unmatched = async || send(&test_shop, call("GET", "/unmatched-payments").by(admin)).await.json();
    assert_eq!(
        unmatched().await,
        json!([{
            "transactionId": transaction.to_string(), "order": order.to_string(), "amount": 10,
            "foundAt": "2026-01-01T00:00:00Z", "failures": 0,
        }])
    );
    let refund = || call("PUT", &format!("/unmatched-payments/{transaction}")).by(admin);
    assert_eq!(send(&test_shop, refund()).await.json()["modifiedCount"], 1);
    assert_eq!(
        (send(&test_shop, refund()).await.json()["modifiedCount"].clone(), unmatched().await),
        (json!(0), json!([]))
    );
    assert_eq!(test_shop.provider.refunds(), [transaction]);
}
