//! Orders, from placing to shipping, and their payments.

use crate::support::{call, limited, send, send_limited};
use autoparts_application::orders::shipment::Ship;
use autoparts_domain::id::OrderId;
use autoparts_http::limits::RateLimits;
use autoparts_testing::{provider::Outage, test_shop::TestShop};
use serde_json::json;
use std::{num::NonZeroU32, time::Duration};

#[actix_web::test]
async fn an_order_goes_from_placed_to_paid_to_shipped() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(2, 50, 3850).await;
    let body = json!({
        "orderedId": part.to_string(), "product": "Alternator", "totalPrice": 154, "name": "marta",
        "email": "marta@example.com", "address": "1 Road", "phone": "5550100", "paid": false, "quantity": "4",
    });
    let placed = send(&test_shop, call("POST", "/orders").by(marta).json(body)).await;
    assert_eq!(placed.json()["acknowledged"], true);
    let id = placed.json()["insertedId"].as_str().unwrap().to_owned();

    let intent = json!({ "price": 154, "order": id });
    let intent = send(&test_shop, call("POST", "/create-payment-intent").by(marta).json(intent)).await;
    let secret = intent.json()["clientSecret"].as_str().unwrap().to_owned();
    assert_eq!(intent.header("cache-control"), Some("no-store"));
    let transaction = secret.strip_suffix("_secret").unwrap().to_owned();

    let booking = |transaction: &str| {
        let body = json!({ "booking": id, "transactionId": transaction });
        call("PATCH", &format!("/booking/{id}")).by(marta).json(body)
    };
    let early = send(&test_shop, booking(&transaction)).await;
    assert_eq!((early.status.as_u16(), early.code().as_str()), (402, "payment_not_completed"));
    assert_eq!(send(&test_shop, booking("pi_forged")).await.code(), "payment_mismatch");
    test_shop.provider.customer_pays(&transaction.parse().unwrap());
    assert_eq!(send(&test_shop, booking(&transaction)).await.json()["modifiedCount"], 1);
    assert_eq!(send(&test_shop, booking(&transaction)).await.json()["modifiedCount"], 0);

    let again = json!({ "price": 154, "order": id });
    let again = send(&test_shop, call("POST", "/create-payment-intent").by(marta).json(again)).await;
    assert_eq!(again.code(), "order_already_paid");
    assert_eq!(send(&test_shop, call("DELETE", &format!("/orders/{id}")).by(marta)).await.code(), "order_already_paid");
    assert_eq!(send(&test_shop, call("DELETE", &format!("/ship/{id}")).by(admin)).await.code(), "order_already_paid");

    let ship = || call("PUT", &format!("/ship/{id}")).by(admin).json(json!({ "status": "shipped" }));
    assert_eq!(send(&test_shop, ship()).await.json()["modifiedCount"], 1);
    assert_eq!(send(&test_shop, ship()).await.json()["modifiedCount"], 0);
    let order = send(&test_shop, call("GET", &format!("/order/{id}")).by(marta)).await.json();
    assert_eq!(
        (&order["paid"], &order["status"], &order["transactionId"]),
        (&json!(true), &json!("shipped"), &json!(transaction))
    );
    test_shop.check_books().await;
}

#[actix_web::test]
async fn an_order_says_where_it_stands_in_one_word() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 9, 1000).await;
    let held = test_shop.order(marta, part, 1).await;
    let (paid, _) = test_shop.paid_order(marta, part, 1).await;
    let (refunded, _) = test_shop.paid_order(marta, part, 1).await;
    test_shop.shop.refund_order(admin, refunded).await.unwrap();
    let (shipped, _) = test_shop.paid_order(marta, part, 1).await;
    test_shop.shop.ship(admin, shipped, Ship::default()).await.unwrap();
    let view = async |id: OrderId| send(&test_shop, call("GET", &format!("/order/{id}")).by(marta)).await.json();
    for (id, state) in [(held, "held"), (paid, "paid"), (refunded, "refunded"), (shipped, "shipped")] {
        assert_eq!((&view(id).await["state"], view(id).await["heldUntil"].is_string()), (&json!(state), id == held));
    }
    let gone_back = view(refunded).await;
    assert_eq!((&gone_back["paid"], &gone_back["status"]), (&json!(false), &json!("pending")));
    test_shop.clock.advance(Duration::from_hours(25));
    test_shop.shop.expire_reservations().await.unwrap();
    assert_eq!(view(held).await["state"], "lapsed");
}

