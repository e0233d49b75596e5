#![doc = include_str!("../README.md")]

pub mod accounts;
pub mod audit;
pub mod catalogue;
pub mod email;
pub mod feedback;
pub mod id;
pub mod ledger;
pub mod money;
pub mod newsletter;
pub mod orders;
pub mod payments;
pub mod quantity;
pub mod reviews;
pub mod text;
pub mod time;
pub mod validation;
