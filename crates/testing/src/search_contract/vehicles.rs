//! Searching for parts that fit a vehicle, and choosing a vehicle step by step.

use super::{Shared, batch, fill, part, parts, query, sample, search_for, upsert};
use crate::samples::years;
use autoparts_application::ports::part_search::{IndexBatch, PartDocument, SearchResult};
use autoparts_domain::{
    catalogue::search::{SearchQuery, Sort},
    fitment::{About, Application, Condition, Coverage},
    id::PartId,
    vehicles::{ModelId, ModelYear},
};
use std::sync::Arc;
use uuid::Uuid;

const CIVIC: &str = "honda/civic";
const TWO_LITRES: &str = "2.0l-l4-gas";

/// An application, as passed to the index.
fn fits(
    model: &str,
    (from, to): (i64, i64),
    engine: Option<&str>,
    conditions: &[About],
) -> (ModelId, Application<Arc<Condition>>) {
    let condition = |(number, about): (u128, &About)| {
        let words = format!("{} {number}", about.name()).parse().unwrap();
        Arc::new(Condition { id: Uuid::from_u128(number).into(), words, about: *about })
    };
    let application = Application {
        years: years(from, to),
        engine: engine.map(|engine| engine.parse().unwrap()),
        position: None,
        pieces: None,
        conditions: (1..).zip(conditions).map(condition).collect(),
    };
    (model.parse().unwrap(), application)
}

fn fitting(number: u128, applications: &[(ModelId, Application<Arc<Condition>>)]) -> PartDocument {
    PartDocument { coverage: Coverage::of(false, applications, []), ..sample::document(number, "Washer") }
}

/// A query for parts that fit a vehicle.
fn of(vehicle: &str) -> SearchQuery {
    SearchQuery { vehicle: Some(vehicle.parse().unwrap()), ..query("") }
}

async fn search_by(search: &Shared, query: SearchQuery) -> SearchResult {
    search.search(&query).await.unwrap()
}

async fn found(search: &Shared, vehicle: &str) -> Vec<PartId> {
    let found = search_by(search, of(vehicle)).await;
    assert_eq!(usize::try_from(found.total).unwrap(), found.parts.len());
    assert_eq!(search.find_all(&of(vehicle), 100).await.unwrap(), found.parts);
    found.parts
}

fn year(year: i64) -> ModelYear {
    ModelYear::new(year).unwrap()
}

async fn years_offered(search: &Shared) -> Vec<i64> {
    search.vehicle_years().await.unwrap().into_iter().map(ModelYear::year).collect()
}

async fn makes_offered(search: &Shared, at: i64) -> Vec<String> {
    search.vehicle_makes(year(at)).await.unwrap().iter().map(ToString::to_string).collect()
}

async fn models_offered(search: &Shared, at: i64, make: &str) -> Vec<String> {
    let models = search.vehicle_models(year(at), &make.parse().unwrap(), false).await.unwrap();
    models.iter().map(ToString::to_string).collect()
}

async fn models_in_stock(search: &Shared, at: i64, make: &str) -> Vec<String> {
    let models = search.vehicle_models(year(at), &make.parse().unwrap(), true).await.unwrap();
    models.iter().map(ToString::to_string).collect()
}

async fn engines_offered(search: &Shared, at: i64, model: &str) -> Vec<String> {
    let engines = search.vehicle_engines(year(at), &model.parse().unwrap()).await.unwrap();
    engines.iter().map(ToString::to_string).collect()
}

pub async fn a_search_by_vehicle_finds_only_parts_that_may_fit(search: &Shared) {
    let documents = vec![
        fitting(1, &[fits(CIVIC, (2016, 2018), None, &[])]),
        fitting(2, &[fits(CIVIC, (2016, 2017), None, &[]), fits("honda/accord", (2018, 2018), None, &[])]),
        fitting(3, &[fits(CIVIC, (2018, 2018), None, &[About::Vehicle, About::Part])]),
        fitting(4, &[fits(CIVIC, (2018, 2018), None, &[About::Unclassified, About::Part])]),
        sample::document(5, "Washer"),
    ];
    upsert(search, documents).await;
    assert_eq!(found(search, "2018/honda/civic").await, parts(&[3, 1]));
    assert_eq!(found(search, "2017/honda/civic").await, parts(&[2, 1]));
    assert_eq!(found(search, "2018/honda/accord").await, parts(&[2]));
    for nothing in ["2015/honda/civic", "2019/honda/civic", "2018/honda/jazz", "2018/ford/civic"] {
        assert_eq!(found(search, nothing).await, [], "{nothing}");
    }
    assert_eq!(search_for(search, "").await.total, 5, "without a vehicle");
}

