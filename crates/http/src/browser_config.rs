//! What a browser needs to know before it can sign a person in or take a card; `GET /config` tells it.

use crate::dollars::Dollars;
use autoparts_domain::newsletter::CouponOffer;
use serde::Serialize;
use utoipa::ToSchema;

/// Where people sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum IdentityMode {
    /// At this server: the Firebase SDK is pointed at it.
    Embedded,
    /// At Firebase.
    Firebase,
    /// At a Firebase emulator on this machine.
    Emulator,
}

/// How people are identified: the Firebase SDK's configuration.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IdentityConfig {
    /// Where people sign in.
    pub mode: IdentityMode,
    /// Firebase's web API key; public.
    pub api_key: String,
    /// The host of Firebase's sign-in pages.
    pub auth_domain: String,
    /// The Firebase project.
    pub project_id: String,
    /// Where the emulator is; null when there is none.
    #[schema(required)]
    pub emulator_url: Option<String>,
}

/// Which payment provider is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaymentsMode {
    /// Nobody: this server plays the provider, with test cards.
    Sandbox,
    /// Stripe.
    Stripe,
}

/// How people pay.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentsConfig {
    /// Which payment provider is used.
    pub mode: PaymentsMode,
    /// The provider's publishable key.
    pub publishable_key: String,
    /// Where the sandbox's API is; null for the real provider.
    #[schema(required)]
    pub api_base: Option<String>,
}

/// How e-mails are delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailsMode {
    /// They stay in the outbox, where admins can read them.
    Outbox,
    /// A mail server sends them.
    Smtp,
}

/// Who sells, as papers and pages say it. What is not known is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Seller {
    /// What the seller is called.
    pub name: String,
    /// The lines of the address, without the name.
    pub address: Vec<String>,
    /// A telephone number, as people write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub phone: Option<String>,
    /// An e-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub email: Option<String>,
    /// The pages of the seller at social networks.
    pub links: Vec<String>,
}

/// What the seller promises of every order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Promises {
    /// How soon goods are there, in a sentence.
    pub shipping: String,
    /// Until when an order arrives after two business days, where that is what the sentence says: `12pm ET`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub order_by: Option<String>,
    /// For how many days after it was shipped an order can be sent back.
    pub return_days: u16,
}

/// The coupon for signing up for the newsletter.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CouponTerms {
    /// The discount, in dollars.
    #[schema(value_type = f64)]
    amount: Dollars,
    /// Minimum value of the goods, in dollars, before shipping and tax; 0 for any order.
    #[schema(value_type = f64)]
    minimum: Dollars,
    /// How many days it is valid.
    valid_days: u16,
}

impl From<CouponOffer> for CouponTerms {
    fn from(offer: CouponOffer) -> Self {
        let CouponOffer { amount, minimum, valid_days } = offer;
        Self { amount: Dollars(amount), minimum: Dollars(minimum), valid_days }
    }
}

/// What a browser needs to know before it can sign a person in or take a card.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Config)]
pub struct BrowserConfig {
    /// How people are identified.
    pub identity: IdentityConfig,
    /// How people pay.
    pub payments: PaymentsConfig,
    /// How e-mails are delivered.
    pub mails: MailsMode,
    /// The currency of every amount.
    pub currency: &'static str,
    /// Who sells.
    pub seller: Seller,
    /// What the seller promises.
    pub promises: Promises,
    /// The time zone of days in reports and lists, by its name in the IANA database: `UTC`, `America/New_York`.
    pub time_zone: String,
    /// The coupon for newsletter subscribers; null if the shop offers none.
    #[schema(required)]
    pub coupon: Option<CouponTerms>,
    /// Whether this is a demonstration: no real sign-ins or no real money.
    pub demo: bool,
}
