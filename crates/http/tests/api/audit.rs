//! The audit log, as admins read it.

use crate::support::{call, send};
use autoparts_application::testing::test_shop::TestShop;
use serde_json::json;

#[actix_web::test]
async fn the_audit_log_says_who_did_what_to_whom() {
    let shop = TestShop::default();
    let (admin, marta) = (shop.admin().await, shop.customer("marta").await);
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
