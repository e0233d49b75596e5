//! The payment gateway to a provider that speaks Stripe's protocol, over any transport: a function call into the
//! sandbox, or the network.

use crate::{
    key_watch::KeyWatch,
    protocol::{self, Failure, Listed},
    secret::Secret,
    wire::{self, List, PaymentIntent},
};
use async_trait::async_trait;
use autoparts_application::ports::payment_gateway::{
    Cancellation, EventError, GatewayError, NewPayment, NewRefund, PaymentGateway, ProviderDispute, ProviderEvent,
    ProviderPayment, ProviderRefund, ProviderStatus,
};
use autoparts_domain::{
    payments::{CardFingerprint, ProviderName, TransactionId},
    time::Timestamp,
};
use http_types::{HeaderValue, Request, Response, header};
use serde::de::DeserializeOwned;
use std::{collections::BTreeSet, error::Error};
use tracing::{Instrument, field};

/// The provider's name.
pub const STRIPE: ProviderName = ProviderName::new("stripe");

/// The version of Stripe's API that this program was written for. Every request names it, because each account has its
/// own default.
const STRIPE_VERSION: &str = "2024-06-20";

/// Maximum number of pages read from a list: 50,000 payments, more than two days' worth for a shop of this kind, and
/// about 25 MB.
const MAX_PAGES: usize = 500;

/// Sends a request to the provider and returns its response. The request has path and query, `/v1/…`; the transport
/// knows the provider's address. After an error, the outcome of the request is unknown.
#[async_trait]
pub trait Transport: Send + Sync {
    /// Sends one request.
    async fn carry(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, Box<dyn Error + Send + Sync>>;
}

/// A payment gateway that speaks Stripe's protocol.
#[derive(Debug)]
pub struct StripeClient<T> {
    transport: T,
    secret_key: Secret,
    webhook_secrets: Vec<Secret>,
    key: KeyWatch,
}

impl<T: Transport> StripeClient<T> {
    /// Creates a gateway over a transport. All of `webhook_secrets` are accepted, so that there can be two during a
    /// rotation.
    pub fn over(transport: T, secret_key: Secret, webhook_secrets: Vec<Secret>) -> Self {
        Self { transport, secret_key, webhook_secrets, key: KeyWatch::new("STRIPE_SECRET_KEY") }
    }

    async fn request<A: DeserializeOwned>(
        &self,
        mut request: Request<Vec<u8>>,
    ) -> Result<Result<A, Failure>, GatewayError> {
        let bearer = format!("Bearer {}", self.secret_key.reveal());
        let mut bearer = HeaderValue::from_str(&bearer)
            .map_err(|_| GatewayError::Refused("the secret key does not fit into a header".to_owned()))?;
        bearer.set_sensitive(true);
        request.headers_mut().insert(header::AUTHORIZATION, bearer);
        request.headers_mut().insert("stripe-version", HeaderValue::from_static(STRIPE_VERSION));
        let span = tracing::debug_span!(
            "payment_provider",
            method = request.method().as_str(),
            route = pattern(request.uri().path()),
            attempts = field::Empty,
            status = field::Empty,
            failed = field::Empty,
        );
        let response = self.transport.carry(request).instrument(span.clone()).await;
        match &response {
            Ok(response) => span.record("status", response.status().as_u16()),
            Err(_) => span.record("failed", true),
        };
        let read = protocol::read(&response.map_err(GatewayError::Unavailable)?);
        let rejection = read.as_ref().err().filter(|failure| failure.rejects_the_key());
        self.key.note(rejection.map(Failure::code));
        Ok(read)
    }

    /// Converts a payment. With real cards, payments by test cards are not the shop's, and vice versa.
    fn own(&self, intent: PaymentIntent) -> Result<ProviderPayment, GatewayError> {
        if intent.livemode == self.is_live() { protocol::payment(intent) } else { Err(GatewayError::Unknown) }
    }

    /// Whether real money moves.
    fn is_live(&self) -> bool {
        self.secret_key.reveal().contains("_live_")
    }

    /// Reads a whole list, page by page.
    async fn all<A: DeserializeOwned>(&self, what: Listed, id: impl Fn(&A) -> &str) -> Result<Vec<A>, GatewayError> {
        let mut all = Vec::new();
        let mut after = None::<String>;
        for _ in 0..MAX_PAGES {
            let page: List<A> = self.request(protocol::list(&what, after.as_deref())).await??;
            after = page.data.last().map(|last| id(last).to_owned());
            all.extend(page.data);
            if !page.has_more || after.is_none() {
                break;
            }
        }
        Ok(all)
    }
}

/// A path pattern for traces, with ids replaced; words and the leading `v1` are unchanged.
fn pattern(path: &str) -> String {
    let is_word = |part: &str| part.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    let parts = path.split('/').map(|part| if part == "v1" || is_word(part) { part } else { "{id}" });
    parts.collect::<Vec<_>>().join("/")
}

#[async_trait]
impl<T: Transport> PaymentGateway for StripeClient<T> {
    fn provider(&self) -> ProviderName {
        STRIPE
    }

