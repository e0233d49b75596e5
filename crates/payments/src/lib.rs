#![doc = include_str!("../README.md")]

mod breaker;
mod client;
mod key_watch;
mod network;
mod paypal;
mod protocol;
mod random;
pub mod sandbox;
mod sandbox_gateway;
mod secret;
mod stripe_gateway;
pub mod stripe_signature;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod wire;

pub use client::{STRIPE, StripeClient, Transport};
pub use network::{Network, STRIPE_API_BASE};
pub use paypal::{PAYPAL, PAYPAL_API_BASE, PAYPAL_SANDBOX_API_BASE, PayPalAccount, PayPalGateway};
pub use sandbox::{Sandbox, SandboxConfig, SandboxError, lock_journal, lock_of};
pub use sandbox_gateway::{InProcess, SandboxGateway};
pub use secret::Secret;
pub use stripe_gateway::StripeGateway;

#[cfg(test)]
mod tests;