pub async fn a_known_engine_narrows_and_an_unknown_one_does_not(search: &Shared) {
    let documents = vec![
        fitting(1, &[fits(CIVIC, (2018, 2018), None, &[])]),
        fitting(2, &[fits(CIVIC, (2018, 2018), Some(TWO_LITRES), &[])]),
        fitting(3, &[fits(CIVIC, (2018, 2018), Some("1.5l-l4-turbo-gas"), &[])]),
        // Listed twice, but found once.
        fitting(4, &[fits(CIVIC, (2018, 2018), Some(TWO_LITRES), &[]), fits(CIVIC, (2017, 2019), None, &[])]),
    ];
    upsert(search, documents).await;
    assert_eq!(found(search, "2018/honda/civic").await, parts(&[4, 3, 2, 1]));
    assert_eq!(found(search, "2018/honda/civic/2.0l-l4-gas").await, parts(&[4, 2, 1]));
    assert_eq!(found(search, "2018/honda/civic/electric").await, parts(&[4, 1]));
}

pub async fn universal_parts_are_found_unless_suspended_or_listed_otherwise(search: &Shared) {
    let universal = |number, applications: &[_], suspended: &[&str]| PartDocument {
        coverage: Coverage::of(true, applications, suspended.iter().map(|model| model.parse().unwrap())),
        ..sample::document(number, "Washer")
    };
    let unclear = |engine| fits(CIVIC, (2018, 2018), engine, &[About::Unclassified]);
    let suspended = Coverage::of(false, &[fits(CIVIC, (2016, 2018), None, &[])], [CIVIC.parse().unwrap()]);
    let documents = vec![
        universal(1, &[], &[]),
        universal(2, &[], &[CIVIC]),
        universal(3, &[fits(CIVIC, (2016, 2018), None, &[])], &[CIVIC]),
        universal(4, &[unclear(None)], &[]),
        universal(5, &[unclear(Some(TWO_LITRES))], &[]),
        universal(6, &[unclear(None), fits(CIVIC, (2018, 2018), Some(TWO_LITRES), &[])], &[]),
        PartDocument { coverage: suspended, ..sample::document(7, "Washer") },
    ];
    upsert(search, documents).await;
    assert_eq!(found(search, "1990/ford/f-150").await, parts(&[6, 5, 4, 3, 2, 1]));
    assert_eq!(found(search, "2017/honda/civic").await, parts(&[6, 5, 4, 1]));
    assert_eq!(found(search, "2018/honda/civic").await, parts(&[6, 1]));
    assert_eq!(found(search, "2018/honda/civic/2.0l-l4-gas").await, parts(&[6, 1]));
    assert_eq!(found(search, "2018/honda/civic/electric").await, parts(&[5, 1]));
}

/// The sample catalog: parts with even numbers fit a 2018 Civic, those with numbers divisible by three a Civic with
/// two liters.
async fn fill_for_civics(search: &Shared) {
    let with_coverage = |document: PartDocument| {
        let number = document.id.uuid().as_u128();
        let mut applications = Vec::new();
        if number.is_multiple_of(2) {
            applications.push(fits(CIVIC, (2018, 2018), None, &[]));
        }
        if number.is_multiple_of(3) {
            applications.push(fits(CIVIC, (2018, 2018), Some(TWO_LITRES), &[]));
        }
        PartDocument { coverage: Coverage::of(number == 1, &applications, []), ..document }
    };
    upsert(search, sample::catalogue().into_iter().map(with_coverage).collect()).await;
}

pub async fn a_vehicle_goes_with_words_and_choices(search: &Shared) {
    fill_for_civics(search).await;
    assert_eq!(found(search, "2018/honda/civic/electric").await, parts(&[12, 10, 8, 6, 4, 2, 1]));
    let filters = SearchQuery { words: "filter".parse().ok(), sort: Sort::Newest, ..of("2018/honda/civic") };
    assert_eq!(search_by(search, filters).await.parts, parts(&[6, 4]));
    let bosch = SearchQuery { brands: vec!["bosch".parse().unwrap()], ..of("2018/honda/civic") };
    assert_eq!(search_by(search, bosch.clone()).await.parts, parts(&[2]));
    let with_words = SearchQuery { words: "pads".parse().ok(), ..bosch };
    assert_eq!(search_by(search, with_words).await.parts, parts(&[2]));
    let in_stock = SearchQuery { in_stock: true, ..of("2018/honda/civic/2.0l-l4-gas") };
    assert_eq!(search_by(search, in_stock).await.parts, parts(&[9, 3, 1]));
}

