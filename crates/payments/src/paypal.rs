//! The payment gateway to PayPal: Orders v2, Payments v2, Disputes v1 and Transaction Search v1 over the network.
//!
//! A payment is an order with the intent `CAPTURE`. The customer approves it on PayPal's page, then the shop captures
//! it. Orders cannot be canceled at PayPal; changing the intent to `AUTHORIZE` makes captures impossible, so an order
//! with that intent counts as canceled.

mod gateway;
mod lookups;
mod protocol;
mod session;
mod webhooks;
mod wire;

pub use gateway::{PAYPAL, PayPalAccount, PayPalGateway};

/// PayPal's base URL.
pub const PAYPAL_API_BASE: &str = "https://api-m.paypal.com";

/// The base URL of PayPal's sandbox.
pub const PAYPAL_SANDBOX_API_BASE: &str = "https://api-m.sandbox.paypal.com";
