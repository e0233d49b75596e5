//! The settings of the server. No other module reads the environment.
//!
//! Reading is a pure function of the variables and reports all mistakes together: misspelled names, invalid values,
//! contradictory settings.

mod names;
mod reader;
mod rules;
mod secret_files;
mod seller;
mod seller_files;
mod services;
mod spelling;
mod time_zone;

use autoparts_application::{
    imports::RemovalShare,
    shop_rules::{Retention, ShopRules},
};
use autoparts_domain::time_zone::TimeZone;
use autoparts_http::{
    browser_config::{Promises, Seller},
    limits::RateLimits,
    trusted_proxies::TrustedProxies,
};
use autoparts_payments::Secret;
use autoparts_persistence::DatabaseUrl;
use reader::Reader;
pub use secret_files::read_secret;
use std::{
    collections::BTreeMap,
    ffi::OsString,
    fmt, io,
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};
pub(crate) use time_zone::withdrawal_zones;
use tracing_subscriber::filter::Targets;

/// A documented setting.
pub struct Setting {
    /// The name of the variable.
    pub name: &'static str,
    /// The default, in words.
    pub default: &'static str,
    /// The meaning.
    pub meaning: &'static str,
    /// Whether its value must not be shown: it is or may contain a password, key or email address.
    pub secret: bool,
}

macro_rules! settings {
    ($($constant:ident = $name:literal, $default:literal, $meaning:literal $(, $secret:ident)?;)*) => {
        $(const $constant: &str = $name;)*

        /// All settings.
        pub const SETTINGS: &[Setting] = &[$(Setting {
            name: $name,
            default: $default,
            meaning: $meaning,
            secret: settings!(@ $($secret)?),
        },)*];
    };
    (@) => { false };
    (@ secret) => { true };
}

