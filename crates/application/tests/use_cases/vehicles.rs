//! Vehicles: choosing one, and finding parts that fit it.

use autoparts_application::{
    catalogue::{CatalogueError, indexing::IndexFollower, products::ProductQuery},
    fitment::FitmentError,
    ports::{catalogue::managing::ManagedList, store_error::StoreError, vehicles::VehicleTables},
    use_case_error::UseCaseError::Refused,
    vehicles::adding::{AddedVehicles, add_unknown_vehicles},
};
use autoparts_domain::{
    catalogue::{listing::Listing, search::SearchQuery},
    fitment::{About, Application},
    id::{PartId, UserId},
    text::ConditionWords,
    vehicles::{Make, Model, ModelEngine, ModelId, ModelYear, Vehicle},
};
use autoparts_testing::{
    samples::{vehicles, years},
    test_shop::TestShop,
};
use std::{collections::BTreeSet, time::Duration};

const CIVIC: &str = "honda/civic";
const NOTE: &str = "See note 7";

async fn shop() -> (TestShop, UserId, IndexFollower) {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    test_shop.shop.add_vehicles(vehicles()).await.unwrap();
    let follower = IndexFollower::new(test_shop.shop.clone());
    (test_shop, admin, follower)
}

#[tokio::test]
async fn vehicle_pages_are_unavailable_while_the_index_is_built() {
    let (test_shop, _, mut follower) = shop().await;
    follower.follow().await.unwrap();
    let civic: Vehicle = "2018/honda/civic".parse().unwrap();
    let page = test_shop.shop.vehicle_page(civic.clone(), None).await.unwrap().unwrap();
    assert_eq!((page.vehicle.to_string(), page.parts.len()), ("2018 Honda Civic".to_owned(), 0));
    test_shop.shop.search.begin_rebuild(1).await.unwrap();
    assert_eq!(test_shop.shop.vehicle_page(civic, None).await.unwrap(), None);
    assert_eq!(test_shop.shop.vehicles_with_pages().await.unwrap(), None);
    let unknown = test_shop.shop.vehicle_page("2018/honda/corolla".parse().unwrap(), None).await;
    assert!(matches!(unknown, Err(Refused(CatalogueError::NoSuchVehicle))));
}

fn application(from: i64, to: i64, engine: Option<&str>, words: &[&str]) -> Application<ConditionWords> {
    Application {
        years: years(from, to),
        engine: engine.map(|engine| engine.parse().unwrap()),
        position: None,
        pieces: None,
        conditions: words.iter().map(|words| words.parse().unwrap()).collect(),
    }
}

async fn revision(test_shop: &TestShop, part: PartId) -> i64 {
    test_shop.shop.store.read(move |tx| tx.part_record(&part)).await.unwrap().unwrap().revision
}

/// Adds a part with its applications.
async fn add_fitting(
    test_shop: &TestShop,
    admin: UserId,
    model: &str,
    applications: Vec<Application<ConditionWords>>,
) -> PartId {
    let part = test_shop.part(1, 5, 100).await;
    let revision = revision(test_shop, part).await;
    test_shop.shop.edit_fitment(admin, part, revision, model.parse().unwrap(), applications).await.unwrap();
    part
}

fn of(vehicle: &str) -> SearchQuery {
    SearchQuery { vehicle: Some(vehicle.parse().unwrap()), limit: 24, ..SearchQuery::default() }
}

/// Parts found after the index has caught up, in ascending order.
async fn found(test_shop: &TestShop, follower: &mut IndexFollower, vehicle: &str) -> Vec<PartId> {
    follower.follow().await.unwrap();
    let found = test_shop.shop.search(of(vehicle)).await.unwrap();
    let ids: BTreeSet<PartId> = found.parts.iter().map(|card| card.part.id).collect();
    Vec::from_iter(ids)
}

fn year(year: i64) -> ModelYear {
    ModelYear::new(year).unwrap()
}

