#![doc = include_str!("../README.md")]

pub mod email;
pub mod feedback;
pub mod id;
pub mod invalid;
pub mod ledger;
pub mod money;
pub mod newsletter;
pub mod order;
pub mod part;
pub mod payment;
pub mod quantity;
pub mod review;
pub mod text;
pub mod time;
pub mod user;
