#![doc = include_str!("../README.md")]

pub mod accounts;
pub mod addresses;
pub mod audit;
pub mod carts;
pub mod catalogue;
pub mod destination;
pub mod email;
pub mod feedback;
pub mod id;
pub mod ledger;
pub mod link_token;
pub mod money;
pub mod newsletter;
pub mod orders;
pub mod payments;
pub mod pictures;
pub mod quantity;
pub mod rates;
mod readable_code;
pub mod reviews;
pub mod slug;
pub mod stock_alerts;
pub mod text;
pub mod time;
pub mod validation;
