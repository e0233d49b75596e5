//! Orders: placing them, looking at them, shipping them, ending them, and what their customers are told.

pub(crate) mod allowance;
pub mod cancellation;
pub(crate) mod coupons;
pub(crate) mod digest;
pub mod dossier;
pub(crate) mod emails;
pub mod fits;
pub mod lists;
pub(crate) mod lookup;
pub mod placing;
pub mod quoting;
pub(crate) mod reservation;
pub mod shipment;
