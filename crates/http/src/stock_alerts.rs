//! `/parts/{id}/stock-alerts`, `/stock-alerts/confirm` and `/stock-alerts/stop`: emails when a sold-out part is back.
//!
//! The response to a request is the same for every address, so that no caller can find out which addresses are known.

use crate::{
    extract::{self, Body},
    form::request,
    limits::Limited,
    newsletter::LinkRequest,
    problem::{Problem, ProblemDocument},
    responses::{Acknowledged, PublicWriteErrors},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, post,
    web::{Data, Json, Path},
};
use autoparts_domain::email::Email;

request! {
    /// A stock alert request.
    StockAlertRequest {
        /// The email address.
        email: Email,
    }
}

/// Requests one email when a sold-out part can be ordered again. An address that has never confirmed anything gets one
/// confirmation email. The response is the same for every address. Idempotent.
#[utoipa::path(tag = "parts", operation_id = "askForStockAlert", request_body = StockAlertRequest,
    params(("id" = String, Path, description = "The part's `_id`")),
    responses((status = 202, body = Acknowledged), PublicWriteErrors,
        (status = 404, description = "The part does not exist", body = ProblemDocument, content_type = "application/problem+json"),
        (status = 409, description = "The part can be ordered now", body = ProblemDocument, content_type = "application/problem+json")))]
#[post("/parts/{id}/stock-alerts")]
pub(crate) async fn request_stock_alert(
    api: Data<Api>,
    id: Path<String>,
    request: HttpRequest,
    body: Body<StockAlertRequest>,
) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::PublicForms, &api.limits.client(&request))?;
    let id = extract::id(&id)?;
    let email = body.read()?.email;
    api.shop.request_stock_alert(id, email).await?;
    Ok(HttpResponse::Accepted().json(Acknowledged::new()))
}

/// Confirms the stock alerts of an address, with the token of the confirmation email. Idempotent.
#[utoipa::path(tag = "parts", operation_id = "confirmStockAlerts", request_body = LinkRequest,
    responses((status = 200, body = Acknowledged), PublicWriteErrors,
        (status = 404, description = "This link is invalid or has expired", body = ProblemDocument, content_type = "application/problem+json")))]
#[post("/stock-alerts/confirm")]
pub(crate) async fn confirm_stock_alerts(
    api: Data<Api>,
    request: HttpRequest,
    body: Body<LinkRequest>,
) -> Result<Json<Acknowledged>, Problem> {
    api.limits.check(Limited::PublicForms, &api.limits.client(&request))?;
    api.shop.confirm_stock_alerts(&body.read()?.token).await?;
    Ok(Json(Acknowledged::new()))
}

/// Cancels all stock alerts of an address, with the token of one of its emails. Idempotent.
#[utoipa::path(tag = "parts", operation_id = "stopStockAlerts", request_body = LinkRequest,
    responses((status = 200, body = Acknowledged), PublicWriteErrors,
        (status = 404, description = "This link is invalid or has expired", body = ProblemDocument, content_type = "application/problem+json")))]
#[post("/stock-alerts/stop")]
pub(crate) async fn stop_stock_alerts(
    api: Data<Api>,
    request: HttpRequest,
    body: Body<LinkRequest>,
) -> Result<Json<Acknowledged>, Problem> {
    api.limits.check(Limited::PublicForms, &api.limits.client(&request))?;
    api.shop.stop_stock_alerts(&body.read()?.token).await?;
    Ok(Json(Acknowledged::new()))
}
