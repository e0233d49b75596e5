//! CORS: other sites whose pages may call the API, as configured by the operator; none by default.

use crate::{extract::idempotency_key::IDEMPOTENCY_KEY, public_answers::CATALOGUE_AS_OF};
use actix_cors::Cors;
use actix_web::{http::header, middleware::Condition};

/// The middleware; does nothing if no origin is configured.
#[must_use]
pub fn allow(origins: &[String]) -> Condition<Cors> {
    let cors = Cors::default()
        .allowed_methods(["GET", "POST", "PUT", "PATCH", "DELETE"])
        .allowed_headers([header::AUTHORIZATION.as_str(), header::CONTENT_TYPE.as_str(), IDEMPOTENCY_KEY])
        .expose_headers([header::LINK.as_str(), "x-request-id", CATALOGUE_AS_OF])
        .max_age(3600);
    let cors = origins.iter().fold(cors, |cors, origin| cors.allowed_origin(origin));
    Condition::new(!origins.is_empty(), cors)
}
