//! Secrets that cannot be guessed, and the hashes they are kept by.

use aws_lc_rs::{digest, error::Unspecified, rand};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use std::fmt::Write;

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
