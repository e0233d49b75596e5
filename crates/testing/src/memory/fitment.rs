//! Fitment of parts, and the dictionary of conditions.

use super::{
    MemoryTransaction,
    tables::{Tables, bounded, require},
};
use autoparts_application::ports::{
    fitment::{
        ConditionRepository, FitmentCounts, FitmentRepository, KnownApplication, KnownFitment, ListedFitment,
        ModelApplication, Suspension, UsedCondition,
    },
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    fitment::{About, Application, Condition, Fitment, joined},
    id::{ConditionId, PartId},
    text::ConditionWords,
    vehicles::{ModelId, Vehicle},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// An application with the texts of its conditions.
fn known(tables: &Tables, application: &Application<ConditionId>) -> Application {
    let Application { years, engine, position, pieces, conditions } = application.clone();
    let words = |id: &ConditionId| tables.conditions.get(id).cloned().map(Arc::new);
    Application { years, engine, position, pieces, conditions: conditions.iter().filter_map(words).collect() }
}

/// The applications of a part for each model.
fn of_part<'t>(
    tables: &'t Tables,
    part: &PartId,
) -> impl Iterator<Item = (&'t ModelId, &'t Vec<Application<ConditionId>>)> + use<'t> {
    tables.fitments.get(part).into_iter().flatten()
}

fn known_of_part(tables: &Tables, part: &PartId) -> Vec<KnownApplication> {
    let of_model = |(model, theirs): (&ModelId, &Vec<Application<ConditionId>>)| {
        theirs.iter().map(|application| (model.clone(), known(tables, application))).collect::<Vec<_>>()
    };
    of_part(tables, part).flat_map(of_model).collect()
}

