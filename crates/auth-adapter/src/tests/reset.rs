//! Password resets.

use super::support::{ORIGIN, TestIdentity, text};
use autoparts_application::ports::outbox::Delivery;
use serde_json::json;
use std::{sync::Arc, time::Duration};

#[tokio::test]
async fn the_mail_leads_to_a_new_password() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    let token = json!({"idToken": signed_up["idToken"], "displayName": "Ann"});
    provider.call("update", token).await;
    let code = provider.reset_code("Ann@example.com").await;

    let mail = provider.mails().await.remove(0);
    assert_eq!((mail.to.as_str(), mail.owner.to_string()), ("ann@example.com", text(&signed_up["localId"])));
    assert!(!mail.text.contains("Ann"), "the user who signed up may not own the address: {}", mail.text);
    assert!(mail.text.contains(&format!("\n{ORIGIN}/reset-password#oobCode={code}\n")), "{}", mail.text);
    assert!(mail.redacted.as_ref().is_some_and(|text| text.contains("\n[link hidden]\n") && !text.contains(&code)));
    assert_eq!(mail.good_until, mail.written_at.plus(Duration::from_hours(1)), "as long as its code");
    assert!(!mail.subject.contains('\n') && matches!(mail.delivery, Delivery::Waiting { tries: 0, .. }));

    let whose = provider.call("resetPassword", json!({"oobCode": code})).await;
    assert_eq!(whose, json!({"email": "ann@example.com", "requestType": "PASSWORD_RESET"}));
    provider.call("resetPassword", json!({"oobCode": code, "newPassword": "secret2"})).await;
    assert_eq!(provider.sign_in("ann@example.com", "secret1").await.1["error"]["message"], "INVALID_LOGIN_CREDENTIALS");
    let (status, signed_in) = provider.sign_in("ann@example.com", "secret2").await;
    assert_eq!(status, 200);
    assert!(provider.verify(&signed_in["idToken"]).await.unwrap().email_verified, "the mail was read");
}

