//! Vehicles: makes, models and engines; and the codes of suppliers' files.

use super::store_error::StoreResult;
use autoparts_domain::{
    slug::{EngineId, MakeId},
    text::SupplierCode,
    vehicles::{BuiltYears, Engine, Make, Model, ModelEngine, ModelId},
};

/// Vehicles that are added or renamed together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VehicleTables {
    /// Makes.
    pub makes: Vec<Make>,
    /// Models of these or existing makes.
    pub models: Vec<Model>,
    /// Engines.
    pub engines: Vec<Engine>,
    /// Which of these or existing models were built with which of these or existing engines.
    pub model_engines: Vec<ModelEngine>,
}

/// Makes, models and engines. They are never deleted, because orders and addresses refer to them.
pub trait VehicleRepository {
    /// Returns all makes, by name.
    fn makes(&mut self) -> StoreResult<Vec<Make>>;

    /// Returns the models of a make, by name.
    fn models(&mut self, make: &MakeId) -> StoreResult<Vec<Model>>;

    /// Returns those of some makes that exist, by key.
    fn makes_by_id(&mut self, ids: &[MakeId]) -> StoreResult<Vec<Make>>;

    /// Returns those of some models that exist, by key.
    fn models_by_id(&mut self, ids: &[ModelId]) -> StoreResult<Vec<Model>>;

    /// Returns those of some engines that exist, by key.
    fn engines_by_id(&mut self, ids: &[EngineId]) -> StoreResult<Vec<Engine>>;

    /// Returns the engines of a model, by engine and years.
    fn engines_of_model(&mut self, model: &ModelId) -> StoreResult<Vec<ModelEngine>>;

    /// Returns when some models were built, and the years of all models in the tables.
    fn built_years(&mut self, models: &[ModelId]) -> StoreResult<BuiltYears>;

    /// Adds vehicles, and renames existing ones. Replaces the years of each given combination of model and engine.
    fn save_vehicles(&mut self, vehicles: &VehicleTables) -> StoreResult<()>;
}

/// The value of a position code that means no position, such as `N/A`: its rows are imported without a position.
pub const NO_POSITION: &str = "none";

/// The scheme of the codes in ACES files.
pub const ACES_SCHEME: &str = "aces";

/// The kind of item that a code stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LookupKind {
    /// A year, a make and a model: `2018/honda/civic`.
    BaseVehicle,
    /// An engine.
    Engine,
    /// A make.
    Make,
    /// A model of a make: `honda/civic`.
    Model,
    /// A position as text, or [`NO_POSITION`].
    Position,
    /// The text of a condition, for which a file contains only the code.
    Condition,
    /// A category.
    PartType,
    /// A brand.
    Brand,
}

impl LookupKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::BaseVehicle,
        Self::Engine,
        Self::Make,
        Self::Model,
        Self::Position,
        Self::Condition,
        Self::PartType,
        Self::Brand,
    ];

    /// Its name in stores, in files and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BaseVehicle => "base_vehicle",
            Self::Engine => "engine",
            Self::Make => "make",
            Self::Model => "model",
            Self::Position => "position",
            Self::Condition => "condition",
            Self::PartType => "part_type",
            Self::Brand => "brand",
        }
    }
}

/// A code and its meaning.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lookup {
    /// The code scheme, such as `aces`.
    pub scheme: SupplierCode,
    /// The kind of its meaning.
    pub kind: LookupKind,
    /// The code.
    pub code: SupplierCode,
    /// The meaning in this shop: a key or text, depending on the kind.
    pub value: String,
}

/// Codes of suppliers' files.
pub trait LookupRepository {
    /// Returns the codes of a scheme and a kind after a given one, in order.
    fn lookups(
        &mut self,
        scheme: &SupplierCode,
        kind: LookupKind,
        after: Option<&SupplierCode>,
        limit: u32,
    ) -> StoreResult<Vec<Lookup>>;

    /// Returns a code with its meaning; `None` if the code is unknown.
    fn lookup(&mut self, scheme: &SupplierCode, kind: LookupKind, code: &SupplierCode) -> StoreResult<Option<Lookup>>;

    /// Adds codes, and changes the meanings of existing ones.
    fn save_lookups(&mut self, lookups: &[Lookup]) -> StoreResult<()>;

    /// Deletes a code; `false` if it does not exist.
    fn delete_lookup(&mut self, scheme: &SupplierCode, kind: LookupKind, code: &SupplierCode) -> StoreResult<bool>;
}
