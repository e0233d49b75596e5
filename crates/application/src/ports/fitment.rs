//! What parts fit.

use super::store_error::StoreResult;
use autoparts_domain::{
    fitment::{About, Application, Condition, Fitment},
    id::{ConditionId, PartId},
    text::{ConditionWords, SuspensionReason},
    time::Timestamp,
    vehicles::{ModelId, Vehicle},
};
use std::{collections::BTreeMap, sync::Arc};

/// An application as it is written: with its model, and with the ids of its conditions.
pub type ModelApplication = (ModelId, Application<ConditionId>);

/// An application as it is read: with its model, and with the words of its conditions.
pub type KnownApplication = (ModelId, Application<Arc<Condition>>);

/// What an index has to know of a part's fitment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListedFitment {
    /// Its applications, by model.
    pub applications: Vec<KnownApplication>,
    /// Models for which it is suspended.
    pub suspended: Vec<ModelId>,
}

/// What is needed to say whether a part fits the vehicles of a model.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KnownFitment {
    /// Whether the part was deleted, and so is not in the catalogue.
    pub deleted: bool,
    /// What the verdict is made of.
    pub fitment: Fitment,
}

/// How many applications a part has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FitmentCounts {
    /// Those that are listed.
    pub listed: u32,
    /// Those of its supplier that could not be understood, and so are not listed.
    pub set_aside: u32,
}

/// A part that is not said to fit a model for now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspension {
    /// The part.
    pub part: PartId,
    /// The model.
    pub model: ModelId,
    /// Why.
    pub reason: SuspensionReason,
    /// Since when.
    pub since: Timestamp,
}

/// A condition, and on how many parts it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedCondition {
    /// The condition.
    pub condition: Condition,
    /// Parts that have it on any of their applications, deleted ones too.
    pub parts: u64,
}

/// What parts fit. What is written about a part shows in a unit of work that begins later.
///
/// A part's applications for a model stand in the order of [`autoparts_domain::fitment::joined`], whichever order
/// they were written in.
pub trait FitmentRepository {
    /// What is needed to say whether some parts fit the vehicles of a model; for each part that exists, deleted
    /// or not. Few statements, however many the parts are.
    fn fitments(&mut self, model: &ModelId, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, KnownFitment>>;

    /// The models that a part is listed for, by key, after one of them.
    fn models_of_part(&mut self, part: &PartId, after: Option<&ModelId>, limit: u32) -> StoreResult<Vec<ModelId>>;

    /// A part's applications for some models, by model.
    fn applications(&mut self, part: &PartId, models: &[ModelId]) -> StoreResult<Vec<KnownApplication>>;

    /// All that is listed for some parts; for those that have any of it.
    fn listed_fitments(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, ListedFitment>>;

    /// Whether any part, deleted or not, has an application for a vehicle: for its model and year, and naming its engine
    /// if that is known.
    fn is_listed(&mut self, vehicle: &Vehicle) -> StoreResult<bool>;

    /// How many applications some parts have; for those that have any.
    fn fitment_counts(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, FitmentCounts>>;

    /// Puts applications in the place of those of a part for one model; none takes the model away. How many there
    /// are of the part then.
    fn replace_applications(
        &mut self,
        part: &PartId,
        model: &ModelId,
        applications: &[Application<ConditionId>],
    ) -> StoreResult<u32>;

    /// Puts applications in the place of all those of a part, and says how many its supplier listed beside, which
    /// could not be understood.
    fn replace_all_applications(
        &mut self,
        part: &PartId,
        applications: &[ModelApplication],
        set_aside: u32,
    ) -> StoreResult<()>;

    /// Parts that are listed for a model, deleted ones too, by id, after one of them.
    fn parts_of_model(&mut self, model: &ModelId, after: Option<&PartId>, limit: u32) -> StoreResult<Vec<PartId>>;

    /// Suspends a part for a model, or says another reason for it.
    fn suspend_fit(&mut self, suspension: &Suspension) -> StoreResult<()>;

    /// Ends a suspension; `false` when there is none.
    fn end_suspension(&mut self, part: &PartId, model: &ModelId) -> StoreResult<bool>;

    /// Suspensions, by model and part, after one of them.
    fn suspensions(&mut self, after: Option<(&ModelId, &PartId)>, limit: u32) -> StoreResult<Vec<Suspension>>;

    /// The suspensions of a part, by model.
    fn suspensions_of_part(&mut self, part: &PartId) -> StoreResult<Vec<Suspension>>;
}

/// The dictionary of conditions.
pub trait ConditionRepository {
    /// A condition.
    fn condition(&mut self, id: &ConditionId) -> StoreResult<Option<Condition>>;

    /// Those of some conditions that are known, by id.
    fn conditions_by_id(&mut self, ids: &[ConditionId]) -> StoreResult<Vec<Condition>>;

    /// Those of some words that are known, by words.
    fn conditions_by_words(&mut self, words: &[ConditionWords]) -> StoreResult<Vec<Condition>>;

    /// Conditions by id, after one of them; of one kind only, if that is asked for.
    fn conditions(
        &mut self,
        about: Option<About>,
        after: Option<&ConditionId>,
        limit: u32,
    ) -> StoreResult<Vec<UsedCondition>>;

    /// Adds a condition. Words that are known are a `Duplicate`.
    fn insert_condition(&mut self, condition: &Condition) -> StoreResult<()>;

    /// Says what a condition is about; `false` when there is none.
    fn classify_condition(&mut self, id: &ConditionId, about: About) -> StoreResult<bool>;

    /// Parts that have a condition on any of their applications, deleted ones too, by id, after one of them.
    fn parts_of_condition(&mut self, id: &ConditionId, after: Option<&PartId>, limit: u32) -> StoreResult<Vec<PartId>>;
}
