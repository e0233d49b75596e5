//! Editing of fitment by admins, guarded by the part's revision like its listing.

use super::{FitmentError, FitmentResult, flags};
use crate::{
    accounts::access,
    ports::{
        catalogue::PartRecord,
        fitment::{KnownApplication, ModelApplication},
        store::Transaction,
        store_error::{StoreError, StoreResult},
    },
    shop::Shop,
};
use autoparts_domain::{
    audit::{AuditAction, Facts},
    fitment::{About, Application, Condition, MAX_APPLICATIONS, MAX_APPLICATIONS_OF_MODEL, joined},
    id::{ConditionId, PartId, UserId},
    slug::EngineId,
    text::ConditionWords,
    time::Timestamp,
    vehicles::ModelId,
};
use std::collections::{BTreeMap, BTreeSet};

impl Shop {
    /// Replaces the applications of a part for a model (none removes the model), if the part still has the revision
    /// that the caller read. Unknown condition words are added to the dictionary, classified as about the vehicle.
    /// Returns the part's new revision. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn edit_fitment(
        &self,
        caller: UserId,
        part: PartId,
        revision: i64,
        model: ModelId,
        applications: Vec<Application<ConditionWords>>,
    ) -> FitmentResult<i64> {
        let audit = self.admin_audit(caller);
        let new_ids: BTreeMap<ConditionWords, ConditionId> = applications
            .iter()
            .flat_map(|application| application.conditions.iter().cloned())
            .map(|words| (words, self.ids.next()))
            .collect();
        self.store
            .write(move |tx| {
                save_revision(tx, &caller, &part, revision, audit.at)?;
                if tx.models_by_id(std::slice::from_ref(&model))?.is_empty() {
                    return Err(FitmentError::NoSuchModel.into());
                }
                require_engines(tx, &applications)?;
                let ids = known_or_new(tx, &new_ids)?;
                let applications = joined(applications.iter().map(|application| with_ids(application, &ids)));
                if applications.len() > MAX_APPLICATIONS_OF_MODEL {
                    return Err(FitmentError::TooManyApplications.into());
                }
                let before = tx.applications(&part, std::slice::from_ref(&model))?;
                let all = tx.replace_applications(&part, &model, &applications)?;
                if usize::try_from(all).is_ok_and(|all| all > MAX_APPLICATIONS) {
                    return Err(FitmentError::TooManyApplications.into());
                }
                let after = tx.applications(&part, std::slice::from_ref(&model))?;
                flags::restart_corrected(tx, &part, &before, &after, audit.at)?;
                let facts = (&application_facts(&before), &application_facts(&after));
                audit.changed(tx, AuditAction::ChangeFitment, &format!("{part}, {model}"), facts)?;
                Ok(revision + 1)
            })
            .await
    }

    /// Replaces all applications of a part with those of another part, if it still has the revision that the caller
    /// read. Returns the part's new revision. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn copy_fitment(&self, caller: UserId, part: PartId, revision: i64, from: PartId) -> FitmentResult<i64> {
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                save_revision(tx, &caller, &part, revision, audit.at)?;
                tx.part_record(&from)?.ok_or(FitmentError::NoSuchSource)?;
                let listed = tx.listed_fitments(&[from])?.remove(&from).unwrap_or_default();
                let set_aside = tx.fitment_counts(&[from])?.remove(&from).unwrap_or_default().set_aside;
                let before = tx.listed_fitments(&[part])?.remove(&part).unwrap_or_default().applications;
                let facts_before = listed_facts(tx, &part)?;
                flags::restart_corrected(tx, &part, &before, &listed.applications, audit.at)?;
                let written = |(model, application): (ModelId, Application)| (model, ids_only(&application));
                let applications: Vec<ModelApplication> = listed.applications.into_iter().map(written).collect();
                tx.replace_all_applications(&part, &applications, set_aside)?;
                let facts = (&facts_before, &listed_facts(tx, &part)?);
                let about = format!("{part}, copied from {from}");
                audit.changed(tx, AuditAction::ChangeFitment, &about, facts)?;
                Ok(revision + 1)
            })
            .await
    }
}

