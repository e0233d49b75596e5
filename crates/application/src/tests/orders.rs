//! Orders: placing, limits on unpaid ones, looking for them, cancellation, shipment.

mod cancellation;
mod checkout;
mod coupons;
mod lists;
mod placing;
mod shipment;
mod unpaid;
