//! Rules about sign-ins at the embedded identity provider: refresh tokens, and codes from emails.

use super::{
    at_once,
    identity_accounts::{Shared, account, found, insert},
    yes,
};
use crate::clock::NEW_YEAR;
use autoparts_application::ports::{
    identity_accounts::{Account, CodePurpose, IdentityTransaction, RefreshToken, ResetCode},
    store_error::{StoreError, StoreResult},
};
use std::time::Duration;

/// The first token of its family, which is named after it.
fn token(token_hash: &str, account: &Account) -> RefreshToken {
    RefreshToken {
        token_hash: token_hash.to_owned(),
        account: account.id,
        family: token_hash.to_owned(),
        parent: None,
        provider: "google.com".to_owned(),
        started_at: NEW_YEAR,
        replaced_at: None,
    }
}

fn code(code_hash: &str, account: &Account) -> ResetCode {
    let purpose = CodePurpose::ResetPassword;
    let code_hash = code_hash.to_owned();
    let account = account.id;
    ResetCode { code_hash, account, purpose, new_email: None, expires_at: NEW_YEAR }
}

async fn start(store: &Shared, token: &RefreshToken) -> StoreResult<()> {
    let token = token.clone();
    store.write(move |tx| tx.insert_refresh_token(&token)).await
}

async fn make(store: &Shared, code: &ResetCode) -> StoreResult<()> {
    let code = code.clone();
    store.write(move |tx| tx.insert_reset_code(&code)).await
}

async fn kept(store: &Shared, token_hash: &'static str) -> Option<RefreshToken> {
    store.read(move |tx| tx.refresh_token(token_hash)).await.unwrap()
}

pub async fn a_refresh_token_is_found_as_it_was_inserted(store: Shared) {
    insert(&store, &account(1)).await.unwrap();
    let replaced = RefreshToken { replaced_at: Some(NEW_YEAR), ..token("a", &account(1)) };
    let second = RefreshToken { family: "a".to_owned(), parent: Some("a".to_owned()), ..token("b", &account(1)) };
    for token in [replaced, second] {
        start(&store, &token).await.unwrap();
        let hash = token.token_hash.clone();
        assert_eq!(store.read(move |tx| tx.refresh_token(&hash)).await.unwrap(), Some(token));
    }
}

pub async fn a_refresh_token_lives_until_it_is_ended(store: Shared) {
    let first = account(1);
    let second = account(2);
    for account in [&first, &second] {
        insert(&store, account).await.unwrap();
    }
    let tokens = [token("a", &first), token("b", &first), token("c", &second)];
    for token in &tokens {
        start(&store, token).await.unwrap();
    }
    let moving = |code_hash: &str, account: &Account| {
        let new_email = Some("next@example.com".parse().unwrap());
        ResetCode { purpose: CodePurpose::ChangeEmail, new_email, ..code(code_hash, account) }
    };
    for code in [moving("moves", &first), code("resets", &first), moving("other", &second)] {
        make(&store, &code).await.unwrap();
    }
    assert_eq!(kept(&store, "a").await.as_ref(), Some(&tokens[0]));
    store.write(move |tx| tx.end_sign_ins(&first.id)).await.unwrap();
    for (code_hash, is_left) in [("moves", false), ("resets", true), ("other", true)] {
        let code = store.read(move |tx| tx.reset_code(code_hash)).await.unwrap();
        assert_eq!(code.is_some(), is_left, "{code_hash}: only an email change was requested by the signed-in user");
    }
    assert_eq!(kept(&store, "a").await, None);
    assert_eq!(kept(&store, "b").await, None);
    assert_eq!(kept(&store, "c").await.as_ref(), Some(&tokens[2]));
    store.write(move |tx| tx.end_sign_ins(&first.id)).await.unwrap();
}

