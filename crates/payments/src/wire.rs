//! The provider's objects as sent: Stripe's names and formats, as far as the shop needs them. Only the protocol module
//! interprets them.
//!
//! Parsing is lenient: unknown fields are ignored, and fields that are not essential may be missing.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeMap, fmt};

/// States of a payment. Providers add new ones, so a state is transferred as text.
pub mod status {
    /// Waiting for a card, also after one was declined.
    pub const REQUIRES_PAYMENT_METHOD: &str = "requires_payment_method";
    /// Waiting for a challenge to the customer.
    pub const REQUIRES_ACTION: &str = "requires_action";
    /// The money is on its way.
    pub const PROCESSING: &str = "processing";
    /// The money arrived.
    pub const SUCCEEDED: &str = "succeeded";
    /// Canceled; no money can arrive.
    pub const CANCELED: &str = "canceled";
}

/// One payment: `payment_intent`.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct PaymentIntent {
    /// `pi_…`
    pub id: String,
    /// `payment_intent`
    pub object: String,
    /// Cents requested.
    pub amount: i64,
    /// Cents received; not every implementation of this protocol reports it.
    #[serde(default)]
    pub amount_received: Option<i64>,
    /// When it was canceled, as Unix time in seconds.
    #[serde(default)]
    pub canceled_at: Option<i64>,
    /// Why it was canceled.
    #[serde(default)]
    pub cancellation_reason: Option<String>,
    /// Secret with which a browser can confirm it.
    #[serde(default)]
    pub client_secret: Option<String>,
    /// Creation time, as Unix time in seconds.
    pub created: i64,
    /// ISO code in lower case.
    pub currency: String,
    /// Free text.
    #[serde(default)]
    pub description: Option<String>,
    /// Why the last card could not be charged.
    #[serde(default)]
    pub last_payment_error: Option<Box<Error>>,
    /// The last attempt to charge a card.
    #[serde(default)]
    pub latest_charge: Option<Named<Charge>>,
    /// Whether real money moves.
    #[serde(default)]
    pub livemode: bool,
    /// The shop's metadata.
    #[serde(default)]
    pub metadata: BTreeMap<String, String>,
    /// What the customer has to do next.
    #[serde(default)]
    pub next_action: Option<Value>,
    /// The card in use.
    #[serde(default)]
    pub payment_method: Option<String>,
    /// Accepted payment methods.
    #[serde(default)]
    pub payment_method_types: Vec<String>,
    /// Email address for the receipt.
    #[serde(default)]
    pub receipt_email: Option<String>,
    /// One of [`status`], or a newer value.
    pub status: String,
}

/// Omits the client secret and the email address, which must not be logged.
impl fmt::Debug for PaymentIntent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PaymentIntent")
            .field("id", &self.id)
            .field("amount", &self.amount)
            .field("amount_received", &self.amount_received)
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}

/// An object given by its id, or expanded on request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Named<T> {
    /// Its id.
    Id(String),
    /// The complete object.
    Whole(T),
}

/// One attempt to charge a card: `charge`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    /// `ch_…`
    pub id: String,
    /// Cents requested.
    pub amount: i64,
    /// Cents captured.
    #[serde(default)]
    pub amount_captured: Option<i64>,
    /// Whether money was captured, not only authorized.
    #[serde(default)]
    pub captured: bool,
    /// The payment method that was charged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment_method_details: Option<MethodDetails>,
    /// `succeeded`, `pending` or `failed`
    pub status: String,
}

/// The payment method of a charge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodDetails {
    /// The card; `None` for other methods.
    #[serde(default)]
    pub card: Option<CardDetails>,
}

/// The card of a charge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardDetails {
    /// Fingerprint of the card, the same for every customer.
    #[serde(default)]
    pub fingerprint: Option<String>,
}

/// A refund: `refund`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refund {
    /// `re_…`
    pub id: String,
    /// `refund`
    pub object: String,
    /// Cents.
    pub amount: i64,
    /// The charge it belongs to.
    #[serde(default)]
    pub charge: Option<String>,
    /// Creation time, as Unix time in seconds.
    pub created: i64,
    /// ISO code in lower case.
    pub currency: String,
    /// The shop's metadata.
    #[serde(default)]
    pub metadata: BTreeMap<String, String>,
    /// The payment it belongs to.
    #[serde(default)]
    pub payment_intent: Option<String>,
    /// Why.
    #[serde(default)]
    pub reason: Option<String>,
    /// `succeeded`, `pending`, `failed`, …
    #[serde(default)]
    pub status: Option<String>,
}

/// A charge that the customer's bank disputes: `dispute`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispute {
    /// `du_…` or `dp_…`
    pub id: String,
    /// `dispute`
    pub object: String,
    /// Cents.
    pub amount: i64,
    /// The charge it belongs to.
    #[serde(default)]
    pub charge: Option<String>,
    /// Opening time, as Unix time in seconds.
    pub created: i64,
    /// ISO code in lower case.
    #[serde(default)]
    pub currency: String,
    /// The payment it belongs to.
    #[serde(default)]
    pub payment_intent: Option<String>,
    /// The bank's reason code.
    #[serde(default)]
    pub reason: String,
    /// `needs_response`, `under_review`, `won`, `lost`, `warning_…`, …
    pub status: String,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct List<T> {
    /// `list`
    pub object: String,
    /// The items.
    pub data: Vec<T>,
    /// Whether there are more.
    pub has_more: bool,
    /// The path the list came from.
    #[serde(default)]
    pub url: String,
}

/// A webhook event: `event`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// `evt_…`
    pub id: String,
    /// `event`
    pub object: String,
    /// Creation time, as Unix time in seconds.
    pub created: i64,
    /// What it is about.
    pub data: EventData,
    /// Whether real money moves.
    #[serde(default)]
    pub livemode: bool,
    /// `payment_intent.succeeded`, …
    #[serde(rename = "type")]
    pub kind: String,
}

/// What an event is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EventData {
    /// The object at that time.
    pub object: Value,
}

/// The response to a failed call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ErrorBody {
    /// What went wrong.
    pub error: Box<Error>,
}

/// What went wrong.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Error {
    /// `card_error`, `invalid_request_error`, `idempotency_error` or `api_error`.
    #[serde(default, rename = "type")]
    pub kind: String,
    /// Machine-readable code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Why the bank declined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decline_code: Option<String>,
    /// Message for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The parameter at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub param: Option<String>,
    /// The charge that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charge: Option<String>,
    /// The current payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment_intent: Option<Box<PaymentIntent>>,
    /// The card that was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment_method: Option<Value>,
}
