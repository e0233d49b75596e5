#![doc = include_str!("../README.md")]

pub mod api;
pub mod cors;
pub mod extract;
pub mod guard;
pub mod limits;
pub mod problem;
pub mod request_id;
pub mod shopfront;

mod answers;
mod dollars;
mod feedback;
mod form;
mod newsletter;
mod orders;
mod outbox;
mod parts;
mod payments;
mod refunds;
mod refusals;
mod reviews;
mod users;
