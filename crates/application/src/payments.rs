//! Payments of orders: collecting money, settling it exactly once, refunding it, and detecting transfers made outside
//! the shop.

pub mod attempts;
pub mod by_operator;
pub mod initiation;
pub mod messages;
pub(crate) mod money_back;
pub mod partial_refunds;
pub(crate) mod reconciliation;
pub mod refunds;
pub(crate) mod reversals;
pub mod settlement;
pub(crate) mod unmatched;
