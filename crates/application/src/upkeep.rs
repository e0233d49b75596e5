//! Work that no request asks for: finding payments we lost track of, ending reservations, and
//! forgetting what nobody can use any more. Runs each minute and at start; safe on several
//! instances at once, because every step is one that a request could have taken as well, or
//! changes nothing for anybody.

use crate::{
    causes::causes,
    paying::PayingError,
    ports::{
        gateway::{ProviderPayment, ProviderStatus},
        page::Page,
        retention::Retained,
        store::{StoreError, StoreResult, Transaction},
    },
    shop::Shop,
};
use autoparts_domain::{
    id::OrderKey,
    payment::{PaymentAttempt, TransactionId},
};
use std::{collections::HashSet, error::Error, time::Duration};

/// How long an attempt may wait for its browser before we ask the provider ourselves.
const PATIENCE: Duration = Duration::from_mins(1);

/// How far back the provider's own list is compared with ours: the time for which it repeats
/// its messages is longer, that for which a browser stays open is shorter.
const LOOK_BACK: Duration = Duration::from_hours(48);

/// How long a reset code stays after its end: so long whoever tries it is told that it has ended,
/// and not that nobody knows it.
const REMEMBERED_AS_ENDED: Duration = Duration::from_hours(24);

/// How many payments are looked up in one unit of work.
const AT_ONCE: usize = 500;

/// How many rows of a kind one round forgets: a round is short, and the next one goes on.
const MOST_FORGOTTEN: u32 = 1000;

impl Shop {
    /// One round of upkeep; whether everything went through. What fails is logged and tried again in
    /// the next round.
    pub async fn upkeep(&self) -> bool {
        [
            went_through(&self.reconcile().await, "reconciling will be tried again"),
            went_through(&self.pay_refunds().await, "refunds will be tried again"),
            went_through(&self.pay_unmatched().await, "payments without an order will be given back later"),
            went_through(&self.end_reservations().await, "reservations will be ended later"),
            went_through(&self.forget_ended().await, "what has ended will be forgotten later"),
            went_through(&self.forget_old().await, "what is old will be forgotten later"),
        ]
        .into_iter()
        .all(|step| step)
    }

    async fn end_reservations(&self) -> StoreResult<()> {
        let count = self.lapse_overdue().await?;
        if count > 0 {
            tracing::info!(count, "reservations ended");
        }
        Ok(())
    }

    /// Forgets what nobody can use any more: reset codes, links that confirm an address, and sessions
    /// with the refresh tokens of their time. Links that end the newsletter never end themselves.
    async fn forget_ended(&self) -> StoreResult<()> {
        let (now, lifetime) = (self.now(), self.rules.sessions.lifetime);
        let forget = move |tx: &mut dyn Transaction| -> StoreResult<()> {
            tx.delete_ended_reset_codes(now.minus(REMEMBERED_AS_ENDED), MOST_FORGOTTEN)?;
            tx.delete_ended_confirm_links(now, MOST_FORGOTTEN)?;
            tx.delete_expired_sessions(now, MOST_FORGOTTEN)?;
            tx.delete_old_refresh_tokens(now.minus(lifetime), MOST_FORGOTTEN)?;
            Ok(())
        };
        self.store.write(forget).await
    }

    /// Forgets what is older than the shop's rules say, a thousand rows of a kind in a unit of work, and
    /// one of them in a round: enough for a million rows a day.
    async fn forget_old(&self) -> StoreResult<()> {
        let retention = self.rules.retention;
        let now = self.now();
        for (what, kept_for) in [
            (Retained::Mails, retention.mails),
            (Retained::IdempotencyKeys, retention.idempotency_keys),
            (Retained::ProviderEvents, retention.provider_events),
            (Retained::CancelledOrders, retention.cancelled_orders),
            (Retained::Audit, retention.audit),
        ] {
            let Some(kept_for) = kept_for else { continue };
            let before = now.minus(kept_for);
            let count = self.store.write(move |tx| tx.purge(what, before, MOST_FORGOTTEN)).await?;
            if count > 0 {
                tracing::info!(?what, count, "forgotten");
            }
        }
        Ok(())
    }

