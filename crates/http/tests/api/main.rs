//! The API as a client sees it, with the in-memory store.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "what goes wrong here fails the test")]

mod audit;
mod audited;
mod authorization;
mod billing;
mod bodies;
mod calls;
mod contract;
mod cores;
mod documents;
mod fit_reports;
mod fitment;
mod fitment_oracle;
mod newsletter;
mod numbers;
mod observed;
mod partial_refunds;
mod refunds;
mod returns;
mod support;
mod untrusted;
mod vehicles;
mod withdrawals;
