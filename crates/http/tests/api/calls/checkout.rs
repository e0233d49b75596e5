//! Quotes and checkouts: several parts priced and ordered together.

use crate::support::{Answer, Call, call, destination, limited, send, send_limited};
use autoparts_domain::id::{PartId, UserId};
use autoparts_http::limits::RateLimits;
use autoparts_testing::{clock::numbered, test_shop::TestShop};
use serde_json::{Value, json};
use std::num::NonZeroU32;

fn quote(lines: &Value) -> Call {
    call("POST", "/quotes").json(json!({ "lines": lines }))
}

fn checkout(by: UserId, lines: &Value, total: impl Into<Value>) -> Call {
    let body = json!({ "lines": lines, "destination": destination(), "phone": "5550100", "totalPrice": total.into() });
    call("POST", "/checkouts").by(by).json(body)
}

fn gone() -> String {
    PartId::from(numbered(999_999)).to_string()
}

/// The fields of a problem and their codes.
fn field_codes(answer: &Answer) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let fields = answer.json()["fields"].as_array().unwrap_or_else(|| panic!("{}", answer.text)).clone();
    fields.iter().map(|field| (text(&field["field"]), text(&field["code"]))).collect()
}

#[actix_web::test]
async fn a_quote_tells_all_about_each_line() {
    let test_shop = TestShop::default();
    let disc = test_shop.part(2, 9, 3850).await.to_string();
    let pad = test_shop.part(1, 5, 1250).await.to_string();
    let lines = json!([{ "part": disc }, { "part": pad, "quantity": "3" }, { "part": disc, "quantity": 1 }]);
    let quoted = send(&test_shop, quote(&lines)).await;
    assert_eq!(quoted.status.as_u16(), 200, "{}", quoted.text);
    let line = |part: &str, price: f64, quantity: i64, total: Value, available: i64, minimum: i64| {
        json!({
            "part": part, "title": "Alternator", "image": "/catalogue/brake-disc.svg", "unitPrice": price,
            "quantity": quantity, "total": total, "available": available, "minimumOrder": minimum,
            "returns": { "days": 90, "returnable": true, "shippingPaidBy": "customer" },
        })
    };
    assert_eq!(
        quoted.json(),
        json!({
            "lines": [
                line(&disc, 38.5, 2, json!(77), 9, 2),
                line(&pad, 12.5, 3, json!(37.5), 5, 1),
                line(&disc, 38.5, 1, json!(38.5), 9, 2),
            ],
            "quantity": 6, "goods": 153, "placeMissing": false, "total": 153, "orderable": true,
        })
    );
}

#[actix_web::test]
async fn a_quote_says_of_each_line_why_it_cannot_be_had() {
    let test_shop = TestShop::default();
    let disc = test_shop.part(4, 9, 3850).await.to_string();
    let pad = test_shop.part(1, 5, 1250).await.to_string();
    let lines = json!([
        { "part": gone() }, { "part": gone(), "quantity": 3 }, { "part": disc, "quantity": 1 }, { "part": pad, "quantity": 6 },
    ]);
    let quoted = send(&test_shop, quote(&lines)).await.json();
    let problem = |code: &str, detail: &str| json!({ "code": code, "detail": detail });
    let is_gone = problem("part_gone", "This part is no longer available.");
    assert_eq!(quoted["lines"][0], json!({ "part": gone(), "quantity": 0, "problem": is_gone }));
    assert_eq!(quoted["lines"][1], json!({ "part": gone(), "quantity": 3, "problem": is_gone }));
    assert_eq!(quoted["lines"][2]["problem"], problem("below_minimum", "Minimum order 4 pieces"));
    let short = "Your ordered quantity is out of our range. we have only 5 pcs.";
    assert_eq!(quoted["lines"][3]["problem"], problem("out_of_stock", short));
    assert_eq!(
        (&quoted["orderable"], &quoted["quantity"], &quoted["total"]),
        (&json!(false), &json!(7), &json!(38.5 + 75.0))
    );
    assert!(quoted.get("problem").is_none(), "the lines say why");
}

