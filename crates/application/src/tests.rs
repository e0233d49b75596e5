//! The rules of the use cases, over the store in memory.

mod accounts;
mod catalogue;
mod feedback;
mod fulfilment;
mod mail_quota;
mod mailing;
mod newsletter;
mod ordering;
mod outside;
mod paying;
mod refunding;
mod registration;
mod releasing;
mod reversing;
mod reviews;
mod roles;
mod sessions;
mod unmatched;
mod unpaid;
mod upkeep;
