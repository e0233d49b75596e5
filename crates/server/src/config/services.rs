//! Which services the shop uses: embedded or external ones.

use super::{
    FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN, FIREBASE_AUTH_EMULATOR_HOST, FIREBASE_JWKS_URL, FIREBASE_PROJECT_ID,
    IdentitySettings, MAIL_FROM, MailSettings, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER,
    OTEL_TRACES_SAMPLER_ARG, PUBLIC_URL, PaymentSettings, SANDBOX_JOURNAL, SANDBOX_SECRET_KEY, SMTP_URL,
    STRIPE_API_BASE, STRIPE_PUBLISHABLE_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, TraceSettings,
    reader::{Reader, next_to_database},
};
use autoparts_auth_adapter::JwksUrl;
use autoparts_mail::SmtpMailer;
use autoparts_payments::{Secret, StripeGateway};
use autoparts_persistence::DatabaseUrl;
use std::{net::SocketAddr, path::PathBuf};

/// Maximum number of webhook secrets in use: the old one and the new one.
const MAX_WEBHOOK_SECRETS: usize = 2;

impl Reader<'_> {
    pub(super) fn identity(&mut self) -> Option<IdentitySettings> {
        let own = |text: Option<&str>| text.map(str::to_owned);
        let project = own(self.text(FIREBASE_PROJECT_ID));
        let api_key = own(self.text(FIREBASE_API_KEY));
        let auth_domain = own(self.text(FIREBASE_AUTH_DOMAIN));
        let jwks_url = own(self.text(FIREBASE_JWKS_URL));
        let emulator = self.text(FIREBASE_AUTH_EMULATOR_HOST).is_some();
        let here = "an address of this machine, such as 127.0.0.1:9099";
        let emulator_host =
            self.optional(FIREBASE_AUTH_EMULATOR_HOST, here, |host: &SocketAddr| host.ip().is_loopback());
        let of_firebase = auth_domain.is_some() || jwks_url.is_some();
        if auth_domain.as_deref().is_some_and(|domain| !is_host(domain)) {
            self.wrong(format!("{FIREBASE_AUTH_DOMAIN} must be a host such as shop.firebaseapp.com"));
        }
        if let Some(Err(why)) = jwks_url.as_deref().map(JwksUrl::new) {
            self.wrong(format!("{FIREBASE_JWKS_URL}: {why}"));
        }
        if emulator && of_firebase {
            self.wrong(format!(
                "{FIREBASE_AUTH_DOMAIN} and {FIREBASE_JWKS_URL} are for Firebase itself and must not be \
                 set together with {FIREBASE_AUTH_EMULATOR_HOST}"
            ));
        }
        match (project, api_key) {
            (Some(project_id), Some(api_key)) if emulator => self.emulator(project_id, api_key, emulator_host),
            (Some(project_id), Some(api_key)) => {
                let auth_domain = auth_domain.unwrap_or_else(|| format!("{project_id}.firebaseapp.com"));
                Some(IdentitySettings::Firebase { project_id, api_key, auth_domain, jwks_url })
            }
            (None, None) if !emulator && !of_firebase => Some(IdentitySettings::Embedded),
            _ => {
                self.half_of_firebase();
                None
            }
        }
    }

    /// Reports an incomplete Firebase configuration: which settings are missing, and which ones require them.
    fn half_of_firebase(&mut self) {
        let is_set = |name: &&str| self.text(name).is_some();
        let both = [FIREBASE_PROJECT_ID, FIREBASE_API_KEY];
        let others = [FIREBASE_AUTH_DOMAIN, FIREBASE_JWKS_URL, FIREBASE_AUTH_EMULATOR_HOST];
        let missing: Vec<_> = both.into_iter().filter(|name| !is_set(name)).collect();
        let set: Vec<_> = both.into_iter().chain(others).filter(is_set).collect();
        self.wrong(format!("{} must be set together with {}", missing.join(" and "), set.join(" and ")));
    }

    /// The emulator's tokens are not verified, so it must run on this machine and its project must not exist
    /// elsewhere.
    fn emulator(&mut self, project_id: String, api_key: String, host: Option<SocketAddr>) -> Option<IdentitySettings> {
        if !project_id.starts_with("demo-") {
            self.wrong(format!("{FIREBASE_AUTH_EMULATOR_HOST} is for projects that begin with demo- only"));
            return None;
        }
        Some(IdentitySettings::Emulator { project_id, api_key, host: host? })
    }

    /// Returns the sandbox, unless a Stripe setting is present.
    pub(super) fn payments(&mut self, database: Option<&DatabaseUrl>) -> Option<PaymentSettings> {
        let stripe = [STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE];
        if stripe.iter().all(|name| self.text(name).is_none()) {
            let secret_key = self.sandbox_key();
            let journal = self.text(SANDBOX_JOURNAL).map(PathBuf::from);
            let journal = journal.or_else(|| Some(next_to_database(database?, "sandbox-payments.jsonl")))?;
            return Some(PaymentSettings::Sandbox { journal, secret_key });
        }
        for name in [SANDBOX_JOURNAL, SANDBOX_SECRET_KEY] {
            if self.text(name).is_some() {
                self.wrong(format!("{name} belongs to sandbox payments; with Stripe there are none"));
            }
        }
        self.stripe()
    }

    fn sandbox_key(&mut self) -> Option<Secret> {
        let text = self.text(SANDBOX_SECRET_KEY)?.to_owned();
        if !is_key(&text, "sk_test_") {
            self.wrong(format!("{SANDBOX_SECRET_KEY} must be a key such as sk_test_…"));
        }
        Some(Secret::new(text))
    }

    fn stripe(&mut self) -> Option<PaymentSettings> {
        let all = [STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET];
        let missing: Vec<_> = all.into_iter().filter(|name| self.text(name).is_none()).collect();
        if !missing.is_empty() {
            let [secret, publishable, webhook] = all;
            let missing = missing.join(" and ");
            self.wrong(format!("{secret}, {publishable} and {webhook} belong together; set {missing}, too"));
        }
        let secret_key = self.key(STRIPE_SECRET_KEY, &["sk", "rk"]);
        let publishable_key = self.key(STRIPE_PUBLISHABLE_KEY, &["pk"]);
        let webhook_secrets = self.webhook_secrets();
        let ((secret_key, live), (publishable_key, public_live)) = (secret_key?, publishable_key?);
        if live != public_live {
            self.wrong(format!("{STRIPE_SECRET_KEY} and {STRIPE_PUBLISHABLE_KEY} must both be test keys or both live"));
            return None;
        }
        let secret_key = Secret::new(secret_key);
        let webhook_secrets = webhook_secrets?;
        let api_base = self.text(STRIPE_API_BASE).map(str::to_owned);
        if let Some(base) = &api_base
            && let Err(why) = StripeGateway::at(base, secret_key.clone(), webhook_secrets.clone())
        {
            self.wrong(format!("{STRIPE_API_BASE}: {why}"));
        }
        Some(PaymentSettings::Stripe { secret_key, publishable_key, webhook_secrets, api_base, live })
    }

    /// Returns a Stripe key and whether it is live; `None` if it is invalid or unset.
    fn key(&mut self, name: &str, kinds: &[&str]) -> Option<(String, bool)> {
        let text = self.text(name)?.to_owned();
        let is = |mode: &str| kinds.iter().any(|kind| is_key(&text, &format!("{kind}_{mode}_")));
        let live = if is("live") { Some(true) } else { is("test").then_some(false) };
        if live.is_none() {
            let kinds: Vec<_> = kinds.iter().map(|kind| format!("{kind}_test_… or {kind}_live_…")).collect();
            self.wrong(format!("{name} must be a key such as {}", kinds.join(", ")));
        }
        live.map(|live| (text, live))
    }

    fn webhook_secrets(&mut self) -> Option<Vec<Secret>> {
        let text = self.text(STRIPE_WEBHOOK_SECRET)?;
        let secrets: Vec<_> = text.split(',').map(str::trim).filter(|secret| !secret.is_empty()).collect();
        let good =
            (1..=MAX_WEBHOOK_SECRETS).contains(&secrets.len()) && secrets.iter().all(|secret| is_key(secret, "whsec_"));
        let secrets = secrets.into_iter().map(Secret::from).collect();
        if !good {
            self.wrong(format!("{STRIPE_WEBHOOK_SECRET} must be one whsec_…, or two with a comma"));
        }
        good.then_some(secrets)
    }

    /// Returns `None` without a mail server, and for an incomplete configuration, which is recorded as a mistake.
    pub(super) fn mail(&mut self) -> Option<MailSettings> {
        let own = |text: Option<&str>| text.map(str::to_owned);
        let smtp_url = own(self.text(SMTP_URL));
        let from = own(self.text(MAIL_FROM));
        let mistakes = SmtpMailer::mistakes(smtp_url.as_deref(), from.as_deref());
        self.mistakes.extend(mistakes.into_iter().map(str::to_owned));
        match (smtp_url, from) {
            (Some(smtp_url), Some(from)) => Some(MailSettings { smtp_url, from }),
            (None, None) => None,
            _ => {
                self.wrong(format!("{SMTP_URL} and {MAIL_FROM} belong together"));
                None
            }
        }
    }

    /// Returns `None` without a collector, and for an invalid configuration, which is recorded as a mistake. The
    /// OpenTelemetry library reads its other variables for exporters and batches.
    pub(super) fn traces(&mut self) -> Option<TraceSettings> {
        let expected = "an address of a collector without a password, such as http://127.0.0.1:4318";
        // Without an endpoint, the others may be meant for other programs on this machine.
        self.text(OTEL_EXPORTER_OTLP_ENDPOINT)?;
        let endpoint = self.optional(OTEL_EXPORTER_OTLP_ENDPOINT, expected, is_collector);
        let sampler = "always_on, always_off or traceidratio, with or without parentbased_ before it";
        let sampler = self.parsed(OTEL_TRACES_SAMPLER, "parentbased_always_on", sampler, |text| {
            let kind = text.strip_prefix("parentbased_").unwrap_or(text);
            ["always_on", "always_off", "traceidratio"].into_iter().find(|known| *known == kind)
        });
        let service = self.text(OTEL_SERVICE_NAME).unwrap_or("autoparts").to_owned();
        let sampled_per_million = match sampler {
            Some("always_on") => MILLION,
            Some("always_off") => 0,
            _ => self.parsed(OTEL_TRACES_SAMPLER_ARG, "1", "a number from 0 to 1, such as 0.05", per_million)?,
        };
        let endpoint = endpoint?.as_str().trim_end_matches('/').to_owned();
        Some(TraceSettings { endpoint, service, sampled_per_million })
    }

    /// Live payments require real sign-in and a secure public URL.
    pub(super) fn check_real_money(&mut self, payments: Option<&PaymentSettings>, identity: Option<&IdentitySettings>) {
        let Some(PaymentSettings::Stripe { live: true, api_base, .. }) = payments else { return };
        if identity.is_some_and(IdentitySettings::trusts_every_peer) {
            self.wrong(format!(
                "{STRIPE_SECRET_KEY} is a live key, but anybody can be anybody with embedded sign-in; set \
                 {FIREBASE_PROJECT_ID}, or use test keys"
            ));
        }
        if !self.text(PUBLIC_URL).is_some_and(|url| url.starts_with("https://")) {
            self.wrong(format!("{STRIPE_SECRET_KEY} is a live key, so {PUBLIC_URL} must be https"));
        }
        if api_base.is_some() {
            self.wrong(format!("{STRIPE_API_BASE} must not be set with live keys: they are for Stripe alone"));
        }
    }
}

