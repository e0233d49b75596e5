//! Whom a sign-in belongs to.
//!
//! A person is the identity provider's subject; the address is only what they are called now. It moves
//! along when the same subject comes with another one, and then leads to nobody, or to whom it belongs
//! next. ADR 0010 says why each rule is safe.

use super::AccountError;
use crate::ports::{clock::IdSource, identity::VerifiedIdentity, store::Transaction, store_error::StoreResult};
use autoparts_domain::{
    accounts::{Role, User},
    audit::{AuditAction, AuditEntry},
    email::Email,
    id::{AuditId, UserId},
    time::Timestamp,
};
use uuid::Uuid;

/// One sign-in, with the ids that it may need.
pub(super) struct SignIn {
    identity: VerifiedIdentity,
    person: UserId,
    placeholder: Uuid,
    audits: [AuditId; 2],
    at: Timestamp,
}

impl SignIn {
    /// A person for whom the identity provider vouches signs in.
    pub(super) fn new(identity: VerifiedIdentity, ids: &dyn IdSource, at: Timestamp) -> Self {
        Self { identity, person: ids.next(), placeholder: ids.uuid(), audits: [ids.next(), ids.next()], at }
    }

    /// The record as the identity provider tells it now.
    fn told(&self, user: &User) -> User {
        User {
            email: self.identity.email.clone(),
            email_verified: self.identity.email_verified,
            subject: Some(self.identity.subject.clone()),
            account_name: self.identity.name.clone(),
            // Who deleted their account here, and not at the provider, is a member again.
            guest: false,
            ..user.clone()
        }
    }

    fn is_of(&self, user: &User) -> bool {
        user.subject.as_ref() == Some(&self.identity.subject)
    }
}

/// Finds or adds the person whom a sign-in belongs to.
pub(super) fn remember(tx: &mut dyn Transaction, sign_in: &SignIn) -> Result<UserId, AccountError> {
    let identity = &sign_in.identity;
    if let Some(user) = tx.user_by_subject(&identity.subject)? {
        return known(tx, sign_in, &user);
    }
    match tx.user_by_email(&identity.email)? {
        Some(holder) => bind(tx, sign_in, &holder),
        None => add(tx, sign_in),
    }
}

/// A new user, without role or orders.
fn add(tx: &mut dyn Transaction, sign_in: &SignIn) -> Result<UserId, AccountError> {
    let identity = &sign_in.identity;
    tx.insert_user(&User {
        id: sign_in.person,
        email: identity.email.clone(),
        email_verified: identity.email_verified,
        subject: Some(identity.subject.clone()),
        account_name: identity.name.clone(),
        role: Role::Customer,
        guest: false,
        profile: None,
        joined_at: sign_in.at,
        revision: 0,
    })?;
    Ok(sign_in.person)
}

/// A person who has signed in before, perhaps under another address.
fn known(tx: &mut dyn Transaction, sign_in: &SignIn, user: &User) -> Result<UserId, AccountError> {
    let told = sign_in.told(user);
    if told == *user {
        return Ok(user.id);
    }
    if told.email != user.email {
        if let Some(holder) = tx.user_by_email(&told.email)? {
            take_address(tx, sign_in, &holder)?;
        }
        audit(tx, sign_in, 0, AuditAction::MoveAddress, user)?;
    }
    if told.email_verified && !user.email_verified {
        // Whoever signed in before may only have chosen a password for another's address.
        tx.set_session_cutoff(&user.id, sign_in.identity.signed_in_at)?;
    }
    tx.update_user(user, &told)?;
    Ok(user.id)
}

/// The provider's word gives an address to one account at a time, so a holder of another subject has
/// lost it there. They keep everything but the address, and are found by their own subject.
fn take_address(tx: &mut dyn Transaction, sign_in: &SignIn, holder: &User) -> Result<(), AccountError> {
    if !sign_in.identity.email_verified && !sign_in.is_of(holder) {
        return Err(AccountError::AddressTaken);
    }
    let email = Email::placeholder(sign_in.placeholder);
    tx.update_user(holder, &User { email, email_verified: false, ..holder.clone() })?;
    Ok(audit(tx, sign_in, 1, AuditAction::LoseAddress, holder)?)
}

/// An unknown subject with the address of a known person: the account was deleted and made again, or
/// the shop has moved to another provider. The provider must vouch for the address, or anybody could
/// take over an account, with its role, by signing up with its address.
fn bind(tx: &mut dyn Transaction, sign_in: &SignIn, holder: &User) -> Result<UserId, AccountError> {
    let identity = &sign_in.identity;
    if !sign_in.is_of(holder) {
        if !identity.email_verified {
            return Err(AccountError::AddressTaken);
        }
        audit(tx, sign_in, 0, AuditAction::BindSignIn, holder)?;
        // Who held the address by another sign-in is not let in by it any more.
        tx.end_sessions(&holder.id, sign_in.at)?;
        tx.set_session_cutoff(&holder.id, identity.signed_in_at)?;
    }
    tx.update_user(holder, &sign_in.told(holder))?;
    Ok(holder.id)
}

/// Notes what a sign-in did to a person, in the first or the second of its entries.
fn audit(
    tx: &mut dyn Transaction,
    sign_in: &SignIn,
    place: usize,
    action: AuditAction,
    subject: &User,
) -> StoreResult<()> {
    let [first, second] = sign_in.audits;
    let id = if place == 0 { first } else { second };
    let detail = Some(super::confirmed(sign_in.identity.email_verified).to_owned());
    tx.insert_audit(&AuditEntry { id, actor: None, action, subject: subject.id, detail, at: sign_in.at })
}
