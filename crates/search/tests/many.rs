//! Much is counted and listed as little is.

#![expect(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use autoparts_application::{
    ports::part_search::{IndexBatch, PartDocument, PartSearch, SearchResult},
    testing::search_contract::{batch, part, query, sample},
};
use autoparts_domain::{
    catalogue::{
        listing::{Attribute, Condition},
        search::{SearchQuery, Sort},
    },
    id::PartId,
    money::Money,
};
use autoparts_search::{Synonyms, TantivySearch};

/// Parts 1 to this one, of three brands in turns, every fifth used; every eleventh is then deleted, and every seventh
/// cannot be ordered.
const PARTS: u128 = 75_000;

fn document(number: u128) -> PartDocument {
    let brand = ["Bosch", "Mann", "Valeo"][usize::try_from(number % 3).unwrap()];
    let side = if number.is_multiple_of(2) { "Left" } else { "Right" };
    PartDocument {
        brand: Some((brand.to_lowercase().parse().unwrap(), brand.parse().unwrap())),
        categories: vec![("wheels".parse().unwrap(), "Wheels".parse().unwrap())],
        condition: if number.is_multiple_of(5) { Condition::Used } else { Condition::New },
        attributes: vec![Attribute { name: "Side".parse().unwrap(), value: side.parse().unwrap(), unit: None }],
        ..sample::document(number, "Washer")
    }
}

async fn many() -> TantivySearch {
    let search = TantivySearch::open(None, Synonyms::shipped().unwrap()).unwrap();
    search.begin_rebuild(u64::try_from(PARTS).unwrap()).await.unwrap();
    search.apply(IndexBatch { upserts: (1..=PARTS).map(document).collect(), ..batch(1) }).await.unwrap();
    search.finish_rebuild().await.unwrap();
    let removals = (11..=PARTS).step_by(11).map(part).collect();
    let orderable = (7..=PARTS).step_by(7).map(|number| (part(number), false)).collect();
    search.apply(IndexBatch { removals, orderable, ..batch(2) }).await.unwrap();
    search
}

/// The numbers of the parts that are left and for which something holds.
fn left(holds: impl Fn(u128) -> bool) -> Vec<u128> {
    (1..=PARTS).filter(|number| !number.is_multiple_of(11) && holds(*number)).collect()
}

fn count(holds: impl Fn(u128) -> bool) -> u64 {
    u64::try_from(left(holds).len()).unwrap()
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
    let all = left(holds);
    let dollars = |number: &u128| Money::from_cents(i64::try_from(*number).unwrap() * 100).unwrap();
    assert_eq!(found.facets.price, all.first().map(dollars).zip(all.last().map(dollars)));
}

#[tokio::test]
async fn much_is_counted_and_listed_as_little_is() {
    let search = many().await;
    let washers = query("washer");
    let all = left(|_| true);

    let by_price = search.search(&SearchQuery { sort: Sort::PriceUp, ..washers.clone() }).await.unwrap();
    assert_counted(&by_price, |_| true);
    assert_eq!(by_price.parts, parts(&all));
    let after = SearchQuery { sort: Sort::PriceUp, after: by_price.next, ..washers.clone() };
    assert_eq!(search.search(&after).await.unwrap().parts, parts(&all[100..]));

    let in_stock = SearchQuery { sort: Sort::PriceDown, in_stock: true, ..washers.clone() };
    let in_stock = search.search(&in_stock).await.unwrap();
    let can_be_ordered = |number: u128| !number.is_multiple_of(7);
    assert_counted(&in_stock, can_be_ordered);
    assert_eq!(in_stock.parts, parts(left(can_be_ordered).iter().rev()));

    let dear = Money::from_cents(1_000_000).unwrap();
    let dear = search.search(&SearchQuery { price_from: Some(dear), ..washers.clone() }).await.unwrap();
    assert_eq!(dear.total, count(|number| number >= 10_000));
    assert_eq!(dear.parts.len(), 100, "all are as good as each other");

    let wheels = SearchQuery { categories: vec!["wheels".parse().unwrap()], ..query("") };
    let wheels = search.search(&wheels).await.unwrap();
    assert_counted(&wheels, |_| true);
    assert_eq!(wheels.parts, parts(all.iter().rev()), "the newest first");
    let [sides] = wheels.facets.attributes.as_slice() else { panic!("{:?}", wheels.facets.attributes) };
    let mut counts = sides.values.clone();
    counts.sort();
    let left_ones = count(|number| number.is_multiple_of(2));
    assert_eq!(counts, [("Left".to_owned(), left_ones), ("Right".to_owned(), wheels.total - left_ones)]);
}
