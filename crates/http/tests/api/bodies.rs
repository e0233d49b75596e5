//! Invalid input: every field of every call, and every invalid body. The response is a problem that names the field,
//! and nothing changes.

use crate::support::{call, send};
use autoparts_testing::test_shop::TestShop;
use serde_json::{Value, json};

/// Values that no required field accepts. The test also omits such a field.
fn never_valid() -> Vec<Value> {
    vec![json!(null), json!(true), json!([]), json!({}), json!(""), json!("a\u{0}b")]
}

/// Values that no text field accepts.
fn bad_texts() -> Vec<Value> {
    [never_valid(), vec![json!(7), json!("   "), json!("\u{1b}[2J"), json!("x".repeat(5000))]].concat()
}

/// Texts that are not email addresses.
fn bad_addresses() -> Vec<Value> {
    vec![json!("reader"), json!("reader@example"), json!("a b@example.com"), json!("a@example.com,b@example.com")]
}

/// Values that no integer field accepts.
fn bad_counts() -> Vec<Value> {
    let words = ["ten", "1e3", "-1", "1.5", "99999999999999999999", "0x10", "NaN"].map(Value::from);
    [never_valid(), words.to_vec(), vec![json!(-1), json!(1.5), json!(1e30), json!(u64::MAX)]].concat()
}

/// Values that no money field accepts; a fraction is valid there.
fn bad_dollars() -> Vec<Value> {
    bad_counts().into_iter().filter(|value| *value != json!("1.5") && *value != json!(1.5)).collect()
}

struct Case {
    method: &'static str,
    path: String,
    good: Value,
    fields: Vec<(&'static str, Vec<Value>)>,
}

async fn cases(test_shop: &TestShop) -> Vec<Case> {
    let mut cases = customer_cases(test_shop).await;
    cases.extend(public_cases());
    cases
}

async fn customer_cases(test_shop: &TestShop) -> Vec<Case> {
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 50, 1000).await;
    let order = test_shop.order(marta, part, 1).await;
    let bad_prices = [bad_dollars(), vec![json!(0), json!("0.001"), json!(1_000_000), json!("1,50")]].concat();
    // Digits in a text are a valid phone number, and an empty quantity means the minimum.
    let bad_phones = [never_valid(), vec![json!("call me"), json!("1e3"), json!("x".repeat(50))]].concat();
    let bad_quantities = bad_counts().into_iter().filter(|value| !value.is_null() && value != "").chain([json!(0)]);
    vec![
        Case {
            method: "POST",
            path: "/parts".to_owned(),
            good: json!({
                "title": "Disc", "desc": "Vented", "img": "/catalogue/brake-disc.svg",
                "minOrderQuantity": 1, "available": 5, "price": 10,
            }),
            fields: vec![
                ("title", bad_texts()),
                ("desc", bad_texts()),
                (
                    "img",
                    [bad_texts(), vec![json!("javascript:alert(1)"), json!("http://plain.example/x.png")]].concat(),
                ),
                ("minOrderQuantity", [bad_counts(), vec![json!(0), json!(1_000_001)]].concat()),
                ("available", [bad_counts(), vec![json!(1_000_000_001)]].concat()),
                ("price", bad_prices),
            ],
        },
        Case {
            method: "POST",
            path: "/orders".to_owned(),
            good: json!({
                "orderedId": part.to_string(), "quantity": 1, "address": "1 Road", "phone": "555 0100", "totalPrice": 10,
            }),
            fields: vec![
                ("orderedId", [bad_texts(), vec![json!("not-an-id")]].concat()),
                ("quantity", bad_quantities.collect()),
                ("address", bad_texts()),
                ("phone", bad_phones.clone()),
                ("totalPrice", vec![json!("ten"), json!(true), json!(-1), json!("1e3"), json!("0.001")]),
            ],
        },
        Case {
            method: "PUT",
            path: format!("/ship/{order}"),
            good: json!({ "status": "shipped" }),
            fields: vec![("status", [bad_texts(), vec![json!("pending"), json!("SHIPPED")]].concat())],
        },
        Case {
            method: "POST",
            path: "/create-payment-intent".to_owned(),
            good: json!({ "price": 10, "order": order.to_string() }),
            fields: vec![
                ("price", [never_valid(), vec![json!("ten"), json!(-1), json!("0.001")]].concat()),
                ("order", vec![json!(true), json!(7), json!("not-an-id"), json!([])]),
            ],
        },
        Case {
            method: "PATCH",
            path: format!("/booking/{order}"),
            good: json!({ "booking": order.to_string(), "transactionId": "pi_1" }),
            fields: vec![
                ("booking", [bad_texts(), vec![json!("01900000-0000-7000-8000-000000000000")]].concat()),
                ("transactionId", [bad_texts(), vec![json!("../pi_1"), json!("pi 1")]].concat()),
            ],
        },
        Case {
            method: "PUT",
            path: "/updateuser/marta@example.com".to_owned(),
            good: json!({
                "name": "Marta", "address": "1 Road", "education": "School", "phone": "555 0100",
                "linkedin": "https://www.linkedin.com/in/marta",
            }),
            fields: vec![
                ("name", bad_texts()),
                ("address", bad_texts()),
                ("education", bad_texts()),
                ("phone", bad_phones),
                ("linkedin", [bad_texts(), vec![json!("https://evil.example/linkedin.com")]].concat()),
            ],
        },
        Case {
            method: "POST",
            path: "/reviews".to_owned(),
            good: json!({ "rating": "5", "review": "Good." }),
            fields: vec![
                ("rating", [bad_counts(), vec![json!(0), json!(6), json!("5<script>")]].concat()),
                ("review", bad_texts()),
            ],
        },
    ]
}

