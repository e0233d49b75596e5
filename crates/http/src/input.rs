//! What clients send: for each type of the domain how it is read from JSON and how the OpenAPI document
//! describes it, side by side. Lengths and ranges are the domain's own constants.
//!
//! A new text of the domain is one more name in `free_texts!`; then a request can have a field of that type.

pub(crate) mod reading;
pub(crate) mod schema;

use crate::catalogue::{
    bulk::{ChangeCount, ChangeDigest, ChangeKind},
    categories::CategoryPosition,
    listing::Revision,
    stock::NewStockReason,
};
use crate::{
    extract::IdempotencyKey,
    form::{Component, Form, Request},
    problem::FieldProblem,
};
use autoparts_domain::{
    catalogue::{
        change::{BasisPoints, Rounding},
        listing::{Condition, Grams, Millimetres},
        part_number::{NumberKind, PartNumber},
        stock::StockChange,
    },
    email::Email,
    id::{OrderId, PartId},
    link_token::LinkToken,
    money::{Price, ShownTotal},
    payments::TransactionId,
    quantity::{MinimumOrder, Quantity, Stock},
    reviews::Rating,
    slug::{BrandId, CategoryId},
    text::{
        AltText, AttributeName, AttributeUnit, AttributeValue, BrandName, CategoryName, Education, FeedbackMessage,
        ImageSource, LinkedInUrl, MakerName, PartDescription, PartTitle, PersonName, PhoneNumber, PostalAddress,
        ReviewText, StockNote,
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

    /// Takes what was sent: nothing, when it was left out, or null. What is wrong with it is noted under its name.
    fn take(sent: Option<&Value>, name: &str, wrong: &mut Vec<FieldProblem>) -> Option<Self>;

    /// What the document says about the field, with a description.
    fn property(description: String) -> RefOr<Schema>;

    /// The schemas that this names.
    fn components() -> Vec<Component>;
}

fn component<T: Input>() -> Vec<Component> {
    vec![(T::NAME.to_owned(), T::schema())]
}

fn noted<T>(read: Result<T, ValidationError>, name: &str, wrong: &mut Vec<FieldProblem>) -> Option<T> {
    read.map_err(|why| wrong.push(FieldProblem::new(name, why))).ok()
}

impl<T: Input> Field for T {
    const REQUIRED: bool = true;

    fn take(sent: Option<&Value>, name: &str, wrong: &mut Vec<FieldProblem>) -> Option<Self> {
        noted(sent.ok_or(ValidationError::Missing).and_then(T::read), name, wrong)
    }

    fn property(description: String) -> RefOr<Schema> {
        reference(T::NAME, description)
    }

    fn components() -> Vec<Component> {
        component::<T>()
    }
}

impl<T: Input> Field for Option<T> {
    const REQUIRED: bool = false;

    fn take(sent: Option<&Value>, name: &str, wrong: &mut Vec<FieldProblem>) -> Option<Self> {
        let is_empty = |sent: &&Value| T::MAY_BE_EMPTY && sent.as_str().is_some_and(|text| text.trim().is_empty());
        noted(sent.filter(|sent| !is_empty(sent)).map(T::read).transpose(), name, wrong)
    }

    fn property(description: String) -> RefOr<Schema> {
        schema::or_null(reference(T::NAME, description))
    }

    fn components() -> Vec<Component> {
        component::<T>()
    }
}

/// A list of objects with fields of their own, empty when it is left out.
#[derive(Debug)]
pub(crate) struct Items<T, const MAX: usize>(pub(crate) Vec<T>);

impl<T: Request + ToSchema, const MAX: usize> Field for Items<T, MAX> {
    const REQUIRED: bool = false;

    fn take(sent: Option<&Value>, name: &str, wrong: &mut Vec<FieldProblem>) -> Option<Self> {
        let no_items = Vec::new();
        let items = match sent.map(|sent| sent.as_array().ok_or(ValidationError::NotAList)) {
            None => Ok(&no_items),
            Some(Ok(items)) if items.len() > MAX => Err(ValidationError::TooMany { max: MAX }),
            Some(items) => items,
        };
        let items = noted(items, name, wrong)?;
        let items: Vec<Option<T>> = (0..)
            .zip(items)
            .map(|(number, item): (u32, _)| object(item, &format!("{name}[{number}]"), wrong))
            .collect();
        items.into_iter().collect::<Option<_>>().map(Self)
    }

    fn property(description: String) -> RefOr<Schema> {
        schema::or_null(schema::list(reference(&T::name(), String::new()), MAX, description))
    }

    fn components() -> Vec<Component> {
        nested::<T>()
    }
}

/// A list of values, empty when it is left out.
#[derive(Debug)]
pub(crate) struct List<T, const MAX: usize>(pub(crate) Vec<T>);

impl<T: Input, const MAX: usize> Field for List<T, MAX> {
    const REQUIRED: bool = false;

    fn take(sent: Option<&Value>, name: &str, wrong: &mut Vec<FieldProblem>) -> Option<Self> {
        let no_items = Vec::new();
        let items = match sent.map(|sent| sent.as_array().ok_or(ValidationError::NotAList)) {
            None => Ok(&no_items),
            Some(Ok(items)) if items.len() > MAX => Err(ValidationError::TooMany { max: MAX }),
            Some(items) => items,
        };
        let items = noted(items, name, wrong)?;
        let read = |(number, item): (u32, &Value)| noted(T::read(item), &format!("{name}[{number}]"), wrong);
        let items: Vec<Option<T>> = (0..).zip(items).map(read).collect();
        items.into_iter().collect::<Option<_>>().map(Self)
    }

    fn property(description: String) -> RefOr<Schema> {
        schema::or_null(schema::list(reference(T::NAME, String::new()), MAX, description))
    }

    fn components() -> Vec<Component> {
        component::<T>()
    }
}

/// An object with fields of its own.
#[derive(Debug)]
pub(crate) struct Nested<T>(pub(crate) T);

impl<T: Request + ToSchema> Field for Option<Nested<T>> {
    const REQUIRED: bool = false;

    fn take(sent: Option<&Value>, name: &str, wrong: &mut Vec<FieldProblem>) -> Option<Self> {
        match sent {
            Some(sent) => object(sent, name, wrong).map(|object| Some(Nested(object))),
            None => Some(None),
        }
    }

    fn property(description: String) -> RefOr<Schema> {
        schema::or_null(reference(&T::name(), description))
    }

    fn components() -> Vec<Component> {
        nested::<T>()
    }
}

fn object<T: Request>(sent: &Value, name: &str, wrong: &mut Vec<FieldProblem>) -> Option<T> {
    let sent = noted(sent.as_object().ok_or(ValidationError::NotAnObject), name, wrong)?;
    let read = T::read(&mut Form::new(sent));
    let within = |problem: &FieldProblem| problem.clone().within(name);
    read.map_err(|problem| wrong.extend(problem.field_problems().iter().map(within))).ok()
}

fn nested<T: Request + ToSchema>() -> Vec<Component> {
    let mut components = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut components);
    components
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
    ($($type:ident, $name:literal $(, $may_be_empty:literal)?;)*) => { $(
        impl Input for $type {
            const NAME: &'static str = $name;
            $(const MAY_BE_EMPTY: bool = $may_be_empty;)?

            fn schema() -> RefOr<Schema> {
                schema::whole::<{ $type::MIN }, { $type::MAX }>()
            }

            fn read(sent: &Value) -> Result<Self, ValidationError> {
                reading::whole(sent).and_then(Self::new)
            }
        }
    )* };
}

