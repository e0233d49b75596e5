//! Payments: starting and settling them, refunds, reversals, payments without an order.

mod by_operator;
mod capture;
mod initiation;
mod other_provider;
mod partial_refunds;
mod refunds;
mod reversals;
mod unmatched;
