//! Partial refunds: what is accepted, what is refused, and who sees them.

use crate::support::{Answer, call, send};
use autoparts_application::orders::shipment::Ship;
use autoparts_domain::id::{OrderId, PartId, UserId};
use autoparts_testing::test_shop::TestShop;
use serde_json::{Value, json};

struct Scene {
    test_shop: TestShop,
    marta: UserId,
    admin: UserId,
    part: PartId,
    /// Two pieces for $10 each, paid.
    order: OrderId,
}

impl Scene {
    async fn new() -> Self {
        let test_shop = TestShop::default();
        let marta = test_shop.customer("marta").await;
        let admin = test_shop.admin().await;
        let part = test_shop.part(1, 5, 1000).await;
        let (order, _) = test_shop.paid_order(marta, part, 2).await;
        Self { test_shop, marta, admin, part, order }
    }

    async fn refund(&self, body: Value) -> Answer {
        self.post("refunds", body).await
    }

    async fn preview(&self, body: Value) -> Answer {
        self.post("refund-previews", body).await
    }

    async fn post(&self, to: &str, body: Value) -> Answer {
        send(&self.test_shop, call("POST", &format!("/order/{}/{to}", self.order)).by(self.admin).json(body)).await
    }

    async fn order(&self, caller: UserId) -> Value {
        send(&self.test_shop, call("GET", &format!("/order/{}", self.order)).by(caller)).await.json()
    }
}

#[actix_web::test]
async fn an_amount_is_refunded_and_the_customer_sees_it() {
    let scene = Scene::new().await;
    let before = scene.order(scene.marta).await;
    assert!(before["refunds"].is_null() && before["lines"][0]["kept"].is_null());
    let answer = scene.refund(json!({ "amount": 2.5, "note": "Scratched" })).await;
    assert_eq!(answer.status.as_u16(), 201);
    let refunded = answer.json();
    assert_eq!((&refunded["acknowledged"], &refunded["amount"]), (&json!(true), &json!(2.5)));
    let after = scene.order(scene.marta).await;
    assert_eq!(
        after["refunds"],
        json!([{
            "id": refunded["id"], "amount": 2.5, "reason": "goodwill", "requestedAt": "2026-01-01T00:00:00Z", "done": true,
        }])
    );
    assert_eq!(
        (&after["refundedAmount"], &after["paid"], &after["state"]),
        (&json!(2.5), &json!(true), &json!("paid"))
    );
    let changed = ["refundedAmount", "refunds"];
    for (name, value) in after.as_object().unwrap().iter().filter(|(name, _)| !changed.contains(&name.as_str())) {
        assert_eq!(*value, before[name], "{name} is as it was");
    }
    assert_eq!(scene.order(scene.admin).await, after);
    let all = send(&scene.test_shop, call("GET", "/refunds").by(scene.admin)).await.json();
    assert_eq!((&all[0]["_id"], &all[0]["note"]), (&refunded["id"], &json!("Scratched")));
    let listed = send(&scene.test_shop, call("GET", "/orders").by(scene.admin)).await.json();
    assert_eq!((&listed[0]["refundedAmount"], &listed[0]["refunds"]), (&json!(2.5), &Value::Null));
}

