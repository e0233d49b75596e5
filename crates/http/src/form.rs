//! Reading the fields of a request: every mistake is found, each names its field.
//!
//! A request's struct takes whatever a field holds ([`Field`]); the [`Form`] turns fields into
//! values of the domain and collects what is wrong with them. Browser forms send numbers as
//! text, so every number may come as either.

use crate::problem::{FieldProblem, Problem};
use autoparts_domain::{money::Money, validation::ValidationError};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::{borrow::Cow, str::FromStr};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, OneOfBuilder, RefOr, Schema, Type},
};

/// Whatever the client sent for a field.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Field(Option<Value>);

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Ok(Self(Some(value).filter(|value| !value.is_null())))
    }
}

/// A parameter of the query.
impl From<Option<String>> for Field {
    fn from(text: Option<String>) -> Self {
        Self(text.map(Value::String))
    }
}

impl Field {
    fn is_empty(&self) -> bool {
        match &self.0 {
            None => true,
            Some(Value::String(text)) => text.trim().is_empty(),
            Some(_) => false,
        }
    }

    /// Refuses everything but one word.
    pub(crate) fn expect_word(&self, name: &str, expected: &'static str) -> Result<(), Problem> {
        match self.text() {
            Ok(text) if text == expected => Ok(()),
            Ok(_) => Err(Problem::field(name, ValidationError::NotExpected { expected })),
            Err(why) => Err(Problem::field(name, why)),
        }
    }

    /// A text, as it was sent.
    fn text(&self) -> Result<&str, ValidationError> {
        match &self.0 {
            None => Err(ValidationError::Missing),
            Some(Value::String(text)) => Ok(text),
            Some(_) => Err(ValidationError::NotText),
        }
    }

    /// A number or a text that is meant to be one, in the notation it was sent in.
    fn numeral(&self) -> Result<Cow<'_, str>, ValidationError> {
        match &self.0 {
            None => Err(ValidationError::Missing),
            Some(Value::String(text)) => Ok(text.trim().into()),
            Some(Value::Number(number)) => Ok(number.to_string().into()),
            Some(_) => Err(ValidationError::NotANumber),
        }
    }

    /// A whole number. `10` and `10.0` are whole; `1.5` is not; `1e3` is not a number that
    /// people write.
    fn whole(&self) -> Result<i64, ValidationError> {
        let numeral = self.numeral()?;
        if numeral.is_empty() {
            return Err(ValidationError::Missing);
        }
        let (whole, decimals) = numeral.split_once('.').unwrap_or((&numeral, "0"));
        let digits = whole.strip_prefix('-').unwrap_or(whole);
        let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !plain(digits) || !plain(decimals) {
            return Err(ValidationError::NotANumber);
        }
        if decimals.bytes().any(|digit| digit != b'0') {
            return Err(ValidationError::NotWhole);
        }
        // More digits than an i64 has room for are out of any range we know.
        Ok(whole.parse().unwrap_or(if whole.starts_with('-') { i64::MIN } else { i64::MAX }))
    }
}

/// A number, which may be sent as text.
#[derive(Debug, Default, Clone, PartialEq, Deserialize)]
#[serde(transparent)]
pub(crate) struct Numeric(pub(crate) Field);

impl PartialSchema for Numeric {
    fn schema() -> RefOr<Schema> {
        OneOfBuilder::new()
            .item(ObjectBuilder::new().schema_type(Type::Number))
            .item(ObjectBuilder::new().schema_type(Type::String))
            .into()
    }
}

impl ToSchema for Numeric {
    fn name() -> Cow<'static, str> {
        "Numeric".into()
    }
}

/// A field was not right; the form has noted what was wrong with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FieldErrors;

/// The fields of one request, and what is wrong with them.
#[derive(Debug, Default)]
pub(crate) struct Form {
    wrong: Vec<FieldProblem>,
}

impl Form {
    /// A required text.
    pub(crate) fn text<T: FromStr<Err = ValidationError>>(
        &mut self,
        name: &str,
        field: &Field,
    ) -> Result<T, FieldErrors> {
        self.note(name, field.text().and_then(str::parse))
    }

    /// A required text that may also be sent as a number, like a telephone number.
    pub(crate) fn text_or_number<T: FromStr<Err = ValidationError>>(
        &mut self,
        name: &str,
        field: &Numeric,
    ) -> Result<T, FieldErrors> {
        let read = |field: &Field| match field.text() {
            Ok(text) => text.parse(),
            Err(_) => field.numeral()?.parse(),
        };
        self.note(name, read(&field.0))
    }

    /// A text that may be missing. An empty one is not missing: no schema of a text with a shape allows it.
    pub(crate) fn optional_text<T: FromStr<Err = ValidationError>>(
        &mut self,
        name: &str,
        field: &Field,
    ) -> Result<Option<T>, FieldErrors> {
        if field.0.is_none() { Ok(None) } else { self.text(name, field).map(Some) }
    }

