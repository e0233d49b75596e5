//! Who runs the shop: making admins, and taking the role back. Each change is in the audit log, with
//! whether the address was confirmed.

use crate::{
    accounts::{AccountError, access, confirmed},
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
    /// Makes a person an admin; for admins. `false` when they were one before.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn make_admin(&self, caller: UserId, email: Email) -> Result<bool, AccountError> {
        self.change_role(caller, email, Role::Admin).await
    }

    /// Makes an admin, perhaps the caller, an ordinary customer; for admins. `false` when they were none
    /// before. The last admin stays.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn remove_admin(&self, caller: UserId, email: Email) -> Result<bool, AccountError> {
        self.change_role(caller, email, Role::Customer).await
    }

    async fn change_role(&self, caller: UserId, email: Email, role: Role) -> Result<bool, AccountError> {
        let (audit, at, unverified) = (self.ids.next(), self.now(), self.rules.unverified_admins);
        self.store
            .write(move |tx| {
                tx.lock_roles()?;
                let actor = Some(access::require_admin::<AccountError>(tx, &caller)?.id);
                set_role(tx, &RoleChange { audit, actor, email: &email, role, unverified, at })
            })
            .await
    }
}

/// Makes a person an admin or a customer; for the operator of the server, who is asked nothing
/// more and needs nothing of the shop but its store. `unverified`: also one whose address the identity
/// provider does not vouch for. `false` when they were one before.
pub async fn set_role_as_operator(
    store: &dyn Store,
    clock: &dyn Clock,
    ids: &dyn IdSource,
    email: Email,
    role: Role,
    unverified: bool,
) -> Result<bool, AccountError> {
    let (audit, at) = (ids.next(), clock.now());
    store
        .write(move |tx| {
            tx.lock_roles()?;
            set_role(tx, &RoleChange { audit, actor: None, email: &email, role, unverified, at })
        })
        .await
}

/// A change of a role, and who wants it; `None` is the operator of the server.
struct RoleChange<'c> {
    audit: AuditId,
    actor: Option<UserId>,
    email: &'c Email,
    role: Role,
    /// Whether an address that is not verified will do.
    unverified: bool,
    at: Timestamp,
}

fn set_role(tx: &mut dyn Transaction, change: &RoleChange<'_>) -> Result<bool, AccountError> {
    let user = tx.user_by_email(change.email)?.ok_or(AccountError::NoSuchUser)?;
    if user.role == change.role {
        return Ok(false);
    }
    let action = match change.role {
        Role::Admin if !user.email_verified && !change.unverified => return Err(AccountError::AddressNotConfirmed),
        Role::Admin => AuditAction::GrantAdmin,
        Role::Customer if tx.admin_count()? <= 1 => return Err(AccountError::LastAdmin),
        Role::Customer => AuditAction::RevokeAdmin,
    };
    tx.set_role(&user, change.role)?;
    let detail = Some(confirmed(user.email_verified).to_owned());
    let (id, actor, subject, at) = (change.audit, change.actor, user.id, change.at);
    tx.insert_audit(&AuditEntry { id, actor, action, subject, detail, at })?;
    Ok(true)
}
