//! OpenAPI schemas of texts and numbers: length, characters and range. The limits come from the domain's types;
//! `tests/api/contract.rs` sends values that the document allows and values that it does not.

use autoparts_domain::{id::ID_CHARS, money::Money};
use std::fmt::Write;
use utoipa::openapi::{ArrayBuilder, KnownFormat, ObjectBuilder, OneOfBuilder, RefOr, Schema, SchemaFormat, Type};

/// White space, which is trimmed from both ends.
const SPACE: &str = r"\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000";

/// Characters that no text may contain: control characters, and those that change the writing direction.
const UNPRINTABLE: &str = r"\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff";

/// The same for texts that may have tabs and line breaks.
const UNPRINTABLE_IN_LINES: &str = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff";

/// A UUID.
const UUID: &str = "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}";

fn text(min: usize, max: usize) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).min_length(Some(min)).max_length(Some(max))
}

/// A text that is not only white space; may have line breaks if `has_lines`.
pub(crate) fn prose(max: usize, has_lines: bool) -> RefOr<Schema> {
    let unprintable = if has_lines { UNPRINTABLE_IN_LINES } else { UNPRINTABLE };
    matching(1, max, &format!("^[{SPACE}]*[^{SPACE}{UNPRINTABLE}][^{unprintable}]*[{SPACE}]*$"))
}

/// A text that matches a pattern.
pub(crate) fn matching(min: usize, max: usize, pattern: &str) -> RefOr<Schema> {
    text(min, max).pattern(Some(pattern)).into()
}

/// The key of a brand or category.
pub(crate) fn slug(max: usize) -> RefOr<Schema> {
    matching(1, max, "^[0-9a-z]+(-[0-9a-z]+)*$")
}

/// A part number: a single-line text with at least one letter or digit.
pub(crate) fn part_number(max: usize) -> RefOr<Schema> {
    matching(1, max, &format!("^[^{UNPRINTABLE}]*[0-9A-Za-z][^{UNPRINTABLE}]*$"))
}

/// A coupon code, in any accepted spelling.
pub(crate) fn coupon_code() -> RefOr<Schema> {
    let pattern = format!("^[{SPACE}]*([Aa][Pp]50)?([ \\-]*[2-9A-HJ-NP-Za-hj-np-z]){{8}}[ \\-]*[{SPACE}]*$");
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern)).into()
}

/// An id.
pub(crate) fn uuid() -> RefOr<Schema> {
    let format = SchemaFormat::Custom("uuid".to_owned());
    text(ID_CHARS, ID_CHARS).format(Some(format)).pattern(Some(format!("^{UUID}$"))).into()
}

/// An id, or an empty string.
pub(crate) fn uuid_or_empty() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^({UUID})?$"))).into()
}

/// The id of an order and the number of a line, or an empty string.
pub(crate) fn line_key_or_empty() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^({UUID}/([1-9][0-9]?|100))?$"))).into()
}

/// A number, or the same number as text.
fn number_or_text(number: ObjectBuilder, written: &str) -> RefOr<Schema> {
    let pattern = format!("^[{SPACE}]*({written})[{SPACE}]*$");
    let text = ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern));
    OneOfBuilder::new().item(number).item(text).into()
}

fn integer(min: i64, max: i64) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(min)).maximum(Some(max))
}

/// A whole number from `MIN`, which is 0 or 1, to `MAX`; may be sent as text.
pub(crate) fn whole<const MIN: i64, const MAX: i64>() -> RefOr<Schema> {
    const { assert!(MIN == 0 || MIN == 1, "the pattern supports only ranges from 0 or 1") };
    number_or_text(integer(MIN, MAX), &format!(r"0*({})(\.0+)?", digits(MIN, MAX)))
}

/// A whole number other than 0, from `-MAX` to `MAX`; may be sent as text.
pub(crate) fn change<const MAX: i64>() -> RefOr<Schema> {
    let pattern = format!(r"^[{SPACE}]*-?0*({})(\.0+)?[{SPACE}]*$", digits(1, MAX));
    let text = ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern));
    OneOfBuilder::new().item(integer(-MAX, -1)).item(integer(1, MAX)).item(text).into()
}

