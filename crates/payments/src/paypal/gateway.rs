//! The port over PayPal's protocol.

use super::{
    protocol::{self, Failure},
    session::Session,
    wire,
};
use crate::{network::Network, secret::Secret};
use async_trait::async_trait;
use autoparts_application::ports::{
    clock::Clock,
    payment_gateway::{
        Cancellation, EventError, GatewayError, NewPayment, NewRefund, PaymentGateway, ProviderDispute, ProviderEvent,
        ProviderPayment, ProviderRefund, ProviderStatus,
    },
};
use autoparts_domain::{
    payments::{CardFingerprint, ProviderName, TransactionId},
    time::Timestamp,
};
use std::{
    collections::{BTreeSet, HashMap},
    fmt,
    sync::{Arc, Mutex},
};

/// The provider's name.
pub const PAYPAL: ProviderName = ProviderName::new("paypal");

/// A PayPal account, as the shop uses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayPalAccount {
    /// The app's client id; public.
    pub client_id: String,
    /// The app's secret.
    pub client_secret: Secret,
    /// The id of the webhook that is registered for the shop; messages to another one are refused.
    pub webhook_id: String,
    /// The shop's URL: customers return to the payment page there.
    pub shop_url: String,
}

/// The payment gateway to PayPal.
pub struct PayPalGateway {
    pub(super) session: Session,
    pub(super) webhook_id: String,
    shop_url: String,
    pub(super) clock: Arc<dyn Clock>,
    /// The order of each capture, which never changes.
    pub(super) orders: Mutex<HashMap<String, TransactionId>>,
}

impl PayPalGateway {
    /// Creates a gateway to PayPal at a base URL: [`PAYPAL_API_BASE`](crate::PAYPAL_API_BASE),
    /// [`PAYPAL_SANDBOX_API_BASE`](crate::PAYPAL_SANDBOX_API_BASE), or a mock server. The error states what is wrong
    /// with the URL.
    pub fn at(base: &str, account: PayPalAccount, clock: Arc<dyn Clock>) -> Result<Self, String> {
        let PayPalAccount { client_id, client_secret, webhook_id, shop_url } = account;
        let session = Session::new(Network::to(base)?, client_id, client_secret);
        Ok(Self { session, webhook_id, shop_url, clock, orders: Mutex::default() })
    }

    pub(super) async fn order(&self, id: &TransactionId) -> Result<wire::Order, GatewayError> {
        Ok(self.session.request(protocol::retrieve(id)).await??)
    }
}

/// After a refusal that depends on the state of the order, the order itself is read: its state is what counts.
fn unless_about_state(outcome: Result<wire::Order, Failure>) -> Result<Option<wire::Order>, GatewayError> {
    match outcome {
        Ok(order) => Ok(Some(order)),
        Err(failure) if failure.is_about_state() => {
            tracing::warn!(issue = failure.issue(), "PayPal refused to capture a payment");
            Ok(None)
        }
        Err(failure) => Err(failure.into()),
    }
}

#[async_trait]
impl PaymentGateway for PayPalGateway {
    fn provider(&self) -> ProviderName {
        PAYPAL
    }

    fn key_rejections(&self) -> u64 {
        self.session.key.rejections()
    }

    /// PayPal answers a reused key with the first order, whatever was requested: a difference is refused here.
    async fn start(&self, payment: NewPayment) -> Result<ProviderPayment, GatewayError> {
        let return_to = format!("{}/payment/{}", self.shop_url, payment.order);
        let order: wire::Order = self.session.request(protocol::start(&payment, &return_to)).await??;
        let started = protocol::payment(&order)?;
        let is_same =
            (started.amount, started.order, started.shop) == (payment.amount, Some(payment.order), Some(payment.shop));
        if is_same { Ok(started) } else { Err(GatewayError::Refused("another payment under this key".to_owned())) }
    }

    async fn payment(&self, id: TransactionId) -> Result<ProviderPayment, GatewayError> {
        protocol::payment(&self.order(&id).await?)
    }

    async fn capture(&self, id: TransactionId) -> Result<ProviderPayment, GatewayError> {
        let before = protocol::payment(&self.order(&id).await?)?;
        if before.status != ProviderStatus::Approved {
            return Ok(before);
        }
        match unless_about_state(self.session.request(protocol::capture(&id)).await?)? {
            Some(order) => protocol::payment(&order),
            None => {
                let after = protocol::payment(&self.order(&id).await?)?;
                // The capture was declined: the customer has to approve another way to pay.
                let is_declined = after.status == ProviderStatus::Approved;
                Ok(if is_declined { ProviderPayment { status: ProviderStatus::Pending, ..after } } else { after })
            }
        }
    }