#[actix_web::test]
async fn a_preview_responds_with_the_amounts_and_refunds_nothing() {
    let scene = Scene::new().await;
    let all = async || {
        let [orders, refunds, log, mails] = ["/orders", "/refunds", "/audit", "/outbox"]
            .map(|path| send(&scene.test_shop, call("GET", path).by(scene.admin)));
        (
            orders.await.text,
            refunds.await.text,
            log.await.text,
            mails.await.text,
            scene.test_shop.stock(scene.part).await,
        )
    };
    let before = all().await;
    let answer = scene.preview(json!({ "lines": [{ "line": 1, "pieces": 1 }], "note": "Scratched" })).await;
    assert_eq!(answer.status.as_u16(), 200);
    assert_eq!(
        answer.json(),
        json!({ "amount": 10, "lines": [{ "line": 1, "amount": 10 }], "whole": false, "left": 10 })
    );
    let whole = scene.preview(json!({ "lines": [{ "line": 1, "pieces": 2 }] })).await.json();
    assert_eq!(whole, json!({ "amount": 20, "lines": [{ "line": 1, "amount": 20 }], "whole": true, "left": 0 }));
    let amount = scene.preview(json!({ "amount": 2.5 })).await.json();
    assert_eq!(amount, json!({ "amount": 2.5, "lines": [], "whole": false, "left": 17.5 }));
    assert_eq!(scene.preview(json!({ "lines": [{ "line": 1, "pieces": 3 }] })).await.code(), "pieces_not_kept");
    assert_eq!(scene.preview(json!({ "amount": 20.01 })).await.code(), "too_much_money");
    assert_eq!(all().await, before);
    assert!(scene.test_shop.provider.refunds().is_empty());
}

#[actix_web::test]
async fn amounts_that_are_none_are_refused() {
    let scene = Scene::new().await;
    for (amount, code) in [
        (json!(-1), "out_of_range"),
        (json!(0), "out_of_range"),
        (json!(0.001), "too_many_decimals"),
        (json!("all"), "not_a_number"),
        (json!(1e9), "out_of_range"),
        (json!([1]), "not_a_number"),
    ] {
        let refused = scene.refund(json!({ "amount": amount })).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (422, "invalid_fields"), "{amount}");
        assert_eq!(refused.json()["fields"][0]["code"], code, "{amount}");
    }
    let refused = scene.refund(json!({ "amount": 20.01 })).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (409, "too_much_money"));
    assert_eq!(refused.json()["detail"], "only $20 of this order's money is left");
    assert!(scene.test_shop.provider.refunds().is_empty());
    assert_eq!(scene.refund(json!({ "amount": 20 })).await.json()["amount"], 20);
    assert_eq!(scene.order(scene.marta).await["state"], "refunded");
    assert_eq!(scene.refund(json!({ "amount": 0.01 })).await.code(), "order_refunded");
}

#[actix_web::test]
async fn either_lines_or_an_amount_are_refunded() {
    let scene = Scene::new().await;
    let lines = json!([{ "line": 1, "pieces": 1 }]);
    for neither_nor in [json!({}), json!({ "lines": lines, "amount": 1 }), json!({ "lines": [] })] {
        assert_eq!(scene.refund(neither_nor.clone()).await.code(), "fields_refused", "{neither_nor}");
    }
    for (line, pieces) in [(0, 1), (101, 1), (1, 0), (1, -1)] {
        let refused = scene.refund(json!({ "lines": [{ "line": line, "pieces": pieces }] })).await;
        assert_eq!(refused.code(), "invalid_fields", "{line} {pieces}");
    }
    assert_eq!(scene.refund(json!({ "lines": [{ "line": 2, "pieces": 1 }] })).await.code(), "fields_refused");
    for too_many in
        [json!([{ "line": 1, "pieces": 3 }]), json!([{ "line": 1, "pieces": 2 }, { "line": 1, "pieces": 1 }])]
    {
        let refused = scene.refund(json!({ "lines": too_many })).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (409, "pieces_not_kept"));
        assert_eq!(refused.json()["detail"], "line 1 of this order has 2 pieces left");
    }
    assert!(scene.test_shop.provider.refunds().is_empty());
    assert_eq!(scene.refund(json!({ "lines": lines })).await.json()["amount"], 10);
    assert_eq!(scene.test_shop.stock(scene.part).await, 4);
    let order = scene.order(scene.marta).await;
    assert_eq!((&order["lines"][0]["quantity"], &order["lines"][0]["kept"]), (&json!(2), &json!(1)));
    assert_eq!((&order["quantity"], &order["totalPrice"]), (&json!(2), &json!(20)), "what was ordered");
}

