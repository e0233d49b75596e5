//! `/suspensions`: parts that the shop does not report as fitting a model for now. Admin only.

use super::views::key_of_model;
use crate::{
    extract::{self, Body, Caller, PageQuery, page_parameters},
    form::request,
    input::schema,
    problem::Problem,
    responses::{AuthenticatedErrors, Deleted, Modified, WriteErrors, list, rfc3339},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, delete, get, put,
    web::{Data, Json, Path, Query},
};
use autoparts_application::ports::{fitment::Suspension, page::Page};
use autoparts_domain::{id::PartId, text::SuspensionReason, validation::ValidationError, vehicles::ModelId};
use std::str::FromStr;
use utoipa::{
    IntoParams,
    openapi::path::{Parameter, ParameterIn},
};

response! {
    /// A suspension: the shop does not report for now that a part fits a model.
    pub(crate) SuspensionView as Suspension from |suspension| Suspension {
        /// Its key: the model and the part, `honda/civic/01900000-…`.
        #[serde(rename = "_id")]
        id: String = format!("{}/{}", suspension.model, suspension.part),
        /// The part's `_id`.
        part: String = suspension.part.to_string(),
        /// The model's key, `honda/civic`.
        model: String = suspension.model.to_string(),
        /// The reason.
        reason: String = suspension.reason.to_string(),
        /// When it was suspended, in UTC.
        #[schema(format = DateTime)]
        since: String = rfc3339(suspension.since),
    }
}

request! {
    /// A suspension to save.
    SuspensionFields {
        /// The reason, for admins only.
        reason: SuspensionReason,
    }
}

/// The cursor of a list by model and part: `honda/civic/01900000-…`.
pub(super) struct FitKey(pub(super) ModelId, pub(super) PartId);

impl FromStr for FitKey {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        let (model, part) = text.rsplit_once('/').ok_or(ValidationError::NotAModel)?;
        Ok(Self(model.parse()?, part.parse()?))
    }
}

/// A page of such a list.
pub(crate) struct FitKeyPage;

impl IntoParams for FitKeyPage {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        page_parameters("The `_id` of the last item of the previous page.", schema::fit_key_or_empty())
    }
}

/// Lists all suspensions, by model. Admin only.
#[utoipa::path(tag = "vehicles", operation_id = "listSuspensions", params(FitKeyPage), security(("bearer" = [])),
    responses((status = 200, body = [SuspensionView]), AuthenticatedErrors))]
#[get("/suspensions")]
pub(crate) async fn list_suspensions(
    api: Data<Api>,
    caller: Caller,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let Page { after, limit } = query.page()?;
    let after = after.map(|FitKey(model, part)| (model, part));
    let suspensions = api.shop.suspensions(caller.0, after, limit).await?;
    Ok(list(&request, limit, suspensions, |suspension: &SuspensionView| &suspension.id))
}

/// Suspends a part for a model, or changes the reason. Admin only. Until the suspension ends, the part is not reported
/// to fit the model, whatever its applications say.
#[utoipa::path(tag = "vehicles", operation_id = "suspendFit",
    params(("part" = String, Path, description = "The part's `_id`"), ("make" = String, Path, description = "The key of the make"),
        ("model" = String, Path, description = "The key of the model among those of the make")),
    request_body = SuspensionFields, security(("bearer" = [])), responses((status = 200, body = Modified), WriteErrors))]
#[put("/suspensions/{part}/{make}/{model}")]
pub(crate) async fn suspend_fit(
    api: Data<Api>,
    caller: Caller,
    path: Path<(String, String, String)>,
    body: Body<SuspensionFields>,
) -> Result<Json<Modified>, Problem> {
    let (part, make, model) = path.into_inner();
    let part = extract::id(&part)?;
    let model = key_of_model(&make, &model)?;
    let reason = body.read()?.reason;
    api.shop.suspend_fit(caller.0, part, model, reason).await?;
    Ok(Json(Modified::new(true)))
}

/// Ends a suspension. Admin only.
#[utoipa::path(tag = "vehicles", operation_id = "endSuspension",
    params(("part" = String, Path, description = "The part's `_id`"), ("make" = String, Path, description = "The key of the make"),
        ("model" = String, Path, description = "The key of the model among those of the make")),
    security(("bearer" = [])), responses((status = 200, body = Deleted), AuthenticatedErrors))]
#[delete("/suspensions/{part}/{make}/{model}")]
pub(crate) async fn end_suspension(
    api: Data<Api>,
    caller: Caller,
    path: Path<(String, String, String)>,
) -> Result<Json<Deleted>, Problem> {
    let (part, make, model) = path.into_inner();
    let part = extract::id(&part)?;
    let model = key_of_model(&make, &model)?;
    Ok(Json(Deleted::new(api.shop.end_suspension(caller.0, part, model).await?)))
}