/// One of some words that the domain has names for.
macro_rules! choices {
    ($($type:ident, $words:literal: $all:expr;)*) => { $(
        impl Input for $type {
            const NAME: &'static str = stringify!($type);

            fn schema() -> RefOr<Schema> {
                schema::choice($all.iter().map(|choice| choice.name()))
            }

            fn read(sent: &Value) -> Result<Self, ValidationError> {
                let word = sent.as_str().ok_or(ValidationError::NotText)?;
                let choice = $all.iter().find(|choice| choice.name() == word);
                choice.copied().ok_or(ValidationError::NotAChoice { choices: $words })
            }
        }
    )* };
}

choices! {
    Condition, "new, remanufactured or used": Condition::ALL;
    NumberKind, "oem, interchange, supersedes or gtin": NumberKind::ALL;
    NewStockReason, "received, counted, damaged or correction": NewStockReason::ALL;
    ChangeKind, "price_by, price_to, brand, category, minimum_order, condition, hide or show": ChangeKind::ALL;
    Rounding, "cent, half_dollar or ninety_nine": Rounding::ALL;
}

/// Amounts of dollars from `MIN` to `MAX`.
macro_rules! dollars {
    ($($type:ident, $name:literal $(, $may_be_empty:literal)?;)*) => { $(
        impl Input for $type {
            const NAME: &'static str = $name;
            $(const MAY_BE_EMPTY: bool = $may_be_empty;)?

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
    AltText AttributeName AttributeUnit AttributeValue BrandName CategoryName MakerName StockNote
    PartTitle PartDescription PersonName PostalAddress Education ReviewText FeedbackMessage LinkToken
}

shaped_texts! {
    PartId, "Id": schema::uuid();
    BrandId, "Slug": schema::slug(Self::MAX_CHARS);
    CategoryId, "Slug": schema::slug(Self::MAX_CHARS);
    PartNumber, "PartNumber": schema::part_number(Self::MAX_CHARS);
    OrderId, "Id": schema::uuid();
    ChangeDigest, "ChangeDigest": schema::matching(1, Self::MAX_CHARS, "^[ -~]*[!-~][ -~]*$");
    TransactionId, "PaymentId": schema::matching(1, Self::MAX_CHARS, "^[0-9A-Za-z_]+$");
    IdempotencyKey, "IdempotencyKey": schema::matching(1, Self::MAX_CHARS, "^[!-~]([ -~]*[!-~])?$");
    Email, "EmailAddress": schema::matching(5, Self::MAX_CHARS, r"^[!#$&-+\-.0-;=?A-\[\]-~]+@[!#$&-+\-0-;=?A-\[\]-~]+(\.[!#$&-+\-0-;=?A-\[\]-~]+)+$");
    ImageSource, "ImageSource": schema::matching(1, Self::MAX_CHARS, r"^(https://[0-9A-Za-z\-.:]+([/?#][!#-;=?-\[\]-~]*)?|/([0-9A-Za-z_\-][0-9A-Za-z/_\-]*(\.[0-9A-Za-z/_\-]+)*)?)$");
    LinkedInUrl, "LinkedInUrl": schema::matching(20, Self::MAX_CHARS, r"^https://([0-9A-Za-z\-]+\.)*linkedin\.com([/?#][!#-;=?-\[\]-~]*)?$");
}

whole_numbers! {
    Rating, "Stars";
    Quantity, "Pieces", true;
    MinimumOrder, "MinimumPieces";
    Stock, "StockPieces";
    Grams, "Grams";
    Millimetres, "Millimetres";
    Revision, "Revision";
    CategoryPosition, "CategoryPosition";
    ChangeCount, "ChangeCount";
}

dollars! {
    Price, "PriceDollars";
    ShownTotal, "TotalDollars", true;
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

impl Input for StockChange {
    const NAME: &'static str = "StockChange";

    fn schema() -> RefOr<Schema> {
        schema::change::<{ StockChange::MAX }>()
    }

    fn read(sent: &Value) -> Result<Self, ValidationError> {
        reading::whole(sent).and_then(Self::new)
    }
}

impl Input for BasisPoints {
    const NAME: &'static str = "BasisPoints";

    fn schema() -> RefOr<Schema> {
        schema::bounded(Self::MIN, Self::MAX)
    }

    fn read(sent: &Value) -> Result<Self, ValidationError> {
        let number = sent.is_number().then_some(sent).ok_or(ValidationError::NotANumber)?;
        reading::whole(number).and_then(Self::new)
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