#[tokio::test]
async fn search_by_vehicle_follows_changes_of_fitment() {
    let (test_shop, admin, mut follower) = shop().await;
    let civic = add_fitting(&test_shop, admin, CIVIC, vec![application(2018, 2019, None, &[NOTE])]).await;
    let accord = add_fitting(&test_shop, admin, "honda/accord", vec![application(2018, 2018, None, &[])]).await;
    assert_eq!(found(&test_shop, &mut follower, "2018/honda/civic").await, [civic]);
    test_shop.clock.advance(Duration::from_mins(5));

    let note = test_shop.shop.conditions(admin, None, None, 10).await.unwrap()[0].condition.id;
    test_shop.shop.classify_condition(admin, note, About::Unclassified).await.unwrap();
    assert_eq!(found(&test_shop, &mut follower, "2018/honda/civic").await, []);
    test_shop.shop.classify_condition(admin, note, About::Part).await.unwrap();
    assert_eq!(found(&test_shop, &mut follower, "2018/honda/civic").await, [civic]);

    let model = || CIVIC.parse().unwrap();
    test_shop.shop.suspend_fit(admin, civic, model(), "Came back twice".parse().unwrap()).await.unwrap();
    assert_eq!(found(&test_shop, &mut follower, "2018/honda/civic").await, []);
    test_shop.shop.end_suspension(admin, civic, model()).await.unwrap();
    assert_eq!(found(&test_shop, &mut follower, "2018/honda/civic").await, [civic]);

    let revision = revision(&test_shop, accord).await;
    let universal = Listing { universal: true, ..Listing::default() };
    test_shop.shop.edit_listing(admin, accord, revision, universal).await.unwrap();
    assert_eq!(found(&test_shop, &mut follower, "2018/honda/civic").await, [civic, accord]);
    test_shop.shop.delete_part(admin, civic).await.unwrap();
    assert_eq!(found(&test_shop, &mut follower, "2018/honda/civic").await, [accord]);
}

#[tokio::test]
async fn searching_for_an_unknown_vehicle_is_refused() {
    let (test_shop, admin, mut follower) = shop().await;
    let newer = add_fitting(&test_shop, admin, CIVIC, vec![application(2023, 2023, Some("2.0l-l4-gas"), &[])]).await;
    follower.follow().await.unwrap();
    for unknown in ["2018/honda/jazz", "2018/ford/civic", "2015/honda/civic", "2018/honda/civic/v8", "2022/honda/civic"]
    {
        let refused = test_shop.shop.search(of(unknown)).await;
        assert!(matches!(refused, Err(Refused(CatalogueError::NoSuchVehicle))), "{unknown}");
    }
    // Without known model years any year matches, and a supplier may know more than the tables.
    assert_eq!(found(&test_shop, &mut follower, "1997/ford/f-150").await, []);
    assert_eq!(found(&test_shop, &mut follower, "2023/honda/civic").await, [newer]);
    assert_eq!(found(&test_shop, &mut follower, "2023/honda/civic/2.0l-l4-gas").await, [newer]);
    let other_engine = test_shop.shop.search(of("2023/honda/civic/1.5l-l4-turbo-gas")).await;
    assert!(matches!(other_engine, Err(Refused(CatalogueError::NoSuchVehicle))));
}

