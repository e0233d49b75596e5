//! Vehicles: what they are called.

use autoparts_application::vehicles::KnownVehicle;
use autoparts_domain::{
    slug::EngineId,
    vehicles::{Engine, Make, Model},
};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A make, a model or an engine.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = VehicleName)]
pub(crate) struct NameView {
    /// Its key.
    pub(crate) id: String,
    /// What it is called.
    pub(crate) name: String,
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

/// What engines are called, by key.
pub(crate) struct EngineNames(BTreeMap<EngineId, NameView>);

impl EngineNames {
    pub(crate) fn of(engines: &[Engine]) -> Self {
        Self(engines.iter().map(|engine| (engine.id.clone(), engine.into())).collect())
    }

    /// An engine; one without a name is called by its key.
    pub(crate) fn of_id(&self, id: &EngineId) -> NameView {
        self.0.get(id).cloned().unwrap_or_else(|| NameView { id: id.to_string(), name: id.to_string() })
    }
}

/// A vehicle.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Vehicle)]
pub(crate) struct VehicleView {
    /// Its key: `2018/honda/civic/2.0l-l4-gas`, or without the engine.
    id: String,
    /// What it is called: `2018 Honda Civic 2.0L L4`.
    name: String,
    /// Its model year.
    year: i64,
    /// Its make.
    make: NameView,
    /// Its model.
    model: NameView,
    /// Its engine; absent when none was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    engine: Option<NameView>,
}

impl From<&KnownVehicle> for VehicleView {
    fn from(known: &KnownVehicle) -> Self {
        Self {
            id: known.vehicle.to_string(),
            name: known.to_string(),
            year: known.vehicle.year.year(),
            make: (&known.make).into(),
            model: (&known.model).into(),
            engine: known.engine.as_ref().map(NameView::from),
        }
    }
}
