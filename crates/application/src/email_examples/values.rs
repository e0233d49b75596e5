//! The data of the example emails.

use crate::ports::outbox::Mail;
use autoparts_domain::{
    catalogue::{Part, PartDetails},
    money::{Money, Price},
    quantity::{MinimumOrder, Stock},
    time::Timestamp,
};
use std::{error::Error, time::Duration};
use uuid::Uuid;

/// A short name for files, and the email.
pub type Example = (&'static str, Mail);

/// An example value is invalid.
pub type ExampleError = Box<dyn Error + Send + Sync>;

/// May 4, 2026.
pub(crate) fn moment() -> Timestamp {
    Timestamp::from_micros(1_777_896_000_000_000)
}

/// Some days later.
pub(crate) fn at(days: u64) -> Timestamp {
    moment().plus(Duration::from_hours(days.saturating_mul(24)))
}

pub(crate) fn money(cents: i64) -> Money {
    Money::from_cents(cents).unwrap_or(Money::ZERO)
}

pub(crate) fn a_part(number: u128, title: &str, cents: i64) -> Result<Part, ExampleError> {
    let details = PartDetails::new(
        title.parse()?,
        "An example.".parse()?,
        "/catalogue/brake-disc.svg".parse()?,
        MinimumOrder::new(2)?,
        Price::new(money(cents))?,
    );
    Ok(Part { id: Uuid::from_u128(number).into(), details, available: Stock::new(10)? })
}
