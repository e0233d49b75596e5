//! Orders: placing, listing, shipping and canceling them, and the emails about them.

pub(crate) mod allowance;
pub mod cancellation;
pub(crate) mod coupons;
pub(crate) mod digest;
pub mod dossier;
pub(crate) mod emails;
pub mod fits;
pub mod history;
pub mod lists;
pub(crate) mod lookup;
pub mod ordering_error;
pub mod placing;
pub mod quoting;
pub(crate) mod reservation;
pub mod shipment;
