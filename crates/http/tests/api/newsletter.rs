//! The newsletter and feedback, as the web app uses them.

use crate::support::{Answer, Call, call, limited, send, send_limited};
use autoparts_application::ports::page::Page;
use autoparts_http::limits::RateLimits;
use autoparts_testing::test_shop::TestShop;
use serde_json::json;
use std::{num::NonZeroU32, time::Duration};

fn join(email: &str) -> Call {
    call("POST", "/newsletter").json(json!({ "email": email }))
}

fn follow(path: &str, token: &str) -> Call {
    call("POST", path).json(json!({ "token": token }))
}

/// The token in the newest email.
async fn token(test_shop: &TestShop) -> String {
    let mails = test_shop.shop.store.read(|tx| tx.mails(&Page { after: None, limit: 1 })).await.unwrap();
    let (_, rest) = mails[0].text.split_once("#token=").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

async fn confirmed(test_shop: &TestShop, email: &str) -> Answer {
    send(test_shop, join(email)).await;
    send(test_shop, follow("/newsletter/confirm", &token(test_shop).await)).await
}

#[actix_web::test]
async fn a_reader_joins_confirms_and_leaves() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let joined = send(&test_shop, join(" Ann@Example.com ")).await;
    assert_eq!((joined.status.as_u16(), joined.json()), (202, json!({ "acknowledged": true })));

    let link = token(&test_shop).await;
    let welcome = send(&test_shop, follow("/newsletter/confirm", &link)).await;
    let code = welcome.json()["code"].as_str().unwrap().to_owned();
    let terms = json!({
        "email": "ann@example.com", "code": code, "amount": 50, "minimum": 100, "validUntil": "2026-04-01T00:00:00Z",
    });
    assert_eq!(welcome.json(), terms);
    assert_eq!(send(&test_shop, follow("/newsletter/confirm", &link)).await.text, welcome.text, "repeatable");

    let way_out = token(&test_shop).await;
    for _ in 0..2 {
        let left = send(&test_shop, follow("/newsletter/leave", &way_out)).await;
        assert_eq!((left.status.as_u16(), left.json()), (200, json!({ "acknowledged": true })));
    }
    let listed = send(&test_shop, call("GET", "/newsletter").by(admin)).await.json();
    assert_eq!(
        listed,
        json!([{
            "_id": listed[0]["_id"], "email": "ann@example.com", "state": "left",
            "createdAt": "2026-01-01T00:00:00Z", "confirmedAt": "2026-01-01T00:00:00Z",
            "coupon": { "code": code, "amount": 50, "used": false },
        }])
    );
}

#[actix_web::test]
async fn a_caller_learns_nothing_about_an_address() {
    let test_shop = TestShop::default();
    send(&test_shop, join("waiting@example.com")).await;
    confirmed(&test_shop, "confirmed@example.com").await;
    confirmed(&test_shop, "left@example.com").await;
    send(&test_shop, follow("/newsletter/leave", &token(&test_shop).await)).await;
    for _ in 0..2 {
        for who in ["new", "waiting", "confirmed", "left"] {
            let answer = send(&test_shop, join(&format!("{who}@example.com"))).await;
            assert_eq!((answer.status.as_u16(), answer.text.as_str()), (202, r#"{"acknowledged":true}"#), "{who}");
        }
        test_shop.clock.advance(Duration::from_hours(24));
    }
}

#[actix_web::test]
async fn invalid_links_all_answer_the_same() {
    let test_shop = TestShop::default();
    send(&test_shop, join("ann@example.com")).await;
    let old = token(&test_shop).await;
    test_shop.clock.advance(Duration::from_hours(7 * 24));
    for path in ["/newsletter/confirm", "/newsletter/leave"] {
        let forged = send(&test_shop, follow(path, "forged")).await;
        assert_eq!((forged.status.as_u16(), forged.code().as_str()), (404, "newsletter_link_invalid"));
        assert_eq!(send(&test_shop, follow(path, &old)).await.text, forged.text);
    }
}

#[actix_web::test]
async fn subscribers_are_listed_newest_first_page_by_page() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    for who in ["ann", "bob"] {
        send(&test_shop, join(&format!("{who}@example.com"))).await;
    }
    let first = send(&test_shop, call("GET", "/newsletter?limit=1").by(admin)).await;
    let bob = json!({
        "_id": first.json()[0]["_id"], "email": "bob@example.com", "state": "waiting",
        "createdAt": "2026-01-01T00:00:00Z",
    });
    assert_eq!(first.json(), json!([bob]));
    let id = bob["_id"].as_str().unwrap();
    let next = format!("/newsletter?limit=1&after={id}");
    assert_eq!(first.header("link"), Some(&*format!("<{next}>; rel=\"next\"")));
    assert_eq!(send(&test_shop, call("GET", &next).by(admin)).await.json()[0]["email"], "ann@example.com");
}

#[actix_web::test]
async fn feedback_reaches_the_admins() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let sent =
        send(&test_shop, call("POST", "/feedback").json(json!({ "message": "  More colours,\nplease. " }))).await;
    assert_eq!((sent.status.as_u16(), &sent.json()["acknowledged"]), (201, &json!(true)));
    let with_address = json!({ "message": "<b>Where is my order?</b>", "email": "Ann@example.com" });
    let second = send(&test_shop, call("POST", "/feedback").json(with_address)).await.json();
    assert_eq!(
        send(&test_shop, call("GET", "/feedback").by(admin)).await.json(),
        json!([
            {
                "_id": second["insertedId"], "message": "<b>Where is my order?</b>", "email": "ann@example.com",
                "createdAt": "2026-01-01T00:00:00Z",
            },
            {
                "_id": sent.json()["insertedId"], "message": "More colours,\nplease.",
                "createdAt": "2026-01-01T00:00:00Z",
            },
        ])
    );
    for (nothing, status) in [(json!(null), 201), (json!(""), 422), (json!("  "), 422)] {
        let body = json!({ "message": "Good.", "email": nothing });
        assert_eq!(send(&test_shop, call("POST", "/feedback").json(body)).await.status.as_u16(), status, "{nothing}");
    }
}

