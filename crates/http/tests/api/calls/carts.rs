//! The carts of members.

use crate::support::{call, send};
use autoparts_domain::id::PartId;
use autoparts_testing::{clock::numbered, test_shop::TestShop};
use serde_json::{Value, json};

#[actix_web::test]
async fn a_cart_goes_from_one_device_to_another() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let read = || call("GET", "/carts/marta@example.com").by(marta);
    let save = |revision: Value, lines: &Value| {
        call("PUT", "/carts/marta@example.com").by(marta).json(json!({ "revision": revision, "lines": lines }))
    };
    assert_eq!(send(&test_shop, read()).await.json(), json!({ "revision": 0, "lines": [] }));
    // The part does not exist: a cart does not check it.
    let part = PartId::from(numbered(999_999)).to_string();
    let saved = send(&test_shop, save(json!(0), &json!([{ "part": part, "quantity": "3" }]))).await;
    let cart = json!({ "revision": 1, "lines": [{ "part": part, "quantity": 3 }] });
    assert_eq!((saved.status.as_u16(), saved.json()), (200, cart.clone()));
    assert_eq!(send(&test_shop, read()).await.json(), cart);
    let stale = send(&test_shop, save(json!(0), &json!([]))).await;
    assert_eq!((stale.status.as_u16(), stale.code().as_str()), (409, "changed_meanwhile"));
    assert_eq!(send(&test_shop, read()).await.json(), cart);
    assert_eq!(send(&test_shop, save(json!("1"), &json!([]))).await.json(), json!({ "revision": 2, "lines": [] }));
}

#[actix_web::test]
async fn what_is_no_cart_is_refused_by_name() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 9, 100).await.to_string();
    for (body, field) in [
        (json!({ "revision": 0 }), "lines"),
        (json!({ "revision": 0, "lines": null }), "lines"),
        (json!({ "lines": [] }), "revision"),
        (json!({ "revision": -1, "lines": [] }), "revision"),
        (json!({ "revision": 0.5, "lines": [] }), "revision"),
        (json!({ "revision": 0, "lines": [{ "part": part }] }), "lines[0].quantity"),
        (json!({ "revision": 0, "lines": [{ "part": part, "quantity": 0 }] }), "lines[0].quantity"),
        (json!({ "revision": 0, "lines": [{ "quantity": 1 }] }), "lines[0].part"),
    ] {
        let refused = send(&test_shop, call("PUT", "/carts/marta@example.com").by(marta).json(body.clone())).await;
        assert_eq!(refused.fields(), [field], "{body}");
    }
}

#[actix_web::test]
async fn responses_do_not_reveal_who_has_a_cart() {
    let test_shop = TestShop::default();
    let (marta, olga, admin) =
        (test_shop.customer("marta").await, test_shop.customer("olga").await, test_shop.admin().await);
    let body = json!({ "revision": 0, "lines": [] });
    send(&test_shop, call("PUT", "/carts/marta@example.com").by(marta).json(body)).await;
    for other in [olga, admin] {
        let known = send(&test_shop, call("GET", "/carts/marta@example.com").by(other)).await;
        let unknown = send(&test_shop, call("GET", "/carts/nobody@example.com").by(other)).await;
        assert_eq!((known.status, known.code(), known.text), (unknown.status, unknown.code(), unknown.text));
    }
}