#[tokio::test]
async fn a_vehicle_is_chosen_step_by_step() {
    let (test_shop, admin, mut follower) = shop().await;
    let of_civic = vec![application(2021, 2022, Some("2.0l-l4-gas"), &[]), application(2018, 2018, None, &[])];
    add_fitting(&test_shop, admin, CIVIC, of_civic).await;
    add_fitting(&test_shop, admin, "honda/accord", vec![application(2018, 2018, None, &[])]).await;
    add_fitting(&test_shop, admin, "ford/f-150", vec![application(2018, 2018, None, &[])]).await;
    follower.follow().await.unwrap();
    let shop = &test_shop.shop;
    assert_eq!(shop.vehicle_years().await.unwrap(), [2022, 2021, 2018].map(year));
    let makes = shop.vehicle_makes(year(2018)).await.unwrap();
    assert_eq!(makes.iter().map(|make| make.name.as_str()).collect::<Vec<_>>(), ["Ford", "Honda"]);
    let models = async |at| shop.vehicle_models(year(at), "honda".parse().unwrap()).await.unwrap();
    let names: Vec<String> = models(2018).await.iter().map(|model| model.name.to_string()).collect();
    assert_eq!(names, ["Accord", "Civic"]);
    assert_eq!(models(2022).await.len(), 1);
    assert_eq!(models(2020).await, [], "no part is listed for one, although there were some");

    let engines = async |at, model: &str| {
        let engines = shop.vehicle_engines(year(at), model.parse().unwrap()).await.unwrap();
        engines.iter().map(|engine| engine.name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(engines(2018, CIVIC).await, ["1.5L L4 turbo", "2.0L L4"], "those that it was made with");
    assert_eq!(engines(2022, CIVIC).await, ["2.0L L4"], "the one that a part names");
    assert_eq!(engines(2018, "honda/accord").await, [""; 0]);
    assert_eq!(engines(2020, CIVIC).await, [""; 0]);

    // Every offered vehicle can be searched for.
    for year in shop.vehicle_years().await.unwrap() {
        for make in shop.vehicle_makes(year).await.unwrap() {
            for model in shop.vehicle_models(year, make.id).await.unwrap() {
                let engines = shop.vehicle_engines(year, model.id.clone()).await.unwrap();
                for engine in engines.into_iter().map(|engine| Some(engine.id)).chain([None]) {
                    let vehicle = Some(Vehicle { year, model: model.id.clone(), engine });
                    let found = shop.search(SearchQuery { vehicle, limit: 24, ..SearchQuery::default() }).await;
                    assert!(found.is_ok(), "{year} {model:?}");
                }
            }
        }
    }
}

#[tokio::test]
async fn only_years_in_which_a_model_was_built_are_offered_and_the_next_one_at_most() {
    let (test_shop, admin, mut follower) = shop().await;
    let accord_until_2018 = ModelEngine {
        model: "honda/accord".parse().unwrap(),
        years: years(2013, 2018),
        ..vehicles().model_engines[0].clone()
    };
    let tables = VehicleTables { model_engines: vec![accord_until_2018], ..VehicleTables::default() };
    test_shop.shop.add_vehicles(tables).await.unwrap();
    let shop = &test_shop.shop;
    let next = ModelYear::newest(shop.now());
    let of_civic = add_fitting(&test_shop, admin, CIVIC, vec![application(2021, 2099, None, &[])]).await;
    let of_accord = add_fitting(&test_shop, admin, "honda/accord", vec![application(2018, 2099, None, &[])]).await;
    assert_eq!(found(&test_shop, &mut follower, "2018/honda/accord").await, [of_accord]);
    // The tables end in 2021, so the Civic may still be in production.
    assert_eq!(found(&test_shop, &mut follower, &format!("{next}/{CIVIC}")).await, [of_civic]);
    let years: Vec<i64> = shop.vehicle_years().await.unwrap().into_iter().map(ModelYear::year).collect();
    assert_eq!(years, (2018..=next.year()).rev().filter(|year| ![2019, 2020].contains(year)).collect::<Vec<_>>());
    for unknown in ["2019/honda/accord", "2099/honda/accord", "2099/honda/civic"] {
        let vehicle: Vehicle = unknown.parse().unwrap();
        let refused = shop.search(of(unknown)).await;
        assert!(matches!(refused, Err(Refused(CatalogueError::NoSuchVehicle))), "{unknown}");
        let page = shop.vehicle_page(vehicle.clone(), None).await;
        assert!(matches!(page, Err(Refused(CatalogueError::NoSuchVehicle))), "{unknown}");
        let fits = shop.fits(vehicle.clone(), vec![of_civic]).await;
        assert!(matches!(fits, Err(Refused(FitmentError::NoSuchVehicle))), "{unknown}");
        assert_eq!(shop.vehicle_models(vehicle.year, vehicle.model.make).await.unwrap().len(), 0, "{unknown}");
    }
    let last = shop.vehicles_with_pages().await.unwrap().unwrap();
    assert!(last.iter().all(|vehicle| vehicle.year <= next), "{last:?}");
}

#[tokio::test]
async fn vehicles_are_named_in_the_requested_order() {
    let (test_shop, ..) = shop().await;
    let asked = ["2018/honda/civic/2.0l-l4-gas", "2018/honda/jazz", "2018/ford/f-150", "2015/honda/civic"];
    let asked = asked.iter().map(|vehicle| vehicle.parse().unwrap()).collect();
    let known = test_shop.shop.named_vehicles(asked).await.unwrap();
    let names: Vec<String> = known.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["2018 Honda Civic 2.0L L4", "2018 Ford F-150"]);
}

#[tokio::test]
async fn admin_lists_cannot_be_filtered_by_vehicle() {
    let (test_shop, admin, mut follower) = shop().await;
    add_fitting(&test_shop, admin, CIVIC, vec![application(2018, 2018, None, &[])]).await;
    follower.follow().await.unwrap();
    let list = ManagedList::default();
    let listed = test_shop.shop.products(admin, ProductQuery { list, search: of("2018/honda/civic") }).await;
    assert!(matches!(listed, Err(Refused(CatalogueError::AttributesOfList))));
}

#[tokio::test]
async fn only_unknown_vehicles_are_added_and_no_years_are_removed() {
    let (test_shop, ..) = shop().await;
    let store = &*test_shop.shop.store;
    assert_eq!(add_unknown_vehicles(store, vehicles()).await.unwrap(), AddedVehicles::default());
    let mut more = vehicles();
    more.makes = vec![Make { id: "honda".parse().unwrap(), name: "HONDA MOTOR".parse().unwrap() }];
    more.models = vec![Model { id: "honda/jazz".parse().unwrap(), name: "Jazz".parse().unwrap() }];
    let made = |model: &str, engine: &str, years| ModelEngine {
        model: model.parse().unwrap(),
        engine: engine.parse().unwrap(),
        years,
    };
    more.model_engines = vec![
        made(CIVIC, "2.0l-l4-gas", years(2014, 2017)),
        made(CIVIC, "1.5l-l4-turbo-gas", years(2018, 2018)),
        made("honda/jazz", "1.5l-l4-turbo-gas", years(2010, 2012)),
    ];
    let added = add_unknown_vehicles(store, more.clone()).await.unwrap();
    assert_eq!(added, AddedVehicles { makes: 0, models: 1, engines: 0, model_engines: 2 });
    assert_eq!(
        add_unknown_vehicles(store, more).await.unwrap(),
        AddedVehicles::default(),
        "a second run changes nothing"
    );
    let civic = CIVIC.parse().unwrap();
    let (makes, engines) =
        store.read(move |tx| Ok::<_, StoreError>((tx.makes()?, tx.engines_of_model(&civic)?))).await.unwrap();
    assert!(makes.iter().any(|make| make.name.as_str() == "Honda"), "known names stay: {makes:?}");
    assert_eq!(
        engines,
        [made(CIVIC, "1.5l-l4-turbo-gas", years(2016, 2021)), made(CIVIC, "2.0l-l4-gas", years(2014, 2021)),]
    );
}

#[tokio::test]
async fn thousands_of_vehicles_are_added_in_batches() {
    let test_shop = TestShop::default();
    let mut many = VehicleTables { makes: vehicles().makes, engines: vehicles().engines, ..VehicleTables::default() };
    for number in 0..1_200 {
        let id: ModelId = format!("honda/model-{number}").parse().unwrap();
        many.models.push(Model { id: id.clone(), name: format!("Model {number}").parse().unwrap() });
        for engine in &many.engines {
            for from in [2000, 2010] {
                many.model_engines.push(ModelEngine {
                    model: id.clone(),
                    engine: engine.id.clone(),
                    years: years(from, from + 2),
                });
            }
        }
    }
    let store = &*test_shop.shop.store;
    let added = add_unknown_vehicles(store, many.clone()).await.unwrap();
    assert_eq!(added, AddedVehicles { makes: 2, models: 1_200, engines: 2, model_engines: 2_400 });
    assert_eq!(add_unknown_vehicles(store, many).await.unwrap(), AddedVehicles::default());
}
