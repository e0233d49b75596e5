//! Changing the address of an account, and deleting an account.

use super::support::{ORIGIN, TestIdentity, text};
use autoparts_application::ports::store_error::StoreError;
use autoparts_domain::accounts::User;
use autoparts_testing::samples::customer;
use serde_json::{Value, json};
use std::time::Duration;

const NEXT: &str = "next@example.com";

/// Requests a change of address to [`NEXT`] and returns the code in the email.
async fn address_change_code(provider: &TestIdentity, id_token: &Value) -> String {
    let request = json!({"requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": id_token, "newEmail": NEXT});
    assert_eq!(provider.call("sendOobCode", request).await, json!({"email": "ann@example.com"}));
    let mail = provider.mails().await.remove(0);
    assert_eq!(mail.to.as_str(), NEXT, "only the owner of the new address can read it");
    let (before, rest) = mail.text.split_once("oobCode=").unwrap();
    assert!(before.ends_with(&format!("\n{ORIGIN}/reset-password#mode=verifyAndChangeEmail&")), "{}", mail.text);
    assert!(mail.redacted.is_some_and(|text| !text.contains("oobCode")));
    rest.split_whitespace().next().unwrap().to_owned()
}

#[tokio::test]
async fn an_address_changes_once_the_new_one_is_confirmed() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    let code = address_change_code(&provider, &signed_up["idToken"]).await;
    let whose = provider.call("resetPassword", json!({"oobCode": code})).await;
    let expected = json!({"email": "ann@example.com", "newEmail": NEXT, "requestType": "VERIFY_AND_CHANGE_EMAIL"});
    assert_eq!(whose, expected);
    assert_eq!(provider.sign_in(NEXT, "secret1").await.0, 400, "not yet");

    let moved = provider.call("update", json!({"oobCode": code})).await;
    assert_eq!((&moved["email"], &moved["localId"]), (&json!(NEXT), &signed_up["localId"]));
    assert_eq!(provider.sign_in("ann@example.com", "secret1").await.0, 400);
    let (status, again) = provider.sign_in(NEXT, "secret1").await;
    assert_eq!((status, &again["localId"]), (200, &signed_up["localId"]));
    assert!(provider.verify(&again["idToken"]).await.unwrap().email_verified, "the new address is confirmed");
    assert_eq!(provider.refresh(&text(&signed_up["refreshToken"])).await.1["error"]["message"], "TOKEN_EXPIRED");
    assert_eq!(provider.refused("update", json!({"oobCode": code})).await, "INVALID_OOB_CODE", "it is used up");

    let notice = provider.mails().await.remove(0);
    assert_eq!((notice.to.as_str(), notice.subject.as_str()), ("ann@example.com", "Your email address was changed"));
    assert!(!notice.text.contains(NEXT), "readers of the former mailbox need not learn the new address");
}

#[tokio::test]
async fn an_address_change_invalidates_codes_sent_to_the_old_address() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    let reset = provider.reset_code("ann@example.com").await;
    let code = address_change_code(&provider, &signed_up["idToken"]).await;
    let password = provider.refused("resetPassword", json!({"oobCode": code, "newPassword": "secret2"})).await;
    assert_eq!(password, "INVALID_OOB_CODE", "a code serves one purpose");
    provider.call("update", json!({"oobCode": code})).await;
    let late = provider.refused("resetPassword", json!({"oobCode": reset, "newPassword": "secret2"})).await;
    assert_eq!(late, "INVALID_OOB_CODE");
}

#[tokio::test]
async fn a_taken_address_is_refused_before_and_after_the_email() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    let request =
        |to: &str| json!({"requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": signed_up["idToken"], "newEmail": to});
    assert_eq!(provider.refused("sendOobCode", request("ann@example.com")).await, "EMAIL_EXISTS");
    assert_eq!(provider.refused("sendOobCode", request("no address")).await, "INVALID_EMAIL");
    let code = address_change_code(&provider, &signed_up["idToken"]).await;
    provider.sign_up(NEXT).await;
    assert_eq!(provider.refused("update", json!({"oobCode": code})).await, "EMAIL_EXISTS");
    assert_eq!(provider.sign_in("ann@example.com", "secret1").await.0, 200, "nothing has changed");
}

