//! Refreshing tokens.

use super::support::{TestIdentity, text};
use autoparts_testing::clock::NEW_YEAR;
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn every_refresh_returns_a_new_token() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    let mut refresh_token = text(&signed_up["refreshToken"]);
    for _ in 0..3 {
        provider.clock.advance(Duration::from_hours(2));
        assert!(provider.verify(&signed_up["idToken"]).await.is_err(), "the first ID token has expired");
        let (status, refreshed) = provider.refresh(&refresh_token).await;
        assert_eq!(status, 200);
        assert_ne!(refreshed["refresh_token"], refresh_token.as_str());
        refresh_token = text(&refreshed["refresh_token"]);
        assert_eq!((&refreshed["token_type"], &refreshed["expires_in"]), (&json!("Bearer"), &json!("3600")));
        assert_eq!(
            (&refreshed["user_id"], &refreshed["project_id"]),
            (&signed_up["localId"], &json!("demo-autoparts"))
        );
        let identity = provider.verify(&refreshed["id_token"]).await.unwrap();
        assert_eq!((identity.email.as_str(), identity.signed_in_at), ("ann@example.com", NEW_YEAR));
    }
}

/// Refreshes with a token and returns the new one.
async fn next(provider: &TestIdentity, token: &str) -> String {
    let (status, refreshed) = provider.refresh(token).await;
    assert_eq!(status, 200, "{refreshed}");
    text(&refreshed["refresh_token"])
}

async fn is_over(provider: &TestIdentity, token: &str) -> bool {
    provider.refresh(token).await.1["error"]["message"] == "TOKEN_EXPIRED"
}

#[tokio::test]
async fn reusing_a_replaced_token_ends_the_sign_in() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    let stolen = text(&signed_up["refreshToken"]);
    let second = next(&provider, &stolen).await;
    let third = next(&provider, &second).await;
    provider.clock.advance(Duration::from_mins(1));
    let (_, elsewhere) = provider.sign_in("ann@example.com", "secret1").await;
    assert!(is_over(&provider, &stolen).await);
    assert!(is_over(&provider, &third).await, "neither the thief nor the owner stays signed in");
    assert!(provider.verify(&signed_up["idToken"]).await.is_err(), "its ID tokens are refused");
    assert!(provider.verify(&elsewhere["idToken"]).await.is_ok(), "other sign-ins continue");
    next(&provider, &text(&elsewhere["refreshToken"])).await;
}

#[tokio::test]
async fn tabs_that_refresh_concurrently_stay_signed_in() {
    let provider = TestIdentity::new().await;
    let token = text(&provider.sign_up("ann@example.com").await["refreshToken"]);
    let (one, two, three) = tokio::join!(provider.refresh(&token), provider.refresh(&token), provider.refresh(&token));
    assert_eq!((one.0, two.0, three.0), (200, 200, 200));
    provider.clock.advance(Duration::from_hours(1));
    for answer in [one.1, two.1, three.1] {
        next(&provider, &text(&answer["refresh_token"])).await;
    }
}

#[tokio::test]
async fn a_lost_response_does_not_end_the_sign_in() {
    let provider = TestIdentity::new().await;
    let first = text(&provider.sign_up("ann@example.com").await["refreshToken"]);
    next(&provider, &first).await;
    provider.clock.advance(Duration::from_hours(1));
    let third = next(&provider, &first).await;
    next(&provider, &third).await;
}

#[tokio::test]
async fn repeatedly_lost_responses_do_not_end_the_sign_in() {
    let provider = TestIdentity::new().await;
    let first = text(&provider.sign_up("ann@example.com").await["refreshToken"]);
    for _ in 0..3 {
        next(&provider, &first).await;
        provider.clock.advance(Duration::from_mins(1));
    }
    let arrived = next(&provider, &first).await;
    provider.clock.advance(Duration::from_mins(1));
    next(&provider, &arrived).await;
    assert!(is_over(&provider, &first).await, "its successor has been used");
}

#[tokio::test]
async fn a_stolen_token_is_detected_at_the_owners_next_refresh() {
    let provider = TestIdentity::new().await;
    let stolen = text(&provider.sign_up("ann@example.com").await["refreshToken"]);
    let owners = next(&provider, &stolen).await;
    provider.clock.advance(Duration::from_hours(1));
    let thiefs = next(&provider, &stolen).await;
    assert!(is_over(&provider, &owners).await && is_over(&provider, &thiefs).await);
}

#[tokio::test]
async fn bad_refreshes_are_refused() {
    let provider = TestIdentity::new().await;
    let token = text(&provider.sign_up("ann@example.com").await["refreshToken"]);
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
        let (status, body) = provider.token_call(&form).await;
        assert_eq!((status, &body["error"]["message"]), (400, &json!(message)));
    }
}

#[tokio::test]
async fn only_hashes_of_tokens_are_stored() {
    let provider = TestIdentity::new().await;
    let token = text(&provider.sign_up("ann@example.com").await["refreshToken"]);
    let found = provider.store.read(move |tx| tx.refresh_token(&token)).await.unwrap();
    assert_eq!(found, None, "the token itself is not in the store");
}
