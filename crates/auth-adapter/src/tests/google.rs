//! The sandbox Google sign-in.

use super::support::{ORIGIN, Raced, TestIdentity, text};
use autoparts_application::ports::identity_accounts::Account;
use autoparts_testing::{
    clock::{NEW_YEAR, numbered},
    memory::MemoryStore,
};
use serde_json::{Value, json};
use std::sync::Arc;

fn post_body(claims: &Value) -> String {
    form_urlencoded::Serializer::new(String::new())
        .append_pair("providerId", "google.com")
        .append_pair("id_token", &claims.to_string())
        .finish()
}

async fn sign_in(provider: &TestIdentity, claims: Value) -> Value {
    let body = json!({"postBody": post_body(&claims), "requestUri": "http://localhost", "returnSecureToken": true});
    provider.call("signInWithIdp", body).await
}

fn gina() -> Value {
    json!({"sub": "12345", "email": "Gina@example.com", "name": "Gina G", "email_verified": true})
}

#[tokio::test]
async fn the_first_sign_in_creates_an_account_and_later_ones_find_it() {
    let provider = TestIdentity::new().await;
    let first = sign_in(&provider, gina()).await;
    assert_eq!((&first["isNewUser"], &first["providerId"]), (&json!(true), &json!("google.com")));
    assert_eq!((&first["email"], &first["displayName"]), (&json!("gina@example.com"), &json!("Gina G")));
    assert_eq!(first["federatedId"], "https://accounts.google.com/12345");
    let raw: Value = serde_json::from_str(&text(&first["rawUserInfo"])).unwrap();
    assert_eq!(raw["email"], "gina@example.com");
    let identity = provider.verify(&first["idToken"]).await.unwrap();
    assert!(identity.email_verified);
    assert_eq!(identity.name.unwrap().as_str(), "Gina G");
    let again = sign_in(&provider, gina()).await;
    assert_eq!((&again["isNewUser"], &again["localId"]), (&json!(false), &first["localId"]));
    let seen = provider.call("lookup", json!({"idToken": again["idToken"]})).await;
    let providers = &seen["users"][0]["providerUserInfo"];
    assert_eq!((&providers[0]["providerId"], &providers[0]["rawId"]), (&json!("google.com"), &json!("12345")));
    assert_eq!(providers.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_response_may_be_in_the_request_uri() {
    let provider = TestIdentity::new().await;
    let uri = format!("http://localhost:5000/emulator/auth/handler?{}", post_body(&gina()));
    let body = json!({"requestUri": uri, "postBody": "", "returnSecureToken": true});
    assert_eq!(provider.call("signInWithIdp", body).await["email"], "gina@example.com");
}

#[tokio::test]
async fn a_google_sign_in_removes_the_password_of_an_unverified_account() {
    let provider = TestIdentity::new().await;
    let squatter = provider.sign_up("gina@example.com").await;
    let owner = sign_in(&provider, gina()).await;
    assert_eq!((&owner["isNewUser"], &owner["localId"]), (&json!(false), &squatter["localId"]));
    assert_eq!(
        provider.sign_in("gina@example.com", "secret1").await.1["error"]["message"],
        "INVALID_LOGIN_CREDENTIALS"
    );
    assert_eq!(provider.refresh(&text(&squatter["refreshToken"])).await.0, 400);
    assert_eq!(provider.refresh(&text(&owner["refreshToken"])).await.0, 200);
}

#[tokio::test]
async fn a_google_sign_in_keeps_the_password_of_a_verified_account() {
    let provider = TestIdentity::new().await;
    let email = "gina@example.com".parse().unwrap();
    let name = "Gina".parse().unwrap();
    provider.identity.create_account(&email, "secret1", &name).await.unwrap();
    let linked = sign_in(&provider, gina()).await;
    assert_eq!(linked["displayName"], "Gina", "the name of the account stays");
    assert_eq!(provider.sign_in("gina@example.com", "secret1").await.0, 200);
    let seen = provider.call("lookup", json!({"idToken": linked["idToken"]})).await;
    assert_eq!(seen["users"][0]["providerUserInfo"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn the_owner_is_emailed_whether_the_password_still_works() {
    let provider = TestIdentity::new().await;
    let squatter = provider.sign_up("gina@example.com").await;
    provider.call("update", json!({"idToken": squatter["idToken"], "displayName": "Eve"})).await;
    for _ in 0..2 {
        sign_in(&provider, gina()).await;
    }
    let mails = provider.mails().await;
    let [mail] = &mails[..] else { panic!("notified once: {mails:?}") };
    assert_eq!((mail.to.as_str(), mail.owner.to_string()), ("gina@example.com", text(&squatter["localId"])));
    assert!(mail.text.contains("no longer works") && mail.text.contains(&format!("\n{ORIGIN}/signin\n")));
    assert!(!mail.text.contains("Eve"), "a stranger may have chosen the name: {}", mail.text);

    let email = "hugo@example.com".parse().unwrap();
    let name = "Hugo".parse().unwrap();
    provider.identity.create_account(&email, "secret1", &name).await.unwrap();
    for _ in 0..2 {
        sign_in(&provider, json!({"sub": "6789", "email": "hugo@example.com"})).await;
    }
    let mails = provider.mails().await;
    assert_eq!(mails.len(), 2, "notified once: {mails:?}");
    assert!(mails[0].text.contains("still works"), "{}", mails[0].text);

    sign_in(&provider, json!({"sub": "2345", "email": "ines@example.com"})).await;
    assert_eq!(provider.mails().await.len(), 2, "no password, no email");
}

#[tokio::test]
async fn a_google_account_has_no_password_sign_in_until_a_reset() {
    let provider = TestIdentity::new().await;
    sign_in(&provider, gina()).await;
    assert_eq!(
        provider.sign_in("gina@example.com", "secret1").await.1["error"]["message"],
        "INVALID_LOGIN_CREDENTIALS"
    );
    let code = provider.reset_code("gina@example.com").await;
    provider.call("resetPassword", json!({"oobCode": code, "newPassword": "secret2"})).await;
    assert_eq!(provider.sign_in("gina@example.com", "secret2").await.0, 200);
}

#[tokio::test]
async fn a_sign_in_that_loses_a_race_uses_the_winners_account() {
    let store = Raced::over(Arc::new(MemoryStore::default()));
    let provider = TestIdentity::over(store.clone()).await;
    let winner = Account {
        id: numbered(999).into(),
        email: "gina@example.com".parse().unwrap(),
        name: None,
        password_hash: None,
        google_subject: Some("12345".to_owned()),
        email_verified: true,
        created_at: NEW_YEAR,
        last_sign_in_at: NEW_YEAR,
    };
    let id = winner.id.to_string();
    store.next_write_loses_to(move |tx| tx.insert_account(&winner));
    let signed_in = sign_in(&provider, gina()).await;
    assert_eq!((&signed_in["localId"], &signed_in["isNewUser"]), (&json!(id), &json!(false)));
    assert_eq!(provider.refresh(&text(&signed_in["refreshToken"])).await.0, 200);
}

#[tokio::test]
async fn concurrent_sign_ins_create_one_account() {
    let provider = TestIdentity::new().await;
    let (one, two) = tokio::join!(sign_in(&provider, gina()), sign_in(&provider, gina()));
    assert_eq!(one["localId"], two["localId"]);
}

#[tokio::test]
async fn invalid_responses_are_refused() {
    let provider = TestIdentity::new().await;
    let with = |name: &str, value: Value| {
        let mut claims = gina();
        claims[name] = value;
        json!({"postBody": post_body(&claims)})
    };
    for (body, message) in [
        (json!({}), "OPERATION_NOT_ALLOWED"),
        (json!({"postBody": "providerId=facebook.com&id_token={}"}), "OPERATION_NOT_ALLOWED"),
        (json!({"requestUri": "http://localhost"}), "OPERATION_NOT_ALLOWED"),
        (json!({"postBody": "providerId=google.com"}), "INVALID_IDP_RESPONSE"),
        (json!({"postBody": "providerId=google.com&id_token=eyJ.x.y"}), "INVALID_IDP_RESPONSE"),
        (json!({"postBody": "providerId=google.com&id_token=[]"}), "INVALID_IDP_RESPONSE"),
        (json!({"postBody": 7}), "INVALID_ARGUMENT : postBody must be text."),
        (with("sub", json!("")), "INVALID_IDP_RESPONSE"),
        (with("sub", json!(7)), "INVALID_IDP_RESPONSE"),
        (with("sub", json!("x".repeat(129))), "INVALID_IDP_RESPONSE"),
        (with("email", Value::Null), "INVALID_IDP_RESPONSE"),
        (with("email", json!("nobody")), "INVALID_EMAIL"),
        (with("name", json!("x".repeat(101))), "INVALID_DISPLAY_NAME : The name must be at most 100 characters"),
    ] {
        assert_eq!(provider.refused("signInWithIdp", body.clone()).await, message, "{body}");
    }
}
