//! Large results are counted and listed like small ones.

#![expect(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use autoparts_application::ports::part_search::{IndexBatch, PartDocument, PartSearch, SearchResult};
use autoparts_domain::{
    catalogue::{
        listing::{Attribute, Condition},
        search::{SearchQuery, Sort},
    },
    fitment::{About, Application, Condition as FitCondition, Coverage},
    id::PartId,
    money::Money,
    vehicles::{ModelYear, Years},
};
use autoparts_search::{Synonyms, TantivySearch};
use autoparts_testing::search_contract::{batch, query, sample};
use std::{cmp::Reverse, collections::BTreeSet, sync::Arc};
use uuid::Uuid;

/// Parts 1 to this number: three brands in turn, every fifth part used, ten parts at each price, platinum in the titles
/// of the most expensive. Later every eleventh is deleted, and every seventh is out of stock.
const PARTS: u128 = 75_000;

/// Number of parts added later, with prices over the full range.
const LATER: u128 = 300;

/// The model that some parts fit.
const CAR: &str = "kia/rio";

/// The first part with platinum in its title.
const PLATINUM: u128 = 73_000;

/// Ids increase with the numbers; groups of four have the same first half.
fn part(number: u128) -> PartId {
    let halves = ((1 << 63) + number / 4, (number % 4) << 62);
    PartId::from(Uuid::from_u128((halves.0 << 64) + halves.1))
}

fn price(number: u128) -> Money {
    let place = if number > PARTS { (number - PARTS) * PARTS / LATER } else { number };
    Money::from_cents(i64::try_from(place / 10 + 1).unwrap() * 100).unwrap()
}

/// Every third part fits vehicles of 2018 with any engine, every fourth with a frequent one, every 499th with a rare
/// one. Every tenth fits any vehicle except in 2019, and every 997th of these is suspended for the model.
fn coverage(number: u128) -> Coverage {
    let model = || CAR.parse().unwrap();
    let years = |year| Years::one(ModelYear::new(year).unwrap());
    let engine = |engine: &str| Some(engine.parse().unwrap());
    let application = |year, engine, conditions| {
        let years = years(year);
        (model(), Application { years, engine, position: None, pieces: None, conditions })
    };
    let words = "Nobody knows".parse().unwrap();
    let unclear = Arc::new(FitCondition { id: Uuid::from_u128(1).into(), words, about: About::Unclassified });
    let applications = [
        number.is_multiple_of(3).then(|| application(2018, None, BTreeSet::new())),
        number.is_multiple_of(4).then(|| application(2018, engine("frequent"), BTreeSet::new())),
        number.is_multiple_of(499).then(|| application(2018, engine("rare"), BTreeSet::new())),
        number.is_multiple_of(10).then(|| application(2019, None, BTreeSet::from([unclear]))),
    ];
    let applications: Vec<_> = applications.into_iter().flatten().collect();
    let is_suspended = number.is_multiple_of(9_970) && !number.is_multiple_of(3);
    Coverage::of(number.is_multiple_of(10), &applications, is_suspended.then(model))
}

fn document(number: u128) -> PartDocument {
    let brand = match number % 3 {
        0 => "Bosch",
        1 => "Mann",
        _ => "Valeo",
    };
    let mut title = "Washer".to_owned();
    for (has, word) in [
        (number.is_multiple_of(8), ", zinc"),
        (number.is_multiple_of(13), ", felt"),
        ((PLATINUM..=PARTS).contains(&number), ", platinum"),
    ] {
        title.push_str(if has { word } else { "" });
    }
    let side = if number.is_multiple_of(2) { "Left" } else { "Right" };
    PartDocument {
        id: part(number),
        brand: Some((brand.to_lowercase().parse().unwrap(), brand.parse().unwrap())),
        categories: vec![("wheels".parse().unwrap(), "Wheels".parse().unwrap())],
        price: price(number),
        condition: if number.is_multiple_of(5) { Condition::Used } else { Condition::New },
        coverage: coverage(number),
        attributes: vec![Attribute { name: "Side".parse().unwrap(), value: side.parse().unwrap(), unit: None }],
        ..sample::document(number, &title)
    }
}