/// Public calls.
fn public_cases() -> Vec<Case> {
    vec![
        Case {
            method: "POST",
            path: "/newsletter".to_owned(),
            good: json!({ "email": "reader@example.com" }),
            fields: vec![("email", [bad_texts(), bad_addresses()].concat())],
        },
        Case {
            method: "POST",
            path: "/newsletter/confirm".to_owned(),
            good: json!({ "token": "forged" }),
            fields: vec![("token", bad_texts())],
        },
        Case {
            method: "POST",
            path: "/newsletter/leave".to_owned(),
            good: json!({ "token": "forged" }),
            fields: vec![("token", bad_texts())],
        },
        Case {
            method: "POST",
            path: "/stock-alerts/confirm".to_owned(),
            good: json!({ "token": "forged" }),
            fields: vec![("token", bad_texts())],
        },
        Case {
            method: "POST",
            path: "/stock-alerts/stop".to_owned(),
            good: json!({ "token": "forged" }),
            fields: vec![("token", bad_texts())],
        },
        Case {
            method: "POST",
            path: "/feedback".to_owned(),
            good: json!({ "message": "Good.", "email": "reader@example.com" }),
            fields: vec![
                ("message", [bad_texts(), vec![json!("x".repeat(2001))]].concat()),
                // An empty address counts as none.
                ("email", [bad_addresses(), vec![json!(7), json!(true), json!([]), json!({})]].concat()),
            ],
        },
    ]
}

/// Everything in the database that the API shows.
async fn snapshot(test_shop: &TestShop) -> Vec<String> {
    let admin =
        test_shop.shop.store.read(|tx| tx.user_by_email(&"admin@example.com".parse().unwrap())).await.unwrap().unwrap();
    let mut seen = Vec::new();
    for path in ["/parts", "/orders", "/users", "/reviews", "/outbox", "/newsletter", "/feedback", "/refunds", "/audit"]
    {
        seen.push(send(test_shop, call("GET", path).by(admin.id)).await.text);
    }
    seen
}

#[actix_web::test]
async fn every_bad_field_is_named_and_nothing_changes() {
    let test_shop = TestShop::default();
    let cases = cases(&test_shop).await;
    let admin = test_shop.admin().await;
    let marta =
        test_shop.shop.store.read(|tx| tx.user_by_email(&"marta@example.com".parse().unwrap())).await.unwrap().unwrap();
    let before = snapshot(&test_shop).await;
    for case in &cases {
        let caller = if case.path == "/parts" || case.path.starts_with("/ship") { admin } else { marta.id };
        for (field, values) in &case.fields {
            let optional =
                ["quantity", "totalPrice", "order"].contains(field) || (case.path == "/feedback" && *field == "email");
            let mut bodies: Vec<Value> = values.iter().map(|value| with(&case.good, field, Some(value))).collect();
            if !optional {
                bodies.push(with(&case.good, field, None));
            }
            for body in bodies {
                let answer = send(&test_shop, call(case.method, &case.path).by(caller).json(body.clone())).await;
                let shown: String = body.to_string().chars().take(200).collect();
                assert_eq!(answer.status.as_u16(), 422, "{} {} {shown}: {}", case.method, case.path, answer.text);
                assert_eq!(answer.fields(), [*field], "{shown}");
            }
        }
    }
    assert_eq!(snapshot(&test_shop).await, before);
}

