//! Fitment: whether parts fit a vehicle, the applications of a part, and how admins edit them.

pub mod conditions;
pub mod editing;
pub mod flags;
pub mod refuted;
pub mod suspensions;

use crate::{
    accounts::access,
    ports::{
        fitment::{FitmentCounts, KnownApplication, KnownFitment, Suspension},
        store::Transaction,
        store_error::StoreResult,
    },
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
    vehicles::{KnownVehicle, known_vehicle},
};
use autoparts_domain::{
    fitment::{Evidence, FitEvidence, MAX_APPLICATIONS, MAX_APPLICATIONS_OF_MODEL, Verdict, verdict},
    id::{PartId, UserId},
    slug::{EngineId, MakeId},
    vehicles::{Engine, Make, Model, ModelId, Vehicle},
};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of parts per request.
pub const MAX_PARTS: usize = 100;

/// Errors of reading or editing fitment.
#[derive(Debug, thiserror::Error)]
pub enum FitmentError {
    /// The vehicle does not exist: unknown model, or the model does not exist in that year or with that engine.
    #[error("This vehicle does not exist.")]
    NoSuchVehicle,
    /// The part does not exist or was deleted.
    #[error("This part does not exist.")]
    NoSuchPart,
    /// The model does not exist.
    #[error("This model does not exist.")]
    NoSuchModel,
    /// The part to copy from does not exist.
    #[error("The part to copy from does not exist.")]
    NoSuchSource,
    /// The engine does not exist.
    #[error("This engine does not exist.")]
    NoSuchEngine {
        /// The index of the application that names it, from 0.
        application: usize,
    },
    /// Nothing came back that says that the application is wrong.
    #[error("No part came back because it did not fit this model.")]
    NoEvidence,
    /// The condition does not exist.
    #[error("This condition does not exist.")]
    NoSuchCondition,
    /// Another user changed the part after it was read.
    #[error("Someone else has changed this part. Please check it again.")]
    ChangedMeanwhile,
    /// More applications than allowed per part, for one model or in total.
    #[error("A part can have {MAX_APPLICATIONS} applications, and {MAX_APPLICATIONS_OF_MODEL} for one model.")]
    TooManyApplications,
}

impl Refusal for FitmentError {}

/// The result of a use case that can fail with [`FitmentError`].
pub type FitmentResult<T> = Result<T, UseCaseError<FitmentError>>;

/// The fitment of some parts on a vehicle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fits {
    /// The vehicle with its names.
    pub vehicle: KnownVehicle,
    /// The verdict for each requested part that is in the catalog.
    pub verdicts: BTreeMap<PartId, Verdict>,
    /// The engines named by the verdicts.
    pub engines: Vec<Engine>,
    /// Sales and returns for the model, of parts that fit and were sold often enough.
    pub track_records: BTreeMap<PartId, Evidence>,
}

/// A model that a part is listed for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedModel {
    /// The model.
    pub model: Model,
    /// Its make.
    pub make: Make,
    /// The part's applications for this model.
    pub applications: Vec<KnownApplication>,
}

/// A page of the models that a part is listed for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedModels {
    /// The models, by key.
    pub models: Vec<ListedModel>,
    /// The engines named by the applications.
    pub engines: Vec<Engine>,
    /// The part's total number of applications.
    pub counts: FitmentCounts,
}

/// The requested models of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskedModels {
    /// A page of models, by key, after a given model.
    Page {
        /// The last model of the previous page.
        after: Option<ModelId>,
        /// The maximum number of models on the page.
        limit: u32,
    },
    /// One model.
    One(ModelId),
}

/// A model for which a part is suspended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuspendedModel {
    /// The make.
    pub make: Make,
    /// The model.
    pub model: Model,
    /// The reason and the start of the suspension.
    pub suspension: Suspension,
}

/// The fitment of a part, for editing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditableFitment {
    /// The part's revision.
    pub revision: i64,
    /// A page of the models it is listed for.
    pub listed: ListedModels,
    /// The models for which it is suspended, listed or not.
    pub suspensions: Vec<SuspendedModel>,
}

/// Returns the verdicts for some parts on a known vehicle, for all parts that exist, deleted or not.
pub fn verdicts(
    tx: &mut dyn Transaction,
    vehicle: &Vehicle,
    parts: &[PartId],
) -> StoreResult<BTreeMap<PartId, Verdict>> {
    Ok(judged(vehicle, tx.fitments(&vehicle.model, parts)?))
}

fn judged(vehicle: &Vehicle, fitments: BTreeMap<PartId, KnownFitment>) -> BTreeMap<PartId, Verdict> {
    fitments.into_iter().map(|(part, known)| (part, verdict(vehicle, &known.fitment))).collect()
}

/// Returns sales and returns of the parts that fit and were sold often enough.
fn track_records(
    tx: &mut dyn Transaction,
    model: &ModelId,
    verdicts: &BTreeMap<PartId, Verdict>,
) -> StoreResult<BTreeMap<PartId, Evidence>> {
    let fitting = verdicts.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Fits { .. }));
    let fitting: Vec<PartId> = fitting.map(|(part, _)| *part).collect();
    if fitting.is_empty() {
        return Ok(BTreeMap::new());
    }
    let known = tx.fit_evidence_of_parts(&fitting, model)?;
    let of_part = |(part, known): (PartId, FitEvidence)| (part, known.evidence);
    Ok(known.into_iter().map(of_part).filter(|(_, evidence)| evidence.is_track_record()).collect())
}

