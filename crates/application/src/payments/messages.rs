//! Webhook messages from the payment provider.

use crate::{
    payments::{refunds::RefundError, settlement::SettlementError},
    ports::payment_gateway::EventError,
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};

/// Why a message of the provider was not processed; the provider sends it again.
#[derive(Debug, thiserror::Error)]
pub enum ProviderMessageError {
    /// The message is not the provider's, or is malformed.
    #[error(transparent)]
    Event(#[from] EventError),
    /// Its payment could not be settled.
    #[error(transparent)]
    Settlement(#[from] SettlementError),
    /// The refunds of its payment could not be updated.
    #[error(transparent)]
    Refund(#[from] RefundError),
}

impl Refusal for ProviderMessageError {}

/// The result of a use case that can fail with [`ProviderMessageError`].
pub type ProviderMessageResult<T> = Result<T, UseCaseError<ProviderMessageError>>;

impl Shop {
    /// Processes a provider's message about a payment. Messages arrive late, twice and out of order, so the payment's
    /// state is not taken from the message but requested from the provider.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn take_provider_message(&self, body: &[u8], signature: &str) -> ProviderMessageResult<()> {
        let event = self.payments.read_event(body, signature, self.now()).await?;
        let Some(transaction) = event.transaction else {
            return Ok(());
        };
        match self.settle_by_id(transaction.clone(), Some(event.id)).await {
            Ok(_) => self.follow_up_money_of(&transaction, event.is_reversal).await.map_err(UseCaseError::embed),
            // Sending it again would not help; it needs an admin.
            Err(error @ UseCaseError::Refused(SettlementError::Mismatch)) => {
                tracing::error!(%error, "a payment does not match its order");
                Ok(())
            }
            Err(error) => Err(error.embed()),
        }
    }
}
