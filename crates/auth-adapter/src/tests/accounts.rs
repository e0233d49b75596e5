//! Signing up, and looking up and changing accounts.

use super::support::{Raced, TestIdentity, text};
use autoparts_application::{
    ports::{identity::Token, identity_accounts::Account},
    shop::Shop,
};
use autoparts_domain::email::Email;
use autoparts_testing::{
    clock::{NEW_YEAR, numbered},
    memory::MemoryStore,
    test_shop::TestShop,
};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

fn rival(email: &str) -> Account {
    Account {
        id: numbered(999).into(),
        email: email.parse().unwrap(),
        name: None,
        password_hash: None,
        google_subject: None,
        email_verified: false,
        created_at: NEW_YEAR,
        last_sign_in_at: NEW_YEAR,
    }
}

#[tokio::test]
async fn a_new_account_gets_tokens_that_the_shop_accepts() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up(" Ann@Example.com ").await;
    assert_eq!(signed_up["email"], "ann@example.com");
    assert_eq!(signed_up["expiresIn"], "3600");
    let identity = provider.verify(&signed_up["idToken"]).await.unwrap();
    assert_eq!(identity.email.as_str(), "ann@example.com");
    assert_eq!(identity.subject, text(&signed_up["localId"]));
    assert!(!identity.email_verified && identity.name.is_none());
}

#[tokio::test]
async fn invalid_sign_ups_get_firebases_error_codes() {
    let provider = TestIdentity::new().await;
    provider.sign_up("ann@example.com").await;
    let weak = "WEAK_PASSWORD : Password should be at least 6 characters";
    let huge = "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password may contain at most 4096 characters";
    for (body, message) in [
        (json!({"email": "ann@example.com", "password": "secret1"}), "EMAIL_EXISTS"),
        (json!({"email": "ANN@example.com", "password": "secret1"}), "EMAIL_EXISTS"),
        (json!({"email": "b@example.com", "password": "short"}), weak),
        (json!({"email": "b@example.com", "password": "éééßß"}), weak),
        (json!({"email": "b@example.com", "password": "éx".repeat(2049)}), huge),
        (json!({"email": "b@example.com", "password": ""}), "MISSING_PASSWORD"),
        (json!({"email": "b@example.com"}), "MISSING_PASSWORD"),
        (json!({"email": "b@example.com", "password": null}), "MISSING_PASSWORD"),
        (json!({"password": "secret1"}), "MISSING_EMAIL"),
        (json!({"email": "", "password": "secret1"}), "MISSING_EMAIL"),
        (json!({"email": "nobody", "password": "secret1"}), "INVALID_EMAIL"),
        (json!({"email": "a\u{0}@b.c", "password": "secret1"}), "INVALID_EMAIL"),
        (json!({"email": format!("{}@b.c", "x".repeat(300)), "password": "secret1"}), "INVALID_EMAIL"),
        (json!({"returnSecureToken": true}), "OPERATION_NOT_ALLOWED"),
        (json!({"email": 7, "password": "secret1"}), "INVALID_ARGUMENT : email must be text."),
        (json!({"email": "b@example.com", "password": ["secret1"]}), "INVALID_ARGUMENT : password must be text."),
        (
            json!({"email": "b@example.com", "password": "secret1", "displayName": "x".repeat(101)}),
            "INVALID_DISPLAY_NAME : The name must be at most 100 characters",
        ),
    ] {
        assert_eq!(provider.refused("signUp", body.clone()).await, message, "{body}");
    }
}

