//! Reconciliation: compares the provider's payments with the shop's, so that unreported payments are found.

use crate::{
    error_chain::error_chain,
    orders::cancellation::CancellationResult,
    payments::{attempts::AttemptError, settlement::longer_until},
    ports::{
        page::Page,
        payment_gateway::{ProviderPayment, ProviderStatus},
        store::Transaction,
        store_error::{StoreError, StoreResult},
    },
    shop::Shop,
    use_case_error::UseCaseError,
};
use autoparts_domain::{
    id::OrderKey,
    payments::{PaymentAttempt, TransactionId},
};
use std::{collections::HashSet, time::Duration};

/// How long an attempt waits for its browser's report before the shop asks the provider.
const UNREPORTED_TIMEOUT: Duration = Duration::from_mins(1);

/// How far back the provider's list is compared. The provider repeats its messages for longer than this; browsers stay
/// open for less.
const LOOK_BACK: Duration = Duration::from_hours(48);

/// Payments looked up in one unit of work.
const BATCH: usize = 500;

impl Shop {
    /// Brings orders in line with the provider, from both sides: settles its succeeded payments, and checks the shop's
    /// open attempts, one by one only if the provider's list does not answer.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn reconcile(&self) -> Result<(), AttemptError> {
        let listed = self.payments.payments_since(self.now().minus(LOOK_BACK)).await;
        let (still_pending, unlisted) = match listed {
            Ok(listed) => {
                let pending = listed.iter().filter(|payment| payment.status.is_open());
                let pending = pending.map(|payment| payment.id.clone()).collect();
                self.settle_listed(listed).await?;
                (pending, Ok(()))
            }
            // Single payments may still be available.
            Err(error) => (HashSet::new(), Err(error.into())),
        };
        self.follow_up_attempts(&still_pending).await?;
        unlisted
    }

    /// Settles those of the provider's payments that were approved or succeeded and have neither paid their order nor
    /// been refunded, and extends reservations for which a card was presented.
    pub(crate) async fn settle_listed(&self, mut listed: Vec<ProviderPayment>) -> StoreResult<()> {
        listed.retain(|payment| match payment.status {
            ProviderStatus::Succeeded | ProviderStatus::Presented | ProviderStatus::Approved => true,
            ProviderStatus::Pending | ProviderStatus::Cancelled => false,
        });
        // A month of payments does not fit into one unit of work.
        for some in listed.chunks(BATCH) {
            self.settle_some(some.to_vec()).await?;
        }
        Ok(())
    }

    async fn settle_some(&self, listed: Vec<ProviderPayment>) -> StoreResult<()> {
        let order_hold = self.rules.order_hold;
        let unsettled = self.store.read(move |tx| {
            let mut open = Vec::new();
            for payment in &listed {
                let is_settled = match payment.status {
                    ProviderStatus::Presented => is_kept_for_longer(tx, payment, order_hold)?,
                    _ => is_settled(tx, payment)?,
                };
                if !is_settled {
                    open.push(payment.clone());
                }
            }
            Ok::<_, StoreError>(open)
        });
        for payment in unsettled.await? {
            if let Err(error) = self.settle(&payment, None).await {
                let transaction = &payment.id;
                let error = error_chain(&error);
                if payment.status == ProviderStatus::Succeeded {
                    tracing::error!(error, %transaction, "a succeeded payment is not settled");
                } else {
                    tracing::warn!(error, %transaction, "cannot follow up the payment of an order that is being paid");
                }
            }
        }
        Ok(())
    }

    /// Checks every attempt that has been open for a while, unless the provider lists it as pending and its order can
    /// still be paid.
    async fn follow_up_attempts(&self, still_pending: &HashSet<TransactionId>) -> StoreResult<()> {
        let before = self.now().minus(UNREPORTED_TIMEOUT);
        let mut page = Page::first();
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
                    tracing::warn!(error = error_chain(&error), %order, "a payment will be followed up later");
                }
            }
        }
    }

    async fn is_payable(&self, key: OrderKey) -> StoreResult<bool> {
        self.store.read(move |tx| Ok(tx.order(&key)?.is_some_and(|order| order.check_payable().is_ok()))).await
    }

    /// Checks one attempt at the provider and acts on its state.
    async fn follow_up(&self, attempt: PaymentAttempt) -> CancellationResult<()> {
        let Some(payment) = self.query_provider(&attempt).await? else {
            return Ok(self.drop_attempt(attempt).await?);
        };
        match payment.status {
            ProviderStatus::Succeeded => {
                self.settle(&payment, None).await.map_err(UseCaseError::embed)?;
                Ok(())
            }
            ProviderStatus::Cancelled => Ok(self.drop_attempt(attempt).await?),
            ProviderStatus::Pending if self.save_transaction(&attempt, &payment).await? => Ok(()),
            ProviderStatus::Presented | ProviderStatus::Approved
                if self.save_transaction(&attempt, &payment).await? =>
            {
                self.settle(&payment, None).await.map_err(UseCaseError::embed)?;
                Ok(())
            }
            // The order was deleted before the payment's id was known.
            ProviderStatus::Pending | ProviderStatus::Presented | ProviderStatus::Approved => {
                self.cancel_attempt(&attempt).await?;
                Ok(self.drop_attempt(attempt).await?)
            }
        }
    }
}

/// Whether a presented card has already extended the reservation.
fn is_kept_for_longer(
    tx: &mut dyn Transaction,
    payment: &ProviderPayment,
    order_hold: Duration,
) -> Result<bool, StoreError> {
    let Some(key) = tx.transaction_order(&payment.id)? else { return Ok(true) };
    let Some(order) = tx.order(&key)? else { return Ok(true) };
    Ok(longer_until(tx, &order, &payment.id, order_hold)?.is_none())
}

fn is_settled(tx: &mut dyn Transaction, payment: &ProviderPayment) -> Result<bool, StoreError> {
    let Some(key) = tx.transaction_order(&payment.id)? else {
        // A payment recorded as unmatched is settled, unless another backup has restored its order.
        let is_known = tx.unmatched(&payment.id)?.is_some();
        return Ok(is_known && payment.order.map(|order| tx.order_owner(&order)).transpose()?.flatten().is_none());
    };
    let paid = tx.order(&key)?.is_some_and(|order| order.transaction() == Some(&payment.id));
    Ok(paid || tx.refunds(&key)?.iter().any(|refund| refund.is_whole() && refund.transaction == payment.id))
}
