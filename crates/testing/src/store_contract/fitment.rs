//! Rules about fitment of parts, and about the dictionary of conditions.

#![expect(clippy::indexing_slicing, reason = "these are tests, and a panic is how a test fails")]

use super::{Shared, add_part};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::{application, category, condition, part, vehicles, years},
};
use autoparts_application::ports::{
    catalogue::PartRecord,
    fitment::{FitmentCounts, ModelApplication, Suspension},
    store::Transaction,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    catalogue::listing::Listing,
    fitment::{About, Application, Fitment},
    id::{ConditionId, PartId},
    vehicles::ModelId,
};

async fn run<T: Send + 'static>(
    store: &Shared,
    work: impl Fn(&mut dyn Transaction) -> StoreResult<T> + Send + Sync + 'static,
) -> T {
    store.write(work).await.unwrap()
}

fn id(number: u64) -> PartId {
    part(number, 0).id
}

fn model(text: &str) -> ModelId {
    text.parse().unwrap()
}

fn civic() -> ModelId {
    model("honda/civic")
}

/// Vehicles, parts 1 to 3, and three conditions: 1 about the vehicle, 2 about the part, and 3 unclassified.
async fn filled(store: &Shared) {
    for number in 1..=3 {
        add_part(store, &part(number, 5)).await;
    }
    run(store, |tx| {
        tx.save_vehicles(&vehicles())?;
        for (number, about) in (1..).zip(About::ALL) {
            tx.insert_condition(&condition(number, about))?;
        }
        Ok(())
    })
    .await;
}

async fn replace(store: &Shared, number: u64, model: ModelId, applications: Vec<Application<ConditionId>>) -> u32 {
    run(store, move |tx| tx.replace_applications(&id(number), &model, &applications)).await
}

async fn replace_all(store: &Shared, number: u64, applications: Vec<ModelApplication>, set_aside: u32) {
    run(store, move |tx| tx.replace_all_applications(&id(number), &applications, set_aside)).await;
}

async fn fitment(store: &Shared, number: u64, model: ModelId) -> Fitment {
    let mut all = store.read(move |tx| tx.fitments(&model, &[id(number)])).await.unwrap();
    all.remove(&id(number)).unwrap().fitment
}

/// Applications as written, without the texts of their conditions.
fn written(fitment: &Fitment) -> Vec<Application<ConditionId>> {
    let written = |application: &Application| Application {
        years: application.years,
        engine: application.engine.clone(),
        position: application.position.clone(),
        pieces: application.pieces,
        conditions: application.conditions.iter().map(|condition| condition.id).collect(),
    };
    fitment.applications.iter().map(written).collect()
}

pub async fn a_part_without_data_is_known_to_have_none(store: Shared) {
    filled(&store).await;
    assert_eq!(fitment(&store, 1, civic()).await, Fitment::default());
    run(&store, |tx| tx.save_listing(&id(1), &Listing { universal: true, ..Listing::default() })).await;
    assert_eq!(fitment(&store, 1, civic()).await, Fitment { universal: true, ..Fitment::default() });
    let unknown = store.read(|tx| tx.fitments(&civic(), &[id(9)])).await.unwrap();
    assert!(unknown.is_empty(), "there is no such part");
}

pub async fn applications_are_found_as_they_were_written(store: Shared) {
    filled(&store).await;
    let bare = Application { position: None, pieces: None, ..application(2016, 2018, &[]) };
    let with_engine = Application { engine: Some("2.0l-l4-gas".parse().unwrap()), ..bare.clone() };
    let mut all = vec![bare, with_engine, application(2019, 2021, &[1, 2, 3])];
    assert_eq!(replace(&store, 1, civic(), all.clone()).await, 3);
    let found = fitment(&store, 1, civic()).await;
    assert!(found.listed && !found.incomplete && !found.suspended);
    all.sort();
    let mut stored = written(&found);
    stored.sort();
    assert_eq!(stored, all);
    let words: Vec<_> = found.applications.iter().flat_map(|application| &application.conditions).collect();
    let dictionary: Vec<_> = (1..).zip(About::ALL).map(|(number, about)| condition(number, about)).collect();
    assert!(words.len() == 3 && words.iter().all(|word| dictionary.contains(word)));
}

