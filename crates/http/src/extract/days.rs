//! Days in a query.

use autoparts_domain::{numbers::Day, validation::ValidationError};
use jiff::civil::{Date, date};

/// The length of `2026-11-24`.
const DATE_CHARS: usize = 10;

/// Parses a calendar day.
pub(crate) fn day(sent: &str) -> Result<Day, ValidationError> {
    // Only the documented format: the parser also accepts a time of day.
    let day = Some(sent).filter(|day| day.len() == DATE_CHARS).and_then(|day| day.parse::<Date>().ok());
    let day = day.ok_or(ValidationError::NotADate)?;
    Ok(Day::from_number(day.duration_since(date(1970, 1, 1)).as_hours() / 24))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_read_as_the_document_says() {
        for written in ["1970-01-01", "1969-12-31", "2026-11-24", "2024-02-29", "0000-01-01", "9999-12-31"] {
            assert_eq!(day(written).map(Day::iso).as_deref(), Ok(written));
        }
        for refused in ["", "2026-02-29", "2026-11-24T00:00:00Z", "20261124", "26-11-24", "tomorrow", "+02026-1-1"] {
            assert_eq!(day(refused), Err(ValidationError::NotADate), "{refused}");
        }
    }
}
