//! Payments: starting and settling them, refunds, reversals, payments without an order.

mod initiation;
mod partial_refunds;
mod refunds;
mod reversals;
mod unmatched;
