//! Converts between the provider's objects and the shop's. Pure functions without I/O: the only place where
//! [`wire`](crate::wire) meets the port.

use crate::{
    secret::Secret,
    stripe_signature,
    wire::{self, Named, status},
};
use application::{
    ConfirmationToken, EventError, GatewayError, NewPayment, NewRefund, ProviderDispute, ProviderEvent,
    ProviderPayment, ProviderRefund, ProviderStatus, RefundProgress,
};
use autoparts_application::{ports::payment_gateway as application, shop::CURRENCY};
use autoparts_domain::{
    money::Money,
    payments::{CardFingerprint, TransactionId, reversal::DisputeState},
    time::Timestamp,
};
use form_urlencoded::Serializer;
use http_types::{Method, Request, Response, StatusCode, header};
use serde::de::DeserializeOwned;

/// Metadata key of the order at the provider.
const ORDER: &str = "order";

/// Metadata key of the shop.
const SHOP: &str = "shop";

/// Metadata key of the shop's refund id.
const REFUND: &str = "refund";

/// The provider's maximum page size.
const PAGE: usize = 100;

pub(crate) fn start(payment: &NewPayment) -> Request<Vec<u8>> {
    let amount = payment.amount.cents().to_string();
    let order = payment.order.to_string();
    let shop = payment.shop.to_string();
    let form = [
        ("amount", amount.as_str()),
        ("currency", CURRENCY),
        ("metadata[order]", &order),
        ("metadata[shop]", &shop),
        ("payment_method_types[]", "card"),
    ];
    post("/v1/payment_intents", &form, Some(&payment.key))
}

pub(crate) fn retrieve(id: &TransactionId) -> Request<Vec<u8>> {
    call(Method::GET, &format!("/v1/payment_intents/{id}"), Vec::new())
}

/// The same including the charge, which has the card.
pub(crate) fn retrieve_with_card(id: &TransactionId) -> Request<Vec<u8>> {
    call(Method::GET, &format!("/v1/payment_intents/{id}?expand%5B%5D=latest_charge"), Vec::new())
}

/// The fingerprint of the card that paid.
pub(crate) fn card(intent: &wire::PaymentIntent) -> Option<CardFingerprint> {
    let Some(Named::Whole(charge)) = &intent.latest_charge else { return None };
    let card = charge.payment_method_details.as_ref()?.card.as_ref()?;
    card.fingerprint.clone().filter(|fingerprint| !fingerprint.is_empty()).map(CardFingerprint::new)
}

pub(crate) fn cancel(id: &TransactionId) -> Request<Vec<u8>> {
    post(&format!("/v1/payment_intents/{id}/cancel"), &[], None)
}

pub(crate) fn refund(refund: &NewRefund) -> Request<Vec<u8>> {
    let amount = refund.amount.cents().to_string();
    let mut form = vec![("payment_intent", refund.transaction.as_str()), ("amount", &amount)];
    // A refund requested by an earlier release is repeated without a reference: under the same key, the provider
    // requires the same parameters.
    let reference = refund.refund.map(|id| id.to_string());
    if let Some(reference) = &reference {
        form.push(("metadata[refund]", reference));
    }
    post("/v1/refunds", &form, Some(&refund.key))
}

/// A list at the provider, newest first.
#[derive(Debug, Clone)]
pub(crate) enum Listed {
    /// Payments made since a moment.
    Payments(Timestamp),
    /// The refunds of a payment.
    RefundsOf(TransactionId),
    /// Refunds made since a moment.
    Refunds(Timestamp),
    /// The disputes about a payment.
    DisputesOf(TransactionId),
    /// Disputes opened since a moment.
    Disputes(Timestamp),
}

/// Requests a page of a list; `after` is the last id of the previous page.
pub(crate) fn list(what: &Listed, after: Option<&str>) -> Request<Vec<u8>> {
    let mut query = Serializer::new(String::new());
    let path = match what {
        Listed::Payments(_) => "/v1/payment_intents",
        Listed::RefundsOf(_) | Listed::Refunds(_) => "/v1/refunds",
        Listed::DisputesOf(_) | Listed::Disputes(_) => "/v1/disputes",
    };
    match what {
        Listed::Payments(since) | Listed::Refunds(since) | Listed::Disputes(since) => {
            query.append_pair("created[gte]", &since.seconds().to_string());
        }
        Listed::RefundsOf(id) | Listed::DisputesOf(id) => {
            query.append_pair("payment_intent", id.as_str());
        }
    }
    query.append_pair("limit", &PAGE.to_string());
    if let Some(after) = after {
        query.append_pair("starting_after", after);
    }
    call(Method::GET, &format!("{path}?{}", query.finish()), Vec::new())
}

