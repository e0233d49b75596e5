//! What clients send: for each type of the domain how it is read from JSON and how the OpenAPI document
//! describes it, side by side. Lengths and ranges are the domain's own constants.
//!
//! A new text of the domain is one more name in `free_texts!`; then a request can have a field of that type.

pub(crate) mod reading;
pub(crate) mod schema;

use crate::extract::IdempotencyKey;
use autoparts_domain::{
    email::Email,
    id::{OrderId, PartId},
    money::{Price, ShownTotal},
    newsletter::LinkToken,
    payments::TransactionId,
    quantity::{MinimumOrder, Quantity, Stock},
    reviews::Rating,
    text::{
        Education, FeedbackMessage, ImageSource, LinkedInUrl, PartDescription, PartTitle, PersonName, PhoneNumber,
        PostalAddress, ReviewText,
    },
    validation::ValidationError,
};
use serde_json::Value;
use std::{borrow::Cow, marker::PhantomData};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{Ref, RefOr, Schema},
};

/// A value that clients send.
pub(crate) trait Input: Sized {
    /// Its name among the schemas of the document.
    const NAME: &'static str;

    /// Whether an optional one may be sent as an empty text, as browser forms send the fields for numbers
    /// that nobody filled in.
    const MAY_BE_EMPTY: bool = false;

    /// What the document says about it.
    fn schema() -> RefOr<Schema>;

    /// Reads what was sent, which is not null.
    fn read(sent: &Value) -> Result<Self, ValidationError>;
}

/// A field of a request: `T` when it is required, `Option<T>` when it is not.
pub(crate) trait Field: Sized {
    /// Whether the document calls it required.
    const REQUIRED: bool;

    /// What is sent in it.
    type Input: Input;

    /// Takes what was sent; `None` when it was left out, or null.
    fn take(sent: Option<&Value>) -> Result<Self, ValidationError>;

    /// What the document says about the field, with a description.
    fn property(description: String) -> RefOr<Schema>;
}

impl<T: Input> Field for T {
    const REQUIRED: bool = true;
    type Input = T;

    fn take(sent: Option<&Value>) -> Result<Self, ValidationError> {
        T::read(sent.ok_or(ValidationError::Missing)?)
    }

    fn property(description: String) -> RefOr<Schema> {
        reference(T::NAME, description)
    }
}

impl<T: Input> Field for Option<T> {
    const REQUIRED: bool = false;
    type Input = T;

    fn take(sent: Option<&Value>) -> Result<Self, ValidationError> {
        let is_empty = |sent: &&Value| T::MAY_BE_EMPTY && sent.as_str().is_some_and(|text| text.trim().is_empty());
        sent.filter(|sent| !is_empty(sent)).map(T::read).transpose()
    }

    fn property(description: String) -> RefOr<Schema> {
        schema::or_null(reference(T::NAME, description))
    }
}

fn reference(name: &str, description: String) -> RefOr<Schema> {
    let mut reference = Ref::from_schema_name(name);
    reference.description = description;
    reference.into()
}

/// What the document says about a value that clients send, where `utoipa` asks for a type.
pub(crate) struct Described<T>(PhantomData<T>);

impl<T: Input> PartialSchema for Described<T> {
    fn schema() -> RefOr<Schema> {
        T::schema()
    }
}

impl<T: Input> ToSchema for Described<T> {
    fn name() -> Cow<'static, str> {
        T::NAME.into()
    }
}

/// The address of a person, in a path.
pub(crate) type EmailAddress = Described<Email>;

/// The header that makes placing an order repeatable.
pub(crate) type IdempotencyKeyHeader = Described<IdempotencyKey>;

/// Texts without a shape: `MAX_CHARS` and `MULTILINE` say all there is to say.
macro_rules! free_texts {
    ($($type:ident)*) => { $(
        impl Input for $type {
            const NAME: &'static str = stringify!($type);

            fn schema() -> RefOr<Schema> {
                schema::prose(Self::MAX_CHARS, Self::MULTILINE)
            }

            fn read(sent: &Value) -> Result<Self, ValidationError> {
                reading::text(sent)
            }
        }
    )* };
}

/// Texts of a certain shape: how the domain judges them, as a pattern.
macro_rules! shaped_texts {
    ($($type:ty, $name:literal: $schema:expr;)*) => { $(
        impl Input for $type {
            const NAME: &'static str = $name;

            fn schema() -> RefOr<Schema> {
                $schema
            }

            fn read(sent: &Value) -> Result<Self, ValidationError> {
                reading::text(sent)
            }
        }
    )* };
}

/// Whole numbers from `MIN` to `MAX`.
macro_rules! whole_numbers {
    ($($type:ident, $name:literal;)*) => { $(
        impl Input for $type {
            const NAME: &'static str = $name;
            const MAY_BE_EMPTY: bool = true;

            fn schema() -> RefOr<Schema> {
                schema::whole::<{ $type::MIN }, { $type::MAX }>()
            }

            fn read(sent: &Value) -> Result<Self, ValidationError> {
                reading::whole(sent).and_then(Self::new)
            }
        }
    )* };
}

