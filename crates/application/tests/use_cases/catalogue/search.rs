use super::{brand_id, details};
use autoparts_application::{
    catalogue::{
        indexing::IndexFollower,
        search::{Found, NumberMatches},
        stock::MoveStock,
    },
    ports::generations::Source,
};
use autoparts_domain::{
    catalogue::{
        PartDetails,
        listing::{Listing, OtherNumber},
        part_number::NumberKind,
        search::SearchQuery,
        stock::{StockChange, StockReason},
    },
    id::{PartId, UserId},
    quantity::{MinimumOrder, Stock},
};
use autoparts_testing::{
    memory_search::MemorySearch,
    samples::{brand, category, listing},
    test_shop::TestShop,
};
use std::{sync::Arc, time::Duration};

async fn shop() -> (TestShop, UserId, IndexFollower) {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    test_shop.shop.save_brand(admin, brand("bosch")).await.unwrap();
    test_shop.shop.save_category(admin, category("brakes", None)).await.unwrap();
    test_shop.shop.save_category(admin, category("pads", Some("brakes"))).await.unwrap();
    let follower = IndexFollower::new(test_shop.shop.clone());
    (test_shop, admin, follower)
}

fn titled(title: &str) -> PartDetails {
    PartDetails { title: title.parse().unwrap(), minimum_order: MinimumOrder::new(1).unwrap(), ..details() }
}

async fn add(test_shop: &TestShop, admin: UserId, title: &str, listing: Option<Listing>) -> PartId {
    test_shop.shop.add_part(admin, titled(title), Stock::new(5).unwrap(), listing).await.unwrap()
}

fn received(pieces: i64) -> MoveStock {
    let reason = StockReason::Received;
    let change = StockChange::new(pieces).unwrap();
    MoveStock { reason, change, note: None, expected_available: None, idempotency_key: None }
}

async fn search(test_shop: &TestShop, words: &str) -> Found {
    let words = Some(words.parse().unwrap());
    test_shop.shop.search(SearchQuery { words, limit: 24, ..SearchQuery::default() }).await.unwrap()
}

fn ids(found: &Found) -> Vec<PartId> {
    found.parts.iter().map(|card| card.part.id).collect()
}

#[tokio::test]
async fn the_index_is_filled_and_then_follows() {
    let (test_shop, admin, mut follower) = shop().await;
    let first = add(&test_shop, admin, "Alternator", Some(listing("bosch", "A1", "pads"))).await;
    let filled = follower.follow().await.unwrap();
    assert_eq!((filled.parts, filled.rebuilt), (1, true));
    assert_eq!(ids(&search(&test_shop, "alternator").await), [first]);
    assert_eq!(ids(&search(&test_shop, "bosch").await), [first], "by its brand");
    assert_eq!(ids(&search(&test_shop, "brakes").await), [first], "by the category above its own");

    // Changes shortly before the index was filled are read again.
    follower.follow().await.unwrap();
    test_shop.clock.advance(Duration::from_mins(10));
    let second = add(&test_shop, admin, "Starter motor", None).await;
    let generation = || test_shop.shop.store.generations().current(Source::Parts);
    let before = generation();
    assert_eq!(follower.follow().await.unwrap().parts, 1);
    assert_ne!(generation(), before, "cached search results are outdated");
    assert_eq!(ids(&search(&test_shop, "starter").await), [second]);
    test_shop.shop.edit_part(admin, second, 1, titled("Wiper blade")).await.unwrap();
    test_shop.shop.delete_part(admin, first).await.unwrap();
    assert_eq!(follower.follow().await.unwrap().parts, 2);
    assert!(ids(&search(&test_shop, "starter").await).is_empty());
    assert_eq!(ids(&search(&test_shop, "wiper").await), [second]);
    assert!(ids(&search(&test_shop, "alternator").await).is_empty());
    let before = generation();
    assert_eq!(follower.follow().await.unwrap().parts, 0, "each change once");
    assert_eq!(generation(), before);
}