#[actix_web::test]
async fn who_waits_for_a_part_is_answered_the_same_and_written_to_when_it_is_back() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 0, 1000).await;
    let path = format!("/parts/{part}/stock-alerts");
    let ask = || call("POST", &path).json(json!({ "email": "ann@example.com" }));
    let first = send(&test_shop, ask()).await;
    assert_eq!((first.status.as_u16(), first.json()), (202, json!({ "acknowledged": true })));
    assert_eq!(send(&test_shop, ask()).await.text, first.text, "known or not");
    for _ in 0..2 {
        let confirmed = send(&test_shop, follow("/stock-alerts/confirm", &token(&test_shop).await)).await;
        assert_eq!((confirmed.status.as_u16(), confirmed.text), (200, first.text.clone()));
    }
    let stock = format!("/parts/{part}/stock");
    let received = json!({ "reason": "received", "pieces": 20 });
    assert_eq!(send(&test_shop, call("POST", &stock).by(admin).json(received)).await.status.as_u16(), 201);
    assert_eq!(send(&test_shop, ask()).await.code(), "part_in_stock");
    assert!(test_shop.shop.run_maintenance().await);
    for _ in 0..2 {
        let stopped = send(&test_shop, follow("/stock-alerts/stop", &token(&test_shop).await)).await;
        assert_eq!((stopped.status.as_u16(), stopped.text), (200, first.text.clone()));
    }
    let forged = send(&test_shop, follow("/stock-alerts/stop", "forged")).await;
    assert_eq!((forged.status.as_u16(), forged.code().as_str()), (404, "stock_alert_link_invalid"));
    let nothing = call("POST", "/parts/01900000-0000-7000-8000-000000000000/stock-alerts");
    assert_eq!(send(&test_shop, nothing.json(json!({ "email": "ann@example.com" }))).await.code(), "not_found");
}

#[actix_web::test]
async fn one_address_sends_few_forms_whatever_they_are_about() {
    let test_shop = TestShop::default();
    let api = limited(&test_shop, RateLimits { public_forms: NonZeroU32::new(6), ..RateLimits::OFF });
    let forms = || {
        let feedback = call("POST", "/feedback").json(json!({ "message": "Good." }));
        [
            join("ann@example.com"),
            follow("/newsletter/confirm", "forged"),
            follow("/newsletter/leave", "forged"),
            follow("/stock-alerts/stop", "forged"),
            feedback,
            call("POST", "/withdrawals").json(json!({ "orderNumber": "1", "email": "ann@example.com" })),
        ]
    };
    for form in forms() {
        assert_ne!(send_limited(&api, form).await.status.as_u16(), 429);
    }
    for form in forms() {
        let refused = send_limited(&api, form).await;
        assert_eq!(refused.code(), "rate_limited");
        assert_eq!(refused.json()["detail"], "Too many attempts. Try again in a minute.");
        assert!(refused.header("retry-after").is_some());
    }
}
