//! Form parameters: from the query and the body, strictly parsed.

use super::refusal::Refusal;
use http_types::{Request, header};
use std::collections::BTreeMap;

/// Limits on bytes and parameters; no call of the shop needs a tenth of these.
const MAX_BYTES: usize = 16 * 1024;
const MAX_PARAMETERS: usize = 100;
const MAX_TEXT: usize = 5_000;

/// The parameters of a call, without duplicates.
#[derive(Debug, Default)]
pub(super) struct Form(BTreeMap<String, String>);

impl Form {
    /// Parses query and body.
    pub(super) fn read(request: &Request<Vec<u8>>) -> Result<Self, Refusal> {
        let query = request.uri().query().unwrap_or_default().as_bytes();
        let body = request.body().as_slice();
        if query.len() + body.len() > MAX_BYTES {
            return Err(Refusal::too_large());
        }
        if !body.is_empty() && !is_form(request) {
            return Err(Refusal::invalid(
                "Invalid request (check that your POST content type is application/x-www-form-urlencoded).",
            ));
        }
        let mut form = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(query).chain(form_urlencoded::parse(body)) {
            let unusable = |c: char| c == char::REPLACEMENT_CHARACTER || (c.is_control() && !"\n\r\t".contains(c));
            if name.len() > 200 || value.len() > MAX_TEXT || name.contains(unusable) || value.contains(unusable) {
                return Err(Refusal::invalid("Invalid string.").param(&name));
            }
            if form.len() == MAX_PARAMETERS {
                return Err(Refusal::too_large());
            }
            // A duplicate parameter might be read differently elsewhere.
            if form.insert(name.clone().into_owned(), value.into_owned()).is_some() {
                return Err(Refusal::invalid("A parameter may be given once.").param(&name));
            }
        }
        Ok(Self(form))
    }

    /// Removes and returns a parameter.
    pub(super) fn take(&mut self, name: &str) -> Option<String> {
        self.0.remove(name)
    }

    /// All parameters as one text, equal for equal calls.
    pub(super) fn canonical(&self) -> String {
        form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.0).finish()
    }

    /// A parameter; `None` if it is missing or empty.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// A required parameter.
    pub(super) fn required(&self, name: &str) -> Result<&str, Refusal> {
        self.get(name).ok_or_else(|| {
            let refusal = Refusal::invalid(format!("Missing required param: {name}."));
            refusal.code("parameter_missing").param(name)
        })
    }

    /// A whole number in plain decimal notation.
    pub(super) fn integer(&self, name: &str) -> Result<Option<i64>, Refusal> {
        let parse = |text: &str| {
            let plain = text.strip_prefix('-').unwrap_or(text).bytes().all(|b| b.is_ascii_digit());
            let number = if plain { text.parse().ok() } else { None };
            number.ok_or_else(|| {
                let shown: String = text.chars().take(40).collect();
                let refusal = Refusal::invalid(format!("Invalid integer: {shown}"));
                refusal.code("parameter_invalid_integer").param(name)
            })
        };
        self.get(name).map(parse).transpose()
    }

    /// The requested number of items of a list.
    pub(super) fn page_size(&self) -> Result<usize, Refusal> {
        match self.integer("limit")? {
            None => Ok(10),
            Some(limit @ 1..=100) => usize::try_from(limit).map_err(|_| Refusal::internal()),
            Some(limit) => {
                let refusal =
                    Refusal::invalid(format!("This value must be from 1 to 100 (it currently is '{limit}')."));
                Err(refusal.code("parameter_invalid_integer").param("limit"))
            }
        }
    }

    /// A parameter with one of these values.
    pub(super) fn word(&self, name: &str, words: &[&str]) -> Result<Option<String>, Refusal> {
        match self.get(name) {
            Some(word) if !words.contains(&word) => {
                let message = format!("Invalid {name}: must be one of {}", words.join(", "));
                Err(Refusal::invalid(message).param(name))
            }
            word => Ok(word.map(str::to_owned)),
        }
    }

    /// `name[key]=value` pairs.
    pub(super) fn map(&self, name: &str) -> BTreeMap<String, String> {
        let key_of = |parameter: &str| -> Option<String> {
            let key = parameter.strip_prefix(name)?.strip_prefix('[')?.strip_suffix(']')?;
            Some(key.to_owned())
        };
        self.0.iter().filter_map(|(parameter, value)| Some((key_of(parameter)?, value.clone()))).collect()
    }

    /// Refuses unknown parameters; `name[` allows all that begin with it.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), Refusal> {
        let is_known = |name: &String| {
            known.iter().any(|known| name == known || (known.ends_with('[') && name.starts_with(known)))
        };
        match self.0.keys().find(|name| !is_known(name)) {
            None => Ok(()),
            Some(name) => {
                let shown: String = name.chars().take(80).collect();
                let refusal = Refusal::invalid(format!("Received unknown parameter: {shown}"));
                Err(refusal.code("parameter_unknown").param(name))
            }
        }
    }
}

fn is_form(request: &Request<Vec<u8>>) -> bool {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    kind.and_then(|kind| kind.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/x-www-form-urlencoded"))
}
