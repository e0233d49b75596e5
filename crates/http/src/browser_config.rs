//! What a browser needs to know before it can sign a user in or charge a card; returned by `GET /config`.

use crate::{dollars::Dollars, view::response};
use autoparts_domain::newsletter::CouponOffer;
use serde::Serialize;
use utoipa::ToSchema;

/// Which identity provider is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum IdentityMode {
    /// This server: the Firebase SDK is pointed at it.
    Embedded,
    /// Firebase.
    Firebase,
    /// A Firebase emulator on this machine.
    Emulator,
}

/// Sign-in: the Firebase SDK's configuration.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IdentityConfig {
    /// Which identity provider is used.
    pub mode: IdentityMode,
    /// Firebase's web API key; public.
    pub api_key: String,
    /// The host of Firebase's sign-in pages.
    pub auth_domain: String,
    /// The Firebase project.
    pub project_id: String,
    /// The emulator's URL; null without an emulator.
    #[schema(required)]
    pub emulator_url: Option<String>,
}

/// Which payment provider is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaymentsMode {
    /// The sandbox: this server simulates the provider, with test cards.
    Sandbox,
    /// Stripe.
    Stripe,
}

/// Payment configuration.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentsConfig {
    /// Which payment provider is used.
    pub mode: PaymentsMode,
    /// The provider's publishable key.
    pub publishable_key: String,
    /// The base URL of the sandbox's API; null for the real provider.
    #[schema(required)]
    pub api_base: Option<String>,
}

/// How emails are delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailsMode {
    /// They stay in the outbox, where admins can read them.
    Outbox,
    /// They are sent through a mail server.
    Smtp,
}

response! {
    /// The seller, as shown on documents and pages. Unknown details are omitted.
    #[derive(Clone, PartialEq, Eq)]
    pub Seller {
        /// The seller's name.
        pub name: String,
        /// The lines of the address, without the name.
        pub address: Vec<String>,
        /// The telephone number, formatted for display.
        pub phone: Option<String>,
        /// The email address.
        pub email: Option<String>,
        /// The tax number, as printed on invoices.
        pub tax_number: Option<String>,
        /// The seller's pages on social networks.
        pub links: Vec<String>,
    }

    /// What the seller promises for every order.
    #[derive(Clone, PartialEq, Eq)]
    pub Promises {
        /// The delivery time, as a sentence.
        pub shipping: String,
        /// The cutoff time by which an order must be placed to arrive in two business days, if `shipping` promises
        /// that: `12pm ET`.
        pub order_by: Option<String>,
        /// Number of days after shipping within which an order can be returned.
        pub return_days: u16,
    }

    /// The coupon for newsletter subscribers.
    #[derive(Clone)]
    pub CouponTerms from |CouponOffer { amount, minimum, valid_days }| CouponOffer {
        /// The discount, in dollars.
        amount: Dollars = Dollars(amount),
        /// Minimum value of the goods, in dollars, before shipping and tax; 0 for any order.
        minimum: Dollars = Dollars(minimum),
        /// The number of days it is valid.
        valid_days: u16 = valid_days,
    }
}

/// What a browser needs to know before it can sign a user in or charge a card.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Config)]
pub struct BrowserConfig {
    /// How users sign in.
    pub identity: IdentityConfig,
    /// How customers pay.
    pub payments: PaymentsConfig,
    /// How emails are delivered.
    pub mails: MailsMode,
    /// The currency of every amount.
    pub currency: &'static str,
    /// The seller.
    pub seller: Seller,
    /// The seller's promises.
    pub promises: Promises,
    /// The time zone of days in reports and lists, as an IANA name: `UTC`, `America/New_York`.
    pub time_zone: String,
    /// The coupon for newsletter subscribers; null if the shop offers none.
    #[schema(required)]
    pub coupon: Option<CouponTerms>,
    /// The seller's instructions on withdrawal from the contract, by paragraph; empty if there are none.
    pub withdrawal: Vec<String>,
    /// Whether this is a demo: sign-ins or payments are not real.
    pub demo: bool,
}
