//! Rules about parts and their stock.

use super::{Shared, add_part, at_once, yes};
use crate::{
    clock::NEW_YEAR,
    samples::{largest_part_details, part, pieces},
};
use autoparts_application::ports::{
    catalogue::{PartRecord, stock::StockAccount},
    page::Page,
    store::Transaction,
    store_error::StoreError,
};
use autoparts_domain::{catalogue::Part, id::PartId, money::Price, quantity::Stock};

async fn found(store: &Shared, id: PartId) -> Option<Part> {
    store.read(move |tx| tx.part(&id)).await.unwrap()
}

async fn stock_of(store: &Shared, id: PartId) -> i64 {
    store.read(move |tx| tx.part_stock(&id)).await.unwrap()
}

async fn hide(store: &Shared, id: PartId) -> bool {
    let hide = move |tx: &mut dyn Transaction| {
        let Some(record) = tx.part_record(&id)?.filter(|record| !record.hidden) else { return Ok(false) };
        tx.update_part(&PartRecord { hidden: true, ..record })?;
        Ok::<bool, StoreError>(true)
    };
    store.write(hide).await.unwrap()
}

/// The whole catalog, read in pages of `limit`.
async fn catalogue(store: &Shared, limit: u32) -> Vec<PartId> {
    let mut ids: Vec<PartId> = Vec::new();
    loop {
        let page = Page { after: ids.last().copied(), limit };
        let parts = store.read(move |tx| tx.parts(&page)).await.unwrap();
        assert!(parts.len() <= usize::try_from(limit).unwrap());
        if parts.is_empty() {
            return ids;
        }
        ids.extend(parts.iter().map(|card| card.part.id));
    }
}

pub async fn a_part_is_found_as_it_was_inserted(store: Shared) {
    let mut written = part(1, 12);
    written.details.title = "Bremsscheibe „Größe“ \u{1f697} 'x' \"y\" \\ %_;--".parse().unwrap();
    written.details.description = "zwei\tSpalten\r\nund Zeilen — ünïcödé \u{e000}".parse().unwrap();
    written.details.image = "https://img.example.com/a.png?w=1&h=2".parse().unwrap();
    add_part(&store, &written).await;
    assert_eq!(found(&store, written.id).await, Some(written.clone()));
    let listed = store.read(|tx| tx.parts(&Page::first())).await.unwrap();
    assert_eq!(listed.into_iter().map(|card| card.part).collect::<Vec<_>>(), [written]);
}

pub async fn extreme_values_of_a_part_survive(store: Shared) {
    let largest = Part { details: largest_part_details(), ..part(1, Stock::MAX) };
    let mut cheapest = part(2, 0);
    cheapest.details.price = Price::new(Price::MIN).unwrap();
    for part in [largest, cheapest] {
        add_part(&store, &part).await;
        assert_eq!(found(&store, part.id).await, Some(part));
    }
}

pub async fn an_unknown_part_is_not_found(store: Shared) {
    add_part(&store, &part(1, 1)).await;
    assert_eq!(found(&store, part(2, 1).id).await, None);
}

pub async fn several_parts_are_read_at_once_by_id(store: Shared) {
    let [first, hidden, third, last] = [1, 2, 3, 4].map(|number| part(number, 7));
    for part in [&last, &first, &third, &hidden] {
        add_part(&store, part).await;
    }
    hide(&store, hidden.id).await;
    let unknown = part(9, 0).id;
    let read = async |ids: Vec<PartId>| store.read(move |tx| tx.parts_by_id(&ids)).await.unwrap();
    assert_eq!(read(vec![last.id, unknown, first.id, hidden.id, last.id]).await, [first, last]);
    assert_eq!(read(vec![third.id]).await, [third]);
    for nothing in [Vec::new(), vec![hidden.id], vec![unknown]] {
        assert!(read(nothing).await.is_empty());
    }
}

pub async fn a_part_is_inserted_once(store: Shared) {
    add_part(&store, &part(1, 5)).await;
    let again = store.write(|tx| tx.insert_part(&part(1, 7), NEW_YEAR)).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
    assert_eq!(stock_of(&store, part(1, 5).id).await, 5);
}

pub async fn the_catalogue_is_paged_without_gaps_or_repeats(store: Shared) {
    for number in [5, 1, 9, 3, 7, 2, 8, 4, 6, 10, 11] {
        add_part(&store, &part(number, 1)).await;
    }
    for number in [1, 4, 11] {
        assert!(hide(&store, part(number, 1).id).await);
    }
    let expected: Vec<PartId> = [2, 3, 5, 6, 7, 8, 9, 10].map(|number| part(number, 1).id).to_vec();
    for limit in [1, 3, 4, 8, 1_000] {
        assert_eq!(catalogue(&store, limit).await, expected, "pages of {limit}");
    }
}

