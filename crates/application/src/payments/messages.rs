//! What the provider tells by itself.

use crate::{
    payments::{refunds::RefundError, settlement::SettlementError},
    ports::payment_gateway::EventError,
    shop::Shop,
};

/// Why a message of the provider was not taken in; it sends it again.
#[derive(Debug, thiserror::Error)]
pub enum ProviderMessageError {
    /// It is not the provider's, or cannot be read.
    #[error(transparent)]
    Event(#[from] EventError),
    /// The payment that it is about could not be settled.
    #[error(transparent)]
    Settlement(#[from] SettlementError),
    /// What went back of that payment could not be followed up.
    #[error(transparent)]
    Refund(#[from] RefundError),
}

impl Shop {
    /// The provider sends a message about some payment. Messages come late, twice and out of
    /// order; what they say about the payment is not believed but asked for.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn take_provider_message(&self, body: &[u8], signature: &str) -> Result<(), ProviderMessageError> {
        let event = self.payments.read_event(body, signature, self.now())?;
        let Some(transaction) = event.transaction else {
            return Ok(());
        };
        match self.settle_by_id(transaction.clone(), Some(event.id)).await {
            Ok(_) => Ok(self.follow_up_money_of(&transaction, event.is_reversal).await?),
            // Sending it again would not help; somebody has to look at it.
            Err(error @ SettlementError::Mismatch) => {
                tracing::error!(%error, "a payment does not match its order");
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }
}