async fn many() -> TantivySearch {
    let search = TantivySearch::open(None, Synonyms::shipped().unwrap()).unwrap();
    search.begin_rebuild(u64::try_from(PARTS).unwrap()).await.unwrap();
    search.apply(IndexBatch { upserts: (1..=PARTS).map(document).collect(), ..batch(1) }).await.unwrap();
    search.finish_rebuild().await.unwrap();
    let upserts = (PARTS + 1..=PARTS + LATER).map(document).collect();
    let removals = (11..=PARTS + LATER).step_by(11).map(part).collect();
    search.apply(IndexBatch { upserts, ..batch(2) }).await.unwrap();
    let orderable = (7..=PARTS + LATER).step_by(7).map(|number| (part(number), false)).collect();
    search.apply(IndexBatch { removals, orderable, ..batch(3) }).await.unwrap();
    search
}

/// The numbers of the remaining parts with a property, ordered by id.
fn remaining(holds: impl Fn(u128) -> bool) -> Vec<u128> {
    (1..=PARTS + LATER).filter(|number| !number.is_multiple_of(11) && holds(*number)).collect()
}

/// The same, cheapest first.
fn cheapest(holds: impl Fn(u128) -> bool) -> Vec<u128> {
    let mut numbers = remaining(holds);
    numbers.sort_by_key(|number| (price(*number), *number));
    numbers
}

/// The same, most expensive first.
fn most_expensive(holds: impl Fn(u128) -> bool) -> Vec<u128> {
    let mut numbers = remaining(holds);
    numbers.sort_by_key(|number| (Reverse(price(*number)), *number));
    numbers
}

fn count(holds: impl Fn(u128) -> bool) -> u64 {
    u64::try_from(remaining(holds).len()).unwrap()
}

fn parts<'a>(numbers: impl IntoIterator<Item = &'a u128>) -> Vec<PartId> {
    let most = usize::try_from(SearchQuery::MAX_LIMIT).unwrap();
    numbers.into_iter().take(most).copied().map(part).collect()
}

fn assert_counted(found: &SearchResult, holds: impl Fn(u128) -> bool) {
    assert_eq!(found.total, count(&holds));
    let of_brand = |rest| count(|number| holds(number) && number % 3 == rest);
    let mut brands: Vec<(String, u64)> =
        found.facets.brands.iter().map(|(brand, count)| (brand.to_string(), *count)).collect();
    brands.sort();
    let expected = [("bosch", 0), ("mann", 1), ("valeo", 2)];
    assert_eq!(brands, expected.map(|(brand, rest)| (brand.to_owned(), of_brand(rest))));
    let used = count(|number| holds(number) && number.is_multiple_of(5));
    assert_eq!(found.facets.conditions, [(Condition::New, found.total - used), (Condition::Used, used)]);
    let all = cheapest(holds);
    let price = |number: &u128| price(*number);
    assert_eq!(found.facets.price, all.first().map(price).zip(all.last().map(price)));
}

