//! Tests of the gateways and the sandbox from outside: as the shop, a browser or a webhook receiver, and across
//! restarts.

mod access;
mod cards;
mod contract;
mod durability;
mod keys;
mod network;
#[cfg(feature = "conformance")]
mod official;
mod payments;
mod paypal;
mod refunds;
mod support;
mod webhooks;
