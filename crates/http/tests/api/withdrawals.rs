//! Withdrawals from contracts, as the web app sends and lists them.

use crate::support::{call, send};
use autoparts_testing::test_shop::TestShop;
use serde_json::{Value, json};

async fn withdraw(test_shop: &TestShop, body: Value) -> (u16, Value) {
    let answer = send(test_shop, call("POST", "/withdrawals").json(body)).await;
    (answer.status.as_u16(), answer.json())
}

#[actix_web::test]
async fn the_answer_does_not_tell_whether_an_order_exists() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 10, 1000).await;
    let (order, _) = test_shop.paid_order(marta, part, 2).await;
    let order = test_shop.stored_order(order).await;
    let number = order.snapshot().number.as_ref().unwrap().to_string();
    let mut answers = Vec::new();
    for (number, email) in
        [(number.as_str(), "marta@example.com"), (&number, "olga@example.com"), ("AP-2222-2222", "olga@example.com")]
    {
        answers.push(withdraw(&test_shop, json!({ "orderNumber": number, "email": email })).await);
    }
    assert_eq!(answers[0], (201, json!({ "receivedAt": "2026-01-01T00:00:00Z" })));
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}

#[actix_web::test]
async fn shipping_an_order_that_was_withdrawn_needs_a_confirmation() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 10, 1000).await;
    let (id, _) = test_shop.paid_order(marta, part, 2).await;
    let view = async || send(&test_shop, call("GET", &format!("/order/{id}")).by(marta)).await.json();
    assert!(view().await["withdrawnAt"].is_null());
    let mut order = test_shop.stored_order(id).await;
    assert!(order.withdraw(test_shop.shop.now()));
    test_shop.shop.store.write(move |tx| tx.update_order(&order)).await.unwrap();
    assert_eq!(view().await["withdrawnAt"], "2026-01-01T00:00:00Z");
    let ship = async |body: Value| send(&test_shop, call("PUT", &format!("/ship/{id}")).by(admin).json(body)).await;
    let refused = ship(json!({ "status": "shipped" })).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (409, "shipping_needs_confirmation"));
    assert_eq!(ship(json!({ "status": "shipped", "anyway": true })).await.json()["modifiedCount"], 1);
}

#[actix_web::test]
async fn admins_read_what_was_sent_and_what_became_of_it() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let sent = json!({
        "orderNumber": " the discs ", "email": "Ann@Example.com", "name": "Ann", "parts": "Two discs,\none pad",
    });
    assert_eq!(withdraw(&test_shop, sent).await.0, 201);
    let list = send(&test_shop, call("GET", "/withdrawals").by(admin)).await.json();
    let mut one = list[0].clone();
    assert!(one.as_object_mut().unwrap().remove("_id").is_some());
    let expected = json!({
        "orderNumber": "the discs", "email": "ann@example.com", "name": "Ann", "parts": "Two discs,\none pad",
        "receivedAt": "2026-01-01T00:00:00Z", "outcome": "unknown_order",
    });
    assert_eq!(one, expected);
}

#[actix_web::test]
async fn a_statement_needs_an_order_and_an_address() {
    let test_shop = TestShop::default();
    for (body, field) in [
        (json!({ "email": "a@b.cd" }), "orderNumber"),
        (json!({ "orderNumber": " ", "email": "a@b.cd" }), "orderNumber"),
        (json!({ "orderNumber": "x".repeat(41), "email": "a@b.cd" }), "orderNumber"),
        (json!({ "orderNumber": "1" }), "email"),
        (json!({ "orderNumber": "1", "email": "ann" }), "email"),
        (json!({ "orderNumber": "1", "email": "a@b.cd", "parts": "x".repeat(1_001) }), "parts"),
    ] {
        let (status, problem) = withdraw(&test_shop, body).await;
        assert_eq!((status, problem["fields"][0]["field"].as_str()), (422, Some(field)), "{problem}");
    }
}
