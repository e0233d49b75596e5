//! The newsletter: subscribing, confirming the address and unsubscribing; and its subscribers.
//!
//! The caller learns nothing about the address: all information goes to its mailbox. `emails` contains the emails.

pub(crate) mod emails;

use crate::{
    accounts::access,
    orders::coupons,
    outbox::{quota, template::EmailTemplate},
    ports::{
        newsletter::{LinkPurpose, NewsletterLink},
        page::Page,
        secrets::{NoRandomness, SecretSource},
        store::Transaction,
        store_error::{StoreError, StoreResult},
    },
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    email::Email,
    id::{SubscriptionId, UserId},
    link_token::LinkToken,
    newsletter::{Coupon, CouponCode, CouponOffer, LINK_LASTS, NewsletterEmail, Subscription, SubscriptionState},
    time::Timestamp,
    validation::ValidationError,
};
use std::sync::Arc;

/// Errors of the newsletter.
#[derive(Debug, thiserror::Error)]
pub enum NewsletterError {
    /// The link never existed, was replaced by a newer one, or has expired. Which of these is not revealed.
    #[error("This link no longer works. Sign up again and we will email you a new one.")]
    BadLink,
    /// No link can be generated.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
    /// The mail server cannot deliver to the address.
    #[error("email {0}")]
    Email(#[from] ValidationError),
}

impl Refusal for NewsletterError {}

/// The result of a use case that can fail with [`NewsletterError`].
pub type NewsletterResult<T> = Result<T, UseCaseError<NewsletterError>>;

/// A confirmed address and its coupon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Welcome {
    /// The address.
    pub email: Email,
    /// Its coupon; `None` if the shop offers none, or the mailbox has received one under another address.
    pub coupon: Option<Coupon>,
}

impl Shop {
    /// Subscribes an address to the newsletter, pending confirmation by email. The result does not depend on the owner
    /// of the address.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn join_newsletter(&self, email: Email) -> NewsletterResult<()> {
        self.check_deliverable(&email)?;
        let (new_id, template): (SubscriptionId, _) = (self.ids.next(), self.email_template()?);
        let offer = self.offer();
        self.store.write(move |tx| join(tx, new_id, &email, &offer, &template)).await
    }

    /// Confirms the address to which a link was emailed, and issues its coupon. Idempotent.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn confirm_newsletter(&self, token: &LinkToken) -> NewsletterResult<Welcome> {
        let digest = self.secrets.digest(token.reveal());
        let code = CouponCode::from_random(self.secrets.random()?);
        let template = self.email_template()?;
        let offer = self.offer();
        self.store.write(move |tx| confirm(tx, &digest, &code, &offer, &template)).await
    }

    /// Unsubscribes the address to which a link was emailed. Idempotent.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn leave_newsletter(&self, token: &LinkToken) -> NewsletterResult<()> {
        let digest = self.secrets.digest(token.reveal());
        self.store.write(move |tx| leave(tx, &digest)).await
    }

    /// Returns confirmed, pending and unsubscribed addresses, newest first. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn subscriptions(
        &self,
        caller: UserId,
        page: Page<SubscriptionId>,
    ) -> NewsletterResult<Vec<Subscription>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(tx.subscriptions(&page)?)
            })
            .await
    }

    fn offer(&self) -> Offer {
        Offer { terms: self.rules.coupon, secrets: self.secrets.clone() }
    }

    /// Records recipients and redemptions of coupons issued by the previous release, in batches. Returns how many.
    pub(crate) async fn backfill_coupon_claims(&self) -> StoreResult<usize> {
        let mut all = 0;
        loop {
            let count = self.backfill_some_coupons().await?;
            all += count;
            if u32::try_from(count).is_ok_and(|count| count < BACKFILL_BATCH) {
                return Ok(all);
            }
        }
    }

    async fn backfill_some_coupons(&self) -> StoreResult<usize> {
        let offer = self.offer();
        let now = self.now();
        self.store
            .write(move |tx| {
                let unnoted = tx.coupons_without_recipient(BACKFILL_BATCH)?;
                for subscription in &unnoted {
                    tx.note_coupon_recipient(&subscription.id, &offer.recipient(&subscription.email)?, now)?;
                    let order = subscription.coupon.as_ref().and_then(|coupon| coupon.order);
                    let order = order.map(|key| tx.order(&key)).transpose()?.flatten();
                    order.map_or(Ok(()), |order| coupons::backfill_claims(tx, &order, &*offer.secrets))?;
                }
                Ok(unnoted.len())
            })
            .await
    }
}

/// Batch size per unit of work.
const BACKFILL_BATCH: u32 = 200;

/// Returns the digest by which a mailbox is permanently recorded as having received a coupon.
pub(crate) fn coupon_recipient(secrets: &dyn SecretSource, email: &Email) -> StoreResult<String> {
    secrets.keyed_digest(&format!("coupon|{}", email.mailbox()))
}

/// The current coupon offer, and how recipients are identified.
struct Offer {
    terms: Option<CouponOffer>,
    secrets: Arc<dyn SecretSource>,
}

impl Offer {
    /// Returns the keyed digest of the mailbox behind an address.
    fn recipient(&self, email: &Email) -> StoreResult<String> {
        coupon_recipient(&*self.secrets, email)
    }