pub async fn facets_are_counted_with_the_vehicle(search: &Shared) {
    fill_for_civics(search).await;
    let facets = search_by(search, of("2018/honda/civic/electric")).await.facets;
    let brand = |key: &str| facets.brands.iter().find(|(brand, _)| brand.as_str() == key).map(|(_, count)| *count);
    assert_eq!([brand("mann"), brand("brembo"), brand("valeo")], [Some(2), Some(1), Some(1)]);
    assert_eq!(facets.price, Some((sample::cents(100), sample::cents(1200))));
    // A filter does not apply to its own facet; the vehicle applies to all.
    let pads = SearchQuery { categories: vec!["pads".parse().unwrap()], ..of("2018/honda/civic/electric") };
    let facets = search_by(search, SearchQuery { brands: vec!["bosch".parse().unwrap()], ..pads }).await.facets;
    let brands: Vec<(&str, u64)> = facets.brands.iter().map(|(brand, count)| (brand.as_str(), *count)).collect();
    assert_eq!(brands, [("bosch", 1), ("brembo", 1)]);
    let categories: Vec<(&str, u64)> = facets.categories.iter().map(|(id, count)| (id.as_str(), *count)).collect();
    assert_eq!(categories, [("brakes", 1), ("pads", 1)]);
}

pub async fn pages_continue_with_the_vehicle(search: &Shared) {
    fill_for_civics(search).await;
    for sort in [Sort::Newest, Sort::Name, Sort::PriceUp, Sort::PriceDown] {
        let mut page = SearchQuery { sort, limit: 3, ..of("2018/honda/civic") };
        let mut listed = Vec::new();
        loop {
            let found = search_by(search, page.clone()).await;
            listed.extend(found.parts);
            let Some(next) = found.next else { break };
            page.after = Some(next);
        }
        let whole = search_by(search, SearchQuery { sort, ..of("2018/honda/civic") }).await;
        assert_eq!((listed.len(), listed), (9, whole.parts), "{sort:?}");
    }
}

pub async fn what_a_part_fits_changes_with_the_part(search: &Shared) {
    upsert(search, vec![fitting(1, &[fits(CIVIC, (2018, 2018), None, &[])]), sample::document(2, "Washer")]).await;
    assert_eq!(found(search, "2018/honda/civic").await, parts(&[1]));
    let moved = PartDocument { revision: 1, ..fitting(1, &[fits(CIVIC, (2019, 2019), None, &[])]) };
    upsert(search, vec![moved]).await;
    assert_eq!(found(search, "2018/honda/civic").await, []);
    assert_eq!(found(search, "2019/honda/civic").await, parts(&[1]));
    search.apply(IndexBatch { removals: vec![part(1)], ..batch(2) }).await.unwrap();
    assert_eq!(found(search, "2019/honda/civic").await, []);
}

pub async fn each_step_offers_only_vehicles_with_parts(search: &Shared) {
    assert_eq!(years_offered(search).await, [0_i64; 0]);
    fill(search).await;
    let universal = PartDocument { coverage: Coverage::of(true, &[], []), ..sample::document(101, "Washer") };
    let suspended = Coverage::of(false, &[fits("kia/rio", (2018, 2018), None, &[])], ["kia/rio".parse().unwrap()]);
    let documents = vec![
        universal,
        PartDocument { coverage: suspended, ..sample::document(102, "Washer") },
        fitting(103, &[fits("kia/rio", (2001, 2001), None, &[About::Unclassified])]),
        fitting(104, &[fits(CIVIC, (2016, 2018), Some(TWO_LITRES), &[About::Vehicle])]),
        fitting(105, &[fits(CIVIC, (2018, 2018), Some("electric"), &[]), fits("bmw/3", (1999, 1999), None, &[])]),
    ];
    upsert(search, documents).await;
    upsert(search, vec![fitting(106, &[fits("honda/accord", (2018, 2019), None, &[])])]).await;
    assert_eq!(years_offered(search).await, [1999, 2016, 2017, 2018, 2019]);
    assert_eq!(makes_offered(search, 1999).await, ["bmw"]);
    assert_eq!(makes_offered(search, 2018).await, ["honda"]);
    assert_eq!(makes_offered(search, 2000).await, [""; 0]);
    assert_eq!(models_offered(search, 2018, "honda").await, ["honda/accord", CIVIC]);
    assert_eq!(models_offered(search, 2017, "honda").await, [CIVIC]);
    assert_eq!(models_offered(search, 2018, "bmw").await, [""; 0]);
    assert_eq!(engines_offered(search, 2018, CIVIC).await, [TWO_LITRES, "electric"]);
    assert_eq!(engines_offered(search, 2017, CIVIC).await, [TWO_LITRES]);
    assert_eq!(engines_offered(search, 2018, "honda/accord").await, [""; 0]);
}

