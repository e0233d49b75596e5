//! Reading the parameters of an address, and describing them in the document.

use crate::problem::{FieldProblem, Problem};
use autoparts_domain::validation::ValidationError;
use utoipa::openapi::{
    RefOr, Required, Schema,
    path::{Parameter, ParameterBuilder, ParameterIn},
};

/// The most keys of one kind that a parameter may have.
pub(crate) const MAX_KEYS: usize = 50;

/// What is asked for, as it stands in the address.
pub(crate) struct Parameters<'q> {
    sent: &'q [(String, String)],
    wrong: Vec<FieldProblem>,
}

impl<'q> Parameters<'q> {
    /// Those of an address.
    pub(crate) const fn of(sent: &'q [(String, String)]) -> Self {
        Self { sent, wrong: Vec::new() }
    }

    /// All values of a parameter.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &'q str> {
        let name = name.to_owned();
        self.sent.iter().filter(move |(key, _)| *key == name).map(|(_, value)| value.as_str())
    }

    /// What was read of a parameter; `None` notes why not.
    pub(crate) fn noted<T>(&mut self, name: &str, read: Result<T, ValidationError>) -> Option<T> {
        read.map_err(|why| self.wrong.push(FieldProblem::new(name, why))).ok()
    }

    /// The value of a parameter that is sent once.
    #[expect(clippy::option_option, reason = "the outer one says whether it could be read")]
    pub(crate) fn one<T>(
        &mut self,
        name: &str,
        read: impl Fn(&str) -> Result<T, ValidationError>,
    ) -> Option<Option<T>> {
        let read = self.all(name).last().map(read).transpose();
        self.noted(name, read)
    }

    /// The value of a parameter that has to be sent.
    pub(crate) fn required<T>(&mut self, name: &str, read: impl Fn(&str) -> Result<T, ValidationError>) -> Option<T> {
        let read = self.all(name).last().ok_or(ValidationError::Missing).and_then(read);
        self.noted(name, read)
    }

    /// Keys with commas between them.
    pub(crate) fn keys<T>(&mut self, name: &str, read: impl Fn(&str) -> Result<T, ValidationError>) -> Option<Vec<T>> {
        self.keys_up_to(MAX_KEYS, name, read)
    }

    /// The same, of another number of keys at most.
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

    /// What was wrong.
    pub(crate) fn refused(self) -> Problem {
        Problem::fields(self.wrong)
    }
}

/// A parameter that may be left out.
pub(crate) fn parameter(name: &str, description: &str, schema: RefOr<Schema>) -> Parameter {
    described(name, description, schema, Required::False)
}

/// A parameter that has to be sent.
pub(crate) fn required_parameter(name: &str, description: &str, schema: RefOr<Schema>) -> Parameter {
    described(name, description, schema, Required::True)
}

fn described(name: &str, description: &str, schema: RefOr<Schema>, required: Required) -> Parameter {
    let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query).required(required);
    parameter.description(Some(description)).schema(Some(schema)).build()
}
