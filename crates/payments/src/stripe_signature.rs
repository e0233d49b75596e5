//! The `Stripe-Signature` header: created by the sandbox, verified by every gateway.
//!
//! `t=<seconds>,v1=<hex>`, where the hexadecimal value is HMAC-SHA256 over `<t>.<raw body>`. During the rotation of a
//! secret, the header may contain several `v1`, and the receiver may accept several secrets.

use crate::{
    random::{hex, unhex},
    secret::Secret,
};
use autoparts_domain::time::Timestamp;
use aws_lc_rs::hmac;
use std::time::Duration;

/// Maximum difference between a signature's time and now, in either direction. An older message may be a replay;
/// one from the future comes from a wrong clock.
pub const TOLERANCE: Duration = Duration::from_mins(5);

/// Longer headers, and headers with more signatures, are refused.
const MAX_HEADER: usize = 4096;
const MAX_SIGNATURES: usize = 16;

/// Why a signature was not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// The header is missing, or contains nothing that could be a signature.
    #[error("there is no signature")]
    Missing,
    /// The header is malformed.
    #[error("the header is malformed")]
    Malformed,
    /// Signed too long ago, or in the future.
    #[error("the signature is too old, or from the future")]
    NotNow,
    /// No signature matches this body and one of the secrets.
    #[error("the signature does not match")]
    Mismatch,
}

/// The header for a body sent at this time.
#[must_use]
pub fn sign(secret: &Secret, body: &[u8], at: Timestamp) -> String {
    let time = at.seconds().to_string();
    let tag = hmac::sign(&key(secret), &signed_bytes(&time, body));
    format!("t={time},v1={}", hex(tag.as_ref()))
}

/// Verifies that a body was signed with one of the secrets within [`TOLERANCE`] of `now`.
pub fn verify(secrets: &[Secret], header: &str, body: &[u8], now: Timestamp) -> Result<(), SignatureError> {
    let (time, signatures) = parse(header)?;
    let seconds: i64 = time.parse().map_err(|_| SignatureError::Malformed)?;
    let bytes = signed_bytes(time, body);
    let genuine = secrets.iter().any(|secret| {
        let key = key(secret);
        signatures.iter().any(|tag| hmac::verify(&key, &bytes, tag).is_ok())
    });
    if !genuine {
        return Err(SignatureError::Mismatch);
    }
    if seconds.abs_diff(now.seconds()) > TOLERANCE.as_secs() {
        return Err(SignatureError::NotNow);
    }
    Ok(())
}

fn key(secret: &Secret) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, secret.reveal().as_bytes())
}

fn signed_bytes(time: &str, body: &[u8]) -> Vec<u8> {
    [time.as_bytes(), b".", body].concat()
}

/// Parses the time, as text, and the `v1` signatures. Unknown schemes are ignored; a second timestamp makes the header
/// ambiguous.
fn parse(header: &str) -> Result<(&str, Vec<Vec<u8>>), SignatureError> {
    if header.trim().is_empty() {
        return Err(SignatureError::Missing);
    }
    if header.len() > MAX_HEADER {
        return Err(SignatureError::Malformed);
    }
    let mut time = None;
    let mut signatures = Vec::new();
    for item in header.split(',') {
        match item.trim().split_once('=').ok_or(SignatureError::Malformed)? {
            ("t", value) if time.is_none() => time = Some(value),
            ("t", _) => return Err(SignatureError::Malformed),
            ("v1", value) => signatures.push(unhex(value).ok_or(SignatureError::Malformed)?),
            _ => {}
        }
    }
    if signatures.is_empty() {
        return Err(SignatureError::Missing);
    }
    if signatures.len() > MAX_SIGNATURES {
        return Err(SignatureError::Malformed);
    }
    Ok((time.ok_or(SignatureError::Malformed)?, signatures))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &[u8] = br#"{"id":"evt_1"}"#;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_micros(seconds * 1_000_000)
    }

    fn secrets(names: &[&str]) -> Vec<Secret> {
        names.iter().map(|name| Secret::from(*name)).collect()
    }

    /// Computed with `openssl dgst -sha256 -hmac whsec_test` over `1700000000.{"id":"evt_1"}`.
    const KNOWN: &str = "t=1700000000,v1=c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925";

    #[test]
    fn signatures_match_those_of_openssl() {
        let secret = Secret::from("whsec_test");
        assert_eq!(sign(&secret, BODY, at(1_700_000_000)), KNOWN);
        assert_eq!(verify(&[secret], KNOWN, BODY, at(1_700_000_000)), Ok(()));
    }

    #[test]
    fn a_changed_body_time_or_secret_does_not_match() {
        let header = sign(&Secret::from("whsec_test"), BODY, at(1000));
        let later = header.replace("t=1000", "t=1001");
        for (secret, header, body) in [
            ("whsec_test", header.as_str(), &b"{\"id\":\"evt_2\"}"[..]),
            ("whsec_test", &later, BODY),
            ("whsec_else", &header, BODY),
        ] {
            assert_eq!(verify(&secrets(&[secret]), header, body, at(1000)), Err(SignatureError::Mismatch));
        }
    }

    #[test]
    fn clocks_may_differ_by_up_to_five_minutes() {
        let header = sign(&Secret::from("s"), BODY, at(10_000));
        for (now, outcome) in [
            (10_300, Ok(())),
            (9_700, Ok(())),
            (10_301, Err(SignatureError::NotNow)),
            (9_699, Err(SignatureError::NotNow)),
        ] {
            assert_eq!(verify(&secrets(&["s"]), &header, BODY, at(now)), outcome, "{now}");
        }
    }

    #[test]
    fn both_secrets_are_accepted_during_a_rotation() {
        let header = sign(&Secret::from("old"), BODY, at(5));
        let other = sign(&Secret::from("new"), BODY, at(5));
        let both = format!("{header},{}", other.split_once(',').unwrap().1);
        assert_eq!(verify(&secrets(&["new", "old"]), &header, BODY, at(5)), Ok(()));
        assert_eq!(verify(&secrets(&["new"]), &both, BODY, at(5)), Ok(()));
        assert_eq!(verify(&[], &both, BODY, at(5)), Err(SignatureError::Mismatch));
    }

    #[test]
    fn invalid_headers_are_refused() {
        let tag = "0".repeat(64);
        let many = format!("t=5,{}", vec![format!("v1={tag}"); 17].join(","));
        let long = format!("t=5,v1={}", "0".repeat(5000));
        for (header, why) in [
            ("", SignatureError::Missing),
            ("  ", SignatureError::Missing),
            ("t=5", SignatureError::Missing),
            ("t=5,v0=00", SignatureError::Missing),
            ("v1=00", SignatureError::Malformed),
            ("t=5,v1=zz", SignatureError::Malformed),
            ("t=5,v1=0", SignatureError::Malformed),
            ("t=5,t=6,v1=00", SignatureError::Malformed),
            ("t=soon,v1=00", SignatureError::Malformed),
            ("t=99999999999999999999,v1=00", SignatureError::Malformed),
            ("nonsense", SignatureError::Malformed),
            (",,,", SignatureError::Malformed),
            (&many, SignatureError::Malformed),
            (&long, SignatureError::Malformed),
            ("t=-9223372036854775808,v1=00", SignatureError::Mismatch),
        ] {
            assert_eq!(verify(&secrets(&["s"]), header, BODY, at(5)), Err(why), "{header}");
        }
    }
}
