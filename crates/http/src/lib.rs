#![doc = include_str!("../README.md")]

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
mod catalogue;
mod dollars;
mod error_mapping;
mod feedback;
mod fitment;
mod form;
mod from_memory;
mod imports;
mod input;
mod member_documents;
mod newsletter;
mod numbers;
mod orders;
mod outbox;
mod payments;
mod refusal_log;
mod responses;
mod reviews;
mod stock_alerts;
mod vehicles;
mod view;

pub use accounts::personal_data::personal_data_json;
