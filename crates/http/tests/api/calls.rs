//! The calls of the specification, as a client makes them: paths, payloads, answers, codes.

use crate::support::{call, limited, send, send_limited};
use autoparts_application::{
    ports::clock::Clock,
    testing::{
        clock::NEW_YEAR,
        identity::{id_token, issued},
        provider::Outage,
        samples,
        test_shop::TestShop,
    },
};
use autoparts_domain::{id::OrderId, reviews::Review};
use autoparts_http::limits::Rates;
use serde_json::json;
use std::{collections::BTreeSet, num::NonZeroU32, time::Duration};

#[actix_web::test]
async fn a_part_is_added_listed_shown_and_deleted() {
    let bench = TestShop::default();
    let admin = bench.admin().await;
    let body = json!({
        "title": "Brake disc", "desc": "Vented", "img": "https://img.example.com/disc.png",
        "minOrderQuantity": "4", "available": "100", "price": "28.60",
    });
    let added = send(&bench, call("POST", "/parts").by(admin).json(body)).await;
    assert_eq!((added.status.as_u16(), &added.json()["acknowledged"]), (201, &json!(true)));
    let id = added.json()["insertedId"].as_str().unwrap().to_owned();
    let part = json!({
        "_id": id, "title": "Brake disc", "desc": "Vented", "img": "https://img.example.com/disc.png",
        "minOrderQuantity": 4, "available": 100, "price": 28.6,
    });
    assert_eq!(send(&bench, call("GET", "/parts")).await.json(), json!([part]));
    assert_eq!(send(&bench, call("GET", &format!("/parts/{id}"))).await.json(), part);
    let path = format!("/parts/{id}");
    assert_eq!(send(&bench, call("DELETE", &path).by(admin)).await.json()["deletedCount"], 1);
    assert_eq!(send(&bench, call("DELETE", &path).by(admin)).await.json()["deletedCount"], 0);
    assert_eq!(send(&bench, call("GET", &path)).await.code(), "not_found");
}

#[actix_web::test]
async fn who_has_the_catalogue_already_is_not_sent_it_again() {
    let bench = TestShop::default();
    let part = bench.part(1, 5, 100).await;
    for path in ["/parts".to_owned(), format!("/parts/{part}"), "/reviews".to_owned()] {
        let first = send(&bench, call("GET", &path)).await;
        let etag = first.header("etag").unwrap().to_owned();
        assert_eq!(first.header("cache-control"), Some("no-cache"));
        let again = send(&bench, call("GET", &path).header("If-None-Match", &etag)).await;
        assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""), "{path}");
    }
    let before = send(&bench, call("GET", "/parts")).await.header("etag").unwrap().to_owned();
    let marta = bench.customer("marta").await;
    bench.order(marta, part, 1).await;
    let after = send(&bench, call("GET", "/parts").header("If-None-Match", &before)).await;
    assert_eq!(after.status.as_u16(), 200, "the stock has changed");
}

#[actix_web::test]
async fn strange_ids_name_nothing() {
    let bench = TestShop::default();
    for id in ["%00", "-1", "1", "x", "%F0%9F%9A%97", &"9".repeat(3000), "..%2F..%2Fetc", "null"] {
        let answer = send(&bench, call("GET", &format!("/parts/{id}"))).await;
        assert!([400, 404].contains(&answer.status.as_u16()), "{id}: {}", answer.status);
    }
    let huge = send(&bench, call("GET", &format!("/parts/{}", "9".repeat(10_000)))).await;
    assert_eq!(huge.code(), "uri_too_long");
}

#[actix_web::test]
async fn lists_are_paged_by_key() {
    let bench = TestShop::default();
    for _ in 0..5 {
        bench.part(1, 5, 100).await;
    }
    let ids = |answer: &crate::support::Answer| -> Vec<String> {
        answer.json().as_array().unwrap().iter().map(|part| part["_id"].as_str().unwrap().to_owned()).collect()
    };
    let all = ids(&send(&bench, call("GET", "/parts")).await);
    let (mut path, mut walked) = ("/parts?limit=2".to_owned(), Vec::new());
    loop {
        let page = send(&bench, call("GET", &path)).await;
        walked.extend(ids(&page));
        match page.header("link") {
            Some(link) => path = link.trim_start_matches('<').split('>').next().unwrap().to_owned(),
            None => break,
        }
    }
    assert_eq!(walked, all);
    for (query, field) in [("limit=0", "limit"), ("limit=1001", "limit"), ("limit=x", "limit"), ("after=x", "after")] {
        assert_eq!(send(&bench, call("GET", &format!("/parts?{query}"))).await.fields(), [field]);
    }
}

