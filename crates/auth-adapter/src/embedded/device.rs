//! Devices that have signed in before, identified by a cookie.
//!
//! The cookie affects only the rate limit of sign-ins: it proves that this browser has once known the password of an
//! account, so that other clients' guesses do not lock its owner out. It applies only to sign-ins with that account's
//! address: otherwise an attacker who signs up repeatedly would get a new allowance of guesses with each cookie. It
//! grants no rights, so a page that makes a browser send it gains nothing.

use autoparts_domain::{email::Email, id::AccountId, time::Timestamp};
use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use http_types::{HeaderMap, HeaderValue, header};
use std::time::Duration;

const NAME: &str = "autoparts-device";

/// Sent only with the sign-in calls.
const PATH: &str = "/identitytoolkit.googleapis.com";

/// How long a device is remembered after its last sign-in.
const KNOWN_FOR: Duration = Duration::from_hours(180 * 24);

/// Creates and verifies the cookies.
pub(super) struct Devices {
    key: hmac::Key,
    is_secure: bool,
}

impl Devices {
    /// Takes a key of 32 bytes; `is_secure` if browsers reach the shop over HTTPS.
    pub(super) fn new(key: &[u8], is_secure: bool) -> Self {
        Self { key: hmac::Key::new(hmac::HMAC_SHA256, key), is_secure }
    }

    /// The cookie for a device that has just signed in to an account with its address.
    pub(super) fn cookie(&self, account: AccountId, email: &Email, now: Timestamp) -> Option<HeaderValue> {
        let until = now.plus(KNOWN_FOR).seconds();
        let said = format!("{account}.{until}");
        let tag = URL_SAFE_NO_PAD.encode(hmac::sign(&self.key, signed(&said, email).as_bytes()));
        let age = KNOWN_FOR.as_secs();
        let secure = if self.is_secure { "; Secure" } else { "" };
        let cookie = format!("{NAME}={said}.{tag}; Path={PATH}; Max-Age={age}; HttpOnly; SameSite=Strict{secure}");
        HeaderValue::try_from(cookie).ok()
    }

    /// The account with this address, if it is the last one that the device has signed in to.
    pub(super) fn account(&self, headers: &HeaderMap, email: &Email, now: Timestamp) -> Option<AccountId> {
        let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
        let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let (_, value) = pairs.find(|(name, _)| *name == NAME)?;
        let (said, tag) = value.rsplit_once('.')?;
        let tag = URL_SAFE_NO_PAD.decode(tag).ok()?;
        hmac::verify(&self.key, signed(said, email).as_bytes(), &tag).ok()?;
        let (account, until) = said.split_once('.')?;
        let until: i64 = until.parse().ok()?;
        account.parse().ok().filter(|_| now.seconds() < until)
    }
}

/// The text that the tag signs. The address is not in the cookie: the user types it.
fn signed(said: &str, email: &Email) -> String {
    format!("{said}.{email}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_testing::clock::{NEW_YEAR, numbered};

    fn devices() -> Devices {
        Devices::new(&[7; 32], true)
    }

    /// The part of a cookie that a browser sends back.
    fn sent(cookie: &HeaderValue) -> String {
        cookie.to_str().unwrap().split(';').next().unwrap().to_owned()
    }

    fn ann() -> Email {
        "ann@example.com".parse().unwrap()
    }

    fn read(devices: &Devices, cookie: &str, now: Timestamp) -> Option<AccountId> {
        read_for(devices, cookie, &ann(), now)
    }

    fn read_for(devices: &Devices, cookie: &str, email: &Email, now: Timestamp) -> Option<AccountId> {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::try_from(cookie).unwrap());
        devices.account(&headers, email, now)
    }

    #[test]
    fn a_device_is_known_for_half_a_year() {
        let account = numbered(1).into();
        let cookie = devices().cookie(account, &ann(), NEW_YEAR).unwrap();
        let text = cookie.to_str().unwrap();
        for attribute in ["; HttpOnly", "; SameSite=Strict", "; Secure", "; Path=/identitytoolkit.googleapis.com"] {
            assert!(text.contains(attribute), "{text}");
        }
        let cookies = format!("other=1; {}", sent(&cookie));
        assert_eq!(read(&devices(), &cookies, NEW_YEAR), Some(account));
        assert_eq!(read(&devices(), &cookies, NEW_YEAR.plus(KNOWN_FOR)), None);
    }

    #[test]
    fn a_device_is_known_for_the_address_of_its_account_only() {
        let cookie = sent(&devices().cookie(numbered(1).into(), &ann(), NEW_YEAR).unwrap());
        assert_eq!(read_for(&devices(), &cookie, &"bob@example.com".parse().unwrap(), NEW_YEAR), None);
    }

    #[test]
    fn cookies_that_others_made_are_nothing() {
        let cookie = sent(&devices().cookie(numbered(1).into(), &ann(), NEW_YEAR).unwrap());
        let another = cookie.replace(&numbered(1).to_string(), &numbered(2).to_string());
        for forged in [another, cookie.replace('.', ""), format!("{NAME}="), format!("{NAME}=a.b.c"), String::new()] {
            assert_eq!(read(&devices(), &forged, NEW_YEAR), None, "{forged}");
        }
        assert_eq!(read(&Devices::new(&[8; 32], true), &cookie, NEW_YEAR), None, "of another shop");
    }
}
