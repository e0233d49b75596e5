//! Signing up, signing in, looking, changing.

use super::support::{Bench, Raced, text};
use autoparts_application::{
    ports::accounts::Account,
    testing::{
        clock::{NEW_YEAR, numbered},
        memory::MemoryStore,
    },
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
    let bench = Bench::new().await;
    let signed_up = bench.sign_up(" Ann@Example.com ").await;
    assert_eq!(signed_up["email"], "ann@example.com");
    assert_eq!(signed_up["expiresIn"], "3600");
    let identity = bench.verify(&signed_up["idToken"]).await.unwrap();
    assert_eq!(identity.email.as_str(), "ann@example.com");
    assert_eq!(identity.subject, text(&signed_up["localId"]));
    assert!(!identity.email_verified && identity.name.is_none());
}

#[tokio::test]
async fn bad_sign_ups_are_refused_with_the_words_of_the_sdk() {
    let bench = Bench::new().await;
    bench.sign_up("ann@example.com").await;
    let weak = "WEAK_PASSWORD : Password should be at least 6 characters";
    let huge = "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password may contain at most 4096 characters";
    for (body, message) in [
        (json!({"email": "ann@example.com", "password": "secret1"}), "EMAIL_EXISTS"),
        (json!({"email": "ANN@example.com", "password": "secret1"}), "EMAIL_EXISTS"),
        (json!({"email": "b@example.com", "password": "short"}), weak),
        (json!({"email": "b@example.com", "password": "éééßß"}), weak),
        (json!({"email": "b@example.com", "password": "x".repeat(4097)}), huge),
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
        assert_eq!(bench.refused("signUp", body.clone()).await, message, "{body}");
    }
}

