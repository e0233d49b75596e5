//! The shop: the ports it works with, and the settings of its rules.
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
    /// How long an unpaid order reserves its pieces once a card was presented, from when that payment was started.
    pub order_hold: Duration,
    /// How long it reserves them before that, from when it was placed; not longer than `order_hold`.
    pub unstarted_hold: Duration,
    /// Whether a person may be made an admin whose address the identity provider does not vouch for.
    pub unverified_admins: bool,
    /// How much may be on order but unpaid.
    pub unpaid: UnpaidLimits,
    /// The coupon for a confirmed address; `None` if the shop offers none. Issued coupons keep their terms.
    pub coupon: Option<CouponOffer>,
    /// Whether a mail server carries the mails: then nobody reads links and codes in the outbox.
    pub mails_are_sent: bool,
    /// How long sessions last.
    pub sessions: SessionLimits,
    /// For how long an order can be sent back, from when it was shipped.
    pub returns: Duration,
    /// How long what is no longer needed is kept.
    pub retention: Retention,
}

/// How long what is no longer needed is kept; `None`: for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Mails in the outbox, from when they were written.
    pub mails: Option<Duration>,
    /// Keys under which orders were placed or stock was moved: so long the same call is known again.
    pub idempotency_keys: Option<Duration>,
    /// The ids of the payment provider's messages, from when they came.
    pub provider_events: Option<Duration>,
    /// The personal data of cancelled orders, from when they were placed.
    pub cancelled_orders: Option<Duration>,
    /// Who changed whose role.
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
            returns: Duration::from_hours(90 * 24),
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
    /// What it remembers.
    pub store: Arc<dyn Store>,
    /// Where parts are searched.
    pub search: Arc<dyn PartSearch>,
    /// Where its own pictures are.
    pub pictures: Arc<dyn PictureStore>,
    /// What makes pictures of uploads.
    pub picture_processor: Arc<dyn PictureProcessor>,
    /// Where files wait that are imported.
    pub import_files: Arc<dyn ImportFiles>,
    /// How files are written that go out.
    pub spreadsheets: Arc<dyn Spreadsheets>,
    /// What it charges for shipping.
    pub shipping: Arc<dyn ShippingRates>,
    /// What it charges as tax.
    pub taxes: Arc<dyn TaxCalculator>,
    /// How it is paid.
    pub payments: Arc<dyn PaymentGateway>,
    /// Whom it believes about who people are.
    pub verifier: Arc<dyn TokenVerifier>,
    /// How it lets people act.
    pub tokens: Arc<dyn AccessTokens>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// New ids.
    pub ids: Arc<dyn IdSource>,
    /// Secrets that nobody can guess.
    pub secrets: Arc<dyn SecretSource>,
    /// Which addresses its mail server can deliver to.
    pub deliverable: Arc<dyn DeliverableAddresses>,
    /// How browsers reach it: links in mails begin with it.
    pub public_url: Arc<str>,
    /// Where its days begin and end, in reports and lists.
    pub time_zone: Arc<TimeZone>,
    /// Its rules.
    pub rules: ShopRules,
    /// The name under which the payment provider knows its payments; see [`shop_id`].
    pub id: ShopId,
    /// Brands and categories as it read them last.
    pub known_names: Arc<KnownNames>,
}

/// The name of the shop that a store belongs to, made the first time it is asked for. A restored backup
/// has the name of before, a fresh store another one.
pub async fn shop_id(store: &dyn Store, ids: &dyn IdSource, now: Timestamp) -> StoreResult<ShopId> {
    let fresh: ShopId = ids.next();
    // A server may start while its database is away: the copy of the catalogue has the name, too.
    let known = store.read_public(|tx| tx.shop_id()).await?;
    if let Some(known) = known {
        return Ok(known);
    }
    match store.write(move |tx| tx.insert_shop_id(&fresh, now)).await {
        Ok(()) => Ok(fresh),
        // Another server was faster.
        Err(StoreError::Duplicate) => Ok(store.read(|tx| tx.shop_id()).await?.unwrap_or(fresh)),
        Err(error) => Err(error),
    }
}

impl Shop {
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Whether a vehicle can be on sale by now. Suppliers list parts for years to come.
    pub(crate) fn is_on_sale(&self, year: ModelYear) -> bool {
        year <= ModelYear::newest(self.now())
    }

    /// Refuses an undeliverable address: its owner would wait for an email that never arrives.
    pub(crate) fn check_deliverable(&self, to: &Email) -> Result<(), ValidationError> {
        if self.deliverable.can_send_to(to) { Ok(()) } else { Err(ValidationError::Undeliverable) }
    }

    /// The e-mails about an order, of which one is to be written.
    pub(crate) fn order_emails(&self) -> OrderEmails {
        let (mail, link) = (self.ids.next(), NewLink::draw(&*self.secrets));
        OrderEmails { mail, shop: Arc::clone(&self.public_url), now: self.now(), link, returns: self.rules.returns }
    }
}
