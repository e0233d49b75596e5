//! Orders: placing, limits on unpaid ones, cancellation, shipment.

mod cancellation;
mod placing;
mod shipment;
mod unpaid;