    /// Brings orders in line with the provider, from both sides: what succeeded there is looked up
    /// here, and our attempts are asked for there, one by one only where its list does not say
    /// enough.
    pub async fn reconcile(&self) -> Result<(), PayingError> {
        let listed = self.payments.payments_since(self.now().minus(LOOK_BACK)).await;
        let (still_pending, unlisted) = match listed {
            Ok(listed) => {
                let pending = listed.iter().filter(|payment| payment.status == ProviderStatus::Pending);
                let pending = pending.map(|payment| payment.id.clone()).collect();
                self.settle_listed(listed).await?;
                (pending, Ok(()))
            }
            // Single payments may be had all the same.
            Err(error) => (HashSet::new(), Err(error.into())),
        };
        self.follow_up_attempts(&still_pending).await?;
        unlisted
    }

    /// Takes in those of the provider's payments that succeeded and have neither paid their order
    /// nor been given back.
    pub(crate) async fn settle_listed(&self, mut listed: Vec<ProviderPayment>) -> StoreResult<()> {
        listed.retain(|payment| payment.status == ProviderStatus::Succeeded);
        // A month of payments is not read in one go.
        for some in listed.chunks(AT_ONCE) {
            self.settle_some(some.to_vec()).await?;
        }
        Ok(())
    }

    async fn settle_some(&self, listed: Vec<ProviderPayment>) -> StoreResult<()> {
        let unsettled = self.store.read(move |tx| {
            let mut open = Vec::new();
            for payment in &listed {
                if !is_settled(tx, payment)? {
                    open.push(payment.clone());
                }
            }
            Ok::<_, StoreError>(open)
        });
        for payment in unsettled.await? {
            if let Err(error) = self.settle(&payment, None).await {
                let transaction = &payment.id;
                tracing::error!(error = causes(&error), %transaction, "a succeeded payment is not settled");
            }
        }
        Ok(())
    }

    /// Asks about every attempt that has been waiting for a while, unless we know that it waits for
    /// its customer still, and may.
    async fn follow_up_attempts(&self, still_pending: &HashSet<TransactionId>) -> Result<(), PayingError> {
        let (before, mut page) = (self.now().minus(PATIENCE), Page::first());
        loop {
            let waiting = self.store.read(move |tx| tx.live_attempts(before, &page)).await?;
            let Some(last) = waiting.last() else { return Ok(()) };
            page.after = Some(last.id);
            for attempt in waiting {
                let is_pending = attempt.transaction.as_ref().is_some_and(|id| still_pending.contains(id));
                if is_pending && self.is_payable(attempt.order).await? {
                    continue;
                }
                let order = attempt.order.order;
                if let Err(error) = self.follow_up(attempt).await {
                    tracing::warn!(error = causes(&error), %order, "a payment will be followed up later");
                }
            }
        }
    }

    async fn is_payable(&self, key: OrderKey) -> StoreResult<bool> {
        self.store.read(move |tx| Ok(tx.order(&key)?.is_some_and(|order| order.check_payable().is_ok()))).await
    }

    /// Asks the provider about one attempt and acts on the answer.
    async fn follow_up(&self, attempt: PaymentAttempt) -> Result<(), PayingError> {
        let Some(payment) = self.ask_provider(&attempt).await? else {
            return Ok(self.forget_attempt(attempt).await?);
        };
        match payment.status {
            ProviderStatus::Succeeded => self.settle(&payment, None).await.map(drop),
            ProviderStatus::Cancelled => Ok(self.forget_attempt(attempt).await?),
            ProviderStatus::Pending if self.keep_transaction(&attempt, &payment).await? => Ok(()),
            // The order was deleted before we knew the payment's id.
            ProviderStatus::Pending => {
                self.call_off(&attempt).await?;
                Ok(self.forget_attempt(attempt).await?)
            }
        }
    }
}

fn went_through<E: Error + 'static>(step: &Result<(), E>, later: &'static str) -> bool {
    if let Err(error) = step {
        tracing::warn!(error = causes(error), "{later}");
    }
    step.is_ok()
}

fn is_settled(tx: &mut dyn Transaction, payment: &ProviderPayment) -> Result<bool, StoreError> {
    let Some(key) = tx.transaction_order(&payment.id)? else {
        // One without an order is known, unless the order came back with another backup.
        let is_known = tx.unmatched(&payment.id)?.is_some();
        return Ok(is_known && payment.order.map(|order| tx.order_owner(&order)).transpose()?.flatten().is_none());
    };
    let paid = tx.order(&key)?.is_some_and(|order| order.transaction() == Some(&payment.id));
    Ok(paid || tx.refunds(&key)?.iter().any(|refund| refund.transaction == payment.id))
}
