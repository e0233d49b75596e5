//! How admins change what a part fits. The part's revision guards it, as it does the part's listing.

use super::FitmentError;
use crate::{
    accounts::access,
    ports::{fitment::ModelApplication, store::Transaction},
    shop::Shop,
};
use autoparts_domain::{
    fitment::{About, Application, Condition, MAX_APPLICATIONS, MAX_APPLICATIONS_OF_MODEL, joined},
    id::{ConditionId, PartId, UserId},
    slug::EngineId,
    text::ConditionWords,
    time::Timestamp,
    vehicles::ModelId,
};
use std::collections::{BTreeMap, BTreeSet};

impl Shop {
    /// Puts applications in the place of those of a part for a model, none to take the model away, provided that the
    /// part is still at the revision that the caller saw; for admins. Words that are not in the dictionary are added to
    /// it, about the vehicle. Answers the part's revision since then.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn edit_fitment(
        &self,
        caller: UserId,
        part: PartId,
        revision: i64,
        model: ModelId,
        applications: Vec<Application<ConditionWords>>,
    ) -> Result<i64, FitmentError> {
        let now = self.now();
        let new_ids: BTreeMap<ConditionWords, ConditionId> = applications
            .iter()
            .flat_map(|application| application.conditions.iter().cloned())
            .map(|words| (words, self.ids.next()))
            .collect();
        self.store
            .write(move |tx| {
                require_revision(tx, &caller, &part, revision)?;
                if tx.models_by_id(std::slice::from_ref(&model))?.is_empty() {
                    return Err(FitmentError::NoSuchModel);
                }
                require_engines(tx, &applications)?;
                let ids = known_or_new(tx, &new_ids)?;
                let applications = joined(applications.iter().map(|application| with_ids(application, &ids)));
                if applications.len() > MAX_APPLICATIONS_OF_MODEL {
                    return Err(FitmentError::TooManyApplications);
                }
                let all = tx.replace_applications(&part, &model, &applications)?;
                if usize::try_from(all).is_ok_and(|all| all > MAX_APPLICATIONS) {
                    return Err(FitmentError::TooManyApplications);
                }
                touch(tx, part, revision, now)
            })
            .await
    }

    /// Puts all applications of another part in the place of those of a part, provided that it is still at the
    /// revision that the caller saw; for admins. Answers the part's revision since then.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn copy_fitment(
        &self,
        caller: UserId,
        part: PartId,
        revision: i64,
        from: PartId,
    ) -> Result<i64, FitmentError> {
        let now = self.now();
        self.store
            .write(move |tx| {
                require_revision(tx, &caller, &part, revision)?;
                tx.part_record(&from)?.ok_or(FitmentError::NoSuchSource)?;
                let listed = tx.listed_fitments(&[from])?.remove(&from).unwrap_or_default();
                let set_aside = tx.fitment_counts(&[from])?.remove(&from).unwrap_or_default().set_aside;
                let written = |(model, application): (ModelId, Application)| (model, ids_only(&application));
                let applications: Vec<ModelApplication> = listed.applications.into_iter().map(written).collect();
                tx.replace_all_applications(&part, &applications, set_aside)?;
                touch(tx, part, revision, now)
            })
            .await
    }
}

/// The part can be changed by the caller, and nobody has changed it since.
pub(super) fn require_revision(
    tx: &mut dyn Transaction,
    caller: &UserId,
    part: &PartId,
    revision: i64,
) -> Result<(), FitmentError> {
    access::require_admin::<FitmentError>(tx, caller)?;
    let record = tx.part_record(part)?.ok_or(FitmentError::NoSuchPart)?;
    if record.revision == revision { Ok(()) } else { Err(FitmentError::ChangedMeanwhile) }
}

fn touch(tx: &mut dyn Transaction, part: PartId, revision: i64, now: Timestamp) -> Result<i64, FitmentError> {
    tx.touch_parts(&[part], now)?;
    Ok(revision + 1)
}

fn require_engines(tx: &mut dyn Transaction, applications: &[Application<ConditionWords>]) -> Result<(), FitmentError> {
    let named: BTreeSet<EngineId> = applications.iter().filter_map(|application| application.engine.clone()).collect();
    let known = tx.engines_by_id(&named.iter().cloned().collect::<Vec<_>>())?;
    let known: BTreeSet<&EngineId> = known.iter().map(|engine| &engine.id).collect();
    let is_unknown =
        |application: &Application<_>| application.engine.as_ref().is_some_and(|engine| !known.contains(engine));
    match applications.iter().position(is_unknown) {
        Some(application) => Err(FitmentError::NoSuchEngine { application }),
        None => Ok(()),
    }
}

/// The ids of words: those of the dictionary, which gets the others under the ids that were made for them.
pub(crate) fn known_or_new(
    tx: &mut dyn Transaction,
    new_ids: &BTreeMap<ConditionWords, ConditionId>,
) -> Result<BTreeMap<ConditionWords, ConditionId>, FitmentError> {
    if new_ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let known = tx.conditions_by_words(&new_ids.keys().cloned().collect::<Vec<_>>())?;
    let mut ids: BTreeMap<ConditionWords, ConditionId> =
        known.into_iter().map(|condition| (condition.words, condition.id)).collect();
    for (words, id) in new_ids {
        if !ids.contains_key(words) {
            tx.insert_condition(&Condition { id: *id, words: words.clone(), about: About::default() })?;
            ids.insert(words.clone(), *id);
        }
    }
    Ok(ids)
}

fn with_ids(
    application: &Application<ConditionWords>,
    ids: &BTreeMap<ConditionWords, ConditionId>,
) -> Application<ConditionId> {
    let Application { years, engine, position, pieces, conditions } = application.clone();
    let conditions = conditions.iter().filter_map(|words| ids.get(words)).copied().collect();
    Application { years, engine, position, pieces, conditions }
}

fn ids_only(application: &Application) -> Application<ConditionId> {
    let Application { years, engine, position, pieces, conditions } = application.clone();
    Application { years, engine, position, pieces, conditions: conditions.iter().map(|known| known.id).collect() }
}