#[actix_web::test]
async fn refused_orders_speak_the_specifications_words() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(10, 100, 1000).await;
    let order = |quantity: serde_json::Value, total: serde_json::Value| {
        let body = json!({
            "orderedId": part.to_string(), "quantity": quantity, "address": "1 Road", "phone": "5550100", "totalPrice": total,
        });
        call("POST", "/orders").by(marta).json(body)
    };
    let few = send(&test_shop, order(json!(9), json!(null))).await;
    assert_eq!(
        (few.code().as_str(), few.json()["detail"].as_str()),
        ("below_minimum", Some("Minimum order 10 pieces"))
    );
    let many = send(&test_shop, order(json!(101), json!(null))).await;
    assert_eq!(many.code(), "out_of_stock");
    assert_eq!(many.json()["detail"], "Your ordered quantity is out of our range. we have only 100 pcs.");
    assert_eq!(send(&test_shop, order(json!(10), json!(1))).await.code(), "price_changed");
    assert_eq!(send(&test_shop, order(json!(""), json!(100))).await.status.as_u16(), 201, "empty is the minimum");
    assert_eq!(test_shop.stock(part).await, 90);
}

#[actix_web::test]
async fn a_repeated_key_places_one_order() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 1000).await;
    let order = |quantity: i64, key: &str| {
        let body =
            json!({ "orderedId": part.to_string(), "quantity": quantity, "address": "1 Road", "phone": "5550100" });
        call("POST", "/orders").by(marta).json(body).header("Idempotency-Key", key)
    };
    let first = send(&test_shop, order(1, "click")).await.json();
    assert_eq!(send(&test_shop, order(1, "click")).await.json(), first);
    assert_eq!(send(&test_shop, order(2, "click")).await.code(), "idempotency_key_reused");
    assert_eq!(send(&test_shop, order(1, " ")).await.fields(), ["Idempotency-Key"]);
    assert_eq!(send(&test_shop, order(1, &"k".repeat(256))).await.fields(), ["Idempotency-Key"]);
    assert_eq!(test_shop.stock(part).await, 99);
}

#[actix_web::test]
async fn a_stock_movement_is_written_once_under_its_key_and_for_the_stock_that_was_seen() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let path = format!("/parts/{part}/stock");
    let send_ = async |key: &str, body: serde_json::Value| {
        send(&test_shop, call("POST", &path).by(admin).json(body).header("Idempotency-Key", key)).await
    };
    let received = json!({ "reason": "received", "pieces": 20 });
    for _ in 0..2 {
        assert_eq!(send_("click", received.clone()).await.json(), json!({ "acknowledged": true, "available": 25 }));
    }
    let counted = |seen| json!({ "reason": "counted", "pieces": -1, "expectedAvailable": seen });
    assert_eq!(send_("click", counted(25)).await.code(), "idempotency_key_reused");
    let stale = send_("count", counted(5)).await;
    assert_eq!((stale.status.as_u16(), stale.code().as_str()), (409, "stock_changed"));
    assert!(stale.json()["detail"].as_str().unwrap().contains("25 pcs."), "{}", stale.text);
    let unsaid = json!({ "reason": "counted", "pieces": -1, "expectedAvailable": "" });
    assert_eq!(send_("count", unsaid).await.fields(), ["expectedAvailable"], "an empty text is no guard");
    assert_eq!(send_("count", counted(25)).await.json()["available"], 24);
    assert_eq!(send_(" ", received).await.fields(), ["Idempotency-Key"]);
}