pub async fn a_part_added_while_paging_does_not_disturb_the_pages(store: Shared) {
    for number in [10, 20, 30, 40] {
        add_part(&store, &part(number, 1)).await;
    }
    let first = store.read(|tx| tx.parts(&Page { after: None, limit: 2 })).await.unwrap();
    add_part(&store, &part(15, 1)).await;
    assert!(hide(&store, part(20, 1).id).await);
    let after = first.last().map(|card| card.part.id);
    let second = store.read(move |tx| tx.parts(&Page { after, limit: 2 })).await.unwrap();
    assert_eq!(second.into_iter().map(|card| card.part).collect::<Vec<_>>(), [part(30, 1), part(40, 1)]);
}

pub async fn a_hidden_part_leaves_the_catalogue_and_keeps_its_stock(store: Shared) {
    let hidden = part(1, 10);
    add_part(&store, &hidden).await;
    assert!(hide(&store, hidden.id).await);
    assert_eq!(found(&store, hidden.id).await, None);
    assert!(catalogue(&store, 10).await.is_empty());
    assert!(store.write(move |tx| tx.take_stock(&hidden.id, pieces(4))).await.unwrap());
    assert_eq!(stock_of(&store, hidden.id).await, 6);
}

pub async fn hiding_twice_returns_false(store: Shared) {
    add_part(&store, &part(1, 1)).await;
    assert!(hide(&store, part(1, 1).id).await);
    assert!(!hide(&store, part(1, 1).id).await);
    assert!(!hide(&store, part(2, 1).id).await);
}

pub async fn taking_stock_is_all_or_nothing(store: Shared) {
    let id = part(1, 10).id;
    add_part(&store, &part(1, 10)).await;
    assert!(!store.write(move |tx| tx.take_stock(&id, pieces(11))).await.unwrap());
    assert_eq!(stock_of(&store, id).await, 10);
    assert!(store.write(move |tx| tx.take_stock(&id, pieces(10))).await.unwrap());
    assert!(!store.write(move |tx| tx.take_stock(&id, pieces(1))).await.unwrap());
    assert_eq!(found(&store, id).await.unwrap().available.pieces(), 0);
}

pub async fn an_unknown_part_has_no_stock(store: Shared) {
    let id = part(1, 1).id;
    assert_eq!(stock_of(&store, id).await, 0);
    assert!(!store.write(move |tx| tx.take_stock(&id, pieces(1))).await.unwrap());
    let returned = store.write(move |tx| tx.return_stock(&id, pieces(1), NEW_YEAR)).await;
    assert!(matches!(returned, Err(StoreError::Failed(_))), "{returned:?}");
}

pub async fn stock_is_never_oversold(store: Shared) {
    let id = part(1, 10).id;
    add_part(&store, &part(1, 10)).await;
    let answers = at_once(64, |_| {
        let store = store.clone();
        async move { store.write(move |tx| tx.take_stock(&id, pieces(1))).await }
    });
    assert_eq!(yes(answers.await), 10);
    assert_eq!(stock_of(&store, id).await, 0);
}

pub async fn returned_stock_can_be_sold_again(store: Shared) {
    let id = part(1, 5).id;
    add_part(&store, &part(1, 5)).await;
    assert!(store.write(move |tx| tx.take_stock(&id, pieces(5))).await.unwrap());
    store.write(move |tx| tx.return_stock(&id, pieces(3), NEW_YEAR)).await.unwrap();
    assert_eq!(found(&store, id).await.unwrap().available, Stock::new(3).unwrap());
    assert!(store.write(move |tx| tx.take_stock(&id, pieces(3))).await.unwrap());
}

pub async fn more_than_was_supplied_cannot_be_returned(store: Shared) {
    let id = part(1, 5).id;
    add_part(&store, &part(1, 5)).await;
    let returned = store.write(move |tx| tx.return_stock(&id, pieces(1), NEW_YEAR)).await;
    assert!(matches!(returned, Err(StoreError::Failed(_))), "{returned:?}");
    assert_eq!(stock_of(&store, id).await, 5);
}

pub async fn stock_accounts_list_every_part_by_id(store: Shared) {
    let first = part(1, 5);
    let second = part(2, 0);
    let third = part(3, 8);
    for part in [&third, &first, &second] {
        add_part(&store, part).await;
    }
    assert!(hide(&store, first.id).await);
    assert!(store.write(move |tx| tx.take_stock(&first.id, pieces(2))).await.unwrap());
    let account = |part: PartId, supplied, available| StockAccount { part, supplied, available, moved: Some(supplied) };
    let all = store.read(|tx| tx.stock_accounts(&Page::first())).await.unwrap();
    assert_eq!(all, [account(first.id, 5, 3), account(second.id, 0, 0), account(third.id, 8, 8)]);
    let page = Page { after: Some(first.id), limit: 1 };
    let one = store.read(move |tx| tx.stock_accounts(&page)).await.unwrap();
    assert_eq!(one, [account(second.id, 0, 0)]);
}
