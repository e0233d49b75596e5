//! Converts between PayPal's objects and the shop's. Pure functions without I/O.

use super::wire;
use autoparts_application::{
    ports::payment_gateway::{
        ConfirmationToken, GatewayError, NewPayment, NewRefund, ProviderDispute, ProviderPayment, ProviderRefund,
        ProviderStatus, RefundProgress,
    },
    shop::CURRENCY,
};
use autoparts_domain::{
    id::{OrderId, ShopId},
    money::Money,
    payments::{CardFingerprint, TransactionId, reversal::DisputeState},
    time::Timestamp,
};
use form_urlencoded::Serializer;
use http_types::{Method, Request, Response, StatusCode, header};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// PayPal's maximum page sizes.
const TRANSACTIONS_PAGE: &str = "500";
const DISPUTES_PAGE: &str = "50";

/// Creates an order. `return_to` is the URL of the shop's payment page, to which PayPal sends the customer back.
pub(super) fn start(payment: &NewPayment, return_to: &str) -> Request<Vec<u8>> {
    let body = json!({
        "intent": "CAPTURE",
        "purchase_units": [{
            "custom_id": custom_id(payment.order, payment.shop),
            // PayPal takes one payment per invoice id, so one per attempt.
            "invoice_id": payment.key,
            "amount": amount(payment.amount),
        }],
        // Not `payment_source`: PayPal would refuse updates before the approval, so the order could not be canceled.
        "application_context": {
            "return_url": return_to,
            "cancel_url": return_to,
            "user_action": "PAY_NOW",
            "shipping_preference": "NO_SHIPPING",
        },
    });
    post("/v2/checkout/orders", &body, Some(&payment.key))
}

pub(super) fn retrieve(id: &TransactionId) -> Request<Vec<u8>> {
    get(&format!("/v2/checkout/orders/{id}"))
}

/// Captures an order. Needs no key: an order can be captured once.
pub(super) fn capture(id: &TransactionId) -> Request<Vec<u8>> {
    post(&format!("/v2/checkout/orders/{id}/capture"), &json!({}), None)
}

/// Makes captures of an order impossible.
pub(super) fn cancel(id: &TransactionId) -> Request<Vec<u8>> {
    let patch = json!([{"op": "replace", "path": "/intent", "value": "AUTHORIZE"}]);
    call(Method::PATCH, &format!("/v2/checkout/orders/{id}"), patch.to_string().into_bytes())
}

pub(super) fn refund(refund: &NewRefund, capture: &str) -> Request<Vec<u8>> {
    let mut body = json!({"amount": amount(refund.amount)});
    if let (Some(id), Value::Object(fields)) = (refund.refund, &mut body) {
        fields.insert("custom_id".to_owned(), Value::String(id.to_string()));
    }
    post(&format!("/v2/payments/captures/{}/refund", escaped(capture)), &body, Some(&refund.key))
}

pub(super) fn retrieve_capture(id: &str) -> Request<Vec<u8>> {
    get(&format!("/v2/payments/captures/{}", escaped(id)))
}

/// A page of the account's transactions; the first page is 1.
pub(super) fn transactions(from: Timestamp, until: Timestamp, page: u32) -> Request<Vec<u8>> {
    let mut query = Serializer::new(String::new());
    query.append_pair("start_date", &rfc3339(from));
    query.append_pair("end_date", &rfc3339(until));
    query.append_pair("fields", "transaction_info");
    query.append_pair("page_size", TRANSACTIONS_PAGE);
    query.append_pair("page", &page.to_string());
    get(&format!("/v1/reporting/transactions?{}", query.finish()))
}

/// The first page of the disputes about a capture.
pub(super) fn disputes_of(capture: &str) -> Request<Vec<u8>> {
    disputes("disputed_transaction_id", capture)
}

/// The first page of the disputes opened since a time.
pub(super) fn disputes_since(since: Timestamp) -> Request<Vec<u8>> {
    disputes("start_time", &rfc3339(since))
}

