//! The shop: its ports and its settings.
//!
//! Every use case is a method of [`Shop`], defined in the module of its capability.

use crate::{
    catalogue::known_names::KnownNames,
    orders::emails::{NewLink, OrderEmails},
    ports::{
        clock::{Clock, IdSource},
        identity::{AccessTokens, TokenVerifier},
        import_files::ImportFiles,
        mailer::DeliverableAddresses,
        part_search::PartSearch,
        payment_gateway::PaymentGateway,
        pictures::{PictureProcessor, PictureStore},
        rates::{ShippingRates, TaxCalculator},
        secrets::SecretSource,
        spreadsheets::Spreadsheets,
        store::Store,
        store_error::{StoreError, StoreResult},
    },
    shop_rules::{ShopRules, WithdrawalZones},
};
use autoparts_domain::{
    email::Email, id::ShopId, time::Timestamp, time_zone::TimeZone, validation::ValidationError, vehicles::ModelYear,
};
use std::sync::Arc;

/// The currency of every amount, as ISO code in lower case.
pub const CURRENCY: &str = "usd";

/// The shop.
#[derive(Clone)]
pub struct Shop {
    /// The database.
    pub store: Arc<dyn Store>,
    /// The search index.
    pub search: Arc<dyn PartSearch>,
    /// Storage of its own pictures.
    pub pictures: Arc<dyn PictureStore>,
    /// Converts uploads into pictures.
    pub picture_processor: Arc<dyn PictureProcessor>,
    /// Storage of import files.
    pub import_files: Arc<dyn ImportFiles>,
    /// Writes exported files.
    pub spreadsheets: Arc<dyn Spreadsheets>,
    /// Shipping rates.
    pub shipping: Arc<dyn ShippingRates>,
    /// Taxes.
    pub taxes: Arc<dyn TaxCalculator>,
    /// The payment provider.
    pub payments: Arc<dyn PaymentGateway>,
    /// Verifies ID tokens.
    pub verifier: Arc<dyn TokenVerifier>,
    /// Issues access tokens.
    pub tokens: Arc<dyn AccessTokens>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Source of new ids.
    pub ids: Arc<dyn IdSource>,
    /// Source of unguessable secrets.
    pub secrets: Arc<dyn SecretSource>,
    /// Which addresses its mail server can deliver to.
    pub deliverable: Arc<dyn DeliverableAddresses>,
    /// The public URL of the shop; links in emails begin with it.
    pub public_url: Arc<str>,
    /// The time zone of days in reports and lists.
    pub time_zone: Arc<TimeZone>,
    /// Where customers may withdraw from a contract, and in which time zone.
    pub withdrawal_zones: Arc<WithdrawalZones>,
    /// Its rules.
    pub rules: ShopRules,
    /// The id under which the payment provider knows its payments; see [`shop_id`].
    pub id: ShopId,
    /// The cached brands and categories.
    pub known_names: Arc<KnownNames>,
}

/// Returns the shop id of a store, generating it on the first call. A restored backup keeps its id; a new store gets
/// another one.
pub async fn shop_id(store: &dyn Store, ids: &dyn IdSource, now: Timestamp) -> StoreResult<ShopId> {
    let fresh: ShopId = ids.next();
    // A server may start while its database is unavailable; the copy of the catalog contains the id as well.
    let known = store.read_public(|tx| tx.shop_id()).await?;
    if let Some(known) = known {
        return Ok(known);
    }
    match store.write(move |tx| tx.insert_shop_id(&fresh, now)).await {
        Ok(()) => Ok(fresh),
        // Another server set it first.
        Err(StoreError::Duplicate) => Ok(store.read(|tx| tx.shop_id()).await?.unwrap_or(fresh)),
        Err(error) => Err(error),
    }
}

impl Shop {
    /// The current time in UTC.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns whether vehicles of a model year can already be on sale. Suppliers list parts for future years.
    pub(crate) fn is_on_sale(&self, year: ModelYear) -> bool {
        year <= ModelYear::newest(self.now())
    }

    /// Refuses an undeliverable address: its owner would wait for an email that never arrives.
    pub(crate) fn check_deliverable(&self, to: &Email) -> Result<(), ValidationError> {
        if self.deliverable.can_send_to(to) { Ok(()) } else { Err(ValidationError::Undeliverable) }
    }

    /// Returns the data for writing one email about an order: a new email id and link, the time, and settings.
    pub(crate) fn order_emails(&self) -> OrderEmails {
        let mail = self.ids.next();
        let link = NewLink::draw(&*self.secrets);
        let shop = Arc::clone(&self.public_url);
        let returns = self.rules.returns.terms();
        OrderEmails { mail, shop, now: self.now(), link, returns, postscript: Vec::new() }
    }
}
