#![doc = include_str!("../README.md")]

mod html;
mod smtp;
#[cfg(feature = "testing")]
pub mod testing;

pub use smtp::SmtpMailer;

#[cfg(test)]
mod tests;