#[actix_web::test]
async fn a_quote_that_no_card_could_pay_says_so() {
    let test_shop = TestShop::default();
    let (cheap, dear) =
        (test_shop.part(1, 100, 1).await.to_string(), test_shop.part(1, 1_000_000_000, 99_999_999).await.to_string());
    for (part, quantity) in [(&cheap, 49), (&dear, 1_000_000_000)] {
        let quoted = send(&test_shop, quote(&json!([{ "part": part, "quantity": quantity }]))).await.json();
        assert_eq!((&quoted["orderable"], &quoted["problem"]["code"]), (&json!(false), &json!("total_not_payable")));
        assert!(quoted["lines"][0].get("problem").is_none());
    }
    let mut many = Vec::new();
    for _ in 0..100 {
        let part = test_shop.part(1, 1_000_000_000, 99_999_999).await;
        many.push(json!({ "part": part.to_string(), "quantity": 1_000_000_000 }));
    }
    let overflowing = send(&test_shop, quote(&json!(many))).await;
    assert_eq!((overflowing.status.as_u16(), &overflowing.json()["orderable"]), (200, &json!(false)));
    assert!(overflowing.json()["total"].as_f64().unwrap() > 9e16, "the most that can be counted");
}

#[actix_web::test]
async fn a_checkout_orders_several_parts() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let disc = test_shop.part(1, 9, 3850).await;
    let pad = test_shop.part(1, 5, 1250).await;
    let lines = json!([{ "part": disc.to_string(), "quantity": 2 }, { "part": pad.to_string() }]);
    let placed = send(&test_shop, checkout(marta, &lines, 89.5)).await;
    assert_eq!((placed.status.as_u16(), &placed.json()["acknowledged"]), (201, &json!(true)));
    let id = placed.json()["insertedId"].as_str().unwrap().to_owned();
    let order = send(&test_shop, call("GET", &format!("/order/{id}")).by(marta)).await.json();
    assert_eq!(
        (&order["product"], &order["quantity"], &order["totalPrice"]),
        (&json!("Alternator and 1 more"), &json!(3), &json!(89.5))
    );
    assert_eq!((test_shop.stock(disc).await, test_shop.stock(pad).await), (7, 4));
    test_shop.check_books().await;
}

#[actix_web::test]
async fn a_checkout_names_every_line_that_cannot_be_had() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let disc = test_shop.part(4, 9, 3850).await.to_string();
    let pad = test_shop.part(1, 5, 1250).await.to_string();
    let lines = json!([
        { "part": pad, "quantity": 3 }, { "part": gone() }, { "part": disc, "quantity": 1 }, { "part": pad, "quantity": 3 },
    ]);
    let refused = send(&test_shop, checkout(marta, &lines, 1)).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (422, "line_problems"));
    let line = |index: usize, part: &str, code: &str, detail: &str| json!({ "index": index, "part": part, "code": code, "detail": detail });
    let short = "Your ordered quantity is out of our range. we have only 5 pcs.";
    let problem = refused.json();
    assert_eq!(
        problem["lines"],
        json!([
            line(0, &pad, "out_of_stock", short),
            line(1, &gone(), "part_gone", "This part is no longer available."),
            line(2, &disc, "below_minimum", "Minimum order 4 pieces"),
            line(3, &pad, "out_of_stock", short),
        ])
    );
    assert_eq!(problem["detail"], "4 lines cannot be ordered as they are.");
    assert!(problem.get("fields").is_none());
}

#[actix_web::test]
async fn a_checkout_is_for_the_total_that_was_shown() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 9, 3850).await;
    let lines = json!([{ "part": part.to_string(), "quantity": 2 }]);
    for total in [json!(76.99), json!("77.01"), json!(0)] {
        let refused = send(&test_shop, checkout(marta, &lines, total.clone())).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (409, "price_changed"), "{total}");
    }
    assert_eq!(send(&test_shop, checkout(marta, &lines, Value::Null)).await.fields(), ["totalPrice"]);
    assert_eq!(send(&test_shop, checkout(marta, &lines, "77")).await.status.as_u16(), 201);
    assert_eq!(test_shop.stock(part).await, 7);
}

#[actix_web::test]
async fn a_checkout_that_is_repeated_under_its_key_is_one_order() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let disc = test_shop.part(1, 9, 1000).await.to_string();
    let pad = test_shop.part(1, 9, 1000).await;
    let keyed = |pads: i64| {
        let lines = json!([{ "part": disc }, { "part": pad.to_string(), "quantity": pads }]);
        checkout(marta, &lines, 30).header("Idempotency-Key", "click")
    };
    let first = send(&test_shop, keyed(2)).await;
    assert_eq!(first.status.as_u16(), 201);
    assert_eq!(send(&test_shop, keyed(2)).await.json(), first.json());
    assert_eq!(send(&test_shop, keyed(3)).await.code(), "idempotency_key_reused");
    assert_eq!(test_shop.stock(pad).await, 7);
}

