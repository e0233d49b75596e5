//! The settings of the server. Nothing else reads the environment.
//!
//! Reading is a pure function over the variables, and finds every mistake at once: unknown
//! names, values that cannot be read, settings that contradict each other.

use autoparts_http::limits::Rates;
use autoparts_persistence::DatabaseUrl;
use std::{
    collections::BTreeMap,
    fmt,
    net::{IpAddr, SocketAddr},
    num::NonZeroU32,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};
use tracing_subscriber::{EnvFilter, filter::LevelFilter};

/// One setting, as it is documented.
pub struct Setting {
    /// The variable.
    pub name: &'static str,
    /// What holds when it is not set, in words.
    pub default: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

macro_rules! settings {
    ($($constant:ident = $name:literal, $default:literal, $meaning:literal;)*) => {
        $(const $constant: &str = $name;)*

        /// Every setting there is.
        pub const SETTINGS: &[Setting] = &[$(Setting { name: $name, default: $default, meaning: $meaning },)*];
    };
}

settings! {
    DATABASE_URL = "DATABASE_URL", "sqlite://data/autoparts.db", "where the shop keeps its data: sqlite://PATH or postgres://USER:PASSWORD@HOST/NAME";
    DATABASE_CONNECTIONS = "DATABASE_CONNECTIONS", "two per core, at least 8", "connections to PostgreSQL";
    BIND_ADDR = "BIND_ADDR", "127.0.0.1:8080", "address and port to listen on";
    PUBLIC_URL = "PUBLIC_URL", "http:// and BIND_ADDR", "how browsers reach the shop; links in mails begin with it";
    WORKERS = "WORKERS", "one per core", "threads that answer requests";
    ORDER_HOLD = "ORDER_HOLD", "24h", "how long an unpaid order keeps its pieces: 90m, 24h, 7d";
    RATE_LIMIT = "RATE_LIMIT", "3000", "requests a minute from one address; off lifts every limit";
    RATE_LIMIT_SIGN_INS = "RATE_LIMIT_SIGN_INS", "10", "sign-ins a minute from one address";
    RATE_LIMIT_PAYMENTS = "RATE_LIMIT_PAYMENTS", "10", "payments started a minute by one customer";
    RATE_LIMIT_REVIEWS = "RATE_LIMIT_REVIEWS", "10", "reviews tried a minute by one customer";
    TRUSTED_PROXIES = "TRUSTED_PROXIES", "none", "addresses of proxies whose X-Forwarded-For is believed, with commas; needed when PUBLIC_URL is https";
    CORS_ORIGINS = "CORS_ORIGINS", "none", "origins of other sites whose pages may call the API, with commas";
    LOG = "LOG", "info", "what to log: error, warn, info, debug, or a filter such as autoparts_http=debug";
    LOG_FORMAT = "LOG_FORMAT", "text", "text or json";
    FIREBASE_PROJECT_ID = "FIREBASE_PROJECT_ID", "none: the embedded identity provider serves", "the Firebase project that people sign in with";
    FIREBASE_API_KEY = "FIREBASE_API_KEY", "none", "its web API key";
    FIREBASE_AUTH_DOMAIN = "FIREBASE_AUTH_DOMAIN", "PROJECT.firebaseapp.com", "the host of its sign-in pages";
    FIREBASE_JWKS_URL = "FIREBASE_JWKS_URL", "Google's", "where the keys of its ID tokens are";
    SANDBOX_JOURNAL = "SANDBOX_JOURNAL", "sandbox-payments.jsonl beside the SQLite file, or in data/", "the memory of the sandbox payment provider";
    ALLOW_EMBEDDED_ON_NETWORK = "ALLOW_EMBEDDED_ON_NETWORK", "no", "yes: let others than this machine reach a shop with embedded sign-in or sandbox payments, where anybody can be anybody";
}

/// Variables that begin like this are meant for us, so that a misspelt one is a mistake.
const FAMILIES: &[&str] = &["FIREBASE_", "STRIPE_", "SMTP_", "RATE_LIMIT", "SANDBOX_", "AUTOPARTS_", "ALLOW_EMBEDDED"];

/// How people are identified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IdentitySettings {
    /// By this server.
    Embedded,
    /// By Firebase.
    Firebase {
        /// The project.
        project_id: String,
        /// Its web API key; public.
        api_key: String,
        /// The host of its sign-in pages.
        auth_domain: String,
        /// Where its keys are; `None` for Google's address.
        jwks_url: Option<String>,
    },
}

