//! People and their roles.

use super::{
    MemoryTransaction, failed,
    tables::{Tables, ascending, claim},
};
use crate::ports::{
    accounts::UserRepository,
    page::Page,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    accounts::{Role, User},
    email::Email,
    id::UserId,
};
use std::collections::{BTreeMap, BTreeSet};

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

    fn user_by_subject(&mut self, subject: &str) -> StoreResult<Option<User>> {
        self.look(|tables| {
            let id = tables.user_subjects.get(subject);
            Ok(id.and_then(|id| tables.users.get(id)).cloned())
        })
    }

    fn email_addresses(&mut self, ids: &BTreeSet<UserId>) -> StoreResult<BTreeMap<UserId, Email>> {
        self.look(|tables| {
            let known = ids.iter().filter_map(|id| tables.users.get(id));
            Ok(known.map(|user| (user.id, user.email.clone())).collect())
        })
    }

    fn users(&mut self, page: &Page<UserId>) -> StoreResult<Vec<User>> {
        self.look(|tables| Ok(ascending(tables.users.iter().map(|(id, user)| (*id, user.clone())), page)))
    }

    fn insert_user(&mut self, user: &User) -> StoreResult<()> {
        self.change(|tables| {
            claim(&mut tables.user_emails, user.email.clone(), user.id)?;
            if let Some(subject) = &user.subject {
                claim(&mut tables.user_subjects, subject.clone(), user.id)?;
            }
            claim(&mut tables.users, user.id, user.clone())
        })
    }

    fn update_user(&mut self, before: &User, after: &User) -> StoreResult<()> {
        self.change(|tables| {
            let kept = unchanged(tables, before)?;
            let role = kept.role;
            *kept = User { id: before.id, joined_at: before.joined_at, role, ..after.clone() };
            kept.revision = before.revision + 1;
            if before.email != after.email {
                tables.user_emails.remove(&before.email);
                claim(&mut tables.user_emails, after.email.clone(), before.id)?;
            }
            if before.subject != after.subject {
                before.subject.as_ref().map(|subject| tables.user_subjects.remove(subject));
                if let Some(subject) = &after.subject {
                    claim(&mut tables.user_subjects, subject.clone(), before.id)?;
                }
            }
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

    fn set_role(&mut self, user: &User, role: Role) -> StoreResult<()> {
        self.change(|tables| {
            let kept = unchanged(tables, user)?;
            kept.role = role;
            kept.revision += 1;
            Ok(())
        })
    }
}

/// A person whom nobody has saved since they were read.
fn unchanged<'t>(tables: &'t mut Tables, read: &User) -> StoreResult<&'t mut User> {
    let kept = tables.users.get_mut(&read.id).filter(|user| user.revision == read.revision);
    kept.ok_or(StoreError::Contention)
}
