//! Attempts to collect money, between our record of them and the provider's: how they stand there,
//! and what of that is kept here.

use crate::{
    ports::{
        payment_gateway::{GatewayError, NewPayment, ProviderPayment},
        store::Transaction,
        store_error::{StoreError, StoreResult},
    },
    shop::Shop,
};
use autoparts_domain::{
    payments::{AttemptStatus, PaymentAttempt, TransactionId},
    time::Timestamp,
};
use std::time::Duration;

/// After this time a provider that answers other questions will not tell any more what became of a
/// start.
const GIVE_UP_AFTER: Duration = Duration::from_mins(10);

/// A payment that the provider has not known for so long is one of another account. Not at once,
/// because the wrong keys may be in use for a moment; not long, because its pieces are kept from
/// others. Should the provider know it again, and its money come, the list of payments brings it back,
/// and the order takes the money or gives it back.
const UNKNOWN_FOR: Duration = Duration::from_mins(15);

/// By how much the provider's clock may differ from ours.
const CLOCKS_DIFFER: Duration = Duration::from_mins(5);

/// Why nobody knows how an attempt stands at the provider.
#[derive(Debug, thiserror::Error)]
pub enum AttemptError {
    /// The provider did not do what was asked.
    #[error(transparent)]
    Gateway(#[from] GatewayError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Shop {
    /// How an attempt stands at the provider. One whose id was never saved is started under its
    /// key: perhaps for the first time, perhaps again. Providers answer a repeated call as they
    /// answered the first, whatever has happened since, so that answer tells the id and no more.
    /// `None` when the attempt can lead to nothing and may be forgotten.
    pub(crate) async fn ask_provider(&self, attempt: &PaymentAttempt) -> Result<Option<ProviderPayment>, AttemptError> {
        let id = match &attempt.transaction {
            Some(id) => id.clone(),
            None => match self.ask_to_start(attempt).await? {
                Some(payment) => payment.id,
                None => return Ok(None),
            },
        };
        match self.payments.payment(id).await {
            Ok(payment) => {
                if attempt.unknown_since.is_some() {
                    self.note_unknown(attempt, None).await?;
                }
                Ok(Some(payment))
            }
            Err(GatewayError::Unknown) if self.gives_up(attempt).await? => {
                tracing::error!(order = %attempt.order.order, "the provider does not know a payment of this order; it is given up");
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Whether a payment that the provider does not know is given up: when it has not known it for a
    /// while, since the first time it said so. Then the shop has another account by now, or another
    /// provider.
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
        // Not the expected status: somebody else got there first, and knew more.
        self.store.write(move |tx| tx.update_attempt(&noted, noted.status).map(drop)).await
    }

    fn is_older(&self, attempt: &PaymentAttempt, age: Duration) -> bool {
        attempt.started_at.plus(age) <= self.now()
    }

    /// Asks the provider to start an attempt, or to name the payment that it started before under
    /// the same key. `None` when nothing was started and nothing will be: something broke inside
    /// the provider, and it repeats that under this key for ever. No browser has seen the secret of
    /// such a payment, so nobody can pay it, should it come to light later.
    pub(crate) async fn ask_to_start(&self, attempt: &PaymentAttempt) -> Result<Option<ProviderPayment>, AttemptError> {
        match self.payments.start(self.request(attempt)).await {
            Ok(payment) => Ok(Some(payment)),
            Err(GatewayError::PoisonedKey) => self.find_at_provider(attempt).await,
            // The same, from a provider that does not say so.
            Err(GatewayError::Unavailable(_)) if self.is_older(attempt, GIVE_UP_AFTER) => {
                self.find_at_provider(attempt).await
            }
            // It may have saved that answer under the key. What it would not even start cannot bring
            // money, so whoever tries again does so under another one.
            Err(error @ GatewayError::Refused(_)) => {
                self.drop_attempt(attempt.clone()).await?;
                Err(error.into())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn request(&self, attempt: &PaymentAttempt) -> NewPayment {
        let (key, order) = (attempt.idempotency_key(), attempt.order.order);
        NewPayment { key, amount: attempt.amount, order, shop: self.id }
    }

    /// Looks through what the provider has started lately for the payment of an attempt whose id
    /// nobody told us.
    async fn find_at_provider(&self, attempt: &PaymentAttempt) -> Result<Option<ProviderPayment>, AttemptError> {
        let order = attempt.order;
        let attempts = self.store.read(move |tx| tx.attempts(&order)).await?;
        let known = |id: &TransactionId| attempts.iter().any(|attempt| attempt.transaction.as_ref() == Some(id));
        let lately = self.payments.payments_since(attempt.started_at.minus(CLOCKS_DIFFER)).await?;
        Ok(lately.into_iter().find(|payment| payment.order == Some(order.order) && !known(&payment.id)))
    }

    /// Saves the provider's id of an attempt. `false` when the attempt was called off or the
    /// order no longer wants paying: then the id is not saved.
    pub(crate) async fn keep_transaction(
        &self,
        attempt: &PaymentAttempt,
        payment: &ProviderPayment,
    ) -> Result<bool, StoreError> {
        let (attempt, transaction) = (attempt.clone(), payment.id.clone());
        self.store.write(move |tx| keep_transaction(tx, &attempt, &transaction)).await
    }

    /// Marks an attempt that the provider has called off.
    pub(crate) async fn drop_attempt(&self, attempt: PaymentAttempt) -> Result<(), StoreError> {
        self.store
            .write(move |tx| {
                let cancelled = PaymentAttempt { status: AttemptStatus::Cancelled, ..attempt.clone() };
                // Not the expected status: somebody else got there first, and knew more.
                tx.update_attempt(&cancelled, attempt.status).map(drop)
            })
            .await
    }
}

fn keep_transaction(
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
