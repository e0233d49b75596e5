//! What the shop says about itself: how a browser signs in and pays here, whether it is well,
//! and what its API is.

use crate::{
    api,
    browser_config::BrowserConfig,
    problem::{Code, Problem, ProblemDocument},
    public_answers::{Copies, CostlyRead},
    responses::PublicErrors,
    state::{Api, Build},
};
use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::HeaderValue,
    web::{Bytes, Data, Json},
};
use serde::Serialize;
use std::sync::LazyLock;
use utoipa::ToSchema;

/// Whether the server is healthy.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// It is.
    status: HealthStatus,
}

/// Whether the process runs, and which build it is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Running {
    /// It runs.
    status: HealthStatus,
    #[serde(flatten)]
    build: Build,
}

/// How a server is that answers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum HealthStatus {
    /// It is healthy; otherwise it answers with a problem.
    Ok,
}

/// How to sign in and pay here.
#[utoipa::path(tag = "shop", operation_id = "getConfig", responses((status = 200, body = BrowserConfig), PublicErrors))]
#[get("/config")]
pub(crate) async fn get_config(api: Data<Api>) -> Json<BrowserConfig> {
    Json(api.browser.clone())
}

/// Whether the process runs, and which build it is.
#[utoipa::path(tag = "shop", operation_id = "health", responses((status = 200, body = Running)))]
#[get("/healthz")]
pub(crate) async fn health(api: Data<Api>) -> Json<Running> {
    Json(Running { status: HealthStatus::Ok, build: api.build })
}

/// Whether the shop can serve: its database answers and has the right tables, and it is not about to
/// stop.
#[utoipa::path(tag = "shop", operation_id = "ready",
    responses((status = 200, body = Health), (status = 503, body = ProblemDocument, content_type = "application/problem+json")))]
#[get("/readyz")]
pub(crate) async fn ready(api: Data<Api>) -> Result<Json<Health>, Problem> {
    if api.traffic.is_stopping() {
        return Err(Problem::new(Code::Unavailable, "This server is about to stop."));
    }
    api.shop.store.check().await?;
    Ok(Json(Health { status: HealthStatus::Ok }))
}

/// This document.
#[utoipa::path(tag = "shop", operation_id = "openapi",
    responses((status = 200, description = "OpenAPI 3.1", content_type = "application/json"), PublicErrors))]
#[get("/openapi.json")]
pub(crate) async fn openapi_document(api: Data<Api>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    static DOCUMENT: LazyLock<Copies> = LazyLock::new(|| {
        let text = Bytes::from_static(api::openapi_json().as_bytes());
        Copies::new(text, HeaderValue::from_static("application/json"), None)
    });
    // Compression waits for a free slot.
    let _permit = api.public.permit(CostlyRead::Pages).await?;
    Ok(DOCUMENT.answer(&request).await)
}