#[actix_web::test]
async fn a_public_list_of_long_texts_is_cut_into_bounded_pages() {
    let bench = TestShop::default();
    let marta = bench.customer("marta").await;
    let text = "\u{1f697}".repeat(2000);
    let day = |number: u64| NEW_YEAR.plus(Duration::from_hours(24 * number));
    bench
        .shop
        .store
        .write(move |tx| {
            (1..=250).try_for_each(|number| {
                let review = samples::review(number, marta, day(number));
                tx.insert_review(&Review { text: text.parse().unwrap(), ..review })
            })
        })
        .await
        .unwrap();
    let (mut path, mut walked) = ("/reviews".to_owned(), BTreeSet::new());
    loop {
        let page = send(&bench, call("GET", &path)).await;
        assert!(page.text.len() <= 256 * 1024, "{}", page.text.len());
        walked.extend(page.json().as_array().unwrap().iter().map(|review| review["_id"].to_string()));
        match page.header("link") {
            Some(link) => path = link.trim_start_matches('<').split('>').next().unwrap().to_owned(),
            None => break,
        }
    }
    assert_eq!(walked.len(), 250);
}

#[actix_web::test]
async fn a_list_of_more_than_are_read_at_once_is_whole() {
    let bench = TestShop::default();
    for _ in 0..205 {
        bench.part(1, 5, 100).await;
    }
    for (limit, expected, goes_on) in [(100, 100, true), (150, 150, true), (205, 205, true), (206, 205, false)] {
        let page = send(&bench, call("GET", &format!("/parts?limit={limit}"))).await;
        let shown = page.json().as_array().unwrap().len();
        assert_eq!((shown, page.header("link").is_some()), (expected, goes_on), "{limit}");
    }
}

