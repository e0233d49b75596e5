#![doc = include_str!("../README.md")]

pub mod answer;
pub mod api;
pub mod connection;
pub mod cors;
pub mod extract;
pub mod guard;
pub mod latency;
pub mod limits;
pub mod meta;
pub mod observed;
pub mod pictures;
pub mod problem;
pub mod public_answers;
pub mod request_id;
pub mod security_headers;
pub mod state;
pub mod traffic;

mod accounts;
mod api_page;
mod audit;
mod carts;
mod catalogue;
mod dollars;
mod error_mapping;
mod feedback;
mod form;
mod from_memory;
mod input;
mod newsletter;
mod orders;
mod outbox;
mod payments;
mod refusal_log;
mod responses;
mod reviews;
mod stock_alerts;