#[actix_web::test]
async fn lines_that_are_none_are_refused_by_name() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 9, 1000).await;
    let good = json!({ "part": part.to_string(), "quantity": 1 });
    let with = |quantity: Value| json!([good, { "part": part.to_string(), "quantity": quantity }]);
    for (lines, field, code) in [
        (with(json!(0)), "lines[1].quantity", "out_of_range"),
        (with(json!(-1)), "lines[1].quantity", "out_of_range"),
        (with(json!("-1")), "lines[1].quantity", "out_of_range"),
        (with(json!(1.5)), "lines[1].quantity", "not_whole"),
        (with(json!(9_223_372_036_854_775_808_u64)), "lines[1].quantity", "out_of_range"),
        (with(json!("9223372036854775808")), "lines[1].quantity", "out_of_range"),
        (with(json!(1_000_000_001)), "lines[1].quantity", "out_of_range"),
        (with(json!("two")), "lines[1].quantity", "not_a_number"),
        (with(json!([1])), "lines[1].quantity", "not_a_number"),
        (with(json!(true)), "lines[1].quantity", "not_a_number"),
        (json!([good, {}]), "lines[1].part", "required"),
        (json!([{ "part": "1" }]), "lines[0].part", "not_an_id"),
        (json!([{ "part": 7 }]), "lines[0].part", "not_text"),
        (json!([part.to_string()]), "lines[0]", "not_an_object"),
        (json!([null]), "lines[0]", "not_an_object"),
        (json!({ "0": good }), "lines", "not_a_list"),
        (json!("lines"), "lines", "not_a_list"),
        (json!([]), "lines", "required"),
        (json!(null), "lines", "required"),
    ] {
        for answer in [send(&test_shop, quote(&lines)).await, send(&test_shop, checkout(marta, &lines, 10)).await] {
            assert_eq!((answer.status.as_u16(), answer.code().as_str()), (422, "invalid_fields"), "{lines}");
            assert_eq!(field_codes(&answer), [(field.to_owned(), code.to_owned())], "{lines}");
        }
    }
    assert_eq!(test_shop.stock(part).await, 9);
}

#[actix_web::test]
async fn a_hundred_lines_are_taken_and_no_more() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 500, 100).await;
    let lines = |count: usize| json!(vec![json!({ "part": part.to_string(), "quantity": 1 }); count]);
    let cart = |count: usize| {
        call("PUT", "/carts/marta@example.com").by(marta).json(json!({ "revision": 0, "lines": lines(count) }))
    };
    for call in [quote(&lines(101)), checkout(marta, &lines(101), 101), cart(101)] {
        let refused = send(&test_shop, call).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (422, "too_many_lines"));
        assert_eq!(refused.json()["detail"], "lines may have at most 100 entries");
        assert_eq!(field_codes(&refused), [("lines".to_owned(), "too_many".to_owned())]);
    }
    assert_eq!(send(&test_shop, quote(&lines(100))).await.json()["total"], 100);
    assert_eq!(send(&test_shop, cart(100)).await.status.as_u16(), 200);
    assert_eq!(send(&test_shop, checkout(marta, &lines(100), 100)).await.status.as_u16(), 201);
    assert_eq!(test_shop.stock(part).await, 400);
}

#[actix_web::test]
async fn an_order_of_one_part_is_refused_as_it_always_was() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 1000).await;
    let order = |part: &str, quantity: i64| {
        let body = json!({ "orderedId": part, "quantity": quantity, "address": "1 Road", "phone": "5550100" });
        call("POST", "/orders").by(marta).json(body)
    };
    let unknown = send(&test_shop, order(&gone(), 1)).await;
    assert_eq!((unknown.status.as_u16(), unknown.code().as_str()), (404, "not_found"));
    assert_eq!(unknown.json()["detail"], "This part does not exist.");
    let many = send(&test_shop, order(&part.to_string(), 6)).await;
    assert_eq!((many.status.as_u16(), many.code().as_str()), (409, "out_of_stock"));
    assert!(many.json().get("lines").is_none());
}

#[actix_web::test]
async fn too_many_quotes_of_one_address_and_saved_carts_of_one_member_are_slowed_down() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 9, 100).await;
    let api =
        limited(&test_shop, RateLimits { carts: NonZeroU32::new(2), orders: NonZeroU32::new(2), ..RateLimits::OFF });
    let lines = json!([{ "part": part.to_string() }]);
    let cart = json!({ "revision": 0, "lines": [] });
    let save = call("PUT", "/carts/marta@example.com").by(marta).json(cart);
    for call in [quote(&lines), save, checkout(marta, &lines, 1)] {
        for _ in 0..2 {
            assert_ne!(send_limited(&api, call.clone()).await.status.as_u16(), 429);
        }
        assert_eq!(send_limited(&api, call).await.code(), "rate_limited");
    }
}
