//! Orders: placing, limits on unpaid ones, cancellation, shipment.

mod cancellation;
mod checkout;
mod placing;
mod shipment;
mod unpaid;
