//! Refuses unknown query parameters. If they were ignored, a misspelled filter would select everything.

use crate::{
    api,
    problem::{Code, Problem},
};
use actix_web::{HttpRequest, web::Query};
use std::{collections::HashMap, sync::OnceLock};
use utoipa::openapi::{
    RefOr,
    path::{Operation, Parameter, ParameterIn},
};

/// The names of the query parameters of each method of each route.
type Names = HashMap<(String, String), Vec<String>>;

/// Checks the names of a request's query parameters. Pages, files and webhooks accept any: the URL of the webhook is
/// registered at the payment provider.
pub(crate) fn check(request: &HttpRequest) -> Result<(), Problem> {
    if request.query_string().is_empty() || request.path().starts_with("/webhooks/") {
        return Ok(());
    }
    let Some(route) = request.match_pattern() else { return Ok(()) };
    let Some(known) = names().get(&(request.method().to_string(), route)) else { return Ok(()) };
    let Ok(sent) = Query::<Vec<(String, String)>>::from_query(request.query_string()) else { return Ok(()) };
    let names = sent.iter().map(|(name, _)| name.as_str());
    let unknown: Vec<_> = names.filter(|name| !known.iter().any(|known| known == name)).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let accepted = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    let unknown = unknown.join(", ");
    Err(Problem::new(
        Code::InvalidFields,
        format_args!("These query parameters are unknown: {unknown}. This address accepts {accepted}."),
    ))
}

/// Read from the OpenAPI document, which describes every route.
fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let described = api::operations(api::openapi());
        described.map(|(method, path, operation)| ((method.to_owned(), path), in_query(operation))).collect()
    })
}

fn in_query(operation: Operation) -> Vec<String> {
    let parameters = operation.parameters.unwrap_or_default().into_iter();
    let name = |parameter| match parameter {
        RefOr::T(Parameter { name, parameter_in: ParameterIn::Query, .. }) => Some(name),
        _ => None,
    };
    parameters.filter_map(name).collect()
}