#[actix_web::test]
async fn an_order_goes_from_placed_to_paid_to_shipped() {
    let bench = TestShop::default();
    let (marta, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(2, 50, 3850).await;
    let body = json!({
        "orderedId": part.to_string(), "product": "Alternator", "totalPrice": 154, "name": "marta",
        "email": "marta@example.com", "address": "1 Road", "phone": "5550100", "paid": false, "quantity": "4",
    });
    let placed = send(&bench, call("POST", "/orders").by(marta).json(body)).await;
    assert_eq!(placed.json()["acknowledged"], true);
    let id = placed.json()["insertedId"].as_str().unwrap().to_owned();

    let intent = json!({ "price": 154, "order": id });
    let intent = send(&bench, call("POST", "/create-payment-intent").by(marta).json(intent)).await;
    let secret = intent.json()["clientSecret"].as_str().unwrap().to_owned();
    assert_eq!(intent.header("cache-control"), Some("no-store"));
    let transaction = secret.strip_suffix("_secret").unwrap().to_owned();

    let booking = |transaction: &str| {
        let body = json!({ "booking": id, "transactionId": transaction });
        call("PATCH", &format!("/booking/{id}")).by(marta).json(body)
    };
    let early = send(&bench, booking(&transaction)).await;
    assert_eq!((early.status.as_u16(), early.code().as_str()), (402, "payment_not_completed"));
    assert_eq!(send(&bench, booking("pi_forged")).await.code(), "payment_mismatch");
    bench.provider.customer_pays(&transaction.parse().unwrap());
    assert_eq!(send(&bench, booking(&transaction)).await.json()["modifiedCount"], 1);
    assert_eq!(send(&bench, booking(&transaction)).await.json()["modifiedCount"], 0);

    let again = json!({ "price": 154, "order": id });
    let again = send(&bench, call("POST", "/create-payment-intent").by(marta).json(again)).await;
    assert_eq!(again.code(), "order_already_paid");
    assert_eq!(send(&bench, call("DELETE", &format!("/orders/{id}")).by(marta)).await.code(), "order_already_paid");
    assert_eq!(send(&bench, call("DELETE", &format!("/ship/{id}")).by(admin)).await.code(), "order_already_paid");

    let ship = || call("PUT", &format!("/ship/{id}")).by(admin).json(json!({ "status": "shipped" }));
    assert_eq!(send(&bench, ship()).await.json()["modifiedCount"], 1);
    assert_eq!(send(&bench, ship()).await.json()["modifiedCount"], 0);
    let order = send(&bench, call("GET", &format!("/order/{id}")).by(marta)).await.json();
    assert_eq!(
        (&order["paid"], &order["status"], &order["transactionId"]),
        (&json!(true), &json!("shipped"), &json!(transaction))
    );
    bench.check_books().await;
}

#[actix_web::test]
async fn an_order_says_where_it_stands_in_one_word() {
    let bench = TestShop::default();
    let (marta, admin) = (bench.customer("marta").await, bench.admin().await);
    let part = bench.part(1, 9, 1000).await;
    let held = bench.order(marta, part, 1).await;
    let (paid, _) = bench.paid_order(marta, part, 1).await;
    let (refunded, _) = bench.paid_order(marta, part, 1).await;
    bench.shop.refund_order(admin, refunded).await.unwrap();
    let (shipped, _) = bench.paid_order(marta, part, 1).await;
    bench.shop.ship(admin, shipped).await.unwrap();
    let view = async |id: OrderId| send(&bench, call("GET", &format!("/order/{id}")).by(marta)).await.json();
    for (id, state) in [(held, "held"), (paid, "paid"), (refunded, "refunded"), (shipped, "shipped")] {
        assert_eq!((&view(id).await["state"], view(id).await["heldUntil"].is_string()), (&json!(state), id == held));
    }
    let gone_back = view(refunded).await;
    assert_eq!((&gone_back["paid"], &gone_back["status"]), (&json!(false), &json!("pending")));
    bench.clock.advance(Duration::from_hours(25));
    bench.shop.expire_reservations().await.unwrap();
    assert_eq!(view(held).await["state"], "lapsed");
}

#[actix_web::test]
async fn refused_orders_speak_the_specifications_words() {
    let bench = TestShop::default();
    let (marta, part) = (bench.customer("marta").await, bench.part(10, 100, 1000).await);
    let order = |quantity: serde_json::Value, total: serde_json::Value| {
        let body = json!({
            "orderedId": part.to_string(), "quantity": quantity, "address": "1 Road", "phone": "5550100", "totalPrice": total,
        });
        call("POST", "/orders").by(marta).json(body)
    };
    let few = send(&bench, order(json!(9), json!(null))).await;
    assert_eq!(
        (few.code().as_str(), few.json()["detail"].as_str()),
        ("below_minimum", Some("Minimum order 10 pieces"))
    );
    let many = send(&bench, order(json!(101), json!(null))).await;
    assert_eq!(many.code(), "out_of_stock");
    assert_eq!(many.json()["detail"], "Your ordered quantity is out of our range. we have only 100 pcs.");
    assert_eq!(send(&bench, order(json!(10), json!(1))).await.code(), "price_changed");
    assert_eq!(send(&bench, order(json!(""), json!(100))).await.status.as_u16(), 201, "empty is the minimum");
    assert_eq!(bench.stock(part).await, 90);
}

#[actix_web::test]
async fn a_repeated_key_places_one_order() {
    let bench = TestShop::default();
    let (marta, part) = (bench.customer("marta").await, bench.part(1, 100, 1000).await);
    let order = |quantity: i64, key: &str| {
        let body =
            json!({ "orderedId": part.to_string(), "quantity": quantity, "address": "1 Road", "phone": "5550100" });
        call("POST", "/orders").by(marta).json(body).header("Idempotency-Key", key)
    };
    let first = send(&bench, order(1, "click")).await.json();
    assert_eq!(send(&bench, order(1, "click")).await.json(), first);
    assert_eq!(send(&bench, order(2, "click")).await.code(), "idempotency_key_reused");
    assert_eq!(send(&bench, order(1, " ")).await.fields(), ["Idempotency-Key"]);
    assert_eq!(send(&bench, order(1, &"k".repeat(256))).await.fields(), ["Idempotency-Key"]);
    assert_eq!(bench.stock(part).await, 99);
}

#[actix_web::test]
async fn a_customer_deletes_an_unpaid_order() {
    let bench = TestShop::default();
    let (marta, part) = (bench.customer("marta").await, bench.part(1, 100, 1000).await);
    let order = bench.order(marta, part, 1).await;
    let delete = || call("DELETE", &format!("/orders/{order}")).by(marta);
    assert_eq!(send(&bench, delete()).await.json(), json!({ "acknowledged": true, "deletedCount": 1 }));
    assert_eq!(send(&bench, delete()).await.json()["deletedCount"], 0);
    assert_eq!(send(&bench, call("GET", "/orders/marta@example.com").by(marta)).await.json(), json!([]));
}

#[actix_web::test]
async fn signing_in_exchanges_an_id_token_for_an_access_token() {
    let bench = TestShop::default();
    let token = id_token(&"marta@example.com".parse().unwrap(), "s1", "Marta", false);
    let register = |email: &str| {
        call("PUT", &format!("/users/{email}")).bearer(token.reveal()).json(json!({ "email": email, "role": "admin" }))
    };
    let answer = send(&bench, register("Marta@Example.com")).await;
    let access = answer.json()["accessToken"].as_str().unwrap().to_owned();
    let me = send(&bench, call("GET", "/users/marta@example.com").bearer(&access)).await.json();
    assert_eq!(
        (me["user"].as_str(), me["name"].as_str(), me.get("role")),
        (Some("marta@example.com"), Some("Marta"), None)
    );
    assert_eq!(
        send(&bench, call("GET", "/admin/marta@example.com").bearer(&access)).await.json(),
        json!({ "admin": false })
    );
    assert_eq!(send(&bench, register("olga@example.com")).await.code(), "not_your_address");
}

#[actix_web::test]
async fn an_id_token_that_is_too_old_opens_no_session() {
    let bench = TestShop::default();
    let token = id_token(&"marta@example.com".parse().unwrap(), "s1", "Marta", false);
    let now = bench.clock.now();
    let old = issued(&token, now.minus(Duration::from_secs(301)), now.minus(Duration::from_secs(301)), "a");
    let register = call("PUT", "/users/marta@example.com").bearer(old.reveal()).json(json!({}));
    let answer = send(&bench, register).await;
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (401, "sign_in_over"));
}

