//! Parsing query parameters, and describing them in the OpenAPI document.

use crate::problem::{FieldProblem, Problem};
use autoparts_domain::validation::ValidationError;
use utoipa::openapi::{
    RefOr, Required, Schema,
    path::{Parameter, ParameterBuilder, ParameterIn},
};

/// Maximum number of keys in one parameter.
pub(crate) const MAX_KEYS: usize = 50;

/// The parameters of a query.
pub(crate) struct Parameters<'q> {
    sent: &'q [(String, String)],
    wrong: Vec<FieldProblem>,
}

impl<'q> Parameters<'q> {
    pub(crate) const fn of(sent: &'q [(String, String)]) -> Self {
        Self { sent, wrong: Vec::new() }
    }

    /// All values of a parameter.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &'q str> {
        let name = name.to_owned();
        self.sent.iter().filter(move |(key, _)| *key == name).map(|(_, value)| value.as_str())
    }

    /// Notes an error under the parameter's name; `None` if there was one.
    pub(crate) fn noted<T>(&mut self, name: &str, read: Result<T, ValidationError>) -> Option<T> {
        read.map_err(|why| self.wrong.push(FieldProblem::new(name, why))).ok()
    }

    /// The value of a parameter that may be sent once.
    #[expect(clippy::option_option, reason = "the outer one shows whether it was readable")]
    pub(crate) fn one<T>(
        &mut self,
        name: &str,
        read: impl Fn(&str) -> Result<T, ValidationError>,
    ) -> Option<Option<T>> {
        let read = self.all(name).last().map(read).transpose();
        self.noted(name, read)
    }

    /// The value of a required parameter.
    pub(crate) fn required<T>(&mut self, name: &str, read: impl Fn(&str) -> Result<T, ValidationError>) -> Option<T> {
        let read = self.all(name).last().ok_or(ValidationError::Missing).and_then(read);
        self.noted(name, read)
    }

    /// Comma-separated keys.
    pub(crate) fn keys<T>(&mut self, name: &str, read: impl Fn(&str) -> Result<T, ValidationError>) -> Option<Vec<T>> {
        self.keys_up_to(MAX_KEYS, name, read)
    }

    /// The same, with another maximum number of keys.
    pub(crate) fn keys_up_to<T>(
        &mut self,
        max: usize,
        name: &str,
        read: impl Fn(&str) -> Result<T, ValidationError>,
    ) -> Option<Vec<T>> {
        let sent = self.all(name).filter(|value| !value.is_empty());
        let keys: Vec<&str> = sent.flat_map(|value| value.split(',')).collect();
        let bounded = if keys.len() > max { Err(ValidationError::TooMany { max }) } else { Ok(keys) };
        let keys = bounded.and_then(|keys| keys.into_iter().map(read).collect());
        self.noted(name, keys)
    }

    /// The problem with all noted errors.
    pub(crate) fn refused(self) -> Problem {
        Problem::fields(self.wrong)
    }
}

/// Describes an optional parameter.
pub(crate) fn parameter(name: &str, description: &str, schema: RefOr<Schema>) -> Parameter {
    described(name, description, schema, Required::False)
}

/// Describes a required parameter.
pub(crate) fn required_parameter(name: &str, description: &str, schema: RefOr<Schema>) -> Parameter {
    described(name, description, schema, Required::True)
}

fn described(name: &str, description: &str, schema: RefOr<Schema>, required: Required) -> Parameter {
    let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query).required(required);
    parameter.description(Some(description)).schema(Some(schema)).build()
}
