//! The newsletter: asking for it, confirming the address, leaving; and who gets it.
//!
//! The caller learns nothing about the address: what there is to say goes to its mailbox. The
//! mails are written in `emails`.

mod emails;

use crate::{
    accounts::access::{self, AccessDenied},
    ports::{
        newsletter::{LinkPurpose, NewsletterLink},
        page::Page,
        secrets::NoRandomness,
        store::Transaction,
        store_error::StoreError,
    },
    shop::Shop,
};
use autoparts_domain::{
    email::Email,
    id::{SubscriptionId, UserId},
    link_token::LinkToken,
    newsletter::{Coupon, CouponCode, LINK_LASTS, NewsletterEmail, Subscription, SubscriptionState},
    time::Timestamp,
};
use emails::EmailTemplate;
use std::sync::Arc;

/// Why something about the newsletter could not be done.
#[derive(Debug, thiserror::Error)]
pub enum NewsletterError {
    /// The link was never ours, was replaced by a newer one, or has ended. Which of these is
    /// nobody's business.
    #[error("This link no longer works. Sign up again and we will mail you a new one.")]
    BadLink,
    /// No link can be made.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A confirmed address and what it got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Welcome {
    /// The address.
    pub email: Email,
    /// Its coupon.
    pub coupon: Coupon,
}

impl Shop {
    /// Asks for the newsletter under an address. What follows is in a mail to it; the caller
    /// learns nothing, whoever has the address.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn join_newsletter(&self, email: Email) -> Result<(), NewsletterError> {
        let (new_id, template): (SubscriptionId, _) = (self.ids.next(), self.template()?);
        self.store.write(move |tx| join(tx, new_id, &email, &template)).await
    }

    /// Confirms the address that a link was mailed to, and gives it its coupon. The same link
    /// again answers the same.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn confirm_newsletter(&self, token: &LinkToken) -> Result<Welcome, NewsletterError> {
        let digest = self.secrets.digest(token.reveal());
        let (code, template) = (CouponCode::from_random(self.secrets.random()?), self.template()?);
        self.store.write(move |tx| confirm(tx, &digest, &code, &template)).await
    }

    /// Ends the newsletter for the address that a link was mailed to. Repeatable.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn leave_newsletter(&self, token: &LinkToken) -> Result<(), NewsletterError> {
        let digest = self.secrets.digest(token.reveal());
        self.store.write(move |tx| leave(tx, &digest)).await
    }

    /// Who gets the newsletter, waits for it or has left it, newest first; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn subscriptions(
        &self,
        caller: UserId,
        page: Page<SubscriptionId>,
    ) -> Result<Vec<Subscription>, NewsletterError> {
        self.store
            .read(move |tx| {
                access::require_admin::<NewsletterError>(tx, &caller)?;
                Ok(tx.subscriptions(&page)?)
            })
            .await
    }

    /// What one mail is written on, with a fresh token for its link.
    fn template(&self) -> Result<EmailTemplate, NoRandomness> {
        let token = LinkToken::from_random(self.secrets.random()?);
        Ok(EmailTemplate {
            mail: self.ids.next(),
            digest: self.secrets.digest(token.reveal()),
            token,
            shop: Arc::clone(&self.public_url),
            now: self.now(),
        })
    }
}

fn join(
    tx: &mut dyn Transaction,
    new_id: SubscriptionId,
    email: &Email,
    template: &EmailTemplate,
) -> Result<(), NewsletterError> {
    let Some(mut subscription) = tx.subscription_by_email(email)? else {
        let subscription = Subscription::new(new_id, email.clone(), template.now);
        tx.insert_subscription(&subscription)?;
        return invite(tx, &subscription, template);
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
        (NewsletterEmail::Invitation | NewsletterEmail::Reminder, _) => invite(tx, &subscription, template),
    }
}

/// Mails a link that confirms the address; the one before it ends.
fn invite(
    tx: &mut dyn Transaction,
    subscription: &Subscription,
    template: &EmailTemplate,
) -> Result<(), NewsletterError> {
    tx.delete_confirm_links(&subscription.id)?;
    add_link(tx, subscription, LinkPurpose::Confirm { until: template.now.plus(LINK_LASTS) }, template)?;
    Ok(tx.insert_mail(&template.invitation(subscription))?)
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

/// The subscription is saved first, guarded by its revision: of two that confirm at once, the
/// one that comes too late runs again and finds the work done.
fn confirm(
    tx: &mut dyn Transaction,
    digest: &str,
    code: &CouponCode,
    template: &EmailTemplate,
) -> Result<Welcome, NewsletterError> {
    let link = tx.newsletter_link(digest)?.filter(|link| confirms(link, template.now));
    let link = link.ok_or(NewsletterError::BadLink)?;
    let mut subscription = tx.subscription(&link.subscription)?.ok_or(NewsletterError::BadLink)?;
    let email = subscription.email.clone();
    match (subscription.state, &subscription.coupon) {
        // Only asking again leads back: an old mail must not bring back what somebody ended.
        (SubscriptionState::Left, _) => return Err(NewsletterError::BadLink),
        (SubscriptionState::Confirmed, Some(coupon)) => return Ok(Welcome { email, coupon: coupon.clone() }),
        (SubscriptionState::Confirmed | SubscriptionState::Waiting, _) => {}
    }
    let has_one = subscription.coupon.is_some();
    let coupon = subscription.confirm(code.clone(), template.now).clone();
    tx.update_subscription(&subscription)?;
    if !has_one {
        if tx.coupon_code_taken(&coupon.code)? {
            // One chance in a million million: whoever comes again gets another code.
            return Err(tx.conflict().into());
        }
        tx.insert_coupon(&subscription.id, &coupon)?;
    }
    add_link(tx, &subscription, LinkPurpose::Leave, template)?;
    tx.insert_mail(&template.welcome(&subscription, &coupon))?;
    Ok(Welcome { email, coupon })
}

fn confirms(link: &NewsletterLink, now: Timestamp) -> bool {
    match link.purpose {
        LinkPurpose::Confirm { until } => now < until,
        LinkPurpose::Leave => false,
    }
}

fn leave(tx: &mut dyn Transaction, digest: &str) -> Result<(), NewsletterError> {
    let link = tx.newsletter_link(digest)?.filter(|link| link.purpose == LinkPurpose::Leave);
    let link = link.ok_or(NewsletterError::BadLink)?;
    let mut subscription = tx.subscription(&link.subscription)?.ok_or(NewsletterError::BadLink)?;
    if subscription.leave() {
        tx.update_subscription(&subscription)?;
    }
    Ok(())
}
