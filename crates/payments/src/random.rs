//! Unguessable ids, and hexadecimal encoding.

use aws_lc_rs::{error::Unspecified, rand};

/// `prefix_` and 24 random digits, like the provider's ids.
pub(crate) fn id(prefix: &str) -> Result<String, Unspecified> {
    let mut bytes = [0; 12];
    rand::fill(&mut bytes)?;
    Ok(format!("{prefix}_{}", hex(&bytes)))
}

/// A secret of 192 random bits.
pub(crate) fn secret() -> Result<String, Unspecified> {
    let mut bytes = [0; 24];
    rand::fill(&mut bytes)?;
    Ok(hex(&bytes))
}

/// Encodes bytes as lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Decodes lower-case hexadecimal; `None` for anything else.
pub(crate) fn unhex(text: &str) -> Option<Vec<u8>> {
    let value = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    text.as_bytes()
        .chunks(2)
        .map(|pair| match pair {
            [high, low] => Some(value(*high)? << 4 | value(*low)?),
            _ => None,
        })
        .collect()
}
