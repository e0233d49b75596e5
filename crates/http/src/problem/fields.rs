//! Errors of single fields, on the wire.

use crate::view::response;
use autoparts_domain::validation::ValidationError;
use serde::Serialize;
use utoipa::ToSchema;

/// Why a field is refused: a stable code for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldCode {
    /// It is missing, null or blank.
    Required,
    /// It has too many characters.
    TooLong,
    /// It has unprintable characters.
    ControlCharacters,
    /// It is not text.
    NotText,
    /// It is not a number.
    NotANumber,
    /// It is not a whole number.
    NotWhole,
    /// It has fractions of a cent.
    TooManyDecimals,
    /// It is too small or too large.
    OutOfRange,
    /// It is not a multiple of the pack.
    NotWholePacks,
    /// It is 0, which changes nothing.
    Zero,
    /// It is neither true nor false.
    NotABoolean,
    /// It is not a calendar day.
    NotADate,
    /// It is not a tracking number.
    NotATrackingNumber,
    /// It is not an email address.
    NotAnEmail,
    /// It is an email address to which the mail server cannot deliver.
    Undeliverable,
    /// It is not an id.
    NotAnId,
    /// It is not the key of a brand, a category, a make, a model or an engine.
    NotASlug,
    /// It is not a vehicle.
    NotAVehicle,
    /// It is not a model of a make.
    NotAModel,
    /// It ends before it begins.
    EndsBeforeItBegins,
    /// It is not a part number.
    NotAPartNumber,
    /// It is not the number of a bar code (GTIN).
    NotAGtin,
    /// It is not the address of a picture.
    NotAnImage,
    /// It is not a two-letter country code.
    NotACountry,
    /// It is not a two-letter code of a state or province.
    NotARegionCode,
    /// It is not a postal code, or not one of the country.
    NotAPostalCode,
    /// It is a postal code in another state or province.
    OtherRegion,
    /// It is not a postal code prefix.
    NotAPostalPrefix,
    /// Postal code prefixes need exactly one country.
    NotOneCountry,
    /// It is not a telephone number.
    NotAPhone,
    /// It is not a link to a LinkedIn page.
    #[serde(rename = "not_linkedin")]
    NotLinkedIn,
    /// It is not the one allowed value.
    NotExpected,
    /// It is not one of the allowed values.
    NotAChoice,
    /// It has too many entries.
    TooMany,
    /// It is not a list.
    NotAList,
    /// It is not an object.
    NotAnObject,
    /// It is the same as an earlier entry.
    Repeated,
    /// It refers to something that does not exist.
    Unknown,
}

impl From<ValidationError> for FieldCode {
    fn from(why: ValidationError) -> Self {
        match why {
            ValidationError::Missing => Self::Required,
            ValidationError::TooLong { .. } => Self::TooLong,
            ValidationError::ControlCharacters => Self::ControlCharacters,
            ValidationError::NotText => Self::NotText,
            ValidationError::NotANumber => Self::NotANumber,
            ValidationError::NotWhole => Self::NotWhole,
            ValidationError::TooManyDecimals => Self::TooManyDecimals,
            ValidationError::OutOfRange { .. } => Self::OutOfRange,
            ValidationError::NotWholePacks { .. } => Self::NotWholePacks,
            ValidationError::Zero => Self::Zero,
            ValidationError::NotABoolean => Self::NotABoolean,
            ValidationError::NotADate => Self::NotADate,
            ValidationError::NotATrackingNumber => Self::NotATrackingNumber,
            ValidationError::NotAnEmail => Self::NotAnEmail,
            ValidationError::Undeliverable => Self::Undeliverable,
            ValidationError::NotAnId => Self::NotAnId,
            ValidationError::NotASlug => Self::NotASlug,
            ValidationError::NotAVehicle => Self::NotAVehicle,
            ValidationError::NotAModel => Self::NotAModel,
            ValidationError::EndsBeforeItBegins => Self::EndsBeforeItBegins,
            ValidationError::NotAPartNumber => Self::NotAPartNumber,
            ValidationError::NotAGtin => Self::NotAGtin,
            ValidationError::NotAnImage => Self::NotAnImage,
            ValidationError::NotACountry => Self::NotACountry,
            ValidationError::NotARegionCode => Self::NotARegionCode,
            ValidationError::NotAPostalCode => Self::NotAPostalCode,
            ValidationError::OtherRegion(_) => Self::OtherRegion,
            ValidationError::NotAPostalPrefix => Self::NotAPostalPrefix,
            ValidationError::NotOneCountry => Self::NotOneCountry,
            ValidationError::NotAPhone => Self::NotAPhone,
            ValidationError::NotLinkedIn => Self::NotLinkedIn,
            ValidationError::NotExpected { .. } => Self::NotExpected,
            ValidationError::NotAChoice { .. } => Self::NotAChoice,
            ValidationError::TooMany { .. } | ValidationError::TooManyVehicles { .. } => Self::TooMany,
            ValidationError::NotAList => Self::NotAList,
            ValidationError::NotAnObject => Self::NotAnObject,
            ValidationError::Repeated => Self::Repeated,
            ValidationError::Unknown => Self::Unknown,
        }
    }
}

response! {
    /// One field that is invalid.
    #[derive(Clone, PartialEq, Eq)]
    pub FieldProblem {
        /// Its name, as in the request.
        pub field: String,
        /// The error: a stable code for programs.
        pub code: FieldCode,
        /// The error for people: "price must be a number".
        pub message: String,
    }
}

impl FieldProblem {
    /// An error with the sentence for a field.
    #[must_use]
    pub fn new(field: &str, why: ValidationError) -> Self {
        let message = match why {
            // The specification defines these texts as whole sentences.
            ValidationError::NotAnEmail | ValidationError::OtherRegion(_) => why.to_string(),
            _ => format!("{field} {why}"),
        };
        Self { field: field.to_owned(), code: why.into(), message }
    }

    /// The same for a field within another field: of a list entry, or of an object.
    pub(crate) fn within(mut self, outer: &str) -> Self {
        self.message = self.message.replacen(&self.field, &format!("{outer}.{}", self.field), 1);
        self.field = format!("{outer}.{}", self.field);
        self
    }
}