#[actix_web::test]
async fn signing_out_ends_the_session_at_once_and_signing_out_everywhere_all_of_them() {
    let bench = TestShop::default();
    let token = id_token(&"marta@example.com".parse().unwrap(), "s1", "Marta", false);
    let now = bench.clock.now();
    let mut sessions = Vec::new();
    for sign_in in ["a", "b", "c"] {
        let token = issued(&token, now, now, sign_in);
        let register = call("PUT", "/users/marta@example.com").bearer(token.reveal()).json(json!({}));
        sessions.push(send(&bench, register).await.json()["accessToken"].as_str().unwrap().to_owned());
    }
    bench.clock.advance(Duration::from_secs(1));
    let me = |session: usize| call("GET", "/users/marta@example.com").bearer(&sessions[session]);
    let out = send(&bench, call("DELETE", "/sessions").bearer(&sessions[0])).await;
    assert_eq!(out.json(), json!({ "acknowledged": true, "deletedCount": 1 }));
    assert_eq!(send(&bench, me(0)).await.code(), "unauthenticated");
    assert_eq!(send(&bench, me(1)).await.status.as_u16(), 200);
    let everywhere = send(&bench, call("DELETE", "/sessions/marta@example.com").bearer(&sessions[1])).await;
    assert_eq!(everywhere.json(), json!({ "acknowledged": true }));
    for session in [1, 2] {
        assert_eq!(send(&bench, me(session)).await.code(), "unauthenticated");
    }
}

#[actix_web::test]
async fn admins_promote_people() {
    let bench = TestShop::default();
    let (marta, admin) = (bench.customer("marta").await, bench.admin().await);
    let promote = || call("PUT", "/user/admin/marta@example.com").by(admin);
    assert_eq!(send(&bench, promote()).await.json()["modifiedCount"], 1);
    assert_eq!(send(&bench, promote()).await.json()["modifiedCount"], 0);
    let users = send(&bench, call("GET", "/users").by(marta)).await.json();
    assert!(users.as_array().unwrap().iter().all(|user| user["role"] == "admin"));
}