#[tokio::test]
async fn another_name_of_a_brand_is_found() {
    let (test_shop, admin, mut follower) = shop().await;
    let part = add(&test_shop, admin, "Alternator", Some(listing("bosch", "A1", "pads"))).await;
    follower.follow().await.unwrap();
    let mut renamed = brand("bosch");
    renamed.name = "Zimmermann".parse().unwrap();
    test_shop.shop.save_brand(admin, renamed).await.unwrap();
    follower.follow().await.unwrap();
    assert_eq!(ids(&search(&test_shop, "zimmermann").await), [part]);
    assert!(ids(&search(&test_shop, "bosch").await).is_empty());
}

#[tokio::test]
async fn changes_that_become_visible_late_are_indexed() {
    let (test_shop, admin, mut follower) = shop().await;
    follower.follow().await.unwrap();
    test_shop.clock.advance(Duration::from_mins(5));
    add(&test_shop, admin, "Alternator", None).await;
    follower.follow().await.unwrap();
    // A transaction that began a minute ago commits now.
    test_shop.clock.set(test_shop.shop.now().minus(Duration::from_mins(1)));
    let late = add(&test_shop, admin, "Starter motor", None).await;
    follower.follow().await.unwrap();
    assert_eq!(ids(&search(&test_shop, "starter").await), [late]);
}

#[tokio::test]
async fn changes_after_the_clock_was_set_back_are_indexed() {
    let (test_shop, admin, mut follower) = shop().await;
    let right = test_shop.shop.now();
    test_shop.clock.advance(Duration::from_hours(1));
    follower.follow().await.unwrap();
    test_shop.clock.set(right);
    let part = add(&test_shop, admin, "Alternator", None).await;
    follower.follow().await.unwrap();
    assert_eq!(ids(&search(&test_shop, "alternator").await), [part]);
}

#[tokio::test]
async fn changes_that_become_visible_during_a_long_round_are_indexed() {
    let (test_shop, admin, mut follower) = shop().await;
    follower.follow().await.unwrap();
    test_shop.clock.advance(Duration::from_mins(5));
    add(&test_shop, admin, "Alternator", None).await;
    follower.follow().await.unwrap();
    follower.follow().await.unwrap();
    // Four minutes of changes at once, as in a round that takes that long.
    let begun = test_shop.shop.now();
    let ended = begun.plus(Duration::from_mins(4));
    test_shop.clock.set(ended);
    add(&test_shop, admin, "Imported", None).await;
    follower.follow().await.unwrap();
    test_shop.clock.set(begun.plus(Duration::from_mins(1)));
    let late = add(&test_shop, admin, "Starter motor", None).await;
    test_shop.clock.set(ended.plus(Duration::from_secs(1)));
    follower.follow().await.unwrap();
    assert_eq!(ids(&search(&test_shop, "starter").await), [late]);
}

#[tokio::test]
async fn after_an_import_late_changes_are_searched_less_often() {
    let (test_shop, admin, mut follower) = shop().await;
    follower.follow().await.unwrap();
    test_shop.clock.advance(Duration::from_mins(5));
    for number in 0..2_000 {
        add(&test_shop, admin, &format!("Imported {number}"), None).await;
    }
    assert_eq!(follower.follow().await.unwrap().parts, 2_000);
    follower.follow().await.unwrap();
    let now = test_shop.shop.now();
    test_shop.clock.set(now.minus(Duration::from_mins(1)));
    let late = add(&test_shop, admin, "Starter motor", None).await;
    test_shop.clock.set(now.minus(Duration::from_millis(100)));
    let a_moment_late = add(&test_shop, admin, "Wiper blade", None).await;
    test_shop.clock.set(now.plus(Duration::from_millis(500)));
    let next = add(&test_shop, admin, "Alternator", None).await;
    assert_eq!(follower.follow().await.unwrap().parts, 2, "new and slightly late changes are found in the next round");
    assert_eq!(ids(&search(&test_shop, "alternator").await), [next]);
    assert_eq!(ids(&search(&test_shop, "wiper").await), [a_moment_late]);
    test_shop.clock.advance(Duration::from_secs(2));
    assert_eq!(
        follower.follow().await.unwrap().parts,
        1,
        "older changes are found after two seconds, because there were 2,000 changes"
    );
    assert_eq!(ids(&search(&test_shop, "starter").await), [late]);
}

