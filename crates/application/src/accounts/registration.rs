//! Matches a sign-in to a user.
//!
//! An account is identified by the identity provider's subject; the address is only its current name. When a subject
//! returns with another address, the account takes that address, and the former one belongs to no account until another
//! takes it. ADR 0010 explains why each rule is safe.

use super::{
    AccountError, AccountResult,
    stand_ins::{StandInEmail, holds_anything, make_stand_in, take_role},
};
use crate::{
    ports::{
        accounts::UserRepository, audit::AuditRepository, clock::IdSource, identity::VerifiedIdentity,
        secrets::SecretSource, store::Transaction, store_error::StoreResult,
    },
    shop::Shop,
};
use autoparts_domain::{
    accounts::{Role, User},
    audit::{AuditAction, AuditEntry},
    email::Email,
    id::{AuditId, MailId, UserId},
    time::Timestamp,
};
use std::sync::Arc;
use uuid::Uuid;

/// Inputs that a change of addresses may need: ids and the time.
#[derive(Debug, Clone, Copy)]
pub struct AddressChange {
    placeholder: Uuid,
    audits: [AuditId; 3],
    at: Timestamp,
}

impl AddressChange {
    /// A change that happens at `at`.
    pub fn new(ids: &dyn IdSource, at: Timestamp) -> Self {
        Self { placeholder: ids.uuid(), audits: [ids.next(), ids.next(), ids.next()], at }
    }
}

/// One sign-in, with the inputs that it may need.
pub(super) struct SignIn {
    identity: VerifiedIdentity,
    person: UserId,
    change: AddressChange,
    mail: MailId,
    shop: Arc<str>,
    secrets: Arc<dyn SecretSource>,
}

impl SignIn {
    /// A sign-in with a verified identity.
    pub(super) fn new(identity: VerifiedIdentity, shop: &Shop, at: Timestamp) -> Self {
        let ids = &*shop.ids;
        let person = ids.next();
        let change = AddressChange::new(ids, at);
        let mail = ids.next();
        let (shop, secrets) = (Arc::clone(&shop.public_url), Arc::clone(&shop.secrets));
        Self { identity, person, change, mail, shop, secrets }
    }

    /// The user record, updated from the identity provider's claims.
    fn updated(&self, user: &User) -> User {
        User {
            email: self.identity.email.clone(),
            email_verified: self.identity.email_verified,
            subject: Some(self.identity.subject.clone()),
            account_name: self.identity.name.clone(),
            // A user who deleted their account here, but not at the provider, becomes a member again.
            guest: false,
            ..user.clone()
        }
    }

    fn is_of(&self, user: &User) -> bool {
        user.subject.as_ref() == Some(&self.identity.subject)
    }
}

/// Finds or adds the user of a sign-in.
pub(super) fn remember(tx: &mut dyn Transaction, sign_in: &SignIn) -> AccountResult<UserId> {
    let identity = &sign_in.identity;
    if let Some(user) = tx.user_by_subject(&identity.subject)? {
        return known(tx, sign_in, &user);
    }
    match tx.user_by_email(&identity.email)? {
        Some(holder) => bind(tx, sign_in, &holder),
        None => add(tx, sign_in),
    }
}

/// Adds a new user, without role or orders.
fn add(tx: &mut dyn Transaction, sign_in: &SignIn) -> AccountResult<UserId> {
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
        joined_at: sign_in.change.at,
        revision: 0,
    })?;
    Ok(sign_in.person)
}

/// Updates a user who has signed in before, perhaps under another address.
fn known(tx: &mut dyn Transaction, sign_in: &SignIn, user: &User) -> AccountResult<UserId> {
    let updated = sign_in.updated(user);
    if updated == *user {
        return Ok(user.id);
    }
    if updated.email != user.email {
        if let Some(holder) = tx.user_by_email(&updated.email)? {
            take_address(tx, sign_in, &holder)?;
        }
        audit(tx, sign_in, AuditAction::MoveAddress, user)?;
    }
    if is_taken_over(tx, sign_in, user)? {
        return start_empty(tx, sign_in, user);
    }
    if updated.email_verified && !user.email_verified {
        // An earlier sign-in may only have chosen a password for someone else's address.
        tx.set_session_cutoff(&user.id, sign_in.identity.signed_in_at)?;
    }
    tx.update_user(user, &updated)?;
    Ok(user.id)
}

/// Whether a new sign-in is the first to confirm the address of an account that holds data. A sign-in that filled the
/// account itself keeps its data when it confirms the address.
fn is_taken_over(tx: &mut dyn Transaction, sign_in: &SignIn, user: &User) -> StoreResult<bool> {
    let identity = &sign_in.identity;
    let confirms = identity.email_verified && !user.email_verified && !user.guest && identity.email == user.email;
    Ok(confirms && tx.session_of_sign_in(&user.id, &identity.sign_in)?.is_none() && holds_anything(tx, user)?)
}

/// Gives the owner of an address a new, empty record. Data that an earlier, unconfirmed sign-in saved stays behind,
/// including an admin role.
fn start_empty(tx: &mut dyn Transaction, sign_in: &SignIn, holder: &User) -> AccountResult<UserId> {
    let holder = without_role(tx, sign_in, holder)?;
    make_stand_in(tx, &holder, &Email::placeholder(sign_in.change.placeholder), sign_in.change.at)?;
    let owner = add(tx, sign_in)?;
    // For the same account at the provider, earlier sign-ins are no longer valid.
    tx.set_session_cutoff(&owner, sign_in.identity.signed_in_at)?;
    audit(tx, sign_in, AuditAction::SetAside, &holder)?;
    let SignIn { mail, shop, secrets, change, .. } = sign_in;
    StandInEmail { id: *mail, shop, secrets: &**secrets, now: change.at }.send(tx, &holder, owner)?;
    Ok(owner)
}

