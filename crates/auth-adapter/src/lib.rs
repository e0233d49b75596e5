#![doc = include_str!("../README.md")]

mod access_tokens;
mod clock_skew;
pub mod embedded;
mod fair_queue;
mod firebase;
mod id_token;
mod jwks_url;
mod key_ring;
mod key_source;
mod password;
mod random;
mod signing_keys;

pub use access_tokens::{HmacAccessTokens, KeyTooShort};
pub use embedded::{
    EmbeddedIdentity, EmbeddedVerifier, IdentityError, IdentitySettings, embedded_email_examples, erase_account,
};
pub use firebase::{EmulatorVerifier, FirebaseVerifier};
pub use jwks_url::{FIREBASE_JWKS_URL, JwksUrl};
pub use key_source::KeySource;
pub use random::RandomSecrets;
pub use signing_keys::{SigningKeyError, SigningKeys};

#[cfg(test)]
mod tests;