pub async fn a_family_of_refresh_tokens_ends_together(store: Shared) {
    let own = account(1);
    let other = account(2);
    for account in [&own, &other] {
        insert(&store, account).await.unwrap();
    }
    let of = |hash: &str, account: &Account| RefreshToken {
        family: "family".to_owned(),
        parent: (hash != "a").then(|| "a".to_owned()),
        ..token(hash, account)
    };
    for token in [of("a", &own), of("b", &own), token("c", &own), of("d", &other)] {
        start(&store, &token).await.unwrap();
    }
    let own = own.id;
    let other = other.id;
    let after = store.read(move |tx| tx.refresh_tokens_after(&of("a", &account(1)))).await.unwrap();
    assert_eq!(after.iter().map(|token| token.token_hash.as_str()).collect::<Vec<_>>(), ["b"]);
    let lives = async |account| store.read(move |tx| tx.refresh_family(&account, "family")).await.unwrap().is_some();
    assert!(lives(own).await && lives(other).await && !lives(account(3).id).await);
    store.write(move |tx| tx.delete_refresh_family(&own, "family")).await.unwrap();
    assert!(!lives(own).await && lives(other).await);
    assert!(kept(&store, "a").await.is_none() && kept(&store, "b").await.is_none());
    assert!(kept(&store, "c").await.is_some() && kept(&store, "d").await.is_some());
}

pub async fn one_of_many_replaces_a_refresh_token(store: Shared) {
    insert(&store, &account(1)).await.unwrap();
    start(&store, &token("a", &account(1))).await.unwrap();
    let answers = at_once(8, |_| {
        let store = store.clone();
        async move { store.write(|tx| tx.replace_refresh_token("a", NEW_YEAR)).await }
    });
    assert_eq!(yes(answers.await), 1);
    assert_eq!(kept(&store, "a").await.and_then(|token| token.replaced_at), Some(NEW_YEAR));
    assert!(!store.write(|tx| tx.replace_refresh_token("b", NEW_YEAR)).await.unwrap());
}

pub async fn refresh_tokens_of_old_sign_ins_are_purged_oldest_first(store: Shared) {
    insert(&store, &account(1)).await.unwrap();
    let at = |second: u64| NEW_YEAR.plus(Duration::from_secs(second));
    for (hash, second) in [("a", 1), ("b", 2), ("c", 3)] {
        start(&store, &RefreshToken { started_at: at(second), ..token(hash, &account(1)) }).await.unwrap();
    }
    let forget = async |until, limit| store.write(move |tx| tx.delete_old_refresh_tokens(until, limit)).await.unwrap();
    assert_eq!(forget(at(0), 10).await, 0);
    assert_eq!(forget(at(2), 1).await, 1);
    assert!(kept(&store, "a").await.is_none() && kept(&store, "b").await.is_some());
    assert_eq!(forget(at(2), 10).await, 1);
    assert!(kept(&store, "c").await.is_some());
}

pub async fn a_refresh_token_is_inserted_once(store: Shared) {
    insert(&store, &account(1)).await.unwrap();
    start(&store, &token("a", &account(1))).await.unwrap();
    let again = start(&store, &token("a", &account(1))).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
}

pub async fn refresh_tokens_and_codes_need_their_account(store: Shared) {
    let started = start(&store, &token("a", &account(1))).await;
    assert!(matches!(started, Err(StoreError::Failed(_))), "{started:?}");
    let made = make(&store, &code("a", &account(1))).await;
    assert!(matches!(made, Err(StoreError::Failed(_))), "{made:?}");
}

pub async fn a_reset_code_survives(store: Shared) {
    insert(&store, &account(1)).await.unwrap();
    let expected = code("a", &account(1));
    make(&store, &expected).await.unwrap();
    assert_eq!(store.read(|tx| tx.reset_code("a")).await.unwrap(), Some(expected));
    assert_eq!(store.read(|tx| tx.reset_code("b")).await.unwrap(), None);
}

pub async fn a_reset_code_is_inserted_once(store: Shared) {
    insert(&store, &account(1)).await.unwrap();
    make(&store, &code("a", &account(1))).await.unwrap();
    let again = make(&store, &code("a", &account(1))).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
}

