//! Days, as they stand in an address.

use autoparts_domain::{time::Timestamp, validation::ValidationError};
use jiff::{ToSpan, civil::Date, tz::TimeZone};

/// `2026-11-24`.
const DATE_CHARS: usize = 10;

/// The moment at which a day begins, in UTC, so many days later; the end of time when that is before.
pub(crate) fn beginning_of(day: &str, days_later: i64) -> Result<Timestamp, ValidationError> {
    // Only as the document says: the parser takes a time of day, too.
    let date = Some(day).filter(|day| day.len() == DATE_CHARS).and_then(|day| day.parse::<Date>().ok());
    let date = date.ok_or(ValidationError::NotADate)?;
    let beginning = date.checked_add(days_later.days()).and_then(|date| date.to_zoned_datetime(TimeZone::UTC));
    let micros = beginning.map_or(i64::MAX, |zoned| zoned.timestamp().as_microsecond());
    Ok(Timestamp::from_micros(micros))
}
