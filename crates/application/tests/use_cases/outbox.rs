//! The outbox: delivery, and quotas per address.

mod delivery;
mod quota;
