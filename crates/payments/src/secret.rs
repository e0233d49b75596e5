//! Secrets of the payment provider, excluded from logs.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use std::fmt;

/// An API key, or the signing secret of a webhook.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The plain text, for requests.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Compares in constant time.
    #[must_use]
    pub fn is(&self, guess: &str) -> bool {
        verify_slices_are_equal(self.0.as_bytes(), guess.as_bytes()).is_ok()
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Self) -> bool {
        self.is(&other.0)
    }
}

impl Eq for Secret {}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
