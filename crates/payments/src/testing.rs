//! For tests: payment providers on the network. Not part of the product.

mod double;
mod stand_in;

pub use double::{Double, Fate};
pub use stand_in::{Moment, StandIn};
