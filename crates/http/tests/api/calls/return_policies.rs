//! Return policies, and the terms on parts, quotes and orders.

use crate::support::{Call, call, send};
use autoparts_application::orders::shipment::Ship;
use autoparts_domain::id::UserId;
use autoparts_testing::test_shop::TestShop;
use serde_json::{Value, json};

fn save(by: UserId, revision: i64, policies: &Value) -> Call {
    call("PUT", "/return-policies").by(by).json(json!({ "revision": revision, "policies": policies }))
}

fn used_parts(terms: &Value) -> Value {
    json!([{ "condition": "used", "terms": terms }])
}

#[actix_web::test]
async fn policies_are_shown_as_they_were_saved() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let none = send(&test_shop, call("GET", "/return-policies").by(admin)).await.json();
    assert_eq!(none, json!({ "revision": 0, "policies": [] }));
    let terms = json!({ "days": 30, "returnable": true });
    let saved = send(&test_shop, save(admin, 0, &used_parts(&terms))).await;
    assert_eq!(saved.status.as_u16(), 200, "{}", saved.text);
    let terms = json!({ "days": 30, "returnable": true, "shippingPaidBy": "customer" });
    assert_eq!(saved.json(), json!({ "revision": 1, "policies": used_parts(&terms) }));
    assert_eq!(send(&test_shop, call("GET", "/return-policies").by(admin)).await.json(), saved.json());
    let terms = json!({ "days": 14, "returnable": false, "shippingPaidBy": "shop" });
    let saved = send(&test_shop, save(admin, 1, &used_parts(&terms))).await.json();
    assert_eq!(saved["policies"], used_parts(&json!({ "days": 14, "returnable": false })));
    let stale = send(&test_shop, save(admin, 1, &json!([]))).await;
    assert_eq!((stale.status.as_u16(), stale.code().as_str()), (409, "changed_meanwhile"));
}

#[actix_web::test]
async fn what_is_wrong_with_policies_is_said_where_it_is() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let terms = || json!({ "days": 30, "returnable": true });
    for (policy, status, field) in [
        (json!({ "terms": terms() }), 409, "policies[0].category"),
        (json!({ "category": "none", "terms": terms() }), 409, "policies[0].category"),
        (json!({ "brand": "none", "terms": terms() }), 409, "policies[0].brand"),
        (json!({ "condition": "new" }), 422, "policies[0].terms"),
        (json!({ "condition": "broken", "terms": terms() }), 422, "policies[0].condition"),
        (json!({ "condition": "new", "terms": { "days": 0, "returnable": true } }), 422, "policies[0].terms.days"),
        (
            json!({ "condition": "new", "terms": { "days": 1, "returnable": true, "restockingPercent": 51 } }),
            422,
            "policies[0].terms.restockingPercent",
        ),
    ] {
        let refused = send(&test_shop, save(admin, 0, &json!([policy]))).await;
        assert_eq!((refused.status.as_u16(), refused.fields()), (status, vec![field.to_owned()]), "{policy}");
    }
}

#[actix_web::test]
async fn part_quote_and_order_have_the_terms() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let listing = format!("/parts/{part}/listing");
    let default = json!({ "days": 90, "returnable": true, "shippingPaidBy": "customer" });
    assert_eq!(send(&test_shop, call("GET", &listing)).await.json()["returns"], default);
    let terms = json!({ "days": 30, "returnable": true, "shippingPaidBy": "shop", "restockingPercent": 15 });
    let policies = json!([{ "condition": "new", "terms": terms }]);
    assert_eq!(send(&test_shop, save(admin, 0, &policies)).await.status.as_u16(), 200);
    assert_eq!(send(&test_shop, call("GET", &listing)).await.json()["returns"], terms, "not cached from before");
    let quote = json!({ "lines": [{ "part": part.to_string() }] });
    assert_eq!(send(&test_shop, call("POST", "/quotes").json(quote)).await.json()["lines"][0]["returns"], terms);
    let order = test_shop.order(marta, part, 2).await;
    send(&test_shop, save(admin, 1, &json!([]))).await;
    let order = send(&test_shop, call("GET", &format!("/order/{order}")).by(marta)).await.json();
    assert_eq!(order["lines"][0]["returns"], terms);
    let record = send(&test_shop, call("GET", &format!("/parts/{part}/record")).by(admin)).await.json();
    assert!(record["listing"].get("returns").is_none(), "{record}");
}

#[actix_web::test]
async fn the_restocking_fee_is_shown_before_the_request_on_the_return_and_on_the_refund() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let terms = json!({ "days": 30, "returnable": true, "restockingPercent": 15 });
    send(&test_shop, save(admin, 0, &json!([{ "condition": "new", "terms": terms }]))).await;
    let (order, _) = test_shop.paid_order(marta, part, 2).await;
    test_shop.shop.ship(admin, order, Ship::default()).await.unwrap();
    let post = |to: &str, reason: &str| {
        let body = json!({ "lines": [{ "line": 1, "pieces": 2 }], "reason": reason });
        call("POST", &format!("/order/{order}/{to}")).by(marta).json(body)
    };
    let preview = send(&test_shop, post("return-previews", "not_needed")).await;
    assert_eq!((preview.status.as_u16(), preview.json()), (200, json!({ "refund": 17, "fee": 3 })));
    let free = send(&test_shop, post("return-previews", "damaged")).await.json();
    assert_eq!(free, json!({ "refund": 20 }));
    let requested = send(&test_shop, post("returns", "not_needed")).await.json();
    assert_eq!(requested["fee"], json!(3));
    let path = format!("/returns/{}", requested["_id"].as_str().unwrap());
    let found = json!({ "decision": "receive", "lines": [{ "line": 1, "restocked": 2 }] });
    let received = send(&test_shop, call("PUT", &path).by(admin).json(found)).await.json();
    assert_eq!((&received["refund"]["amount"], &received["refund"]["fee"]), (&json!(17), &json!(3)));
    assert!(received.get("fee").is_none(), "{received}");
    test_shop.check_books().await;
}