pub async fn vehicles_that_no_longer_have_parts_are_not_offered(search: &Shared) {
    let mut documents: Vec<PartDocument> =
        (1..50).map(|number| fitting(number, &[fits(CIVIC, (2016, 2018), Some(TWO_LITRES), &[])])).collect();
    documents.push(fitting(50, &[fits(CIVIC, (2018, 2018), None, &[])]));
    documents.push(fitting(51, &[fits("bmw/3", (2018, 2018), None, &[])]));
    documents.push(fitting(52, &[fits("honda/accord", (2018, 2018), None, &[])]));
    upsert(search, documents).await;
    let removals = (1..50).chain([51]).map(part).collect();
    let changed = PartDocument { revision: 1, ..sample::document(52, "Washer") };
    search.apply(IndexBatch { removals, upserts: vec![changed], ..batch(2) }).await.unwrap();
    assert_eq!(years_offered(search).await, [2018]);
    assert_eq!(makes_offered(search, 2018).await, ["honda"]);
    assert_eq!(models_offered(search, 2018, "honda").await, [CIVIC]);
    assert_eq!(engines_offered(search, 2018, CIVIC).await, [""; 0]);
    search.apply(IndexBatch { removals: vec![part(50)], ..batch(3) }).await.unwrap();
    assert_eq!((years_offered(search).await, makes_offered(search, 2018).await), (vec![], vec![]));
}

pub async fn models_in_stock_lead_to_a_part_that_can_be_ordered(search: &Shared) {
    let sold_out = |document| PartDocument { orderable: false, ..document };
    let documents = vec![
        sold_out(fitting(1, &[fits(CIVIC, (2018, 2019), Some(TWO_LITRES), &[])])),
        fitting(2, &[fits(CIVIC, (2019, 2019), None, &[])]),
        fitting(3, &[fits("honda/accord", (2018, 2018), None, &[])]),
        sold_out(fitting(4, &[fits("honda/accord", (2018, 2018), None, &[])])),
    ];
    upsert(search, documents).await;
    assert_eq!(models_in_stock(search, 2018, "honda").await, ["honda/accord"]);
    assert_eq!(models_in_stock(search, 2019, "honda").await, [CIVIC]);
    search.apply(IndexBatch { orderable: vec![(part(1), true), (part(3), false)], ..batch(2) }).await.unwrap();
    assert_eq!(models_in_stock(search, 2018, "honda").await, [CIVIC]);
    search.apply(IndexBatch { removals: vec![part(1)], ..batch(3) }).await.unwrap();
    assert_eq!(models_in_stock(search, 2018, "honda").await, [""; 0]);
    assert_eq!(models_offered(search, 2018, "honda").await, ["honda/accord"]);
}

pub async fn keys_with_a_common_prefix_are_distinguished(search: &Shared) {
    let models = ["vw/golf", "vw/golf-plus", "vw/golf-r", "vw/golf2", "vw-bus/golf", "vw2/golf", "v/golf"];
    let document = |(number, model): (u128, &&str)| {
        let engine = model.ends_with('f').then_some("2.0l-l4-gas");
        fitting(number, &[fits(model, (2018, 2018), engine, &[]), fits(model, (2018, 2018), None, &[])])
    };
    upsert(search, (1..).zip(&models).map(document).collect()).await;
    for (number, model) in (1..).zip(models) {
        assert_eq!(found(search, &format!("2018/{model}")).await, parts(&[number]), "{model}");
    }
    assert_eq!(makes_offered(search, 2018).await, ["v", "vw", "vw-bus", "vw2"]);
    assert_eq!(models_offered(search, 2018, "vw").await, models[..4]);
    assert_eq!(models_offered(search, 2018, "vw-bus").await, ["vw-bus/golf"]);
    assert_eq!(engines_offered(search, 2018, "vw/golf").await, [TWO_LITRES]);
    assert_eq!(engines_offered(search, 2018, "vw/golf-plus").await, [""; 0]);
}
