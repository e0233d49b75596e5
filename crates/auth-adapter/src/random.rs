//! Secrets that cannot be guessed, and the hashes they are kept by.

use autoparts_application::ports::secrets::{NoRandomness, SecretSource};
use aws_lc_rs::{digest, error::Unspecified, rand};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use std::fmt::Write;

/// Secrets from the machine's own source of randomness, kept by SHA-256.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomSecrets;

impl SecretSource for RandomSecrets {
    fn random(&self) -> Result<[u8; 32], NoRandomness> {
        bytes().map_err(|error| NoRandomness(Box::new(error)))
    }

    fn digest(&self, secret: &str) -> String {
        hash(secret)
    }
}

/// Random bytes.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], Unspecified> {
    let mut bytes = [0; N];
    rand::fill(&mut bytes)?;
    Ok(bytes)
}

/// 256 random bits, as text that fits into a URL.
pub(crate) fn secret() -> Result<String, Unspecified> {
    bytes::<32>().map(|bytes| URL_SAFE_NO_PAD.encode(bytes))
}

/// SHA-256 in hexadecimal. Good enough for secrets of 256 random bits, which nobody can try
/// out; passwords are another matter.
pub(crate) fn hash(text: &str) -> String {
    let hash = digest::digest(&digest::SHA256, text.as_bytes());
    hash.as_ref().iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_secret_comes_twice() {
        assert_ne!(RandomSecrets.random().unwrap(), RandomSecrets.random().unwrap());
    }

    #[test]
    fn a_secret_is_kept_by_its_sha_256() {
        let kept = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(RandomSecrets.digest("abc"), kept);
    }
}