    /// Returns the terms of the coupon that an address would get; `None` if it would get none.
    fn for_address(&self, tx: &mut dyn Transaction, email: &Email) -> StoreResult<Option<CouponOffer>> {
        let Some(terms) = self.terms else { return Ok(None) };
        Ok((!tx.has_received_coupon(&self.recipient(email)?)?).then_some(terms))
    }
}

fn join(
    tx: &mut dyn Transaction,
    new_id: SubscriptionId,
    email: &Email,
    offer: &Offer,
    template: &EmailTemplate,
) -> NewsletterResult<()> {
    // A mailbox that has reached its daily quota gets no more emails, under any sub-address.
    if quota::is_used_up(tx, email, template.now)? {
        return Ok(());
    }
    let Some(mut subscription) = tx.subscription_by_email(email)? else {
        let subscription = Subscription::new(new_id, email.clone(), template.now);
        tx.insert_subscription(&subscription)?;
        return invite(tx, &subscription, offer, template);
    };
    let Some(due) = subscription.ask_again(template.now) else {
        return Ok(());
    };
    tx.update_subscription(&subscription)?;
    match (due, &subscription.coupon) {
        (NewsletterEmail::Reminder, Some(coupon)) => {
            add_link(tx, &subscription, LinkPurpose::Leave, template)?;
            Ok(tx.insert_mail(&template.reminder(&subscription, coupon))?)
        }
        (NewsletterEmail::Reminder, None) => Ok(()),
        (NewsletterEmail::Invitation, _) => invite(tx, &subscription, offer, template),
    }
}

/// Emails a link that confirms the address; the previous link becomes invalid.
fn invite(
    tx: &mut dyn Transaction,
    subscription: &Subscription,
    offer: &Offer,
    template: &EmailTemplate,
) -> NewsletterResult<()> {
    tx.delete_confirm_links(&subscription.id)?;
    add_link(tx, subscription, LinkPurpose::Confirm { until: template.now.plus(LINK_LASTS) }, template)?;
    let offered = if subscription.coupon.is_some() { None } else { offer.for_address(tx, &subscription.email)? };
    Ok(tx.insert_mail(&template.invitation(subscription, offered.as_ref()))?)
}

fn add_link(
    tx: &mut dyn Transaction,
    subscription: &Subscription,
    purpose: LinkPurpose,
    template: &EmailTemplate,
) -> Result<(), StoreError> {
    let link = NewsletterLink { digest: template.digest.clone(), subscription: subscription.id, purpose };
    tx.insert_newsletter_link(&link)
}

/// Confirms a subscription. Saves it first, guarded by its revision: of two concurrent confirmations, the later one is
/// retried and finds it already confirmed.
fn confirm(
    tx: &mut dyn Transaction,
    digest: &str,
    code: &CouponCode,
    offer: &Offer,
    template: &EmailTemplate,
) -> NewsletterResult<Welcome> {
    let link = tx.newsletter_link(digest)?.filter(|link| confirms(link, template.now));
    let link = link.ok_or(NewsletterError::BadLink)?;
    let mut subscription = tx.subscription(&link.subscription)?.ok_or(NewsletterError::BadLink)?;
    let email = subscription.email.clone();
    match subscription.state {
        // Only subscribing again undoes this: an old email must not restore an ended subscription.
        SubscriptionState::Left => return Err(NewsletterError::BadLink.into()),
        SubscriptionState::Confirmed => return Ok(Welcome { email, coupon: subscription.coupon }),
        SubscriptionState::Waiting => {}
    }
    subscription.confirm(template.now);
    tx.update_subscription(&subscription)?;
    if subscription.coupon.is_none() {
        subscription.coupon = give_coupon(tx, &subscription, code, offer, template.now)?;
    }
    add_link(tx, &subscription, LinkPurpose::Leave, template)?;
    tx.insert_mail(&template.welcome(&subscription, subscription.coupon.as_ref()))?;
    Ok(Welcome { email, coupon: subscription.coupon })
}

/// Issues the coupon of an address; `None` if it gets none.
fn give_coupon(
    tx: &mut dyn Transaction,
    subscription: &Subscription,
    code: &CouponCode,
    offer: &Offer,
    now: Timestamp,
) -> StoreResult<Option<Coupon>> {
    let Some(terms) = offer.for_address(tx, &subscription.email)? else { return Ok(None) };
    let coupon = terms.issue(code.clone(), now);
    if tx.coupon_code_taken(&coupon.code)? {
        // A collision has a chance of one in 10^12; the retry gets another code.
        return Err(tx.conflict());
    }
    tx.insert_coupon(&subscription.id, &coupon)?;
    if !tx.note_coupon_recipient(&subscription.id, &offer.recipient(&subscription.email)?, now)? {
        // The same mailbox has just confirmed another address; the retry sees it.
        return Err(tx.conflict());
    }
    Ok(Some(coupon))
}

fn confirms(link: &NewsletterLink, now: Timestamp) -> bool {
    match link.purpose {
        LinkPurpose::Confirm { until } => now < until,
        LinkPurpose::Leave => false,
    }
}

fn leave(tx: &mut dyn Transaction, digest: &str) -> NewsletterResult<()> {
    let link = tx.newsletter_link(digest)?.filter(|link| link.purpose == LinkPurpose::Leave);
    let link = link.ok_or(NewsletterError::BadLink)?;
    let mut subscription = tx.subscription(&link.subscription)?.ok_or(NewsletterError::BadLink)?;
    if subscription.leave() {
        tx.update_subscription(&subscription)?;
    }
    Ok(())
}
