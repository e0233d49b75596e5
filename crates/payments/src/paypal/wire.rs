//! PayPal's objects on the wire, with the fields that are read.

#![expect(clippy::struct_field_names, reason = "the names are PayPal's")]

use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Deserialize)]
pub(super) struct Token {
    pub(super) access_token: String,
    /// Seconds.
    pub(super) expires_in: u64,
}

#[derive(Debug, Deserialize)]
pub(super) struct Amount {
    /// ISO code in upper case.
    pub(super) currency_code: String,
    /// A decimal number: `12.50`.
    pub(super) value: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Order {
    pub(super) id: String,
    pub(super) status: String,
    #[serde(default)]
    pub(super) intent: String,
    #[serde(default)]
    pub(super) purchase_units: Vec<PurchaseUnit>,
    #[serde(default)]
    pub(super) payer: Option<Payer>,
    #[serde(default)]
    pub(super) links: Vec<Link>,
}

#[derive(Debug, Deserialize)]
pub(super) struct PurchaseUnit {
    pub(super) amount: Amount,
    #[serde(default)]
    pub(super) custom_id: Option<String>,
    #[serde(default)]
    pub(super) payments: Payments,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Payments {
    #[serde(default)]
    pub(super) captures: Vec<Capture>,
    #[serde(default)]
    pub(super) refunds: Vec<Refund>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Payer {
    #[serde(default)]
    pub(super) payer_id: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Link {
    pub(super) href: String,
    pub(super) rel: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Capture {
    pub(super) id: String,
    pub(super) status: String,
    pub(super) amount: Amount,
    #[serde(default)]
    pub(super) supplementary_data: SupplementaryData,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct SupplementaryData {
    #[serde(default)]
    pub(super) related_ids: RelatedIds,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct RelatedIds {
    #[serde(default)]
    pub(super) order_id: Option<String>,
    #[serde(default)]
    pub(super) capture_id: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Refund {
    pub(super) status: String,
    pub(super) amount: Amount,
    #[serde(default)]
    pub(super) custom_id: Option<String>,
    /// RFC 3339.
    #[serde(default)]
    pub(super) create_time: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct TransactionPage {
    #[serde(default)]
    pub(super) transaction_details: Vec<TransactionDetail>,
    #[serde(default)]
    pub(super) total_pages: u32,
}

#[derive(Debug, Deserialize)]
pub(super) struct TransactionDetail {
    pub(super) transaction_info: Transaction,
}

#[derive(Debug, Deserialize)]
pub(super) struct Transaction {
    /// The id of the capture, for a payment.
    pub(super) transaction_id: String,
    /// The id of the capture, for a refund.
    #[serde(default)]
    pub(super) paypal_reference_id: Option<String>,
    /// `T00…` for payments, `T11…` for refunds and reversals, `T12…` for chargebacks.
    pub(super) transaction_event_code: String,
    pub(super) transaction_initiation_date: String,
    pub(super) transaction_amount: Amount,
    /// `S`, `P`, `V` or `D`: successful, pending, reversed, denied.
    #[serde(default)]
    pub(super) transaction_status: String,
    #[serde(default)]
    pub(super) custom_field: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct DisputePage {
    #[serde(default)]
    pub(super) items: Vec<DisputeItem>,
    #[serde(default)]
    pub(super) links: Vec<Link>,
}

#[derive(Debug, Deserialize)]
pub(super) struct DisputeItem {
    pub(super) dispute_id: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Dispute {
    pub(super) status: String,
    pub(super) dispute_amount: Amount,
    #[serde(default)]
    pub(super) dispute_life_cycle_stage: String,
    #[serde(default)]
    pub(super) dispute_outcome: Option<DisputeOutcome>,
    #[serde(default)]
    pub(super) disputed_transactions: Vec<DisputedTransaction>,
    #[serde(default)]
    pub(super) create_time: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct DisputeOutcome {
    #[serde(default)]
    pub(super) outcome_code: String,
    #[serde(default)]
    pub(super) amount_refunded: Option<Amount>,
}

#[derive(Debug, Deserialize)]
pub(super) struct DisputedTransaction {
    /// The id of the capture.
    #[serde(default)]
    pub(super) seller_transaction_id: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Verification {
    pub(super) verification_status: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Event {
    pub(super) id: String,
    pub(super) event_type: String,
    #[serde(default)]
    pub(super) resource: Value,
}

/// The objects that a message may be about, merged.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Resource {
    #[serde(default)]
    pub(super) id: Option<String>,
    #[serde(default)]
    pub(super) supplementary_data: SupplementaryData,
    #[serde(default)]
    pub(super) disputed_transactions: Vec<DisputedTransaction>,
    #[serde(default)]
    pub(super) links: Vec<Link>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct ErrorBody {
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) details: Vec<ErrorDetail>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct ErrorDetail {
    #[serde(default)]
    pub(super) issue: String,
}