pub async fn applications_of_one_model_are_replaced_alone(store: Shared) {
    filled(&store).await;
    assert_eq!(replace(&store, 1, civic(), vec![application(2016, 2018, &[1])]).await, 1);
    assert_eq!(replace(&store, 1, model("ford/f-150"), vec![application(2010, 2012, &[])]).await, 2);
    assert_eq!(replace(&store, 1, civic(), vec![application(2017, 2018, &[])]).await, 2);
    assert_eq!(written(&fitment(&store, 1, civic()).await), [application(2017, 2018, &[])]);
    assert_eq!(written(&fitment(&store, 1, model("ford/f-150")).await), [application(2010, 2012, &[])]);
    assert_eq!(replace(&store, 1, civic(), Vec::new()).await, 1);
    let without = fitment(&store, 1, civic()).await;
    assert!(without.listed && without.applications.is_empty(), "listed for another model");
    assert_eq!(replace(&store, 1, model("ford/f-150"), Vec::new()).await, 0);
    assert_eq!(fitment(&store, 1, civic()).await, Fitment::default());
}

pub async fn all_applications_are_replaced_together(store: Shared) {
    filled(&store).await;
    replace(&store, 1, civic(), vec![application(2016, 2018, &[1])]).await;
    let accord = (model("honda/accord"), application(2013, 2017, &[2]));
    replace_all(&store, 1, vec![accord.clone()], 7).await;
    let found = fitment(&store, 1, civic()).await;
    assert_eq!(found, Fitment { listed: true, incomplete: true, ..Fitment::default() });
    let counts = store.read(|tx| tx.fitment_counts(&[id(1), id(2)])).await.unwrap();
    assert_eq!(counts, [(id(1), FitmentCounts { listed: 1, set_aside: 7 })].into());
    assert_eq!(replace(&store, 1, civic(), vec![application(2016, 2018, &[1])]).await, 2);
    assert!(fitment(&store, 1, civic()).await.incomplete, "an edit leaves it incomplete");
    let listed = store.read(|tx| tx.listed_fitments(&[id(1), id(2)])).await.unwrap();
    let models: Vec<_> = listed[&id(1)].applications.iter().map(|(model, _)| model.to_string()).collect();
    assert_eq!((listed.len(), models), (1, vec!["honda/accord".to_owned(), "honda/civic".to_owned()]));
    replace_all(&store, 1, Vec::new(), 0).await;
    assert_eq!(fitment(&store, 1, civic()).await, Fitment::default());
}

pub async fn applications_need_their_part_model_and_conditions(store: Shared) {
    filled(&store).await;
    for (part, to, condition) in [(9, civic(), 1), (1, model("honda/jazz"), 1), (1, civic(), 9)] {
        let written =
            store.write(move |tx| tx.replace_applications(&id(part), &to, &[application(2016, 2018, &[condition])]));
        assert!(written.await.is_err(), "part {part}, condition {condition}");
    }
    assert_eq!(fitment(&store, 1, civic()).await, Fitment::default());
}

pub async fn consecutive_years_are_joined(store: Shared) {
    filled(&store).await;
    let single = [2018, 2016, 2017, 2020].map(|year| application(year, year, &[1]));
    assert_eq!(replace(&store, 1, civic(), single.to_vec()).await, 2);
    let kept = [application(2016, 2018, &[1]), application(2020, 2020, &[1])];
    assert_eq!(written(&fitment(&store, 1, civic()).await), kept);
    replace_all(&store, 1, single.map(|application| (civic(), application)).to_vec(), 0).await;
    assert_eq!(written(&fitment(&store, 1, civic()).await), kept);
}

pub async fn a_part_keeps_its_fitment_in_another_category(store: Shared) {
    filled(&store).await;
    run(&store, |tx| tx.insert_category(&category("brakes", None))).await;
    replace(&store, 1, civic(), vec![application(2016, 2018, &[])]).await;
    for category in [Some("brakes"), None, Some("brakes")] {
        let listing = Listing { category: category.map(|id| id.parse().unwrap()), ..Listing::default() };
        run(&store, move |tx| tx.save_listing(&id(1), &listing)).await;
        assert_eq!(written(&fitment(&store, 1, civic()).await), [application(2016, 2018, &[])], "{category:?}");
    }
    replace(&store, 1, civic(), vec![application(2017, 2018, &[])]).await;
    assert_eq!(written(&fitment(&store, 1, civic()).await), [application(2017, 2018, &[])]);
}

