//! People: signing in, profiles, and who runs the shop.

use crate::{
    access::{self, AccessDenied},
    ports::{
        clock::{Clock, IdSource},
        identity::{Token, TokenError, VerifiedIdentity},
        outbox::Mail,
        page::Page,
        store::{Store, StoreError, Transaction},
        users::AuditLine,
    },
    shop::Shop,
};
use autoparts_domain::{
    email::Email,
    id::{AuditId, MailId, UserId},
    time::Timestamp,
    user::{Profile, Role, User},
};

/// Why something about a person could not be done.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// The ID token speaks for another address.
    #[error("This sign-in belongs to another e-mail address.")]
    NotYourAddress,
    /// The address is known under another sign-in, and nobody has shown that it is the
    /// caller's.
    #[error("This e-mail address belongs to another account. Please confirm the address first.")]
    AddressTaken,
    /// Nobody has this address.
    #[error("Nobody is known under this e-mail address.")]
    NoSuchUser,
    /// Somebody must run the shop.
    #[error("The last admin cannot be demoted.")]
    LastAdmin,
    /// The ID token was not accepted.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Shop {
    /// Signs a person in: checks the ID token, makes sure that the shop knows them, and
    /// answers with an access token. Never touches the role. Repeatable.
    pub async fn sign_in(&self, email: Email, id_token: &Token) -> Result<Token, AccountError> {
        let now = self.now();
        let identity = self.verifier.verify(id_token, now).await?;
        if identity.email != email {
            return Err(AccountError::NotYourAddress);
        }
        let new_id: UserId = self.ids.next();
        let user = self.store.write(move |tx| remember(tx, &identity, new_id, now)).await?;
        Ok(self.tokens.issue(&user, now)?)
    }

    /// A person's record; for the person and admins.
    pub async fn user(&self, caller: UserId, email: Email) -> Result<User, AccountError> {
        self.store
            .read(move |tx| {
                access::the_person_or_admin::<AccountError>(tx, &caller, &email)?.ok_or(AccountError::NoSuchUser)
            })
            .await
    }

    /// Everybody, in the order they joined; for admins.
    pub async fn users(&self, caller: UserId, page: Page<UserId>) -> Result<Vec<User>, AccountError> {
        self.store
            .read(move |tx| {
                access::admin::<AccountError>(tx, &caller)?;
                Ok(tx.users(&page)?)
            })
            .await
    }

    /// Whether a person runs the shop; for the person and admins.
    pub async fn is_admin(&self, caller: UserId, email: Email) -> Result<bool, AccountError> {
        self.store
            .read(move |tx| {
                let user = access::the_person_or_admin::<AccountError>(tx, &caller, &email)?;
                Ok(user.is_some_and(|user| user.is_admin()))
            })
            .await
    }

    /// Replaces a person's profile; for the person only. `false` when it was the same before.
    pub async fn update_profile(&self, caller: UserId, email: Email, profile: Profile) -> Result<bool, AccountError> {
        self.store
            .write(move |tx| {
                let mut user = access::the_person::<AccountError>(tx, &caller, &email)?;
                let profile = Some(profile.clone());
                if user.profile == profile {
                    return Ok(false);
                }
                user.profile = profile;
                tx.update_user(&user)?;
                Ok(true)
            })
            .await
    }

    /// Makes a person an admin; for admins. `false` when they were one before.
    pub async fn make_admin(&self, caller: UserId, email: Email) -> Result<bool, AccountError> {
        let (audit, now): (AuditId, _) = (self.ids.next(), self.now());
        self.store
            .write(move |tx| {
                tx.lock_roles()?;
                let actor = access::admin::<AccountError>(tx, &caller)?;
                set_role(tx, audit, now, Some(actor.id), &email, Role::Admin)
            })
            .await
    }

    /// The mails the shop wrote, newest first; for admins.
    pub async fn mails(&self, caller: UserId, page: Page<MailId>) -> Result<Vec<Mail>, AccountError> {
        self.store
            .read(move |tx| {
                access::admin::<AccountError>(tx, &caller)?;
                Ok(tx.mails(&page)?)
            })
            .await
    }
}

/// Makes a person an admin or a customer; for the operator of the server, who is asked nothing
/// more and needs nothing of the shop but its store. `false` when they were one before.
pub async fn set_role_as_operator(
    store: &dyn Store,
    clock: &dyn Clock,
    ids: &dyn IdSource,
    email: Email,
    role: Role,
) -> Result<bool, AccountError> {
    let (audit, now): (AuditId, _) = (ids.next(), clock.now());
    store
        .write(move |tx| {
            tx.lock_roles()?;
            set_role(tx, audit, now, None, &email, role)
        })
        .await
}

/// Finds or adds the person that an identity speaks for.
///
/// A person is bound to the provider's subject. When the same address comes with another
/// subject (the account was deleted and made again) the provider must vouch for the address,
/// or anybody could take over an account, with its role, by signing up with its address.
fn remember(
    tx: &mut dyn Transaction,
    identity: &VerifiedIdentity,
    new_id: UserId,
    now: Timestamp,
) -> Result<UserId, AccountError> {
    let Some(mut user) = tx.user_by_email(&identity.email)? else {
        let user = User {
            id: new_id,
            email: identity.email.clone(),
            subject: Some(identity.subject.clone()),
            account_name: identity.name.clone(),
            role: Role::Customer,
            profile: None,
            joined_at: now,
        };
        tx.insert_user(&user)?;
        return Ok(user.id);
    };
    let same_subject = user.subject.as_ref().is_some_and(|subject| *subject == identity.subject);
    if !same_subject && !identity.email_verified {
        return Err(AccountError::AddressTaken);
    }
    if !same_subject || user.account_name != identity.name {
        user.subject = Some(identity.subject.clone());
        user.account_name.clone_from(&identity.name);
        tx.update_user(&user)?;
    }
    Ok(user.id)
}

fn set_role(
    tx: &mut dyn Transaction,
    audit: AuditId,
    now: Timestamp,
    actor: Option<UserId>,
    email: &Email,
    role: Role,
) -> Result<bool, AccountError> {
    let user = tx.user_by_email(email)?.ok_or(AccountError::NoSuchUser)?;
    if user.role == role {
        return Ok(false);
    }
    if role == Role::Customer && tx.admin_count()? <= 1 {
        return Err(AccountError::LastAdmin);
    }
    let action = match role {
        Role::Admin => "grant_admin",
        Role::Customer => "revoke_admin",
    };
    tx.set_role(&user.id, role)?;
    tx.insert_audit(&AuditLine { id: audit, actor, action, subject: user.id, at: now })?;
    Ok(true)
}
