//! Refuses query parameters that a route does not have: ignored, a misspelled filter would select everything.

use crate::{
    api,
    problem::{Code, Problem},
};
use actix_web::{HttpRequest, web::Query};
use serde_json::Value;
use std::{collections::HashMap, sync::OnceLock};

/// The names of the query parameters of each method of each route.
type Names = HashMap<(String, String), Vec<String>>;

/// Checks the names of a request's query parameters. Pages and files take any.
pub(crate) fn check(request: &HttpRequest) -> Result<(), Problem> {
    if request.query_string().is_empty() {
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
        format_args!("These query parameters are unknown: {unknown}. This address takes {accepted}."),
    ))
}

/// Read from the OpenAPI document, which describes every route.
fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let document = serde_json::to_value(api::openapi()).unwrap_or_default();
        let paths = document["paths"].as_object().into_iter().flatten();
        paths
            .flat_map(|(path, item)| {
                let operations = item.as_object().into_iter().flatten();
                operations.map(|(method, operation)| ((method.to_ascii_uppercase(), path.clone()), in_query(operation)))
            })
            .collect()
    })
}

fn in_query(operation: &Value) -> Vec<String> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let in_query = parameters.filter(|parameter| parameter["in"] == "query");
    in_query.filter_map(|parameter| parameter["name"].as_str()).map(str::to_owned).collect()
}
