//! Who gets the newsletter, the links in its mails, and the coupons.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    email::Email,
    id::{OrderKey, SubscriptionId},
    newsletter::{Coupon, CouponCode, Subscription},
    time::Timestamp,
};

/// What a link in a mail does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPurpose {
    /// Confirms the address.
    Confirm {
        /// When it ends.
        until: Timestamp,
    },
    /// Ends the newsletter. Good for ever: an old mail must not take away the way out.
    Leave,
}

/// A link in a mail, kept by the digest of its token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewsletterLink {
    /// The digest of its token.
    pub digest: String,
    /// Whose mail it was in.
    pub subscription: SubscriptionId,
    /// What it does.
    pub purpose: LinkPurpose,
}

/// Subscriptions, links and coupons.
pub trait NewsletterRepository {
    /// A subscription with its coupon.
    fn subscription(&mut self, id: &SubscriptionId) -> StoreResult<Option<Subscription>>;

    /// The subscription of an address.
    fn subscription_by_email(&mut self, email: &Email) -> StoreResult<Option<Subscription>>;

    /// All subscriptions, newest first.
    fn subscriptions(&mut self, page: &Page<SubscriptionId>) -> StoreResult<Vec<Subscription>>;

    /// Adds a subscription, which has no coupon yet, and claims its address.
    fn insert_subscription(&mut self, subscription: &Subscription) -> StoreResult<()>;

    /// Saves state and times of a subscription that was read in this transaction and counts its
    /// revision up; [`Contention`](super::store_error::StoreError::Contention), and thereby another
    /// run of the unit of work, when another transaction saved it since. Never the address, never the
    /// coupon.
    fn update_subscription(&mut self, subscription: &Subscription) -> StoreResult<()>;

    /// Whether a code belongs to a coupon.
    fn coupon_code_taken(&mut self, code: &CouponCode) -> StoreResult<bool>;

    /// Gives a subscription its coupon, the only one it ever has, and claims the code.
    fn insert_coupon(&mut self, subscription: &SubscriptionId, coupon: &Coupon) -> StoreResult<()>;

    /// A coupon by its code.
    fn coupon(&mut self, code: &CouponCode) -> StoreResult<Option<Coupon>>;

    /// Uses a coupon for an order; `false` when it was used before, or there is none.
    fn redeem_coupon(&mut self, code: &CouponCode, order: &OrderKey, at: Timestamp) -> StoreResult<bool>;

    /// Lets the coupon of an order be used again; `false` when no coupon was used for it.
    fn free_coupon(&mut self, order: &OrderKey) -> StoreResult<bool>;

    /// Whether a mailbox, by its keyed digest, has ever received a coupon.
    fn has_received_coupon(&mut self, recipient: &str) -> StoreResult<bool>;

    /// Permanently records that a mailbox, by its keyed digest, has received the coupon of a subscription; `false` if it was
    /// recorded for another one before.
    fn note_coupon_recipient(
        &mut self,
        subscription: &SubscriptionId,
        recipient: &str,
        at: Timestamp,
    ) -> StoreResult<bool>;

    /// Subscriptions whose coupon was issued by the previous release without recording the recipient, at most
    /// `limit`.
    fn coupons_without_recipient(&mut self, limit: u32) -> StoreResult<Vec<Subscription>>;

    /// The order that holds a claim, by its keyed digest.
    fn redemption(&mut self, digest: &str) -> StoreResult<Option<OrderKey>>;

    /// Records a claim of an order; also `true` if this order has it already, `false` if another one has it. Either way no
    /// other transaction can claim or release it before this one ends.
    fn claim_redemption(&mut self, digest: &str, order: &OrderKey) -> StoreResult<bool>;

    /// Releases one claim of an order.
    fn release_redemption(&mut self, digest: &str, order: &OrderKey) -> StoreResult<()>;

    /// Releases all claims of an order.
    fn release_redemptions(&mut self, order: &OrderKey) -> StoreResult<()>;

    /// A link by the digest of its token, ended ones too.
    fn newsletter_link(&mut self, digest: &str) -> StoreResult<Option<NewsletterLink>>;

    /// Adds a link.
    fn insert_newsletter_link(&mut self, link: &NewsletterLink) -> StoreResult<()>;

    /// Takes back the links that confirm a subscription; those that end it stay.
    fn delete_confirm_links(&mut self, subscription: &SubscriptionId) -> StoreResult<()>;

    /// Forgets links that confirmed until a moment or less long, those that ended first, about
    /// `limit` of them: those that ended in one moment go together. Says how many. Links that end
    /// a subscription stay for ever.
    fn delete_ended_confirm_links(&mut self, ended_before: Timestamp, limit: u32) -> StoreResult<usize>;
}