#[actix_web::test]
async fn admins_take_the_role_back_but_one_stays() {
    let bench = TestShop::default();
    let (_, admin) = (bench.customer("marta").await, bench.admin().await);
    send(&bench, call("PUT", "/user/admin/marta@example.com").by(admin)).await;
    let demote = |name: &str| call("DELETE", &format!("/user/admin/{name}@example.com")).by(admin);
    assert_eq!(send(&bench, demote("marta")).await.json()["modifiedCount"], 1);
    assert_eq!(send(&bench, demote("marta")).await.json()["modifiedCount"], 0);
    assert_eq!(send(&bench, demote("admin")).await.code(), "last_admin");
    assert_eq!(send(&bench, demote("nobody")).await.code(), "not_found");
    assert_eq!(
        send(&bench, demote("ad%E2%80%8Bmin")).await.code(),
        "not_found",
        "an invisible letter is no mistake here"
    );
}

#[actix_web::test]
async fn whether_an_address_is_confirmed_is_shown_and_decides_with_firebase() {
    let mut bench = TestShop::default();
    let admin = bench.admin().await;
    let token = id_token(&"olga@example.com".parse().unwrap(), "s1", "Olga", false);
    send(&bench, call("PUT", "/users/olga@example.com").bearer(token.reveal()).json(json!({}))).await;
    let users = send(&bench, call("GET", "/users").by(admin)).await.json();
    let seen: Vec<_> = users.as_array().unwrap().iter().map(|user| (&user["user"], &user["emailVerified"])).collect();
    assert_eq!(seen, [(&json!("admin@example.com"), &json!(true)), (&json!("olga@example.com"), &json!(false))]);
    bench.shop.rules.unverified_admins = false;
    let refused = send(&bench, call("PUT", "/user/admin/olga@example.com").by(admin)).await;
    assert_eq!(refused.code(), "address_not_confirmed");
}

#[actix_web::test]
async fn admins_delete_reviews() {
    let bench = TestShop::default();
    let (marta, admin) = (bench.customer("marta").await, bench.admin().await);
    let review = json!({ "rating": "1", "review": "Spam." });
    let added = send(&bench, call("POST", "/reviews").by(marta).json(review)).await.json();
    let path = format!("/reviews/{}", added["insertedId"].as_str().unwrap());
    assert_eq!(send(&bench, call("DELETE", &path).by(admin)).await.json()["deletedCount"], 1);
    assert_eq!(send(&bench, call("DELETE", &path).by(admin)).await.json()["deletedCount"], 0);
    assert_eq!(send(&bench, call("GET", "/reviews")).await.json(), json!([]));
}

#[actix_web::test]
async fn reviews_come_with_stars_and_the_accounts_name() {
    let bench = TestShop::default();
    let marta = bench.customer("marta").await;
    let review =
        || call("POST", "/reviews").by(marta).json(json!({ "rating": "4", "review": "<b>Good</b>", "name": "x" }));
    assert_eq!(send(&bench, review()).await.status.as_u16(), 201);
    assert_eq!(send(&bench, review()).await.code(), "already_reviewed_today");
    let reviews = send(&bench, call("GET", "/reviews")).await.json();
    assert_eq!(
        (&reviews[0]["name"], &reviews[0]["rating"], &reviews[0]["review"]),
        (&json!("marta"), &json!(4), &json!("<b>Good</b>"))
    );
}

#[actix_web::test]
async fn a_provider_that_is_down_is_told_as_such() {
    let bench = TestShop::default();
    let (marta, part) = (bench.customer("marta").await, bench.part(1, 100, 1000).await);
    let order = bench.order(marta, part, 1).await;
    bench.provider.fail_next([Some(Outage::BeforeEffect)]);
    let intent = json!({ "price": 10, "order": order.to_string() });
    let answer = send(&bench, call("POST", "/create-payment-intent").by(marta).json(intent)).await;
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (503, "payment_unavailable"));
    assert!(answer.header("retry-after").is_some());
    let id = answer.header("x-request-id").unwrap();
    assert!(answer.json()["detail"].as_str().unwrap().contains(id), "the text names the request");
    assert!(!answer.text.contains("the test says so"), "and not the cause");
}