#[actix_web::test]
async fn a_customer_deletes_an_unpaid_order() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 1000).await;
    let order = test_shop.order(marta, part, 1).await;
    let delete = || call("DELETE", &format!("/orders/{order}")).by(marta);
    assert_eq!(send(&test_shop, delete()).await.json(), json!({ "acknowledged": true, "deletedCount": 1 }));
    assert_eq!(send(&test_shop, delete()).await.json()["deletedCount"], 0);
    assert_eq!(send(&test_shop, call("GET", "/orders/marta@example.com").by(marta)).await.json(), json!([]));
}

#[actix_web::test]
async fn a_payment_provider_outage_is_reported() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 1000).await;
    let order = test_shop.order(marta, part, 1).await;
    test_shop.provider.fail_next([Some(Outage::BeforeEffect)]);
    let intent = json!({ "price": 10, "order": order.to_string() });
    let answer = send(&test_shop, call("POST", "/create-payment-intent").by(marta).json(intent)).await;
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (503, "payment_unavailable"));
    assert!(answer.header("retry-after").is_some());
    let id = answer.header("x-request-id").unwrap();
    assert!(answer.json()["detail"].as_str().unwrap().contains(id), "the text names the request");
    assert!(!answer.text.contains("the test says so"), "and not the cause");
}

#[actix_web::test]
async fn webhooks_count_when_they_are_signed() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 100, 1000).await;
    let order = test_shop.order(marta, part, 1).await;
    let transaction = test_shop.start_payment(marta, order).await;
    test_shop.provider.customer_pays(&transaction);
    let message = || call("POST", "/webhooks/stripe").raw("application/json", format!("evt_1 {transaction}"));
    assert_eq!(send(&test_shop, message()).await.code(), "bad_signature");
    assert_eq!(send(&test_shop, message().header("Stripe-Signature", "bad")).await.code(), "bad_signature");
    assert_eq!(send(&test_shop, message().header("Stripe-Signature", "good")).await.status.as_u16(), 200);
    assert!(test_shop.stored_order(order).await.is_paid());
    let huge = call("POST", "/webhooks/stripe").raw("application/json", vec![b'x'; 257 * 1024]);
    assert_eq!(send(&test_shop, huge.header("Stripe-Signature", "good")).await.code(), "body_too_large");
}

#[actix_web::test]
async fn too_many_orders_of_one_customer_are_slowed_down() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let olga = test_shop.customer("olga").await;
    let part = test_shop.part(1, 100, 1000).await;
    let api = limited(&test_shop, RateLimits { orders: NonZeroU32::new(3), ..RateLimits::OFF });
    let order = |who| {
        let body =
            json!({"orderedId": part.to_string(), "quantity": 1, "address": "12 Elm Street", "phone": "5551234"});
        call("POST", "/orders").by(who).json(body)
    };
    for _ in 0..3 {
        assert_eq!(send_limited(&api, order(marta)).await.status.as_u16(), 201);
    }
    let refused = send_limited(&api, order(marta)).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (429, "rate_limited"));
    assert!(refused.header("retry-after").unwrap().parse::<u32>().unwrap() > 0);
    assert_eq!(send_limited(&api, order(olga)).await.status.as_u16(), 201, "others are not held up");
}