/// A pattern for the digits of the whole numbers from `min`, which is 0 or 1, to `max`.
fn digits(min: i64, max: i64) -> String {
    let max = max.to_string();
    let mut pattern = match (max.len() - 1, min) {
        (0, _) => String::new(),
        (shorter, 0) => format!("[0-9]{{1,{shorter}}}|"),
        (shorter, _) => format!("[1-9][0-9]{{0,{}}}|", shorter - 1),
    };
    // A smaller number of the same length shares the first digits of the maximum, then has a smaller digit.
    let last = max.len() - 1;
    for (place, digit) in max.bytes().map(|byte| i64::from(byte - b'0')).enumerate() {
        let from = if place > 0 {
            0
        } else if last > 0 {
            1
        } else {
            min
        };
        let to = if place == last { digit } else { digit - 1 };
        if from <= to {
            let same = max.get(..place).unwrap_or_default();
            let smaller = if from == to { to.to_string() } else { format!("[{from}-{to}]") };
            let rest = last - place;
            let _ = write!(pattern, "{same}{smaller}");
            let _ = if rest == 0 { Ok(()) } else { write!(pattern, "[0-9]{{{rest}}}|") };
        }
    }
    pattern
}

/// An amount in dollars with at most two decimals; may be sent as text. `min` is zero or one cent.
pub(crate) fn dollars(min: Money, max: Money) -> RefOr<Schema> {
    let number = ObjectBuilder::new().schema_type(Type::Number).multiple_of(Some(0.01));
    let number = number.minimum(in_dollars(min)).maximum(in_dollars(max));
    // The maximum is all nines, as a test ensures, so every amount with this many digits is in the range.
    let places = (max.cents() / 100).to_string().len();
    let written = if min == Money::ZERO {
        format!(r"0*[0-9]{{1,{places}}}(\.[0-9]{{1,2}}0*)?")
    } else {
        format!(r"0*[1-9][0-9]{{0,{}}}(\.[0-9]{{1,2}}0*)?|0+\.(0[1-9]|[1-9][0-9]?)0*", places - 1)
    };
    number_or_text(number, &written)
}

/// An amount in dollars, as a number.
fn in_dollars(amount: Money) -> Option<f64> {
    amount.to_string().parse().ok()
}

/// A telephone number with at least `digits` digits and at most `max` characters; or a whole number.
pub(crate) fn phone(digits: usize, max: usize, min_number: i64, max_number: i64) -> RefOr<Schema> {
    let sign = r"[ +()./\-]*";
    let leading = format!("[0-9]{sign}").repeat(digits - 1);
    let extension = r"([ ,;]*([Ee][Xx][Tt]([Nn]|[Ee][Nn][Ss][Ii][Oo][Nn])?|[Xx]|#)[.:]? *[0-9]{1,6})?";
    let pattern = format!("^[{SPACE}]*{sign}{leading}[0-9][0-9 +()./\\-]*{extension}[{SPACE}]*$");
    let text = text(digits, max).pattern(Some(pattern));
    OneOfBuilder::new().item(integer(min_number, max_number)).item(text).into()
}

/// A boolean.
pub(crate) fn flag() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::Boolean).into()
}

/// A day.
pub(crate) fn date() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).format(Some(SchemaFormat::KnownFormat(KnownFormat::Date))).into()
}

/// The maximum number of items per page; default `max`.
pub(crate) fn limit(min: i64, max: i64) -> RefOr<Schema> {
    integer(min, max)
        .format(Some(SchemaFormat::KnownFormat(utoipa::openapi::KnownFormat::Int32)))
        .default(Some(max.into()))
        .into()
}

/// The same schema, or null.
pub(crate) fn or_null(schema: RefOr<Schema>) -> RefOr<Schema> {
    OneOfBuilder::new().item(schema).item(ObjectBuilder::new().schema_type(Type::Null)).into()
}

/// A single-line text, possibly empty.
pub(crate) fn line(max: usize) -> RefOr<Schema> {
    matching(0, max, &format!("^[^{UNPRINTABLE}]*$"))
}

/// A text that only the server interprets.
pub(crate) fn opaque() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).into()
}

