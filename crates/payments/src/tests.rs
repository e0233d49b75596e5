//! External tests of the sandbox and its gateway: as the shop, as a browser, as the receiver of webhooks, and across
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