#[tokio::test]
async fn changing_the_address_and_deleting_the_account_require_a_recent_sign_in() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    provider.clock.advance(Duration::from_mins(5) + Duration::from_micros(1));
    let request = json!({"requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": signed_up["idToken"], "newEmail": NEXT});
    assert_eq!(provider.refused("sendOobCode", request).await, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
    let left = provider.refused("delete", json!({"idToken": signed_up["idToken"]})).await;
    assert_eq!(left, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
    assert!(provider.mails().await.is_empty());
}

#[tokio::test]
async fn a_deleted_account_is_gone_with_its_emails() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    let code = provider.reset_code("ann@example.com").await;
    provider.call("delete", json!({"idToken": signed_up["idToken"]})).await;
    // The remaining record has no address and no text: it counts toward the mailbox's quota.
    let left = provider.mails().await;
    let seen: Vec<_> = left.iter().map(|mail| (mail.to.as_str(), mail.text.as_str())).collect();
    assert_eq!(seen, [("erased@erased.invalid", "erased")]);
    assert_eq!(provider.sign_in("ann@example.com", "secret1").await.1["error"]["message"], "INVALID_LOGIN_CREDENTIALS");
    assert_eq!(provider.refresh(&text(&signed_up["refreshToken"])).await.1["error"]["message"], "TOKEN_EXPIRED");
    assert_eq!(provider.refused("delete", json!({"idToken": signed_up["idToken"]})).await, "TOKEN_EXPIRED");
    assert_eq!(provider.refused("resetPassword", json!({"oobCode": code})).await, "INVALID_OOB_CODE");
    let again = provider.sign_up("ann@example.com").await;
    assert_ne!(again["localId"], signed_up["localId"]);
}

#[tokio::test]
async fn a_new_password_invalidates_address_change_codes() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    let code = address_change_code(&provider, &signed_up["idToken"]).await;
    let reset = provider.reset_code("ann@example.com").await;
    provider.call("resetPassword", json!({"oobCode": reset, "newPassword": "secret2"})).await;
    let late = provider.refused("update", json!({"oobCode": code})).await;
    assert_eq!(late, "INVALID_OOB_CODE", "signing an intruder out also cancels their requests");

    let (_, again) = provider.sign_in("ann@example.com", "secret2").await;
    let code = address_change_code(&provider, &again["idToken"]).await;
    provider.call("update", json!({"idToken": again["idToken"], "password": "secret3"})).await;
    assert_eq!(provider.refused("update", json!({"oobCode": code})).await, "INVALID_OOB_CODE");
}

#[tokio::test]
async fn an_address_change_updates_the_shops_users_immediately() {
    let provider = TestIdentity::new().await;
    let signed_up = provider.sign_up("ann@example.com").await;
    let user = |number: u64, email: &str, subject: &str| User {
        email: email.parse().unwrap(),
        subject: Some(subject.to_owned()),
        ..customer(number)
    };
    let users = [user(1, "ann@example.com", &text(&signed_up["localId"])), user(2, NEXT, "a deleted account")];
    let ann = users[0].id;
    let other = users[1].id;
    provider.store.write(move |tx| users.iter().try_for_each(|user| tx.insert_user(user))).await.unwrap();
    let code = address_change_code(&provider, &signed_up["idToken"]).await;
    provider.call("update", json!({"oobCode": code})).await;

    let (former, now, holder) = provider
        .store
        .read(move |tx| {
            let former = tx.user_by_email(&"ann@example.com".parse().unwrap())?;
            Ok::<_, StoreError>((former, tx.user_by_email(&NEXT.parse().unwrap())?, tx.user(&other)?))
        })
        .await
        .unwrap();
    assert_eq!(former, None, "the former address has no account");
    assert!(now.is_some_and(|user| user.id == ann && user.email_verified));
    assert!(holder.is_some_and(|user| user.email.as_str() != NEXT && !user.email_verified));
}