/// How logs are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs, one object a line.
    Json,
}

/// All settings, read and found consistent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Where the data is.
    pub database: DatabaseUrl,
    /// Connections to PostgreSQL; `None` for the default.
    pub database_connections: Option<usize>,
    /// Where to listen.
    pub bind: SocketAddr,
    /// How browsers reach the shop, without a slash at the end; `None` for the bound address.
    pub public_url: Option<String>,
    /// Threads that answer requests; `None` for one per core.
    pub workers: Option<usize>,
    /// How long an unpaid order keeps its pieces.
    pub order_hold: Duration,
    /// How often who may do what.
    pub rates: Rates,
    /// Whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// Which other sites may call the API.
    pub cors_origins: Vec<String>,
    /// What to log.
    pub log: String,
    /// How to log it.
    pub log_format: LogFormat,
    /// How people are identified.
    pub identity: IdentitySettings,
    /// The memory of the sandbox payment provider.
    pub sandbox_journal: PathBuf,
}

/// Everything that is wrong with the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistakes(Vec<String>);

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the settings are not right: {}", self.0.join("; "))
    }
}

impl std::error::Error for Mistakes {}

/// The variables of this process. Those that are not text cannot be ours.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
pub fn environment() -> BTreeMap<String, String> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect()
}

impl Settings {
    /// Reads the settings from variables, or says everything that is wrong with them. A
    /// variable that is set but empty counts as not set.
    pub fn read(variables: &BTreeMap<String, String>) -> Result<Self, Mistakes> {
        let mut reader = Reader { variables, mistakes: unknown_names(variables) };
        let settings = reader.settings();
        match settings {
            Some(settings) if reader.mistakes.is_empty() => Ok(settings),
            _ => Err(Mistakes(reader.mistakes)),
        }
    }

    /// Whether only this machine can reach the shop.
    #[must_use]
    pub fn on_loopback(&self) -> bool {
        let public_host = self.public_url.as_deref().map(host);
        self.bind.ip().is_loopback() && public_host.is_none_or(is_loopback_host)
    }
}

/// The host of an http or https address.
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

/// Names that are not settings but look as if they were meant to be.
fn unknown_names(variables: &BTreeMap<String, String>) -> Vec<String> {
    let known = |name: &str| SETTINGS.iter().any(|setting| setting.name == name);
    let nearest = |name: &str| {
        let distance = |setting: &&Setting| strsim::damerau_levenshtein(setting.name, name);
        SETTINGS.iter().min_by_key(distance).filter(|setting| distance(setting) <= 2 && name.len() > 4)
    };
    let mut mistakes = Vec::new();
    for name in variables.keys().filter(|name| !known(name)) {
        match nearest(name) {
            Some(setting) => mistakes.push(format!("{name} is not a setting; did you mean {}?", setting.name)),
            None if FAMILIES.iter().any(|family| name.starts_with(family)) => {
                mistakes.push(format!("{name} is not a setting; serve --help lists them all"));
            }
            None => {}
        }
    }
    mistakes
}

struct Reader<'a> {
    variables: &'a BTreeMap<String, String>,
    mistakes: Vec<String>,
}