#[tokio::test]
async fn the_longest_password_works() {
    let provider = TestIdentity::new().await;
    let password = "éx".repeat(2048);
    provider.call("signUp", json!({"email": "a@b.c", "password": password})).await;
    assert_eq!(provider.sign_in("a@b.c", &password).await.0, 200);
    let (_, longer) = provider.sign_in("a@b.c", &format!("{password}x")).await;
    assert_eq!(longer["error"]["message"], "INVALID_LOGIN_CREDENTIALS");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_sign_ups_create_one_account() {
    let provider = Arc::new(TestIdentity::new().await);
    let mut sign_ups = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let provider = Arc::clone(&provider);
        sign_ups.spawn(async move {
            let body = json!({"email": "ann@example.com", "password": "secret1"});
            provider.try_call("signUp", &body).await
        });
    }
    let answers = sign_ups.join_all().await;
    let (made, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(status, _)| *status == 200);
    assert_eq!(made.len(), 1);
    assert!(refused.iter().all(|(status, body)| *status == 400 && body["error"]["message"] == "EMAIL_EXISTS"));
}

#[tokio::test]
async fn an_address_taken_by_a_concurrent_sign_up_is_refused() {
    let store = Raced::over(Arc::new(MemoryStore::default()));
    let provider = TestIdentity::over(store.clone()).await;
    store.next_write_loses_to(|tx| tx.insert_account(&rival("ann@example.com")));
    let body = json!({"email": "ann@example.com", "password": "secret1"});
    assert_eq!(provider.refused("signUp", body).await, "EMAIL_EXISTS");
}

#[tokio::test]
async fn lookup_returns_the_account() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    provider.clock.advance(Duration::from_secs(5));
    let (_, signed_in) = provider.sign_in("ann@example.com", "secret1").await;
    let seen = provider.call("lookup", json!({"idToken": signed_in["idToken"]})).await;
    assert_eq!(
        seen["users"][0],
        json!({
            "localId": signed_up["localId"],
            "email": "ann@example.com",
            "emailVerified": false,
            "createdAt": "1767225600000",
            "lastLoginAt": "1767225605000",
            "validSince": "1767225600",
            "providerUserInfo": [{
                "providerId": "password", "email": "ann@example.com",
                "federatedId": "ann@example.com", "rawId": "ann@example.com",
            }],
        })
    );
}

#[tokio::test]
async fn lookup_and_update_require_a_valid_token() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    for (body, message) in [
        (json!({}), "MISSING_ID_TOKEN"),
        (json!({"idToken": null}), "MISSING_ID_TOKEN"),
        (json!({"idToken": "a.b.c"}), "INVALID_ID_TOKEN"),
        (json!({"idToken": {}}), "INVALID_ARGUMENT : idToken must be text."),
    ] {
        for name in ["lookup", "update"] {
            assert_eq!(provider.refused(name, body.clone()).await, message, "{body}");
        }
    }
    let elsewhere = TestIdentity::new().await.sign_up("ann@example.com").await;
    let foreign = json!({"idToken": elsewhere["idToken"]});
    assert_eq!(provider.refused("lookup", foreign).await, "INVALID_ID_TOKEN");
    provider.clock.advance(Duration::from_mins(62));
    let expired = json!({"idToken": signed_up["idToken"]});
    assert_eq!(provider.refused("lookup", expired).await, "INVALID_ID_TOKEN");
}

#[tokio::test]
async fn a_new_name_is_in_the_next_token() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    let token = &signed_up["idToken"];
    let body = json!({"idToken": token, "displayName": " Ann Example ", "returnSecureToken": true});
    let updated = provider.call("update", body).await;
    assert_eq!(updated["displayName"], "Ann Example");
    let name = async |token: &Value| provider.verify(token).await.unwrap().name.map(|name| name.to_string());
    assert_eq!(name(&updated["idToken"]).await.as_deref(), Some("Ann Example"));
    let (_, refreshed) = provider.refresh(&text(&signed_up["refreshToken"])).await;
    assert_eq!(name(&refreshed["id_token"]).await.as_deref(), Some("Ann Example"), "in old sessions too");

    let untouched = provider.call("update", json!({"idToken": token})).await;
    assert_eq!(untouched["displayName"], "Ann Example");
    assert_eq!(untouched["idToken"], Value::Null);
    for removal in [json!({"displayName": ""}), json!({"deleteAttribute": ["DISPLAY_NAME"]})] {
        let mut body = json!({"idToken": token, "displayName": "Ann"});
        provider.call("update", body.clone()).await;
        body.as_object_mut().unwrap().remove("displayName");
        body.as_object_mut().unwrap().extend(removal.as_object().unwrap().clone());
        assert_eq!(provider.call("update", body).await["displayName"], Value::Null);
    }
}

