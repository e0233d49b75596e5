//! Webhook messages. PayPal signs them with a certificate. The shop asks PayPal to verify the signature, so it needs no
//! copy of the certificate.

use super::{gateway::PayPalGateway, protocol, wire};
use autoparts_application::ports::payment_gateway::{EventError, ProviderEvent};
use autoparts_domain::{payments::TransactionId, time::Timestamp};
use serde::de::IgnoredAny;
use serde_json::Value;
use std::time::Duration;

/// Maximum difference between a message's time and now, in either direction. A message that PayPal resends later is
/// refused; reconciliation finds its payment.
const TOLERANCE: Duration = Duration::from_mins(5);

/// Longer signatures are refused.
const MAX_SIGNATURE: usize = 8192;

/// The headers of a signature, and their field names in the verification request.
const HEADERS: [(&str, &str); 5] = [
    ("paypal-auth-algo", "auth_algo"),
    ("paypal-cert-url", "cert_url"),
    ("paypal-transmission-id", "transmission_id"),
    ("paypal-transmission-sig", "transmission_sig"),
    ("paypal-transmission-time", "transmission_time"),
];

impl PayPalGateway {
    pub(super) async fn verified_event(
        &self,
        body: &[u8],
        signature: &str,
        now: Timestamp,
    ) -> Result<ProviderEvent, EventError> {
        let request = self.verification(body, signature, now)?;
        let answer = self.session.request::<wire::Verification>(request).await.map_err(EventError::Unverified)?;
        match answer {
            Ok(answer) if answer.verification_status == "SUCCESS" => {}
            Ok(_) => return Err(EventError::BadSignature("mismatch")),
            // PayPal rejects headers that it cannot have sent.
            Err(failure) if failure.is_about_request() => return Err(EventError::BadSignature("malformed header")),
            Err(failure) => return Err(EventError::Unverified(failure.into())),
        }
        let event: wire::Event = serde_json::from_slice(body).map_err(|_| EventError::Malformed)?;
        if event.id.is_empty() || event.id.len() > 255 {
            return Err(EventError::Malformed);
        }
        let resource: wire::Resource = serde_json::from_value(event.resource).unwrap_or_default();
        let kind = event.event_type.as_str();
        let reversals =
            ["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED", "PAYMENT.REFUND.", "CUSTOMER.DISPUTE."];
        let is_reversal = reversals.iter().any(|reversal| kind.starts_with(reversal));
        let transaction = self.order_named(kind, resource).await?;
        Ok(ProviderEvent { id: event.id, transaction, is_reversal })
    }

    /// The request to verify a message. Its bytes are passed on unchanged, because they are signed.
    fn verification(
        &self,
        body: &[u8],
        signature: &str,
        now: Timestamp,
    ) -> Result<http_types::Request<Vec<u8>>, EventError> {
        if signature.len() > MAX_SIGNATURE {
            return Err(EventError::BadSignature("malformed header"));
        }
        let header = |name: &str| {
            let lines = signature.lines().filter_map(|line| line.split_once(':'));
            let mut values =
                lines.filter(|(key, _)| key.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim());
            values.next().filter(|value| !value.is_empty()).ok_or(EventError::BadSignature("missing"))
        };
        let mut fields = serde_json::Map::new();
        for (name, field) in HEADERS {
            fields.insert(field.to_owned(), Value::String(header(name)?.to_owned()));
        }
        let sent: jiff::Timestamp =
            header("paypal-transmission-time")?.parse().map_err(|_| EventError::BadSignature("malformed header"))?;
        if sent.as_second().abs_diff(now.seconds()) > TOLERANCE.as_secs() {
            return Err(EventError::BadSignature("too old or from the future"));
        }
        // The body is inserted into the request below, so it must be exactly one JSON value.
        if serde_json::from_slice::<IgnoredAny>(body).is_err() {
            return Err(EventError::BadSignature("not a message"));
        }
        fields.insert("webhook_id".to_owned(), Value::String(self.webhook_id.clone()));
        let mut request = Value::Object(fields).to_string().into_bytes();
        request.pop();
        request.extend_from_slice(br#","webhook_event":"#);
        request.extend_from_slice(body);
        request.push(b'}');
        let path = "/v1/notifications/verify-webhook-signature";
        Ok(protocol::call(http_types::Method::POST, path, request))
    }

    /// The order that a message is about; `None` for messages about anything else.
    async fn order_named(&self, kind: &str, resource: wire::Resource) -> Result<Option<TransactionId>, EventError> {
        let wire::Resource { id, supplementary_data, disputed_transactions, links } = resource;
        let related = supplementary_data.related_ids;
        let order = if kind.starts_with("CHECKOUT.ORDER.") { id.clone() } else { related.order_id };
        if let Some(order) = order {
            return Ok(order.parse().ok());
        }
        let disputed = disputed_transactions.into_iter().filter_map(|transaction| transaction.seller_transaction_id);
        // A refund links to its capture.
        let refunded = links.into_iter().filter(|link| link.rel == "up").filter_map(|link| {
            let (_, capture) = link.href.split_once("/v2/payments/captures/")?;
            Some(capture.to_owned())
        });
        let itself = id.filter(|_| kind.starts_with("PAYMENT.CAPTURE."));
        match related.capture_id.into_iter().chain(disputed).chain(refunded).chain(itself).next() {
            Some(capture) => self.order_of(&capture).await.map_err(EventError::Unverified),
            None => Ok(None),
        }
    }
}
