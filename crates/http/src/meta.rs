//! What the shop says about itself: how a browser signs in and pays here, whether it is well,
//! and what its API is.

use crate::{
    api,
    problem::{Code, Problem, ProblemDocument},
    public_answers::CostlyRead,
    responses::PublicErrors,
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, get,
    web::{Data, Json},
};
use serde::Serialize;
use utoipa::ToSchema;

/// Where people sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum IdentityMode {
    /// At this server: the Firebase SDK is pointed at it.
    Embedded,
    /// At Firebase.
    Firebase,
    /// At a Firebase emulator on this machine.
    Emulator,
}

/// How people are identified: the Firebase SDK's configuration.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IdentityConfig {
    /// Where people sign in.
    pub mode: IdentityMode,
    /// Firebase's web API key; public.
    pub api_key: String,
    /// The host of Firebase's sign-in pages.
    pub auth_domain: String,
    /// The Firebase project.
    pub project_id: String,
    /// Where the emulator is; null when there is none.
    #[schema(required)]
    pub emulator_url: Option<String>,
}

/// Which payment provider is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaymentsMode {
    /// Nobody: this server plays the provider, with test cards.
    Sandbox,
    /// Stripe.
    Stripe,
}

/// How people pay.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentsConfig {
    /// Which payment provider is used.
    pub mode: PaymentsMode,
    /// The provider's publishable key.
    pub publishable_key: String,
    /// Where the sandbox's API is; null for the real provider.
    #[schema(required)]
    pub api_base: Option<String>,
}

/// How e-mails are delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailsMode {
    /// They stay in the outbox, where admins can read them.
    Outbox,
    /// A mail server sends them.
    Smtp,
}

/// What a browser needs to know before it can sign a person in or take a card.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Config)]
pub struct BrowserConfig {
    /// How people are identified.
    pub identity: IdentityConfig,
    /// How people pay.
    pub payments: PaymentsConfig,
    /// How e-mails are delivered.
    pub mails: MailsMode,
    /// The currency of every amount.
    pub currency: &'static str,
    /// Whether this is a demonstration: no real sign-ins or no real money.
    pub demo: bool,
}

/// Whether the server is healthy.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// It is.
    status: HealthStatus,
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

/// Whether the process runs.
#[utoipa::path(tag = "shop", operation_id = "health", responses((status = 200, body = Health)))]
#[get("/healthz")]
pub(crate) async fn health() -> Json<Health> {
    Json(Health { status: HealthStatus::Ok })
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
    let permit = api.public.permit(CostlyRead::Pages).await?;
    let document = api::openapi_json().into();
    Ok(api.public.answer(&request, "application/json", document, permit).await)
}
