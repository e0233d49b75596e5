//! The provider's objects as they travel: Stripe's names and shapes, as far as the shop needs
//! them. What they mean to the shop is said in the protocol module alone.
//!
//! Reading is lenient: fields we do not know are skipped, fields we can do without may be
//! missing.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeMap, fmt};

/// States of a payment. Providers add new ones, so on the wire a state is text.
pub mod status {
    /// Waits for a card, also after one was declined.
    pub const REQUIRES_PAYMENT_METHOD: &str = "requires_payment_method";
    /// Waits for the customer to prove who they are.
    pub const REQUIRES_ACTION: &str = "requires_action";
    /// The money is on its way.
    pub const PROCESSING: &str = "processing";
    /// The money arrived.
    pub const SUCCEEDED: &str = "succeeded";
    /// Called off; no money can arrive.
    pub const CANCELED: &str = "canceled";
}

/// One payment: `payment_intent`.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct PaymentIntent {
    /// `pi_…`
    pub id: String,
    /// `payment_intent`
    pub object: String,
    /// Cents asked for.
    pub amount: i64,
    /// Cents that arrived; not everything that speaks this protocol says it.
    #[serde(default)]
    pub amount_received: Option<i64>,
    /// When it was called off, in seconds.
    #[serde(default)]
    pub canceled_at: Option<i64>,
    /// Why it was called off.
    #[serde(default)]
    pub cancellation_reason: Option<String>,
    /// What lets a browser confirm it.
    #[serde(default)]
    pub client_secret: Option<String>,
    /// When it was made, in seconds.
    pub created: i64,
    /// ISO code in lower case.
    pub currency: String,
    /// Free text.
    #[serde(default)]
    pub description: Option<String>,
    /// Why the last card was not charged.
    #[serde(default)]
    pub last_payment_error: Option<Box<Error>>,
    /// The last attempt to charge a card.
    #[serde(default)]
    pub latest_charge: Option<Named<Charge>>,
    /// Whether real money moves.
    #[serde(default)]
    pub livemode: bool,
    /// What the shop noted.
    #[serde(default)]
    pub metadata: BTreeMap<String, String>,
    /// What the customer has to do next.
    #[serde(default)]
    pub next_action: Option<Value>,
    /// The card in use.
    #[serde(default)]
    pub payment_method: Option<String>,
    /// Kinds of cards that are taken.
    #[serde(default)]
    pub payment_method_types: Vec<String>,
    /// Where the receipt goes.
    #[serde(default)]
    pub receipt_email: Option<String>,
    /// One of [`status`], or a word that came later.
    pub status: String,
}

/// Without the client secret and the address, which have no place in logs.
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

/// A thing that is named by its id, or shown whole to those who asked for that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Named<T> {
    /// Its id.
    Id(String),
    /// All of it.
    Whole(T),
}

/// One attempt to charge a card: `charge`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    /// `ch_…`
    pub id: String,
    /// Cents asked for.
    pub amount: i64,
    /// Cents taken.
    #[serde(default)]
    pub amount_captured: Option<i64>,
    /// Whether money was taken, and not only set aside.
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

/// A card as the charge names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardDetails {
    /// The same for one card, for every customer.
    #[serde(default)]
    pub fingerprint: Option<String>,
}

/// Money given back: `refund`.
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
    /// When it was made, in seconds.
    pub created: i64,
    /// ISO code in lower case.
    pub currency: String,
    /// What the shop noted.
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
    /// When it was opened, in seconds.
    pub created: i64,
    /// ISO code in lower case.
    #[serde(default)]
    pub currency: String,
    /// The payment it belongs to.
    #[serde(default)]
    pub payment_intent: Option<String>,
    /// Why, in the bank's word.
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

/// A message to the shop: `event`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// `evt_…`
    pub id: String,
    /// `event`
    pub object: String,
    /// When it was made, in seconds.
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
    /// The object as it was at that moment.
    pub object: Value,
}

/// The answer to a call that failed.
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
    /// A word for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Why the bank declined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decline_code: Option<String>,
    /// A sentence for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The parameter at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub param: Option<String>,
    /// The charge that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charge: Option<String>,
    /// The payment, as it is now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment_intent: Option<Box<PaymentIntent>>,
    /// The card that was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment_method: Option<Value>,
}