/// Revokes the role of an admin whose record or address moves to another sign-in: another admin or the operator has to
/// grant it again.
fn without_role(tx: &mut dyn Transaction, sign_in: &SignIn, holder: &User) -> AccountResult<User> {
    if !holder.is_admin() {
        return Ok(holder.clone());
    }
    let before = take_role(tx, holder)?;
    audit(tx, sign_in, AuditAction::RevokeAdmin, holder)?;
    Ok(before)
}

/// Takes an address from another user. The provider assigns an address to one account at a time, so another subject
/// that held it has lost it there.
fn take_address(tx: &mut dyn Transaction, sign_in: &SignIn, holder: &User) -> AccountResult<()> {
    if !sign_in.identity.email_verified && !sign_in.is_of(holder) {
        return Err(AccountError::AddressTaken.into());
    }
    Ok(sign_in.change.take_from(tx, holder, sign_in.identity.email_verified)?)
}

/// Moves a user to a new address at the identity provider, whose mailbox they have confirmed. This happens at once,
/// because the next owner of the former address may sign up with it before the user signs in again.
pub fn follow_account(
    tx: &mut (impl UserRepository + AuditRepository + ?Sized),
    subject: &str,
    to: &Email,
    change: &AddressChange,
) -> StoreResult<()> {
    // A deleted user has no address to change, and an account that never signed in to the shop has no record.
    let Some(user) = tx.user_by_subject(subject)?.filter(|user| !user.guest) else { return Ok(()) };
    if let Some(holder) = tx.user_by_email(to)?.filter(|holder| holder.id != user.id) {
        change.take_from(tx, &holder, true)?;
    }
    change.note(tx, AuditAction::MoveAddress, &user, true)?;
    tx.update_user(&user, &User { email: to.clone(), email_verified: true, ..user.clone() })
}

/// Records that a member has confirmed their address by email without a new sign-in: they keep their data.
pub fn confirm_account(tx: &mut (impl UserRepository + ?Sized), subject: &str, email: &Email) -> StoreResult<()> {
    let user = tx.user_by_subject(subject)?.filter(|user| !user.guest && !user.email_verified && user.email == *email);
    user.map_or(Ok(()), |user| tx.update_user(&user, &User { email_verified: true, ..user.clone() }))
}

/// Binds an unknown subject to an existing user with the same address: the account was deleted and created again, or
/// the shop has changed its identity provider. The provider must vouch for the address, or anyone could take over an
/// account by signing up with its address. The user keeps its data if the address had been confirmed before; it loses
/// its role either way.
fn bind(tx: &mut dyn Transaction, sign_in: &SignIn, holder: &User) -> AccountResult<UserId> {
    let identity = &sign_in.identity;
    if sign_in.is_of(holder) {
        tx.update_user(holder, &sign_in.updated(holder))?;
        return Ok(holder.id);
    }
    if !identity.email_verified {
        return Err(AccountError::AddressTaken.into());
    }
    // An account created by the operator has no subject yet: this is its first sign-in, not a different one.
    let is_another = holder.subject.is_some();
    if is_another && !holder.email_verified && holds_anything(tx, holder)? {
        return start_empty(tx, sign_in, holder);
    }
    audit(tx, sign_in, AuditAction::BindSignIn, holder)?;
    let holder = if is_another { without_role(tx, sign_in, holder)? } else { holder.clone() };
    // The other sign-in that held the address is no longer accepted.
    tx.end_sessions(&holder.id, sign_in.change.at)?;
    tx.set_session_cutoff(&holder.id, identity.signed_in_at)?;
    tx.update_user(&holder, &sign_in.updated(&holder))?;
    Ok(holder.id)
}

impl AddressChange {
    /// Takes the address from its holder, who keeps everything else and is found by their own subject.
    fn take_from(
        &self,
        tx: &mut (impl UserRepository + AuditRepository + ?Sized),
        holder: &User,
        confirmed: bool,
    ) -> StoreResult<()> {
        let email = Email::placeholder(self.placeholder);
        tx.update_user(holder, &User { email, email_verified: false, ..holder.clone() })?;
        self.note(tx, AuditAction::LoseAddress, holder, confirmed)
    }

    /// Writes an audit entry about a user.
    fn note(
        &self,
        tx: &mut (impl AuditRepository + ?Sized),
        action: AuditAction,
        subject: &User,
        confirmed: bool,
    ) -> StoreResult<()> {
        let [first, second, third] = self.audits;
        let confirmed = super::confirmed(confirmed);
        let (id, detail) = match action {
            AuditAction::LoseAddress => (second, confirmed.to_owned()),
            AuditAction::RevokeAdmin => (third, format!("another sign-in, admin before, customer now, {confirmed}")),
            _ => (first, confirmed.to_owned()),
        };
        let detail = Some(detail);
        tx.insert_audit(&AuditEntry { id, actor: None, action, subject: subject.id, detail, at: self.at })
    }
}

/// Writes an audit entry about what a sign-in did to a user.
fn audit(tx: &mut dyn Transaction, sign_in: &SignIn, action: AuditAction, subject: &User) -> StoreResult<()> {
    sign_in.change.note(tx, action, subject, sign_in.identity.email_verified)
}
