//! Malformed requests of all kinds are refused.

use super::support::{ORIGIN, TestIdentity, post};
use http_types::{Method, Request};
use serde_json::json;

const CALLS: [&str; 7] =
    ["signUp", "signInWithPassword", "signInWithIdp", "lookup", "update", "sendOobCode", "resetPassword"];

#[tokio::test]
async fn malformed_bodies_are_refused() {
    let provider = TestIdentity::new().await;
    let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
    let huge = json!({"email": "x".repeat(40_000)}).to_string();
    let bodies: [&[u8]; 10] =
        [b"", b"null", b"[]", b"7", b"{", b"{\"email\":}", b"\xff\xfe", b"\"text\"", deep.as_bytes(), huge.as_bytes()];
    for name in CALLS {
        for body in bodies {
            let (status, answer) = provider.send(post(name, body.to_vec())).await;
            assert_eq!((status, &answer["error"]["code"]), (400, &json!(400)), "{name}: {answer}");
        }
    }
}

#[tokio::test]
async fn fields_of_wrong_types_cause_no_server_error() {
    let provider = TestIdentity::new().await;
    for field in ["email", "password", "displayName", "idToken", "oobCode", "newPassword", "requestType", "postBody"] {
        for value in [
            json!(null),
            json!(1),
            json!(1e300),
            json!(true),
            json!([]),
            json!({}),
            json!("\u{0}"),
            json!("💥".repeat(3000)),
        ] {
            for name in CALLS {
                let mut body =
                    json!({"email": "ann@example.com", "password": "secret1", "requestType": "PASSWORD_RESET"});
                body[field] = value.clone();
                let (status, answer) = provider.try_call(name, &body).await;
                assert!(matches!(status, 200 | 400), "{name} {field}: {answer}");
            }
        }
    }
}

#[tokio::test]
async fn requests_from_other_origins_are_refused() {
    let provider = TestIdentity::new().await;
    let from = |origin: &str, host: &str| {
        let mut request = post("signUp", json!({"email": "a@b.c", "password": "secret1"}).to_string().into_bytes());
        request.headers_mut().insert("origin", origin.parse().unwrap());
        request.headers_mut().insert("host", host.parse().unwrap());
        request
    };
    for (origin, host) in [
        ("https://evil.example", "localhost:5000"),
        ("null", "localhost:5000"),
        ("http://localhost:5000.evil.example", "localhost:5000"),
        ("http://rebound.example:5000", "rebound.example:5000"),
        ("http://localhost:5001", "localhost:5000"),
        ("http://127.0.0.1:9", "localhost:9"),
    ] {
        assert_eq!(provider.send(from(origin, host)).await.0, 403, "{origin}");
    }
    assert_eq!(provider.send(from("http://127.0.0.1:7000", "127.0.0.1:7000")).await.0, 200);
    let mut plain = post("signUp", b"{}".to_vec());
    plain.headers_mut().insert("content-type", "text/plain".parse().unwrap());
    assert_eq!(provider.send(plain).await.0, 400);
}

#[tokio::test]
async fn unknown_urls_are_404() {
    let provider = TestIdentity::new().await;
    for (method, path) in [
        (Method::POST, "/identitytoolkit.googleapis.com/v1/accounts:createAuthUri"),
        (Method::POST, "/identitytoolkit.googleapis.com/v1/accounts:"),
        (Method::POST, "/identitytoolkit.googleapis.com/v1/projects"),
        (Method::POST, "/emulator/auth/handler"),
        (Method::GET, "/identitytoolkit.googleapis.com/v1/accounts:signUp"),
        (Method::GET, "/emulator/auth/../../etc/passwd"),
        (Method::DELETE, "/securetoken.googleapis.com/v1/token"),
    ] {
        let request = Request::builder().method(method).uri(path).header("content-type", "application/json");
        let (status, body) = provider.send(request.body(b"{}".to_vec()).unwrap()).await;
        assert_eq!((status, &body["error"]["code"]), (404, &json!(404)), "{path}");
    }
}

#[tokio::test]
async fn requests_without_an_origin_are_accepted() {
    let provider = TestIdentity::new().await;
    let mut request = post("signUp", json!({"email": "a@b.c", "password": "secret1"}).to_string().into_bytes());
    assert_eq!(request.headers_mut().remove("origin").unwrap(), ORIGIN);
    assert_eq!(provider.send(request).await.0, 200);
}
