//! The domain's types: the parser and the OpenAPI schema of each.

use super::{Input, choices, reading, schema, shaped_texts, whole_numbers};
use crate::extract::idempotency_key::IdempotencyKey;
use autoparts_domain::{
    catalogue::{
        change::{BasisPoints, Rounding},
        listing::{Condition, Grams, Millimetres},
        part_number::{NumberKind, PartNumber},
        stock::StockChange,
    },
    destination::Country,
    email::Email,
    fitment::FitTick,
    for_free_texts,
    id::{OrderId, PartId, ShippingMethodId},
    link_token::LinkToken,
    money::{Charge, Price, RefundAmount, ShownTotal},
    newsletter::CouponCode,
    orders::LineNumber,
    payments::TransactionId,
    quantity::{MinimumOrder, Pack, Quantity, Stock},
    reviews::Rating,
    slug::{BrandId, CategoryId, EngineId},
    text::{self, ImageSource, LinkedInUrl, PhoneNumber, PostalCode, PostalPrefix, TrackingNumber},
    validation::ValidationError,
    vehicles::Vehicle,
};
use serde_json::Value;
use utoipa::openapi::{RefOr, Schema};

macro_rules! free_texts {
    ($($type:ident)*) => { $(
        impl Input for text::$type {
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

choices! {
    Condition, "new, remanufactured or used": Condition::ALL;
    NumberKind, "oem, interchange, supersedes or gtin": NumberKind::ALL;
    Rounding, "cent, half_dollar or ninety_nine": Rounding::ALL;
}

/// Amounts in dollars from `MIN` to `MAX`.
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

for_free_texts!(free_texts);

shaped_texts! {
    TrackingNumber, "TrackingNumber": schema::matching(1, Self::MAX_CHARS, r"^ *[0-9A-Za-z\-][0-9A-Za-z \-]*$");
    LinkToken, "LinkToken": schema::prose(Self::MAX_CHARS, false);
    CouponCode, "CouponCode": schema::coupon_code();
    PostalCode, "PostalCode": schema::matching(1, Self::MAX_CHARS, r"^[ \-]*[0-9A-Za-z][0-9A-Za-z \-]*$");
    PostalPrefix, "PostalPrefix": schema::matching(1, Self::MAX_CHARS, r"^[ \-]*[0-9A-Za-z][0-9A-Za-z \-]*$");
    PartId, "Id": schema::uuid();
    ShippingMethodId, "Id": schema::uuid();
    Country, "Country": schema::choice(Self::all().map(Self::code));
    BrandId, "Slug": schema::slug(Self::MAX_CHARS);
    CategoryId, "Slug": schema::slug(Self::MAX_CHARS);
    EngineId, "EngineKey": schema::engine(Self::MAX_CHARS);
    PartNumber, "PartNumber": schema::part_number(Self::MAX_CHARS);
    OrderId, "Id": schema::uuid();
    TransactionId, "PaymentId": schema::matching(1, Self::MAX_CHARS, "^[0-9A-Za-z_]+$");
    IdempotencyKey, "IdempotencyKey": schema::matching(1, Self::MAX_CHARS, "^[!-~]([ -~]*[!-~])?$");
    Vehicle, "VehicleKey": schema::vehicle();
    FitTick, "FitTick": schema::fit_tick(Self::MAX_CHARS);
    Email, "EmailAddress": schema::matching(5, Self::MAX_CHARS, r"^[!#$&-+\-.0-;=?A-\[\]-~]+@[!#$&-+\-0-;=?A-\[\]-~]+(\.[!#$&-+\-0-;=?A-\[\]-~]+)+$");
    ImageSource, "ImageSource": schema::matching(1, Self::MAX_CHARS, r"^(https://[0-9A-Za-z\-.:]+([/?#][!#-;=?-\[\]-~]*)?|/([0-9A-Za-z_\-][0-9A-Za-z/_\-]*(\.[0-9A-Za-z/_\-]+)*)?)$");
    LinkedInUrl, "LinkedInUrl": schema::matching(20, Self::MAX_CHARS, r"^https://([0-9A-Za-z\-]+\.)*linkedin\.com([/?#][!#-;=?-\[\]-~]*)?$");
}

whole_numbers! {
    Rating, "Stars";
    LineNumber, "LineNumber";
    Quantity, "Pieces", true;
    MinimumOrder, "MinimumPieces";
    Pack, "PackPieces";
    Stock, "StockPieces";
    Grams, "Grams";
    Millimetres, "Millimetres";
}

dollars! {
    Price, "PriceDollars";
    Charge, "ChargeDollars";
    RefundAmount, "RefundDollars";
    ShownTotal, "TotalDollars", true;
}

/// Telephone numbers that may be sent as a JSON number: up to the 15 digits of the longest one (E.164), which every
/// client can represent.
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
