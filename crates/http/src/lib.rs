#![doc = include_str!("../README.md")]

mod addresses;
mod answer;
pub mod api;
pub mod browser_config;
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
mod rates;
pub mod request_id;
pub mod security_headers;
pub mod state;
pub mod traffic;
pub mod trusted_proxies;

mod accounts;
mod api_page;
mod audit;
mod carts;
mod catalogue;
mod dollars;
mod error_mapping;
mod feedback;
mod fitment;
mod form;
mod from_memory;
mod garages;
mod imports;
mod input;
mod newsletter;
mod orders;
mod outbox;
mod payments;
mod refusal_log;
mod responses;
mod reviews;
mod stock_alerts;
mod vehicles;

pub use accounts::personal_data::personal_data_json;
