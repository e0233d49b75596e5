//! Parses the variables one by one and collects the mistakes.

use super::names::not_read;
use super::{
    ALLOW_EMBEDDED_ON_NETWORK, ALLOW_METRICS_ON_NETWORK, BIND_ADDR, CATALOGUE_COPY, CORS_ORIGINS, DATABASE_CONNECTIONS,
    DATABASE_URL, IMPORT_DIR, IMPORT_MAX, IMPORT_REMOVAL_SHARE, LOG, LOG_FORMAT, LogFormat, MAX_CONNECTIONS,
    MAX_CONNECTIONS_PER_ADDRESS, METRICS_ADDR, PICTURES_DIR, PUBLIC_URL, RATE_LIMIT, RATE_LIMIT_BOOKINGS,
    RATE_LIMIT_CARTS, RATE_LIMIT_COUPONS, RATE_LIMIT_LETTERS, RATE_LIMIT_ORDERS, RATE_LIMIT_PAYMENTS,
    RATE_LIMIT_PROFILES, RATE_LIMIT_RENEWALS, RATE_LIMIT_REVIEWS, RATE_LIMIT_SIGN_INS, RETENTION_AUDIT,
    RETENTION_CANCELLED_ORDERS, RETENTION_IDEMPOTENCY_KEYS, RETENTION_MAILS, RETENTION_PROVIDER_EVENTS, SEARCH_DIR,
    SEARCH_SYNONYMS, SHUTDOWN_GRACE, Settings, TRUSTED_PROXIES, WITHDRAWAL_TEXT, WORKERS, changed,
};
use autoparts_application::{imports::RemovalShare, shop_rules::Retention};
use autoparts_http::{
    limits::RateLimits,
    trusted_proxies::{TrustedNetwork, TrustedProxies},
};
use autoparts_persistence::DatabaseUrl;
use std::{
    collections::BTreeMap,
    net::SocketAddr,
    num::{NonZeroU32, NonZeroUsize},
    ops::RangeInclusive,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};
use tracing_subscriber::filter::{LevelFilter, Targets};

pub(super) struct Reader<'a> {
    pub(super) variables: &'a BTreeMap<String, String>,
    pub(super) mistakes: Vec<String>,
}