#[tokio::test]
async fn a_reset_ends_all_sessions() {
    let provider = TestIdentity::new().await;
    let old = provider.sign_up("ann@example.com").await;
    let code = provider.reset_code("ann@example.com").await;
    provider.call("resetPassword", json!({"oobCode": code, "newPassword": "secret2"})).await;
    assert_eq!(provider.refresh(&text(&old["refreshToken"])).await.1["error"]["message"], "TOKEN_EXPIRED");
    let token = &old["idToken"];
    assert_eq!(provider.refused("lookup", json!({"idToken": token})).await, "TOKEN_EXPIRED");
    let takeover = json!({"idToken": token, "password": "secret3"});
    assert_eq!(provider.refused("update", takeover).await, "TOKEN_EXPIRED");
    assert_eq!(provider.sign_in("ann@example.com", "secret2").await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_used_once_however_many_try_at_once() {
    let provider = Arc::new(TestIdentity::new().await);
    provider.sign_up("ann@example.com").await;
    let code = provider.reset_code("ann@example.com").await;
    let mut crowd = tokio::task::JoinSet::new();
    for number in 0..8 {
        let provider = Arc::clone(&provider);
        let code = code.clone();
        crowd.spawn(async move {
            let body = json!({"oobCode": code, "newPassword": format!("secret-{number}")});
            (number, provider.try_call("resetPassword", &body).await)
        });
    }
    let answers = crowd.join_all().await;
    let winners: Vec<_> = answers.iter().filter(|(_, (status, _))| *status == 200).map(|(number, _)| number).collect();
    assert_eq!(winners.len(), 1);
    for (_, (status, body)) in answers.iter().filter(|(number, _)| number != winners[0]) {
        assert_eq!((*status, &body["error"]["message"]), (400, &json!("INVALID_OOB_CODE")));
    }
    let password = format!("secret-{}", winners[0]);
    assert_eq!(provider.sign_in("ann@example.com", &password).await.0, 200);
}

#[tokio::test]
async fn a_code_is_good_for_an_hour() {
    let provider = TestIdentity::new().await;
    provider.sign_up("ann@example.com").await;
    let code = provider.reset_code("ann@example.com").await;
    provider.clock.advance(Duration::from_secs(3599));
    provider.call("resetPassword", json!({"oobCode": code})).await;
    provider.clock.advance(Duration::from_secs(1));
    for body in [json!({"oobCode": code}), json!({"oobCode": code, "newPassword": "secret2"})] {
        assert_eq!(provider.refused("resetPassword", body).await, "EXPIRED_OOB_CODE");
    }
}

#[tokio::test]
async fn a_code_dies_with_a_newer_one() {
    let provider = TestIdentity::new().await;
    provider.sign_up("ann@example.com").await;
    let first = provider.reset_code("ann@example.com").await;
    provider.clock.advance(Duration::from_secs(1));
    let second = provider.reset_code("ann@example.com").await;
    let old = json!({"oobCode": first, "newPassword": "secret2"});
    assert_eq!(provider.refused("resetPassword", old).await, "INVALID_OOB_CODE");
    provider.call("resetPassword", json!({"oobCode": second, "newPassword": "secret2"})).await;
}

#[tokio::test]
async fn bad_resets_are_refused_and_leave_the_code_good() {
    let provider = TestIdentity::new().await;
    provider.sign_up("ann@example.com").await;
    let code = provider.reset_code("ann@example.com").await;
    for (body, message) in [
        (json!({}), "MISSING_OOB_CODE"),
        (json!({"oobCode": "guess"}), "INVALID_OOB_CODE"),
        (json!({"oobCode": "x".repeat(10_000)}), "INVALID_OOB_CODE"),
        (json!({"oobCode": "guess", "newPassword": "secret2"}), "INVALID_OOB_CODE"),
        (json!({"oobCode": 7}), "INVALID_ARGUMENT : oobCode must be text."),
        (json!({"oobCode": code, "newPassword": "short"}), "WEAK_PASSWORD : Password should be at least 6 characters"),
        (json!({"oobCode": code, "newPassword": 7}), "INVALID_ARGUMENT : newPassword must be text."),
    ] {
        assert_eq!(provider.refused("resetPassword", body).await, message);
    }
    provider.call("resetPassword", json!({"oobCode": code, "newPassword": "secret2"})).await;
}

#[tokio::test]
async fn bad_requests_for_a_mail_are_refused() {
    let provider = TestIdentity::new().await;
    provider.sign_up("ann@example.com").await;
    for (body, message) in [
        (json!({"email": "ann@example.com"}), "MISSING_REQ_TYPE"),
        (json!({"requestType": "EMAIL_SIGNIN", "email": "ann@example.com"}), "OPERATION_NOT_ALLOWED"),
        (json!({"requestType": "VERIFY_EMAIL", "email": "ann@example.com"}), "MISSING_ID_TOKEN"),
        (json!({"requestType": "PASSWORD_RESET"}), "MISSING_EMAIL"),
        (json!({"requestType": "PASSWORD_RESET", "email": "nobody"}), "INVALID_EMAIL"),
    ] {
        assert_eq!(provider.refused("sendOobCode", body).await, message);
    }
    let unknown = json!({"requestType": "PASSWORD_RESET", "email": "zed@example.com"});
    assert_eq!(provider.call("sendOobCode", unknown).await, json!({"email": "zed@example.com"}));
    assert!(provider.mails().await.is_empty());
}

#[tokio::test]
async fn reset_emails_are_rate_limited() {
    let provider = TestIdentity::new().await;
    provider.sign_up("ann@example.com").await;
    let ask = json!({"requestType": "PASSWORD_RESET", "email": "ann@example.com"});
    for _ in 0..5 {
        provider.call("sendOobCode", ask.clone()).await;
    }
    assert_eq!(provider.refused("sendOobCode", ask.clone()).await, "TOO_MANY_ATTEMPTS_TRY_LATER");
    assert_eq!(provider.mails().await.len(), 5);
    provider.clock.advance(Duration::from_mins(1));
    provider.call("sendOobCode", ask).await;
}

#[tokio::test]
async fn an_account_gets_at_most_twenty_of_these_mails_a_day_and_the_last_code_stays_good() {
    let provider = TestIdentity::new().await;
    let id_token = provider.sign_up("ann@example.com").await["idToken"].clone();
    let ask = json!({"requestType": "PASSWORD_RESET", "email": "ann@example.com"});
    for _ in 0..25 {
        assert_eq!(provider.call("sendOobCode", ask.clone()).await, json!({"email": "ann@example.com"}));
        provider.clock.advance(Duration::from_mins(1));
    }
    let mails = provider.mails().await;
    assert_eq!(mails.len(), 20);
    let confirm = json!({"requestType": "VERIFY_EMAIL", "idToken": id_token});
    assert_eq!(provider.refused("sendOobCode", confirm).await, "TOO_MANY_ATTEMPTS_TRY_LATER");
    let (_, rest) = mails[0].text.split_once("oobCode=").unwrap();
    let code = rest.split_whitespace().next().unwrap();
    provider.call("resetPassword", json!({"oobCode": code, "newPassword": "secret2"})).await;

    provider.clock.advance(Duration::from_hours(24));
    provider.call("sendOobCode", ask).await;
    assert_eq!(provider.mails().await.len(), 21);
}

#[tokio::test]
async fn codes_are_kept_as_hashes_only() {
    let provider = TestIdentity::new().await;
    provider.sign_up("ann@example.com").await;
    let code = provider.reset_code("ann@example.com").await;
    assert!(code.len() >= 40);
    assert_eq!(provider.store.read(move |tx| tx.reset_code(&code)).await.unwrap(), None);
}

/// Requests an email that confirms the address, and returns its code.
async fn confirming_code(provider: &TestIdentity, id_token: &serde_json::Value) -> String {
    let ask = json!({"requestType": "VERIFY_EMAIL", "idToken": id_token});
    assert_eq!(provider.call("sendOobCode", ask).await, json!({"email": "ann@example.com"}));
    let mail = provider.mails().await.remove(0);
    let (_, rest) = mail.text.split_once("/reset-password#mode=verifyEmail&oobCode=").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

#[tokio::test]
async fn an_address_is_confirmed_by_the_code_from_its_mail() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    let code = confirming_code(&provider, &signed_up["idToken"]).await;
    let whose = provider.call("resetPassword", json!({"oobCode": code})).await;
    assert_eq!(whose, json!({"email": "ann@example.com", "requestType": "VERIFY_EMAIL"}));
    let no_password = json!({"oobCode": code, "newPassword": "secret2"});
    assert_eq!(provider.refused("resetPassword", no_password).await, "INVALID_OOB_CODE", "it is good for nothing else");
    assert_eq!(provider.call("update", json!({"oobCode": code})).await["emailVerified"], true);
    assert_eq!(provider.refused("update", json!({"oobCode": code})).await, "INVALID_OOB_CODE", "once");
    let (_, refreshed) = provider.refresh(&text(&signed_up["refreshToken"])).await;
    assert!(provider.verify(&refreshed["id_token"]).await.unwrap().email_verified, "the sign-in continues");
}

#[tokio::test]
async fn a_code_for_a_new_password_confirms_nothing_by_itself() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    let reset = provider.reset_code("ann@example.com").await;
    assert_eq!(provider.refused("update", json!({"oobCode": reset})).await, "INVALID_OOB_CODE");
    let code = confirming_code(&provider, &signed_up["idToken"]).await;
    provider.call("resetPassword", json!({"oobCode": reset, "newPassword": "secret2"})).await;
    provider.clock.advance(Duration::from_hours(1));
    assert_eq!(provider.refused("update", json!({"oobCode": code})).await, "EXPIRED_OOB_CODE");
}
