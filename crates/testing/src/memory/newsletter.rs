//! Newsletter subscriptions, the links in their emails, and coupons.

use super::{
    MemoryTransaction,
    tables::{Tables, bounded, claim, descending, purge_ended, require},
};
use autoparts_application::ports::{
    newsletter::{LinkPurpose, NewsletterLink, NewsletterRepository},
    page::Page,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    email::Email,
    id::{OrderKey, SubscriptionId},
    newsletter::{Coupon, CouponCode, Subscription},
    time::Timestamp,
};

fn with_coupon(tables: &Tables, subscription: &Subscription) -> Subscription {
    Subscription { coupon: tables.coupons.get(&subscription.id).cloned(), ..subscription.clone() }
}

impl NewsletterRepository for MemoryTransaction {
    fn subscription(&mut self, id: &SubscriptionId) -> StoreResult<Option<Subscription>> {
        self.query(|tables| Ok(tables.subscriptions.get(id).map(|stored| with_coupon(tables, stored))))
    }

    fn subscription_by_email(&mut self, email: &Email) -> StoreResult<Option<Subscription>> {
        self.query(|tables| {
            let id = tables.subscription_emails.get(email);
            Ok(id.and_then(|id| tables.subscriptions.get(id)).map(|stored| with_coupon(tables, stored)))
        })
    }

    fn subscriptions(&mut self, page: &Page<SubscriptionId>) -> StoreResult<Vec<Subscription>> {
        self.query(|tables| {
            let all = tables.subscriptions.iter().map(|(id, stored)| (*id, with_coupon(tables, stored)));
            Ok(descending(all, page))
        })
    }

    fn insert_subscription(&mut self, subscription: &Subscription) -> StoreResult<()> {
        self.change(|tables| {
            claim(&mut tables.subscription_emails, subscription.email.clone(), subscription.id)?;
            claim(&mut tables.subscriptions, subscription.id, subscription.clone())
        })
    }

    fn update_subscription(&mut self, subscription: &Subscription) -> StoreResult<()> {
        self.change(|tables| {
            let stored = tables.subscriptions.get_mut(&subscription.id);
            let unchanged = stored.filter(|stored| stored.revision == subscription.revision);
            let stored = unchanged.ok_or(StoreError::Contention)?;
            *stored = Subscription {
                email: stored.email.clone(),
                created_at: stored.created_at,
                revision: stored.revision + 1,
                ..subscription.clone()
            };
            Ok(())
        })
    }

    fn coupon_code_taken(&mut self, code: &CouponCode) -> StoreResult<bool> {
        self.query(|tables| Ok(tables.coupon_codes.contains_key(code)))
    }

    fn insert_coupon(&mut self, subscription: &SubscriptionId, coupon: &Coupon) -> StoreResult<()> {
        self.change(|tables| {
            require(tables.subscriptions.contains_key(subscription), "there is no such subscription")?;
            claim(&mut tables.coupon_codes, coupon.code.clone(), *subscription)?;
            claim(&mut tables.coupons, *subscription, coupon.clone())
        })
    }

    fn coupon(&mut self, code: &CouponCode) -> StoreResult<Option<Coupon>> {
        self.query(|tables| {
            let subscription = tables.coupon_codes.get(code);
            Ok(subscription.and_then(|id| tables.coupons.get(id)).cloned())
        })
    }

    fn redeem_coupon(&mut self, code: &CouponCode, order: &OrderKey, at: Timestamp) -> StoreResult<bool> {
        self.change(|tables| {
            let unused = tables.coupons.values_mut().find(|coupon| coupon.code == *code && coupon.used_at.is_none());
            let Some(coupon) = unused else { return Ok(false) };
            (coupon.used_at, coupon.order) = (Some(at), Some(*order));
            Ok(true)
        })
    }

    fn free_coupon(&mut self, order: &OrderKey) -> StoreResult<bool> {
        self.change(|tables| {
            let used = tables.coupons.values_mut().find(|coupon| coupon.order == Some(*order));
            let Some(coupon) = used else { return Ok(false) };
            (coupon.used_at, coupon.order) = (None, None);
            Ok(true)
        })
    }

    fn has_received_coupon(&mut self, recipient: &str) -> StoreResult<bool> {
        self.query(|tables| Ok(tables.recipients.contains(recipient)))
    }

    fn note_coupon_recipient(
        &mut self,
        subscription: &SubscriptionId,
        recipient: &str,
        _at: Timestamp,
    ) -> StoreResult<bool> {
        self.change(|tables| {
            tables.coupon_recipients.insert(*subscription, recipient.to_owned());
            Ok(tables.recipients.insert(recipient.to_owned()))
        })
    }

    fn coupons_without_recipient(&mut self, limit: u32) -> StoreResult<Vec<Subscription>> {
        self.query(|tables| {
            let without_recipient = tables.coupons.keys().filter(|id| !tables.coupon_recipients.contains_key(id));
            let subscriptions = without_recipient.filter_map(|id| tables.subscriptions.get(id));
            Ok(bounded(subscriptions.map(|stored| with_coupon(tables, stored)), limit))
        })
    }

    fn redemption(&mut self, digest: &str) -> StoreResult<Option<OrderKey>> {
        self.query(|tables| Ok(tables.redemptions.get(digest).copied()))
    }

    fn claim_redemption(&mut self, digest: &str, order: &OrderKey) -> StoreResult<bool> {
        self.change(|tables| Ok(tables.redemptions.entry(digest.to_owned()).or_insert(*order) == order))
    }

    fn release_redemption(&mut self, digest: &str, order: &OrderKey) -> StoreResult<()> {
        self.change(|tables| {
            tables.redemptions.retain(|claimed, holder| claimed != digest || holder != order);
            Ok(())
        })
    }

    fn release_redemptions(&mut self, order: &OrderKey) -> StoreResult<()> {
        self.change(|tables| {
            tables.redemptions.retain(|_, holder| holder != order);
            Ok(())
        })
    }

    fn newsletter_link(&mut self, digest: &str) -> StoreResult<Option<NewsletterLink>> {
        self.query(|tables| Ok(tables.newsletter_links.get(digest).cloned()))
    }

    fn insert_newsletter_link(&mut self, link: &NewsletterLink) -> StoreResult<()> {
        self.change(|tables| claim(&mut tables.newsletter_links, link.digest.clone(), link.clone()))
    }

    fn delete_confirm_links(&mut self, subscription: &SubscriptionId) -> StoreResult<()> {
        self.change(|tables| {
            tables
                .newsletter_links
                .retain(|_, link| link.subscription != *subscription || link.purpose == LinkPurpose::Leave);
            Ok(())
        })
    }

    fn delete_ended_confirm_links(&mut self, ended_before: Timestamp, limit: u32) -> StoreResult<usize> {
        let end = |link: &NewsletterLink| match link.purpose {
            LinkPurpose::Confirm { until } => Some(until),
            LinkPurpose::Leave => None,
        };
        self.change(|tables| Ok(purge_ended(&mut tables.newsletter_links, end, ended_before, limit)))
    }
}
