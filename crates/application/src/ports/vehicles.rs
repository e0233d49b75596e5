//! Vehicles: makes, models, engines; and what suppliers' files call things of this shop.

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
    /// Models, of these or known makes.
    pub models: Vec<Model>,
    /// Engines.
    pub engines: Vec<Engine>,
    /// Which of these or known models were made with which of these or known engines.
    pub model_engines: Vec<ModelEngine>,
}

/// Makes, models and engines. None is ever taken away: orders and addresses name them.
pub trait VehicleRepository {
    /// All makes, by name.
    fn makes(&mut self) -> StoreResult<Vec<Make>>;

    /// The models of a make, by name.
    fn models(&mut self, make: &MakeId) -> StoreResult<Vec<Model>>;

    /// Those of some makes that are known, by key.
    fn makes_by_id(&mut self, ids: &[MakeId]) -> StoreResult<Vec<Make>>;

    /// Those of some models that are known, by key.
    fn models_by_id(&mut self, ids: &[ModelId]) -> StoreResult<Vec<Model>>;

    /// Those of some engines that are known, by key.
    fn engines_by_id(&mut self, ids: &[EngineId]) -> StoreResult<Vec<Engine>>;

    /// With which engines a model was made, by engine and years.
    fn engines_of_model(&mut self, model: &ModelId) -> StoreResult<Vec<ModelEngine>>;

    /// When some models were built, and the years of all models in the tables.
    fn built_years(&mut self, models: &[ModelId]) -> StoreResult<BuiltYears>;

    /// Adds vehicles, and renames those that are known. The years of an engine of a model are replaced with all of
    /// those that are given for both.
    fn save_vehicles(&mut self, vehicles: &VehicleTables) -> StoreResult<()>;
}

/// The value of a code of a position that stands for none, such as `N/A`: its rows are taken in without a position.
pub const NO_POSITION: &str = "none";

/// What a code stands for.
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
    /// A position, in words, or [`NO_POSITION`].
    Position,
    /// Words of a condition, of which a file has the code alone.
    Condition,
    /// A category.
    PartType,
    /// A brand.
    Brand,
}

impl LookupKind {
    /// All of them.
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

/// A code, and what it stands for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lookup {
    /// Whose code it is, as `aces`.
    pub scheme: SupplierCode,
    /// What it stands for.
    pub kind: LookupKind,
    /// The code.
    pub code: SupplierCode,
    /// What this shop calls that: a key, or words, as the kind says.
    pub value: String,
}

/// Codes of suppliers' files.
pub trait LookupRepository {
    /// The codes of a scheme and a kind after one of them, in order.
    fn lookups(
        &mut self,
        scheme: &SupplierCode,
        kind: LookupKind,
        after: Option<&SupplierCode>,
        limit: u32,
    ) -> StoreResult<Vec<Lookup>>;

    /// A code with its meaning; `None` if the code is unknown.
    fn lookup(&mut self, scheme: &SupplierCode, kind: LookupKind, code: &SupplierCode) -> StoreResult<Option<Lookup>>;

    /// Adds codes, and gives those that are known another meaning.
    fn save_lookups(&mut self, lookups: &[Lookup]) -> StoreResult<()>;

    /// Takes a code away; `false` when there is none.
    fn delete_lookup(&mut self, scheme: &SupplierCode, kind: LookupKind, code: &SupplierCode) -> StoreResult<bool>;
}