    fn key_rejections(&self) -> u64 {
        self.key.rejections()
    }

    async fn start(&self, payment: NewPayment) -> Result<ProviderPayment, GatewayError> {
        self.own(self.request(protocol::start(&payment)).await??)
    }

    async fn payment(&self, id: TransactionId) -> Result<ProviderPayment, GatewayError> {
        self.own(self.request(protocol::retrieve(&id)).await??)
    }

    /// Stripe collects the money as soon as the customer confirms the payment.
    async fn capture(&self, id: TransactionId) -> Result<ProviderPayment, GatewayError> {
        self.payment(id).await
    }

    async fn card(&self, id: TransactionId) -> Result<Option<CardFingerprint>, GatewayError> {
        let intent: PaymentIntent = self.request(protocol::retrieve_with_card(&id)).await??;
        Ok(protocol::card(&intent))
    }

    async fn cancel(&self, id: TransactionId) -> Result<Cancellation, GatewayError> {
        let outcome = self.request::<PaymentIntent>(protocol::cancel(&id)).await?;
        let status = match outcome {
            Ok(intent) => self.own(intent)?.status,
            // Already canceled, or too late: the provider reports its state.
            Err(failure) if failure.code() == "payment_intent_unexpected_state" => match failure.payment_status() {
                Some(status) => status,
                None => self.payment(id).await?.status,
            },
            Err(failure) => return Err(failure.into()),
        };
        match status {
            ProviderStatus::Cancelled => Ok(Cancellation::Cancelled),
            ProviderStatus::Succeeded => Ok(Cancellation::AlreadySucceeded),
            ProviderStatus::Pending | ProviderStatus::Presented | ProviderStatus::Approved => {
                Err(GatewayError::Unavailable("the payment cannot be cancelled now".into()))
            }
        }
    }

    async fn refund(&self, refund: NewRefund) -> Result<(), GatewayError> {
        match self.request::<wire::Refund>(protocol::refund(&refund)).await? {
            Ok(_) => Ok(()),
            // Idempotency keys expire. The refund has happened or is under way.
            Err(failure) if failure.code() == "charge_already_refunded" => Ok(()),
            Err(failure) => Err(failure.into()),
        }
    }

    async fn refunds(&self, id: TransactionId) -> Result<Vec<ProviderRefund>, GatewayError> {
        let refunds = self.all(Listed::RefundsOf(id), |refund: &wire::Refund| &refund.id).await?;
        refunds.iter().map(protocol::provider_refund).collect()
    }

    async fn disputes(&self, id: TransactionId) -> Result<Vec<ProviderDispute>, GatewayError> {
        let disputes = self.all(Listed::DisputesOf(id), |dispute: &wire::Dispute| &dispute.id).await?;
        disputes.iter().map(protocol::provider_dispute).collect()
    }

    async fn reversed_since(&self, since: Timestamp) -> Result<Vec<TransactionId>, GatewayError> {
        let refunds = self.all(Listed::Refunds(since), |refund: &wire::Refund| &refund.id).await?;
        let disputes = self.all(Listed::Disputes(since), |dispute: &wire::Dispute| &dispute.id).await?;
        let payments = refunds.into_iter().map(|refund| refund.payment_intent);
        let payments = payments.chain(disputes.into_iter().map(|dispute| dispute.payment_intent)).flatten();
        let unique: BTreeSet<TransactionId> = payments.filter_map(|id| id.parse().ok()).collect();
        Ok(unique.into_iter().collect())
    }

    async fn payments_since(&self, since: Timestamp) -> Result<Vec<ProviderPayment>, GatewayError> {
        let listed = self.all(Listed::Payments(since), |intent: &PaymentIntent| &intent.id).await?;
        // Payments of other applications on the same provider account must not hide the shop's.
        Ok(listed.into_iter().filter_map(|intent| self.own(intent).ok()).collect())
    }

    async fn read_event(&self, body: &[u8], signature: &str, now: Timestamp) -> Result<ProviderEvent, EventError> {
        protocol::event(&self.webhook_secrets, self.is_live(), body, signature, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_patterns_omit_ids() {
        assert_eq!(pattern("/v1/payment_intents"), "/v1/payment_intents");
        assert_eq!(pattern("/v1/payment_intents/pi_3MtwBw/cancel"), "/v1/payment_intents/{id}/cancel");
    }
}
