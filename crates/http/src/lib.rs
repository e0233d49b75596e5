#![doc = include_str!("../README.md")]

pub mod answer;
pub mod api;
pub mod connection;
pub mod cors;
pub mod extract;
pub mod guard;
pub mod limits;
pub mod problem;
pub mod public_answers;
pub mod request_id;
pub mod shopfront;
pub mod traffic;

mod answers;
mod api_page;
mod dollars;
mod feedback;
mod form;
mod newsletter;
mod orders;
mod outbox;
mod parts;
mod payments;
mod refunds;
mod refusal_log;
mod refusals;
mod reviews;
mod schema;
mod sessions;
mod unmatched;
mod users;
