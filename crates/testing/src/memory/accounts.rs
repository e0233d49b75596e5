//! Users and their roles.

use super::{
    MemoryTransaction, failed,
    tables::{Tables, ascending, claim},
};
use autoparts_application::ports::{
    accounts::{GuestLink, GuestRepository, Revocation, RevokedLinks, UserRepository},
    page::Page,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    accounts::{Role, User},
    email::Email,
    id::{OrderId, OrderKey, UserId},
    time::Timestamp,
};
use std::collections::{BTreeMap, BTreeSet};

impl UserRepository for MemoryTransaction {
    fn user(&mut self, id: &UserId) -> StoreResult<Option<User>> {
        self.query(|tables| Ok(tables.users.get(id).cloned()))
    }

    fn user_by_email(&mut self, email: &Email) -> StoreResult<Option<User>> {
        self.query(|tables| {
            let id = tables.user_emails.get(email);
            Ok(id.and_then(|id| tables.users.get(id)).cloned())
        })
    }

    fn user_by_subject(&mut self, subject: &str) -> StoreResult<Option<User>> {
        self.query(|tables| {
            let id = tables.user_subjects.get(subject);
            Ok(id.and_then(|id| tables.users.get(id)).cloned())
        })
    }

    fn email_addresses(&mut self, ids: &BTreeSet<UserId>) -> StoreResult<BTreeMap<UserId, Email>> {
        self.query(|tables| {
            let known = ids.iter().filter_map(|id| tables.users.get(id));
            Ok(known.map(|user| (user.id, user.email.clone())).collect())
        })
    }

    fn users(&mut self, page: &Page<UserId>) -> StoreResult<Vec<User>> {
        self.query(|tables| {
            let members = tables.users.iter().filter(|(_, user)| !user.guest);
            Ok(ascending(members.map(|(id, user)| (*id, user.clone())), page))
        })
    }

    fn insert_user(&mut self, user: &User) -> StoreResult<()> {
        self.change(|tables| {
            if user.guest {
                tables.new_guests.insert(user.id);
                return claim(&mut tables.users, user.id, user.clone());
            }
            claim(&mut tables.user_emails, user.email.clone(), user.id)?;
            if let Some(subject) = &user.subject {
                claim(&mut tables.user_subjects, subject.clone(), user.id)?;
            }
            claim(&mut tables.users, user.id, user.clone())
        })
    }

    fn update_user(&mut self, before: &User, after: &User) -> StoreResult<()> {
        self.change(|tables| {
            let stored = unchanged(tables, before)?;
            let role = stored.role;
            *stored = User { id: before.id, joined_at: before.joined_at, role, ..after.clone() };
            stored.revision = before.revision + 1;
            if before.email != after.email || after.guest {
                tables.user_emails.retain(|_, id| *id != before.id);
            }
            if before.email != after.email && !after.guest {
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

    /// Writes are already serialized.
    fn lock_roles(&mut self) -> StoreResult<()> {
        self.change(|_| Ok(()))
    }

    fn admin_count(&mut self) -> StoreResult<i64> {
        self.query(|tables| {
            let admins = tables.users.values().filter(|user| user.is_admin()).count();
            i64::try_from(admins).or_else(|_| failed("too many admins to count"))
        })
    }

    fn set_role(&mut self, user: &User, role: Role) -> StoreResult<()> {
        self.change(|tables| {
            let stored = unchanged(tables, user)?;
            stored.role = role;
            stored.revision += 1;
            Ok(())
        })
    }
}

impl GuestRepository for MemoryTransaction {
    fn guest_link(&mut self, digest: &str) -> StoreResult<Option<GuestLink>> {
        self.query(|tables| Ok(tables.guest_links.get(digest).cloned()))
    }

    fn insert_guest_link(&mut self, link: &GuestLink) -> StoreResult<()> {
        self.change(|tables| claim(&mut tables.guest_links, link.digest.clone(), link.clone()))
    }

    fn revoke_links(&mut self, links: &RevokedLinks, at: Timestamp) -> StoreResult<usize> {
        self.change(|tables| {
            let of_address = |guest: &UserId, email: &Email| {
                tables.users.get(guest).is_some_and(|user| user.guest && user.email == *email)
            };
            let is_meant = |guest: &UserId, order: Option<OrderId>| match links {
                RevokedLinks::OfOrder(key) => (*guest, order) == (key.customer, Some(key.order)),
                RevokedLinks::OfGuest(of) => guest == of,
                RevokedLinks::MailedTo(email) => order.is_some() && of_address(guest, email),
            };
            let mut revoked = 0;
            for link in tables.guest_links.values_mut().filter(|link| is_meant(&link.guest, link.order)) {
                let next = match links {
                    RevokedLinks::OfOrder(_) => Some(Revocation::Order),
                    _ => link.revoked.or(Some(Revocation::Everywhere)),
                };
                revoked += usize::from(link.revoked != next);
                link.revoked = next;
            }
            let opened = |user: &UserId, order: Option<OrderId>| order.is_some() && is_meant(user, order);
            let sessions = tables.sessions.values_mut().filter(|session| opened(&session.user, session.order));
            sessions.for_each(|session| session.ended_at = session.ended_at.or(Some(at)));
            Ok(revoked)
        })
    }

    fn order_links_are_revoked(&mut self, order: &OrderKey) -> StoreResult<bool> {
        self.query(|tables| {
            let mut links = tables.guest_links.values();
            let of_order = |link: &GuestLink| (link.guest, link.order) == (order.customer, Some(order.order));
            Ok(links.any(|link| of_order(link) && link.revoked == Some(Revocation::Order)))
        })
    }

    fn mark_guest_ordered(&mut self, guest: &UserId) -> StoreResult<()> {
        self.change(|tables| {
            tables.new_guests.remove(guest);
            Ok(())
        })
    }

    fn delete_guests(&mut self, before: Timestamp, limit: u32) -> StoreResult<usize> {
        self.change(|tables| {
            let joined = |id: &UserId| tables.users.get(id).map(|user| (user.joined_at, user.id));
            let mut old: Vec<_> = tables.new_guests.iter().filter_map(joined).filter(|(at, _)| *at < before).collect();
            old.sort();
            old.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
            for (_, guest) in &old {
                tables.users.remove(guest);
                tables.new_guests.remove(guest);
                tables.guest_links.retain(|_, link| link.guest != *guest);
                tables.sessions.retain(|(user, _), _| user != guest);
                tables.session_cutoffs.remove(guest);
            }
            Ok(old.len())
        })
    }
}

/// Returns a user if it has not been saved since it was read.
pub(super) fn unchanged<'t>(tables: &'t mut Tables, read: &User) -> StoreResult<&'t mut User> {
    let stored = tables.users.get_mut(&read.id).filter(|user| user.revision == read.revision);
    stored.ok_or(StoreError::Contention)
}
