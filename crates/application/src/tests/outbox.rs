//! The outbox: delivery, and how many e-mails an address gets.

mod delivery;
mod quota;
