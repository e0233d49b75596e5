//! People, their roles, and the trail of who changed a role.

use super::{page::Page, store::StoreResult};
use autoparts_domain::{
    email::Email,
    id::{AuditId, UserId},
    time::Timestamp,
    user::{Role, User},
};

/// Something that was done to somebody's rights, or to their money by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditLine {
    /// Its id.
    pub id: AuditId,
    /// Who did it; `None` for the operator of the server.
    pub actor: Option<UserId>,
    /// What was done: `grant_admin`, `revoke_admin` or `close_refund`.
    pub action: &'static str,
    /// To whom.
    pub subject: UserId,
    /// When.
    pub at: Timestamp,
}

/// People.
pub trait UserRepository {
    /// A person by id.
    fn user(&mut self, id: &UserId) -> StoreResult<Option<User>>;

    /// A person by address.
    fn user_by_email(&mut self, email: &Email) -> StoreResult<Option<User>>;

    /// Everybody, in the order they joined.
    fn users(&mut self, page: &Page<UserId>) -> StoreResult<Vec<User>>;

    /// Adds a person and claims their address.
    fn insert_user(&mut self, user: &User) -> StoreResult<()>;

    /// Saves subject, account name and profile. Never the role, never the address.
    fn update_user(&mut self, user: &User) -> StoreResult<()>;

    /// Makes changes of roles wait for each other until the end of the transaction, so that
    /// two admins cannot demote each other at once.
    fn lock_roles(&mut self) -> StoreResult<()>;

    /// How many admins there are.
    fn admin_count(&mut self) -> StoreResult<i64>;

    /// Sets a role; `false` when it was the role before.
    fn set_role(&mut self, id: &UserId, role: Role) -> StoreResult<bool>;

    /// Adds a line to the audit trail.
    fn insert_audit(&mut self, line: &AuditLine) -> StoreResult<()>;
}
