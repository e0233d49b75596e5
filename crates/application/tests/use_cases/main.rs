//! Rules of the use cases, tested over the in-memory store.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "what goes wrong here fails the test"
)]

mod accounts;
mod audit;
mod billing;
mod books;
mod catalogue;
mod cores;
mod feedback;
mod fit_flags;
mod fitment;
mod imports;
mod lookups;
mod maintenance;
mod member_documents;
mod newsletter;
mod numbers;
mod open_tasks;
mod order_history;
mod orders;
mod outbox;
mod outside;
mod payments;
mod pictures;
mod rates;
mod return_policies;
mod returns;
mod reviews;
mod stock_alerts;
mod vehicles;
mod withdrawals;