settings! {
    DATABASE_URL = "DATABASE_URL", "sqlite://data/autoparts.db", "the database: sqlite://PATH or postgres://USER:PASSWORD@HOST/NAME", secret;
    DATABASE_CONNECTIONS = "DATABASE_CONNECTIONS", "two per core, at least 8", "maximum connections to PostgreSQL";
    BIND_ADDR = "BIND_ADDR", "127.0.0.1:8080", "address and port to listen on";
    METRICS_ADDR = "METRICS_ADDR", "none", "address and port that serve metrics for Prometheus, for example 127.0.0.1:9464; not for customers";
    ALLOW_METRICS_ON_NETWORK = "ALLOW_METRICS_ON_NETWORK", "no", "yes: METRICS_ADDR may be an address that other machines can reach; metrics name every route and count orders, payments and refunds";
    PUBLIC_URL = "PUBLIC_URL", "http:// and BIND_ADDR", "how browsers reach the shop; links in emails, the sitemap and canonical URLs begin with it";
    SELLER_NAME = "SELLER_NAME", "Autoparts", "the seller's name on pages, receipts and packing slips";
    SELLER_ADDRESS = "SELLER_ADDRESS", "none; a made-up one in a demo without a seller", "the seller's address, its lines separated by semicolons: 48 Foundry Lane; Dayton, OH 45402";
    SELLER_PHONE = "SELLER_PHONE", "none; a made-up one in a demo without a seller", "the telephone number for customers: +1 937 555 0148";
    SELLER_EMAIL = "SELLER_EMAIL", "none; a made-up one in a demo without a seller", "the email address for customers", secret;
    SELLER_TAX_NUMBER = "SELLER_TAX_NUMBER", "none; a made-up one in a demo without a seller", "the seller's tax number on invoices: DE123456789";
    SELLER_LINKS = "SELLER_LINKS", "none; the networks themselves in a demo without a seller", "the seller's pages on Facebook, Instagram, LinkedIn and YouTube, separated by commas";
    TIME_ZONE = "TIME_ZONE", "UTC", "the shop's time zone, in which reports and lists count days: America/New_York, Europe/Berlin; after a change, all days are counted again";
    PROMISE_SHIPPING = "PROMISE_SHIPPING", "As little as two business days within the continental U.S. when you order by 12pm ET; where TIME_ZONE names a place, its time instead of ET", "the shipping promise, one sentence";
    PROMISE_RETURN_DAYS = "PROMISE_RETURN_DAYS", "90", "how many days after shipping an order can be returned: 14 to 3650";
    RETURN_ARRIVES_WITHIN = "RETURN_ARRIVES_WITHIN", "30d", "how long the parts of an approved return may take to arrive: 8d to 365d; the customer is reminded a week before";
    APPROVE_UNNEEDED_RETURNS = "APPROVE_UNNEEDED_RETURNS", "no", "yes: returns of parts that the customer does not need are approved at once";
    FIT_TRACK_RECORD = "FIT_TRACK_RECORD", "on", "off: part pages do not show sales and returns";
    CORE_RETURN_DAYS = "CORE_RETURN_DAYS", "30", "how many days after shipping old parts may arrive for their core charges: 8 to 365; the customer is reminded a week before";
    WITHDRAWAL_TEXT = "WITHDRAWAL_TEXT", "none", "a file with your instructions on withdrawal for customers in the EU, shown on the page /withdraw; blank lines separate paragraphs";
    WITHDRAWAL_DELIVERY_DAYS = "WITHDRAWAL_DELIVERY_DAYS", "14", "how many days after shipping a parcel to the EU counts as delivered and the 14 days to withdraw begin: 0 to 90";
    WORKERS = "WORKERS", "one per core", "threads that answer requests";
    MAX_CONNECTIONS = "MAX_CONNECTIONS", "4096, or what the limit of open files leaves room for", "maximum number of open connections";
    MAX_CONNECTIONS_PER_ADDRESS = "MAX_CONNECTIONS_PER_ADDRESS", "256", "connections from one address at once; for a client behind a trusted proxy, requests at once";
    SHUTDOWN_GRACE = "SHUTDOWN_GRACE", "3s", "how long the server keeps serving after SIGTERM while /readyz returns 503, so that proxies notice: 0s to 5m";
    ORDER_HOLD = "ORDER_HOLD", "24h", "how long an unpaid order reserves its pieces once a card was presented for it: 90m, 24h, 7d";
    ORDER_HOLD_UNSTARTED = "ORDER_HOLD_UNSTARTED", "2h, or ORDER_HOLD when that is shorter", "how long it reserves them before that";
    UNPAID_ORDERS = "UNPAID_ORDERS", "5", "how many unpaid orders a customer may have; off lifts the limit";
    UNPAID_VALUE = "UNPAID_VALUE", "10000", "total value of these orders in dollars, not counting one part; off lifts the limit";
    UNPAID_SHARE = "UNPAID_SHARE", "25", "percentage of a part's stock that these orders may take, except for one part; off lifts the limit";
    COUPON_AMOUNT = "COUPON_AMOUNT", "$50", "value of the coupon for a confirmed newsletter address: $50, $12.50; off issues no new ones, and coupons issued earlier keep their terms";
    COUPON_MINIMUM = "COUPON_MINIMUM", "$100", "minimum order for a new coupon, before shipping and tax: $100; $0 for any order";
    COUPON_VALID = "COUPON_VALID", "90", "how many days a new coupon is valid";
    RETENTION_MAILS = "RETENTION_MAILS", "90d", "how long emails stay in the outbox, sent or not: 30d, 36h; off keeps them forever";
    RETENTION_IDEMPOTENCY_KEYS = "RETENTION_IDEMPOTENCY_KEYS", "30d", "how long the idempotency keys of orders and stock movements are kept; off keeps them forever";
    RETENTION_PROVIDER_EVENTS = "RETENTION_PROVIDER_EVENTS", "90d", "how long the IDs of the payment provider's messages are kept; off keeps them forever";
    RETENTION_CANCELLED_ORDERS = "RETENTION_CANCELLED_ORDERS", "365d", "after how long the name and addresses of a canceled order, and withdrawals without a return, are erased; off keeps them";
    RETENTION_AUDIT = "RETENTION_AUDIT", "off", "how long the audit log is kept; off keeps it forever";
    SESSION_LIFETIME = "SESSION_LIFETIME", "30d", "how long a session lasts, even if it is used: 12h, 30d";
    SESSION_IDLE = "SESSION_IDLE", "7d", "how long an unused session lasts: 2h, 7d; at least 30m";
    RATE_LIMIT = "RATE_LIMIT", "3000", "requests a minute from one address; off lifts every limit";
    RATE_LIMIT_SIGN_INS = "RATE_LIMIT_SIGN_INS", "10", "sign-ins a minute from one address";
    RATE_LIMIT_ORDERS = "RATE_LIMIT_ORDERS", "20", "order attempts a minute by one customer";
    RATE_LIMIT_PAYMENTS = "RATE_LIMIT_PAYMENTS", "10", "payments started a minute by one customer";
    RATE_LIMIT_BOOKINGS = "RATE_LIMIT_BOOKINGS", "30", "payments reported a minute by one customer";
    RATE_LIMIT_PROFILES = "RATE_LIMIT_PROFILES", "20", "profiles saved a minute by one customer";
    RATE_LIMIT_RENEWALS = "RATE_LIMIT_RENEWALS", "300", "sessions opened and renewed a minute from one address, and as many token renewals and lookups at the embedded identity provider";
    RATE_LIMIT_REVIEWS = "RATE_LIMIT_REVIEWS", "10", "review attempts a minute by one customer";
    RATE_LIMIT_CARTS = "RATE_LIMIT_CARTS", "120", "quotes a minute for one address, and documents, such as carts, saved by one customer";
    RATE_LIMIT_COUPONS = "RATE_LIMIT_COUPONS", "60", "quotes with a coupon a minute for one address, and orders with one by one customer";
    RATE_LIMIT_LETTERS = "RATE_LIMIT_LETTERS", "5", "newsletter, feedback and guest forms sent a minute from one address";
    TRUSTED_PROXIES = "TRUSTED_PROXIES", "none", "addresses or networks of proxies whose X-Forwarded-For is trusted, separated by commas: 10.0.0.5, 10.1.0.0/16; required when PUBLIC_URL is https";
    CORS_ORIGINS = "CORS_ORIGINS", "none", "origins of other sites whose pages may call the API, separated by commas";
    SEARCH_DIR = "SEARCH_DIR", "search next to the SQLite file, or data/search", "folder of this server's search index, which is rebuilt if lost; each server has its own";
    CATALOGUE_COPY = "CATALOGUE_COPY", "catalogue.db in SEARCH_DIR with PostgreSQL; off with SQLite", "this server's copy of the catalog, shown while PostgreSQL is unavailable; off keeps none";
    SEARCH_SYNONYMS = "SEARCH_SYNONYMS", "the list that comes with the shop", "a file of synonyms for searches, one group a line: rotor, brake disc";
    PICTURES_DIR = "PICTURES_DIR", "pictures next to the SQLite file, or data/pictures", "folder of the pictures that admins upload; several servers share one folder";
    IMPORT_DIR = "IMPORT_DIR", "imports next to the SQLite file, or data/imports", "folder of files being imported, until they are applied or a day has passed; needs about twice the size of the files";
    IMPORT_REMOVAL_SHARE = "IMPORT_REMOVAL_SHARE", "20", "percentage of a brand's applications, or of a column's entries in a file of parts, that an import may remove without confirmation of the number";
    IMPORT_MAX = "IMPORT_MAX", "2048", "maximum size of an imported file, unpacked, in megabytes";
    LOG = "LOG", "info", "the log level: error, warn, info, debug, or a filter such as autoparts_http=debug";
    LOG_FORMAT = "LOG_FORMAT", "text", "text or json";
    OTEL_EXPORTER_OTLP_ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT", "none: traces are not exported", "address of the collector of traces, OTLP over HTTP: http://127.0.0.1:4318";
    OTEL_SERVICE_NAME = "OTEL_SERVICE_NAME", "autoparts", "the shop's name in traces";
    OTEL_TRACES_SAMPLER = "OTEL_TRACES_SAMPLER", "parentbased_always_on", "which requests are traced: always_on, always_off or traceidratio, with or without parentbased_ before it";
    OTEL_TRACES_SAMPLER_ARG = "OTEL_TRACES_SAMPLER_ARG", "1", "the share of requests that traceidratio traces: 0 to 1";
    FIREBASE_PROJECT_ID = "FIREBASE_PROJECT_ID", "none: the embedded identity provider serves", "the Firebase project that users sign in with";
    FIREBASE_API_KEY = "FIREBASE_API_KEY", "none", "the project's web API key", secret;
    FIREBASE_AUTH_DOMAIN = "FIREBASE_AUTH_DOMAIN", "PROJECT.firebaseapp.com", "the host of the project's sign-in pages";
    FIREBASE_JWKS_URL = "FIREBASE_JWKS_URL", "Google's", "address of the keys for its ID tokens", secret;
    FIREBASE_AUTH_EMULATOR_HOST = "FIREBASE_AUTH_EMULATOR_HOST", "none", "host and port of a Firebase emulator on this machine, for a project whose name begins with demo-; for tests only";
    STRIPE_SECRET_KEY = "STRIPE_SECRET_KEY", "none: the sandbox accepts test cards", "the server's key for Stripe: sk_test_…, sk_live_…, or a restricted rk_…", secret;
    STRIPE_PUBLISHABLE_KEY = "STRIPE_PUBLISHABLE_KEY", "none", "the browsers' key for Stripe, of the same mode: pk_test_… or pk_live_…", secret;
    STRIPE_WEBHOOK_SECRET = "STRIPE_WEBHOOK_SECRET", "none", "the secret with which Stripe signs its messages: whsec_…; two, separated by a comma, while one replaces the other", secret;
    STRIPE_API_BASE = "STRIPE_API_BASE", "https://api.stripe.com", "the address of Stripe's API; any other address accepts only test keys", secret;
    SMTP_URL = "SMTP_URL", "none: emails stay in the outbox", "the mail server: smtps://USER:PASSWORD@HOST:465, or smtp://USER:PASSWORD@HOST:587?tls=required", secret;
    MAIL_FROM = "MAIL_FROM", "none", "the sender of emails: Autoparts <orders@shop.example>", secret;
    SANDBOX_JOURNAL = "SANDBOX_JOURNAL", "sandbox-payments.jsonl next to the SQLite file, or in data/", "where the sandbox payment provider stores its payments";
    SANDBOX_SECRET_KEY = "SANDBOX_SECRET_KEY", "a new one at each start", "the sandbox's sk_test_… key, for tests that refund or dispute a payment as the provider's dashboard or a bank would", secret;
    ALLOW_EMBEDDED_ON_NETWORK = "ALLOW_EMBEDDED_ON_NETWORK", "no", "yes: let other machines reach a shop with embedded sign-in or sandbox payments, where users can sign in as anyone";
}

