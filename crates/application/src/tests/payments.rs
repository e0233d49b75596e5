//! Payments: starting and settling them, refunds, reversals, payments without an order.

mod by_operator;
mod initiation;
mod partial_refunds;
mod refunds;
mod reversals;
mod unmatched;
