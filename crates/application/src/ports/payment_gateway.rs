//! The payment provider.

use async_trait::async_trait;
use autoparts_domain::{
    id::{OrderId, RefundId, ShopId},
    money::Money,
    payments::{CardFingerprint, TransactionId, reversal::DisputeState},
    time::Timestamp,
};
use std::{error::Error, fmt};

/// What lets a browser, and nobody else, confirm one payment. Never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct ClientSecret(String);

impl ClientSecret {
    /// Wraps the provider's text.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The text, for the wire.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ClientSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClientSecret(…)")
    }
}

/// A payment to be made, always in the shop's one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPayment {
    /// The provider does this once for each key, however often it is asked.
    pub key: String,
    /// How much.
    pub amount: Money,
    /// What for; kept by the provider beside the payment.
    pub order: OrderId,
    /// The shop that asks; kept by the provider beside the payment, because others may use the same
    /// account.
    pub shop: ShopId,
}

/// Money to give back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRefund {
    /// The payment that it is taken from.
    pub transaction: TransactionId,
    /// How much.
    pub amount: Money,
    /// The provider does this once for each key, however often it is asked.
    pub key: String,
    /// The shop's id of it, kept by the provider beside it; `None` for what the shop knows by its payment alone.
    pub refund: Option<RefundId>,
}

/// How far a payment is at the provider. A status that we do not know is [`Pending`]: never
/// success, never failure.
///
/// [`Pending`]: ProviderStatus::Pending
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderStatus {
    /// The money may still arrive: no card was presented, or the last one was declined.
    Pending,
    /// The same, and a card was presented: the bank asks the customer to confirm, or the money is on its way.
    Presented,
    /// The money arrived.
    Succeeded,
    /// No money can arrive any more.
    Cancelled,
}

impl ProviderStatus {
    /// Whether the money may still arrive.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Pending | Self::Presented)
    }
}

/// A payment as the provider sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderPayment {
    /// The provider's id.
    pub id: TransactionId,
    /// For the browser.
    pub client_secret: ClientSecret,
    /// How much was asked for.
    pub amount: Money,
    /// How much arrived.
    pub amount_received: Money,
    /// ISO code in lower case.
    pub currency: String,
    /// How far it is.
    pub status: ProviderStatus,
    /// The order it was made for; `None` when it is not one of the shop's.
    pub order: Option<OrderId>,
    /// The shop that made it; `None` when the provider was not told.
    pub shop: Option<ShopId>,
}

/// What came of calling a payment off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cancellation {
    /// No money can arrive any more.
    Cancelled,
    /// Too late: the money has arrived.
    AlreadySucceeded,
}

/// How far giving money back has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundProgress {
    /// The provider has carried it out.
    Done,
    /// The provider has accepted it; it may still fail.
    UnderWay,
    /// The provider had accepted it and could not carry it out: the money is with the shop again,
    /// and only another key can bring it on its way.
    Failed,
}

/// One refund of a payment, made by the shop or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProviderRefund {
    /// The refund of the shop's that it carries out; `None` when the provider was told of none.
    pub refund: Option<RefundId>,
    /// How much.
    pub amount: Money,
    /// How far it has come.
    pub progress: RefundProgress,
}

/// One dispute about a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProviderDispute {
    /// How much of the payment is disputed.
    pub amount: Money,
    /// How it stands. One that we cannot read is open.
    pub state: DisputeState,
}

/// A message of the provider about a payment, its signature checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderEvent {
    /// Unique; the same message may come several times.
    pub id: String,
    /// The payment it is about; `None` for messages about anything else.
    pub transaction: Option<TransactionId>,
    /// Whether it tells of a refund or a dispute: what went back is to be asked for.
    pub is_reversal: bool,
}

/// Why the provider did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum GatewayError {
    /// It could not be reached, took too long, or said that it cannot now. Whether the call
    /// had its effect is unknown: ask again with the same key.
    #[error("the payment provider is unavailable")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// It rejects the shop's key, or the key lacks a permission: the operator has to replace it. Nothing was done, and
    /// this says nothing about payments. The text is for logs.
    #[error("the payment provider rejects the shop's secret key ({0}); see docs/operations.md, \"Cards with Stripe\"")]
    KeyRejected(String),
    /// It understood and refused. The text is for logs.
    #[error("the payment provider refused: {0}")]
    Refused(String),
    /// Something broke inside it when the key was used first, and it answers so under this key for
    /// ever. Whether that call had its effect is unknown.
    #[error("the payment provider failed under this key, and will not try again under it")]
    PoisonedKey,
    /// There is no such payment.
    #[error("the payment provider does not know this payment")]
    Unknown,
}

/// Why a message was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// Not signed by the provider, or too long ago.
    #[error("the signature is not valid: {0}")]
    BadSignature(&'static str),
    /// Signed, but not a message we understand.
    #[error("the message cannot be read")]
    Malformed,
}

/// A payment provider. Contract suite: `testing::gateway_contract`.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait PaymentGateway: Send + Sync {
    /// Starts a payment. Under a key that was used before nothing is started, and the answer is
    /// the first one again, whatever has happened to the payment since: it tells the id and no
    /// more.
    async fn start(&self, payment: NewPayment) -> Result<ProviderPayment, GatewayError>;

    /// How a payment stands.
    async fn payment(&self, id: TransactionId) -> Result<ProviderPayment, GatewayError>;

    /// The fingerprint of the card that paid; `None` if the provider does not return it, or nothing was paid.
    async fn card(&self, id: TransactionId) -> Result<Option<CardFingerprint>, GatewayError>;

    /// Calls a payment off, unless it has succeeded. Calling it off again is no error.
    async fn cancel(&self, id: TransactionId) -> Result<Cancellation, GatewayError>;

    /// Gives back an amount of a payment, once for each key and never more than has come. No error
    /// when nothing is left to give back. How far it comes is asked with [`refunds`](Self::refunds):
    /// the answer may be the first one under this key, of long ago.
    async fn refund(&self, refund: NewRefund) -> Result<(), GatewayError>;

    /// All refunds of a payment, newest first, made by the shop or in the
    /// provider's dashboard. One that was carried out may turn out as failed days later, when the
    /// customer's bank sends the money back.
    async fn refunds(&self, id: TransactionId) -> Result<Vec<ProviderRefund>, GatewayError>;

    /// All disputes about a payment, newest first.
    async fn disputes(&self, id: TransactionId) -> Result<Vec<ProviderDispute>, GatewayError>;

    /// The payments of which a refund was made or a dispute was opened since a moment, each once, in
    /// any order: for finding what no message told. A list too long to be read may end early.
    async fn reversed_since(&self, since: Timestamp) -> Result<Vec<TransactionId>, GatewayError>;

    /// Payments made since a moment, newest first, whatever became of them: for finding those we
    /// lost track of. A list too long to be read may end early.
    async fn payments_since(&self, since: Timestamp) -> Result<Vec<ProviderPayment>, GatewayError>;

    /// Reads a message of the provider: checks the signature over the raw bytes, then the
    /// meaning.
    fn read_event(&self, body: &[u8], signature: &str, now: Timestamp) -> Result<ProviderEvent, EventError>;

    /// How often the provider has rejected the shop's key since the server started
    /// ([`GatewayError::KeyRejected`]). 0 for a gateway without a key.
    fn key_rejections(&self) -> u64 {
        0
    }
}
