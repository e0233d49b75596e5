//! The verifier against forged tokens, and the embedded provider as the SDK sees it.

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