impl Reader<'_> {
    fn text(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    fn wrong(&mut self, mistake: String) {
        self.mistakes.push(mistake);
    }

    /// A value that can be read, or `None` and a note of the mistake. The value itself is not
    /// repeated: it may be a secret.
    fn parsed<T>(&mut self, name: &str, default: &str, expected: &str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let value = parse(self.text(name).unwrap_or(default));
        if value.is_none() {
            self.wrong(format!("{name} must be {expected}"));
        }
        value
    }

    /// A value that may be missing: `None` when it is, and when it cannot be read, which is
    /// noted.
    fn optional<T: FromStr>(&mut self, name: &str, expected: &str, fits: impl Fn(&T) -> bool) -> Option<T> {
        let value = self.text(name)?.parse().ok().filter(fits);
        if value.is_none() {
            self.wrong(format!("{name} must be {expected}"));
        }
        value
    }

    fn list<T>(&mut self, name: &str, expected: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
        let items = |text: &str| text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(&parse).collect();
        self.parsed(name, "", expected, items)
    }

    fn settings(&mut self) -> Option<Settings> {
        let database = self.database();
        let database_connections =
            self.optional(DATABASE_CONNECTIONS, "a number from 1 to 500", |n| (1..=500).contains(n));
        let bind = self.parsed(BIND_ADDR, "127.0.0.1:8080", "an address and a port, such as 127.0.0.1:8080", |text| {
            text.parse().ok()
        });
        let public_url = self.public_url();
        let workers = self.optional(WORKERS, "a number from 1 to 256", |n| (1..=256).contains(n));
        let order_hold = self.parsed(ORDER_HOLD, "24h", "a time from 1m to 365d, such as 24h", hold);
        let rates = self.rates();
        let trusted_proxies = self.trusted_proxies(public_url.as_deref());
        let cors_origins = self.list(CORS_ORIGINS, "origins such as https://shop.example, with commas", origin);
        let log = self.text(LOG).unwrap_or("info").to_owned();
        if !is_log_filter(&log) {
            self.wrong(format!("{LOG} must be error, warn, info, debug or a filter"));
        }
        let log_format = self.parsed(LOG_FORMAT, "text", "text or json", |text| match text {
            "text" => Some(LogFormat::Text),
            "json" => Some(LogFormat::Json),
            _ => None,
        });
        let identity = self.identity();
        let allowed = self.parsed(ALLOW_EMBEDDED_ON_NETWORK, "no", "yes or no", |text| match text {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        });
        let database = database?;
        let sandbox_journal = self.text(SANDBOX_JOURNAL).map_or_else(|| beside(&database), PathBuf::from);
        let settings = Settings {
            sandbox_journal,
            database,
            database_connections,
            bind: bind?,
            public_url,
            workers,
            order_hold: order_hold?,
            rates: rates?,
            trusted_proxies: trusted_proxies?,
            cors_origins: cors_origins?,
            log,
            log_format: log_format?,
            identity: identity?,
        };
        if !settings.on_loopback() && !allowed? {
            self.wrong(format!(
                "{BIND_ADDR} or {PUBLIC_URL} lets other machines reach embedded sign-in or sandbox payments, where \
                 anybody can be anybody; configure real services, or set {ALLOW_EMBEDDED_ON_NETWORK}=yes"
            ));
        }
        Some(settings)
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

    /// The server speaks no TLS: where browsers use https, a proxy stands in front of it. One that
    /// is not named would make all visitors share one address, and one rate limit.
    fn trusted_proxies(&mut self, public_url: Option<&str>) -> Option<Vec<IpAddr>> {
        let proxied = public_url.is_some_and(|url| url.starts_with("https://"));
        if proxied && self.text(TRUSTED_PROXIES).is_none() {
            self.wrong(format!("{PUBLIC_URL} is https, so name the proxy in {TRUSTED_PROXIES}, or say none"));
        }
        match self.text(TRUSTED_PROXIES) {
            Some("none") => Some(Vec::new()),
            _ => self.list(TRUSTED_PROXIES, "IP addresses with commas, or none", |item| item.parse().ok()),
        }
    }

    fn rates(&mut self) -> Option<Rates> {
        let expected = "a number from 1, or off";
        let rate = |text: &str| match text {
            "off" => Some(None),
            number => number.parse().ok().map(Some),
        };
        let requests: Option<Option<NonZeroU32>> = self.parsed(RATE_LIMIT, "3000", expected, rate);
        let single = [RATE_LIMIT_SIGN_INS, RATE_LIMIT_PAYMENTS, RATE_LIMIT_REVIEWS];
        if requests == Some(None) && single.iter().any(|name| self.text(name).is_some_and(|value| value != "off")) {
            self.wrong(format!("{RATE_LIMIT}=off lifts every limit, so no other may be set"));
        }
        let sign_ins = self.parsed(RATE_LIMIT_SIGN_INS, "10", expected, rate);
        let payments = self.parsed(RATE_LIMIT_PAYMENTS, "10", expected, rate);
        let reviews = self.parsed(RATE_LIMIT_REVIEWS, "10", expected, rate);
        let rates = Rates { requests: requests?, sign_ins: sign_ins?, payments: payments?, reviews: reviews? };
        Some(if rates.requests.is_none() { Rates::OFF } else { rates })
    }

    fn identity(&mut self) -> Option<IdentitySettings> {
        let own = |text: Option<&str>| text.map(str::to_owned);
        let project = own(self.text(FIREBASE_PROJECT_ID));
        let api_key = own(self.text(FIREBASE_API_KEY));
        let (auth_domain, jwks_url) = (own(self.text(FIREBASE_AUTH_DOMAIN)), own(self.text(FIREBASE_JWKS_URL)));
        match (project, api_key) {
            (Some(project_id), Some(api_key)) => {
                let auth_domain = auth_domain.unwrap_or_else(|| format!("{project_id}.firebaseapp.com"));
                Some(IdentitySettings::Firebase { project_id, api_key, auth_domain, jwks_url })
            }
            (None, None) if auth_domain.is_none() && jwks_url.is_none() => Some(IdentitySettings::Embedded),
            _ => {
                self.wrong(format!("{FIREBASE_PROJECT_ID} and {FIREBASE_API_KEY} belong together"));
                None
            }
        }
    }
}

/// Whether a text says what to log. A lone word that is no level would be taken for the name
/// of a module, and nothing else would be logged.
fn is_log_filter(text: &str) -> bool {
    let lone_words = text.split(',').map(str::trim).filter(|directive| !directive.contains(['=', '[']));
    let levels = lone_words.into_iter().all(|word| word.parse::<LevelFilter>().is_ok());
    levels && text.parse::<EnvFilter>().is_ok()
}

/// A time to hold pieces for.
fn hold(text: &str) -> Option<Duration> {
    let span: jiff::SignedDuration = match text.strip_suffix('d') {
        Some(days) => jiff::SignedDuration::from_hours(days.trim().parse::<i64>().ok()?.checked_mul(24)?),
        None => text.parse().ok()?,
    };
    let span = Duration::try_from(span).ok()?;
    (Duration::from_mins(1)..=Duration::from_hours(365 * 24)).contains(&span).then_some(span)
}

/// Scheme, host and port, and nothing else.
fn origin(text: &str) -> Option<String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let plain = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.:[]".contains(&byte));
    plain.then(|| text.to_owned())
}

