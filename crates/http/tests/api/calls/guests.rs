//! Ordering without an account.

use crate::support::{call, destination, send};
use autoparts_application::testing::test_shop::TestShop;
use serde_json::json;

#[actix_web::test]
async fn a_guest_orders_and_comes_back() {
    let test_shop = TestShop::default();
    let part = test_shop.part(1, 5, 1000).await.to_string();
    let marta = json!({ "name": "Marta", "email": "marta@example.com" });
    let guest = send(&test_shop, call("POST", "/guests").json(marta)).await;
    assert_eq!(guest.status.as_u16(), 201, "{}", guest.text);
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let (access, kept) = (text(&guest.json()["accessToken"]), text(&guest.json()["token"]));
    let order = json!({
        "lines": [{ "part": part }], "destination": destination(), "phone": "5550100", "totalPrice": 10,
    });
    let placed = send(&test_shop, call("POST", "/checkouts").bearer(&access).json(order)).await;
    assert_eq!(placed.status.as_u16(), 201, "{}", placed.text);
    let id = text(&placed.json()["insertedId"]);
    let resumed = send(&test_shop, call("POST", "/guests/resume").json(json!({ "token": kept }))).await;
    assert_eq!(resumed.status.as_u16(), 200);
    let guest = resumed.json();
    assert!(guest.get("order").is_none());
    assert_eq!((&guest["name"], &guest["email"]), (&json!("Marta"), &json!("marta@example.com")));
    let again = text(&resumed.json()["accessToken"]);
    let shown = send(&test_shop, call("GET", &format!("/order/{id}")).bearer(&again)).await.json();
    assert_eq!((&shown["name"], &shown["email"]), (&json!("Marta"), &json!("marta@example.com")));
    let review = json!({ "rating": "5", "review": "Good." });
    let refused = send(&test_shop, call("POST", "/reviews").bearer(&again).json(review)).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (403, "sign_in_required"));
    let users = send(&test_shop, call("GET", "/users").by(test_shop.admin().await)).await.json();
    assert!(users.as_array().unwrap().iter().all(|user| user["user"] != "marta@example.com"));
}

#[actix_web::test]
async fn a_forged_link_opens_nothing() {
    let test_shop = TestShop::default();
    for token in ["forged", "", &"f".repeat(201)] {
        let refused = send(&test_shop, call("POST", "/guests/resume").json(json!({ "token": token }))).await;
        assert!([404, 422].contains(&refused.status.as_u16()), "{token}: {}", refused.text);
    }
}