/// Comma-separated keys of brands or categories, possibly none.
pub(crate) fn slugs(max: usize) -> RefOr<Schema> {
    let slug = format!("(?![^,]{{{}}})[0-9a-z]+(-[0-9a-z]+)*", max + 1);
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^({slug}(,{slug})*)?$"))).into()
}

/// Comma-separated words from a list, possibly none.
pub(crate) fn words(words: &[&str]) -> RefOr<Schema> {
    let word = words.join("|");
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^(({word})(,({word}))*)?$"))).into()
}

/// The key of a make or a model within a longer text.
const STEP: &str = "(?![^/]{61})[0-9a-z]+(-[0-9a-z]+)*";

/// The key of an engine: words separated by hyphens. A period may stand only between two digits.
fn engine_key() -> String {
    let word = r"([0-9a-z]*[0-9]\.([0-9]([0-9a-z]*[0-9])?\.)*[0-9][0-9a-z]*|[0-9a-z]+)";
    format!("(?![^/]{{61}}){word}(-{word})*")
}

/// A vehicle: year, make, model, and optionally the engine.
pub(crate) fn vehicle() -> RefOr<Schema> {
    let engine = engine_key();
    let pattern = format!("^(189[6-9]|19[0-9]{{2}}|20[0-9]{{2}}|2100)/{STEP}/{STEP}(/{engine})?$");
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern)).into()
}

/// The key of an engine.
pub(crate) fn engine(max: usize) -> RefOr<Schema> {
    matching(1, max, &format!("^{}$", engine_key()))
}

/// A customer's confirmation about a part and a vehicle: `not_listed`, the id of a condition, or the key of an engine.
pub(crate) fn fit_tick(max: usize) -> RefOr<Schema> {
    matching(1, max, &format!("^(not_listed|{UUID}|{})$", engine_key()))
}

/// The key of a model with its make.
pub(crate) fn model() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^{STEP}/{STEP}$"))).into()
}

/// The key of a model, or an empty string.
pub(crate) fn model_or_empty() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^({STEP}/{STEP})?$"))).into()
}

/// The key of a model and an id, or an empty string.
pub(crate) fn fit_key_or_empty() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^({STEP}/{STEP}/{UUID})?$"))).into()
}

/// Comma-separated ids, possibly none.
pub(crate) fn uuids() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^({UUID}(,{UUID})*)?$"))).into()
}

/// An attribute and its value with `=` between them, or an empty string.
pub(crate) fn attribute() -> RefOr<Schema> {
    let pattern = format!("^([^{SPACE}{UNPRINTABLE}=][^{UNPRINTABLE}=]{{0,59}}=.*)?$");
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern)).into()
}

/// A whole number in a range.
pub(crate) fn bounded(min: i64, max: i64) -> RefOr<Schema> {
    integer(min, max).into()
}

/// A list with `min` to `max` items.
pub(crate) fn list(item: RefOr<Schema>, min: usize, max: usize, description: String) -> RefOr<Schema> {
    let list = ArrayBuilder::new().items(item).max_items(Some(max)).description(Some(description));
    list.min_items((min > 0).then_some(min)).into()
}

/// One of several words.
pub(crate) fn choice<'c>(choices: impl IntoIterator<Item = &'c str>) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(choices)).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_domain::money::{Price, ShownTotal};

    #[test]
    fn patterns_cover_the_digits_of_a_range() {
        for (min, max, pattern) in [
            (1, 5, "[1-5]"),
            (1, 1_000_000, "[1-9][0-9]{0,5}|1000000"),
            (0, 1_000_000_000, "[0-9]{1,9}|1000000000"),
            (0, 250, "[0-9]{1,2}|1[0-9]{2}|2[0-4][0-9]{1}|250"),
        ] {
            assert_eq!(digits(min, max), pattern);
        }
    }

    #[test]
    fn dollar_maxima_are_all_nines() {
        for max in [Price::MAX, ShownTotal::MAX] {
            assert!((max.cents() + 1).to_string().trim_end_matches('0') == "1", "{max}");
        }
        assert!(Price::MIN.cents() == 1 && ShownTotal::MIN == Money::ZERO);
    }
}