/// How users are identified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IdentitySettings {
    /// By this server's embedded provider.
    Embedded,
    /// By Firebase.
    Firebase {
        /// The project id.
        project_id: String,
        /// Its web API key; public.
        api_key: String,
        /// The host of its sign-in pages.
        auth_domain: String,
        /// The URL of its signing keys; `None` for Google's.
        jwks_url: Option<String>,
    },
    /// By a Firebase emulator on this machine.
    Emulator {
        /// The project id, which exists only in the emulator.
        project_id: String,
        /// A web API key; the emulator accepts any.
        api_key: String,
        /// The emulator's address.
        host: SocketAddr,
    },
}

impl IdentitySettings {
    /// Whether any client can sign in as any user.
    #[must_use]
    pub fn trusts_every_peer(&self) -> bool {
        matches!(self, Self::Embedded | Self::Emulator { .. })
    }
}

/// The payment provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentSettings {
    /// The embedded sandbox provider.
    Sandbox {
        /// The path of its journal.
        journal: PathBuf,
        /// The key the server authenticates with; `None` to generate a new one at each start.
        secret_key: Option<Secret>,
    },
    /// Stripe.
    Stripe {
        /// The key the server authenticates with.
        secret_key: Secret,
        /// The key browsers use; public.
        publishable_key: String,
        /// The secrets that verify its webhooks.
        webhook_secrets: Vec<Secret>,
        /// The API base URL; `None` for Stripe's.
        api_base: Option<String>,
        /// Whether the key is live, so real money moves.
        live: bool,
    },
}