#[actix_web::test]
async fn webhooks_count_when_they_are_signed() {
    let bench = TestShop::default();
    let (marta, part) = (bench.customer("marta").await, bench.part(1, 100, 1000).await);
    let order = bench.order(marta, part, 1).await;
    let transaction = bench.start_payment(marta, order).await;
    bench.provider.customer_pays(&transaction);
    let message = || call("POST", "/webhooks/stripe").raw("application/json", format!("evt_1 {transaction}"));
    assert_eq!(send(&bench, message()).await.code(), "bad_signature");
    assert_eq!(send(&bench, message().header("Stripe-Signature", "bad")).await.code(), "bad_signature");
    assert_eq!(send(&bench, message().header("Stripe-Signature", "good")).await.status.as_u16(), 200);
    assert!(bench.stored_order(order).await.is_paid());
    let huge = call("POST", "/webhooks/stripe").raw("application/json", vec![b'x'; 257 * 1024]);
    assert_eq!(send(&bench, huge.header("Stripe-Signature", "good")).await.code(), "body_too_large");
}

#[actix_web::test]
async fn what_can_be_got_can_be_asked_about() {
    let bench = TestShop::default();
    for path in ["/healthz", "/parts", "/docs/"] {
        assert_eq!(send(&bench, call("HEAD", path)).await.status.as_u16(), 200, "{path}");
    }
    assert_eq!(send(&bench, call("HEAD", "/nothing")).await.status.as_u16(), 404);
}

#[actix_web::test]
async fn wrong_addresses_and_methods_are_told_apart() {
    let bench = TestShop::default();
    assert_eq!(send(&bench, call("GET", "/nothing")).await.code(), "not_found");
    let wrong = send(&bench, call("PATCH", "/parts")).await;
    assert_eq!(wrong.code(), "method_not_allowed");
    assert_eq!(wrong.header("allow"), Some("GET, POST"));
}

#[actix_web::test]
async fn whoever_tries_tokens_is_slowed_down_and_who_renews_is_not() {
    let bench = TestShop::default();
    let api = limited(&bench, Rates { sign_ins: NonZeroU32::new(3), ..Rates::OFF });
    let token = id_token(&"marta@example.com".parse().unwrap(), "s1", "Marta", false);
    let register = |token: &str| call("PUT", "/users/marta@example.com").bearer(token).json(json!({}));
    for _ in 0..3 {
        assert_eq!(send_limited(&api, register("junk")).await.status.as_u16(), 401);
    }
    let refused = send_limited(&api, register("junk")).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (429, "rate_limited"));
    assert!(refused.header("retry-after").unwrap().parse::<u32>().unwrap() > 0);
    for _ in 0..5 {
        assert_eq!(send_limited(&api, register(token.reveal())).await.status.as_u16(), 200, "behind the same address");
    }
}

#[actix_web::test]
async fn too_many_orders_of_one_customer_are_slowed_down() {
    let bench = TestShop::default();
    let (marta, olga) = (bench.customer("marta").await, bench.customer("olga").await);
    let part = bench.part(1, 100, 1000).await;
    let api = limited(&bench, Rates { orders: NonZeroU32::new(3), ..Rates::OFF });
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
async fn a_browser_learns_how_to_sign_in_to_pay_and_what_becomes_of_mails() {
    let bench = TestShop::default();
    let config = send(&bench, call("GET", "/config")).await.json();
    assert_eq!(config["identity"]["mode"], "embedded");
    assert_eq!(config["payments"]["mode"], "sandbox");
    assert_eq!((&config["mails"], &config["demo"]), (&json!("outbox"), &json!(true)));
}

#[actix_web::test]
async fn every_answer_keeps_browsers_safe() {
    let bench = TestShop::default();
    for path in ["/parts", "/nothing", "/config"] {
        let answer = send(&bench, call("GET", path)).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(policy.contains("style-src 'self';") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert!(answer.header("referrer-policy").is_some() && answer.header("x-request-id").is_some());
    }
}

#[actix_web::test]
async fn headers_have_a_limit() {
    let bench = TestShop::default();
    let answer = send(&bench, call("GET", "/parts").header("x-long", &"x".repeat(17 * 1024))).await;
    assert_eq!(answer.code(), "headers_too_large");
}

#[actix_web::test]
async fn the_api_page_works_without_the_internet() {
    let bench = TestShop::default();
    let page = send(&bench, call("GET", "/docs/")).await;
    assert_eq!(page.status.as_u16(), 200);
    assert!(!page.text.contains("https://") && !page.text.contains("<script>"), "{}", page.text);
    assert!(send(&bench, call("GET", "/docs/swagger-initializer.js")).await.text.contains("/openapi.json"));
    assert_eq!(send(&bench, call("GET", "/docs")).await.header("location"), Some("/docs/"));
}