fn disputes(name: &str, value: &str) -> Request<Vec<u8>> {
    let mut query = Serializer::new(String::new());
    query.append_pair(name, value).append_pair("page_size", DISPUTES_PAGE);
    get(&format!("/v1/customer/disputes?{}", query.finish()))
}

/// The next page of a list, if its links name one.
pub(super) fn next_page(links: &[wire::Link]) -> Option<Request<Vec<u8>>> {
    let next = links.iter().find(|link| link.rel == "next")?;
    let uri: http_types::Uri = next.href.parse().ok()?;
    Some(get(uri.path_and_query()?.as_str()))
}

pub(super) fn retrieve_dispute(id: &str) -> Request<Vec<u8>> {
    get(&format!("/v1/customer/disputes/{}", escaped(id)))
}

pub(super) fn get(path_and_query: &str) -> Request<Vec<u8>> {
    call(Method::GET, path_and_query, Vec::new())
}

pub(super) fn post(path: &str, body: &Value, key: Option<&str>) -> Request<Vec<u8>> {
    let mut request = call(Method::POST, path, body.to_string().into_bytes());
    let headers = request.headers_mut();
    headers.insert("prefer", header::HeaderValue::from_static("return=representation"));
    // A key that is not a valid header is escaped, not omitted: without one, a retry would take effect twice.
    let key = key.and_then(|key| key.parse().or_else(|_| escaped(key).parse()).ok());
    if let Some(key) = key {
        headers.insert("paypal-request-id", key);
    }
    request
}

pub(super) fn call(method: Method, path_and_query: &str, body: Vec<u8>) -> Request<Vec<u8>> {
    let mut request = Request::new(body);
    *request.method_mut() = method;
    *request.uri_mut() = path_and_query.parse().unwrap_or_default();
    request.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
    request
}

fn escaped(id: &str) -> String {
    form_urlencoded::byte_serialize(id.as_bytes()).collect()
}

/// A response other than the requested object.
#[derive(Debug)]
pub(super) struct Failure {
    status: StatusCode,
    name: String,
    issue: String,
}

/// Parses a response: the object, or the failure. An empty body is read as `null`.
pub(super) fn read<T: DeserializeOwned>(response: &Response<Vec<u8>>) -> Result<T, Failure> {
    let status = response.status();
    let body = response.body();
    if status.is_success() {
        let body = if body.is_empty() { b"null" } else { body.as_slice() };
        // Counts as a server error, because the call may have taken effect.
        return serde_json::from_slice(body).map_err(|cause| Failure {
            status: StatusCode::BAD_GATEWAY,
            name: format!("unreadable response: {cause}"),
            issue: String::new(),
        });
    }
    let error: wire::ErrorBody = serde_json::from_slice(body).unwrap_or_default();
    let issue = error.details.into_iter().next().unwrap_or_default().issue;
    Err(Failure { status, name: error.name, issue })
}

impl Failure {
    /// PayPal's reason for refusing a valid request.
    pub(super) fn issue(&self) -> &str {
        &self.issue
    }

    /// Whether the request is valid but the object's state forbids it.
    pub(super) fn is_about_state(&self) -> bool {
        self.status == StatusCode::UNPROCESSABLE_ENTITY && self.issue != "INVALID_RESOURCE_ID"
    }

    /// Whether the request itself is wrong.
    pub(super) fn is_about_request(&self) -> bool {
        matches!(self.status, StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY)
    }

    pub(super) fn rejects_the_token(&self) -> bool {
        self.status == StatusCode::UNAUTHORIZED
    }

    /// Whether the shop's credentials were rejected, or lack a permission.
    pub(super) fn rejects_the_key(&self) -> bool {
        matches!(self.status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN)
    }

    /// For logs. PayPal's texts are left out: they may quote customer input.
    pub(super) fn text(&self) -> String {
        format!("status {}, name '{}', issue '{}'", self.status.as_u16(), self.name, self.issue)
    }
}