#[tokio::test]
async fn stock_is_rechecked_during_an_import() {
    let (test_shop, admin, mut follower) = shop().await;
    let sold_out = add(&test_shop, admin, "Alternator", None).await;
    follower.follow().await.unwrap();
    test_shop.clock.advance(Duration::from_mins(5));
    for number in 0..600 {
        add(&test_shop, admin, &format!("Imported {number}"), None).await;
    }
    follower.follow().await.unwrap();
    for number in 600..2_100 {
        add(&test_shop, admin, &format!("Imported {number}"), None).await;
    }
    let customer = test_shop.customer("max").await;
    test_shop.order(customer, sold_out, 5).await;
    test_shop.clock.advance(Duration::from_secs(40));
    test_shop.clock.step(Duration::from_secs(3));
    let mut rounds = 0;
    let mut taken = 0;
    while taken < 1_501 {
        let parts = follower.follow().await.unwrap().parts;
        (rounds, taken) = (rounds + 1, taken + parts);
        let words = Some("alternator".parse().unwrap());
        let in_stock = SearchQuery { words, in_stock: true, limit: 24, ..SearchQuery::default() };
        assert!(test_shop.shop.search(in_stock).await.unwrap().parts.is_empty(), "after round {rounds}");
        assert!(parts > 0, "round {rounds} got no further than {taken}");
    }
    assert_eq!(taken, 1_501, "each part once, and the one that is sold out");
    assert!(rounds > 1);
}

#[tokio::test]
async fn after_a_restart_late_changes_are_searched_further_back() {
    let (test_shop, admin, mut follower) = shop().await;
    follower.follow().await.unwrap();
    test_shop.clock.advance(Duration::from_mins(5));
    add(&test_shop, admin, "Alternator", None).await;
    follower.follow().await.unwrap();
    // The clocks of servers may differ by two minutes, and the last re-read was half a minute ago.
    test_shop.clock.set(test_shop.shop.now().minus(Duration::from_secs(150)));
    let late = add(&test_shop, admin, "Starter motor", None).await;
    test_shop.clock.advance(Duration::from_secs(151));
    let mut restarted = IndexFollower::new(test_shop.shop.clone());
    restarted.follow().await.unwrap();
    assert_eq!(ids(&search(&test_shop, "starter").await), [late]);
}

#[tokio::test]
async fn a_lost_index_is_rebuilt() {
    let (mut test_shop, admin, mut follower) = shop().await;
    let part = add(&test_shop, admin, "Alternator", None).await;
    follower.follow().await.unwrap();
    test_shop.shop.search = Arc::new(MemorySearch::default());
    assert!(ids(&search(&test_shop, "alternator").await).is_empty());
    let mut follower = IndexFollower::new(test_shop.shop.clone());
    assert!(follower.follow().await.unwrap().rebuilt);
    assert_eq!(ids(&search(&test_shop, "alternator").await), [part]);
    follower.rebuild();
    assert!(follower.follow().await.unwrap().rebuilt, "a rebuild was requested");
    assert!(!follower.follow().await.unwrap().rebuilt);
}

#[tokio::test]
async fn an_empty_catalogue_is_complete() {
    let (_, _, mut follower) = shop().await;
    assert!(follower.follow().await.unwrap().rebuilt);
    assert!(!follower.follow().await.unwrap().rebuilt);
}

