//! The calls of the specification, as a client makes them: paths, payloads, responses, codes. Here: what holds for all
//! of them.

mod accounts;
mod catalogue;
mod checkout;
mod fits;
mod guests;
mod imports;
pub(crate) mod member_documents;
mod memory;
mod orders;
mod personal_data;
mod pictures;
mod rates;
mod return_policies;

use crate::support::{call, send};
use autoparts_testing::test_shop::TestShop;
use serde_json::json;

#[actix_web::test]
async fn strange_ids_name_nothing() {
    let test_shop = TestShop::default();
    for id in ["%00", "-1", "1", "x", "%F0%9F%9A%97", &"9".repeat(3000), "..%2F..%2Fetc", "null"] {
        let answer = send(&test_shop, call("GET", &format!("/parts/{id}"))).await;
        assert!([400, 404].contains(&answer.status.as_u16()), "{id}: {}", answer.status);
    }
    let huge = send(&test_shop, call("GET", &format!("/parts/{}", "9".repeat(10_000)))).await;
    assert_eq!(huge.code(), "uri_too_long");
}

#[actix_web::test]
async fn what_can_be_got_can_be_asked_about() {
    let test_shop = TestShop::default();
    for path in ["/healthz", "/parts", "/docs/"] {
        assert_eq!(send(&test_shop, call("HEAD", path)).await.status.as_u16(), 200, "{path}");
    }
    assert_eq!(send(&test_shop, call("HEAD", "/nothing")).await.status.as_u16(), 404);
}

#[actix_web::test]
async fn a_server_names_its_build() {
    let health = send(&TestShop::default(), call("GET", "/healthz")).await;
    assert_eq!(health.json(), json!({ "status": "ok", "version": "9.8.7", "commit": "1a2b3c4d5e6f" }));
}

#[actix_web::test]
async fn unknown_paths_and_wrong_methods_are_distinguished() {
    let test_shop = TestShop::default();
    assert_eq!(send(&test_shop, call("GET", "/nothing")).await.code(), "not_found");
    let wrong = send(&test_shop, call("PUT", "/parts")).await;
    assert_eq!(wrong.code(), "method_not_allowed");
    assert_eq!(wrong.header("allow"), Some("GET, POST, PATCH"));
    let post_to_counts = send(&test_shop, call("POST", "/parts/counts")).await;
    assert_eq!(post_to_counts.code(), "method_not_allowed");
    assert_eq!(post_to_counts.header("allow"), Some("GET"));
}

#[actix_web::test]
async fn a_browser_learns_how_to_sign_in_to_pay_and_what_becomes_of_mails() {
    let test_shop = TestShop::default();
    let config = send(&test_shop, call("GET", "/config")).await.json();
    assert_eq!(config["identity"]["mode"], "embedded");
    assert_eq!(config["payments"]["mode"], "sandbox");
    assert_eq!((&config["mails"], &config["demo"]), (&json!("outbox"), &json!(true)));
}

#[actix_web::test]
async fn every_answer_keeps_browsers_safe() {
    let test_shop = TestShop::default();
    for path in ["/parts", "/nothing", "/config"] {
        let answer = send(&test_shop, call("GET", path)).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(policy.contains("style-src 'self';") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert!(answer.header("referrer-policy").is_some() && answer.header("x-request-id").is_some());
    }
}

#[actix_web::test]
async fn headers_have_a_limit() {
    let test_shop = TestShop::default();
    let answer = send(&test_shop, call("GET", "/parts").header("x-long", &"x".repeat(17 * 1024))).await;
    assert_eq!(answer.code(), "headers_too_large");
}

#[actix_web::test]
async fn the_api_page_works_without_the_internet() {
    let test_shop = TestShop::default();
    let page = send(&test_shop, call("GET", "/docs/")).await;
    assert_eq!(page.status.as_u16(), 200);
    assert!(!page.text.contains("https://") && !page.text.contains("<script>"), "{}", page.text);
    assert!(send(&test_shop, call("GET", "/docs/swagger-initializer.js")).await.text.contains("/openapi.json"));
    assert_eq!(send(&test_shop, call("GET", "/docs")).await.header("location"), Some("/docs/"));
}

#[actix_web::test]
async fn unknown_query_parameters_are_refused_everywhere() {
    let test_shop = TestShop::default();
    for path in
        ["/search?bran=halden", "/parts?limit=5&pag=2", "/brands?x=1", "/reviews?%71=1", "/config?x", "/fits?part=1"]
    {
        let answer = send(&test_shop, call("GET", path)).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (422, "invalid_fields"), "{path}");
    }
    let webhook = send(&test_shop, call("POST", "/webhooks/stripe?from=dashboard")).await;
    assert_ne!(webhook.status.as_u16(), 422, "its address is registered elsewhere");
    let answer = send(&test_shop, call("GET", "/search/suggestions?q=oil&category=brakes&x=1")).await;
    let sentence = "These query parameters are unknown: category, x. This address accepts q.";
    assert_eq!(answer.json()["detail"], sentence);
}

/// A misspelled filter would select every part.
#[actix_web::test]
async fn a_change_of_many_parts_refuses_a_misspelled_filter() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let change = json!({ "all": true, "change": { "kind": "price", "price": 1 }, "dryRun": true });
    let answer = send(&test_shop, call("PATCH", "/parts?bran=halden").by(admin).json(change)).await;
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (422, "invalid_fields"));
}