impl From<Failure> for GatewayError {
    fn from(failure: Failure) -> Self {
        let text = failure.text();
        let is_temporary = failure.status.is_server_error()
            || matches!(failure.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::CONFLICT);
        if failure.rejects_the_key() {
            Self::KeyRejected(text)
        } else if is_temporary {
            Self::Unavailable(text.into())
        } else if failure.name == "RESOURCE_NOT_FOUND" || failure.issue == "INVALID_RESOURCE_ID" {
            Self::Unknown
        } else {
            Self::Refused(text)
        }
    }
}

fn unreadable(what: &str) -> GatewayError {
    GatewayError::Unavailable(format!("the response has no {what}").into())
}

fn custom_id(order: OrderId, shop: ShopId) -> String {
    format!("{order}/{shop}")
}

/// The order and the shop that a payment names; `None` for payments that the shop did not make.
pub(super) fn named(custom_id: Option<&str>) -> Option<(OrderId, ShopId)> {
    let (order, shop) = custom_id?.split_once('/')?;
    Some((order.parse().ok()?, shop.parse().ok()?))
}

fn amount(money: Money) -> Value {
    json!({"currency_code": CURRENCY.to_ascii_uppercase(), "value": decimal(money)})
}

fn decimal(money: Money) -> String {
    format!("{}.{:02}", money.cents() / 100, money.cents() % 100)
}

/// Parses an amount with at most two decimals. Ignores the sign, which debits have.
pub(super) fn money(amount: &wire::Amount) -> Result<Money, GatewayError> {
    let text = amount.value.strip_prefix('-').unwrap_or(&amount.value);
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let cents = (digits(whole) && digits(part) && part.len() <= 2)
        .then(|| format!("{whole}{part:0<2}").parse().ok())
        .flatten()
        .and_then(Money::from_cents);
    cents.ok_or_else(|| unreadable("amount"))
}

/// Converts an order. An object that cannot be one of the shop's counts as unreadable.
pub(super) fn payment(order: &wire::Order) -> Result<ProviderPayment, GatewayError> {
    let unit = order.purchase_units.first().ok_or_else(|| unreadable("purchase unit"))?;
    let mut received = Money::ZERO;
    for capture in unit.payments.captures.iter().filter(|capture| is_received(capture)) {
        received = received.plus(money(&capture.amount)?);
    }
    let ours = named(unit.custom_id.as_deref());
    let approval = approval(order);
    Ok(ProviderPayment {
        id: order.id.parse().map_err(|_| unreadable("usable id"))?,
        confirmation: ConfirmationToken::new(approval.to_owned()),
        amount: money(&unit.amount)?,
        amount_received: received,
        currency: unit.amount.currency_code.to_ascii_lowercase(),
        status: status(order, unit),
        order: ours.map(|(order, _)| order),
        shop: ours.map(|(_, shop)| shop),
    })
}

/// The URL where the customer approves the order, or its id if it can no longer be approved.
fn approval(order: &wire::Order) -> &str {
    let link = order.links.iter().find(|link| matches!(link.rel.as_str(), "approve" | "payer-action"));
    link.map_or(&order.id, |link| &link.href)
}

/// Whether the money of a capture arrived, even if it was refunded since.
pub(super) fn is_received(capture: &wire::Capture) -> bool {
    matches!(capture.status.as_str(), "COMPLETED" | "PARTIALLY_REFUNDED" | "REFUNDED")
}

/// The status of an order. An unknown status is pending: never success, never failure.
fn status(order: &wire::Order, unit: &wire::PurchaseUnit) -> ProviderStatus {
    let captures = &unit.payments.captures;
    let has_failed = |capture: &wire::Capture| matches!(capture.status.as_str(), "DECLINED" | "FAILED");
    match order.status.as_str() {
        _ if captures.iter().any(is_received) => ProviderStatus::Succeeded,
        _ if captures.iter().any(|capture| capture.status == "PENDING") => ProviderStatus::Presented,
        "VOIDED" => ProviderStatus::Cancelled,
        // A completed order cannot be captured again.
        "COMPLETED" if !captures.is_empty() && captures.iter().all(has_failed) => ProviderStatus::Cancelled,
        "CREATED" | "SAVED" | "APPROVED" | "PAYER_ACTION_REQUIRED" if order.intent == "AUTHORIZE" => {
            ProviderStatus::Cancelled
        }
        "APPROVED" => ProviderStatus::Approved,
        _ => ProviderStatus::Pending,
    }
}

