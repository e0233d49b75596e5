//! The verifier against forged tokens, and the embedded provider as the SDK sees it.

mod accounts;
mod emulator;
mod forgeries;
mod google;
mod jwks;
mod pages;
mod requests;
mod reset;
mod sessions;
mod signing_keys;
mod support;
