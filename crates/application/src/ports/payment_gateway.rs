//! The payment provider.

use async_trait::async_trait;
use autoparts_domain::{
    id::{OrderId, RefundId, ShopId},
    money::Money,
    payments::{CardFingerprint, ProviderName, TransactionId, reversal::DisputeState},
    time::Timestamp,
};
use std::{error::Error, fmt};

/// What the customer's browser needs to confirm one payment, in the provider's own form: a secret for its library, or
/// the URL of its approval page. Never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct ConfirmationToken(String);

impl ConfirmationToken {
    /// Wraps the provider's text.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// Returns the text, for transmission.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ConfirmationToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ConfirmationToken(…)")
    }
}

/// A payment to start, always in the shop's one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPayment {
    /// Idempotency key: the provider starts one payment per key.
    pub key: String,
    /// The amount.
    pub amount: Money,
    /// The order; the provider stores it with the payment.
    pub order: OrderId,
    /// The requesting shop; the provider stores it with the payment, because several shops may share an account.
    pub shop: ShopId,
}

/// A refund to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRefund {
    /// The payment to refund.
    pub transaction: TransactionId,
    /// The amount.
    pub amount: Money,
    /// Idempotency key: the provider makes one refund per key.
    pub key: String,
    /// The shop's id of the refund, which the provider stores with it; `None` for refunds that the shop identifies only
    /// by their payment.
    pub refund: Option<RefundId>,
}

/// The status of a payment at the provider. An unknown status is [`Pending`]: never success, never failure.
///
/// [`Pending`]: ProviderStatus::Pending
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderStatus {
    /// The money may still arrive: no card was presented, or the last one was declined.
    Pending,
    /// The money may still arrive, and a card was presented: the bank asks the customer to confirm, or the money is in
    /// transit.
    Presented,
    /// The customer has approved the payment, and the provider waits for the shop to [capture] it.
    ///
    /// [capture]: PaymentGateway::capture
    Approved,
    /// The money arrived.
    Succeeded,
    /// No money can arrive anymore.
    Cancelled,
}

impl ProviderStatus {
    /// Returns whether the money may still arrive.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Pending | Self::Presented | Self::Approved)
    }
}

/// A payment as the provider sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderPayment {
    /// The provider's id.
    pub id: TransactionId,
    /// For the browser.
    pub confirmation: ConfirmationToken,
    /// The requested amount.
    pub amount: Money,
    /// The received amount.
    pub amount_received: Money,
    /// ISO code in lower case.
    pub currency: String,
    /// The status.
    pub status: ProviderStatus,
    /// The order it was made for; `None` if it is not one of the shop's.
    pub order: Option<OrderId>,
    /// The shop that made it; `None` if the provider has not stored one.
    pub shop: Option<ShopId>,
}

/// The result of canceling a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cancellation {
    /// No money can arrive anymore.
    Cancelled,
    /// Too late: the money has arrived.
    AlreadySucceeded,
}

/// The progress of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundProgress {
    /// The provider has carried it out.
    Done,
    /// The provider has accepted it; it may still fail.
    UnderWay,
    /// The provider had accepted it and could not carry it out: the shop has the money again, and retrying requires a
    /// new key.
    Failed,
}

/// One refund of a payment, made by the shop or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProviderRefund {
    /// The shop's refund that it carries out; `None` if the provider has not stored one.
    pub refund: Option<RefundId>,
    /// The amount.
    pub amount: Money,
    /// The progress.
    pub progress: RefundProgress,
}

/// A dispute about a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProviderDispute {
    /// The disputed amount of the payment.
    pub amount: Money,
    /// Its state. An unknown state counts as open.
    pub state: DisputeState,
}

/// A webhook message of the provider about a payment, with a verified signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderEvent {
    /// Unique; the same message may be delivered several times.
    pub id: String,
    /// The payment; `None` for messages about anything else.
    pub transaction: Option<TransactionId>,
    /// Whether it is about a refund or a dispute, so that these must be queried.
    pub is_reversal: bool,
}

