#![doc = include_str!("../README.md")]

mod html;
mod smtp;

pub use smtp::SmtpMailer;

#[cfg(test)]
mod tests;
