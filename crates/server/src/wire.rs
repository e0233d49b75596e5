//! Wiring: selects the adapter for each port, with one match per port. No other module knows the adapters.

mod stores;
mod token_keys;

pub(crate) use stores::{
    ServingStore, check_schema, migrate_and_check, missing_on_citus, serving_store, shop_store, store,
};
pub(crate) use token_keys::TokenKeys;

use crate::{
    clock::{RandomIds, SystemClock},
    config::{IdentitySettings, MailSettings, Mistakes, PaymentSettings, Settings, withdrawal_zones},
    embedded::Embedded,
};
use autoparts_application::{
    error_chain::error_chain,
    outbox::OutboxWorker,
    ports::{
        clock::{Clock, IdSource},
        identity::TokenVerifier,
        identity_accounts::IdentityStore,
        mailer::{AnyAddress, DeliverableAddresses},
        part_search::{PartSearch, SearchError},
        payment_gateway::PaymentGateway,
        store_error::StoreError,
    },
    rates::StoredRates,
    shop::{CURRENCY, Shop, shop_id},
    shop_rules::{ReturnRules, ShopRules},
};
use autoparts_auth_adapter::{
    EmbeddedIdentity, EmbeddedVerifier, EmulatorVerifier, FIREBASE_JWKS_URL, FirebaseVerifier, HmacAccessTokens,
    IdentityError, IdentitySettings as ProviderSettings, JwksUrl, RandomSecrets, SigningKeyError, SigningKeys,
};
use autoparts_exchange::{CsvSpreadsheets, ImportFolder};
use autoparts_http::{
    browser_config::{BrowserConfig, IdentityConfig, IdentityMode, MailsMode, PaymentsConfig, PaymentsMode},
    security_headers::SecurityHeaders,
};
use autoparts_mail::{Seller, SmtpMailer};
use autoparts_payments::{
    STRIPE_API_BASE, Sandbox, SandboxConfig, SandboxError, SandboxGateway, Secret, StripeGateway,
};
use autoparts_persistence::{MigrateError, OpenError};
use autoparts_pictures::{FolderPictureStore, ImageProcessor};
use autoparts_search::TantivySearch;
use std::{path::Path, sync::Arc};

