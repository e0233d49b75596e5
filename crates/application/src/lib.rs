#![doc = include_str!("../README.md")]

pub mod access;
pub mod accounts;
mod attempts;
pub mod books;
pub mod catalogue;
pub mod causes;
pub mod feedback;
pub mod fulfilment;
mod mail_quota;
pub mod mailing;
mod money_back;
pub mod newsletter;
mod order_digest;
mod order_letters;
pub mod ordering;
pub mod paying;
pub mod ports;
pub mod refunding;
pub mod releasing;
mod reservation;
mod reversing;
pub mod reviews;
pub mod roles;
pub mod sessions;
pub mod settling;
pub mod shop;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod unmatched;
pub mod upkeep;
pub mod vitals;

#[cfg(test)]
mod tests;
