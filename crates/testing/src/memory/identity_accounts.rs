//! Data of the embedded identity provider.

use super::{
    MemoryTransaction,
    tables::{bounded, claim, purge_ended, require},
};
use autoparts_application::ports::{
    identity_accounts::{
        Account, AccountRepository, CodePurpose, RefreshToken, ResetCode, SignInRepository, StoredKey,
    },
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{email::Email, id::AccountId, time::Timestamp};

/// The stored account with the changeable fields of `changing`.
fn as_kept(kept: &Account, changing: &Account) -> Account {
    Account { id: kept.id, email: kept.email.clone(), created_at: kept.created_at, ..changing.clone() }
}

impl SignInRepository for MemoryTransaction {
    fn end_sign_ins(&mut self, account: &AccountId) -> StoreResult<()> {
        self.change(|tables| {
            tables.refresh_tokens.retain(|_, token| token.account != *account);
            tables.reset_codes.retain(|_, code| code.account != *account || code.purpose != CodePurpose::ChangeEmail);
            Ok(())
        })
    }

    fn delete_old_refresh_tokens(&mut self, started_before: Timestamp, limit: u32) -> StoreResult<usize> {
        self.change(|tables| {
            Ok(purge_ended(&mut tables.refresh_tokens, |token| Some(token.started_at), started_before, limit))
        })
    }

    fn delete_ended_reset_codes(&mut self, ended_before: Timestamp, limit: u32) -> StoreResult<usize> {
        self.change(|tables| {
            Ok(purge_ended(&mut tables.reset_codes, |code| Some(code.expires_at), ended_before, limit))
        })
    }
}

impl AccountRepository for MemoryTransaction {
    fn account(&mut self, id: &AccountId) -> StoreResult<Option<Account>> {
        self.query(|tables| Ok(tables.accounts.get(id).cloned()))
    }

    fn account_by_email(&mut self, email: &Email) -> StoreResult<Option<Account>> {
        self.query(|tables| {
            let id = tables.account_emails.get(email);
            Ok(id.and_then(|id| tables.accounts.get(id)).cloned())
        })
    }

    fn google_accounts(&mut self, limit: u32) -> StoreResult<Vec<Account>> {
        self.query(|tables| {
            let linked = tables.accounts.values().filter(|account| account.google_subject.is_some());
            let mut linked: Vec<&Account> = linked.collect();
            linked.sort_by_key(|account| (account.created_at, account.id));
            Ok(bounded(linked.into_iter().cloned(), limit))
        })
    }

    fn insert_account(&mut self, account: &Account) -> StoreResult<()> {
        self.change(|tables| {
            claim(&mut tables.account_emails, account.email.clone(), account.id)?;
            claim(&mut tables.accounts, account.id, account.clone())
        })
    }

    fn update_account(&mut self, before: &Account, after: &Account) -> StoreResult<()> {
        self.change(|tables| {
            let kept = tables.accounts.get_mut(&before.id);
            let kept = kept.filter(|kept| **kept == as_kept(kept, before)).ok_or(StoreError::Contention)?;
            *kept = as_kept(kept, after);
            Ok(())
        })
    }

    fn move_account(&mut self, account: &Account, to: &Email) -> StoreResult<()> {
        self.change(|tables| {
            let kept = tables.accounts.get_mut(&account.id).filter(|kept| kept.email == account.email);
            kept.ok_or(StoreError::Contention)?.email = to.clone();
            tables.account_emails.remove(&account.email);
            claim(&mut tables.account_emails, to.clone(), account.id)
        })
    }

    fn delete_account(&mut self, account: &Account) -> StoreResult<bool> {
        self.change(|tables| {
            tables.refresh_tokens.retain(|_, token| token.account != account.id);
            tables.reset_codes.retain(|_, code| code.account != account.id);
            tables.account_emails.retain(|_, id| *id != account.id);
            Ok(tables.accounts.remove(&account.id).is_some())
        })
    }

    fn refresh_token(&mut self, token_hash: &str) -> StoreResult<Option<RefreshToken>> {
        self.query(|tables| Ok(tables.refresh_tokens.get(token_hash).cloned()))
    }

    fn refresh_family(&mut self, account: &AccountId, family: &str) -> StoreResult<Option<RefreshToken>> {
        self.query(|tables| {
            let mut tokens = tables.refresh_tokens.values();
            Ok(tokens.find(|token| token.account == *account && token.family == family).cloned())
        })
    }

    fn refresh_tokens_after(&mut self, token: &RefreshToken) -> StoreResult<Vec<RefreshToken>> {
        self.query(|tables| {
            let tokens = tables.refresh_tokens.values().filter(|after| after.account == token.account);
            Ok(tokens.filter(|after| after.parent.as_ref() == Some(&token.token_hash)).cloned().collect())
        })
    }

    fn insert_refresh_token(&mut self, token: &RefreshToken) -> StoreResult<()> {
        self.change(|tables| {
            require(tables.accounts.contains_key(&token.account), "there is no such account")?;
            claim(&mut tables.refresh_tokens, token.token_hash.clone(), token.clone())
        })
    }

    fn replace_refresh_token(&mut self, token_hash: &str, at: Timestamp) -> StoreResult<bool> {
        self.change(|tables| {
            let token = tables.refresh_tokens.get_mut(token_hash).filter(|token| token.replaced_at.is_none());
            Ok(token.map(|token| token.replaced_at = Some(at)).is_some())
        })
    }

    fn delete_refresh_family(&mut self, account: &AccountId, family: &str) -> StoreResult<()> {
        self.change(|tables| {
            tables.refresh_tokens.retain(|_, token| token.account != *account || token.family != family);
            Ok(())
        })
    }

    fn reset_code(&mut self, code_hash: &str) -> StoreResult<Option<ResetCode>> {
        self.query(|tables| Ok(tables.reset_codes.get(code_hash).cloned()))
    }

    fn insert_reset_code(&mut self, code: &ResetCode) -> StoreResult<()> {
        self.change(|tables| {
            require(tables.accounts.contains_key(&code.account), "there is no such account")?;
            claim(&mut tables.reset_codes, code.code_hash.clone(), code.clone())
        })
    }

    fn delete_reset_codes(&mut self, account: &AccountId, purpose: CodePurpose) -> StoreResult<bool> {
        self.change(|tables| {
            let before = tables.reset_codes.len();
            tables.reset_codes.retain(|_, code| code.account != *account || code.purpose != purpose);
            Ok(tables.reset_codes.len() < before)
        })
    }

    fn signing_key(&mut self, name: &str) -> StoreResult<Option<String>> {
        self.query(|tables| Ok(tables.signing_keys.get(name).map(|key| key.material.clone())))
    }

    fn signing_keys(&mut self, purpose: &str) -> StoreResult<Vec<StoredKey>> {
        let variant = format!("{purpose}/");
        self.query(|tables| {
            let is_one = |key: &&StoredKey| key.name == purpose || key.name.starts_with(&variant);
            let mut keys: Vec<StoredKey> = tables.signing_keys.values().filter(is_one).cloned().collect();
            keys.sort_by(|one, other| (one.made_at, &one.name).cmp(&(other.made_at, &other.name)));
            Ok(keys)
        })
    }

    fn insert_signing_key(&mut self, name: &str, material: &str, at: Timestamp) -> StoreResult<()> {
        let key = StoredKey { name: name.to_owned(), material: material.to_owned(), made_at: at };
        self.change(|tables| claim(&mut tables.signing_keys, name.to_owned(), key))
    }

    fn delete_signing_key(&mut self, name: &str) -> StoreResult<bool> {
        self.change(|tables| Ok(tables.signing_keys.remove(name).is_some()))
    }
}