/// The customer's PayPal account, used in place of a card's fingerprint.
pub(super) fn account(order: &wire::Order) -> Option<CardFingerprint> {
    let id = order.payer.as_ref()?.payer_id.as_deref()?;
    (!id.is_empty()).then(|| CardFingerprint::new(format!("paypal:{id}")))
}

/// Converts a refund. An unknown status is in progress: never done, never failed.
pub(super) fn provider_refund(refund: &wire::Refund) -> Result<ProviderRefund, GatewayError> {
    let progress = match refund.status.as_str() {
        "COMPLETED" => RefundProgress::Done,
        "FAILED" | "CANCELLED" => RefundProgress::Failed,
        _ => RefundProgress::UnderWay,
    };
    let reference = refund.custom_id.as_deref().and_then(|id| id.parse().ok());
    Ok(ProviderRefund { refund: reference, amount: money(&refund.amount)?, progress })
}

/// Converts a dispute. While customer and shop write to each other, it is an inquiry. An unknown state or outcome is
/// open: never won, never lost.
pub(super) fn provider_dispute(dispute: &wire::Dispute) -> Result<ProviderDispute, GatewayError> {
    let outcome = dispute.dispute_outcome.as_ref();
    let state = match (dispute.status.as_str(), outcome.map(|outcome| outcome.outcome_code.as_str())) {
        ("RESOLVED", Some("RESOLVED_BUYER_FAVOUR" | "ACCEPTED")) => DisputeState::Lost,
        ("RESOLVED", Some("RESOLVED_SELLER_FAVOUR" | "RESOLVED_WITH_PAYOUT" | "CANCELED_BY_BUYER" | "DENIED")) => {
            DisputeState::Won
        }
        ("RESOLVED", _) => DisputeState::Open,
        _ if dispute.dispute_life_cycle_stage == "INQUIRY" => DisputeState::Inquiry,
        _ => DisputeState::Open,
    };
    let refunded = outcome.and_then(|outcome| outcome.amount_refunded.as_ref());
    let lost = refunded.filter(|_| state == DisputeState::Lost);
    Ok(ProviderDispute { amount: money(lost.unwrap_or(&dispute.dispute_amount))?, state })
}

/// Converts a listed transaction that paid an order of a shop; `None` for others. `id` is the order's id at PayPal. The
/// list lags by hours, so it does not show open payments.
pub(super) fn listed(transaction: &wire::Transaction, id: TransactionId) -> Option<ProviderPayment> {
    let (order, shop) = named(transaction.custom_field.as_deref())?;
    let amount = money(&transaction.transaction_amount).ok()?;
    if !matches!(transaction.transaction_status.as_str(), "S" | "V") {
        return None;
    }
    Some(ProviderPayment {
        confirmation: ConfirmationToken::new(id.to_string()),
        id,
        amount,
        amount_received: amount,
        currency: transaction.transaction_amount.currency_code.to_ascii_lowercase(),
        status: ProviderStatus::Succeeded,
        order: Some(order),
        shop: Some(shop),
    })
}

/// Whether a transaction of the account's list is a payment that a customer made.
pub(super) fn is_payment(transaction: &wire::Transaction) -> bool {
    transaction.transaction_event_code.starts_with("T00") && !transaction.transaction_amount.value.starts_with('-')
}

/// Whether it returned money: a refund, a reversal or a chargeback.
pub(super) fn is_reversal(transaction: &wire::Transaction) -> bool {
    ["T11", "T12"].iter().any(|group| transaction.transaction_event_code.starts_with(group))
}

pub(super) fn rfc3339(time: Timestamp) -> String {
    jiff::Timestamp::from_second(time.seconds()).unwrap_or(jiff::Timestamp::MAX).to_string()
}

#[cfg(test)]
mod tests;
