//! Personal data of a member: exporting and erasing it.

use super::store_error::StoreResult;
use autoparts_domain::{accounts::User, email::Email, feedback::Feedback, id::UserId, reviews::Review};

/// Personal data of a member.
pub trait PersonalDataRepository {
    /// Returns a member's reviews of the shop, newest first.
    fn reviews_of(&mut self, author: &UserId) -> StoreResult<Vec<Review>>;

    /// Returns whether a customer owes the shop money: for a reserved order, an expired one, or one that was shipped
    /// before it was paid. None of these is canceled.
    fn owes(&mut self, customer: &UserId) -> StoreResult<bool>;

    /// Returns the messages from an address to the shop, newest first.
    fn feedback_of(&mut self, email: &Email) -> StoreResult<Vec<Feedback>>;

    /// Deletes the messages from an address to the shop, its withdrawals that match none of its orders, and the links in
    /// its stock alert emails.
    fn erase_messages_from(&mut self, email: &Email) -> StoreResult<()>;

    /// Erases a member, if the stored user still equals `member`. Otherwise returns
    /// [`Contention`](super::store_error::StoreError::Contention), and so retries the unit of work.
    ///
    /// Deletes name, address and profile, all member documents, reviews, emails, the notes in returns, name,
    /// address and words in withdrawals, and the personal data in canceled orders. Keeps the other orders as agreed, which the books need, and a user row under `stand_in` that
    /// they refer to. That user is no longer a member. It keeps the subject of the identity provider, so that a session
    /// still open elsewhere is found to have ended instead of creating a new member.
    fn erase_member(&mut self, member: &User, stand_in: &Email) -> StoreResult<()>;

    /// Ends the newsletter of an address and erases the address: subscription, links and emails. Its coupon remains
    /// with the order that used it.
    fn erase_subscription_of(&mut self, email: &Email, stand_in: &Email) -> StoreResult<()>;
}
