//! Keys of the payment provider, kept out of logs.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use std::fmt;

/// A key that must not be shown: API keys and the secrets that sign webhooks.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Wraps a key.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The key, for the wire.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether this is the key; takes as long for a near miss as for a wild guess.
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
