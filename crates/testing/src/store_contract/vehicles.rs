//! Rules about makes, models and engines, and the codes of suppliers' files.

#![expect(clippy::indexing_slicing, reason = "these are tests, and a panic is how a test fails")]

use super::Shared;
use crate::samples::{vehicles, years};
use autoparts_application::ports::{
    store::Transaction,
    store_error::StoreResult,
    vehicles::{Lookup, LookupKind, VehicleTables},
};
use autoparts_domain::vehicles::{BuiltYears, Make, Model, ModelEngine};

async fn run<T: Send + 'static>(
    store: &Shared,
    work: impl Fn(&mut dyn Transaction) -> StoreResult<T> + Send + Sync + 'static,
) -> T {
    store.write(work).await.unwrap()
}

pub async fn vehicles_are_found_as_they_were_saved(store: Shared) {
    let all = vehicles();
    run(&store, |tx| tx.save_vehicles(&vehicles())).await;
    let makes: Vec<String> = run(&store, |tx| tx.makes()).await.iter().map(|make| make.name.to_string()).collect();
    assert_eq!(makes, ["Ford", "Honda"], "by name");
    let models = run(&store, |tx| tx.models(&"honda".parse().unwrap())).await;
    assert_eq!(models.iter().map(|model| model.id.to_string()).collect::<Vec<_>>(), ["honda/accord", "honda/civic"]);
    let engines = run(&store, |tx| tx.engines_of_model(&"honda/civic".parse().unwrap())).await;
    assert_eq!(engines, all.model_engines);
    let ids = all.engines.iter().map(|engine| engine.id.clone()).chain(["v8".parse().unwrap()]).collect::<Vec<_>>();
    let engines = run(&store, move |tx| tx.engines_by_id(&ids)).await;
    assert_eq!(engines.iter().map(|engine| engine.name.as_str()).collect::<Vec<_>>(), ["1.5L L4 turbo", "2.0L L4"]);
    let known = |tx: &mut dyn Transaction| {
        let models = tx.models_by_id(&["ford/f-150".parse().unwrap(), "ford/gt".parse().unwrap()])?;
        Ok((tx.makes_by_id(&["honda".parse().unwrap(), "bmw".parse().unwrap()])?.len(), models.len()))
    };
    assert_eq!(run(&store, known).await, (1, 1));
}

pub async fn vehicles_are_renamed_and_their_engines_replaced(store: Shared) {
    run(&store, |tx| tx.save_vehicles(&vehicles())).await;
    let civic = vehicles().models[0].id.clone();
    let again = VehicleTables {
        makes: vec![Make { name: "HONDA".parse().unwrap(), ..vehicles().makes[0].clone() }],
        models: vec![Model { id: civic.clone(), name: "Civic X".parse().unwrap() }],
        engines: Vec::new(),
        model_engines: vec![ModelEngine { years: years(2016, 2022), ..vehicles().model_engines[0].clone() }],
    };
    let saved = again.clone();
    run(&store, move |tx| tx.save_vehicles(&saved)).await;
    let make = civic.make.clone();
    let model = civic.clone();
    assert_eq!(run(&store, move |tx| tx.makes_by_id(std::slice::from_ref(&make))).await, again.makes);
    assert_eq!(run(&store, move |tx| tx.models_by_id(std::slice::from_ref(&model))).await, again.models);
    let engines = run(&store, move |tx| tx.engines_of_model(&civic)).await;
    assert_eq!(engines, [again.model_engines[0].clone(), vehicles().model_engines[1].clone()]);
}

pub async fn models_have_the_years_in_which_they_were_built(store: Shared) {
    let models = vehicles().models.into_iter().map(|model| model.id).collect::<Vec<_>>();
    let civic = models[0].clone();
    let ids = models.clone();
    assert_eq!(run(&store, move |tx| tx.built_years(&ids)).await, BuiltYears::default());
    run(&store, |tx| tx.save_vehicles(&vehicles())).await;
    let more = VehicleTables {
        model_engines: vec![
            ModelEngine { years: years(1999, 2004), ..vehicles().model_engines[0].clone() },
            ModelEngine { model: models[1].clone(), years: years(1990, 2002), ..vehicles().model_engines[0].clone() },
        ],
        ..VehicleTables::default()
    };
    run(&store, move |tx| tx.save_vehicles(&more)).await;
    let ids = [civic.clone(), models[2].clone()];
    let built = run(&store, move |tx| tx.built_years(&ids)).await;
    let span = |from, to| years(from, to).from()..=years(from, to).to();
    assert_eq!(built.known, Some(span(1990, 2021)), "of all models");
    assert_eq!(built.models, [(civic, span(1999, 2021))].into(), "the tables have no years of the other model");
}

pub async fn a_model_needs_its_make(store: Shared) {
    let orphan = VehicleTables { makes: Vec::new(), ..vehicles() };
    assert!(store.write(move |tx| tx.save_vehicles(&orphan)).await.is_err());
    let orphan = VehicleTables { engines: Vec::new(), ..vehicles() };
    assert!(store.write(move |tx| tx.save_vehicles(&orphan)).await.is_err());
    assert!(run(&store, |tx| tx.makes()).await.is_empty(), "none of it is stored");
}

pub async fn codes_are_listed_by_scheme_and_kind(store: Shared) {
    let code = |scheme: &str, kind, code: &str, value: &str| Lookup {
        scheme: scheme.parse().unwrap(),
        kind,
        code: code.parse().unwrap(),
        value: value.to_owned(),
    };
    let codes = vec![
        code("aces", LookupKind::BaseVehicle, "900002", "2018/honda/civic"),
        code("aces", LookupKind::BaseVehicle, "900001", "2017/honda/civic"),
        code("aces", LookupKind::Engine, "900001", "2.0l-l4-gas"),
        code("other", LookupKind::BaseVehicle, "900001", "2018/ford/f-150"),
    ];
    let saved = codes.clone();
    run(&store, move |tx| tx.save_lookups(&saved)).await;
    let listed = |after: Option<&'static str>, limit| {
        let after = after.map(|after| after.parse().unwrap());
        let aces = "aces".parse().unwrap();
        let read = store.read(move |tx| tx.lookups(&aces, LookupKind::BaseVehicle, after.as_ref(), limit));
        async { read.await.unwrap() }
    };
    assert_eq!(listed(None, 10).await, [codes[1].clone(), codes[0].clone()]);
    assert_eq!(listed(None, 1).await, [codes[1].clone()]);
    assert_eq!(listed(Some("900001"), 10).await, [codes[0].clone()]);
    let other = Lookup { value: "2019/honda/civic".to_owned(), ..codes[1].clone() };
    let again = other.clone();
    run(&store, move |tx| tx.save_lookups(std::slice::from_ref(&again))).await;
    assert_eq!(listed(None, 1).await, std::slice::from_ref(&other), "saving a code again replaces its value");
    let one = |code: &'static str| {
        let aces = "aces".parse().unwrap();
        let code = code.parse().unwrap();
        let read = store.read(move |tx| tx.lookup(&aces, LookupKind::BaseVehicle, &code));
        async { read.await.unwrap() }
    };
    assert_eq!((one("900001").await, one("900003").await), (Some(other), None));
    let delete = |tx: &mut dyn Transaction| {
        tx.delete_lookup(&"aces".parse().unwrap(), LookupKind::BaseVehicle, &"900001".parse().unwrap())
    };
    assert!(run(&store, delete).await && !run(&store, delete).await);
    assert_eq!(listed(None, 10).await.len(), 1);
}