/// Whether a URL is a valid collector endpoint. It must not contain passwords or tokens, because the URL is shown;
/// they belong in headers.
fn is_collector(url: &reqwest::Url) -> bool {
    let plain =
        url.username().is_empty() && url.password().is_none() && url.query().is_none() && url.fragment().is_none();
    matches!(url.scheme(), "http" | "https") && url.has_host() && plain
}

const MILLION: u32 = 1_000_000;

/// Parses a fraction from 0 to 1 with up to six decimals, as parts per million.
fn per_million(text: &str) -> Option<u32> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let fits = digits(rest) && rest.len() <= 6 && (!whole.is_empty() || !rest.is_empty());
    let whole: u32 = if whole.is_empty() { 0 } else { whole.parse().ok().filter(|_| digits(whole))? };
    let parts = whole.checked_mul(MILLION)?.checked_add(format!("{rest:0<6}").parse().ok()?)?;
    (fits && parts <= MILLION).then_some(parts)
}

/// Whether a text is a host with an optional port, without scheme or path.
fn is_host(text: &str) -> bool {
    let (name, port) = text.split_once(':').unwrap_or((text, "443"));
    let is_named = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte));
    is_named && port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse().is_ok_and(|port: u16| port > 0)
}

/// Whether a text is a key with this prefix.
fn is_key(text: &str, beginning: &str) -> bool {
    let rest = text.strip_prefix(beginning).unwrap_or_default();
    !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