fn post(path: &str, form: &[(&str, &str)], key: Option<&str>) -> Request<Vec<u8>> {
    let mut body = Serializer::new(String::new());
    body.extend_pairs(form);
    let mut request = call(Method::POST, path, body.finish().into_bytes());
    let headers = request.headers_mut();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/x-www-form-urlencoded"));
    if let Some(key) = key.and_then(|key| key.parse().ok()) {
        headers.insert("idempotency-key", key);
    }
    request
}

fn call(method: Method, path_and_query: &str, body: Vec<u8>) -> Request<Vec<u8>> {
    let mut request = Request::new(body);
    *request.method_mut() = method;
    *request.uri_mut() = path_and_query.parse().unwrap_or_default();
    request
}

/// A response other than the requested object.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    error: Box<wire::Error>,
    /// Whether it is the saved response to an earlier call with the same key.
    replayed: bool,
}

/// Parses a response: the object, or the failure.
pub(crate) fn read<T: DeserializeOwned>(response: &Response<Vec<u8>>) -> Result<T, Failure> {
    let status = response.status();
    if status.is_success() {
        return serde_json::from_slice(response.body()).map_err(|cause| Failure::unreadable(&cause));
    }
    let error = serde_json::from_slice::<wire::ErrorBody>(response.body()).map(|body| body.error);
    Err(Failure { status, error: error.unwrap_or_default(), replayed: is_replayed(response) })
}

/// Whether the provider repeats its response to an earlier call with the same key.
pub(crate) fn is_replayed<T>(response: &Response<T>) -> bool {
    response.headers().get("idempotent-replayed").is_some_and(|value| value == "true")
}

impl Failure {
    /// A response that cannot be parsed: whether the call took effect is unknown.
    fn unreadable(cause: &serde_json::Error) -> Self {
        let error = wire::Error { message: Some(format!("unreadable response: {cause}")), ..wire::Error::default() };
        Self { status: StatusCode::BAD_GATEWAY, error: Box::new(error), replayed: false }
    }

    pub(crate) fn code(&self) -> &str {
        self.error.code.as_deref().unwrap_or_default()
    }

    /// Whether the shop's key was rejected, or lacks a permission.
    pub(crate) fn rejects_the_key(&self) -> bool {
        matches!(self.status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN)
    }

    /// The state of the affected payment, if the provider reports it.
    pub(crate) fn payment_status(&self) -> Option<ProviderStatus> {
        self.error.payment_intent.as_ref().map(|intent| provider_status(&intent.status))
    }
}

/// After 429, 409 (another call with the same key is running) and 5xx the outcome of the call is unknown, and a saved
/// 5xx never changes. With a wrong key (401), or one that lacks a permission (403), the provider reports nothing about
/// payments. Everything else is a refusal. The provider's message is left out: it may quote customer input.
impl From<Failure> for GatewayError {
    fn from(failure: Failure) -> Self {
        let text = format!(
            "status {}, code '{}', parameter '{}'",
            failure.status.as_u16(),
            failure.code(),
            failure.error.param.as_deref().unwrap_or_default()
        );
        let unclear = failure.status.is_server_error()
            || matches!(failure.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::CONFLICT);
        if failure.replayed && failure.status.is_server_error() {
            Self::PoisonedKey
        } else if failure.rejects_the_key() {
            Self::KeyRejected(text)
        } else if unclear {
            Self::Unavailable(text.into())
        } else if failure.code() == "resource_missing" {
            Self::Unknown
        } else {
            Self::Refused(text)
        }
    }
}

fn provider_status(word: &str) -> ProviderStatus {
    match word {
        status::SUCCEEDED => ProviderStatus::Succeeded,
        status::CANCELED => ProviderStatus::Cancelled,
        status::REQUIRES_ACTION | status::PROCESSING => ProviderStatus::Presented,
        _ => ProviderStatus::Pending,
    }
}