/// Why the shop cannot be assembled; `Display` is one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum WireError {
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The migration failed.
    #[error("{}", migrate_words(.0))]
    Migrate(#[from] MigrateError),
    /// The schema is older than this program.
    #[error("the database is of an older version ({}); run: autoparts migrate", lacks(.0))]
    Behind(Vec<String>),
    /// The tables are not those of a shop.
    #[error("the database holds tables that are not this shop's, or of another version; name another database")]
    Foreign,
    /// The store failed.
    #[error("the database failed: {}", error_chain(.0))]
    Store(#[from] StoreError),
    /// The signing keys cannot be loaded.
    #[error("cannot load the signing keys: {0}")]
    Keys(#[from] SigningKeyError),
    /// The URL of the identity provider's keys is invalid.
    #[error("FIREBASE_JWKS_URL: {0}")]
    Jwks(String),
    /// A file named in the settings cannot be read.
    #[error(transparent)]
    Settings(#[from] Mistakes),
    /// The search index cannot be opened.
    #[error("the search index cannot be opened ({}); name another folder in SEARCH_DIR", error_chain(.0))]
    Search(#[from] SearchError),
    /// The URL of the payment provider is invalid.
    #[error("STRIPE_API_BASE: {0}")]
    Stripe(String),
    /// The mail server's URL or the sender is invalid.
    #[error("{0}")]
    Mail(&'static str),
    /// The embedded identity provider cannot be opened.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// The sandbox payment provider cannot be opened.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

fn migrate_words(error: &MigrateError) -> String {
    match error {
        MigrateError::Failed(_) | MigrateError::Store(_) => format!(
            "the database cannot be migrated ({}); make room, or restore a backup, or name another database",
            error_chain(error)
        ),
        // The other errors already say what to do.
        error => error.to_string(),
    }
}

fn lacks(migrations: &[String]) -> String {
    match migrations {
        [first, _, .., last] => format!("it lacks {} migrations, {first} to {last}", migrations.len()),
        few => format!("it lacks {}", few.join(" and ")),
    }
}

/// Everything needed to serve.
pub(crate) struct Wired {
    /// The shop.
    pub(crate) shop: Shop,
    /// The embedded services.
    pub(crate) embedded: Embedded,
    /// The settings for browsers.
    pub(crate) browser: BrowserConfig,
    /// The security headers.
    pub(crate) headers: SecurityHeaders,
    /// Sends the emails in the outbox; `None` without a mail server.
    pub(crate) worker: Option<OutboxWorker>,
    /// Reloads the signing keys.
    pub(crate) keys: TokenKeys,
}

/// Returns the mailer for the configured server.
pub(crate) fn mailer(settings: &Settings, mail: &MailSettings) -> Result<SmtpMailer, WireError> {
    SmtpMailer::new(&mail.smtp_url, &mail.from, mail_seller(settings)).map_err(WireError::Mail)
}

/// Returns the seller as shown in emails.
pub(crate) fn mail_seller(settings: &Settings) -> Seller {
    let known = settings.seller();
    Seller { name: known.name, address: known.address, phone: known.phone, email: known.email }
}

/// Returns the settings for browsers.
fn browser_config(
    settings: &Settings,
    withdrawal: Vec<String>,
    identity: IdentityConfig,
    payments: PaymentsConfig,
) -> BrowserConfig {
    BrowserConfig {
        withdrawal,
        identity,
        payments,
        mails: if settings.mail.is_some() { MailsMode::Smtp } else { MailsMode::Outbox },
        currency: CURRENCY,
        seller: settings.seller(),
        promises: settings.promises.clone(),
        time_zone: settings.time_zone.name().to_owned(),
        coupon: settings.rules.coupon.map(Into::into),
        demo: settings.is_demo(),
    }
}

/// Assembles the shop. `public_url` is the URL for browsers, `own_url` the one at which the server reaches itself.
#[expect(clippy::too_many_lines, reason = "assembles all components in order")]
pub(crate) async fn wire(
    settings: &Settings,
    serving: &ServingStore,
    public_url: &str,
    own_url: &str,
) -> Result<Wired, WireError> {
    let (store, identity_store) = serving.ports();
    let (clock, ids): (Arc<dyn Clock>, Arc<dyn IdSource>) = (Arc::new(SystemClock), Arc::new(RandomIds));
    let keys = Arc::new(SigningKeys::new(Arc::clone(&identity_store), Arc::clone(&clock)));
    let tokens = Arc::<HmacAccessTokens>::default();
    let secrets = Arc::<RandomSecrets>::default();
    for read in [tokens.read_keys(&keys).await, secrets.read_key(&keys).await] {
        match read {
            // A server that starts during a database outage reads them later.
            Err(SigningKeyError::Store(StoreError::Unavailable(_))) if store.copied_at().is_some() => {}
            read => read?,
        }
    }

    let mut embedded = Embedded::default();
    let mut hosts = Hosts::default();
    let (verifier, identity): (Arc<dyn TokenVerifier>, IdentityConfig) = match &settings.identity {
        IdentitySettings::Embedded => {
            let provider = embedded_identity(identity_store, Arc::clone(&clock), Arc::clone(&ids), public_url).await?;
            let verifier = EmbeddedVerifier::new(Arc::clone(&provider));
            embedded.identity = Some(provider);
            (Arc::new(verifier), embedded_identity_config())
        }
        IdentitySettings::Firebase { project_id, api_key, auth_domain, jwks_url } => {
            hosts.firebase(auth_domain);
            let keys = JwksUrl::new(jwks_url.as_deref().unwrap_or(FIREBASE_JWKS_URL)).map_err(WireError::Jwks)?;
            let verifier = FirebaseVerifier::new(project_id.clone(), Arc::new(keys));
            let config = IdentityConfig {
                mode: IdentityMode::Firebase,
                api_key: api_key.clone(),
                auth_domain: auth_domain.clone(),
                project_id: project_id.clone(),
                emulator_url: None,
            };
            (Arc::new(verifier), config)
        }
        IdentitySettings::Emulator { project_id, api_key, host } => {
            let url = format!("http://{host}");
            hosts.emulator(&url);
            let config = IdentityConfig {
                mode: IdentityMode::Emulator,
                api_key: api_key.clone(),
                auth_domain: host.to_string(),
                project_id: project_id.clone(),
                emulator_url: Some(url),
            };
            (Arc::new(EmulatorVerifier::new(project_id.clone())), config)
        }
    };

    let (payments, payments_config): (Arc<dyn PaymentGateway>, PaymentsConfig) = match &settings.payments {
        PaymentSettings::Sandbox { journal, secret_key } => {
            let secret_key = secret_key.clone().unwrap_or_else(|| one_time_secret("sk_test_", &*ids));
            let sandbox = open_sandbox(journal, secret_key, own_url, &*ids, Arc::clone(&clock))?;
            let gateway = SandboxGateway::new(Arc::clone(&sandbox));
            embedded.sandbox = Some(sandbox);
            (Arc::new(gateway), sandbox_config())
        }
        PaymentSettings::Stripe { secret_key, publishable_key, webhook_secrets, api_base, live: _ } => {
            hosts.stripe();
            let gateway = stripe(secret_key, webhook_secrets, api_base.as_deref())?;
            let config =
                PaymentsConfig { mode: PaymentsMode::Stripe, publishable_key: publishable_key.clone(), api_base: None };
            (Arc::new(gateway), config)
        }
    };

    let browser = browser_config(settings, settings.withdrawal_text()?, identity, payments_config);
    let mail_server = settings.mail.as_ref().map(|mail| mailer(settings, mail)).transpose()?.map(Arc::new);
    let deliverable: Arc<dyn DeliverableAddresses> = match &mail_server {
        Some(mailer) => mailer.clone(),
        None => Arc::new(AnyAddress),
    };
    if let Some(mailer) = mail_server.clone() {
        tokio::spawn(async move { mailer.get_to_know().await });
    }
    if let Some(identity) = &embedded.identity {
        identity.set_deliverable(Arc::clone(&deliverable));
    }
    let worker =
        mail_server.map(|mailer| OutboxWorker::new(Arc::clone(&store), mailer, Arc::clone(&clock), public_url.into()));
    let rules = rules(settings);
    let id = shop_id(&*store, &*ids, clock.now()).await?;
    let base = public_url.into();
    let search = open_search(settings).await?;
    let pictures = Arc::new(writable_pictures(settings, Arc::clone(&clock)).await);
    let picture_processor = Arc::new(ImageProcessor::default());
    let rates = Arc::new(StoredRates::new(Arc::clone(&store), Arc::clone(&clock)));
    let shop = Shop {
        store,
        search,
        pictures,
        picture_processor,
        import_files: Arc::new(import_files(settings)),
        spreadsheets: Arc::new(CsvSpreadsheets),
        shipping: rates.clone(),
        taxes: rates,
        payments,
        verifier,
        tokens: tokens.clone(),
        clock,
        ids,
        secrets: secrets.clone(),
        deliverable,
        public_url: base,
        time_zone: Arc::new(settings.time_zone.clone()),
        withdrawal_zones: Arc::new(withdrawal_zones()),
        rules,
        id,
        known_names: Arc::default(),
    };
    let headers = hosts.headers(public_url.starts_with("https://"));
    let keys = TokenKeys { keys, tokens, secrets, identity: embedded.identity.clone() };
    Ok(Wired { shop, embedded, browser, headers, worker, keys })
}

/// Returns the rules from the settings.
pub(crate) fn rules(settings: &Settings) -> ShopRules {
    ShopRules {
        unverified_admins: unverified_admins(&settings.identity),
        mails_are_sent: settings.mail.is_some(),
        retention: settings.retention,
        returns: ReturnRules { days: settings.promises.return_days, ..settings.rules.returns },
        ..settings.rules
    }
}

/// The port `PaymentGateway` for commands. A sandbox here delivers no webhooks.
pub(crate) fn payment_gateway(payments: &PaymentSettings, own_url: &str) -> Result<Arc<dyn PaymentGateway>, WireError> {
    Ok(match payments {
        PaymentSettings::Sandbox { journal, secret_key } => {
            let ids = RandomIds;
            let secret_key = secret_key.clone().unwrap_or_else(|| one_time_secret("sk_test_", &ids));
            let sandbox = open_sandbox(journal, secret_key, own_url, &ids, Arc::new(SystemClock))?;
            Arc::new(SandboxGateway::new(sandbox))
        }
        PaymentSettings::Stripe { secret_key, webhook_secrets, api_base, .. } => {
            Arc::new(stripe(secret_key, webhook_secrets, api_base.as_deref())?)
        }
    })
}

/// Returns the Stripe gateway, for Stripe or another server at `base`.
fn stripe(secret_key: &Secret, webhook_secrets: &[Secret], base: Option<&str>) -> Result<StripeGateway, WireError> {
    let base = base.unwrap_or(STRIPE_API_BASE);
    StripeGateway::at(base, secret_key.clone(), webhook_secrets.to_vec()).map_err(WireError::Stripe)
}

/// Whether admins may have unverified addresses. Firebase verifies addresses, so an admin's must be verified there.
/// With the embedded identity provider, and with the emulator that replaces it in tests, promotion follows the
/// specification.
pub(crate) const fn unverified_admins(identity: &IdentitySettings) -> bool {
    match identity {
        IdentitySettings::Embedded | IdentitySettings::Emulator { .. } => true,
        IdentitySettings::Firebase { .. } => false,
    }
}

/// Opens the search index, with the seller's synonyms or the built-in ones.
#[expect(clippy::disallowed_methods, reason = "it reads files, once, before the server listens")]
async fn open_search(settings: &Settings) -> Result<Arc<dyn PartSearch>, WireError> {
    let settings = settings.clone();
    let open = move || {
        let synonyms = settings.synonyms()?;
        Ok(TantivySearch::open(Some(&settings.search_dir), synonyms)?)
    };
    let opened: Result<TantivySearch, WireError> =
        tokio::task::spawn_blocking(open).await.map_err(|error| SearchError::Unavailable(error.into()))?;
    Ok(Arc::new(opened?))
}

/// The port `ImportFiles`.
pub(crate) fn import_files(settings: &Settings) -> ImportFolder {
    ImportFolder::new(settings.import_dir.clone(), settings.import_max)
}

/// The port `PictureStore`.
pub(crate) fn pictures(settings: &Settings, clock: Arc<dyn Clock>) -> FolderPictureStore {
    FolderPictureStore::new(&settings.pictures_dir, clock)
}

/// The same for a server. Logs a warning if the folder is not writable, because the shop can still sell.
#[expect(clippy::disallowed_methods, reason = "it touches files, once, before the server listens")]
async fn writable_pictures(settings: &Settings, clock: Arc<dyn Clock>) -> FolderPictureStore {
    let pictures = pictures(settings, clock);
    let checked = pictures.clone();
    let writable = tokio::task::spawn_blocking(move || checked.check_writable()).await;
    if let Ok(Err(error)) = writable {
        tracing::warn!(%error, "pictures cannot be uploaded: PICTURES_DIR cannot be written");
    }
    pictures
}

/// Opens the sandbox payment provider with its own keys.
fn open_sandbox(
    journal: &Path,
    secret_key: Secret,
    own_url: &str,
    ids: &dyn IdSource,
    clock: Arc<dyn Clock>,
) -> Result<Arc<Sandbox>, SandboxError> {
    let config = SandboxConfig {
        journal: journal.to_owned(),
        secret_key,
        publishable_key: SANDBOX_PUBLISHABLE_KEY.to_owned(),
        webhook_secret: one_time_secret("whsec_", ids),
        webhook_url: Some(format!("{own_url}/webhooks/stripe")),
    };
    Sandbox::open(config, clock)
}

fn sandbox_config() -> PaymentsConfig {
    PaymentsConfig {
        mode: PaymentsMode::Sandbox,
        publishable_key: SANDBOX_PUBLISHABLE_KEY.to_owned(),
        api_base: Some("/sandbox/v1".to_owned()),
    }
}

/// Creates the embedded identity provider.
pub(crate) async fn embedded_identity(
    store: Arc<dyn IdentityStore>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
    public_url: &str,
) -> Result<Arc<EmbeddedIdentity>, WireError> {
    let settings = ProviderSettings {
        project_id: EMBEDDED_PROJECT.to_owned(),
        public_url: public_url.to_owned(),
        allowed_origin: public_url.to_owned(),
    };
    Ok(EmbeddedIdentity::open(store, clock, ids, settings).await?)
}

/// The project id of the embedded identity provider. The prefix `demo-` tells the Firebase SDK that the project does
/// not exist at Firebase.
const EMBEDDED_PROJECT: &str = "demo-autoparts";

const SANDBOX_PUBLISHABLE_KEY: &str = "pk_test_sandbox";

fn embedded_identity_config() -> IdentityConfig {
    IdentityConfig {
        mode: IdentityMode::Embedded,
        api_key: "demo-key".to_owned(),
        auth_domain: format!("{EMBEDDED_PROJECT}.firebaseapp.com"),
        project_id: EMBEDDED_PROJECT.to_owned(),
        emulator_url: None,
    }
}

/// Returns a secret shared by the shop and its sandbox, valid until this process ends.
fn one_time_secret(prefix: &str, ids: &dyn IdSource) -> Secret {
    Secret::new(format!("{prefix}{}{}", ids.uuid().simple(), ids.uuid().simple()))
}

/// The external hosts that the browser must be allowed to reach.
#[derive(Default)]
struct Hosts {
    scripts: Vec<String>,
    connections: Vec<String>,
    frames: Vec<String>,
}

impl Hosts {
    fn firebase(&mut self, auth_domain: &str) {
        self.scripts.push("https://apis.google.com".to_owned());
        self.connections.push("https://identitytoolkit.googleapis.com".to_owned());
        self.connections.push("https://securetoken.googleapis.com".to_owned());
        self.frames.push(format!("https://{auth_domain}"));
    }

    fn emulator(&mut self, url: &str) {
        self.scripts.push("https://apis.google.com".to_owned());
        self.connections.push(url.to_owned());
        self.frames.push(url.to_owned());
    }

    /// Adds the hosts that serve Stripe.js and its frames, and those they connect to.
    fn stripe(&mut self) {
        let scripts = ["https://js.stripe.com", "https://*.js.stripe.com"].map(str::to_owned);
        self.scripts.extend(scripts.clone());
        self.frames.extend(scripts);
        self.frames.push("https://hooks.stripe.com".to_owned());
        self.connections.push("https://api.stripe.com".to_owned());
    }

    fn headers(&self, https: bool) -> SecurityHeaders {
        SecurityHeaders::new(&self.scripts, &self.connections, &self.frames, https)
    }
}