fn listed(tables: &Tables, part: &PartId) -> u32 {
    let count: usize = of_part(tables, part).map(|(_, theirs)| theirs.len()).sum();
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Checks foreign keys.
fn require_known(
    tables: &Tables,
    part: &PartId,
    model: &ModelId,
    applications: &[Application<ConditionId>],
) -> StoreResult<()> {
    require(tables.parts.contains_key(part), "there is no such part")?;
    require(tables.models.contains_key(model), "there is no such model")?;
    let mut conditions = applications.iter().flat_map(|application| &application.conditions);
    require(conditions.all(|id| tables.conditions.contains_key(id)), "there is no such condition")
}

fn has_condition(tables: &Tables, part: &PartId, id: &ConditionId) -> bool {
    of_part(tables, part).any(|(_, theirs)| theirs.iter().any(|application| application.conditions.contains(id)))
}

impl FitmentRepository for MemoryTransaction {
    fn fitments(&mut self, model: &ModelId, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, KnownFitment>> {
        self.query(|tables| {
            let fitment = |part: &PartId| {
                let deleted = tables.parts.get(part)?.hidden;
                let theirs = tables.fitments.get(part).and_then(|models| models.get(model));
                let fitment = Fitment {
                    universal: tables.listings.get(part).is_some_and(|listing| listing.universal),
                    listed: listed(tables, part) > 0,
                    incomplete: tables.fitments_set_aside.get(part).is_some_and(|count| *count > 0),
                    suspended: tables.fit_suspensions.contains_key(&(model.clone(), *part)),
                    applications: theirs.into_iter().flatten().map(|one| known(tables, one)).collect(),
                };
                Some((*part, KnownFitment { deleted, fitment }))
            };
            Ok(parts.iter().filter_map(fitment).collect())
        })
    }

    fn models_of_part(&mut self, part: &PartId, after: Option<&ModelId>, limit: u32) -> StoreResult<Vec<ModelId>> {
        self.query(|tables| {
            let models = of_part(tables, part).map(|(model, _)| model);
            Ok(bounded(models.filter(|model| after.is_none_or(|after| *model > after)).cloned(), limit))
        })
    }

    fn applications(&mut self, part: &PartId, models: &[ModelId]) -> StoreResult<Vec<KnownApplication>> {
        self.query(|tables| {
            let mut all = known_of_part(tables, part);
            all.retain(|(model, _)| models.contains(model));
            Ok(all)
        })
    }

    fn listed_fitments(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, ListedFitment>> {
        self.query(|tables| {
            let listed = |part: &PartId| {
                let suspended = tables.fit_suspensions.keys().filter(|(_, other)| other == part);
                let suspended: Vec<ModelId> = suspended.map(|(model, _)| model.clone()).collect();
                let applications = known_of_part(tables, part);
                let anything = !suspended.is_empty() || !applications.is_empty();
                anything.then_some((*part, ListedFitment { applications, suspended }))
            };
            Ok(parts.iter().filter_map(listed).collect())
        })
    }

    fn is_listed(&mut self, vehicle: &Vehicle) -> StoreResult<bool> {
        self.query(|tables| {
            let mut theirs = tables.fitments.values().filter_map(|models| models.get(&vehicle.model)).flatten();
            Ok(theirs.any(|application| {
                let named = vehicle.engine.is_none() || application.engine == vehicle.engine;
                application.years.contains(vehicle.year) && named
            }))
        })
    }

    fn fitment_counts(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, FitmentCounts>> {
        self.query(|tables| {
            let counts = |part: &PartId| {
                let set_aside = tables.fitments_set_aside.get(part).copied().unwrap_or(0);
                let known = tables.fitments.contains_key(part) || tables.fitments_set_aside.contains_key(part);
                known.then(|| (*part, FitmentCounts { listed: listed(tables, part), set_aside }))
            };
            Ok(parts.iter().filter_map(counts).collect())
        })
    }

    fn replace_applications(
        &mut self,
        part: &PartId,
        model: &ModelId,
        applications: &[Application<ConditionId>],
    ) -> StoreResult<u32> {
        self.touched.part(*part);
        self.change(|tables| {
            require_known(tables, part, model, applications)?;
            let theirs = tables.fitments.entry(*part).or_default();
            theirs.remove(model);
            if !applications.is_empty() {
                theirs.insert(model.clone(), joined(applications.iter().cloned()));
            }
            Ok(listed(tables, part))
        })
    }

    fn replace_all_applications(
        &mut self,
        part: &PartId,
        applications: &[ModelApplication],
        set_aside: u32,
    ) -> StoreResult<()> {
        self.touched.part(*part);
        self.change(|tables| {
            let mut by_model: BTreeMap<ModelId, Vec<Application<ConditionId>>> = BTreeMap::new();
            for (model, application) in applications {
                require_known(tables, part, model, std::slice::from_ref(application))?;
                by_model.entry(model.clone()).or_default().push(application.clone());
            }
            require(tables.parts.contains_key(part), "there is no such part")?;
            tables.fitments.insert(*part, by_model.into_iter().map(|(model, all)| (model, joined(all))).collect());
            tables.fitments_set_aside.insert(*part, set_aside);
            Ok(())
        })
    }

    fn parts_of_model(&mut self, model: &ModelId, after: Option<&PartId>, limit: u32) -> StoreResult<Vec<PartId>> {
        self.query(|tables| {
            let theirs = tables.fitments.iter().filter(|(_, models)| models.contains_key(model));
            let later = theirs.map(|(part, _)| *part).filter(|part| after.is_none_or(|after| part > after));
            Ok(bounded(later, limit))
        })
    }

    fn suspend_fit(&mut self, suspension: &Suspension) -> StoreResult<()> {
        self.touched.part(suspension.part);
        self.change(|tables| {
            let Suspension { part, model, reason, .. } = suspension;
            require_known(tables, part, model, &[])?;
            let key = (model.clone(), *part);
            let known = tables.fit_suspensions.entry(key).or_insert_with(|| suspension.clone());
            known.reason.clone_from(reason);
            Ok(())
        })
    }

    fn end_suspension(&mut self, part: &PartId, model: &ModelId) -> StoreResult<bool> {
        self.touched.part(*part);
        let key = (model.clone(), *part);
        self.change(|tables| Ok(tables.fit_suspensions.remove(&key).is_some()))
    }

    fn suspensions(&mut self, after: Option<(&ModelId, &PartId)>, limit: u32) -> StoreResult<Vec<Suspension>> {
        self.query(|tables| {
            let later = tables.fit_suspensions.iter();
            let later = later.filter(|((model, part), _)| after.is_none_or(|after| (model, part) > after));
            Ok(bounded(later.map(|(_, suspension)| suspension.clone()), limit))
        })
    }

    fn suspensions_of_part(&mut self, part: &PartId) -> StoreResult<Vec<Suspension>> {
        self.query(|tables| {
            let theirs = tables.fit_suspensions.values().filter(|suspension| suspension.part == *part);
            Ok(theirs.cloned().collect())
        })
    }
}

impl ConditionRepository for MemoryTransaction {
    fn condition(&mut self, id: &ConditionId) -> StoreResult<Option<Condition>> {
        self.query(|tables| Ok(tables.conditions.get(id).cloned()))
    }

    fn conditions_by_id(&mut self, ids: &[ConditionId]) -> StoreResult<Vec<Condition>> {
        let ids: BTreeSet<&ConditionId> = ids.iter().collect();
        self.query(|tables| Ok(ids.iter().filter_map(|id| tables.conditions.get(id)).cloned().collect()))
    }

    fn conditions_by_words(&mut self, words: &[ConditionWords]) -> StoreResult<Vec<Condition>> {
        self.query(|tables| {
            let known = tables.conditions.values().filter(|known| words.contains(&known.words));
            let mut known: Vec<Condition> = known.cloned().collect();
            known.sort_by(|one, other| one.words.cmp(&other.words));
            Ok(known)
        })
    }

    fn conditions(
        &mut self,
        about: Option<About>,
        after: Option<&ConditionId>,
        limit: u32,
    ) -> StoreResult<Vec<UsedCondition>> {
        self.query(|tables| {
            let wanted = |known: &&Condition| {
                about.is_none_or(|about| known.about == about) && after.is_none_or(|after| known.id > *after)
            };
            let used = |condition: &Condition| {
                let parts = tables.fitments.keys().filter(|part| has_condition(tables, part, &condition.id)).count();
                UsedCondition { condition: condition.clone(), parts: u64::try_from(parts).unwrap_or(u64::MAX) }
            };
            Ok(bounded(tables.conditions.values().filter(wanted).map(used), limit))
        })
    }

    fn insert_condition(&mut self, condition: &Condition) -> StoreResult<()> {
        self.change(|tables| {
            if tables.conditions.values().any(|known| known.words == condition.words) {
                return Err(StoreError::Duplicate);
            }
            tables.conditions.insert(condition.id, condition.clone());
            Ok(())
        })
    }

    fn classify_condition(&mut self, id: &ConditionId, about: About) -> StoreResult<bool> {
        self.change(|tables| Ok(tables.conditions.get_mut(id).map(|known| known.about = about).is_some()))
    }

    fn parts_of_condition(&mut self, id: &ConditionId, after: Option<&PartId>, limit: u32) -> StoreResult<Vec<PartId>> {
        self.query(|tables| {
            let later = tables.fitments.keys().filter(|part| after.is_none_or(|after| *part > after));
            Ok(bounded(later.filter(|part| has_condition(tables, part, id)).copied(), limit))
        })
    }
}