    async fn card(&self, id: TransactionId) -> Result<Option<CardFingerprint>, GatewayError> {
        Ok(protocol::account(&self.order(&id).await?))
    }

    async fn cancel(&self, id: TransactionId) -> Result<Cancellation, GatewayError> {
        match self.session.request::<serde_json::Value>(protocol::cancel(&id)).await? {
            Ok(_) => {}
            // Completed, perhaps: the state decides.
            Err(failure) if failure.is_about_state() => {}
            Err(failure) => return Err(failure.into()),
        }
        match protocol::payment(&self.order(&id).await?)?.status {
            ProviderStatus::Cancelled => Ok(Cancellation::Cancelled),
            ProviderStatus::Succeeded => Ok(Cancellation::AlreadySucceeded),
            ProviderStatus::Pending | ProviderStatus::Presented | ProviderStatus::Approved => {
                Err(GatewayError::Unavailable("the payment cannot be cancelled now".into()))
            }
        }
    }

    async fn refund(&self, refund: NewRefund) -> Result<(), GatewayError> {
        let order = self.order(&refund.transaction).await?;
        let captures = order.purchase_units.iter().flat_map(|unit| &unit.payments.captures);
        let capture = captures
            .filter(|capture| protocol::is_received(capture))
            .map(|capture| capture.id.as_str())
            .next()
            .ok_or_else(|| GatewayError::Refused("no money was received".to_owned()))?;
        match self.session.request::<wire::Refund>(protocol::refund(&refund, capture)).await? {
            Ok(made) if protocol::money(&made.amount)? == refund.amount => Ok(()),
            Ok(_) => Err(GatewayError::Refused("another refund under this key".to_owned())),
            // Keys expire. The refund has happened or is under way.
            Err(failure) if failure.issue() == "CAPTURE_FULLY_REFUNDED" => Ok(()),
            Err(failure) => Err(failure.into()),
        }
    }

    async fn refunds(&self, id: TransactionId) -> Result<Vec<ProviderRefund>, GatewayError> {
        let order = self.order(&id).await?;
        // PayPal lists the oldest first.
        let mut refunds: Vec<_> = order.purchase_units.iter().flat_map(|unit| &unit.payments.refunds).rev().collect();
        refunds.sort_by(|one, other| other.create_time.cmp(&one.create_time));
        refunds.into_iter().map(protocol::provider_refund).collect()
    }

    async fn disputes(&self, id: TransactionId) -> Result<Vec<ProviderDispute>, GatewayError> {
        let order = self.order(&id).await?;
        let mut disputes = Vec::new();
        for capture in order.purchase_units.iter().flat_map(|unit| &unit.payments.captures) {
            disputes.extend(self.whole_disputes(protocol::disputes_of(&capture.id)).await?);
        }
        disputes.sort_by(|one, other| other.create_time.cmp(&one.create_time));
        disputes.iter().map(protocol::provider_dispute).collect()
    }

    async fn reversed_since(&self, since: Timestamp) -> Result<Vec<TransactionId>, GatewayError> {
        let transactions = self.transactions(since, protocol::is_reversal).await?;
        let refunded = transactions.into_iter().filter_map(|transaction| transaction.paypal_reference_id);
        let disputes = self.whole_disputes(protocol::disputes_since(since)).await?;
        let contested = disputes.into_iter().flat_map(|dispute| dispute.disputed_transactions);
        let contested = contested.filter_map(|transaction| transaction.seller_transaction_id);
        let captures: BTreeSet<String> = refunded.chain(contested).collect();
        let mut orders = BTreeSet::new();
        for capture in captures {
            orders.extend(self.order_of(&capture).await?);
        }
        Ok(orders.into_iter().collect())
    }

    /// PayPal lists no orders, only transactions, and these after up to three hours. An order without a transaction
    /// brought no money, and cannot without the shop.
    async fn payments_since(&self, since: Timestamp) -> Result<Vec<ProviderPayment>, GatewayError> {
        let mut transactions = self.transactions(since, protocol::is_payment).await?;
        transactions.sort_by(|one, other| other.transaction_initiation_date.cmp(&one.transaction_initiation_date));
        let mut payments = Vec::new();
        // Payments of other applications on the same account must not hide the shop's.
        for transaction in transactions.iter().filter(|one| protocol::named(one.custom_field.as_deref()).is_some()) {
            let Some(order) = self.order_of(&transaction.transaction_id).await? else { continue };
            payments.extend(protocol::listed(transaction, order));
        }
        Ok(payments)
    }

    async fn read_event(&self, body: &[u8], signature: &str, now: Timestamp) -> Result<ProviderEvent, EventError> {
        self.verified_event(body, signature, now).await
    }
}

impl fmt::Debug for PayPalGateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PayPalGateway").field("shop_url", &self.shop_url).finish_non_exhaustive()
    }
}
