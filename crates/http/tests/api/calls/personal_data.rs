//! Exporting a member's data, and deleting an account.

use super::member_documents::kinds;
use crate::support::{call, send};
use autoparts_testing::test_shop::TestShop;
use serde_json::json;

#[actix_web::test]
async fn a_member_takes_their_data_along() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 500, 1_000).await;
    test_shop.paid_order(marta, part, 2).await;
    for kind in kinds() {
        let path = kind.path.replace("{email}", "marta@example.com");
        send(&test_shop, call("PUT", &path).by(marta).json(kind.with_content(0))).await;
    }
    let answer = send(&test_shop, call("GET", "/users/marta@example.com/data").by(marta)).await;
    assert_eq!(answer.status.as_u16(), 200);
    let name = answer.headers.get("content-disposition").and_then(|value| value.to_str().ok());
    assert_eq!(name, Some("attachment; filename=\"autoparts-data.json\""));
    let data = answer.json();
    assert_eq!(data["user"]["user"], "marta@example.com");
    assert_eq!((&data["orders"][0]["paid"], &data["orders"][0]["quantity"]), (&json!(true), &json!(2)));
    for kind in kinds() {
        let saved = kind.with_content(1);
        assert!(data.as_object().unwrap().values().any(|value| *value == saved), "{saved} in {data}");
    }
    assert!(data["newsletter"].is_null(), "never subscribed");
}

#[actix_web::test]
async fn a_member_leaves() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let left = send(&test_shop, call("DELETE", "/users/marta@example.com").by(marta)).await;
    assert_eq!((left.status.as_u16(), left.json()), (200, json!({ "acknowledged": true })));
    let again = send(&test_shop, call("DELETE", "/users/marta@example.com").by(marta)).await;
    assert_eq!((again.status.as_u16(), again.code().as_str()), (401, "unauthenticated"));
}

#[actix_web::test]
async fn refused_account_deletions_state_the_reason() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 500, 1_000).await;
    test_shop.order(marta, part, 1).await;
    let unpaid = send(&test_shop, call("DELETE", "/users/marta@example.com").by(marta)).await;
    assert_eq!((unpaid.status.as_u16(), unpaid.code().as_str()), (409, "unpaid_orders"));
    let last = send(&test_shop, call("DELETE", "/users/admin@example.com").by(admin)).await;
    assert_eq!((last.status.as_u16(), last.code().as_str()), (409, "last_admin"));
    test_shop.clock.advance(std::time::Duration::from_mins(6));
    let late = send(&test_shop, call("DELETE", "/users/marta@example.com").by(marta)).await;
    assert_eq!((late.status.as_u16(), late.code().as_str()), (403, "sign_in_too_old"));
}
