//! Values that clients send: for each domain type, its JSON parser and its OpenAPI schema. Lengths and ranges are the
//! domain's own constants.

mod macros;
pub(crate) mod reading;
mod revision;
pub(crate) mod schema;
mod values;

pub(crate) use macros::{choices, shaped_texts, whole_numbers};
pub(crate) use revision::{Revision, SavedRevision};
pub(crate) use values::ShippedWord;

use crate::{
    extract::idempotency_key::IdempotencyKey,
    form::{Component, Field, Form, Request},
    problem::FieldProblem,
};
use autoparts_domain::{email::Email, validation::ValidationError};
use serde_json::Value;
use std::{borrow::Cow, marker::PhantomData};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{Ref, RefOr, Schema},
};

/// A value that clients send.
pub(crate) trait Input: Sized {
    /// Its schema name in the OpenAPI document.
    const NAME: &'static str;

    /// Whether an optional value may be sent as an empty string, as browser forms do for empty number fields.
    const MAY_BE_EMPTY: bool = false;

    /// Its schema.
    fn schema() -> RefOr<Schema>;

    /// Parses the value sent, which is not null.
    fn read(sent: &Value) -> Result<Self, ValidationError>;
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

/// Returns the entries of a list.
fn entries(sent: &Value, max: usize) -> Result<&[Value], ValidationError> {
    match sent.as_array() {
        None => Err(ValidationError::NotAList),
        Some(entries) if entries.len() > max => Err(ValidationError::TooMany { max }),
        Some(entries) => Ok(entries),
    }
}

/// Parses the entries of a list, each under its own name; `None` if one of them is invalid.
fn each<T>(
    entries: &[Value],
    name: &str,
    wrong: &mut Vec<FieldProblem>,
    read: impl Fn(&Value, &str, &mut Vec<FieldProblem>) -> Option<T>,
) -> Option<Vec<T>> {
    let numbered = (0..).zip(entries);
    let read: Vec<_> =
        numbered.map(|(number, entry): (u32, _)| read(entry, &format!("{name}[{number}]"), wrong)).collect();
    read.into_iter().collect()
}

/// A list of objects; empty if omitted.
#[derive(Debug)]
pub(crate) struct Items<T, const MAX: usize>(pub(crate) Vec<T>);

impl<T: Request + ToSchema, const MAX: usize> Field for Items<T, MAX> {
    const REQUIRED: bool = false;

    fn take(sent: Option<&Value>, name: &str, wrong: &mut Vec<FieldProblem>) -> Option<Self> {
        let sent = sent.map_or(Ok(&[][..]), |sent| entries(sent, MAX));
        each(noted(sent, name, wrong)?, name, wrong, object).map(Self)
    }

    fn property(description: String) -> RefOr<Schema> {
        schema::or_null(schema::list(reference(&T::name(), String::new()), 0, MAX, description))
    }

    fn components() -> Vec<Component> {
        nested::<T>()
    }
}

/// A required list of objects, with at least `MIN` entries.
#[derive(Debug)]
pub(crate) struct RequiredItems<T, const MIN: usize, const MAX: usize>(pub(crate) Vec<T>);

impl<T: Request + ToSchema, const MIN: usize, const MAX: usize> Field for RequiredItems<T, MIN, MAX> {
    const REQUIRED: bool = true;

    fn take(sent: Option<&Value>, name: &str, wrong: &mut Vec<FieldProblem>) -> Option<Self> {
        let sent = sent.ok_or(ValidationError::Missing).and_then(|sent| entries(sent, MAX));
        let enough = sent.and_then(|sent| if sent.len() < MIN { Err(ValidationError::Missing) } else { Ok(sent) });
        each(noted(enough, name, wrong)?, name, wrong, object).map(Self)
    }

    fn property(description: String) -> RefOr<Schema> {
        schema::list(reference(&T::name(), String::new()), MIN, MAX, description)
    }

    fn components() -> Vec<Component> {
        nested::<T>()
    }
}

/// A list of values; empty if omitted.
#[derive(Debug)]
pub(crate) struct List<T, const MAX: usize>(pub(crate) Vec<T>);

impl<T: Input, const MAX: usize> Field for List<T, MAX> {
    const REQUIRED: bool = false;

    fn take(sent: Option<&Value>, name: &str, wrong: &mut Vec<FieldProblem>) -> Option<Self> {
        let sent = sent.map_or(Ok(&[][..]), |sent| entries(sent, MAX));
        let read = |entry: &Value, name: &str, wrong: &mut Vec<FieldProblem>| noted(T::read(entry), name, wrong);
        each(noted(sent, name, wrong)?, name, wrong, read).map(Self)
    }

    fn property(description: String) -> RefOr<Schema> {
        schema::or_null(schema::list(reference(T::NAME, String::new()), 0, MAX, description))
    }

    fn components() -> Vec<Component> {
        component::<T>()
    }
}

/// A list of values that must be sent, so that a typo in the name of the field cannot clear the whole list.
#[derive(Debug)]
pub(crate) struct RequiredList<T, const MAX: usize>(pub(crate) Vec<T>);

impl<T: Input, const MAX: usize> Field for RequiredList<T, MAX> {
    const REQUIRED: bool = true;

    fn take(sent: Option<&Value>, name: &str, wrong: &mut Vec<FieldProblem>) -> Option<Self> {
        let sent = noted(sent.ok_or(ValidationError::Missing), name, wrong)?;
        List::<T, MAX>::take(Some(sent), name, wrong).map(|list| Self(list.0))
    }

    fn property(description: String) -> RefOr<Schema> {
        schema::list(reference(T::NAME, String::new()), 0, MAX, description)
    }

    fn components() -> Vec<Component> {
        component::<T>()
    }
}

/// A nested object.
#[derive(Debug)]
pub(crate) struct Nested<T>(pub(crate) T);

impl<T: Request + ToSchema> Field for Nested<T> {
    const REQUIRED: bool = true;

    fn take(sent: Option<&Value>, name: &str, wrong: &mut Vec<FieldProblem>) -> Option<Self> {
        object(noted(sent.ok_or(ValidationError::Missing), name, wrong)?, name, wrong).map(Self)
    }

    fn property(description: String) -> RefOr<Schema> {
        reference(&T::name(), description)
    }

    fn components() -> Vec<Component> {
        nested::<T>()
    }
}

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

/// The schema of a value that clients send, where `utoipa` requires a type.
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

/// An email address in a path.
pub(crate) type EmailAddress = Described<Email>;

/// The header that makes placing an order idempotent.
pub(crate) type IdempotencyKeyHeader = Described<IdempotencyKey>;
