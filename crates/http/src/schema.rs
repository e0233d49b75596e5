//! What the OpenAPI document says about the texts and numbers that clients send: how long, which
//! characters, which range. Nothing is checked here, the domain does that; `make api-fuzz` sends
//! what the document calls right and what it calls wrong, and compares.

use std::borrow::Cow;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, OneOfBuilder, RefOr, Schema, SchemaFormat, Type, schema::SchemaType},
};

/// White space, which is trimmed from both ends.
const SPACE: &str = r"\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000";

/// What no text may hold: control characters, and those that turn the direction of writing.
const UNPRINTABLE: &str = r"\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff";

/// The same, but for tabs and line breaks.
const UNPRINTABLE_IN_LINES: &str = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff";

/// Text of up to so many characters that is not only white space.
fn prose(max: usize, unprintable: &str) -> RefOr<Schema> {
    let pattern = format!("^[{SPACE}]*[^{SPACE}{UNPRINTABLE}][^{unprintable}]*[{SPACE}]*$");
    text(1, max).pattern(Some(pattern)).into()
}

fn text(min: usize, max: usize) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).min_length(Some(min)).max_length(Some(max))
}

fn line(max: usize) -> RefOr<Schema> {
    prose(max, UNPRINTABLE)
}

fn lines(max: usize) -> RefOr<Schema> {
    prose(max, UNPRINTABLE_IN_LINES)
}

fn matching(min: usize, max: usize, pattern: &str) -> RefOr<Schema> {
    text(min, max).pattern(Some(pattern)).into()
}

/// The 36 characters of an id.
const UUID: &str = "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}";

fn uuid() -> RefOr<Schema> {
    let format = SchemaFormat::Custom("uuid".to_owned());
    text(36, 36).format(Some(format)).pattern(Some(format!("^{UUID}$"))).into()
}

/// A number, or the same as text.
fn number_or_text(number: ObjectBuilder, written: &str) -> RefOr<Schema> {
    let pattern = format!("^[{SPACE}]*({written})[{SPACE}]*$");
    let text = ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern));
    OneOfBuilder::new().item(number).item(text).into()
}

/// A whole number within a range; its digits without zeros in front are as `written`.
fn whole(min: i64, max: i64, written: &str) -> RefOr<Schema> {
    let number = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(min)).maximum(Some(max));
    number_or_text(number, &format!(r"0*({written})(\.0+)?"))
}

/// An amount of dollars with at most two decimals.
fn dollars(min: f64, max: f64, written: &str) -> RefOr<Schema> {
    let number = ObjectBuilder::new().schema_type(Type::Number).minimum(Some(min)).maximum(Some(max));
    number_or_text(number.multiple_of(Some(0.01)), written)
}

/// At least three digits.
fn phone() -> RefOr<Schema> {
    let number =
        ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(100)).maximum(Some(999_999_999_999_999_i64));
    let sign = r"[ +().\-]*";
    let pattern = format!("^[{SPACE}]*{sign}[0-9]{sign}[0-9]{sign}[0-9][0-9 +().\\-]*[{SPACE}]*$");
    OneOfBuilder::new().item(number).item(text(3, 40).pattern(Some(pattern))).into()
}

/// A value of any type.
fn anything() -> RefOr<Schema> {
    let types = [Type::String, Type::Number, Type::Boolean, Type::Object, Type::Array, Type::Null];
    ObjectBuilder::new().schema_type(SchemaType::Array(types.to_vec())).into()
}

macro_rules! schemas {
    ($($(#[$doc:meta])* $name:ident = $schema:expr;)*) => { $(
        $(#[$doc])*
        pub(crate) struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                $schema
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                stringify!($name).into()
            }
        }
    )* };
}

/// At most six digits and two decimals, more than nothing; zeros may stand in front and follow.
const DOLLARS_WRITTEN: &str = r"0*[1-9][0-9]{0,5}(\.[0-9]{1,2}0*)?|0+\.(0[1-9]|[1-9][0-9]?)0*";

schemas! {
    /// An `_id`.
    Id = uuid();
    /// The `_id` that a page begins after; empty for the first page.
    PageKey = ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^({UUID})?$"))).into();
    /// What makes placing an order repeatable: visible ASCII, with spaces inside.
    IdempotencyKey = matching(1, 255, "^[!-~]([ -~]*[!-~])?$");
    /// An e-mail address.
    EmailAddress = matching(5, 254, r"^[!#$&-+\-.0-;=?A-\[\]-~]+@[!#$&-+\-0-;=?A-\[\]-~]+(\.[!#$&-+\-0-;=?A-\[\]-~]+)+$");
    /// The title of a part.
    PartTitle = line(120);
    /// What there is to say about a part.
    PartDescription = lines(4000);
    /// A picture over https, or one of the shop's own.
    ImageSource = matching(1, 2048, r"^(https://[0-9A-Za-z\-.:]+([/?#][!#-;=?-\[\]-~]*)?|/([0-9A-Za-z_\-][0-9A-Za-z/_\-]*(\.[0-9A-Za-z/_\-]+)*)?)$");
    /// A name of a person.
    PersonName = line(100);
    /// Where goods go.
    PostalAddress = lines(300);
    /// A telephone number of at least three digits; may be sent as a number.
    PhoneNumber = phone();
    /// What a person learned.
    Education = line(200);
    /// A page at LinkedIn.
    LinkedInUrl = matching(20, 2048, r"^https://([0-9A-Za-z\-]+\.)*linkedin\.com([/?#][!#-;=?-\[\]-~]*)?$");
    /// What a customer thinks.
    ReviewText = lines(2000);
    /// What a visitor tells the shop.
    FeedbackMessage = lines(2000);
    /// One to five stars; may be sent as text.
    Stars = whole(1, 5, "[1-5]");
    /// Pieces to order, one at least; may be sent as text.
    Pieces = whole(1, 1_000_000_000, "[1-9][0-9]{0,8}|1000000000");
    /// The least that may be ordered; may be sent as text.
    MinimumPieces = whole(1, 1_000_000, "[1-9][0-9]{0,5}|1000000");
    /// Pieces in stock; may be sent as text.
    StockPieces = whole(0, 1_000_000_000, "[0-9]{1,9}|1000000000");
    /// The price of a piece in dollars; may be sent as text.
    PriceDollars = dollars(0.01, 999_999.99, DOLLARS_WRITTEN);
    /// A total in dollars; may be sent as text.
    TotalDollars = dollars(0.0, 999_999_999.99, r"[0-9]{1,9}(\.[0-9]{1,2}0*)?");
    /// The provider's id of a payment.
    PaymentId = matching(1, 255, "^[0-9A-Za-z_]+$");
    /// The token of a link in a mail.
    LinkToken = line(200);
    /// Anything: it is not looked at.
    Ignored = anything();
    /// The word `shipped`.
    ShippedWord = matching(7, 7, "^shipped$");
}