pub async fn only_requested_parts_and_models_are_returned(store: Shared) {
    filled(&store).await;
    for number in 1..=3 {
        replace(&store, number, civic(), vec![application(2015, 2015 + i64::try_from(number).unwrap(), &[])]).await;
    }
    replace(&store, 1, model("honda/accord"), vec![application(2000, 2001, &[])]).await;
    let found = store.read(|tx| tx.fitments(&civic(), &[id(1), id(3)])).await.unwrap();
    let years_of = |number| written(&found[&id(number)].fitment)[0].years;
    assert_eq!((found.len(), years_of(1), years_of(3)), (2, years(2015, 2016), years(2015, 2018)));
    let some = store.read(|tx| tx.applications(&id(1), &[civic(), model("ford/f-150")])).await.unwrap();
    assert_eq!(some.iter().map(|(model, _)| model.clone()).collect::<Vec<_>>(), [civic()]);
}

pub async fn a_deleted_part_keeps_its_fitment_and_is_marked_deleted(store: Shared) {
    filled(&store).await;
    for number in 1..=2 {
        replace(&store, number, civic(), vec![application(2016, 2018, &[1])]).await;
    }
    run(&store, |tx| {
        let record = tx.part_record(&id(2))?.unwrap();
        tx.update_part(&PartRecord { hidden: true, ..record })
    })
    .await;
    let found = store.read(|tx| tx.fitments(&civic(), &[id(1), id(2)])).await.unwrap();
    let kept = &found[&id(1)];
    let deleted = &found[&id(2)];
    assert_eq!((kept.deleted, deleted.deleted), (false, true));
    assert_eq!(written(&deleted.fitment), [application(2016, 2018, &[1])]);
    assert_eq!(kept.fitment, deleted.fitment);
}

pub async fn models_and_parts_are_paged(store: Shared) {
    filled(&store).await;
    for of in ["honda/civic", "ford/f-150", "honda/accord"] {
        replace(&store, 1, model(of), vec![application(2016, 2018, &[]), application(2016, 2018, &[1])]).await;
    }
    replace(&store, 3, civic(), vec![application(2016, 2018, &[])]).await;
    let page = store.read(|tx| tx.models_of_part(&id(1), None, 2)).await.unwrap();
    assert_eq!(page, [model("ford/f-150"), model("honda/accord")]);
    let page = store.read(|tx| tx.models_of_part(&id(1), Some(&model("honda/accord")), 2)).await.unwrap();
    assert_eq!(page, [civic()]);
    assert_eq!(store.read(|tx| tx.parts_of_model(&civic(), None, 1)).await.unwrap(), [id(1)]);
    assert_eq!(store.read(|tx| tx.parts_of_model(&civic(), Some(&id(1)), 9)).await.unwrap(), [id(3)]);
}

pub async fn a_vehicle_is_listed_when_a_part_names_it(store: Shared) {
    filled(&store).await;
    let with_engine = Application { engine: Some("2.0l-l4-gas".parse().unwrap()), ..application(2016, 2017, &[]) };
    replace(&store, 1, civic(), vec![with_engine, application(2019, 2019, &[3])]).await;
    for (vehicle, is_listed) in [
        ("2016/honda/civic", true),
        ("2017/honda/civic/2.0l-l4-gas", true),
        ("2017/honda/civic/1.5l-l4-turbo-gas", false),
        ("2018/honda/civic", false),
        ("2018/honda/civic/2.0l-l4-gas", false),
        ("2019/honda/civic", true),
        // An application for any engine does not name this one.
        ("2019/honda/civic/2.0l-l4-gas", false),
        ("2016/honda/accord", false),
    ] {
        let found = run(&store, move |tx| tx.is_listed(&vehicle.parse().unwrap())).await;
        assert_eq!(found, is_listed, "{vehicle}");
    }
}

