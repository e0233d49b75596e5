//! Tests of the verifier with forged tokens, and of the embedded provider as the SDK uses it.

mod accounts;
mod emulator;
mod forgeries;
mod google;
mod jwks;
mod moving;
mod pages;
mod requests;
mod reset;
mod sessions;
mod sign_in;
mod signing_keys;
mod support;
