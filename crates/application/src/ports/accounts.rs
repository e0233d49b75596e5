//! Users and their roles.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    accounts::{Role, User},
    email::Email,
    id::{OrderId, OrderKey, UserId},
    time::Timestamp,
};
use std::collections::{BTreeMap, BTreeSet};

/// Users.
pub trait UserRepository {
    /// Returns a user by id.
    fn user(&mut self, id: &UserId) -> StoreResult<Option<User>>;

    /// Returns a user by address.
    fn user_by_email(&mut self, email: &Email) -> StoreResult<Option<User>>;

    /// Returns a user by the identity provider's subject.
    fn user_by_subject(&mut self, subject: &str) -> StoreResult<Option<User>>;

    /// Returns the addresses of users by their ids. Unknown users are omitted.
    fn email_addresses(&mut self, ids: &BTreeSet<UserId>) -> StoreResult<BTreeMap<UserId, Email>>;

    /// Returns all members, in the order they joined.
    fn users(&mut self, page: &Page<UserId>) -> StoreResult<Vec<User>>;

    /// Adds a user. A member claims their address and their subject; a guest claims nothing.
    fn insert_user(&mut self, user: &User) -> StoreResult<()>;

    /// Saves address, verification, subject, account name and profile, never the role, and updates the claims. A member
    /// who becomes a guest releases their claims and counts as a guest who has ordered. Saves only if the stored user
    /// still equals `before`; returns [`Contention`](super::store_error::StoreError::Contention), and so retries the
    /// unit of work, if another transaction has changed the user since.
    fn update_user(&mut self, before: &User, after: &User) -> StoreResult<()>;

    /// Serializes changes of roles until the end of the transaction, so that two admins cannot demote each other at the
    /// same time.
    fn lock_roles(&mut self) -> StoreResult<()>;

    /// Returns the number of admins.
    fn admin_count(&mut self) -> StoreResult<i64>;

    /// Sets a role if the stored user still equals `user`; returns
    /// [`Contention`](super::store_error::StoreError::Contention) if another transaction has changed the user since.
    fn set_role(&mut self, user: &User, role: Role) -> StoreResult<()>;
}

/// A token of a guest, stored as its digest: an emailed link, which opens one order, or the token that authenticates
/// their browser. The two are not interchangeable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuestLink {
    /// The digest of its token.
    pub digest: String,
    /// The guest.
    pub guest: UserId,
    /// The order that the email was about; `None` for the token of a browser.
    pub order: Option<OrderId>,
    /// How it was revoked; `None` while it is valid.
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

/// The links to revoke.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RevokedLinks {
    /// The links of one order.
    OfOrder(OrderKey),
    /// All links of a guest, and the token of their browser.
    OfGuest(UserId),
    /// The links to orders of all guests with this address.
    MailedTo(Email),
}

/// Guests.
pub trait GuestRepository {
    /// Returns a link by the digest of its token.
    fn guest_link(&mut self, digest: &str) -> StoreResult<Option<GuestLink>>;

    /// Adds a link.
    fn insert_guest_link(&mut self, link: &GuestLink) -> StoreResult<()>;

    /// Revokes links, and ends the sessions that they opened. Returns how many links were revoked.
    fn revoke_links(&mut self, links: &RevokedLinks, at: Timestamp) -> StoreResult<usize>;

    /// Returns whether the links of an order were revoked as such ([`Revocation::Order`]).
    fn order_links_are_revoked(&mut self, order: &OrderKey) -> StoreResult<bool>;

    /// Marks a guest as having ordered, so that they are no longer purged.
    fn mark_guest_ordered(&mut self, guest: &UserId) -> StoreResult<()>;

    /// Deletes guests who were created before a time and have never ordered, with their links and sessions, oldest
    /// first, at most `limit`. Returns their number.
    fn delete_guests(&mut self, before: Timestamp, limit: u32) -> StoreResult<usize>;
}
