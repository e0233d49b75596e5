//! Payment attempts: compares the shop's record with the provider's and saves the result.

use crate::{
    ports::{
        payment_gateway::{GatewayError, NewPayment, PaymentGateway, ProviderPayment},
        store::Transaction,
        store_error::{StoreError, StoreResult},
    },
    shop::Shop,
};
use autoparts_domain::{
    payments::{AttemptStatus, PaymentAttempt, ProviderName, TransactionId},
    time::Timestamp,
};
use std::time::Duration;

/// Age of an attempt from which the shop, if starting it fails again, looks for its payment in the provider's list.
const GIVE_UP_AFTER: Duration = Duration::from_mins(10);

/// How long a payment must be unknown to the provider before the shop gives it up. Not at once, because the wrong keys
/// may be configured for a moment; not much longer, because the order's pieces stay reserved. If the payment reappears
/// and succeeds, reconciliation finds it, and the order accepts or refunds it.
const UNKNOWN_FOR: Duration = Duration::from_mins(15);

/// Maximum difference between the provider's clock and the shop's.
const MAX_CLOCK_SKEW: Duration = Duration::from_mins(5);

/// Why the state of an attempt at the provider is unknown.
#[derive(Debug, thiserror::Error)]
pub enum AttemptError {
    /// The provider failed or refused.
    #[error(transparent)]
    Gateway(#[from] GatewayError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Shop {
    /// Returns the gateway to a provider. Returns [`GatewayError::OtherProvider`] if the shop no longer uses it: another
    /// provider does not know its payments, or knows others under the same ids.
    pub(crate) fn gateway_to(&self, provider: &ProviderName) -> Result<&dyn PaymentGateway, GatewayError> {
        if self.payments.provider() == *provider {
            Ok(&*self.payments)
        } else {
            Err(GatewayError::OtherProvider(provider.clone()))
        }
    }

    /// Returns the gateway to the provider of a transaction. A transaction without an attempt was reported by the
    /// current provider. The inner error is that of [`gateway_to`](Self::gateway_to).
    pub(crate) async fn gateway_for(
        &self,
        id: &TransactionId,
    ) -> StoreResult<Result<&dyn PaymentGateway, GatewayError>> {
        let transaction = id.clone();
        let provider = self
            .store
            .read(move |tx| {
                let Some(order) = tx.transaction_order(&transaction)? else { return Ok(None) };
                let mut attempts = tx.attempts(&order)?.into_iter();
                let paying = attempts.find(|attempt| attempt.transaction.as_ref() == Some(&transaction));
                Ok::<_, StoreError>(paying.map(|attempt| attempt.provider))
            })
            .await?;
        Ok(match provider {
            Some(provider) => self.gateway_to(&provider),
            None => Ok(&*self.payments),
        })
    }

    /// Returns the current state of an attempt at the provider. An attempt without a saved id is started under its key,
    /// perhaps for the second time. A repeated start returns the provider's first response, which may be outdated, so
    /// only its id is used. `None` if the attempt cannot lead to a payment and may be dropped.
    pub(crate) async fn query_provider(
        &self,
        attempt: &PaymentAttempt,
    ) -> Result<Option<ProviderPayment>, AttemptError> {
        let gateway = match self.gateway_to(&attempt.provider) {
            Ok(gateway) => gateway,
            Err(_) if self.gives_up(attempt).await? => {
                tracing::error!(order = %attempt.order.order, provider = %attempt.provider, "gave up a payment of this order: the shop no longer uses its provider");
                return Ok(None);
            }
            Err(error) => return Err(error.into()),
        };
        let id = match &attempt.transaction {
            Some(id) => id.clone(),
            None => match self.start_at_provider(attempt).await? {
                Some(payment) => payment.id,
                None => return Ok(None),
            },
        };
        match gateway.payment(id).await {
            Ok(payment) => {
                if attempt.unknown_since.is_some() {
                    self.note_unknown(attempt, None).await?;
                }
                Ok(Some(payment))
            }
            Err(GatewayError::Unknown) if self.gives_up(attempt).await? => {
                tracing::error!(order = %attempt.order.order, "gave up a payment of this order: its provider does not know it");
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Whether to give up a payment that the provider does not know: once it has been unknown for [`UNKNOWN_FOR`],
    /// because the shop has then probably switched to another account or provider.
    pub(crate) async fn gives_up(&self, attempt: &PaymentAttempt) -> StoreResult<bool> {
        let now = self.now();
        match attempt.unknown_since {
            Some(since) => Ok(since.plus(UNKNOWN_FOR) <= now),
            None => {
                self.note_unknown(attempt, Some(now)).await?;
                Ok(false)
            }
        }
    }

    async fn note_unknown(&self, attempt: &PaymentAttempt, since: Option<Timestamp>) -> StoreResult<()> {
        let noted = PaymentAttempt { unknown_since: since, ..attempt.clone() };
        // Does nothing if another caller has changed the status: that caller had newer information.
        self.store.write(move |tx| tx.update_attempt(&noted, noted.status).map(drop)).await
    }

    fn is_older(&self, attempt: &PaymentAttempt, age: Duration) -> bool {
        attempt.started_at.plus(age) <= self.now()
    }

    /// Starts an attempt at the provider, or finds the payment already started under the same key. `None` if nothing
    /// was started and nothing will be: the provider failed internally, and repeats that failure under this key
    /// forever. No browser has seen the secret of such a payment, so it cannot be paid, even if it turns up later.
    pub(crate) async fn start_at_provider(
        &self,
        attempt: &PaymentAttempt,
    ) -> Result<Option<ProviderPayment>, AttemptError> {
        match self.gateway_to(&attempt.provider)?.start(self.request(attempt)).await {
            Ok(payment) => Ok(Some(payment)),
            Err(GatewayError::PoisonedKey) => self.find_at_provider(attempt).await,
            // The same failure, from a provider that does not report it as such.
            Err(GatewayError::Unavailable(_)) if self.is_older(attempt, GIVE_UP_AFTER) => {
                self.find_at_provider(attempt).await
            }
            // The provider may have stored this refusal under the key. A refused start cannot bring money, so a retry
            // uses another key.
            Err(error @ GatewayError::Refused(_)) => {
                self.drop_attempt(attempt.clone()).await?;
                Err(error.into())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn request(&self, attempt: &PaymentAttempt) -> NewPayment {
        let key = attempt.idempotency_key();
        let order = attempt.order.order;
        NewPayment { key, amount: attempt.amount, order, shop: self.id }
    }

    /// Searches the provider's recent payments for the payment of an attempt whose id is unknown.
    async fn find_at_provider(&self, attempt: &PaymentAttempt) -> Result<Option<ProviderPayment>, AttemptError> {
        let order = attempt.order;
        let attempts = self.store.read(move |tx| tx.attempts(&order)).await?;
        let known = |id: &TransactionId| attempts.iter().any(|attempt| attempt.transaction.as_ref() == Some(id));
        let recent = self.payments.payments_since(attempt.started_at.minus(MAX_CLOCK_SKEW)).await?;
        Ok(recent.into_iter().find(|payment| payment.order == Some(order.order) && !known(&payment.id)))
    }

    /// Saves the provider's id of an attempt. `false`, without saving, if the attempt was canceled or the order can no
    /// longer be paid.
    pub(crate) async fn save_transaction(
        &self,
        attempt: &PaymentAttempt,
        payment: &ProviderPayment,
    ) -> Result<bool, StoreError> {
        let attempt = attempt.clone();
        let transaction = payment.id.clone();
        self.store.write(move |tx| save_transaction(tx, &attempt, &transaction)).await
    }

    /// Marks an attempt as canceled after its payment was canceled at the provider.
    pub(crate) async fn drop_attempt(&self, attempt: PaymentAttempt) -> Result<(), StoreError> {
        self.store
            .write(move |tx| {
                let cancelled = PaymentAttempt { status: AttemptStatus::Cancelled, ..attempt.clone() };
                // Does nothing if another caller has changed the status: that caller had newer information.
                tx.update_attempt(&cancelled, attempt.status).map(drop)
            })
            .await
    }
}

fn save_transaction(
    tx: &mut dyn Transaction,
    attempt: &PaymentAttempt,
    transaction: &TransactionId,
) -> Result<bool, StoreError> {
    let stored = tx.attempts(&attempt.order)?.into_iter().find(|stored| stored.number == attempt.number);
    let Some(stored) = stored.filter(PaymentAttempt::is_live) else {
        return Ok(false);
    };
    let payable = tx.order(&attempt.order)?.is_some_and(|order| order.check_payable().is_ok());
    if !payable {
        return Ok(false);
    }
    if stored.transaction.is_some() {
        return Ok(stored.transaction.as_ref() == Some(transaction));
    }
    let open = PaymentAttempt { transaction: Some(transaction.clone()), status: AttemptStatus::Open, ..stored };
    if !tx.update_attempt(&open, AttemptStatus::Starting)? {
        return Err(tx.conflict());
    }
    tx.claim_transaction(transaction, &attempt.order)?;
    Ok(true)
}
