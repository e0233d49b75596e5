//! Parsing single JSON values. Browser forms send numbers as text, so every number may be sent as either.

use autoparts_domain::{money::Money, normalization::plain_characters, validation::ValidationError};
use serde_json::Value;
use std::{borrow::Cow, str::FromStr};

/// Parses a text.
pub(crate) fn text<T: FromStr<Err = ValidationError>>(sent: &Value) -> Result<T, ValidationError> {
    sent.as_str().ok_or(ValidationError::NotText)?.parse()
}

/// Parses a number, or a text that should be one, in the notation it was sent in.
fn numeral(sent: &Value) -> Result<Cow<'_, str>, ValidationError> {
    match sent {
        Value::String(text) => Ok(plain_characters(text).trim().to_owned().into()),
        Value::Number(number) => Ok(number.to_string().into()),
        _ => Err(ValidationError::NotANumber),
    }
}

/// Parses a whole number. `10` and `10.0` are whole, `1.5` is not; `1e3` is not a notation that people use.
pub(crate) fn whole(sent: &Value) -> Result<i64, ValidationError> {
    let numeral = numeral(sent)?;
    if numeral.is_empty() {
        return Err(ValidationError::Missing);
    }
    let (whole, decimals) = numeral.split_once('.').unwrap_or((&numeral, "0"));
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !plain(digits) || !plain(decimals) {
        return Err(ValidationError::NotANumber);
    }
    if decimals.bytes().any(|digit| digit != b'0') {
        return Err(ValidationError::NotWhole);
    }
    // Numbers that do not fit an i64 are out of any valid range.
    Ok(whole.parse().unwrap_or(if whole.starts_with('-') { i64::MIN } else { i64::MAX }))
}

/// Parses an amount in dollars.
pub(crate) fn dollars(sent: &Value) -> Result<Money, ValidationError> {
    numeral(sent).and_then(|numeral| Money::parse_dollars(&numeral))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn whole_numbers_come_as_numbers_or_text() {
        for (value, number) in [
            (json!(10), 10),
            (json!("10"), 10),
            (json!(" 10 "), 10),
            (json!("\u{202a}１0\u{a0}"), 10),
            (json!("\u{2212}3"), -3),
            (json!(10.0), 10),
            (json!(-3), -3),
        ] {
            assert_eq!(whole(&value), Ok(number), "{value}");
        }
        for (value, why) in [
            (json!(""), ValidationError::Missing),
            (json!(1.5), ValidationError::NotWhole),
            (json!("1e3"), ValidationError::NotANumber),
            (json!("ten"), ValidationError::NotANumber),
            (json!("--1"), ValidationError::NotANumber),
            (json!(true), ValidationError::NotANumber),
            (json!([1]), ValidationError::NotANumber),
            (json!({}), ValidationError::NotANumber),
        ] {
            assert_eq!(whole(&value), Err(why), "{value}");
        }
        assert_eq!(whole(&json!("99999999999999999999")), Ok(i64::MAX));
        assert_eq!(whole(&json!("-99999999999999999999")), Ok(i64::MIN));
    }
}
