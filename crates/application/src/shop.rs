//! The shop: its ports, and the settings of its rules.
//!
//! Every use case is a method of [`Shop`], defined in the module of its capability.

use crate::{
    catalogue::names::KnownNames,
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
    returns::ReturnRules,
    withdrawals::WithdrawalZones,
};
use autoparts_domain::{
    accounts::session::SessionLimits,
    email::Email,
    id::ShopId,
    money::Money,
    newsletter::CouponOffer,
    orders::unpaid::{Share, UnpaidLimits},
    time::Timestamp,
    time_zone::TimeZone,
    validation::ValidationError,
    vehicles::ModelYear,
};
use std::{sync::Arc, time::Duration};

/// The currency of every amount, as ISO code in lower case.
pub const CURRENCY: &str = "usd";

/// Settings of the shop's rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShopRules {
    /// How long an unpaid order reserves its pieces after a card was presented, from the start of that payment.
    pub order_hold: Duration,
    /// How long it reserves them before that, from when it was placed; at most `order_hold`.
    pub unstarted_hold: Duration,
    /// Whether a user with an address that the identity provider has not verified can become an admin.
    pub unverified_admins: bool,
    /// Limits on unpaid orders.
    pub unpaid: UnpaidLimits,
    /// The coupon for a confirmed address; `None` if the shop offers none. Issued coupons keep their terms.
    pub coupon: Option<CouponOffer>,
    /// Whether a mail server delivers the emails. If so, links and codes in the outbox are not shown to readers.
    pub mails_are_sent: bool,
    /// How long sessions last.
    pub sessions: SessionLimits,
    /// Returns.
    pub returns: ReturnRules,
    /// How long old data is stored.
    pub retention: Retention,
}

/// How long old data is stored; `None`: forever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Emails in the outbox, from when they were written.
    pub mails: Option<Duration>,
    /// Idempotency keys of orders and stock movements: how long a repeated call is recognized.
    pub idempotency_keys: Option<Duration>,
    /// The ids of the payment provider's messages, from when they were received.
    pub provider_events: Option<Duration>,
    /// The personal data of canceled orders, from when they were placed.
    pub cancelled_orders: Option<Duration>,
    /// Audit log entries.
    pub audit: Option<Duration>,
}

impl Default for Retention {
    fn default() -> Self {
        let days = |days: u64| Some(Duration::from_hours(days * 24));
        Self {
            mails: days(90),
            idempotency_keys: days(30),
            provider_events: days(90),
            cancelled_orders: days(365),
            audit: None,
        }
    }
}

impl Default for ShopRules {
    fn default() -> Self {
        Self {
            order_hold: Duration::from_hours(24),
            unverified_admins: true,
            coupon: Money::from_cents(5_000).zip(Money::from_cents(10_000)).map(|(amount, minimum)| CouponOffer {
                amount,
                minimum,
                valid_days: 90,
            }),
            mails_are_sent: false,
            retention: Retention::default(),
            sessions: SessionLimits::default(),
            returns: ReturnRules::default(),
            unstarted_hold: Duration::from_hours(2),
            unpaid: UnpaidLimits {
                orders: Some(5),
                value: Money::from_cents(1_000_000),
                share: Share::from_percent(25),
            },
        }
    }
}

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
    // A server may start while its database is unavailable; the copy of the catalogue contains the id as well.
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
        let returns = Duration::from_hours(24 * u64::from(self.rules.returns.days));
        OrderEmails { mail, shop: Arc::clone(&self.public_url), now: self.now(), link, returns, postscript: Vec::new() }
    }
}