/// Describes the applications of a part for one model, for the audit log.
fn application_facts(applications: &[KnownApplication]) -> Facts {
    let texts: Vec<String> = applications.iter().map(|(_, application)| in_words(application)).collect();
    Facts::one("applications", texts.join("; "))
}

/// Formats an application, such as `2016–2018, 2.0l-l4-gas, Front, 2 pcs., With A/C`.
fn in_words(application: &Application) -> String {
    let Application { years, engine, position, pieces, conditions } = application;
    let rest = [
        engine.as_ref().map(ToString::to_string),
        position.as_ref().map(ToString::to_string),
        pieces.map(|pieces| format!("{} pcs.", pieces.pieces())),
    ];
    let conditions = conditions.iter().map(|condition| condition.words.to_string());
    let words = [years.to_string()].into_iter().chain(rest.into_iter().flatten()).chain(conditions);
    words.collect::<Vec<_>>().join(", ")
}

/// Returns a part's applications by model, and the number set aside, for the audit log.
fn listed_facts(tx: &mut dyn Transaction, part: &PartId) -> StoreResult<Facts> {
    let listed = tx.listed_fitments(&[*part])?.remove(part).unwrap_or_default();
    let set_aside = tx.fitment_counts(&[*part])?.remove(part).unwrap_or_default().set_aside;
    let mut models: BTreeMap<ModelId, Vec<String>> = BTreeMap::new();
    for (model, application) in &listed.applications {
        models.entry(model.clone()).or_default().push(in_words(application));
    }
    let models = models.into_iter().map(|(model, texts)| (model.to_string(), texts.join("; ")));
    let set_aside = (set_aside > 0).then(|| ("set_aside".to_owned(), set_aside.to_string()));
    Ok(set_aside.into_iter().chain(models).collect())
}

/// Increments the part's revision, if the caller is an admin and the part still has the given one. Called first,
/// because it locks the part and so serializes edits.
fn save_revision(
    tx: &mut dyn Transaction,
    caller: &UserId,
    part: &PartId,
    revision: i64,
    now: Timestamp,
) -> FitmentResult<()> {
    access::require_admin(tx, caller)?;
    let record = tx.part_record(part)?.ok_or(FitmentError::NoSuchPart)?;
    if record.revision != revision {
        return Err(FitmentError::ChangedMeanwhile.into());
    }
    Ok(tx.update_part(&PartRecord { changed_at: now, ..record })?)
}

fn require_engines(tx: &mut dyn Transaction, applications: &[Application<ConditionWords>]) -> FitmentResult<()> {
    let named: BTreeSet<EngineId> = applications.iter().filter_map(|application| application.engine.clone()).collect();
    let known = tx.engines_by_id(&named.iter().cloned().collect::<Vec<_>>())?;
    let known: BTreeSet<&EngineId> = known.iter().map(|engine| &engine.id).collect();
    let is_unknown =
        |application: &Application<_>| application.engine.as_ref().is_some_and(|engine| !known.contains(engine));
    match applications.iter().position(is_unknown) {
        Some(application) => Err(FitmentError::NoSuchEngine { application }.into()),
        None => Ok(()),
    }
}

/// Returns the ids of condition words. Unknown words are added to the dictionary under the new ids.
pub(crate) fn known_or_new(
    tx: &mut dyn Transaction,
    new_ids: &BTreeMap<ConditionWords, ConditionId>,
) -> FitmentResult<BTreeMap<ConditionWords, ConditionId>> {
    if new_ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let known = tx.conditions_by_words(&new_ids.keys().cloned().collect::<Vec<_>>())?;
    let mut ids: BTreeMap<ConditionWords, ConditionId> =
        known.into_iter().map(|condition| (condition.words, condition.id)).collect();
    for (words, id) in new_ids {
        if !ids.contains_key(words) {
            let condition = Condition { id: *id, words: words.clone(), about: About::default() };
            tx.insert_condition(&condition).map_err(|error| match error {
                // Another transaction is adding the same words; the retry finds them in the dictionary.
                StoreError::Duplicate => tx.conflict(),
                error => error,
            })?;
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