/// Converts a payment. An object that cannot be one of the shop's counts as unreadable.
pub(crate) fn payment(intent: wire::PaymentIntent) -> Result<ProviderPayment, GatewayError> {
    let unreadable = |what: &str| GatewayError::Unavailable(format!("the response has no {what}").into());
    let received = cents_received(&intent);
    Ok(ProviderPayment {
        id: intent.id.parse().map_err(|_| unreadable("usable id"))?,
        confirmation: ConfirmationToken::new(intent.client_secret.ok_or_else(|| unreadable("client secret"))?),
        amount: Money::from_cents(intent.amount).ok_or_else(|| unreadable("amount"))?,
        amount_received: Money::from_cents(received).ok_or_else(|| unreadable("received amount"))?,
        currency: intent.currency,
        status: provider_status(&intent.status),
        order: intent.metadata.get(ORDER).and_then(|order| order.parse().ok()),
        shop: intent.metadata.get(SHOP).and_then(|shop| shop.parse().ok()),
    })
}

/// The amount received, according to the payment or else its charge; zero if neither has one.
fn cents_received(intent: &wire::PaymentIntent) -> i64 {
    intent.amount_received.unwrap_or_else(|| match &intent.latest_charge {
        Some(Named::Whole(charge)) if charge.captured && charge.status == status::SUCCEEDED => {
            charge.amount_captured.unwrap_or(charge.amount)
        }
        _ => 0,
    })
}

/// Status of a refund. An unknown status is in progress: never done, never failed.
fn refund_progress(refund: &wire::Refund) -> RefundProgress {
    match refund.status.as_deref() {
        Some("succeeded") => RefundProgress::Done,
        Some("failed" | "canceled") => RefundProgress::Failed,
        _ => RefundProgress::UnderWay,
    }
}

/// Converts a refund.
pub(crate) fn provider_refund(refund: &wire::Refund) -> Result<ProviderRefund, GatewayError> {
    let reference = refund.metadata.get(REFUND).and_then(|id| id.parse().ok());
    Ok(ProviderRefund { refund: reference, amount: amount(refund.amount)?, progress: refund_progress(refund) })
}

fn amount(cents: i64) -> Result<Money, GatewayError> {
    Money::from_cents(cents).ok_or_else(|| GatewayError::Unavailable("the response has no amount".into()))
}

/// Converts a dispute. Inquiries, which Stripe calls warnings, move no money; one that was closed, or prevented before
/// it started, counts as won. An unknown status is open: never won, never lost.
pub(crate) fn provider_dispute(dispute: &wire::Dispute) -> Result<ProviderDispute, GatewayError> {
    let state = match dispute.status.as_str() {
        "warning_needs_response" | "warning_under_review" => DisputeState::Inquiry,
        "won" | "warning_closed" | "prevented" => DisputeState::Won,
        "lost" => DisputeState::Lost,
        _ => DisputeState::Open,
    };
    Ok(ProviderDispute { amount: amount(dispute.amount)?, state })
}

/// Parses a webhook event. The signature is verified before any byte is interpreted. An event of the other mode is not
/// about the shop.
pub(crate) fn event(
    secrets: &[Secret],
    is_live: bool,
    body: &[u8],
    signature: &str,
    now: Timestamp,
) -> Result<ProviderEvent, EventError> {
    use stripe_signature::SignatureError;
    stripe_signature::verify(secrets, signature, body, now).map_err(|error| {
        EventError::BadSignature(match error {
            SignatureError::Missing => "missing",
            SignatureError::Malformed => "malformed header",
            SignatureError::NotNow => "too old or from the future",
            SignatureError::Mismatch => "mismatch",
        })
    })?;
    let event: wire::Event = serde_json::from_slice(body).map_err(|_| EventError::Malformed)?;
    let object = &event.data.object;
    let text = |name: &str| object.get(name).and_then(serde_json::Value::as_str);
    let transaction = match text("object") {
        _ if event.livemode != is_live => None,
        Some("payment_intent") => text("id"),
        Some("charge" | "refund" | "dispute") => text("payment_intent"),
        _ => None,
    };
    if event.id.is_empty() || event.id.len() > 255 {
        return Err(EventError::Malformed);
    }
    let is_reversal = ["charge.refund", "refund.", "charge.dispute."].iter().any(|kind| event.kind.starts_with(kind));
    let transaction = transaction.and_then(|id| id.parse().ok());
    Ok(ProviderEvent { id: event.id, transaction, is_reversal })
}

#[cfg(test)]
mod tests;