pub async fn one_of_many_uses_a_reset_code(store: Shared) {
    let own = account(1);
    let other = account(2);
    for account in [&own, &other] {
        insert(&store, account).await.unwrap();
    }
    let confirming = ResetCode { purpose: CodePurpose::VerifyEmail, ..code("d", &own) };
    for code in [code("a", &own), code("b", &own), code("c", &other), confirming] {
        make(&store, &code).await.unwrap();
    }
    let answers = at_once(8, |_| {
        let store = store.clone();
        async move {
            let use_up = move |tx: &mut dyn IdentityTransaction| -> StoreResult<bool> {
                match tx.reset_code("a")? {
                    Some(code) => tx.delete_reset_codes(&code.account, code.purpose),
                    None => Ok(false),
                }
            };
            store.write(use_up).await
        }
    });
    assert_eq!(yes(answers.await), 1);
    assert_eq!(store.read(|tx| tx.reset_code("b")).await.unwrap(), None);
    assert!(store.read(|tx| tx.reset_code("c")).await.unwrap().is_some());
    let confirming = store.read(|tx| tx.reset_code("d")).await.unwrap();
    assert_eq!(confirming.map(|code| code.purpose), Some(CodePurpose::VerifyEmail), "good for something else");
}

pub async fn a_sign_in_racing_a_password_change_leaves_no_token(store: Shared) {
    for number in 1..=10 {
        let before = Account { password_hash: Some("old".to_owned()), ..account(number) };
        insert(&store, &before).await.unwrap();
        let answers = at_once(2, |who| {
            let store = store.clone();
            let id = before.id;
            async move {
                let write = move |tx: &mut dyn IdentityTransaction| -> StoreResult<bool> {
                    let Some(before) = tx.account(&id)? else { return Ok(false) };
                    if who == 0 {
                        let password_hash = Some("new".to_owned());
                        tx.update_account(&before, &Account { password_hash, ..before.clone() })?;
                        tx.end_sign_ins(&id)?;
                        return Ok(true);
                    }
                    if before.password_hash.as_deref() == Some("old") {
                        tx.update_account(&before, &before)?;
                        tx.insert_refresh_token(&token(&format!("token {number}"), &before))?;
                    }
                    Ok(true)
                };
                store.write(write).await
            }
        });
        assert_eq!(yes(answers.await), 2);
        assert_eq!(found(&store, before.id).await.and_then(|kept| kept.password_hash).as_deref(), Some("new"));
        let left = store.read(move |tx| tx.refresh_token(&format!("token {number}"))).await.unwrap();
        assert_eq!(left, None);
    }
}

pub async fn expired_reset_codes_are_purged_oldest_first(store: Shared) {
    insert(&store, &account(1)).await.unwrap();
    let at = |second: u64| NEW_YEAR.plus(Duration::from_secs(second));
    for (hash, end) in [("c", 3), ("a", 1), ("e", 5), ("d", 4), ("b", 1)] {
        make(&store, &ResetCode { expires_at: at(end), ..code(hash, &account(1)) }).await.unwrap();
    }
    let forget = async |until: u64, limit: u32| {
        store.write(move |tx| tx.delete_ended_reset_codes(at(until), limit)).await.unwrap()
    };
    let left = async || {
        let mut left = String::new();
        for hash in ["a", "b", "c", "d", "e"] {
            if store.read(move |tx| tx.reset_code(hash)).await.unwrap().is_some() {
                left.push_str(hash);
            }
        }
        left
    };
    assert_eq!((forget(0, 10).await, left().await), (0, "abcde".to_owned()));
    assert_eq!((forget(4, 1).await, left().await), (2, "cde".to_owned()), "two ended in one moment");
    assert_eq!((forget(4, 1).await, left().await), (1, "de".to_owned()));
    assert_eq!((forget(4, 10).await, left().await), (1, "e".to_owned()));
    assert_eq!((forget(4, 10).await, left().await), (0, "e".to_owned()));
}