/// The mail server settings.
#[derive(Clone, PartialEq, Eq)]
pub struct MailSettings {
    /// The mail server's URL, including the password.
    pub smtp_url: String,
    /// The sender address.
    pub from: String,
}

impl fmt::Debug for MailSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailSettings").field("from", &self.from).finish_non_exhaustive()
    }
}

/// The log format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// Human-readable text.
    Text,
    /// JSON, one object per line.
    Json,
}

/// Where traces are exported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceSettings {
    /// The collector's URL, without a trailing slash.
    pub endpoint: String,
    /// The service name in traces.
    pub service: String,
    /// Number of traced requests per million.
    pub sampled_per_million: u32,
}

/// All settings, parsed and checked for consistency.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The database.
    pub database: DatabaseUrl,
    /// Maximum number of connections to PostgreSQL; `None` for the default.
    pub database_connections: Option<usize>,
    /// The address to listen on.
    pub bind: SocketAddr,
    /// The address that serves metrics, if any.
    pub metrics: Option<SocketAddr>,
    /// The public base URL, without a trailing slash; `None` for the bound address.
    pub public_url: Option<String>,
    /// The seller; `None` if no detail is set.
    pub seller: Option<Seller>,
    /// The seller's promises.
    pub promises: Promises,
    /// The shop's time zone, for the days in reports and lists.
    pub time_zone: TimeZone,
    /// Number of request threads; `None` for one per core.
    pub workers: Option<usize>,
    /// Maximum number of open connections; `None` for the default.
    pub max_connections: Option<usize>,
    /// Maximum number of open connections per address.
    pub max_connections_per_address: usize,
    /// How long to keep serving after a shutdown signal.
    pub shutdown_grace: Duration,
    /// Reservation and session lifetimes, and limits on unpaid orders.
    pub rules: ShopRules,
    /// How long data is retained.
    pub retention: Retention,
    /// The rate limits.
    pub rates: RateLimits,
    /// The proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: TrustedProxies,
    /// Other origins that may call the API.
    pub cors_origins: Vec<String>,
    /// The search index folder.
    pub search_dir: PathBuf,
    /// The path of the catalog copy; `None` for none.
    pub catalogue_copy: Option<PathBuf>,
    /// The seller's own synonym list.
    pub synonyms_file: Option<PathBuf>,
    /// The seller's text about withdrawals.
    pub withdrawal_file: Option<PathBuf>,
    /// The folder of the pictures that admins upload.
    pub pictures_dir: PathBuf,
    /// The folder of files being imported.
    pub import_dir: PathBuf,
    /// Maximum size of an import file, unpacked, in bytes.
    pub import_max: u64,
    /// The share of entries that an import may remove without confirmation.
    pub import_removal_share: RemovalShare,
    /// The log filter.
    pub log: Targets,
    /// The log format.
    pub log_format: LogFormat,
    /// Where traces are exported, if anywhere.
    pub traces: Option<TraceSettings>,
    /// How users are identified.
    pub identity: IdentitySettings,
    /// The payment provider.
    pub payments: PaymentSettings,
    /// The mail server; `None` if emails stay in the outbox.
    pub mail: Option<MailSettings>,
    /// Unknown variables that look like settings of this program.
    pub not_read: Vec<String>,
    /// The settings that differ from their defaults, as `NAME=VALUE`; secrets are shown as `***`.
    pub changed: Vec<String>,
}

