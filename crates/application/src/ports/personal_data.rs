//! What the shop keeps about one member: read whole for its owner, and erased.

use super::store_error::StoreResult;
use autoparts_domain::{accounts::User, email::Email, feedback::Feedback, id::UserId, reviews::Review};

/// What the shop keeps about one member.
pub trait PersonalDataRepository {
    /// What somebody wrote about the shop, newest first.
    fn reviews_of(&mut self, author: &UserId) -> StoreResult<Vec<Review>>;

    /// Whether somebody owes the shop: for an order that is reserved, that has lapsed, or that was shipped before it was
    /// paid. None of these is cancelled.
    fn owes(&mut self, customer: &UserId) -> StoreResult<bool>;

    /// What an address has told the shop, newest first.
    fn feedback_of(&mut self, email: &Email) -> StoreResult<Vec<Feedback>>;

    /// Forgets what an address has told the shop, and the links in mails about parts that it waited for.
    fn erase_letters_of(&mut self, email: &Email) -> StoreResult<()>;

    /// Erases a member, provided that they still stand as `member` says; otherwise
    /// [`Contention`](super::store_error::StoreError::Contention), and thereby another run of the unit of work. What goes: name,
    /// address and profile, cart, garage, address book, reviews, mails, and who they were in orders that were
    /// cancelled. What stays: the other orders as they were agreed, which the books need, and under `stand_in` a
    /// row that they point to. It is no member any more, and it keeps the subject of the identity provider, so that a sign-in that
    /// is still open elsewhere finds itself ended instead of making a new member.
    fn erase_member(&mut self, member: &User, stand_in: &Email) -> StoreResult<()>;

    /// Ends the newsletter of an address and forgets the address: subscription, links and mails. Its coupon stays
    /// with the order that used it.
    fn erase_subscription_of(&mut self, email: &Email, stand_in: &Email) -> StoreResult<()>;
}