/// Amounts of dollars from `MIN` to `MAX`.
macro_rules! dollars {
    ($($type:ident, $name:literal;)*) => { $(
        impl Input for $type {
            const NAME: &'static str = $name;
            const MAY_BE_EMPTY: bool = true;

            fn schema() -> RefOr<Schema> {
                schema::dollars(Self::MIN, Self::MAX)
            }

            fn read(sent: &Value) -> Result<Self, ValidationError> {
                match reading::dollars(sent) {
                    Ok(amount) => Self::new(amount),
                    Err(ValidationError::OutOfRange { .. }) => Err(ValidationError::outside_dollars(Self::MIN, Self::MAX)),
                    Err(why) => Err(why),
                }
            }
        }
    )* };
}

free_texts! {
    PartTitle PartDescription PersonName PostalAddress Education ReviewText FeedbackMessage LinkToken
}

shaped_texts! {
    PartId, "Id": schema::uuid();
    OrderId, "Id": schema::uuid();
    TransactionId, "PaymentId": schema::matching(1, Self::MAX_CHARS, "^[0-9A-Za-z_]+$");
    IdempotencyKey, "IdempotencyKey": schema::matching(1, Self::MAX_CHARS, "^[!-~]([ -~]*[!-~])?$");
    Email, "EmailAddress": schema::matching(5, Self::MAX_CHARS, r"^[!#$&-+\-.0-;=?A-\[\]-~]+@[!#$&-+\-0-;=?A-\[\]-~]+(\.[!#$&-+\-0-;=?A-\[\]-~]+)+$");
    ImageSource, "ImageSource": schema::matching(1, Self::MAX_CHARS, r"^(https://[0-9A-Za-z\-.:]+([/?#][!#-;=?-\[\]-~]*)?|/([0-9A-Za-z_\-][0-9A-Za-z/_\-]*(\.[0-9A-Za-z/_\-]+)*)?)$");
    LinkedInUrl, "LinkedInUrl": schema::matching(20, Self::MAX_CHARS, r"^https://([0-9A-Za-z\-]+\.)*linkedin\.com([/?#][!#-;=?-\[\]-~]*)?$");
}

whole_numbers! {
    Rating, "Stars";
    Quantity, "Pieces";
    MinimumOrder, "MinimumPieces";
    Stock, "StockPieces";
}

dollars! {
    Price, "PriceDollars";
    ShownTotal, "TotalDollars";
}

/// The telephone numbers that may be sent as a JSON number: up to the 15 digits of the longest there is (E.164),
/// which every client can count to.
const PHONE_AS_NUMBER: (i64, i64) = (100, 999_999_999_999_999);

impl Input for PhoneNumber {
    const NAME: &'static str = "PhoneNumber";

    fn schema() -> RefOr<Schema> {
        schema::phone(Self::MIN_DIGITS, Self::MAX_CHARS, PHONE_AS_NUMBER.0, PHONE_AS_NUMBER.1)
    }

    fn read(sent: &Value) -> Result<Self, ValidationError> {
        if !sent.is_number() {
            return reading::text(sent).map_err(|why| match why {
                ValidationError::NotText => ValidationError::NotANumber,
                other => other,
            });
        }
        match reading::whole(sent) {
            Ok(number) if (PHONE_AS_NUMBER.0..=PHONE_AS_NUMBER.1).contains(&number) => number.to_string().parse(),
            _ => Err(ValidationError::NotAPhone),
        }
    }
}

impl Input for bool {
    const NAME: &'static str = "Flag";

    fn schema() -> RefOr<Schema> {
        schema::flag()
    }

    fn read(sent: &Value) -> Result<Self, ValidationError> {
        sent.as_bool().ok_or(ValidationError::NotABoolean)
    }
}

/// The word `shipped`.
#[derive(Debug)]
pub(crate) struct ShippedWord;

impl ShippedWord {
    const WORD: &str = "shipped";
}

impl Input for ShippedWord {
    const NAME: &'static str = "ShippedWord";

    fn schema() -> RefOr<Schema> {
        schema::matching(Self::WORD.len(), Self::WORD.len(), &format!("^{}$", Self::WORD))
    }

    fn read(sent: &Value) -> Result<Self, ValidationError> {
        match sent.as_str() {
            Some(Self::WORD) => Ok(Self),
            Some(_) => Err(ValidationError::NotExpected { expected: Self::WORD }),
            None => Err(ValidationError::NotText),
        }
    }
}

/// What may be sent and counts for nothing.
#[derive(Debug)]
pub(crate) struct Ignored;

impl Input for Ignored {
    const NAME: &'static str = "Ignored";

    fn schema() -> RefOr<Schema> {
        schema::anything()
    }

    fn read(_: &Value) -> Result<Self, ValidationError> {
        Ok(Self)
    }
}