#[tokio::test]
async fn the_longest_password_works() {
    let bench = Bench::new().await;
    let password = "x".repeat(4096);
    bench.call("signUp", json!({"email": "a@b.c", "password": password})).await;
    assert_eq!(bench.sign_in("a@b.c", &password).await.0, 200);
    assert_eq!(bench.sign_in("a@b.c", &format!("{password}x")).await.1["error"]["message"], "INVALID_PASSWORD");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_sign_ups_at_once_make_one_account() {
    let bench = Arc::new(Bench::new().await);
    let mut crowd = tokio::task::JoinSet::new();
    for _ in 0..10 {
        let bench = Arc::clone(&bench);
        crowd.spawn(async move {
            let body = json!({"email": "ann@example.com", "password": "secret1"});
            bench.try_call("signUp", &body).await
        });
    }
    let answers = crowd.join_all().await;
    let (made, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(status, _)| *status == 200);
    assert_eq!(made.len(), 1);
    assert!(refused.iter().all(|(status, body)| *status == 400 && body["error"]["message"] == "EMAIL_EXISTS"));
}

#[tokio::test]
async fn an_address_that_is_taken_at_the_last_moment_exists() {
    let store = Raced::over(Arc::new(MemoryStore::default()));
    let bench = Bench::over(store.clone()).await;
    store.next_write_loses_to(|tx| tx.insert_account(&rival("ann@example.com")));
    let body = json!({"email": "ann@example.com", "password": "secret1"});
    assert_eq!(bench.refused("signUp", body).await, "EMAIL_EXISTS");
}

#[tokio::test]
async fn signing_in_needs_the_password() {
    let bench = Bench::new().await;
    let signed_up = bench.sign_up("ann@example.com").await;
    let (status, signed_in) = bench.sign_in("Ann@example.com", "secret1").await;
    assert_eq!((status, &signed_in["registered"]), (200, &json!(true)));
    assert_eq!(signed_in["localId"], signed_up["localId"]);
    assert!(bench.verify(&signed_in["idToken"]).await.is_ok());
    for (email, password, message) in [
        ("ann@example.com", "secret2", "INVALID_PASSWORD"),
        ("ann@example.com", "", "MISSING_PASSWORD"),
        ("zed@example.com", "secret1", "EMAIL_NOT_FOUND"),
        ("nobody", "secret1", "INVALID_EMAIL"),
    ] {
        let (status, body) = bench.sign_in(email, password).await;
        assert_eq!((status, &body["error"]["message"]), (400, &json!(message)), "{email}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn guessing_is_stopped_after_ten_wrong_passwords_a_minute() {
    let bench = Arc::new(Bench::new().await);
    bench.sign_up("ann@example.com").await;
    bench.sign_up("bob@example.com").await;
    let mut crowd = tokio::task::JoinSet::new();
    for guess in 0..30 {
        let bench = Arc::clone(&bench);
        crowd.spawn(async move { bench.sign_in("ann@example.com", &format!("guess-{guess}")).await });
    }
    let answers = crowd.join_all().await;
    let said = |message: &str| answers.iter().filter(|(_, body)| body["error"]["message"] == message).count();
    assert_eq!((said("INVALID_PASSWORD"), said("TOO_MANY_ATTEMPTS_TRY_LATER")), (10, 20));
    let (_, even_right) = bench.sign_in("ann@example.com", "secret1").await;
    assert_eq!(even_right["error"]["message"], "TOO_MANY_ATTEMPTS_TRY_LATER");
    assert_eq!(bench.sign_in("bob@example.com", "secret1").await.0, 200, "others are not concerned");
    bench.clock.advance(Duration::from_mins(1));
    assert_eq!(bench.sign_in("ann@example.com", "secret1").await.0, 200);
}

#[tokio::test]
async fn signing_in_often_is_no_guessing() {
    let bench = Bench::new().await;
    bench.sign_up("ann@example.com").await;
    for _ in 0..15 {
        assert_eq!(bench.sign_in("ann@example.com", "secret1").await.0, 200);
    }
}

#[tokio::test]
async fn a_look_shows_the_account() {
    let bench = Bench::new().await;
    let signed_up = bench.sign_up("ann@example.com").await;
    bench.clock.advance(Duration::from_secs(5));
    let (_, signed_in) = bench.sign_in("ann@example.com", "secret1").await;
    let seen = bench.call("lookup", json!({"idToken": signed_in["idToken"]})).await;
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
async fn a_look_needs_a_good_token() {
    let bench = Bench::new().await;
    let signed_up = bench.sign_up("ann@example.com").await;
    for (body, message) in [
        (json!({}), "MISSING_ID_TOKEN"),
        (json!({"idToken": null}), "MISSING_ID_TOKEN"),
        (json!({"idToken": "a.b.c"}), "INVALID_ID_TOKEN"),
        (json!({"idToken": {}}), "INVALID_ARGUMENT : idToken must be text."),
    ] {
        for name in ["lookup", "update"] {
            assert_eq!(bench.refused(name, body.clone()).await, message, "{body}");
        }
    }
    let elsewhere = Bench::new().await.sign_up("ann@example.com").await;
    let foreign = json!({"idToken": elsewhere["idToken"]});
    assert_eq!(bench.refused("lookup", foreign).await, "INVALID_ID_TOKEN");
    bench.clock.advance(Duration::from_mins(62));
    let expired = json!({"idToken": signed_up["idToken"]});
    assert_eq!(bench.refused("lookup", expired).await, "INVALID_ID_TOKEN");
}

#[tokio::test]
async fn a_new_name_is_in_the_next_token() {
    let bench = Bench::new().await;
    let signed_up = bench.sign_up("ann@example.com").await;
    let token = &signed_up["idToken"];
    let body = json!({"idToken": token, "displayName": " Ann Example ", "returnSecureToken": true});
    let updated = bench.call("update", body).await;
    assert_eq!(updated["displayName"], "Ann Example");
    let name = async |token: &Value| bench.verify(token).await.unwrap().name.map(|name| name.to_string());
    assert_eq!(name(&updated["idToken"]).await.as_deref(), Some("Ann Example"));
    let (_, refreshed) = bench.refresh(&text(&signed_up["refreshToken"])).await;
    assert_eq!(name(&refreshed["id_token"]).await.as_deref(), Some("Ann Example"), "in old sessions too");

    let untouched = bench.call("update", json!({"idToken": token})).await;
    assert_eq!(untouched["displayName"], "Ann Example");
    assert_eq!(untouched["idToken"], Value::Null);
    for removal in [json!({"displayName": ""}), json!({"deleteAttribute": ["DISPLAY_NAME"]})] {
        let mut body = json!({"idToken": token, "displayName": "Ann"});
        bench.call("update", body.clone()).await;
        body.as_object_mut().unwrap().remove("displayName");
        body.as_object_mut().unwrap().extend(removal.as_object().unwrap().clone());
        assert_eq!(bench.call("update", body).await["displayName"], Value::Null);
    }
}

#[tokio::test]
async fn bad_changes_are_refused() {
    let bench = Bench::new().await;
    let token = bench.sign_up("ann@example.com").await["idToken"].clone();
    for (field, value, message) in [
        ("displayName", json!("x".repeat(101)), "INVALID_DISPLAY_NAME : The name must be at most 100 characters"),
        ("displayName", json!("a\u{202e}b"), "INVALID_DISPLAY_NAME : The name must not contain control characters"),
        ("displayName", json!(7), "INVALID_ARGUMENT : displayName must be text."),
        ("password", json!("short"), "WEAK_PASSWORD : Password should be at least 6 characters"),
        ("email", json!("else@example.com"), "OPERATION_NOT_ALLOWED"),
        ("returnSecureToken", json!("yes"), "INVALID_ARGUMENT : returnSecureToken must be true or false."),
        ("deleteAttribute", json!([1]), "INVALID_ARGUMENT : deleteAttribute must be a list of words."),
    ] {
        let mut body = json!({"idToken": token});
        body[field] = value;
        assert_eq!(bench.refused("update", body.clone()).await, message, "{body}");
    }
}

#[tokio::test]
async fn a_new_password_ends_other_sessions() {
    let bench = Bench::new().await;
    let first = bench.sign_up("ann@example.com").await;
    let (_, second) = bench.sign_in("ann@example.com", "secret1").await;
    let changed = bench.call("update", json!({"idToken": second["idToken"], "password": "secret2"})).await;
    assert_eq!(bench.refresh(&text(&first["refreshToken"])).await.1["error"]["message"], "TOKEN_EXPIRED");
    assert_eq!(bench.refresh(&text(&second["refreshToken"])).await.0, 400);
    assert_eq!(bench.refresh(&text(&changed["refreshToken"])).await.0, 200);
    assert_eq!(bench.sign_in("ann@example.com", "secret1").await.0, 400);
    assert_eq!(bench.sign_in("ann@example.com", "secret2").await.0, 200);
}

#[tokio::test]
async fn setting_up_an_account_twice_changes_nothing() {
    let bench = Bench::new().await;
    let (email, name) = ("ada@example.com".parse().unwrap(), "Ada Quill".parse().unwrap());
    let first = bench.identity.create_account(&email, "admin-demo-1", &name).await.unwrap();
    let again = bench.identity.create_account(&email, "other-password", &"Else".parse().unwrap()).await.unwrap();
    assert_eq!(first, again);
    let (status, signed_in) = bench.sign_in("ada@example.com", "admin-demo-1").await;
    assert_eq!((status, &signed_in["displayName"]), (200, &json!("Ada Quill")));
    assert!(bench.identity.create_account(&"b@example.com".parse().unwrap(), "short", &name).await.is_err());
}

#[tokio::test]
async fn setting_up_an_account_that_somebody_else_just_made_answers_theirs() {
    let store = Raced::over(Arc::new(MemoryStore::default()));
    let bench = Bench::over(store.clone()).await;
    store.next_write_loses_to(|tx| tx.insert_account(&rival("ada@example.com")));
    let (email, name) = ("ada@example.com".parse().unwrap(), "Ada Quill".parse().unwrap());
    let account = bench.identity.create_account(&email, "admin-demo-1", &name).await.unwrap();
    assert_eq!(account, rival("ada@example.com"));
}
