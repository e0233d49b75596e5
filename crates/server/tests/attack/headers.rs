//! Security headers: allowed origins, content security policy, content types.

use crate::{report::Report, shop::Shop, support::Site};
use reqwest::{Response, header};

/// Responses of every kind: pages, data, problems, files.
const PATHS: &[&str] =
    &["/", "/parts", "/config", "/order/none", "/nowhere.js", "/healthz", "/docs/", "/openapi.json", "/robots.txt"];

const SAFE: &[(&str, &str)] = &[
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("permissions-policy", "camera=()"),
    ("cross-origin-opener-policy", "same-origin-allow-popups"),
    ("cross-origin-resource-policy", "same-origin"),
    ("content-security-policy", "frame-ancestors 'none'"),
    ("content-security-policy", "object-src 'none'"),
    ("content-security-policy", "base-uri 'none'"),
    ("content-security-policy", "form-action 'self'"),
];

fn value<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

pub(crate) async fn browser_security_headers(mut report: Report) -> Report {
    let shop = Shop::on(Site::new().with("CORS_ORIGINS", "https://partner.example")).await;
    for path in PATHS {
        let answer = shop.server.request("GET", path).header("accept", "text/html,*/*").send().await.unwrap();
        for (name, part) in SAFE {
            let sent = value(&answer, name);
            report.case(format_args!("{path} without {part} in {name}"), sent.contains(part), sent);
        }
        let scripts =
            value(&answer, "content-security-policy").split(';').find(|rule| rule.trim().starts_with("script-src"));
        let scripts = scripts.unwrap_or_default();
        let strict = scripts.contains("'self'") && !scripts.contains("unsafe") && !scripts.contains('*');
        report.case(format_args!("{path} with scripts from anywhere"), strict, scripts);
        report.case(
            format_args!("{path} that names its server"),
            value(&answer, "server").is_empty(),
            value(&answer, "server"),
        );
        report.case(
            format_args!("{path} that sets a cookie"),
            value(&answer, "set-cookie").is_empty(),
            value(&answer, "set-cookie"),
        );
    }
    let private = shop.server.request("GET", &format!("/order/{}", shop.order)).bearer_auth(&shop.marta.token);
    let cached = value(&private.send().await.unwrap(), "cache-control").to_owned();
    report.case("an order kept in a cache", cached.contains("no-store"), cached);
    // Order emails and other sites embed part pictures.
    let picture = shop.server.request("GET", "/catalogue/alternator.svg").send().await.unwrap();
    assert_eq!(value(&picture, "cross-origin-resource-policy"), "cross-origin");
    other_sites(&mut report, &shop).await;
    report
}

/// Pages of other sites that try to call the API on behalf of a visitor.
async fn other_sites(report: &mut Report, shop: &Shop) {
    let ask = async |method: &str, origin: &str| {
        let request = shop.server.request(method, "/orders").header(header::ORIGIN, origin);
        let request = request.header("access-control-request-method", "POST");
        let answer = request.header("access-control-request-headers", "authorization").send().await.unwrap();
        let allowed = value(&answer, "access-control-allow-origin").to_owned();
        (allowed, value(&answer, "access-control-allow-credentials").to_owned())
    };
    let (allowed, _) = ask("OPTIONS", "https://partner.example").await;
    assert_eq!(allowed, "https://partner.example", "the site that is named may call");
    for origin in [
        "https://evil.example",
        "http://partner.example",
        "https://partner.example.evil.example",
        "https://evilpartner.example",
        "https://partner.example:8443",
        "https://PARTNER.example.",
        "null",
        "https://sub.partner.example",
    ] {
        for method in ["OPTIONS", "GET"] {
            let (allowed, credentials) = ask(method, origin).await;
            let refused = allowed != origin && allowed != "*" && credentials != "true";
            report.case(format_args!("{method} by a page of {origin}"), refused, format!("{allowed} {credentials}"));
        }
    }
    for call in ["signInWithPassword", "signUp", "update", "lookup"] {
        let path = format!("/identitytoolkit.googleapis.com/v1/accounts:{call}?key=demo-key");
        let request = shop.server.request("POST", &path).header(header::ORIGIN, "https://evil.example");
        let body = r#"{"email":"admin@autoparts.example","password":"admin-demo-1"}"#;
        let answer = request.header("content-type", "application/json").body(body).send().await.unwrap();
        report.case(
            format_args!("accounts:{call} by a page of another site"),
            answer.status().is_client_error(),
            answer.status(),
        );
    }
}
