//! Why a value was refused, worded so that a user can correct it.

use crate::{destination::misplaced::Misplaced, money::amount::Money};
use std::{fmt, ops::RangeInclusive};

/// The end of a range, for display.
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

/// The reason a value is invalid. `Display` is the end of a sentence that starts with the field's name: "price must be
/// a number".
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ValidationError {
    /// Absent, null, or nothing but white space.
    #[error("is required")]
    Missing,
    /// More characters than allowed.
    #[error("must be at most {max} characters")]
    TooLong {
        /// Maximum number of characters.
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
    /// A fraction where whole pieces are required.
    #[error("must be a whole number")]
    NotWhole,
    /// More than two decimals of a dollar: cents are the smallest unit.
    #[error("must have at most two decimals")]
    TooManyDecimals,
    /// Out of range.
    #[error("must be from {min} to {max}")]
    OutOfRange {
        /// The minimum.
        min: Bound,
        /// The maximum.
        max: Bound,
    },
    /// Not a whole number of packs.
    #[error("must be a multiple of {pack}, the pieces of a pack")]
    NotWholePacks {
        /// The pieces of one pack.
        pack: i64,
    },
    /// Zero where a change is required.
    #[error("must not be 0")]
    Zero,
    /// Neither true nor false.
    #[error("must be true or false")]
    NotABoolean,
    /// Not a calendar day.
    #[error("must be a date, such as 2026-11-24")]
    NotADate,
    /// Not a tracking number.
    #[error("must be letters and digits, with spaces and hyphens")]
    NotATrackingNumber,
    /// Not an email address; the text is from the specification.
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
        /// Maximum number of vehicles.
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
    /// Not an allowed picture location.
    #[error("must be an https address or a path of this shop")]
    NotAnImage,
    /// Not a country.
    #[error("must be the two letters of a country, such as US")]
    NotACountry,
    /// Not the code of a state or province.
    #[error("must be the two letters of a state or province")]
    NotARegionCode,
    /// Not a postal code, or not valid for the country.
    #[error("must be a postal code of the country")]
    NotAPostalCode,
    /// A postal code in another state or province; a complete sentence.
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
    /// Not one of the allowed words.
    #[error("must be {choices}")]
    NotAChoice {
        /// The allowed words, as listed for the user.
        choices: &'static str,
    },
    /// More items than allowed.
    #[error("may have at most {max} entries")]
    TooMany {
        /// Maximum number of items.
        max: usize,
    },
    /// Not a list.
    #[error("must be a list")]
    NotAList,
    /// Not an object with fields.
    #[error("must be an object")]
    NotAnObject,
    /// A duplicate of an earlier entry.
    #[error("is duplicated")]
    Repeated,
    /// A key that does not exist.
    #[error("does not exist")]
    Unknown,
    /// Not the one word that is allowed here.
    #[error("must be '{expected}'")]
    NotExpected {
        /// The allowed word.
        expected: &'static str,
    },
}

/// Converts a whole number; an error outside the range, which the type must be able to hold.
pub(crate) fn whole_number_in<T: TryFrom<i64>>(range: RangeInclusive<i64>, number: i64) -> Result<T, ValidationError> {
    let refused = ValidationError::outside(*range.start(), *range.end());
    T::try_from(number).ok().filter(|_| range.contains(&number)).ok_or(refused)
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