#[tokio::test]
async fn bad_changes_are_refused() {
    let provider = TestIdentity::new().await;
    let token = provider.sign_up("ann@example.com").await["idToken"].clone();
    for (field, value, message) in [
        ("displayName", json!("x".repeat(101)), "INVALID_DISPLAY_NAME : The name must be at most 100 characters"),
        ("displayName", json!("a\u{202e}b"), "INVALID_DISPLAY_NAME : The name must not contain control characters"),
        ("displayName", json!(7), "INVALID_ARGUMENT : displayName must be text."),
        ("password", json!("short"), "WEAK_PASSWORD : Password should be at least 6 characters"),
        ("email", json!("else@example.com"), "OPERATION_NOT_ALLOWED"),
        ("returnSecureToken", json!("yes"), "INVALID_ARGUMENT : returnSecureToken must be true or false."),
        ("deleteAttribute", json!([1]), "INVALID_ARGUMENT : deleteAttribute must be a list of strings."),
    ] {
        let mut body = json!({"idToken": token});
        body[field] = value;
        assert_eq!(provider.refused("update", body.clone()).await, message, "{body}");
    }
}

#[tokio::test]
async fn a_new_password_ends_other_sessions() {
    let provider = TestIdentity::new().await;
    let first = provider.sign_up("ann@example.com").await;
    let (_, second) = provider.sign_in("ann@example.com", "secret1").await;
    assert!(provider.verify(&first["idToken"]).await.is_ok());
    provider.clock.advance(Duration::from_secs(1));
    let changed = provider.call("update", json!({"idToken": second["idToken"], "password": "secret2"})).await;
    assert_eq!(provider.refresh(&text(&first["refreshToken"])).await.1["error"]["message"], "TOKEN_EXPIRED");
    assert_eq!(provider.refresh(&text(&second["refreshToken"])).await.0, 400);
    assert_eq!(provider.refresh(&text(&changed["refreshToken"])).await.0, 200);
    for old in [&first["idToken"], &second["idToken"]] {
        assert!(provider.verify(old).await.is_err(), "older ID tokens are refused");
    }
    assert!(provider.verify(&changed["idToken"]).await.is_ok());
    assert_eq!(provider.sign_in("ann@example.com", "secret1").await.0, 400);
    assert_eq!(provider.sign_in("ann@example.com", "secret2").await.0, 200);
}

#[tokio::test]
async fn a_new_password_requires_a_recent_sign_in() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    provider.clock.advance(Duration::from_mins(5));
    let (_, refreshed) = provider.refresh(&text(&signed_up["refreshToken"])).await;
    provider.clock.advance(Duration::from_micros(1));
    let change = |token: &Value| json!({"idToken": token, "password": "secret2"});
    for token in [&signed_up["idToken"], &refreshed["id_token"]] {
        assert_eq!(provider.refused("update", change(token)).await, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
        provider.call("update", json!({"idToken": token, "displayName": "Ann"})).await;
    }
    let (_, signed_in) = provider.sign_in("ann@example.com", "secret1").await;
    provider.call("update", change(&signed_in["idToken"])).await;
}