/// The sandbox's file: beside the SQLite file.
fn beside(database: &DatabaseUrl) -> PathBuf {
    let folder = database.sqlite_file().and_then(Path::parent).unwrap_or(Path::new("data"));
    folder.join("sandbox-payments.jsonl")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Settings, Mistakes> {
        Settings::read(&pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    #[test]
    fn nothing_set_is_the_embedded_shop_on_this_machine() {
        let settings = read(&[("PATH", "/bin"), ("HOME", "/root")]).unwrap();
        assert_eq!(settings.bind.to_string(), "127.0.0.1:8080");
        assert_eq!(settings.identity, IdentitySettings::Embedded);
        assert_eq!(settings.order_hold, Duration::from_hours(24));
        assert_eq!(settings.sandbox_journal, Path::new("data/sandbox-payments.jsonl"));
        assert!(settings.on_loopback());
    }

    #[test]
    fn all_mistakes_are_told_at_once() {
        let mistakes = read(&[
            ("DATABASE_URL", "mysql://x"),
            ("BIND_ADDR", "nowhere"),
            ("ORDER_HOLD", "soon"),
            ("RATE_LIMIT", "0"),
            ("FIREBASE_API_KEY", "k"),
            ("LOG_FORMAT", "xml"),
            ("DATABSE_URL", "sqlite://x"),
            ("STRIPE_SECRT", "x"),
        ])
        .unwrap_err()
        .to_string();
        for name in [
            "DATABASE_URL",
            "BIND_ADDR",
            "ORDER_HOLD",
            "RATE_LIMIT",
            "FIREBASE_PROJECT_ID",
            "LOG_FORMAT",
            "did you mean DATABASE_URL",
            "STRIPE_SECRT",
        ] {
            assert!(mistakes.contains(name), "{name} is missing in: {mistakes}");
        }
        assert_eq!(mistakes.lines().count(), 1);
    }

    #[test]
    fn values_are_never_repeated_in_mistakes() {
        let mistakes = read(&[("DATABASE_URL", "mysql://user:hunter2@db/x"), ("BIND_ADDR", "hunter2")]).unwrap_err();
        assert!(!mistakes.to_string().contains("hunter2"), "{mistakes}");
    }

    #[test]
    fn embedded_services_stay_on_this_machine_unless_told_otherwise() {
        assert!(read(&[("BIND_ADDR", "0.0.0.0:80")]).is_err());
        assert!(read(&[("PUBLIC_URL", "https://shop.example")]).is_err());
        assert!(read(&[("PUBLIC_URL", "http://localhost:8080/")]).is_ok());
        assert!(read(&[("BIND_ADDR", "0.0.0.0:80"), ("ALLOW_EMBEDDED_ON_NETWORK", "yes")]).is_ok());
        assert!(read(&[("BIND_ADDR", "0.0.0.0:80"), ("ALLOW_EMBEDDED_ON_NETWORK", "1")]).is_err());
    }

    #[test]
    fn a_shop_behind_tls_names_its_proxy() {
        let behind_tls = [("PUBLIC_URL", "https://localhost")];
        assert!(read(&behind_tls).unwrap_err().to_string().contains("TRUSTED_PROXIES"));
        for proxies in ["none", "10.0.0.1, 10.0.0.2"] {
            assert!(read(&[behind_tls[0], ("TRUSTED_PROXIES", proxies)]).is_ok(), "{proxies}");
        }
    }

    #[test]
    fn off_lifts_every_limit() {
        assert!(read(&[("RATE_LIMIT", "off"), ("RATE_LIMIT_REVIEWS", "5")]).is_err());
        assert_eq!(read(&[("RATE_LIMIT", "off")]).unwrap().rates, Rates::OFF);
    }

    #[test]
    fn what_to_log_is_a_level_or_a_filter() {
        for text in ["info", "WARN", "off", "warn,autoparts_http=debug", "autoparts_http=trace"] {
            assert!(is_log_filter(text), "{text}");
        }
        for text in ["verbose", "blah", "info,verbose", "autoparts_http=loud"] {
            assert!(!is_log_filter(text), "{text}");
        }
    }

    #[test]
    fn empty_counts_as_not_set() {
        assert!(read(&[("DATABASE_URL", " "), ("WORKERS", "")]).is_ok());
    }

    #[test]
    fn times_are_read_with_their_unit() {
        for (text, seconds) in [("90m", 5400), ("24h", 86_400), ("7d", 604_800)] {
            assert_eq!(hold(text), Some(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "24", "0h", "-1h", "9999999999999d", "2s"] {
            assert_eq!(hold(text), None, "{text}");
        }
    }
}