/// All mistakes in the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistakes {
    mistakes: Vec<String>,
    not_read: Vec<String>,
}

/// One line; the alternate form puts each of several mistakes on its own line.
impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, between) = if f.alternate() && self.mistakes.len() > 1 { ("\n  ", "\n  ") } else { (" ", "; ") };
        write!(f, "the settings are not right:{before}{}", self.mistakes.join(between))?;
        match self.not_read.as_slice() {
            [] => Ok(()),
            names => write!(f, "{between}not read: {}", names.join(", ")),
        }
    }
}

impl std::error::Error for Mistakes {}

/// Returns the environment of this process, with `U+FFFD` for bytes that are not Unicode: [`Settings::read`] refuses
/// such a setting.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
pub fn environment() -> BTreeMap<String, String> {
    let readable = |text: OsString| text.to_string_lossy().into_owned();
    std::env::vars_os().map(|(name, value)| (readable(name), readable(value))).collect()
}

impl Settings {
    /// Parses the settings, or returns all mistakes. A variable that is set but empty counts as unset. `read` reads
    /// the files that hold secrets.
    pub fn read(
        variables: &BTreeMap<String, String>,
        read: impl Fn(&Path) -> io::Result<String>,
    ) -> Result<Self, Mistakes> {
        let (variables, mut mistakes) = secret_files::with_secrets(variables, read);
        mistakes.extend(names::misspelled_names(&variables));
        mistakes.extend(names::not_unicode(&variables));
        let mut reader = Reader { variables: &variables, mistakes };
        let settings = reader.settings();
        match settings {
            Some(settings) if reader.mistakes.is_empty() => Ok(settings),
            _ => Err(Mistakes { mistakes: reader.mistakes, not_read: names::not_read(&variables) }),
        }
    }