pub async fn a_suspension_is_returned_until_it_ends(store: Shared) {
    filled(&store).await;
    replace(&store, 1, civic(), vec![application(2016, 2018, &[])]).await;
    let suspension = |number, of, reason: &str| Suspension {
        part: id(number),
        model: model(of),
        reason: reason.parse().unwrap(),
        since: NEW_YEAR,
    };
    let all = [suspension(2, "ford/f-150", "Came back"), suspension(1, "honda/civic", "Came back twice")];
    for suspension in all.clone() {
        run(&store, move |tx| tx.suspend_fit(&suspension)).await;
    }
    assert!(fitment(&store, 1, civic()).await.suspended && !fitment(&store, 1, model("ford/f-150")).await.suspended);
    assert_eq!(store.read(|tx| tx.suspensions(None, 9)).await.unwrap(), all);
    assert_eq!(store.read(|tx| tx.suspensions(None, 1)).await.unwrap(), all[..1]);
    let after = |tx: &mut dyn Transaction| tx.suspensions(Some((&model("ford/f-150"), &id(2))), 9);
    assert_eq!(store.read(after).await.unwrap(), all[1..]);
    let other = Suspension { reason: "Thrice".parse().unwrap(), since: NEW_YEAR, ..all[1].clone() };
    let again = other.clone();
    run(&store, move |tx| tx.suspend_fit(&again)).await;
    assert_eq!(store.read(|tx| tx.suspensions_of_part(&id(1))).await.unwrap(), [other]);
    let listed = store.read(|tx| tx.listed_fitments(&[id(1), id(2)])).await.unwrap();
    assert_eq!((&listed[&id(1)].suspended, &listed[&id(2)].suspended), (&vec![civic()], &vec![model("ford/f-150")]));
    replace_all(&store, 1, vec![(civic(), application(2017, 2019, &[]))], 0).await;
    assert!(fitment(&store, 1, civic()).await.suspended, "new applications do not end it");
    assert!(run(&store, |tx| tx.end_suspension(&id(1), &civic())).await);
    assert!(!run(&store, |tx| tx.end_suspension(&id(1), &civic())).await);
    assert!(!fitment(&store, 1, civic()).await.suspended);
}

pub async fn a_condition_is_in_the_dictionary_once(store: Shared) {
    filled(&store).await;
    let words = condition(1, About::Vehicle).words;
    let same_words = crate::samples::condition(1, About::Part);
    let same_words = autoparts_domain::fitment::Condition { id: numbered(7).into(), ..same_words };
    let refused = store.write(move |tx| tx.insert_condition(&same_words)).await;
    assert!(matches!(refused, Err(StoreError::Duplicate)), "{refused:?}");
    let known = vec![words.clone(), "Never said".parse().unwrap()];
    let found = store.read(move |tx| tx.conditions_by_words(&known)).await.unwrap();
    assert_eq!(found, [condition(1, About::Vehicle)]);
    let found = store.read(|tx| tx.conditions_by_id(&[numbered(3).into(), numbered(9).into()])).await.unwrap();
    assert_eq!(found, [condition(3, About::Unclassified)]);
}

pub async fn a_classification_shows_in_every_application(store: Shared) {
    filled(&store).await;
    for number in [1, 2] {
        replace(&store, number, civic(), vec![application(2016, 2018, &[1])]).await;
    }
    assert!(run(&store, |tx| tx.classify_condition(&numbered(1).into(), About::Part)).await);
    assert!(!run(&store, |tx| tx.classify_condition(&numbered(9).into(), About::Part)).await);
    for number in [1, 2] {
        let found = fitment(&store, number, civic()).await;
        assert!(found.applications[0].conditions.iter().all(|condition| condition.about == About::Part));
    }
}

pub async fn parts_are_found_by_their_conditions(store: Shared) {
    filled(&store).await;
    for number in [3, 1] {
        replace(&store, number, civic(), vec![application(2016, 2018, &[1]), application(2016, 2017, &[1, 2])]).await;
    }
    let of = |condition: u64, after: Option<u64>| {
        let read = store.read(move |tx| tx.parts_of_condition(&numbered(condition).into(), after.map(id).as_ref(), 9));
        async { read.await.unwrap() }
    };
    assert_eq!((of(1, None).await, of(1, Some(1)).await, of(3, None).await), (vec![id(1), id(3)], vec![id(3)], vec![]));
    let used = store.read(|tx| tx.conditions(None, None, 9)).await.unwrap();
    assert_eq!(used.iter().map(|used| used.parts).collect::<Vec<_>>(), [2, 2, 0]);
    let of_part = store.read(|tx| tx.conditions(Some(About::Part), None, 9)).await.unwrap();
    assert_eq!(of_part.len(), 1);
    let later = store.read(|tx| tx.conditions(None, Some(&numbered(1).into()), 1)).await.unwrap();
    assert_eq!(later[0].condition, condition(2, About::Part));
    replace(&store, 3, civic(), vec![application(2016, 2018, &[2])]).await;
    replace_all(&store, 1, vec![(civic(), application(2016, 2018, &[3]))], 0).await;
    assert_eq!((of(1, None).await, of(2, None).await, of(3, None).await), (vec![], vec![id(3)], vec![id(1)]));
}