impl Reader<'_> {
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    pub(super) fn wrong(&mut self, mistake: String) {
        self.mistakes.push(mistake);
    }

    /// Returns the parsed value, or `None` and records a mistake. The message does not repeat the value, which may be
    /// a secret.
    pub(super) fn parsed<T>(
        &mut self,
        name: &str,
        default: &str,
        expected: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let value = parse(self.text(name).unwrap_or(default));
        if value.is_none() {
            self.wrong(format!("{name} must be {expected}"));
        }
        value
    }

    /// Returns an optional value: `None` if it is missing, or invalid, which is recorded as a mistake.
    pub(super) fn optional<T: FromStr>(&mut self, name: &str, expected: &str, fits: impl Fn(&T) -> bool) -> Option<T> {
        let value = self.text(name)?.parse().ok().filter(fits);
        if value.is_none() {
            self.wrong(format!("{name} must be {expected}"));
        }
        value
    }

    /// Returns the path of the catalog copy. SQLite needs none: the copy would be on the same machine as the
    /// database.
    fn catalogue_copy(&mut self, database: Option<&DatabaseUrl>, search_dir: Option<&Path>) -> Option<PathBuf> {
        let on_sqlite = database?.sqlite_file().is_some();
        match self.text(CATALOGUE_COPY) {
            None if on_sqlite => None,
            None => Some(search_dir?.join("catalogue.db")),
            Some("off") => None,
            Some(_) if on_sqlite => {
                self.wrong(format!("{CATALOGUE_COPY} is for PostgreSQL: leave it out with SQLite"));
                None
            }
            Some(file) => Some(PathBuf::from(file)),
        }
    }

    fn list<T>(&mut self, name: &str, expected: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
        let items = |text: &str| text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(&parse).collect();
        self.parsed(name, "", expected, items)
    }

    pub(super) fn settings(&mut self) -> Option<Settings> {
        let database = self.database();
        let database_connections =
            self.optional(DATABASE_CONNECTIONS, "a number from 1 to 500", |n| (1..=500).contains(n));
        let bind = self.parsed(BIND_ADDR, "127.0.0.1:8080", "an address and a port, such as 127.0.0.1:8080", |text| {
            text.parse().ok()
        });
        let metrics = self.metrics(bind);
        let public_url = self.public_url();
        let workers = self.optional(WORKERS, "a number from 1 to 256", |n| (1..=256).contains(n));
        let max_connections = self.optional(MAX_CONNECTIONS, "a number from 16", |n| *n >= 16);
        let per_address: Option<NonZeroUsize> =
            self.parsed(MAX_CONNECTIONS_PER_ADDRESS, "256", "a number from 1", |text| text.parse().ok());
        let shutdown_grace = self.parsed(SHUTDOWN_GRACE, "3s", "a time from 0s to 5m, such as 3s", grace);
        let rules = self.rules();
        let retention = self.retention();
        let rates = self.rates();
        let trusted_proxies = self.trusted_proxies(public_url.as_deref());
        let cors_origins = self.list(CORS_ORIGINS, "origins such as https://shop.example, with commas", origin);
        let search_dir = self.text(SEARCH_DIR).map(PathBuf::from);
        let search_dir = search_dir.or_else(|| Some(next_to_database(database.as_ref()?, "search")));
        let catalogue_copy = self.catalogue_copy(database.as_ref(), search_dir.as_deref());
        let synonyms_file = self.text(SEARCH_SYNONYMS).map(PathBuf::from);
        let withdrawal_file = self.text(WITHDRAWAL_TEXT).map(PathBuf::from);
        let pictures_dir = self.text(PICTURES_DIR).map(PathBuf::from);
        let pictures_dir = pictures_dir.or_else(|| Some(next_to_database(database.as_ref()?, "pictures")));
        let import_dir = self.text(IMPORT_DIR).map(PathBuf::from);
        let import_dir = import_dir.or_else(|| Some(next_to_database(database.as_ref()?, "imports")));
        let import_max = self.parsed(IMPORT_MAX, "2048", "a number from 1 to 65536", |text| {
            text.parse().ok().filter(|megabytes: &u64| (1..=65_536).contains(megabytes))
        });
        let import_removal_share = self.parsed(IMPORT_REMOVAL_SHARE, "20", "a percentage from 0 to 100", |text| {
            text.parse().ok().and_then(RemovalShare::new)
        });
        let log = self.parsed(LOG, "info", "error, warn, info, debug or a filter", log_filter);
        let log_format = self.parsed(LOG_FORMAT, "text", "text or json", |text| match text {
            "text" => Some(LogFormat::Text),
            "json" => Some(LogFormat::Json),
            _ => None,
        });
        let identity = self.identity();
        let allowed = self.allowed(ALLOW_EMBEDDED_ON_NETWORK);
        let traces = self.traces();
        let mail = self.mail();
        let seller = self.seller();
        let time_zone = self.time_zone();
        let promises = self.promises();
        let payments = self.payments(database.as_ref());
        self.check_real_money(payments.as_ref(), identity.as_ref());
        let settings = Settings {
            database: database?,
            database_connections,
            bind: bind?,
            metrics,
            public_url,
            workers,
            max_connections,
            max_connections_per_address: per_address?.get(),
            shutdown_grace: shutdown_grace?,
            rules: rules?,
            retention: retention?,
            rates: rates?,
            trusted_proxies: trusted_proxies?,
            cors_origins: cors_origins?,
            search_dir: search_dir?,
            catalogue_copy,
            synonyms_file,
            withdrawal_file,
            pictures_dir: pictures_dir?,
            import_dir: import_dir?,
            import_max: import_max? << 20,
            import_removal_share: import_removal_share?,
            log: log?,
            log_format: log_format?,
            identity: identity?,
            payments: payments?,
            mail,
            seller,
            promises: promises?,
            time_zone: time_zone?,
            traces,
            not_read: not_read(self.variables),
            changed: changed(self.variables),
        };
        if settings.has_embedded_services() && !settings.on_loopback() && !allowed? {
            self.wrong(format!(
                "{BIND_ADDR} or {PUBLIC_URL} lets other machines reach embedded sign-in or sandbox payments, where \
                 anybody can be anybody; configure real services, or set {ALLOW_EMBEDDED_ON_NETWORK}=yes"
            ));
        }
        Some(settings)
    }

    /// Returns a yes-or-no setting that defaults to `no`.
    pub(super) fn allowed(&mut self, name: &str) -> Option<bool> {
        self.parsed(name, "no", "yes or no", |text| match text {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        })
    }

    /// Returns the address of the metrics server; `None` for none.
    fn metrics(&mut self, bind: Option<SocketAddr>) -> Option<SocketAddr> {
        let allowed = self.allowed(ALLOW_METRICS_ON_NETWORK);
        let metrics: SocketAddr =
            self.optional(METRICS_ADDR, "an address and a port, such as 127.0.0.1:9464", |_| true)?;
        if bind.is_some_and(|bind| is_taken_by(metrics, bind)) {
            self.wrong(format!("{METRICS_ADDR} must not be the address and port of {BIND_ADDR}"));
        }
        if !metrics.ip().to_canonical().is_loopback() && allowed == Some(false) {
            self.wrong(format!(
                "{METRICS_ADDR} lets other machines read the metrics; use a loopback address, such as \
                 127.0.0.1:9464, or set {ALLOW_METRICS_ON_NETWORK}=yes where customers cannot reach it"
            ));
        }
        Some(metrics)
    }

    fn database(&mut self) -> Option<DatabaseUrl> {
        match self.text(DATABASE_URL).unwrap_or("sqlite://data/autoparts.db").parse() {
            Ok(url) => Some(url),
            Err(error) => {
                self.wrong(format!("{DATABASE_URL}: {error}"));
                None
            }
        }
    }

    fn public_url(&mut self) -> Option<String> {
        let url = origin(self.text(PUBLIC_URL)?.trim_end_matches('/'));
        if url.is_none() {
            self.wrong(format!("{PUBLIC_URL} must be an address without a path, such as https://shop.example"));
        }
        url
    }

    /// The server does not speak TLS, so https requires a proxy. If the proxy were not trusted, all visitors would
    /// share one address and one rate limit.
    fn trusted_proxies(&mut self, public_url: Option<&str>) -> Option<TrustedProxies> {
        let proxied = public_url.is_some_and(|url| url.starts_with("https://"));
        if proxied && self.text(TRUSTED_PROXIES).is_none() {
            self.wrong(format!("{PUBLIC_URL} is https, so name the proxy in {TRUSTED_PROXIES}, or say none"));
        }
        match self.text(TRUSTED_PROXIES) {
            Some("none") => Some(TrustedProxies::default()),
            _ => {
                let expected = "IP addresses or networks such as 10.1.0.0/16 with commas, or none";
                let networks = self.list(TRUSTED_PROXIES, expected, |item| item.parse::<TrustedNetwork>().ok());
                networks.map(TrustedProxies::from_iter)
            }
        }
    }

    fn retention(&mut self) -> Option<Retention> {
        // At least a day, because limits over a day count the retained records.
        let kept_for = |text: &str| match text {
            "off" => Some(None),
            text => time(text, Duration::from_hours(24)..=Duration::from_hours(3650 * 24)).map(Some),
        };
        let expected = "a time from 1d to 3650d, such as 90d, or off";
        let mut kept = |name, default| self.parsed(name, default, expected, kept_for);
        let mails = kept(RETENTION_MAILS, "90d");
        let idempotency_keys = kept(RETENTION_IDEMPOTENCY_KEYS, "30d");
        let provider_events = kept(RETENTION_PROVIDER_EVENTS, "90d");
        let cancelled_orders = kept(RETENTION_CANCELLED_ORDERS, "365d");
        let audit = kept(RETENTION_AUDIT, "off");
        Some(Retention {
            mails: mails?,
            idempotency_keys: idempotency_keys?,
            provider_events: provider_events?,
            cancelled_orders: cancelled_orders?,
            audit: audit?,
        })
    }

    fn rates(&mut self) -> Option<RateLimits> {
        let expected = "a number from 1, or off";
        let rate = |text: &str| match text {
            "off" => Some(None),
            number => number.parse().ok().map(Some),
        };
        let requests: Option<Option<NonZeroU32>> = self.parsed(RATE_LIMIT, "3000", expected, rate);
        let single = [
            RATE_LIMIT_SIGN_INS,
            RATE_LIMIT_ORDERS,
            RATE_LIMIT_PAYMENTS,
            RATE_LIMIT_BOOKINGS,
            RATE_LIMIT_PROFILES,
            RATE_LIMIT_RENEWALS,
            RATE_LIMIT_REVIEWS,
            RATE_LIMIT_CARTS,
            RATE_LIMIT_COUPONS,
            RATE_LIMIT_LETTERS,
        ];
        if requests == Some(None) && single.iter().any(|name| self.text(name).is_some_and(|value| value != "off")) {
            self.wrong(format!("{RATE_LIMIT}=off lifts every limit, so no other may be set"));
        }
        let sign_ins = self.parsed(RATE_LIMIT_SIGN_INS, "10", expected, rate);
        let orders = self.parsed(RATE_LIMIT_ORDERS, "20", expected, rate);
        let payments = self.parsed(RATE_LIMIT_PAYMENTS, "10", expected, rate);
        let bookings = self.parsed(RATE_LIMIT_BOOKINGS, "30", expected, rate);
        let profiles = self.parsed(RATE_LIMIT_PROFILES, "20", expected, rate);
        let renewals = self.parsed(RATE_LIMIT_RENEWALS, "300", expected, rate);
        let reviews = self.parsed(RATE_LIMIT_REVIEWS, "10", expected, rate);
        let carts = self.parsed(RATE_LIMIT_CARTS, "120", expected, rate);
        let coupons = self.parsed(RATE_LIMIT_COUPONS, "60", expected, rate);
        let public_forms = self.parsed(RATE_LIMIT_LETTERS, "5", expected, rate);
        let rates = RateLimits {
            requests: requests?,
            sign_ins: sign_ins?,
            orders: orders?,
            payments: payments?,
            bookings: bookings?,
            profiles: profiles?,
            renewals: renewals?,
            reviews: reviews?,
            carts: carts?,
            coupons: coupons?,
            public_forms: public_forms?,
        };
        Some(if rates.requests.is_none() { RateLimits::OFF } else { rates })
    }
}

