//! Returns: from the request to the refund, and what is refused.

use crate::support::{Answer, call, send};
use autoparts_application::orders::shipment::Ship;
use autoparts_domain::id::{OrderId, PartId, UserId};
use autoparts_testing::test_shop::TestShop;
use serde_json::{Value, json};
use std::time::Duration;

struct Scene {
    test_shop: TestShop,
    marta: UserId,
    admin: UserId,
    part: PartId,
    /// Three pieces for $10 each, paid and shipped.
    order: OrderId,
}

impl Scene {
    async fn new() -> Self {
        let test_shop = TestShop::default();
        let marta = test_shop.customer("marta").await;
        let admin = test_shop.admin().await;
        let part = test_shop.part(1, 5, 1000).await;
        let (order, _) = test_shop.paid_order(marta, part, 3).await;
        test_shop.shop.ship(admin, order, Ship::default()).await.unwrap();
        Self { test_shop, marta, admin, part, order }
    }

    async fn request(&self, body: Value) -> Answer {
        let path = format!("/order/{}/returns", self.order);
        send(&self.test_shop, call("POST", &path).by(self.marta).json(body)).await
    }

    async fn requested(&self, pieces: i64) -> Value {
        let body = json!({ "lines": [{ "line": 1, "pieces": pieces }], "reason": "damaged", "note": "Bent" });
        let answer = self.request(body).await;
        assert_eq!(answer.status.as_u16(), 201, "{}", answer.text);
        answer.json()
    }

    async fn decide(&self, caller: UserId, returned: &Value, body: Value) -> Answer {
        let path = format!("/returns/{}", returned["_id"].as_str().unwrap());
        send(&self.test_shop, call("PUT", &path).by(caller).json(body)).await
    }

    async fn get(&self, caller: UserId, path: &str) -> Value {
        send(&self.test_shop, call("GET", path).by(caller)).await.json()
    }
}

#[actix_web::test]
async fn a_return_is_requested_approved_received_and_refunded() {
    let scene = Scene::new().await;
    let requested = scene.requested(2).await;
    let id = requested["_id"].as_str().unwrap();
    let number = requested["number"].as_str().unwrap();
    let order = scene.get(scene.marta, &format!("/order/{}", scene.order)).await;
    assert_eq!(
        requested,
        json!({
            "_id": id, "number": number, "order": scene.order.to_string(), "orderNumber": order["number"],
            "name": order["name"], "state": "requested", "reason": "damaged", "note": "Bent",
            "lines": [{
                "line": 1, "part": scene.part.to_string(), "product": order["lines"][0]["product"], "pieces": 2,
            }],
            "requestedAt": "2026-01-01T00:00:00Z",
        })
    );
    assert!(number.starts_with("RT-"));
    assert_eq!(scene.get(scene.admin, "/return-counts").await, json!({ "requested": 1, "approved": 0 }));

    scene.test_shop.clock.advance(Duration::from_secs(1));
    let approved = scene.decide(scene.admin, &requested, json!({ "decision": "approve" })).await.json();
    assert_eq!(
        (&approved["state"], &approved["arrivesBy"]),
        (&json!("approved"), &json!("2026-01-31T23:59:59.999999Z"))
    );
    let found = json!([{ "line": 1, "restocked": 1, "refused": 1 }]);
    let unexplained = json!({ "decision": "receive", "lines": found, "reason": "not_needed" });
    assert_eq!(scene.decide(scene.admin, &requested, unexplained).await.fields(), ["answer"]);
    let body = json!({ "decision": "receive", "lines": found, "answer": "One is used." });
    let received = scene.decide(scene.admin, &requested, body).await.json();
    assert_eq!((&received["refund"]["amount"], &received["answer"]), (&json!(10), &json!("One is used.")));
    assert_eq!(received["state"], json!("refunded"));
    let line = &received["lines"][0];
    assert_eq!((&line["restocked"], &line["damaged"], &line["refused"]), (&json!(1), &json!(0), &json!(1)));
    let after = scene.get(scene.marta, &format!("/returns/{id}")).await;
    assert_eq!((&after["state"], &after["refund"]["done"]), (&json!("refunded"), &json!(true)));
    let history = scene.get(scene.admin, &format!("/order/{}/history", scene.order)).await;
    let events = history.as_array().unwrap().iter();
    let is_of_return = |event: &&Value| event["detail"].as_str().is_some_and(|detail| detail.starts_with(number));
    let returns = events.filter(is_of_return).map(|event| json!([event["kind"], event["by"]]));
    assert_eq!(
        returns.collect::<Value>(),
        json!([["return_requested", "customer"], ["return_approved", "admin"], ["return_received", "admin"]])
    );
    assert_eq!(scene.test_shop.stock(scene.part).await, 3);
    assert_eq!(scene.get(scene.marta, &format!("/order/{}/returns", scene.order)).await, json!([after]));
    scene.test_shop.check_books().await;
}

#[actix_web::test]
async fn admins_filter_the_list_by_state_and_number() {
    let scene = Scene::new().await;
    let first = scene.requested(1).await;
    let second = scene.requested(1).await;
    scene.decide(scene.admin, &second, json!({ "decision": "decline", "answer": "Too old." })).await;
    let listed = async |query: &str| -> Vec<Value> {
        let list = scene.get(scene.admin, &format!("/returns{query}")).await;
        list.as_array().unwrap().iter().map(|one| one["_id"].clone()).collect()
    };
    assert_eq!(listed("").await, [second["_id"].clone(), first["_id"].clone()]);
    assert_eq!(listed("?state=declined").await, [second["_id"].clone()]);
    assert_eq!(listed(&format!("?number={}", first["number"].as_str().unwrap())).await, [first["_id"].clone()]);
    assert!(listed("?state=expired").await.is_empty());
}

#[actix_web::test]
async fn what_cannot_be_returned_is_refused() {
    let scene = Scene::new().await;
    let request = |line: i64, pieces: i64| {
        scene.request(json!({ "lines": [{ "line": line, "pieces": pieces }], "reason": "not_needed" }))
    };
    assert_eq!(request(1, 4).await.code(), "pieces_not_kept");
    assert_eq!(request(2, 1).await.code(), "fields_refused");
    assert_eq!(scene.request(json!({ "lines": [], "reason": "not_needed" })).await.fields(), ["lines"]);
    let requested = scene.requested(2).await;
    assert_eq!(request(1, 2).await.code(), "pieces_not_kept", "two are in a return");
    let decide = |caller, body| scene.decide(caller, &requested, body);
    assert_eq!(decide(scene.marta, json!({ "decision": "approve" })).await.status.as_u16(), 403);
    assert_eq!(decide(scene.admin, json!({ "decision": "decline" })).await.fields(), ["answer"]);
    let twice = json!([{ "line": 1, "restocked": 1 }, { "line": 1, "restocked": 1 }]);
    assert_eq!(decide(scene.admin, json!({ "decision": "receive", "lines": twice })).await.code(), "fields_refused");
    assert_eq!(decide(scene.admin, json!({ "decision": "receive" })).await.code(), "fields_refused");
    assert_eq!(decide(scene.marta, json!({ "decision": "cancel" })).await.json()["state"], json!("canceled"));
    assert_eq!(decide(scene.admin, json!({ "decision": "approve" })).await.code(), "return_state");
    scene.test_shop.clock.advance(Duration::from_hours(91 * 24));
    assert_eq!(request(1, 1).await.code(), "return_window_over");
}
