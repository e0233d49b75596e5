//! Accounts: signing in and profiles. Matching a sign-in to a user is in `registration`; admin roles are in [`roles`].

mod registration;
mod stand_ins;

pub mod access;
pub mod guests;
pub mod order_links;
pub mod personal_data;
pub mod roles;
pub mod sessions;

use crate::{
    maintenance::health::MAIL_LATE,
    ports::{
        identity::{Token, TokenError},
        outbox::Mail,
        page::Page,
        store_error::StoreError,
    },
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    accounts::{Profile, User},
    email::Email,
    id::{MailId, SessionId, UserId},
};
pub use registration::{AddressChange, confirm_account, follow_account};
use registration::{SignIn, remember};
use std::sync::Arc;

/// Why an account operation failed.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// The ID token was issued for another address.
    #[error("This sign-in belongs to another email address.")]
    NotYourAddress,
    /// The sign-in has ended, or is too old to open a session.
    #[error("This sign-in has ended. Please sign in again.")]
    SignInOver,
    /// The address belongs to another sign-in, and the caller has not confirmed it.
    #[error("This email address belongs to another account. Please confirm the address first.")]
    AddressTaken,
    /// No account has this address.
    #[error("No account has this email address.")]
    NoSuchUser,
    /// The shop needs at least one admin.
    #[error("The last admin cannot be demoted. Make someone else an admin first.")]
    LastAdmin,
    /// The shop needs at least one admin, also when an admin deletes their account.
    #[error("You are the last admin. Make someone else an admin before you delete your account.")]
    LastAdminLeaves,
    /// The account has orders that are neither paid nor deleted.
    #[error("You have orders that are not paid. Pay for them or delete them first.")]
    UnpaidOrders,
    /// The sign-in is not recent: the owner must enter the password again.
    #[error("Please sign in again to do this.")]
    SignInTooOld,
    /// The identity provider has not verified the address, which the shop requires of admins.
    #[error(
        "This address has not been confirmed. Its owner has to confirm it and sign in again before they can be \
         made an admin."
    )]
    AddressNotConfirmed,
    /// The ID token was not accepted.
    #[error(transparent)]
    Token(#[from] TokenError),
}

impl Refusal for AccountError {}

/// The result of a use case that can fail with [`AccountError`].
pub type AccountResult<T> = Result<T, UseCaseError<AccountError>>;

impl Shop {
    /// Signs a user in: verifies the ID token, finds or adds the user, opens a session or continues the one of the same
    /// sign-in, and returns an access token for it. Never changes the role. Idempotent.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn sign_in(&self, email: Email, id_token: &Token) -> AccountResult<Token> {
        let now = self.now();
        let identity = self.verifier.verify(id_token, now).await?;
        if identity.email != email {
            return Err(AccountError::NotYourAddress.into());
        }
        let sign_in = Arc::new(SignIn::new(identity.clone(), self, now));
        let (session, limits): (SessionId, _) = (self.ids.next(), self.rules.sessions);
        let enter = || {
            let sign_in = Arc::clone(&sign_in);
            let identity = identity.clone();
            self.store.write(move |tx| {
                let user = remember(tx, &sign_in)?;
                sessions::open_or_continue(tx, user, &identity, session, &limits, now)
            })
        };
        let grant = match enter().await {
            // The same user signs in concurrently from two tabs, and the other one was faster.
            Err(UseCaseError::Store(StoreError::Duplicate)) => enter().await?,
            entered => entered?,
        };
        Ok(self.tokens.issue(&grant, now)?)
    }

    /// Returns a user; for that user and admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn user(&self, caller: UserId, email: Email) -> AccountResult<User> {
        self.store
            .read(move |tx| {
                let user = access::require_self_or_admin(tx, &caller, &email)?;
                Ok(user.ok_or(AccountError::NoSuchUser)?)
            })
            .await
    }

    /// Returns all users, oldest first; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn users(&self, caller: UserId, page: Page<UserId>) -> AccountResult<Vec<User>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(tx.users(&page)?)
            })
            .await
    }

    /// Whether a user is an admin; for that user and admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn is_admin(&self, caller: UserId, email: Email) -> AccountResult<bool> {
        self.store
            .read(move |tx| {
                let user = access::require_self_or_admin(tx, &caller, &email)?;
                Ok(user.is_some_and(|user| user.is_admin()))
            })
            .await
    }

    /// Replaces a user's profile; for that user only. `false` if nothing changed.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn update_profile(&self, caller: UserId, email: Email, profile: Profile) -> AccountResult<bool> {
        self.store
            .write(move |tx| {
                let user = access::require_self(tx, &caller, &email)?;
                let profile = Some(profile.clone());
                if user.profile == profile {
                    return Ok(false);
                }
                tx.update_user(&user, &User { profile, ..user.clone() })?;
                Ok(true)
            })
            .await
    }

    /// Returns the shop's emails, newest first; for admins. With `delayed`, only those that the mail server should have
    /// accepted by now; none without a mail server. If a mail server delivers them, links with codes and coupons are
    /// hidden: they are for the recipient only. Otherwise an admin could take over any account.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn mails(&self, caller: UserId, delayed: bool, page: Page<MailId>) -> AccountResult<Vec<Mail>> {
        let late = self.now().minus(MAIL_LATE);
        let are_sent = self.rules.mails_are_sent;
        let mails = self.store.read(move |tx| {
            access::require_admin(tx, &caller)?;
            Ok::<_, UseCaseError<_>>(match delayed {
                true if are_sent => tx.late_mails(late, &page)?,
                true => Vec::new(),
                false => tx.mails(&page)?,
            })
        });
        let mails = mails.await?;
        if !are_sent {
            return Ok(mails);
        }
        Ok(mails.into_iter().map(Mail::without_secrets).collect())
    }
}

/// How the audit log describes an address.
pub(crate) const fn confirmed(email_verified: bool) -> &'static str {
    if email_verified { "address confirmed" } else { "address not confirmed" }
}
