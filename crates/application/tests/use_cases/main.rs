//! Rules of the use cases, tested over the in-memory store.

mod accounts;
mod addresses;
mod audit;
mod books;
mod carts;
mod catalogue;
mod feedback;
mod fitment;
mod imports;
mod lookups;
mod maintenance;
mod newsletter;
mod numbers;
mod orders;
mod outbox;
mod outside;
mod payments;
mod pictures;
mod rates;
mod reviews;
mod stock_alerts;
mod vehicles;