#[actix_web::test]
async fn pieces_of_a_shipped_order_go_back_into_stock_when_that_is_said() {
    let scene = Scene::new().await;
    scene.test_shop.shop.ship(scene.admin, scene.order, Ship::default()).await.unwrap();
    let lines = json!([{ "line": 1, "pieces": 1 }]);
    assert_eq!(scene.refund(json!({ "lines": lines })).await.status.as_u16(), 201);
    assert_eq!(scene.test_shop.stock(scene.part).await, 3);
    assert_eq!(scene.refund(json!({ "lines": lines, "restock": true })).await.status.as_u16(), 201);
    assert_eq!(scene.test_shop.stock(scene.part).await, 4);
    let moved =
        send(&scene.test_shop, call("GET", &format!("/parts/{}/stock", scene.part)).by(scene.admin)).await.json();
    assert_eq!((&moved[0]["reason"], &moved[0]["pieces"]), (&json!("returned"), &json!(1)));
    let order = scene.order(scene.marta).await;
    assert_eq!((&order["state"], &order["status"]), (&json!("refunded"), &json!("shipped")));
    let log = send(&scene.test_shop, call("GET", "/audit").by(scene.admin)).await.json();
    assert_eq!(
        (&log[0]["action"], &log[0]["detail"]),
        (&json!("refund_part"), &json!(format!("{}, $10", scene.order)))
    );
}

#[actix_web::test]
async fn one_key_is_one_refund() {
    let scene = Scene::new().await;
    let path = format!("/order/{}/refunds", scene.order);
    let under_key = |amount: i64| {
        let call = call("POST", &path).by(scene.admin).header("Idempotency-Key", "click-1");
        call.json(json!({ "amount": amount }))
    };
    let first = send(&scene.test_shop, under_key(3)).await;
    let again = send(&scene.test_shop, under_key(3)).await;
    assert_eq!((first.status.as_u16(), first.text), (again.status.as_u16(), again.text));
    assert_eq!(send(&scene.test_shop, under_key(4)).await.code(), "idempotency_key_reused");
    assert_eq!(scene.order(scene.marta).await["refunds"].as_array().map(Vec::len), Some(1));
}

#[actix_web::test]
async fn an_order_that_is_not_paid_has_no_parts_to_refund() {
    let scene = Scene::new().await;
    let unpaid = scene.test_shop.order(scene.marta, scene.part, 1).await;
    for body in [json!({ "amount": 1 }), json!({ "lines": [{ "line": 1, "pieces": 1 }] })] {
        let path = format!("/order/{unpaid}/refunds");
        assert_eq!(
            send(&scene.test_shop, call("POST", &path).by(scene.admin).json(body)).await.code(),
            "order_not_paid"
        );
    }
}

#[actix_web::test]
async fn cores_are_refunded_and_the_order_says_how_many() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part_with_core(5, 1000, 250).await;
    let order = test_shop.shop.check_out(marta, TestShop::single_order(part, 2)).await.unwrap();
    let transaction = test_shop.start_payment(marta, order).await;
    assert!(test_shop.provider.customer_pays(&transaction));
    test_shop.shop.confirm_booking(marta, order, transaction).await.unwrap();
    let scene = Scene { test_shop, marta, admin, part, order };
    let cores = |pieces: i64| json!({ "lines": [{ "line": 1, "pieces": pieces, "coresOnly": true }] });
    assert!(scene.order(marta).await["lines"][0]["coresReturned"].is_null());
    assert_eq!(scene.refund(cores(1)).await.json()["amount"], 2.5);
    let after = scene.order(marta).await;
    assert_eq!((&after["lines"][0]["coresReturned"], &after["lines"][0]["kept"]), (&json!(1), &Value::Null));
    assert_eq!(scene.test_shop.stock(part).await, 3);
    let refused = scene.refund(cores(2)).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (409, "cores_not_left"));
    assert_eq!(refused.json()["detail"], "line 1 of this order has 1 cores left to pay back");
    let both = json!({ "lines": [{ "line": 1, "pieces": 1 }, { "line": 1, "pieces": 1, "coresOnly": true }] });
    assert_eq!(scene.refund(both).await.json()["amount"], 12.5, "10 for the piece, whose core went first");
}
