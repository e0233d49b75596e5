#![doc = include_str!("../README.md")]

mod connections;
mod html;
mod seller;
mod smtp;
#[cfg(feature = "testing")]
pub mod testing;

pub use seller::Seller;
pub use smtp::{SmtpMailer, text_and_html};

#[cfg(test)]
mod tests;