#[tokio::test]
async fn availability_is_rechecked_periodically() {
    let (test_shop, admin, mut follower) = shop().await;
    let customer = test_shop.customer("marta").await;
    let part = add(&test_shop, admin, "Alternator", None).await;
    follower.follow().await.unwrap();
    follower.follow().await.unwrap();
    let in_stock = || async {
        let query = SearchQuery { in_stock: true, limit: 24, ..SearchQuery::default() };
        ids(&test_shop.shop.search(query).await.unwrap())
    };
    assert_eq!(in_stock().await, [part]);
    test_shop.order(customer, part, 5).await;
    test_shop.clock.advance(Duration::from_secs(30));
    follower.follow().await.unwrap();
    assert!(in_stock().await.is_empty());
    // Incoming goods are visible at once.
    test_shop.shop.move_stock(admin, part, received(20)).await.unwrap();
    follower.follow().await.unwrap();
    assert_eq!(in_stock().await, [part]);
    follower.follow().await.unwrap();
    assert_eq!(in_stock().await, [part], "also after the next look");
}

#[tokio::test]
async fn a_part_that_sells_out_again_between_updates_is_indexed_as_sold_out() {
    let (test_shop, admin, mut follower) = shop().await;
    let customer = test_shop.customer("marta").await;
    let part = add(&test_shop, admin, "Alternator", None).await;
    test_shop.order(customer, part, 5).await;
    follower.follow().await.unwrap();
    follower.follow().await.unwrap();
    test_shop.shop.move_stock(admin, part, received(1)).await.unwrap();
    follower.follow().await.unwrap();
    test_shop.order(customer, part, 1).await;
    test_shop.clock.advance(Duration::from_secs(30));
    follower.follow().await.unwrap();
    let query = SearchQuery { in_stock: true, limit: 24, ..SearchQuery::default() };
    assert!(ids(&test_shop.shop.search(query).await.unwrap()).is_empty());
}

#[tokio::test]
async fn stock_returned_while_a_server_is_down_reaches_its_index() {
    let (test_shop, admin, mut follower) = shop().await;
    let customer = test_shop.customer("marta").await;
    let part = add(&test_shop, admin, "Alternator", None).await;
    test_shop.clock.advance(Duration::from_mins(10));
    let order = test_shop.order(customer, part, 5).await;
    follower.follow().await.unwrap();
    follower.follow().await.unwrap();
    drop(follower);
    test_shop.clock.advance(Duration::from_mins(10));
    test_shop.shop.delete_own_order(customer, order).await.unwrap();
    test_shop.clock.advance(Duration::from_mins(10));
    let mut follower = IndexFollower::new(test_shop.shop.clone());
    assert!(!follower.follow().await.unwrap().rebuilt);
    let query = SearchQuery { in_stock: true, limit: 24, ..SearchQuery::default() };
    assert_eq!(ids(&test_shop.shop.search(query).await.unwrap()), [part]);
}

#[tokio::test]
async fn a_clock_that_is_ahead_hides_no_changes() {
    let (test_shop, admin, mut follower) = shop().await;
    follower.follow().await.unwrap();
    let now = test_shop.shop.now();
    test_shop.clock.set(now.plus(Duration::from_mins(10)));
    add(&test_shop, admin, "Alternator", None).await;
    test_shop.clock.set(now);
    follower.follow().await.unwrap();
    let part = add(&test_shop, admin, "Starter motor", None).await;
    follower.follow().await.unwrap();
    assert_eq!(ids(&search(&test_shop, "starter").await), [part]);
}

