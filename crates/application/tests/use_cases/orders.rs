//! Orders: placing, limits on unpaid ones, vehicles of lines, searching, cancellation, shipment.

mod cancellation;
mod checkout;
mod coupons;
mod dossier;
mod fits;
mod lists;
mod placing;
mod shipment;
mod unpaid;
