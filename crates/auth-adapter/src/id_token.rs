//! Validation of Firebase ID tokens. Every check is made here, for a given time, so that nothing depends on a library's
//! clock or its defaults.

use crate::clock_skew::{self, LEEWAY};
use autoparts_application::ports::identity::TokenError;
use autoparts_domain::time::Timestamp;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

/// Longer tokens are refused unread; genuine ones have about one kilobyte.
const MAX_TOKEN: usize = 8 * 1024;

const MAX_KEY_NAME: usize = 255;
const MAX_SUBJECT: usize = 128;

/// The claims of an ID token.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Claims {
    pub(crate) iss: String,
    pub(crate) aud: String,
    pub(crate) sub: String,
    pub(crate) iat: i64,
    pub(crate) exp: i64,
    pub(crate) auth_time: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) user_id: Option<String>,
    #[serde(default)]
    pub(crate) email: Option<String>,
    #[serde(default)]
    pub(crate) email_verified: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// How the user signed in.
    #[serde(default)]
    pub(crate) firebase: Value,
    /// The family of the refresh token for which the token was issued. Present only in the embedded provider's tokens,
    /// which are valid while that sign-in is active.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) sid: Option<String>,
}

/// A time in seconds since 1970. Out-of-range values become the end of time, which no check accepts.
pub(crate) fn moment(seconds: i64) -> Timestamp {
    Timestamp::from_micros(seconds.saturating_mul(1_000_000))
}

/// The issuer of a project's tokens.
pub(crate) fn issuer(project_id: &str) -> String {
    format!("https://securetoken.google.com/{project_id}")
}

/// The id of the key that a token claims to be signed with.
pub(crate) fn key_name(token: &str) -> Result<String, TokenError> {
    if token.len() > MAX_TOKEN {
        return Err(TokenError::Invalid("longer than any token"));
    }
    if token.split('.').count() != 3 {
        return Err(TokenError::Invalid("not three segments"));
    }
    let header = decode_header(token).map_err(|_| TokenError::Invalid("unreadable header"))?;
    if header.alg != Algorithm::RS256 {
        return Err(TokenError::Invalid("not signed with RS256"));
    }
    if header.crit.is_some() {
        return Err(TokenError::Invalid("an extension that we do not know"));
    }
    match header.kid {
        Some(name) if (1..=MAX_KEY_NAME).contains(&name.len()) => Ok(name),
        _ => Err(TokenError::Invalid("no key named")),
    }
}

/// Verifies the signature and the claims.
pub(crate) fn check(token: &str, key: &DecodingKey, project_id: &str, now: Timestamp) -> Result<Claims, TokenError> {
    let mut signature_only = Validation::new(Algorithm::RS256);
    signature_only.required_spec_claims.clear();
    signature_only.validate_exp = false;
    signature_only.validate_aud = false;
    let claims = decode::<Claims>(token, key, &signature_only)
        .map_err(|_| TokenError::Invalid("the signature or a claim is wrong"))?
        .claims;
    let issued_at = claims.iat;
    judge(claims, project_id, now).inspect_err(|refused| {
        if let TokenError::Invalid(why) = refused {
            clock_skew::tell(why, issued_at, now);
        }
    })
}

/// Verifies the claims of an unsigned token, as issued by the Firebase emulator. A token with a signature is refused.
pub(crate) fn check_unsigned(token: &str, project_id: &str, now: Timestamp) -> Result<Claims, TokenError> {
    #[derive(Deserialize)]
    struct Header {
        alg: String,
    }
    if token.len() > MAX_TOKEN {
        return Err(TokenError::Invalid("longer than any token"));
    }
    let segments: Vec<_> = token.split('.').collect();
    let [header, claims, ""] = segments[..] else {
        return Err(TokenError::Invalid("not two segments and an empty signature"));
    };
    let header: Header = segment(header).ok_or(TokenError::Invalid("unreadable header"))?;
    if header.alg != "none" {
        return Err(TokenError::Invalid("not of the emulator"));
    }
    judge(segment(claims).ok_or(TokenError::Invalid("a claim is wrong"))?, project_id, now)
}

fn segment<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}

/// Validates the claims.
fn judge(claims: Claims, project_id: &str, now: Timestamp) -> Result<Claims, TokenError> {
    let now = now.seconds();
    let latest = now.saturating_add(LEEWAY);
    let rules = [
        (claims.aud == project_id, "for another project"),
        (claims.iss == issuer(project_id), "of another issuer"),
        (claims.exp.saturating_add(LEEWAY) > now, "expired"),
        (claims.iat <= latest, clock_skew::FROM_THE_FUTURE),
        (claims.auth_time <= latest, "signed in in the future"),
        (!claims.sub.is_empty(), "without a user"),
        (claims.sub.chars().count() <= MAX_SUBJECT, "the subject is too long"),
    ];
    match rules.into_iter().find(|(holds, _)| !holds) {
        None => Ok(claims),
        Some((_, why)) => Err(TokenError::Invalid(why)),
    }
}
