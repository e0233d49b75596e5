//! Newsletter subscriptions, the links in newsletter emails, and coupons.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    email::Email,
    id::{OrderKey, SubscriptionId},
    newsletter::{Coupon, CouponCode, Subscription},
    time::Timestamp,
};

/// The purpose of an emailed link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPurpose {
    /// Confirms the address.
    Confirm {
        /// When it expires.
        until: Timestamp,
    },
    /// Unsubscribes. Never expires, so that old emails remain usable for this.
    Leave,
}

/// An emailed link, stored by the digest of its token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewsletterLink {
    /// The digest of its token.
    pub digest: String,
    /// The subscription that it was emailed to.
    pub subscription: SubscriptionId,
    /// Its purpose.
    pub purpose: LinkPurpose,
}

/// Subscriptions, links and coupons.
pub trait NewsletterRepository {
    /// Returns a subscription with its coupon.
    fn subscription(&mut self, id: &SubscriptionId) -> StoreResult<Option<Subscription>>;

    /// Returns the subscription of an address.
    fn subscription_by_email(&mut self, email: &Email) -> StoreResult<Option<Subscription>>;

    /// Returns all subscriptions, newest first.
    fn subscriptions(&mut self, page: &Page<SubscriptionId>) -> StoreResult<Vec<Subscription>>;

    /// Adds a subscription, which has no coupon yet, and claims its address.
    fn insert_subscription(&mut self, subscription: &Subscription) -> StoreResult<()>;

    /// Saves state and times, but neither address nor coupon, of a subscription that was read in this transaction, and
    /// increments its revision. Returns [`Contention`](super::store_error::StoreError::Contention), and so retries the
    /// unit of work, if another transaction has saved it since.
    fn update_subscription(&mut self, subscription: &Subscription) -> StoreResult<()>;

    /// Returns whether a code belongs to a coupon.
    fn coupon_code_taken(&mut self, code: &CouponCode) -> StoreResult<bool>;

    /// Adds the coupon of a subscription, the only one it ever has, and claims the code.
    fn insert_coupon(&mut self, subscription: &SubscriptionId, coupon: &Coupon) -> StoreResult<()>;

    /// Returns a coupon by its code.
    fn coupon(&mut self, code: &CouponCode) -> StoreResult<Option<Coupon>>;

    /// Redeems a coupon for an order; `false` if it was redeemed before or does not exist.
    fn redeem_coupon(&mut self, code: &CouponCode, order: &OrderKey, at: Timestamp) -> StoreResult<bool>;

    /// Makes the coupon of an order redeemable again; `false` if the order used none.
    fn free_coupon(&mut self, order: &OrderKey) -> StoreResult<bool>;

    /// Returns whether a mailbox, by its keyed digest, has ever received a coupon.
    fn has_received_coupon(&mut self, recipient: &str) -> StoreResult<bool>;

    /// Permanently records that a mailbox, by its keyed digest, has received the coupon of a subscription; `false` if it was
    /// recorded for another one before.
    fn note_coupon_recipient(
        &mut self,
        subscription: &SubscriptionId,
        recipient: &str,
        at: Timestamp,
    ) -> StoreResult<bool>;

    /// Returns at most `limit` subscriptions whose coupon was issued by the previous release without recording the
    /// recipient.
    fn coupons_without_recipient(&mut self, limit: u32) -> StoreResult<Vec<Subscription>>;

    /// Returns the order that holds a claim, by its keyed digest.
    fn redemption(&mut self, digest: &str) -> StoreResult<Option<OrderKey>>;

    /// Records a claim of an order. Returns `true` also if this order already has it, and `false` if another one has
    /// it. Either way, no other transaction can claim or release it before this one ends.
    fn claim_redemption(&mut self, digest: &str, order: &OrderKey) -> StoreResult<bool>;

    /// Releases one claim of an order.
    fn release_redemption(&mut self, digest: &str, order: &OrderKey) -> StoreResult<()>;

    /// Releases all claims of an order.
    fn release_redemptions(&mut self, order: &OrderKey) -> StoreResult<()>;

    /// Returns a link by the digest of its token, including expired ones.
    fn newsletter_link(&mut self, digest: &str) -> StoreResult<Option<NewsletterLink>>;

    /// Adds a link.
    fn insert_newsletter_link(&mut self, link: &NewsletterLink) -> StoreResult<()>;

    /// Deletes the links that confirm a subscription; unsubscribe links remain.
    fn delete_confirm_links(&mut self, subscription: &SubscriptionId) -> StoreResult<()>;

    /// Deletes confirmation links that expired at or before a time, oldest first, about `limit` of them: those that
    /// expired at the same time are deleted together. Returns their number. Unsubscribe links are never deleted.
    fn delete_ended_confirm_links(&mut self, ended_before: Timestamp, limit: u32) -> StoreResult<usize>;
}
