//! People and their roles.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    accounts::{Role, User},
    email::Email,
    id::{OrderId, OrderKey, UserId},
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

    /// Saves address, verification, subject, account name and profile, never the role, and moves the claims along; a member who
    /// becomes a guest gives up theirs and counts as a guest who has ordered. Only if the stored user still equals `before`.
    /// [`Contention`](super::store_error::StoreError::Contention), and thereby another run of the unit of work, when another
    /// transaction saved them since.
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

/// A token of a guest, stored as its digest: an emailed link, which opens one order, or the token with which their browser
/// acts for them. The two are not interchangeable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuestLink {
    /// The digest of its token.
    pub digest: String,
    /// Whose.
    pub guest: UserId,
    /// The order that it was mailed about; `None` for the one that a browser keeps.
    pub order: Option<OrderId>,
    /// How it was revoked; `None` while it works.
    pub revoked: Option<Revocation>,
}

/// How a link was revoked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revocation {
    /// With the links of its order: later emails about the order have none.
    Order,
    /// Because its reader signed out everywhere: later emails have new ones.
    Everywhere,
}

/// Which links to revoke.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RevokedLinks {
    /// Those of one order.
    OfOrder(OrderKey),
    /// All of a guest, with the token of their browser.
    OfGuest(UserId),
    /// Those to the orders of all guests with this address.
    MailedTo(Email),
}

/// Guests.
pub trait GuestRepository {
    /// A link by the digest of its token.
    fn guest_link(&mut self, digest: &str) -> StoreResult<Option<GuestLink>>;

    /// Adds a link.
    fn insert_guest_link(&mut self, link: &GuestLink) -> StoreResult<()>;

    /// Revokes links, and ends the sessions that they opened. Returns how many links were revoked.
    fn revoke_links(&mut self, links: &RevokedLinks, at: Timestamp) -> StoreResult<usize>;

    /// Whether the links of an order were revoked as such ([`Revocation::Order`]).
    fn order_links_are_revoked(&mut self, order: &OrderKey) -> StoreResult<bool>;

    /// A guest has ordered, and is not forgotten any more.
    fn keep_guest(&mut self, guest: &UserId) -> StoreResult<()>;

    /// Forgets guests who came before a moment and have never ordered, with their links and sessions, those who came first,
    /// at most so many. Says how many.
    fn forget_guests(&mut self, before: Timestamp, limit: u32) -> StoreResult<usize>;
}
