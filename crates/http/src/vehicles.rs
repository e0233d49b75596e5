//! `/makes`: the vehicle tables for admins, and the names of vehicles.

pub(crate) mod choosing;
pub(crate) mod lookups;

use crate::{extract::Caller, problem::Problem, responses::AuthenticatedErrors, state::Api, view::response};
use actix_web::{
    get,
    web::{Data, Json, Path},
};
use autoparts_application::vehicles::KnownVehicle;
use autoparts_domain::{
    slug::EngineId,
    vehicles::{Engine, Make, Model, ModelEngine, ModelId},
};
use std::{collections::BTreeMap, str::FromStr};

response! {
    /// A make, a model or an engine.
    #[derive(Clone)]
    pub(crate) NameView as VehicleName {
        /// Its key.
        pub(crate) id: String,
        /// The name.
        pub(crate) name: String,
    }
}

impl From<&Make> for NameView {
    fn from(make: &Make) -> Self {
        Self { id: make.id.to_string(), name: make.name.to_string() }
    }
}

impl From<&Model> for NameView {
    fn from(model: &Model) -> Self {
        Self { id: model.id.to_string(), name: model.name.to_string() }
    }
}

impl From<&Engine> for NameView {
    fn from(engine: &Engine) -> Self {
        Self { id: engine.id.to_string(), name: engine.name.to_string() }
    }
}

/// The names of engines, by key.
pub(crate) struct EngineNames(BTreeMap<EngineId, NameView>);

impl EngineNames {
    pub(crate) fn of(engines: &[Engine]) -> Self {
        Self(engines.iter().map(|engine| (engine.id.clone(), engine.into())).collect())
    }

    /// An engine by its key, which is also its name if it has none.
    pub(crate) fn of_id(&self, id: &EngineId) -> NameView {
        self.0.get(id).cloned().unwrap_or_else(|| NameView { id: id.to_string(), name: id.to_string() })
    }
}

response! {
    /// A vehicle.
    pub(crate) VehicleView as Vehicle from |known| &KnownVehicle {
        /// Its key: `2018/honda/civic/2.0l-l4-gas`, or without the engine.
        id: String = known.vehicle.to_string(),
        /// The name: `2018 Honda Civic 2.0L L4`.
        name: String = known.to_string(),
        /// Its model year.
        year: i64 = known.vehicle.year.year(),
        /// Its make.
        make: NameView = (&known.make).into(),
        /// Its model.
        model: NameView = (&known.model).into(),
        /// The engine; absent if none was selected.
        engine: Option<NameView> = known.engine.as_ref().map(NameView::from),
    }

    /// An engine with which a model was made.
    pub(crate) ModelEngineView as ModelEngine from |(engine, made)| &(Engine, ModelEngine) {
        #[serde(flatten)]
        engine: NameView = engine.into(),
        /// The first model year.
        from: i64 = made.years.from().year(),
        /// The last model year.
        to: i64 = made.years.to().year(),
    }
}

/// Parses a key in a path; an invalid key is not found.
fn key<T: FromStr>(text: &str) -> Result<T, Problem> {
    text.parse().map_err(|_| Problem::not_found())
}

/// Lists all known makes, by name, including those without parts. Admin only.
#[utoipa::path(tag = "vehicles", operation_id = "listMakes", security(("bearer" = [])),
    responses((status = 200, body = [NameView]), AuthenticatedErrors))]
#[get("/makes")]
pub(crate) async fn list_makes(api: Data<Api>, caller: Caller) -> Result<Json<Vec<NameView>>, Problem> {
    Ok(Json(api.shop.known_makes(caller.0).await?.iter().map(NameView::from).collect()))
}

/// Lists all known models of a make, by name. Admin only.
#[utoipa::path(tag = "vehicles", operation_id = "listModels", params(("make" = String, Path, description = "The key of the make")),
    security(("bearer" = [])), responses((status = 200, body = [NameView]), AuthenticatedErrors))]
#[get("/makes/{make}/models")]
pub(crate) async fn list_models(
    api: Data<Api>,
    caller: Caller,
    make: Path<String>,
) -> Result<Json<Vec<NameView>>, Problem> {
    Ok(Json(api.shop.known_models(caller.0, key(&make)?).await?.iter().map(NameView::from).collect()))
}

/// Lists the engines with which a model was made, with their model years. Admin only. Empty if unknown.
#[utoipa::path(tag = "vehicles", operation_id = "listEngines", params(("make" = String, Path, description = "The key of the make"),
        ("model" = String, Path, description = "The key of the model among those of the make")),
    security(("bearer" = [])), responses((status = 200, body = [ModelEngineView]), AuthenticatedErrors))]
#[get("/makes/{make}/models/{model}/engines")]
pub(crate) async fn list_engines(
    api: Data<Api>,
    caller: Caller,
    path: Path<(String, String)>,
) -> Result<Json<Vec<ModelEngineView>>, Problem> {
    let (make, model) = path.into_inner();
    let model = ModelId { make: key(&make)?, model: key(&model)? };
    Ok(Json(api.shop.known_engines(caller.0, model).await?.iter().map(ModelEngineView::from).collect()))
}
