//! The audit log, as returned to admins.

use crate::support::{call, send};
use actix_web::http::StatusCode;
use autoparts_testing::test_shop::TestShop;
use serde_json::json;

#[actix_web::test]
async fn the_audit_log_says_who_did_what_to_whom() {
    let shop = TestShop::default();
    let admin = shop.admin().await;
    let marta = shop.customer("marta").await;
    for method in ["PUT", "DELETE"] {
        assert_eq!(send(&shop, call(method, "/user/admin/marta@example.com").by(admin)).await.status, 200);
    }
    let answer = send(&shop, call("GET", "/audit?limit=2").by(admin)).await;
    let log = answer.json();
    let who = |id: &dyn ToString, user| json!({ "_id": id.to_string(), "user": user });
    for (entry, action) in [(&log[0], "revoke_admin"), (&log[1], "grant_admin")] {
        let expected = json!({
            "_id": entry["_id"], "action": action, "actor": who(&admin, "admin@example.com"),
            "subject": who(&marta, "marta@example.com"), "detail": "address confirmed",
            "createdAt": "2026-01-01T00:00:00Z",
        });
        assert_eq!(entry, &expected);
    }
    let next = format!("/audit?limit=2&after={}", log[1]["_id"].as_str().unwrap());
    assert_eq!(answer.header("link"), Some(&*format!("<{next}>; rel=\"next\"")));
    assert_eq!(send(&shop, call("GET", &next).by(admin)).await.json(), json!([]));
}

#[actix_web::test]
async fn the_audit_log_is_filtered_and_its_pages_keep_the_filter() {
    let shop = TestShop::default();
    let admin = shop.admin().await;
    shop.customer("marta").await;
    for method in ["PUT", "DELETE", "PUT"] {
        assert_eq!(send(&shop, call(method, "/user/admin/marta@example.com").by(admin)).await.status, 200);
    }
    let path = "/audit?action=grant_admin&actor=admin@example.com&from=2026-01-01&to=2026-01-01&limit=1";
    let answer = send(&shop, call("GET", path).by(admin)).await;
    assert_eq!(answer.json()[0]["action"], "grant_admin");
    let next = answer.header("link").unwrap().split(['<', '>']).nth(1).unwrap().to_owned();
    assert!(next.contains("action=grant_admin") && next.contains("from=2026-01-01"), "{next}");
    let last = send(&shop, call("GET", &next).by(admin)).await.json();
    assert_eq!((last.as_array().unwrap().len(), &last[0]["action"]), (1, &json!("grant_admin")));
    for (query, count) in [
        ("subject=marta@example.com".to_owned(), 3),
        ("subject=admin@example.com".to_owned(), 0),
        ("actor=nobody@example.com".to_owned(), 0),
        ("to=2025-12-31".to_owned(), 0),
    ] {
        let found = send(&shop, call("GET", &format!("/audit?{query}")).by(admin)).await.json();
        assert_eq!(found.as_array().unwrap().len(), count, "{query}");
    }
    for query in ["action=steal", "actor=%20", "subject=marta", "from=yesterday"] {
        let refused = send(&shop, call("GET", &format!("/audit?{query}")).by(admin)).await;
        assert_eq!(
            (refused.status, refused.json()["code"].as_str()),
            (StatusCode::UNPROCESSABLE_ENTITY, Some("invalid_fields")),
            "{query}"
        );
    }
}
