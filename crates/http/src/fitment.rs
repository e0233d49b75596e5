//! `/fits` and `/parts/{id}/fitments`: whether parts fit a vehicle, and the applications of a part. The modules below
//! edit them.

pub(crate) mod conditions;
pub(crate) mod editing;
pub(crate) mod flags;
pub(crate) mod reports;
pub(crate) mod suspensions;
pub(crate) mod verdicts;
mod views;

use crate::{
    extract::{self, Parameters, parameter, required_parameter},
    input::{reading, schema},
    problem::{Problem, ProblemDocument},
    public_answers::Key,
    responses::{PublicErrors, public, public_page},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, get,
    web::{Data, Path, Query},
};
use autoparts_application::fitment::{AskedModels, MAX_PARTS};
use autoparts_domain::{
    id::PartId,
    validation::ValidationError,
    vehicles::{ModelId, Vehicle},
};
use serde_json::Value;
use utoipa::{
    IntoParams,
    openapi::path::{Parameter, ParameterIn},
};
use verdicts::FitsView;
use views::FitmentsView;

/// Default number of models per page.
const MODELS: u32 = 50;

/// Maximum number of models per page. A part may have many applications for each model.
const MAX_MODELS: u32 = 100;

/// The parameters of a fit query.
pub(crate) struct FitsParameters;

impl IntoParams for FitsParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![
            required_parameter(
                "vehicle",
                "The vehicle, with or without the engine: `2018/honda/civic/2.0l-l4-gas`.",
                schema::vehicle(),
            ),
            parameter("parts", "Comma-separated `_id`s of up to 100 parts.", schema::uuids()),
        ]
    }
}

/// A page of a list that is keyed by model.
pub(crate) struct ModelPageParameters;

impl IntoParams for ModelPageParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![
            parameter(
                "limit",
                "Maximum number of models to return; default 50.",
                schema::bounded(1, MAX_MODELS.into()),
            ),
            parameter("after", "The last model of the previous page, as `honda/civic`.", schema::model_or_empty()),
        ]
    }
}

/// A page of models, or a single model.
struct AskedModelsParameters;

impl IntoParams for AskedModelsParameters {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let one = "Only this model, as `honda/civic`; the result is a single page.";
        let mut parameters = ModelPageParameters::into_params(place);
        parameters.push(parameter("model", one, schema::model_or_empty()));
        parameters
    }
}

/// Parses the optional limit of a page.
fn read_limit(text: &str) -> Result<u32, ValidationError> {
    match u32::try_from(reading::whole(&Value::from(text))?) {
        Ok(limit @ 1..=MAX_MODELS) => Ok(limit),
        _ => Err(ValidationError::outside(1, MAX_MODELS.into())),
    }
}

/// Parses a page of models. Returns the last model of the previous page, if any, and the limit.
pub(crate) fn model_page(sent: &[(String, String)]) -> Result<(Option<ModelId>, u32), Problem> {
    read_page(Parameters::of(sent))
}

/// Parses a page of models, or a single model.
fn asked_models(sent: &[(String, String)]) -> Result<AskedModels, Problem> {
    let mut parameters = Parameters::of(sent);
    let model = parameters.one("model", optional_model);
    let Some(model) = model else { return Err(parameters.refused()) };
    let (after, limit) = read_page(parameters)?;
    Ok(model.flatten().map_or(AskedModels::Page { after, limit }, AskedModels::One))
}

fn optional_model(text: &str) -> Result<Option<ModelId>, ValidationError> {
    if text.is_empty() { Ok(None) } else { text.parse().map(Some) }
}

fn read_page(mut parameters: Parameters<'_>) -> Result<(Option<ModelId>, u32), Problem> {
    let limit = parameters.one("limit", read_limit);
    let after = parameters.one("after", optional_model);
    match (limit, after) {
        (Some(limit), Some(after)) => Ok((after.flatten(), limit.unwrap_or(MODELS))),
        _ => Err(parameters.refused()),
    }
}

/// Returns whether parts fit a vehicle. Public. Parts that are not in the catalog are omitted.
#[utoipa::path(tag = "vehicles", operation_id = "getFits", params(FitsParameters),
    responses((status = 200, body = FitsView), (status = 404, body = ProblemDocument, content_type = "application/problem+json"), PublicErrors))]
#[get("/fits")]
pub(crate) async fn get_fits(
    api: Data<Api>,
    query: Query<Vec<(String, String)>>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let mut parameters = Parameters::of(&query);
    let vehicle = parameters.required("vehicle", str::parse::<Vehicle>);
    let parts = parameters.keys_up_to(MAX_PARTS, "parts", str::parse::<PartId>);
    let (Some(vehicle), Some(parts)) = (vehicle, parts) else { return Err(parameters.refused()) };
    let fits = async || public(&FitsView::from(api.shop.fits(vehicle.clone(), parts.clone()).await?));
    api.read_public(&request, Key::fits(request.query_string()), fits).await
}

/// Lists the applications of a part, by model. Public.
#[utoipa::path(tag = "vehicles", operation_id = "listFitments",
    params(("id" = String, Path, description = "The part's `_id`"), AskedModelsParameters),
    responses((status = 200, body = FitmentsView), (status = 404, body = ProblemDocument, content_type = "application/problem+json"), PublicErrors))]
#[get("/parts/{id}/fitments")]
pub(crate) async fn list_fitments(
    api: Data<Api>,
    id: Path<String>,
    query: Query<Vec<(String, String)>>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let id: PartId = extract::id(&id)?;
    let asked = asked_models(&query)?;
    // A single model is never a full page.
    let limit = if let AskedModels::Page { limit, .. } = asked { limit } else { MAX_MODELS };
    let read = async || {
        let view = FitmentsView::from(api.shop.part_fitments(id, asked.clone()).await?);
        public_page(&format!("/parts/{id}/fitments"), &view, limit, view.last_of_full_page(limit))
    };
    api.read_public(&request, Key::fitments(id, request.query_string()), read).await
}