#[tokio::test]
async fn large_results_are_counted_and_listed_like_small_ones() {
    let search = many().await;
    let washers = query("washer");
    let all = remaining(|_| true);

    let newest: Vec<u128> = all.iter().rev().copied().collect();
    for (sort, in_order) in
        [(Sort::PriceUp, cheapest(|_| true)), (Sort::PriceDown, most_expensive(|_| true)), (Sort::Newest, newest)]
    {
        let listed = SearchQuery { sort, ..washers.clone() };
        let found = search.search(&listed).await.unwrap();
        assert_counted(&found, |_| true);
        assert_eq!(found.parts, parts(&in_order));
        let next = search.search(&SearchQuery { after: found.next, ..listed }).await.unwrap();
        assert_eq!(next.parts, parts(&in_order[100..]));
    }

    let can_be_ordered = |number: u128| !number.is_multiple_of(7);
    let in_stock = SearchQuery { sort: Sort::PriceDown, in_stock: true, ..washers.clone() };
    let found = search.search(&in_stock).await.unwrap();
    assert_counted(&found, can_be_ordered);
    assert_eq!(found.parts, parts(&most_expensive(can_be_ordered)));
    let after = search.search(&SearchQuery { after: found.next, ..in_stock }).await.unwrap();
    assert_eq!(after.parts, parts(&most_expensive(can_be_ordered)[100..]));

    // Matches only at one end of the price range.
    let platinum = |number: u128| (PLATINUM..=PARTS).contains(&number);
    for (sort, in_order) in [(Sort::PriceUp, cheapest(platinum)), (Sort::PriceDown, most_expensive(platinum))] {
        let found = search.search(&SearchQuery { sort, ..query("platinum") }).await.unwrap();
        assert_counted(&found, platinum);
        assert_eq!(found.parts, parts(&in_order));
    }

    let expensive = Some(Money::from_cents(100_100).unwrap());
    let expensive = search.search(&SearchQuery { price_from: expensive, ..washers.clone() }).await.unwrap();
    assert_eq!(expensive.total, count(|number| price(number) >= Money::from_cents(100_100).unwrap()));
    assert_eq!(expensive.parts.len(), 100, "all have the same score");

    // Two frequent words that few parts have in common.
    let rare = |number: u128| number.is_multiple_of(104);
    let few = search.search(&SearchQuery { sort: Sort::PriceUp, ..query("zinc felt") }).await.unwrap();
    assert_counted(&few, rare);
    assert_eq!(few.parts, parts(&cheapest(rare)));

    let wheels = SearchQuery { categories: vec!["wheels".parse().unwrap()], ..query("") };
    let wheels = search.search(&wheels).await.unwrap();
    assert_counted(&wheels, |_| true);
    assert_eq!(wheels.parts, parts(all.iter().rev()), "the newest first");
    let any_car = |number: u128| number.is_multiple_of(10);
    let suspended = |number: u128| number.is_multiple_of(9_970) && !number.is_multiple_of(3);
    let any_engine = |number: u128| number.is_multiple_of(3) || any_car(number) && !suspended(number);
    let frequent = |number: u128| any_engine(number) || number.is_multiple_of(4) && !suspended(number);
    let rare = |number: u128| any_engine(number) || number.is_multiple_of(499) && !suspended(number);
    let some = |number: u128| frequent(number) || rare(number);
    // Twice, because counts are cached the second time.
    for _ in 0..2 {
        let expected: [(&str, &dyn Fn(u128) -> bool); 7] = [
            ("2018/kia/rio", &some),
            ("2018/kia/rio/frequent", &frequent),
            ("2018/kia/rio/rare", &rare),
            ("2018/kia/rio/other", &any_engine),
            ("2019/kia/rio", &|_| false),
            ("2017/kia/rio", &|number| any_car(number) && !suspended(number)),
            ("2018/kia/ceed", &any_car),
        ];
        for (vehicle, fits) in expected {
            let vehicle = Some(vehicle.parse().unwrap());
            let found = search.search(&SearchQuery { vehicle: vehicle.clone(), ..query("") }).await.unwrap();
            assert_eq!(found.total, count(fits), "{vehicle:?}");
            let used = count(|number| fits(number) && number.is_multiple_of(5));
            let used_facet = found.facets.conditions.iter().find(|(condition, _)| *condition == Condition::Used);
            assert_eq!(used_facet.map_or(0, |(_, count)| *count), used);
            let zinc = |number: u128| fits(number) && number.is_multiple_of(8);
            let cheap = SearchQuery { sort: Sort::PriceUp, vehicle, ..query("zinc") };
            assert_eq!(search.search(&cheap).await.unwrap().parts, parts(&cheapest(zinc)));
        }
    }
    assert_eq!(search.vehicle_years().await.unwrap(), [2018].map(|year| ModelYear::new(year).unwrap()));

    let [sides] = wheels.facets.attributes.as_slice() else { panic!("{:?}", wheels.facets.attributes) };
    let mut counts = sides.values.clone();
    counts.sort();
    let left_ones = count(|number| number.is_multiple_of(2));
    assert_eq!(counts, [("Left".to_owned(), left_ones), ("Right".to_owned(), wheels.total - left_ones)]);
}