    /// Whether identity or payments are embedded, so that any client can sign in as any user or pay without money.
    #[must_use]
    pub fn has_embedded_services(&self) -> bool {
        self.identity.trusts_every_peer() || matches!(self.payments, PaymentSettings::Sandbox { .. })
    }

    /// Whether this is a demo: sign-in is not authenticated, or no real money moves.
    #[must_use]
    pub fn is_demo(&self) -> bool {
        self.has_embedded_services() || !matches!(self.payments, PaymentSettings::Stripe { live: true, .. })
    }

    /// Returns the seller. Without a configured one, a demo has a made-up seller, and a real shop shows only its
    /// name.
    #[must_use]
    pub fn seller(&self) -> Seller {
        let unknown = if self.is_demo() { seller::made_up } else { seller::name_only };
        self.seller.clone().unwrap_or_else(unknown)
    }

    /// Whether the shop can be reached only from this machine.
    #[must_use]
    pub fn on_loopback(&self) -> bool {
        let public_host = self.public_url.as_deref().map(host);
        self.bind.ip().is_loopback() && public_host.is_none_or(is_loopback_host)
    }
}

/// Returns the host of an http or https URL.
fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split('/').next().unwrap_or_default();
    match authority.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    }
}

fn is_loopback_host(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Returns the settings that differ from their defaults, for the log, with secrets masked.
fn changed(variables: &BTreeMap<String, String>) -> Vec<String> {
    let value = |setting: &Setting| variables.get(setting.name).map(|value| value.trim().to_owned());
    let set = SETTINGS.iter().filter_map(|setting| Some((setting, value(setting)?)));
    let differ = set.filter(|(setting, value)| !value.is_empty() && value != setting.default);
    differ.map(|(setting, value)| format!("{}={}", setting.name, if setting.secret { "***" } else { &value })).collect()
}

#[cfg(test)]
mod tests;
