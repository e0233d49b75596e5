//! People, their roles, and the trail of who changed a role.

use super::{
    MemoryTransaction, failed,
    tables::{ascending, claim},
};
use crate::ports::{
    page::Page,
    store::StoreResult,
    users::{AuditLine, UserRepository},
};
use autoparts_domain::{
    email::Email,
    id::UserId,
    user::{Role, User},
};

impl UserRepository for MemoryTransaction {
    fn user(&mut self, id: &UserId) -> StoreResult<Option<User>> {
        self.look(|tables| Ok(tables.users.get(id).cloned()))
    }

    fn user_by_email(&mut self, email: &Email) -> StoreResult<Option<User>> {
        self.look(|tables| {
            let id = tables.user_emails.get(email);
            Ok(id.and_then(|id| tables.users.get(id)).cloned())
        })
    }

    fn users(&mut self, page: &Page<UserId>) -> StoreResult<Vec<User>> {
        self.look(|tables| Ok(ascending(tables.users.iter().map(|(id, user)| (*id, user.clone())), page)))
    }

    fn insert_user(&mut self, user: &User) -> StoreResult<()> {
        self.change(|tables| {
            claim(&mut tables.user_emails, user.email.clone(), user.id)?;
            claim(&mut tables.users, user.id, user.clone())
        })
    }

    fn update_user(&mut self, user: &User) -> StoreResult<()> {
        self.change(|tables| {
            let Some(kept) = tables.users.get_mut(&user.id) else {
                return failed("there is no such user");
            };
            kept.subject.clone_from(&user.subject);
            kept.account_name.clone_from(&user.account_name);
            kept.profile.clone_from(&user.profile);
            Ok(())
        })
    }

    /// Writes follow one another here anyway.
    fn lock_roles(&mut self) -> StoreResult<()> {
        self.change(|_| Ok(()))
    }

    fn admin_count(&mut self) -> StoreResult<i64> {
        self.look(|tables| {
            let admins = tables.users.values().filter(|user| user.is_admin()).count();
            i64::try_from(admins).or_else(|_| failed("too many admins to count"))
        })
    }

    fn set_role(&mut self, id: &UserId, role: Role) -> StoreResult<bool> {
        self.change(|tables| {
            let with_other_role = tables.users.get_mut(id).filter(|user| user.role != role);
            Ok(with_other_role.map(|user| user.role = role).is_some())
        })
    }

    fn insert_audit(&mut self, line: &AuditLine) -> StoreResult<()> {
        self.change(|tables| claim(&mut tables.audit, line.id, line.clone()))
    }
}
