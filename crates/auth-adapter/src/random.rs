//! Unguessable secrets, and the hashes under which they are stored.

use crate::signing_keys::{SigningKeyError, SigningKeys};
use autoparts_application::ports::{
    secrets::{NoRandomness, SecretSource},
    store_error::{StoreError, StoreResult},
};
use aws_lc_rs::{digest, error::Unspecified, hmac, rand};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use std::{
    fmt::{self, Write},
    sync::OnceLock,
};

/// Secrets from the system's random generator, stored as SHA-256 digests; guessable texts are stored as HMAC-SHA-256.
#[derive(Default)]
pub struct RandomSecrets {
    key: OnceLock<hmac::Key>,
}

impl RandomSecrets {
    /// Reads the shop's key for guessable texts, unless it has been read already.
    pub async fn read_key(&self, keys: &SigningKeys) -> Result<(), SigningKeyError> {
        if self.key.get().is_none() {
            self.set_key(&keys.digest_key().await?);
        }
        Ok(())
    }

    fn set_key(&self, key: &[u8]) {
        // Another task may have set it to the same key.
        let _ = self.key.set(hmac::Key::new(hmac::HMAC_SHA256, key));
    }
}

impl fmt::Debug for RandomSecrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RandomSecrets(…)")
    }
}

impl SecretSource for RandomSecrets {
    fn random(&self) -> Result<[u8; 32], NoRandomness> {
        bytes().map_err(|error| NoRandomness(Box::new(error)))
    }

    fn digest(&self, secret: &str) -> String {
        hash(secret)
    }

    fn keyed_digest(&self, text: &str) -> StoreResult<String> {
        let key = self.key.get().ok_or_else(|| StoreError::Unavailable("the key for digests was not read".into()))?;
        Ok(in_hex(hmac::sign(key, text.as_bytes()).as_ref()))
    }
}

pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], Unspecified> {
    let mut bytes = [0; N];
    rand::fill(&mut bytes)?;
    Ok(bytes)
}

/// 256 random bits, as text that fits into a URL.
pub(crate) fn secret() -> Result<String, Unspecified> {
    bytes::<32>().map(|bytes| URL_SAFE_NO_PAD.encode(bytes))
}

/// SHA-256 in hexadecimal. For secrets of 256 random bits, which cannot be guessed; not for passwords.
pub(crate) fn hash(text: &str) -> String {
    in_hex(digest::digest(&digest::SHA256, text.as_bytes()).as_ref())
}

fn in_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ() {
        let secrets = RandomSecrets::default();
        assert_ne!(secrets.random().unwrap(), secrets.random().unwrap());
    }

    #[test]
    fn secrets_are_stored_as_sha_256() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(RandomSecrets::default().digest("abc"), expected);
    }

    /// Test case 1 of RFC 4231.
    #[test]
    fn guessable_texts_are_stored_as_hmac() {
        let expected = "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7";
        let secrets = RandomSecrets::default();
        assert!(matches!(secrets.keyed_digest("Hi There"), Err(StoreError::Unavailable(_))));
        secrets.set_key(&[0x0b; 20]);
        assert_eq!(secrets.keyed_digest("Hi There").unwrap(), expected);
    }
}
