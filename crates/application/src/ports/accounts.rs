//! People and their roles.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    accounts::{Role, User},
    email::Email,
    id::{OrderId, UserId},
    time::Timestamp,
};
use std::collections::{BTreeMap, BTreeSet};

/// People.
pub trait UserRepository {
    /// A person by id.
    fn user(&mut self, id: &UserId) -> StoreResult<Option<User>>;

    /// A person by address.
    fn user_by_email(&mut self, email: &Email) -> StoreResult<Option<User>>;

    /// A person by the identity provider's name for them.
    fn user_by_subject(&mut self, subject: &str) -> StoreResult<Option<User>>;

    /// The addresses of people, by their ids. Who is unknown is left out.
    fn email_addresses(&mut self, ids: &BTreeSet<UserId>) -> StoreResult<BTreeMap<UserId, Email>>;

    /// Every member, in the order they joined.
    fn users(&mut self, page: &Page<UserId>) -> StoreResult<Vec<User>>;

    /// Adds a person. A member claims their address and their subject; a guest claims nothing.
    fn insert_user(&mut self, user: &User) -> StoreResult<()>;

    /// Saves address, verification, subject, account name and profile, never the role, and moves the
    /// claims along; provided that the person still stands as `before` says.
    /// [`Contention`](super::store_error::StoreError::Contention), and thereby another run of the unit of
    /// work, when another transaction saved them since.
    fn update_user(&mut self, before: &User, after: &User) -> StoreResult<()>;

    /// Makes changes of roles wait for each other until the end of the transaction, so that
    /// two admins cannot demote each other at once.
    fn lock_roles(&mut self) -> StoreResult<()>;

    /// How many admins there are.
    fn admin_count(&mut self) -> StoreResult<i64>;

    /// Sets a role, provided that the person still stands as `user` says;
    /// [`Contention`](super::store_error::StoreError::Contention) when another transaction saved them since.
    fn set_role(&mut self, user: &User, role: Role) -> StoreResult<()>;
}

/// A link by which a guest comes back, kept by the digest of its token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuestLink {
    /// The digest of its token.
    pub digest: String,
    /// Whose.
    pub guest: UserId,
    /// The order that it was mailed about; `None` for the one that a browser keeps.
    pub order: Option<OrderId>,
}

/// Guests.
pub trait GuestRepository {
    /// A link by the digest of its token.
    fn guest_link(&mut self, digest: &str) -> StoreResult<Option<GuestLink>>;

    /// Adds a link.
    fn insert_guest_link(&mut self, link: &GuestLink) -> StoreResult<()>;

    /// A guest has ordered, and is not forgotten any more.
    fn keep_guest(&mut self, guest: &UserId) -> StoreResult<()>;

    /// Forgets guests who came before a moment and have never ordered, with their links and sessions, those who came first,
    /// at most so many. Says how many.
    fn forget_guests(&mut self, before: Timestamp, limit: u32) -> StoreResult<usize>;
}
