//! What is wrong with single fields, on the wire.

use autoparts_domain::validation::ValidationError;
use serde::Serialize;
use utoipa::ToSchema;

/// Why a field is refused: a stable word for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldCode {
    /// It is missing, null or blank.
    Required,
    /// It has too many characters.
    TooLong,
    /// It has characters that cannot be printed.
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
    /// It is not whole packs.
    NotWholePacks,
    /// It is 0 where something has to change.
    Zero,
    /// It is neither true nor false.
    NotABoolean,
    /// Not a day of the calendar.
    NotADate,
    /// Not what a carrier calls a parcel.
    NotATrackingNumber,
    /// It is not an e-mail address.
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
    /// It is not the number of a bar code.
    NotAGtin,
    /// It is not an address of a picture.
    NotAnImage,
    /// It is not the two letters of a country.
    NotACountry,
    /// It is not the two letters of a state or province.
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
    /// It is not the one value that is allowed.
    NotExpected,
    /// It is none of the values that are allowed.
    NotAChoice,
    /// It has too many entries.
    TooMany,
    /// It is not a list.
    NotAList,
    /// It is not an object.
    NotAnObject,
    /// It is the same as an entry before it.
    Repeated,
    /// It names something that does not exist.
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

/// One field that is invalid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldProblem {
    /// Its name, as in the request.
    pub field: String,
    /// What is wrong with it: a stable word for programs.
    pub code: FieldCode,
    /// What is wrong with it, for people: "price must be a number".
    pub message: String,
}

impl FieldProblem {
    /// The sentence for a field.
    #[must_use]
    pub fn new(field: &str, why: ValidationError) -> Self {
        let message = match why {
            // The specification defines the first one as a whole sentence.
            ValidationError::NotAnEmail | ValidationError::OtherRegion(_) => why.to_string(),
            _ => format!("{field} {why}"),
        };
        Self { field: field.to_owned(), code: why.into(), message }
    }

    /// The same for a field of an entry of a list, or of an object, that is itself a field.
    pub(crate) fn within(mut self, outer: &str) -> Self {
        self.message = self.message.replacen(&self.field, &format!("{outer}.{}", self.field), 1);
        self.field = format!("{outer}.{}", self.field);
        self
    }
}
