//! `/vehicles`: choosing a vehicle step by step, and the names of vehicles chosen before.

use super::{NameView, VehicleView};
use crate::{
    extract::{Parameters, parameter, required_parameter},
    input::{reading, schema},
    problem::Problem,
    public_answers::{Copies, Key, VehicleStep},
    responses::{PublicErrors, public},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, get,
    web::{Data, Query},
};
use autoparts_application::vehicles::choosing::MAX_NAMED;
use autoparts_domain::{
    slug::MakeId,
    validation::ValidationError,
    vehicles::{ModelId, ModelYear, Vehicle},
};
use serde_json::Value;
use utoipa::{
    IntoParams,
    openapi::path::{Parameter, ParameterIn},
};

type Sent = Query<Vec<(String, String)>>;

fn year(text: &str) -> Result<ModelYear, ValidationError> {
    ModelYear::new(reading::whole(&Value::from(text))?)
}

fn year_parameter() -> Parameter {
    required_parameter("year", "The model year.", schema::bounded(ModelYear::MIN, ModelYear::MAX))
}

/// The parameters for listing makes.
pub(crate) struct MakeParameters;

impl IntoParams for MakeParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![year_parameter()]
    }
}

/// The parameters for listing models.
pub(crate) struct ModelParameters;

impl IntoParams for ModelParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![year_parameter(), required_parameter("make", "The key of the make.", schema::slug(MakeId::MAX_CHARS))]
    }
}

/// The parameters for listing engines.
pub(crate) struct EngineParameters;

impl IntoParams for EngineParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = "The key of the model with its make, as `honda/civic`.";
        vec![year_parameter(), required_parameter("model", about, schema::model())]
    }
}

/// The parameters for naming vehicles.
pub(crate) struct NamesParameters;

impl IntoParams for NamesParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = format!("A vehicle, as `2018/honda/civic/2.0l-l4-gas`. Repeatable, up to {MAX_NAMED} times.");
        vec![parameter("vehicle", &about, schema::vehicle())]
    }
}

fn names<'a, T: 'a>(choices: &'a [T]) -> Result<Copies, Problem>
where
    NameView: From<&'a T>,
{
    public(&choices.iter().map(NameView::from).collect::<Vec<_>>())
}

/// Lists the model years for which parts are listed, newest first. Public.
#[utoipa::path(tag = "vehicles", operation_id = "listVehicleYears",
    responses((status = 200, body = [i64]), PublicErrors))]
#[get("/vehicles/years")]
pub(crate) async fn list_years(api: Data<Api>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let found = async || {
        let years = api.shop.vehicle_years().await?;
        public(&years.into_iter().map(ModelYear::year).collect::<Vec<i64>>())
    };
    api.read_public(&request, Key::vehicles(VehicleStep::Year, request.query_string()), found).await
}

/// Lists the makes of a model year for which parts are listed, by name. Public.
#[utoipa::path(tag = "vehicles", operation_id = "listVehicleMakes", params(MakeParameters),
    responses((status = 200, body = [NameView]), PublicErrors))]
#[get("/vehicles/makes")]
pub(crate) async fn list_makes(api: Data<Api>, sent: Sent, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let mut parameters = Parameters::of(&sent);
    let year = parameters.required("year", year).ok_or_else(|| parameters.refused())?;
    let found = async || names(&api.shop.vehicle_makes(year).await?);
    api.read_public(&request, Key::vehicles(VehicleStep::Make, request.query_string()), found).await
}

/// Lists the models of a make and a model year for which parts are listed, by name. Public.
#[utoipa::path(tag = "vehicles", operation_id = "listVehicleModels", params(ModelParameters),
    responses((status = 200, body = [NameView]), PublicErrors))]
#[get("/vehicles/models")]
pub(crate) async fn list_models(api: Data<Api>, sent: Sent, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let mut parameters = Parameters::of(&sent);
    let year = parameters.required("year", year);
    let make = parameters.required("make", str::parse::<MakeId>);
    let (year, make) = year.zip(make).ok_or_else(|| parameters.refused())?;
    let found = async || names(&api.shop.vehicle_models(year, make.clone()).await?);
    api.read_public(&request, Key::vehicles(VehicleStep::Model, request.query_string()), found).await
}

/// Lists the engines of a model in a model year, by name, if parts are listed for it: those with which it was made, and
/// those that parts refer to. Public.
#[utoipa::path(tag = "vehicles", operation_id = "listVehicleEngines", params(EngineParameters),
    responses((status = 200, body = [NameView]), PublicErrors))]
#[get("/vehicles/engines")]
pub(crate) async fn list_engines(api: Data<Api>, sent: Sent, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let mut parameters = Parameters::of(&sent);
    let year = parameters.required("year", year);
    let model = parameters.required("model", str::parse::<ModelId>);
    let (year, model) = year.zip(model).ok_or_else(|| parameters.refused())?;
    let found = async || names(&api.shop.vehicle_engines(year, model.clone()).await?);
    api.read_public(&request, Key::vehicles(VehicleStep::Engine, request.query_string()), found).await
}

/// Returns the names of vehicles, in the order requested; those that do not exist are omitted. Public.
#[utoipa::path(tag = "vehicles", operation_id = "nameVehicles", params(NamesParameters),
    responses((status = 200, body = [VehicleView]), PublicErrors))]
#[get("/vehicles/names")]
pub(crate) async fn name_vehicles(api: Data<Api>, sent: Sent, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let mut parameters = Parameters::of(&sent);
    let vehicles: Result<Vec<Vehicle>, _> = parameters.all("vehicle").map(str::parse).collect();
    let bounded = vehicles.and_then(|vehicles| {
        if vehicles.len() > MAX_NAMED { Err(ValidationError::TooMany { max: MAX_NAMED }) } else { Ok(vehicles) }
    });
    let vehicles = parameters.noted("vehicle", bounded).ok_or_else(|| parameters.refused())?;
    let named = api.shop.named_vehicles(vehicles).await?;
    let named: Vec<VehicleView> = named.iter().map(VehicleView::from).collect();
    Ok(public(&named)?.answer(&request).await)
}