#[tokio::test]
async fn a_superseded_number_finds_the_part_on_sale() {
    let (test_shop, admin, _) = shop().await;
    let replacing = |number: &str, older: &str| {
        let older = OtherNumber::new(NumberKind::Supersedes, None, older.parse().unwrap()).unwrap();
        Listing { numbers: vec![older], ..listing("bosch", number, "pads") }
    };
    let replaced_by =
        |number: &str, successor| Listing { successor: Some(successor), ..listing("bosch", number, "pads") };
    // By their numbers: 100-A was superseded by 100-B, and 100-B by 100-C.
    let b = add(&test_shop, admin, "B", Some(replacing("100-B", "100-A"))).await;
    let c = add(&test_shop, admin, "C", Some(replacing("100-C", "100-B"))).await;
    let successors =
        |found: &Found| found.numbers.hits.iter().map(|(card, _)| (card.part.id, card.successor)).collect::<Vec<_>>();
    assert_eq!(successors(&search(&test_shop, "100-A").await), [(b, Some(c))]);
    assert_eq!(successors(&search(&test_shop, "100-C").await), [(c, None)]);
    assert_eq!(test_shop.shop.part(b).await.unwrap().successor, Some(c));
    // By their listings: across a part that was removed from the catalog.
    let newest = add(&test_shop, admin, "Newest", Some(listing("bosch", "200-C", "pads"))).await;
    let hidden = add(&test_shop, admin, "Between", Some(replaced_by("200-B", newest))).await;
    let oldest = add(&test_shop, admin, "Oldest", Some(replaced_by("200-A", hidden))).await;
    test_shop.shop.delete_part(admin, hidden).await.unwrap();
    assert_eq!(successors(&search(&test_shop, "200-A").await), [(oldest, Some(newest))]);
    assert_eq!(test_shop.shop.part(oldest).await.unwrap().successor, Some(newest));
    // A cycle terminates.
    let record = test_shop.shop.store.read(move |tx| tx.part_record(&newest)).await.unwrap().unwrap();
    test_shop.shop.edit_listing(admin, newest, record.revision, replaced_by("200-C", oldest)).await.unwrap();
    assert_eq!(test_shop.shop.part(oldest).await.unwrap().successor, Some(newest));
    assert_eq!(test_shop.shop.part(newest).await.unwrap().successor, Some(oldest));
}

#[tokio::test]
async fn a_number_search_works_without_the_index_and_explains_its_matches() {
    let (test_shop, admin, _) = shop().await;
    let mut replaces = Listing::default();
    let number = |kind, number: &str| OtherNumber::new(kind, None, number.parse().unwrap()).unwrap();
    replaces.numbers.push(number(NumberKind::Supersedes, "41060-EB70A"));
    let part = add(&test_shop, admin, "Brake pads", Some(replaces)).await;
    for typed in ["41060-EB70A", "41060eb70a", "41060 EB70A"] {
        let found = search(&test_shop, typed).await;
        let hits: Vec<_> = found.numbers.hits.iter().map(|(card, hit)| (card.part.id, hit.kind)).collect();
        assert_eq!(hits, [(part, Some(NumberKind::Supersedes))], "{typed}");
    }
    let beginning = search(&test_shop, "41060EB").await.numbers;
    assert_eq!(beginning.hits.len(), 1);
    let typo = search(&test_shop, "41060-EB70B").await.numbers;
    assert!(typo.hits.is_empty(), "a typo is suggested but never matched");
    assert_eq!(typo.similar.map(|number| number.to_string()).as_deref(), Some("41060-EB70A"));
    assert_eq!(search(&test_shop, "pads").await.numbers, NumberMatches::default());
}

#[tokio::test]
async fn suggestions_are_of_every_kind() {
    let (test_shop, admin, mut follower) = shop().await;
    let part = add(&test_shop, admin, "Brake pads", Some(listing("bosch", "0 986 494 524", "pads"))).await;
    follower.follow().await.unwrap();
    let suggest = |typed: &str| {
        let shop = test_shop.shop.clone();
        let typed = typed.parse().unwrap();
        async move { shop.suggestions(typed, 8).await.unwrap() }
    };
    let pads = suggest("pads").await;
    let paths: Vec<Vec<String>> =
        pads.categories.iter().map(|path| path.iter().map(|category| category.id.to_string()).collect()).collect();
    assert_eq!(paths, [["brakes", "pads"]]);
    assert_eq!(pads.parts.iter().map(|card| card.part.id).collect::<Vec<_>>(), [part]);
    assert_eq!(
        suggest("bos").await.brands.iter().map(|brand| brand.id.clone()).collect::<Vec<_>>(),
        [brand_id("bosch")]
    );
    let number = suggest("0986494").await;
    assert_eq!(number.numbers.iter().map(|(card, _)| card.part.id).collect::<Vec<_>>(), [part]);
    assert!(number.parts.is_empty(), "nothing twice");
}
