//! Rules about the data of the embedded identity provider.

use super::{at_once, yes};
use crate::clock::{NEW_YEAR, numbered};
use autoparts_application::ports::{
    identity_accounts::{Account, CodePurpose, IdentityStore, IdentityTransaction, RefreshToken, ResetCode, StoredKey},
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{email::Email, id::AccountId, time::Timestamp};
use std::{sync::Arc, time::Duration};

pub(super) type Shared = Arc<dyn IdentityStore>;

pub(super) fn account(number: u64) -> Account {
    Account {
        id: numbered(number).into(),
        email: format!("account-{number}@example.com").parse().unwrap(),
        name: None,
        password_hash: None,
        google_subject: None,
        email_verified: false,
        created_at: NEW_YEAR,
        last_sign_in_at: NEW_YEAR,
    }
}

pub(super) async fn insert(store: &Shared, account: &Account) -> StoreResult<()> {
    let account = account.clone();
    store.write(move |tx| tx.insert_account(&account)).await
}

async fn save(store: &Shared, before: &Account, after: &Account) -> StoreResult<()> {
    let before = before.clone();
    let after = after.clone();
    store.write(move |tx| tx.update_account(&before, &after)).await
}

pub(super) async fn found(store: &Shared, id: AccountId) -> Option<Account> {
    store.read(move |tx| tx.account(&id)).await.unwrap()
}

pub async fn an_account_is_found_as_it_was_inserted(store: Shared) {
    let whole = Account {
        name: Some("Zoë \u{1f697}".parse().unwrap()),
        password_hash: Some("$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA".to_owned()),
        google_subject: Some("1234567890".to_owned()),
        email_verified: true,
        created_at: Timestamp::from_micros(1_767_225_600_123_457),
        last_sign_in_at: Timestamp::from_micros(i64::MAX),
        ..account(2)
    };
    for account in [account(1), whole] {
        insert(&store, &account).await.unwrap();
        assert_eq!(found(&store, account.id).await, Some(account.clone()));
        let email = account.email.clone();
        assert_eq!(store.read(move |tx| tx.account_by_email(&email)).await.unwrap(), Some(account));
    }
}

pub async fn an_unknown_account_is_not_found(store: Shared) {
    insert(&store, &account(1)).await.unwrap();
    assert_eq!(found(&store, account(2).id).await, None);
    assert_eq!(store.read(|tx| tx.account_by_email(&account(2).email)).await.unwrap(), None);
}

pub async fn an_address_belongs_to_one_account(store: Shared) {
    insert(&store, &account(1)).await.unwrap();
    let namesake = Account { email: account(1).email, ..account(2) };
    let same_id = Account { email: account(2).email, ..account(1) };
    for account in [namesake, same_id] {
        let inserted = insert(&store, &account).await;
        assert!(matches!(inserted, Err(StoreError::Duplicate)), "{inserted:?}");
    }
    assert_eq!(store.read(|tx| tx.account_by_email(&account(2).email)).await.unwrap(), None);
}

pub async fn an_update_changes_neither_id_nor_address_nor_creation_time(store: Shared) {
    insert(&store, &account(1)).await.unwrap();
    let changed = Account {
        email: "other@example.com".parse().unwrap(),
        name: Some("Marta".parse().unwrap()),
        password_hash: Some("hash".to_owned()),
        google_subject: Some("subject".to_owned()),
        email_verified: true,
        created_at: Timestamp::from_micros(0),
        last_sign_in_at: NEW_YEAR.plus(Duration::from_secs(1)),
        ..account(1)
    };
    save(&store, &account(1), &changed).await.unwrap();
    let expected = Account { email: account(1).email, created_at: NEW_YEAR, ..changed };
    assert_eq!(found(&store, account(1).id).await, Some(expected.clone()));
    save(&store, &expected, &account(1)).await.unwrap();
    assert_eq!(found(&store, account(1).id).await, Some(account(1)));
}

pub async fn a_stale_update_of_an_account_conflicts(store: Shared) {
    let kept = Account { password_hash: Some("new".to_owned()), ..account(1) };
    insert(&store, &kept).await.unwrap();
    let stale = [
        account(1),
        Account { name: Some("Marta".parse().unwrap()), ..kept.clone() },
        Account { password_hash: Some("old".to_owned()), ..kept.clone() },
        Account { google_subject: Some("subject".to_owned()), ..kept.clone() },
        Account { email_verified: true, ..kept.clone() },
        Account { last_sign_in_at: NEW_YEAR.plus(Duration::from_micros(1)), ..kept.clone() },
    ];
    for stale in stale {
        let saved = save(&store, &stale, &stale).await;
        assert!(matches!(saved, Err(StoreError::Contention)), "{saved:?}");
        assert_eq!(found(&store, kept.id).await, Some(kept.clone()));
    }
    save(&store, &kept, &kept).await.unwrap();
}

pub async fn an_unknown_account_cannot_be_updated(store: Shared) {
    let updated = save(&store, &account(1), &account(1)).await;
    assert!(matches!(updated, Err(StoreError::Contention)), "{updated:?}");
}

pub async fn no_concurrent_change_of_an_account_is_lost(store: Shared) {
    insert(&store, &account(1)).await.unwrap();
    let answers = at_once(4, |number| {
        let store = store.clone();
        async move {
            let write = move |tx: &mut dyn IdentityTransaction| -> StoreResult<bool> {
                let Some(before) = tx.account(&account(1).id)? else { return Ok(false) };
                let mut after = before.clone();
                // One caller chooses a new password, while others change something else.
                match number {
                    0 => after.password_hash = Some("new".to_owned()),
                    1 => after.name = Some("Marta".parse().unwrap()),
                    2 => after.google_subject = Some("subject".to_owned()),
                    _ => after.email_verified = true,
                }
                tx.update_account(&before, &after)?;
                Ok(true)
            };
            store.write(write).await
        }
    });
    assert_eq!(yes(answers.await), 4);
    let expected = Account {
        name: Some("Marta".parse().unwrap()),
        password_hash: Some("new".to_owned()),
        google_subject: Some("subject".to_owned()),
        email_verified: true,
        ..account(1)
    };
    assert_eq!(found(&store, account(1).id).await, Some(expected));
}

pub async fn google_accounts_come_oldest_first(store: Shared) {
    let linked = |number: u64, age: u64| Account {
        google_subject: Some(format!("subject-{number}")),
        created_at: NEW_YEAR.minus(Duration::from_hours(age)),
        ..account(number)
    };
    for account in [linked(1, 1), account(2), linked(3, 9), linked(4, 1)] {
        insert(&store, &account).await.unwrap();
    }
    let all = store.read(|tx| tx.google_accounts(10)).await.unwrap();
    assert_eq!(all, [linked(3, 9), linked(1, 1), linked(4, 1)]);
    assert_eq!(store.read(|tx| tx.google_accounts(1)).await.unwrap(), [linked(3, 9)]);
}

pub async fn a_signing_key_is_stored_once(store: Shared) {
    assert_eq!(store.read(|tx| tx.signing_key("id")).await.unwrap(), None);
    store.write(|tx| tx.insert_signing_key("id", "-----BEGIN\nkey", NEW_YEAR)).await.unwrap();
    let again = store.write(|tx| tx.insert_signing_key("id", "other", NEW_YEAR)).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
    let kept = store.read(|tx| tx.signing_key("id")).await.unwrap();
    assert_eq!(kept.as_deref(), Some("-----BEGIN\nkey"));
}

pub async fn signing_keys_are_separated_by_purpose(store: Shared) {
    let later = NEW_YEAR.plus(Duration::from_secs(1));
    let insert = async |name: &'static str, at| store.write(move |tx| tx.insert_signing_key(name, name, at)).await;
    for (name, at) in
        [("id/2", later), ("id", NEW_YEAR), ("identity", NEW_YEAR), ("id0", NEW_YEAR), ("other/id", NEW_YEAR)]
    {
        let inserted: StoreResult<()> = insert(name, at).await;
        inserted.unwrap();
    }
    let key = |name: &str, made_at| StoredKey { name: name.to_owned(), material: name.to_owned(), made_at };
    let kept = store.read(|tx| tx.signing_keys("id")).await.unwrap();
    assert_eq!(kept, [key("id", NEW_YEAR), key("id/2", later)]);
    assert!(store.write(|tx| tx.delete_signing_key("id")).await.unwrap());
    assert!(!store.write(|tx| tx.delete_signing_key("id")).await.unwrap());
    assert_eq!(store.read(|tx| tx.signing_keys("id")).await.unwrap(), [key("id/2", later)]);
    assert_eq!(store.read(|tx| tx.signing_keys("identity")).await.unwrap().len(), 1);
}

pub async fn concurrent_requests_create_one_signing_key(store: Shared) {
    let make = |number: u64| {
        let store = store.clone();
        async move {
            let write = move |tx: &mut dyn IdentityTransaction| -> StoreResult<String> {
                if let Some(key) = tx.signing_key("id")? {
                    return Ok(key);
                }
                let key = format!("key {number}");
                tx.insert_signing_key("id", &key, NEW_YEAR)?;
                Ok(key)
            };
            store.write(write).await
        }
    };
    let mut keys: Vec<String> = at_once(8, make).await.into_iter().map(Result::unwrap).collect();
    keys.dedup();
    assert_eq!(keys.len(), 1, "every call returns the same key");
}

pub async fn an_account_moves_only_to_a_free_address(store: Shared) {
    for number in [1, 2] {
        insert(&store, &account(number)).await.unwrap();
    }
    let moved = async |from: Account, to: Email| store.write(move |tx| tx.move_account(&from, &to)).await;
    let free: Email = "free@example.com".parse().unwrap();
    assert!(matches!(moved(account(1), account(2).email).await, Err(StoreError::Duplicate)));
    moved(account(1), free.clone()).await.unwrap();
    let now = Account { email: free.clone(), ..account(1) };
    assert_eq!(found(&store, now.id).await, Some(now.clone()));
    let by = async |email: Email| store.read(move |tx| tx.account_by_email(&email)).await.unwrap();
    assert_eq!((by(free).await, by(account(1).email).await), (Some(now), None));
    let elsewhere = moved(account(1), "late@example.com".parse().unwrap()).await;
    assert!(matches!(elsewhere, Err(StoreError::Contention)), "it has moved since it was read: {elsewhere:?}");
    assert_eq!(found(&store, account(2).id).await, Some(account(2)));
}

pub async fn a_deleted_account_leaves_nothing(store: Shared) {
    for number in [1, 2] {
        insert(&store, &account(number)).await.unwrap();
        let token = RefreshToken {
            token_hash: format!("token-{number}"),
            account: account(number).id,
            family: format!("token-{number}"),
            parent: None,
            provider: "password".to_owned(),
            started_at: NEW_YEAR,
            replaced_at: None,
        };
        let code = ResetCode {
            code_hash: format!("code-{number}"),
            account: account(number).id,
            purpose: CodePurpose::ChangeEmail,
            new_email: Some("next@example.com".parse().unwrap()),
            expires_at: NEW_YEAR,
        };
        let keep = move |tx: &mut dyn IdentityTransaction| -> StoreResult<()> {
            tx.insert_refresh_token(&token)?;
            tx.insert_reset_code(&code)?;
            assert_eq!(tx.reset_code(&code.code_hash)?, Some(code.clone()));
            Ok(())
        };
        store.write(keep).await.unwrap();
    }
    let deleted = async || store.write(|tx| tx.delete_account(&account(1))).await.unwrap();
    assert_eq!((deleted().await, deleted().await), (true, false));
    for (number, is_left) in [(1, false), (2, true)] {
        let left = store
            .read(move |tx| {
                Ok::<_, StoreError>([
                    tx.account(&account(number).id)?.is_some(),
                    tx.account_by_email(&account(number).email)?.is_some(),
                    tx.refresh_token(&format!("token-{number}"))?.is_some(),
                    tx.reset_code(&format!("code-{number}"))?.is_some(),
                ])
            })
            .await
            .unwrap();
        assert_eq!(left, [is_left; 4], "account {number}");
    }
    insert(&store, &Account { id: numbered(9).into(), ..account(1) }).await.unwrap();
}
