//! How a destination is stored: it is read and written as a whole, so it is one text of seven lines, where unknown
//! parts are empty lines.

use crate::stored::{Refused, Stored};
use autoparts_domain::{
    destination::{Destination, Place},
    text::{AddressLine, PostalCode, RegionName},
    validation::ValidationError,
};
use std::str::FromStr;

/// The number of lines of a destination.
pub(crate) const LINES: usize = 7;

pub(crate) fn written(Destination { recipient, line1, line2, city, place }: &Destination) -> String {
    let line2 = line2.as_ref().map(AddressLine::as_str).unwrap_or_default();
    let region = place.region().map(RegionName::as_str).unwrap_or_default();
    let postal_code = place.postal_code().map(PostalCode::as_str).unwrap_or_default();
    [recipient.as_str(), line1.as_str(), line2, city.as_str(), region, postal_code, place.country().code()].join("\n")
}

/// Reads a destination from the lines of a column.
pub(crate) fn read<'a>(
    row: Stored<'_>,
    column: &'static str,
    text: impl IntoIterator<Item = &'a str>,
) -> Result<Destination, Refused> {
    let fields: Vec<&str> = text.into_iter().collect();
    let fields: [&str; LINES] = row.require(column, fields.try_into().ok())?;
    let [recipient, line1, line2, city, region, postal_code, country] = fields;
    let region = optional(row, column, region)?;
    let postal_code = optional(row, column, postal_code)?;
    let place = Place::stored(row.text(column, country)?, region, postal_code);
    Ok(Destination {
        recipient: row.text(column, recipient)?,
        line1: row.text(column, line1)?,
        line2: optional(row, column, line2)?,
        city: row.text(column, city)?,
        place,
    })
}

fn optional<T: FromStr<Err = ValidationError>>(
    row: Stored<'_>,
    column: &'static str,
    text: &str,
) -> Result<Option<T>, Refused> {
    if text.is_empty() { Ok(None) } else { row.text(column, text).map(Some) }
}