/// Whether listening on both addresses would conflict.
fn is_taken_by(there: SocketAddr, here: SocketAddr) -> bool {
    // On Linux, the unspecified IPv6 address covers IPv4, too.
    let takes = |one: SocketAddr, other: SocketAddr| {
        one.ip() == other.ip() || one.ip().is_unspecified() && (one.is_ipv6() || other.is_ipv4())
    };
    there.port() != 0 && there.port() == here.port() && (takes(there, here) || takes(here, there))
}

/// Parses a log filter. Rejects a single word that is not a level: it would be parsed as a module name and disable
/// all other logs.
pub(super) fn log_filter(text: &str) -> Option<Targets> {
    let mut lone_words = text.split(',').map(str::trim).filter(|directive| !directive.contains('='));
    lone_words.all(|word| word.parse::<LevelFilter>().is_ok()).then(|| text.parse().ok()).flatten()
}

/// Parses a reservation time.
pub(super) fn hold(text: &str) -> Option<Duration> {
    time(text, Duration::from_mins(1)..=Duration::from_hours(365 * 24))
}

fn time(text: &str, fits: RangeInclusive<Duration>) -> Option<Duration> {
    let span: jiff::SignedDuration = match text.strip_suffix('d') {
        Some(days) => jiff::SignedDuration::from_hours(days.trim().parse::<i64>().ok()?.checked_mul(24)?),
        None => text.parse().ok()?,
    };
    let span = Duration::try_from(span).ok()?;
    fits.contains(&span).then_some(span)
}

/// Parses a shutdown grace period.
pub(super) fn grace(text: &str) -> Option<Duration> {
    let span = Duration::try_from(text.parse::<jiff::SignedDuration>().ok()?).ok()?;
    (span <= Duration::from_mins(5)).then_some(span)
}

/// Accepts an origin: scheme, host and port only.
fn origin(text: &str) -> Option<String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let plain = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.:[]".contains(&byte));
    plain.then(|| text.to_owned())
}

/// Returns the path of a file next to the SQLite file.
pub(super) fn next_to_database(database: &DatabaseUrl, name: &str) -> PathBuf {
    let folder = database.sqlite_file().and_then(Path::parent).unwrap_or(Path::new("data"));
    folder.join(name)
}
