//! Information about the shop: sign-in and payment configuration, health, and the API description.

use crate::{
    browser_config::BrowserConfig,
    problem::{Code, Problem, ProblemDocument},
    responses::PublicErrors,
    state::{Api, Build},
    view::response,
};
use actix_web::{
    get,
    web::{Data, Json},
};
use serde::Serialize;
use utoipa::ToSchema;

response! {
    /// Whether the server is healthy.
    pub(crate) Health {
        /// Always `ok`.
        status: HealthStatus,
    }

    /// Whether the process runs, and its build.
    pub(crate) Running {
        /// Always `ok`.
        status: HealthStatus,
        #[serde(flatten)]
        build: Build,
    }
}

/// The health of a server that responds.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum HealthStatus {
    /// Healthy; an unhealthy server responds with a problem.
    Ok,
}

/// Returns the sign-in and payment configuration for browsers.
#[utoipa::path(tag = "shop", operation_id = "getConfig", responses((status = 200, body = BrowserConfig), PublicErrors))]
#[get("/config")]
pub(crate) async fn get_config(api: Data<Api>) -> Json<BrowserConfig> {
    Json(api.browser.clone())
}

/// Returns whether the process runs, and its build.
#[utoipa::path(tag = "shop", operation_id = "health", responses((status = 200, body = Running)))]
#[get("/healthz")]
pub(crate) async fn health(api: Data<Api>) -> Json<Running> {
    Json(Running { status: HealthStatus::Ok, build: api.build })
}

/// Returns whether the shop can serve requests: its database responds and has the right schema, and the server is not
/// shutting down.
#[utoipa::path(tag = "shop", operation_id = "ready",
    responses((status = 200, body = Health), (status = 503, body = ProblemDocument, content_type = "application/problem+json")))]
#[get("/readyz")]
pub(crate) async fn ready(api: Data<Api>) -> Result<Json<Health>, Problem> {
    if api.traffic.is_stopping() {
        return Err(Problem::new(Code::Unavailable, "This server is shutting down."));
    }
    api.shop.store.check().await?;
    Ok(Json(Health { status: HealthStatus::Ok }))
}