#[actix_web::test]
async fn an_order_shows_its_number_its_lines_and_when_it_moved_on() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 9, 1050).await;
    let id = test_shop.order(marta, part, 2).await;
    let view = async || send(&test_shop, call("GET", &format!("/order/{id}")).by(marta)).await.json();
    let placed = view().await;
    assert!(placed["number"].as_str().unwrap().starts_with("AP-"));
    assert_eq!(
        placed["lines"],
        json!([{
            "part": part.to_string(), "product": "Alternator", "unitPrice": 10.5, "quantity": 2,
            "returns": { "days": 90, "returnable": true, "shippingPaidBy": "customer" },
        }])
    );
    for absent in ["paidAt", "shippedAt", "carrier", "trackingNumber"] {
        assert!(placed[absent].is_null(), "{absent}");
    }
    let ship = |body: serde_json::Value| call("PUT", &format!("/ship/{id}")).by(admin).json(body);
    let wrong = json!({ "status": "shipped", "trackingNumber": "<b>1Z</b>", "carrier": "U\u{0}PS" });
    let refused = send(&test_shop, ship(wrong)).await;
    assert_eq!(refused.code(), "invalid_fields");
    assert_eq!(refused.json()["fields"].as_array().unwrap().len(), 2);
    let tracked = json!({ "status": "shipped", "carrier": "UPS", "trackingNumber": "1Z 999" });
    assert_eq!(send(&test_shop, ship(tracked)).await.json()["modifiedCount"], 1);
    let shipped = view().await;
    assert_eq!((&shipped["carrier"], &shipped["trackingNumber"]), (&json!("UPS"), &json!("1Z 999")));
    assert!(shipped["shippedAt"].is_string() && shipped["paidAt"].is_null());
}

#[actix_web::test]
async fn an_admin_looks_for_orders_in_the_address() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 9, 1000).await;
    let unpaid = test_shop.order(marta, part, 1).await;
    let (paid, _) = test_shop.paid_order(marta, part, 1).await;
    let ids = async |query: &str| {
        let list = send(&test_shop, call("GET", &format!("/orders?{query}")).by(admin)).await.json();
        list.as_array().unwrap().iter().map(|order| order["_id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids("q=marta%40example.com").await, [paid.to_string(), unpaid.to_string()]);
    assert_eq!(ids("state=to-ship").await, [paid.to_string()]);
    assert_eq!(ids("state=unpaid&q=marta@example.com").await, [unpaid.to_string()]);
    assert_eq!(ids("q=nobody@example.com").await, Vec::<String>::new());
    let counts = send(&test_shop, call("GET", "/order-counts").by(admin)).await.json();
    assert_eq!(counts, json!({ "all": 2, "toShip": 1, "unpaid": 1, "shipped": 0, "refunded": 0, "disputed": 0 }));
    let first = send(&test_shop, call("GET", "/orders?q=marta%40example.com&limit=1&after=").by(admin)).await;
    let next = first.headers.get("link").unwrap().to_str().unwrap().to_owned();
    assert_eq!(
        next,
        format!("</orders?q=marta%40example.com&limit=1&after={paid}>; rel=\"next\""),
        "the search continues"
    );
    assert_eq!(ids("to=9999-12-31").await.len(), 2);
    for wrong in ["to=2026-11-24T08:00", "from=20261124", "state=lost", "from=yesterday", "to=2026-02-30", "q=%00"] {
        let refused = send(&test_shop, call("GET", &format!("/orders?{wrong}")).by(admin)).await;
        assert_eq!(refused.code(), "invalid_fields", "{wrong}");
    }
}

#[actix_web::test]
async fn a_period_has_its_first_and_its_last_day_in_it() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 9, 1000).await;
    let id = test_shop.order(marta, part, 1).await;
    let placed = send(&test_shop, call("GET", &format!("/order/{id}")).by(marta)).await.json();
    let day = &placed["placedAt"].as_str().unwrap()[..10];
    let count = async |query: String| {
        let list = send(&test_shop, call("GET", &format!("/orders?{query}")).by(admin)).await.json();
        list.as_array().unwrap().len()
    };
    assert_eq!(count(format!("from={day}&to={day}")).await, 1);
    assert_eq!(count("to=2000-01-01".to_owned()).await, 0);
    assert_eq!(count("from=2200-01-01".to_owned()).await, 0);
}
