//! Names that are not settings: misspelled settings, and possibly other programs' variables.

use super::{
    SETTINGS, STRIPE_SECRET_KEY, secret_files,
    spelling::{OWN_NAME, distance, is_slip},
};
use std::collections::BTreeMap;

/// Variables with these prefixes look like settings of this program, but need not be: Kubernetes names a service's
/// address `SMTP_PORT`, and the Firebase and Stripe tools have variables of their own.
const FAMILIES: &[&str] = &[
    "FIREBASE_",
    "STRIPE_",
    "SMTP_",
    "MAIL_",
    "RATE_LIMIT",
    "SANDBOX_",
    "ALLOW_EMBEDDED",
    "ALLOW_METRICS",
    "ORDER_HOLD",
    "UNPAID_",
    "SELLER_",
    OWN_NAME,
];

fn is_setting(name: &str) -> bool {
    SETTINGS.iter().any(|setting| setting.name == name)
}

/// Returns the setting that a misspelled name most likely means: a few wrong letters, missing words at the end, or
/// the prefix `AUTOPARTS_`.
fn meant(name: &str) -> Option<String> {
    let all = || SETTINGS.iter().map(|setting| setting.name);
    let slipped = all().min_by_key(|known| distance(known, name)).filter(|known| is_slip(known, name));
    let is_cut = |known: &&str| known.strip_prefix(name).is_some_and(|rest| rest.starts_with('_'));
    let cut = || all().filter(|_| looks_like_ours(name)).find(is_cut);
    let own_name = || name.strip_prefix(OWN_NAME).and_then(|rest| all().find(|known| *known == rest));
    slipped.or_else(cut).or_else(own_name).map(str::to_owned).or_else(|| secret_files::meant(name))
}

fn looks_like_ours(name: &str) -> bool {
    FAMILIES.iter().any(|family| name.starts_with(family))
}

/// Returns an error for each setting whose value was not Unicode, so that [`environment`](super::environment) had to
/// replace bytes.
pub(super) fn not_unicode(variables: &BTreeMap<String, String>) -> impl Iterator<Item = String> {
    let broken = |(name, value): &(&String, &String)| is_setting(name) && value.contains(char::REPLACEMENT_CHARACTER);
    variables.iter().filter(broken).map(|(name, _)| format!("{name} must be UTF-8"))
}

/// Returns an error for each name that was meant to be a setting but is not.
pub(super) fn misspelled_names(variables: &BTreeMap<String, String>) -> Vec<String> {
    strange_names(variables).filter_map(|name| misspelled(variables, name)).collect()
}

/// Returns the error for an unknown name that was meant to be a setting.
fn misspelled(variables: &BTreeMap<String, String>, name: &str) -> Option<String> {
    if let Some(setting) = secret_files::not_secret(name) {
        return Some(format!("{name} is not a setting, because only secrets are read from files; set {setting}"));
    }
    let meant = if holds_live_key(variables, name) { Some(STRIPE_SECRET_KEY.to_owned()) } else { meant(name) };
    Some(format!("{name} is not a setting; did you mean {}?", meant?))
}

/// An operator who sets a live Stripe key wants to sell for real and must not get the sandbox.
fn holds_live_key(variables: &BTreeMap<String, String>, name: &str) -> bool {
    let is_live = |name: &str| {
        let value = variables.get(name).map(|value| value.trim()).unwrap_or_default();
        value.starts_with("sk_live_") || value.starts_with("rk_live_")
    };
    name.starts_with("STRIPE_") && is_live(name) && !is_live(STRIPE_SECRET_KEY)
}

/// Returns unknown names that may have been meant as settings. Names that certainly were are mistakes instead.
pub(super) fn not_read(variables: &BTreeMap<String, String>) -> Vec<String> {
    let may_be_ours = |name: &&String| looks_like_ours(name) || secret_files::is_of_short_setting(name);
    strange_names(variables).filter(may_be_ours).filter(|name| misspelled(variables, name).is_none()).cloned().collect()
}

/// Returns the names that are not settings. A variable that is set but empty counts as unset.
fn strange_names(variables: &BTreeMap<String, String>) -> impl Iterator<Item = &String> {
    let set = variables.iter().filter(|(_, value)| !value.trim().is_empty()).map(|(name, _)| name);
    set.filter(|name| !is_setting(name))
}
