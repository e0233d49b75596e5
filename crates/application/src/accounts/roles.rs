//! Admin roles: granting and revoking. Each change is in the audit log, with whether the address was confirmed.

use crate::{
    accounts::{AccountError, AccountResult, access, confirmed},
    ports::{
        clock::{Clock, IdSource},
        store::{Store, Transaction},
    },
    shop::Shop,
};
use autoparts_domain::{
    accounts::Role,
    audit::{AuditAction, AuditEntry},
    email::Email,
    id::{AuditId, UserId},
    time::Timestamp,
};

impl Shop {
    /// Makes a user an admin; for admins. `false` if they already were one.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn make_admin(&self, caller: UserId, email: Email) -> AccountResult<bool> {
        self.change_role(caller, email, Role::Admin).await
    }

    /// Revokes an admin's role, possibly the caller's own; for admins. `false` if they were not an admin. The last
    /// admin cannot be demoted.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn remove_admin(&self, caller: UserId, email: Email) -> AccountResult<bool> {
        self.change_role(caller, email, Role::Customer).await
    }

    async fn change_role(&self, caller: UserId, email: Email, role: Role) -> AccountResult<bool> {
        let audit = self.ids.next();
        let at = self.now();
        let unverified = self.rules.unverified_admins;
        self.store
            .write(move |tx| {
                tx.lock_roles()?;
                let actor = Some(access::require_admin(tx, &caller)?.id);
                set_role(tx, &RoleChange { audit, actor, email: &email, role, unverified, at })
            })
            .await
    }
}

/// Makes a user an admin or a customer; for the operator's command, which needs no admin and only the store.
/// `unverified` also accepts an address that the identity provider has not verified. `false` if nothing changed.
pub async fn set_role_as_operator(
    store: &dyn Store,
    clock: &dyn Clock,
    ids: &dyn IdSource,
    email: Email,
    role: Role,
    unverified: bool,
) -> AccountResult<bool> {
    let audit = ids.next();
    let at = clock.now();
    store
        .write(move |tx| {
            tx.lock_roles()?;
            set_role(tx, &RoleChange { audit, actor: None, email: &email, role, unverified, at })
        })
        .await
}

/// A change of a role.
struct RoleChange<'c> {
    audit: AuditId,
    /// The admin who requested it; `None` for the operator of the server.
    actor: Option<UserId>,
    email: &'c Email,
    role: Role,
    /// Whether an unverified address is accepted.
    unverified: bool,
    at: Timestamp,
}

fn set_role(tx: &mut dyn Transaction, change: &RoleChange<'_>) -> AccountResult<bool> {
    let user = tx.user_by_email(change.email)?.ok_or(AccountError::NoSuchUser)?;
    if user.role == change.role {
        return Ok(false);
    }
    let action = match change.role {
        Role::Admin if !user.email_verified && !change.unverified => {
            return Err(AccountError::AddressNotConfirmed.into());
        }
        Role::Admin => AuditAction::GrantAdmin,
        Role::Customer if tx.admin_count()? <= 1 => return Err(AccountError::LastAdmin.into()),
        Role::Customer => AuditAction::RevokeAdmin,
    };
    tx.set_role(&user, change.role)?;
    let detail = Some(confirmed(user.email_verified).to_owned());
    let id = change.audit;
    let actor = change.actor;
    let subject = user.id;
    let at = change.at;
    tx.insert_audit(&AuditEntry { id, actor, action, subject, detail, at })?;
    Ok(true)
}