/// Errors of the provider.
#[derive(Debug, thiserror::Error)]
pub enum GatewayError {
    /// It could not be reached, took too long, or was temporarily unable to answer. Whether the call took effect is
    /// unknown: retry with the same key.
    #[error("the payment provider is unavailable")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// It rejects the shop's key, or the key lacks a permission: the operator has to replace it. Nothing was done, and
    /// this does not indicate anything about payments. The text is for logs.
    #[error("the payment provider rejects the shop's secret key ({0}); see docs/operations.md")]
    KeyRejected(String),
    /// It understood the request and refused it. The text is for logs.
    #[error("the payment provider refused: {0}")]
    Refused(String),
    /// An internal error occurred when the key was first used, and the provider returns it permanently for this key.
    /// Whether that call took effect is unknown.
    #[error("the payment provider failed under this key, and will not try again under it")]
    PoisonedKey,
    /// The payment does not exist.
    #[error("the payment provider does not know this payment")]
    Unknown,
    /// The payment was made at this provider, which the shop no longer uses. Nothing was requested.
    #[error("the payment was made at {0}, which this server is not configured for")]
    OtherProvider(ProviderName),
}

/// Why a message was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// Not signed by the provider, or signed too long ago.
    #[error("the signature is not valid: {0}")]
    BadSignature(&'static str),
    /// Signed, but not a valid message.
    #[error("the message cannot be read")]
    Malformed,
    /// The provider has to verify or complete the message and did not: it must send the message again.
    #[error("the message could not be verified")]
    Unverified(#[source] GatewayError),
}

/// A payment provider. Contract suite: `autoparts_testing::gateway_contract`.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait PaymentGateway: Send + Sync {
    /// Returns the provider's name, which is stored with each payment that is started here.
    fn provider(&self) -> ProviderName;

    /// Starts a payment. A reused key starts nothing and returns the first response again, whatever has happened to the
    /// payment since: only its id is reliable.
    async fn start(&self, payment: NewPayment) -> Result<ProviderPayment, GatewayError>;

    /// Returns the current state of a payment.
    async fn payment(&self, id: TransactionId) -> Result<ProviderPayment, GatewayError>;

    /// Collects the money of a payment in state [`Approved`](ProviderStatus::Approved), and returns the state afterwards:
    /// a declined payment is open again. In any other state it only returns the state, so this does nothing at a provider
    /// that collects the money as soon as the customer confirms. Idempotent.
    async fn capture(&self, id: TransactionId) -> Result<ProviderPayment, GatewayError>;

    /// Returns the fingerprint of the card or account that paid; `None` if the provider does not return it, or nothing was paid.
    async fn card(&self, id: TransactionId) -> Result<Option<CardFingerprint>, GatewayError>;

    /// Cancels a payment, unless it has succeeded: afterwards neither the customer nor a [capture](Self::capture) can
    /// complete it. Idempotent.
    async fn cancel(&self, id: TransactionId) -> Result<Cancellation, GatewayError>;

    /// Refunds an amount of a payment, once per key and never more than was received. Not an error if nothing is left
    /// to refund. Use [`refunds`](Self::refunds) for the progress: the response may be the original one for this key.
    async fn refund(&self, refund: NewRefund) -> Result<(), GatewayError>;

    /// Returns all refunds of a payment, newest first, made by the shop or in the provider's dashboard. A completed
    /// refund may turn into a failed one days later, when the customer's bank returns the money.
    async fn refunds(&self, id: TransactionId) -> Result<Vec<ProviderRefund>, GatewayError>;

    /// Returns all disputes about a payment, newest first.
    async fn disputes(&self, id: TransactionId) -> Result<Vec<ProviderDispute>, GatewayError>;

    /// Returns the payments with a refund made or a dispute opened since a time, without duplicates, in any order, to
    /// detect those without a webhook message. May truncate a list that is too long.
    async fn reversed_since(&self, since: Timestamp) -> Result<Vec<TransactionId>, GatewayError>;

    /// Returns payments made since a time, newest first, to detect payments missing from the shop: all that brought
    /// money, and the others if the provider lists them. May truncate a list that is too long, and may lack payments of
    /// the last hours.
    async fn payments_since(&self, since: Timestamp) -> Result<Vec<ProviderPayment>, GatewayError>;

    /// Parses a webhook message: verifies the signature over the raw bytes, then interprets it. `signature` is the
    /// provider's signature header, or its headers as lines `name: value` if it uses several.
    async fn read_event(&self, body: &[u8], signature: &str, now: Timestamp) -> Result<ProviderEvent, EventError>;

    /// Returns how often the provider has rejected the shop's key since the server started
    /// ([`GatewayError::KeyRejected`]). 0 for a gateway without a key.
    fn key_rejections(&self) -> u64 {
        0
    }
}
