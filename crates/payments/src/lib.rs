#![doc = include_str!("../README.md")]

mod client;
mod protocol;
mod random;
pub mod sandbox;
mod sandbox_gateway;
mod secret;
pub mod stripe_signature;
pub mod wire;

pub use client::{StripeClient, Transport};
pub use sandbox::{Sandbox, SandboxConfig, SandboxError};
pub use sandbox_gateway::{InProcess, SandboxGateway};
pub use secret::Secret;

#[cfg(test)]
mod tests;