    /// A required whole number.
    pub(crate) fn whole<T>(
        &mut self,
        name: &str,
        field: &Numeric,
        make: impl FnOnce(i64) -> Result<T, ValidationError>,
    ) -> Result<T, FieldErrors> {
        self.note(name, field.0.whole().and_then(make))
    }

    /// A whole number that may be missing.
    pub(crate) fn optional_whole<T>(
        &mut self,
        name: &str,
        field: &Numeric,
        make: impl FnOnce(i64) -> Result<T, ValidationError>,
    ) -> Result<Option<T>, FieldErrors> {
        if field.0.is_empty() { Ok(None) } else { self.whole(name, field, make).map(Some) }
    }

    /// A required amount of dollars.
    pub(crate) fn dollars<T>(
        &mut self,
        name: &str,
        field: &Numeric,
        make: impl FnOnce(Money) -> Result<T, ValidationError>,
    ) -> Result<T, FieldErrors> {
        self.note(name, field.0.numeral().and_then(|text| Money::parse_dollars(&text)).and_then(make))
    }

    /// An amount of dollars that may be missing.
    pub(crate) fn optional_dollars(&mut self, name: &str, field: &Numeric) -> Result<Option<Money>, FieldErrors> {
        if field.0.is_empty() { Ok(None) } else { self.dollars(name, field, Ok).map(Some) }
    }

    /// Notes what is wrong with a field, if anything.
    pub(crate) fn note<T>(&mut self, name: &str, value: Result<T, ValidationError>) -> Result<T, FieldErrors> {
        value.map_err(|why| {
            self.wrong.push(FieldProblem::new(name, why));
            FieldErrors
        })
    }

    /// What is wrong.
    pub(crate) fn problem(self) -> Problem {
        Problem::fields(self.wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_domain::email::Email;
    use serde_json::json;

    fn field(value: Value) -> Field {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn whole_numbers_come_as_numbers_or_text() {
        for (value, number) in
            [(json!(10), 10), (json!("10"), 10), (json!(" 10 "), 10), (json!(10.0), 10), (json!(-3), -3)]
        {
            assert_eq!(field(value.clone()).whole(), Ok(number), "{value}");
        }
        for (value, why) in [
            (json!(null), ValidationError::Missing),
            (json!(""), ValidationError::Missing),
            (json!(1.5), ValidationError::NotWhole),
            (json!("1e3"), ValidationError::NotANumber),
            (json!("ten"), ValidationError::NotANumber),
            (json!("--1"), ValidationError::NotANumber),
            (json!(true), ValidationError::NotANumber),
            (json!([1]), ValidationError::NotANumber),
            (json!({}), ValidationError::NotANumber),
        ] {
            assert_eq!(field(value.clone()).whole(), Err(why), "{value}");
        }
        assert_eq!(field(json!("99999999999999999999")).whole(), Ok(i64::MAX));
        assert_eq!(field(json!("-99999999999999999999")).whole(), Ok(i64::MIN));
    }

    #[test]
    fn a_form_names_every_mistake() {
        let mut form = Form::default();
        let title: Result<autoparts_domain::text::PartTitle, FieldErrors> = form.text("title", &field(json!(7)));
        let price = form.dollars("price", &Numeric(field(json!("1.234"))), Ok);
        assert_eq!((title, price), (Err(FieldErrors), Err(FieldErrors)));
        let fields: Vec<_> = form.wrong.iter().map(|wrong| (wrong.field.as_str(), wrong.code)).collect();
        assert_eq!(fields, [("title", "not_text"), ("price", "too_many_decimals")]);
    }

    #[test]
    fn a_text_that_may_be_a_number_is_as_long_as_it_was_sent() {
        use autoparts_domain::text::PhoneNumber;
        let mut form = Form::default();
        let mut read = |value: Value| form.text_or_number::<PhoneNumber>("phone", &Numeric(field(value)));
        assert_eq!(read(json!(" 555 0100\n")).unwrap().as_str(), "555 0100");
        assert_eq!(read(json!(5_550_100)).unwrap().as_str(), "5550100");
        assert_eq!(read(json!(format!("{} ", "5".repeat(40)))), Err(FieldErrors));
        assert_eq!(form.wrong.iter().map(|wrong| wrong.code).collect::<Vec<_>>(), ["too_long"]);
    }

    #[test]
    fn optional_fields_may_be_missing_but_not_wrong() {
        let mut form = Form::default();
        assert_eq!(form.optional_text::<Email>("email", &Field::default()), Ok(None));
        assert_eq!(form.optional_text::<Email>("email", &field(json!(""))), Err(FieldErrors), "as the document says");
        assert_eq!(form.optional_whole("quantity", &Numeric(field(json!(""))), Ok), Ok(None));
        assert_eq!(form.optional_whole("quantity", &Numeric(field(json!("x"))), Ok), Err(FieldErrors));
    }
}
