//! The demo's vehicles, which are real, and fitments, which are invented to show every fitment verdict.

use super::{SeedError, demo_id};
use autoparts_application::ports::{
    fitment::{ModelApplication, Suspension},
    store::Transaction,
    store_error::StoreResult,
    vehicles::VehicleTables,
};
use autoparts_domain::{
    catalogue::{Part, listing::Listing},
    fitment::{About, Application, Condition, PiecesNeeded},
    id::{ConditionId, PartId},
    text::{ConditionWords, SuspensionReason},
    time::Timestamp,
    validation::ValidationError,
    vehicles::{ModelId, ModelYear, Years},
};
use autoparts_exchange::vehicles_csv;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeedFitments {
    conditions: Vec<SeedCondition>,
    parts: Vec<SeedFitment>,
}

#[derive(Deserialize)]
struct SeedCondition {
    words: String,
    about: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SeedFitment {
    /// The title of the part.
    title: String,
    applications: Vec<SeedApplication>,
    #[serde(default)]
    set_aside: u32,
    #[serde(default)]
    suspended: Vec<SeedSuspension>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeedApplication {
    model: String,
    years: (i64, i64),
    engine: Option<String>,
    position: Option<String>,
    pieces: Option<i64>,
    #[serde(default)]
    conditions: BTreeSet<String>,
}

#[derive(Deserialize)]
struct SeedSuspension {
    model: String,
    reason: String,
}

/// The fitments of the demo parts.
pub(super) struct Fitments {
    conditions: Vec<Condition>,
    parts: Vec<PreparedFitment>,
}

struct PreparedFitment {
    part: PartId,
    /// Conditions by their text, because a shop may have some of them already.
    applications: Vec<(ModelId, Application<ConditionWords>)>,
    set_aside: u32,
    suspended: Vec<(ModelId, SuspensionReason)>,
}

/// Returns the vehicles, from a file in EPA's format.
pub(super) fn vehicles() -> Result<VehicleTables, SeedError> {
    Ok(vehicles_csv::read(&include_bytes!("../../seed/vehicles.csv")[..])?.vehicles)
}

impl SeedApplication {
    fn application(self) -> Result<(ModelId, Application<ConditionWords>), ValidationError> {
        let application = Application {
            years: Years::new(ModelYear::new(self.years.0)?, ModelYear::new(self.years.1)?)?,
            engine: self.engine.map(|engine| engine.parse()).transpose()?,
            position: self.position.map(|position| position.parse()).transpose()?,
            pieces: self.pieces.map(PiecesNeeded::new).transpose()?,
            conditions: self.conditions.iter().map(|words| words.parse()).collect::<Result<_, _>>()?,
        };
        Ok((self.model.parse()?, application))
    }
}

pub(super) fn fitments(parts: &[(Part, Listing)]) -> Result<Fitments, SeedError> {
    let seed: SeedFitments = serde_json::from_str(include_str!("../../seed/fitments.json"))?;
    let condition = |(number, condition): (usize, SeedCondition)| {
        let about = About::ALL.into_iter().find(|about| about.name() == condition.about);
        let about = about.ok_or(ValidationError::Unknown)?;
        Ok::<_, ValidationError>(Condition { id: demo_id(4, number), words: condition.words.parse()?, about })
    };
    let fitment = |fitment: SeedFitment| {
        let part = parts.iter().find(|(part, _)| part.details.title.as_str() == fitment.title);
        let (part, _) = part.ok_or(ValidationError::Unknown)?;
        let suspended =
            |suspended: SeedSuspension| Ok::<_, ValidationError>((suspended.model.parse()?, suspended.reason.parse()?));
        Ok::<_, ValidationError>(PreparedFitment {
            part: part.id,
            applications: fitment
                .applications
                .into_iter()
                .map(SeedApplication::application)
                .collect::<Result<_, _>>()?,
            set_aside: fitment.set_aside,
            suspended: fitment.suspended.into_iter().map(suspended).collect::<Result<_, _>>()?,
        })
    };
    Ok(Fitments {
        conditions: seed.conditions.into_iter().enumerate().map(condition).collect::<Result<_, _>>()?,
        parts: seed.parts.into_iter().map(fitment).collect::<Result<_, _>>()?,
    })
}

/// Adds fitments for demo parts that have none.
pub(super) fn add(tx: &mut dyn Transaction, all: &Fitments, now: Timestamp) -> StoreResult<()> {
    let mut untouched: Vec<&PreparedFitment> = Vec::new();
    for fitment in &all.parts {
        let is_known = !tx.fitment_counts(&[fitment.part])?.is_empty();
        if !is_known && tx.part(&fitment.part)?.is_some() {
            untouched.push(fitment);
        }
    }
    if untouched.is_empty() {
        return Ok(());
    }
    let words: Vec<ConditionWords> = all.conditions.iter().map(|condition| condition.words.clone()).collect();
    let known = tx.conditions_by_words(&words)?;
    let mut ids: BTreeMap<&ConditionWords, ConditionId> = BTreeMap::new();
    for condition in &all.conditions {
        let same = known.iter().find(|known| known.words == condition.words);
        if same.is_none() {
            tx.insert_condition(condition)?;
        }
        ids.insert(&condition.words, same.map_or(condition.id, |known| known.id));
    }
    for PreparedFitment { part, applications, set_aside, suspended } in untouched {
        let with_ids = |(model, application): &(ModelId, Application<ConditionWords>)| -> ModelApplication {
            let Application { years, engine, position, pieces, conditions } = application.clone();
            let conditions = conditions.iter().filter_map(|words| ids.get(words)).copied().collect();
            (model.clone(), Application { years, engine, position, pieces, conditions })
        };
        let applications: Vec<ModelApplication> = applications.iter().map(with_ids).collect();
        tx.replace_all_applications(part, &applications, *set_aside)?;
        for (model, reason) in suspended {
            tx.suspend_fit(&Suspension { part: *part, model: model.clone(), reason: reason.clone(), since: now })?;
        }
        tx.touch_parts(&[*part], now)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed;
    use autoparts_application::{
        fitment::verdicts,
        ports::{store::Store, store_error::StoreError},
        vehicles::known_vehicle,
    };
    use autoparts_domain::{
        fitment::{Unknown, Verdict},
        slug::EngineId,
        vehicles::Vehicle,
    };
    use autoparts_testing::{clock::TestClock, memory::MemoryStore};
    use std::sync::Arc;

    #[test]
    fn every_vehicle_engine_and_condition_that_is_named_is_there() {
        let tables = vehicles().unwrap();
        let all = fitments(&seed::parts().unwrap()).unwrap();
        let words: BTreeSet<_> = all.conditions.iter().map(|condition| &condition.words).collect();
        for PreparedFitment { applications, suspended, .. } in &all.parts {
            for (model, application) in applications {
                let made = |year: ModelYear, engine: Option<&EngineId>| {
                    tables.model_engines.iter().any(|made| {
                        made.model == *model
                            && made.years.contains(year)
                            && engine.is_none_or(|engine| *engine == made.engine)
                    })
                };
                for year in [application.years.from(), application.years.to()] {
                    assert!(made(year, application.engine.as_ref()), "{model} {application:?}");
                }
                assert!(application.conditions.iter().all(|condition| words.contains(condition)), "{application:?}");
            }
            assert!(suspended.iter().all(|(model, _)| tables.models.iter().any(|known| known.id == *model)));
        }
    }

    fn kind(verdict: &Verdict) -> &'static str {
        match verdict {
            Verdict::Fits { .. } => "fits",
            Verdict::FitsIf { .. } => "fits if",
            Verdict::DoesNotFit => "does not fit",
            Verdict::Universal => "universal",
            Verdict::Unknown(Unknown::NoData) => "no data",
            Verdict::Unknown(Unknown::Unclassified) => "unclassified",
            Verdict::Unknown(Unknown::Suspended) => "suspended",
        }
    }

    #[tokio::test]
    async fn one_car_shows_every_verdict_and_how_many_pieces_it_needs() {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
        let clock = TestClock::default();
        let first = seed::catalogue_and_reviews(&store, &clock).await.unwrap();
        assert!(first.parts > 0);
        assert_eq!(seed::catalogue_and_reviews(&store, &clock).await.unwrap(), seed::Seeded::default());
        let parts = seed::parts().unwrap();
        let ids: Vec<PartId> = parts.iter().map(|(part, _)| part.id).collect();
        let car: Vehicle = "2018/honda/civic/2.0l-l4-gas".parse().unwrap();
        let (known, verdicts) = store
            .read(move |tx| Ok::<_, StoreError>((known_vehicle(tx, &car)?, verdicts(tx, &car, &ids)?)))
            .await
            .unwrap();
        assert_eq!(known.unwrap().to_string(), "2018 Honda Civic 2.0L L4");
        let kinds: BTreeSet<&str> = verdicts.values().map(kind).collect();
        assert_eq!(kinds.len(), 7, "{kinds:?}");
        let of = |title: &str| {
            let (part, _) = parts.iter().find(|(part, _)| part.details.title.as_str() == title).unwrap();
            verdicts[&part.id].clone()
        };
        for (title, verdict) in [
            ("Brake disc", "fits"),
            ("Brake pads", "fits if"),
            ("Ignition coil", "does not fit"),
            ("Wiper blades", "universal"),
            ("Car battery", "no data"),
            ("Cabin filter", "unclassified"),
            ("Fuel pump module", "unclassified"),
            ("Tail light", "suspended"),
        ] {
            assert_eq!(kind(&of(title)), verdict, "{title}");
        }
        let Verdict::Fits { needs, .. } = of("Brake caliper") else { panic!("{:?}", of("Brake caliper")) };
        let front = Some("Front".parse().unwrap());
        assert_eq!(needs, [(front, PiecesNeeded::new(2).unwrap())].into(), "your car needs 2 (front)");
    }
}