#[tokio::test]
async fn a_password_change_or_reset_ends_the_shops_sessions_immediately() {
    for is_reset in [false, true] {
        let store = Arc::new(MemoryStore::default());
        let provider = TestIdentity::over(store.clone()).await;
        let shop = TestShop::on(store).shop;
        let email = "ann@example.com".parse::<Email>().unwrap();
        let shop = Shop { verifier: provider.verifier(), clock: provider.clock.clone(), ..shop };
        let stolen = provider.sign_up("ann@example.com").await;
        let id_token = |answer: &Value| Token::new(text(&answer["idToken"]));
        let thief = shop.sign_in(email.clone(), &id_token(&stolen)).await.unwrap();
        assert!(shop.authenticate(&thief).await.is_ok());
        provider.clock.advance(Duration::from_secs(1));
        let changed = if is_reset {
            let code = provider.reset_code("ann@example.com").await;
            provider.call("resetPassword", json!({"oobCode": code, "newPassword": "secret2"})).await;
            provider.sign_in("ann@example.com", "secret2").await.1
        } else {
            let (_, signed_in) = provider.sign_in("ann@example.com", "secret1").await;
            provider.call("update", json!({"idToken": signed_in["idToken"], "password": "secret2"})).await
        };
        assert!(shop.authenticate(&thief).await.is_err(), "the access token");
        assert!(shop.sign_in(email.clone(), &id_token(&stolen)).await.is_err(), "the ID token");
        assert_eq!(provider.refresh(&text(&stolen["refreshToken"])).await.0, 400, "the refresh token");
        let owner = shop.sign_in(email.clone(), &id_token(&changed)).await.unwrap();
        assert!(shop.authenticate(&owner).await.is_ok());

        provider.clock.advance(Duration::from_secs(1));
        let user = shop.authenticate(&owner).await.unwrap().user;
        shop.sign_out_everywhere(user, email.clone()).await.unwrap();
        assert!(shop.sign_in(email.clone(), &id_token(&changed)).await.is_err());
        assert_eq!(provider.refresh(&text(&changed["refreshToken"])).await.0, 400, "the provider's sign-ins end too");
    }
}

#[tokio::test]
async fn easily_guessed_passwords_are_refused() {
    let provider = TestIdentity::new().await;
    let token = provider.sign_up("marta@example.com").await["idToken"].clone();
    let code = provider.reset_code("marta@example.com").await;
    for password in ["123456", "Password1", "marta@example.com", "xmarta99"] {
        for (call, body) in [
            ("signUp", json!({"email": "marta@example.org", "password": password})),
            ("update", json!({"idToken": token, "password": password})),
            ("resetPassword", json!({"oobCode": code, "newPassword": password})),
        ] {
            let message = provider.refused(call, body).await;
            assert!(message.starts_with("PASSWORD_DOES_NOT_MEET_REQUIREMENTS : "), "{call} {password}: {message}");
        }
    }
}

#[tokio::test]
async fn creating_an_account_twice_changes_nothing() {
    let provider = TestIdentity::new().await;
    let email = "ada@example.com".parse().unwrap();
    let name = "Ada Quill".parse().unwrap();
    let first = provider.identity.create_account(&email, "admin-demo-1", &name).await.unwrap();
    let again = provider.identity.create_account(&email, "other-password", &"Else".parse().unwrap()).await.unwrap();
    assert_eq!(first, again);
    let (status, signed_in) = provider.sign_in("ada@example.com", "admin-demo-1").await;
    assert_eq!((status, &signed_in["displayName"]), (200, &json!("Ada Quill")));
    assert!(provider.identity.create_account(&"b@example.com".parse().unwrap(), "short", &name).await.is_err());
}

#[tokio::test]
async fn creating_an_account_that_was_just_created_returns_it() {
    let store = Raced::over(Arc::new(MemoryStore::default()));
    let provider = TestIdentity::over(store.clone()).await;
    store.next_write_loses_to(|tx| tx.insert_account(&rival("ada@example.com")));
    let email = "ada@example.com".parse().unwrap();
    let name = "Ada Quill".parse().unwrap();
    let account = provider.identity.create_account(&email, "admin-demo-1", &name).await.unwrap();
    assert_eq!(account, rival("ada@example.com"));
}