fn with(good: &Value, field: &str, value: Option<&Value>) -> Value {
    let mut body = good.clone();
    let object = body.as_object_mut().unwrap();
    match value {
        Some(value) => object.insert(field.to_owned(), value.clone()),
        None => object.remove(field),
    };
    body
}

#[actix_web::test]
async fn all_invalid_fields_are_named_at_once() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let answer = send(&test_shop, call("POST", "/parts").by(admin).json(json!({}))).await;
    assert_eq!(answer.fields(), ["title", "desc", "img", "minOrderQuantity", "available", "price"]);
}

#[actix_web::test]
async fn malformed_bodies_are_refused() {
    let test_shop = TestShop::default();
    let cases = cases(&test_shop).await;
    let admin = test_shop.admin().await;
    let json = "application/json";
    let deep = "[".repeat(100_000 / 2);
    let bodies: Vec<(&str, Vec<u8>, u16, &str)> = vec![
        (json, b"".to_vec(), 400, "malformed_body"),
        (json, b"{".to_vec(), 400, "malformed_body"),
        (json, b"nonsense".to_vec(), 400, "malformed_body"),
        (json, b"[]".to_vec(), 400, "malformed_body"),
        (json, b"\"text\"".to_vec(), 400, "malformed_body"),
        (json, b"{\"title\":\"\xff\"}".to_vec(), 400, "malformed_body"),
        (json, deep.into_bytes(), 400, "malformed_body"),
        (json, vec![b' '; 65 * 1024], 413, "body_too_large"),
        ("text/plain", b"{}".to_vec(), 415, "unsupported_media_type"),
        ("application/x-www-form-urlencoded", b"title=Disc".to_vec(), 415, "unsupported_media_type"),
    ];
    for case in &cases {
        for (media_type, body, status, code) in &bodies {
            let answer = send(&test_shop, call(case.method, &case.path).by(admin).raw(media_type, body.clone())).await;
            assert_eq!(answer.status.as_u16(), *status, "{} {}: {}", case.method, case.path, answer.text);
            assert_eq!(answer.code(), *code);
        }
    }
    let with_charset =
        call("POST", "/parts").by(admin).raw("application/json; charset=utf-8", cases[0].good.to_string());
    assert_eq!(send(&test_shop, with_charset).await.status.as_u16(), 201);
}

#[actix_web::test]
async fn fields_that_only_the_shop_sets_are_ignored() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 50, 1000).await;
    let body = json!({
        "orderedId": part.to_string(), "quantity": "2", "address": "1 Road", "phone": 5_550_100,
        "product": "Gold", "name": "Somebody Else", "email": "else@example.com", "paid": true,
        "status": "shipped", "transactionId": "pi_1", "role": "admin", "_id": "7",
    });
    let placed = send(&test_shop, call("POST", "/orders").by(marta).json(body)).await;
    let id = placed.json()["insertedId"].as_str().unwrap().to_owned();
    let order = send(&test_shop, call("GET", &format!("/order/{id}")).by(marta)).await.json();
    assert_eq!(
        order,
        json!({
            "_id": id, "orderedId": part.to_string(), "product": "Alternator", "totalPrice": 20, "name": "marta",
            "email": "marta@example.com", "address": "1 Road", "phone": "5550100", "paid": false, "quantity": 2,
            "status": "pending", "state": "held", "heldUntil": "2026-01-01T02:00:00Z",
            "placedAt": "2026-01-01T00:00:00Z", "number": order["number"],
            "lines": [{
                "part": part.to_string(), "product": "Alternator", "unitPrice": 10, "quantity": 2,
                "returns": { "days": 90, "returnable": true, "shippingPaidBy": "customer" },
            }],
        })
    );

    let profile = json!({
        "name": "Marta", "address": "1 Road", "education": "School", "phone": "555 0100",
        "linkedin": "https://www.linkedin.com/in/marta", "role": "admin", "user": "admin@example.com", "_id": "7",
    });
    send(&test_shop, call("PUT", "/updateuser/marta@example.com").by(marta).json(profile)).await;
    let user = send(&test_shop, call("GET", "/users/marta@example.com").by(marta)).await.json();
    assert_eq!((user["user"].as_str(), user["_id"].as_str()), (Some("marta@example.com"), Some(&*marta.to_string())));
    assert!(user.get("role").is_none());
}
