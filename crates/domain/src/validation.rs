//! Why a value was refused, in words a person can act on.

use crate::{destination::Misplaced, money::Money};
use std::fmt;

/// The end of a range, as people write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// A whole number.
    Whole(i64),
    /// An amount of dollars.
    Dollars(Money),
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::Dollars(amount) => amount.fmt(f),
        }
    }
}

/// The reason a value cannot exist. `Display` is the end of a sentence that begins with the
/// field's name: "price must be a number".
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ValidationError {
    /// Absent, null, or nothing but white space.
    #[error("is required")]
    Missing,
    /// More characters than allowed.
    #[error("must be at most {max} characters")]
    TooLong {
        /// The most characters allowed.
        max: usize,
    },
    /// Characters that cannot be printed, or that change the direction of text around them.
    #[error("must not contain control characters")]
    ControlCharacters,
    /// Not text.
    #[error("must be text")]
    NotText,
    /// Not a decimal number.
    #[error("must be a number")]
    NotANumber,
    /// A fraction where whole pieces are counted.
    #[error("must be a whole number")]
    NotWhole,
    /// Cents are the smallest unit.
    #[error("must have at most two decimals")]
    TooManyDecimals,
    /// Outside what the shop handles.
    #[error("must be from {min} to {max}")]
    OutOfRange {
        /// The smallest value.
        min: Bound,
        /// The largest value.
        max: Bound,
    },
    /// Not whole packs.
    #[error("must be a multiple of {pack}, the pieces of a pack")]
    NotWholePacks {
        /// The pieces of one pack.
        pack: i64,
    },
    /// Nothing, where something has to change.
    #[error("must not be 0")]
    Zero,
    /// Neither true nor false.
    #[error("must be true or false")]
    NotABoolean,
    /// Not a day of the calendar.
    #[error("must be a date, such as 2026-11-24")]
    NotADate,
    /// Not what a carrier calls a parcel.
    #[error("must be letters and digits, with spaces and hyphens")]
    NotATrackingNumber,
    /// Not an e-mail address; the specification's words.
    #[error("provide a valid email")]
    NotAnEmail,
    /// An address to which the configured mail server cannot send.
    #[error("is not supported by our mail server: use an address with plain letters and digits before the @")]
    Undeliverable,
    /// Not an identifier.
    #[error("is not an id")]
    NotAnId,
    /// Not a slug.
    #[error("must be lower-case letters and digits, with single hyphens between words")]
    NotASlug,
    /// Not a vehicle.
    #[error("must be a vehicle, such as 2018/honda/civic or 2018/honda/civic/2.0l-l4-gas")]
    NotAVehicle,
    /// Lines for more vehicles than an order may have.
    #[error("must be for at most {max} vehicles")]
    TooManyVehicles {
        /// How many there may be.
        max: usize,
    },
    /// Not a model of a make.
    #[error("must be a make and a model, such as honda/civic")]
    NotAModel,
    /// The first year is after the last.
    #[error("must not end before it begins")]
    EndsBeforeItBegins,
    /// Not a part number.
    #[error("must have letters or digits, at most 48 of them")]
    NotAPartNumber,
    /// Not a GTIN.
    #[error("must be the 8, 12, 13 or 14 digits of a bar code")]
    NotAGtin,
    /// Not an address a picture may come from.
    #[error("must be an https address or a path of this shop")]
    NotAnImage,
    /// Not a country.
    #[error("must be the two letters of a country, such as US")]
    NotACountry,
    /// Not the letters of a state or province.
    #[error("must be the two letters of a state or province")]
    NotARegionCode,
    /// Not a postal code, or not one of the country.
    #[error("must be a postal code of the country")]
    NotAPostalCode,
    /// A postal code in another state or province; a whole sentence.
    #[error("{0}")]
    OtherRegion(Misplaced),
    /// Not a postal code prefix.
    #[error("must be postal code prefixes of letters and digits, such as 35 or IV")]
    NotAPostalPrefix,
    /// Postal code prefixes with no country or several.
    #[error("may be given for one country only")]
    NotOneCountry,
    /// Not a telephone number.
    #[error("must be a phone number")]
    NotAPhone,
    /// Not a link to a LinkedIn page.
    #[error("must be an https link to linkedin.com")]
    NotLinkedIn,
    /// None of the words that are allowed here.
    #[error("must be {choices}")]
    NotAChoice {
        /// The words, as a person would list them.
        choices: &'static str,
    },
    /// More items than allowed.
    #[error("may have at most {max} entries")]
    TooMany {
        /// The most items.
        max: usize,
    },
    /// Not a list.
    #[error("must be a list")]
    NotAList,
    /// Not an object with fields.
    #[error("must be an object")]
    NotAnObject,
    /// The same as an entry before it.
    #[error("is there twice")]
    Repeated,
    /// The key of something that is not there.
    #[error("does not exist")]
    Unknown,
    /// Not the one word that is allowed here.
    #[error("must be '{expected}'")]
    NotExpected {
        /// The allowed word.
        expected: &'static str,
    },
}

impl ValidationError {
    /// Refuses whole numbers outside a range.
    #[must_use]
    pub const fn outside(min: i64, max: i64) -> Self {
        Self::OutOfRange { min: Bound::Whole(min), max: Bound::Whole(max) }
    }

    /// Refuses amounts of dollars outside a range.
    #[must_use]
    pub const fn outside_dollars(min: Money, max: Money) -> Self {
        Self::OutOfRange { min: Bound::Dollars(min), max: Bound::Dollars(max) }
    }
}
