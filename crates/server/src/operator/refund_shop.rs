//! The shop as the operator's refunds need it: the server's store and payment provider, without sign-in.

use crate::{
    clock::{RandomIds, SystemClock},
    config::{PaymentSettings, Settings},
    wire::{self, WireError},
};
use async_trait::async_trait;
use autoparts_application::{
    ports::{
        clock::Clock,
        identity::{AccessTokens, Grant, Token, TokenError, TokenVerifier, VerifiedIdentity},
        mailer::AnyAddress,
        payment_gateway::{
            Cancellation, EventError, GatewayError, NewPayment, NewRefund, PaymentGateway, ProviderDispute,
            ProviderEvent, ProviderPayment, ProviderRefund,
        },
        store::Store,
    },
    rates::StoredRates,
    shop::{Shop, shop_id},
};
use autoparts_auth_adapter::{RandomSecrets, SigningKeys};
use autoparts_domain::{
    payments::{CardFingerprint, ProviderName, TransactionId},
    time::Timestamp,
};
use autoparts_exchange::CsvSpreadsheets;
use autoparts_payments::{STRIPE, SandboxError};
use autoparts_persistence::SqlStore;
use autoparts_pictures::ImageProcessor;
use autoparts_search::{Synonyms, TantivySearch};
use std::sync::Arc;

/// A token verifier that rejects every token; commands have no sign-in.
struct RejectAllTokens;

const NO_SIGN_IN: TokenError = TokenError::Invalid("this command has no sign-in");

#[async_trait]
impl TokenVerifier for RejectAllTokens {
    async fn verify(&self, _: &Token, _: Timestamp) -> Result<VerifiedIdentity, TokenError> {
        Err(NO_SIGN_IN)
    }
}

impl AccessTokens for RejectAllTokens {
    fn issue(&self, _: &Grant, _: Timestamp) -> Result<Token, TokenError> {
        Err(NO_SIGN_IN)
    }

    fn verify(&self, _: &Token, _: Timestamp) -> Result<Grant, TokenError> {
        Err(NO_SIGN_IN)
    }
}

/// Replaces the sandbox of a running server, which only that server can query.
struct UnreachableSandbox;

fn elsewhere<T>() -> Result<T, GatewayError> {
    Err(GatewayError::Unavailable("the sandbox is in the running server".into()))
}

#[async_trait]
impl PaymentGateway for UnreachableSandbox {
    fn provider(&self) -> ProviderName {
        STRIPE
    }

    async fn start(&self, _: NewPayment) -> Result<ProviderPayment, GatewayError> {
        elsewhere()
    }

    async fn payment(&self, _: TransactionId) -> Result<ProviderPayment, GatewayError> {
        elsewhere()
    }

    async fn capture(&self, _: TransactionId) -> Result<ProviderPayment, GatewayError> {
        elsewhere()
    }

    async fn card(&self, _: TransactionId) -> Result<Option<CardFingerprint>, GatewayError> {
        elsewhere()
    }

    async fn cancel(&self, _: TransactionId) -> Result<Cancellation, GatewayError> {
        elsewhere()
    }

    async fn refund(&self, _: NewRefund) -> Result<(), GatewayError> {
        elsewhere()
    }

    async fn refunds(&self, _: TransactionId) -> Result<Vec<ProviderRefund>, GatewayError> {
        elsewhere()
    }

    async fn disputes(&self, _: TransactionId) -> Result<Vec<ProviderDispute>, GatewayError> {
        elsewhere()
    }

    async fn reversed_since(&self, _: Timestamp) -> Result<Vec<TransactionId>, GatewayError> {
        elsewhere()
    }

    async fn payments_since(&self, _: Timestamp) -> Result<Vec<ProviderPayment>, GatewayError> {
        elsewhere()
    }

    async fn read_event(&self, _: &[u8], _: &str, _: Timestamp) -> Result<ProviderEvent, EventError> {
        Err(EventError::Malformed)
    }
}

/// Returns the server's payment provider and whether it can be queried from here; a sandbox cannot be while its
/// server runs.
fn provider(settings: &Settings, own_url: &str) -> Result<(Arc<dyn PaymentGateway>, bool), WireError> {
    match wire::payment_gateway(&settings.payments, own_url) {
        Ok(gateway) => Ok((gateway, true)),
        Err(WireError::Sandbox(SandboxError::InUse(_)))
            if matches!(settings.payments, PaymentSettings::Sandbox { .. }) =>
        {
            Ok((Arc::new(UnreachableSandbox), false))
        }
        Err(error) => Err(error),
    }
}

/// Builds the shop on a store, and returns whether its payment provider can be queried from here.
pub(super) async fn build(settings: &Settings, store: Arc<SqlStore>) -> Result<(Shop, bool), WireError> {
    let public_url = settings.public_url.clone().unwrap_or_else(|| format!("http://{}", settings.bind));
    let (payments, can_query) = provider(settings, &public_url)?;
    let (secrets, clock): (_, Arc<dyn Clock>) = (RandomSecrets::default(), Arc::new(SystemClock));
    secrets.read_key(&SigningKeys::new(store.clone(), Arc::clone(&clock))).await?;
    let store: Arc<dyn Store> = store;
    let ids = Arc::new(RandomIds);
    let id = shop_id(&*store, &*ids, clock.now()).await?;
    let rates = Arc::new(StoredRates::new(Arc::clone(&store), Arc::clone(&clock)));
    let shop = Shop {
        store,
        // Refunds do not search, so an empty in-memory index suffices and does not lock the server's.
        search: Arc::new(TantivySearch::open(None, Synonyms::default())?),
        pictures: Arc::new(wire::pictures(settings, Arc::clone(&clock))),
        picture_processor: Arc::new(ImageProcessor::default()),
        import_files: Arc::new(wire::import_files(settings)),
        spreadsheets: Arc::new(CsvSpreadsheets),
        shipping: rates.clone(),
        taxes: rates,
        payments,
        verifier: Arc::new(RejectAllTokens),
        tokens: Arc::new(RejectAllTokens),
        clock,
        ids,
        secrets: Arc::new(secrets),
        deliverable: Arc::new(AnyAddress),
        public_url: public_url.into(),
        time_zone: Arc::new(settings.time_zone.clone()),
        withdrawal_zones: Arc::default(),
        rules: wire::rules(settings),
        id,
        known_names: Arc::default(),
    };
    Ok((shop, can_query))
}
