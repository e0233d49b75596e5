//! Ordering without an account.

use crate::support::{call, destination, send};
use autoparts_application::ports::page::Page;
use autoparts_testing::test_shop::TestShop;
use serde_json::json;

#[actix_web::test]
async fn a_guest_orders_and_comes_back() {
    let test_shop = TestShop::default();
    let part = test_shop.part(1, 5, 1000).await.to_string();
    let marta = json!({ "name": "Marta", "email": "marta@example.com" });
    let guest = send(&test_shop, call("POST", "/guests").json(marta)).await;
    assert_eq!(guest.status.as_u16(), 201, "{}", guest.text);
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let access = text(&guest.json()["accessToken"]);
    let kept = text(&guest.json()["token"]);
    let order = json!({
        "lines": [{ "part": part }], "destination": destination(), "phone": "5550100", "totalPrice": 10,
    });
    let placed = send(&test_shop, call("POST", "/checkouts").bearer(&access).json(order)).await;
    assert_eq!(placed.status.as_u16(), 201, "{}", placed.text);
    let id = text(&placed.json()["insertedId"]);
    let resumed = send(&test_shop, call("POST", "/guests/resume").json(json!({ "token": kept }))).await;
    assert_eq!(resumed.status.as_u16(), 200);
    let guest = resumed.json();
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
    for path in ["/guests/resume", "/order-links"] {
        for token in ["forged", "", &"f".repeat(201)] {
            let refused = send(&test_shop, call("POST", path).json(json!({ "token": token }))).await;
            assert!([404, 422].contains(&refused.status.as_u16()), "{path} {token}: {}", refused.text);
        }
    }
}

#[actix_web::test]
async fn a_link_opens_its_order_until_it_is_revoked() {
    let test_shop = TestShop::default();
    let guest = test_shop.guest("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = test_shop.order(guest, part, 1).await;
    let mails = test_shop.shop.store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    let (_, rest) = mails[0].text.split_once("/my-order#token=").unwrap();
    let token = json!({ "token": rest.lines().next().unwrap() });
    let opened = send(&test_shop, call("POST", "/order-links").json(token.clone())).await;
    assert_eq!(opened.json()["order"], order.to_string());
    let access = opened.json()["accessToken"].as_str().unwrap().to_owned();
    let intent = call("POST", "/create-payment-intent").bearer(&access).json(json!({ "price": 10 }));
    assert_eq!(send(&test_shop, intent).await.status.as_u16(), 200, "the order comes from the link");
    let revoke = call("DELETE", &format!("/order/{order}/links")).bearer(&access);
    assert_eq!(send(&test_shop, revoke).await.json()["deletedCount"], 1);
    let shown = send(&test_shop, call("GET", &format!("/order/{order}")).bearer(&access)).await;
    assert_eq!(shown.status.as_u16(), 401);
    let again = send(&test_shop, call("POST", "/order-links").json(token)).await;
    assert_eq!((again.status.as_u16(), again.code().as_str()), (410, "link_revoked"));
}