impl Shop {
    /// Returns whether parts fit a vehicle. Parts that are not in the catalog are omitted. Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn fits(&self, vehicle: Vehicle, parts: Vec<PartId>) -> FitmentResult<Fits> {
        if !self.is_on_sale(vehicle.year) {
            return Err(FitmentError::NoSuchVehicle.into());
        }
        let has_track_records = self.rules.fit_track_record;
        self.store
            .read_public(move |tx| {
                let known = known_vehicle(tx, &vehicle)?.ok_or(FitmentError::NoSuchVehicle)?;
                let mut fitments = tx.fitments(&vehicle.model, &parts)?;
                fitments.retain(|_, known| !known.deleted);
                let verdicts = judged(&vehicle, fitments);
                let named: BTreeSet<_> = verdicts.values().flat_map(engines_of).cloned().collect();
                let engines = tx.engines_by_id(&Vec::from_iter(named))?;
                let track_records =
                    if has_track_records { track_records(tx, &vehicle.model, &verdicts)? } else { BTreeMap::new() };
                Ok(Fits { vehicle: known, verdicts, engines, track_records })
            })
            .await
    }

    /// Returns the models that a part of the catalog is listed for, by key. Public.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn part_fitments(&self, id: PartId, asked: AskedModels) -> FitmentResult<ListedModels> {
        self.store
            .read_public(move |tx| {
                tx.part(&id)?.ok_or(FitmentError::NoSuchPart)?;
                Ok(listed_models(tx, &id, &asked)?)
            })
            .await
    }

    /// Returns the same for any part, deleted or not, with the data needed for editing. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn fitment_to_edit(
        &self,
        caller: UserId,
        id: PartId,
        asked: AskedModels,
    ) -> FitmentResult<EditableFitment> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                let revision = tx.part_record(&id)?.ok_or(FitmentError::NoSuchPart)?.revision;
                let listed = listed_models(tx, &id, &asked)?;
                let of_part = tx.suspensions_of_part(&id)?;
                let ids: Vec<ModelId> = of_part.iter().map(|suspension| suspension.model.clone()).collect();
                let names = model_names(tx, &ids)?;
                let suspended = |suspension: Suspension| {
                    let (make, model) = names.get(&suspension.model).cloned()?;
                    Some(SuspendedModel { make, model, suspension })
                };
                Ok(EditableFitment {
                    revision,
                    listed,
                    suspensions: of_part.into_iter().filter_map(suspended).collect(),
                })
            })
            .await
    }
}

/// Returns some models with their makes.
fn model_names(tx: &mut dyn Transaction, ids: &[ModelId]) -> StoreResult<BTreeMap<ModelId, (Make, Model)>> {
    let makes: BTreeSet<MakeId> = ids.iter().map(|model| model.make.clone()).collect();
    let makes = tx.makes_by_id(&Vec::from_iter(makes))?;
    let makes: BTreeMap<MakeId, Make> = makes.into_iter().map(|make| (make.id.clone(), make)).collect();
    let named = |model: Model| makes.get(&model.id.make).cloned().map(|make| (model.id.clone(), (make, model)));
    Ok(tx.models_by_id(ids)?.into_iter().filter_map(named).collect())
}

fn listed_models(tx: &mut dyn Transaction, id: &PartId, asked: &AskedModels) -> StoreResult<ListedModels> {
    let ids = match asked {
        AskedModels::Page { after, limit } => tx.models_of_part(id, after.as_ref(), *limit)?,
        AskedModels::One(model) => vec![model.clone()],
    };
    let mut applications: BTreeMap<ModelId, Vec<KnownApplication>> = BTreeMap::new();
    for application in tx.applications(id, &ids)? {
        applications.entry(application.0.clone()).or_default().push(application);
    }
    let listed = |(id, (make, model)): (ModelId, (Make, Model))| {
        Some(ListedModel { model, make, applications: applications.remove(&id)? })
    };
    let models: Vec<ListedModel> = model_names(tx, &ids)?.into_iter().filter_map(listed).collect();
    let of_all = models.iter().flat_map(|listed| &listed.applications);
    let named: BTreeSet<_> = of_all.filter_map(|(_, application)| application.engine.clone()).collect();
    let engines = tx.engines_by_id(&Vec::from_iter(named))?;
    let counts = tx.fitment_counts(&[*id])?.remove(id).unwrap_or_default();
    Ok(ListedModels { models, engines, counts })
}

/// Returns the engines named by a verdict.
pub(crate) fn engines_of(verdict: &Verdict) -> impl Iterator<Item = &EngineId> {
    let alternatives = match verdict {
        Verdict::FitsIf { any_of, .. } => Some(any_of),
        _ => None,
    };
    alternatives.into_iter().flatten().filter_map(|alternative| alternative.engine.as_ref())
}
