#![doc = include_str!("../README.md")]

pub mod accounts;
pub mod addresses;
pub mod audit;
pub mod carts;
pub mod catalogue;
pub mod email_examples;
pub mod error_chain;
pub mod exports;
pub mod feedback;
pub mod fitment;
mod fresh;
pub mod garages;
pub mod imports;
pub mod maintenance;
pub mod newsletter;
pub mod numbers;
pub mod orders;
pub mod outbox;
pub mod payments;
pub mod pictures;
pub mod ports;
pub mod rates;
pub mod reviews;
pub mod servers;
pub mod shop;
pub mod stock_alerts;
pub mod terminal;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod use_case_error;
pub mod vehicles;

#[cfg(test)]
mod tests;
