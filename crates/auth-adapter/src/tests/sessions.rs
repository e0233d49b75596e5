//! Refreshing.

use super::support::{Bench, text};
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn a_session_is_refreshed_again_and_again_with_one_token() {
    let bench = Bench::new().await;
    let signed_up = bench.sign_up("ann@example.com").await;
    let refresh_token = text(&signed_up["refreshToken"]);
    for _ in 0..3 {
        bench.clock.advance(Duration::from_hours(2));
        assert!(bench.verify(&signed_up["idToken"]).await.is_err(), "the first ID token has expired");
        let (status, refreshed) = bench.refresh(&refresh_token).await;
        assert_eq!(status, 200);
        assert_eq!(refreshed["refresh_token"], refresh_token.as_str());
        assert_eq!((&refreshed["token_type"], &refreshed["expires_in"]), (&json!("Bearer"), &json!("3600")));
        assert_eq!(
            (&refreshed["user_id"], &refreshed["project_id"]),
            (&signed_up["localId"], &json!("demo-autoparts"))
        );
        assert_eq!(bench.verify(&refreshed["id_token"]).await.unwrap().email.as_str(), "ann@example.com");
    }
}

#[tokio::test]
async fn refreshes_at_once_all_succeed() {
    let bench = Bench::new().await;
    let token = text(&bench.sign_up("ann@example.com").await["refreshToken"]);
    let (one, two, three) = tokio::join!(bench.refresh(&token), bench.refresh(&token), bench.refresh(&token));
    assert_eq!((one.0, two.0, three.0), (200, 200, 200));
}

#[tokio::test]
async fn bad_refreshes_are_refused() {
    let bench = Bench::new().await;
    let token = text(&bench.sign_up("ann@example.com").await["refreshToken"]);
    let never_issued = "A".repeat(43);
    let huge = "x".repeat(40_000);
    for (form, message) in [
        (vec![("grant_type", "refresh_token")], "MISSING_REFRESH_TOKEN"),
        (vec![("grant_type", "refresh_token"), ("refresh_token", "")], "MISSING_REFRESH_TOKEN"),
        (vec![("grant_type", "refresh_token"), ("refresh_token", "x")], "INVALID_REFRESH_TOKEN"),
        (vec![("grant_type", "refresh_token"), ("refresh_token", &never_issued)], "TOKEN_EXPIRED"),
        (vec![("grant_type", "password"), ("refresh_token", &token)], "INVALID_GRANT_TYPE"),
        (vec![("refresh_token", token.as_str())], "INVALID_GRANT_TYPE"),
        (vec![("grant_type", huge.as_str())], "INVALID_ARGUMENT : The request is too large."),
    ] {
        let (status, body) = bench.token_call(&form).await;
        assert_eq!((status, &body["error"]["message"]), (400, &json!(message)));
    }
}

#[tokio::test]
async fn tokens_are_kept_as_hashes_only() {
    let bench = Bench::new().await;
    let token = text(&bench.sign_up("ann@example.com").await["refreshToken"]);
    let kept = bench.store.read(move |tx| tx.session(&token)).await.unwrap();
    assert_eq!(kept, None, "the token itself is not in the store");
}
