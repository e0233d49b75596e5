//! Fitment of parts.

use super::store_error::StoreResult;
use autoparts_domain::{
    fitment::{About, Application, Condition, Fitment},
    id::{ConditionId, PartId},
    text::{ConditionWords, SuspensionReason},
    time::Timestamp,
    vehicles::{ModelId, Vehicle},
};
use std::{collections::BTreeMap, sync::Arc};

/// An application for writing: with its model, and with the ids of its conditions.
pub type ModelApplication = (ModelId, Application<ConditionId>);

/// An application as it is read: with its model, and with the words of its conditions.
pub type KnownApplication = (ModelId, Application<Arc<Condition>>);

/// The indexed fitment of a part.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListedFitment {
    /// Its applications, by model.
    pub applications: Vec<KnownApplication>,
    /// Models for which it is suspended.
    pub suspended: Vec<ModelId>,
}

/// Data needed to decide whether a part fits the vehicles of a model.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KnownFitment {
    /// Whether the part was deleted, and so is not in the catalog.
    pub deleted: bool,
    /// The data for the verdict.
    pub fitment: Fitment,
}

/// Number of applications of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FitmentCounts {
    /// Listed applications.
    pub listed: u32,
    /// Its supplier's applications that could not be understood, and so are not listed.
    pub set_aside: u32,
}

/// A part that is temporarily not reported as fitting a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspension {
    /// The part.
    pub part: PartId,
    /// The model.
    pub model: ModelId,
    /// The reason.
    pub reason: SuspensionReason,
    /// The start.
    pub since: Timestamp,
}

/// A condition, and the number of parts that use it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedCondition {
    /// The condition.
    pub condition: Condition,
    /// Parts that have it on any of their applications, including deleted ones.
    pub parts: u64,
}

/// Fitment of parts. Writes are visible to units of work that begin later.
///
/// A part's applications for a model are in the order of [`autoparts_domain::fitment::joined`], in whatever order they
/// were written.
pub trait FitmentRepository {
    /// Returns the data needed to decide whether some parts fit the vehicles of a model, for each part that exists,
    /// deleted or not. The number of statements does not depend on the number of parts.
    fn fitments(&mut self, model: &ModelId, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, KnownFitment>>;

    /// Returns the models that a part is listed for, by key, after a given one.
    fn models_of_part(&mut self, part: &PartId, after: Option<&ModelId>, limit: u32) -> StoreResult<Vec<ModelId>>;

    /// Returns a part's applications for some models, by model.
    fn applications(&mut self, part: &PartId, models: &[ModelId]) -> StoreResult<Vec<KnownApplication>>;

    /// Returns the complete fitment of some parts; parts without any are omitted.
    fn listed_fitments(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, ListedFitment>>;

    /// Returns whether any part, deleted or not, has an application for a vehicle: for its model and year, and naming
    /// its engine if that is known.
    fn is_listed(&mut self, vehicle: &Vehicle) -> StoreResult<bool>;

    /// Returns the number of applications of some parts; parts without any are omitted.
    fn fitment_counts(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, FitmentCounts>>;

    /// Replaces the applications of a part for one model; none removes the model. Returns the part's new total.
    fn replace_applications(
        &mut self,
        part: &PartId,
        model: &ModelId,
        applications: &[Application<ConditionId>],
    ) -> StoreResult<u32>;

    /// Replaces all applications of a part, and sets how many more its supplier listed that could not be understood.
    fn replace_all_applications(
        &mut self,
        part: &PartId,
        applications: &[ModelApplication],
        set_aside: u32,
    ) -> StoreResult<()>;

    /// Returns parts that are listed for a model, including deleted ones, by id, after a given one.
    fn parts_of_model(&mut self, model: &ModelId, after: Option<&PartId>, limit: u32) -> StoreResult<Vec<PartId>>;

    /// Suspends a part for a model, or changes the reason.
    fn suspend_fit(&mut self, suspension: &Suspension) -> StoreResult<()>;

    /// Ends a suspension; `false` if there is none.
    fn end_suspension(&mut self, part: &PartId, model: &ModelId) -> StoreResult<bool>;

    /// Returns suspensions by model and part, after a given one.
    fn suspensions(&mut self, after: Option<(&ModelId, &PartId)>, limit: u32) -> StoreResult<Vec<Suspension>>;

    /// Returns the suspensions of a part, by model.
    fn suspensions_of_part(&mut self, part: &PartId) -> StoreResult<Vec<Suspension>>;
}

/// The dictionary of conditions.
pub trait ConditionRepository {
    /// Returns a condition.
    fn condition(&mut self, id: &ConditionId) -> StoreResult<Option<Condition>>;

    /// Returns those of some conditions that exist, by id.
    fn conditions_by_id(&mut self, ids: &[ConditionId]) -> StoreResult<Vec<Condition>>;

    /// Returns the conditions that exist for some words, by words.
    fn conditions_by_words(&mut self, words: &[ConditionWords]) -> StoreResult<Vec<Condition>>;

    /// Returns conditions by id, after a given one, optionally of one kind.
    fn conditions(
        &mut self,
        about: Option<About>,
        after: Option<&ConditionId>,
        limit: u32,
    ) -> StoreResult<Vec<UsedCondition>>;

    /// Adds a condition. Existing words are a `Duplicate`.
    fn insert_condition(&mut self, condition: &Condition) -> StoreResult<()>;

    /// Sets what a condition is about; `false` if it does not exist.
    fn classify_condition(&mut self, id: &ConditionId, about: About) -> StoreResult<bool>;

    /// Returns parts that have a condition on any of their applications, including deleted ones, by id, after a given
    /// one.
    fn parts_of_condition(&mut self, id: &ConditionId, after: Option<&PartId>, limit: u32) -> StoreResult<Vec<PartId>>;
}
