//! Rules about listings, part numbers, brands and categories.

use super::{Shared, add_part};
use crate::{
    clock::NEW_YEAR,
    samples::{brand, category, largest_part_details, listing, part},
};
use autoparts_application::ports::{
    catalogue::{NewPart, PartRecord, listings::NumberHit},
    page::Page,
    part_search::IndexPosition,
    store::Transaction,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    catalogue::{
        listing::{Condition, Listing, OtherNumber, Picture},
        part_number::{NormalNumber, NumberKind},
    },
    id::PartId,
    quantity::Stock,
};
use std::time::Duration;

fn normal(text: &str) -> NormalNumber {
    NormalNumber::of(text).unwrap()
}

/// Runs a unit of work that must succeed.
async fn run<T: Send + 'static>(
    store: &Shared,
    work: impl Fn(&mut dyn Transaction) -> StoreResult<T> + Send + Sync + 'static,
) -> T {
    store.write(work).await.unwrap()
}

/// The brand `bosch`, the category `pads` in `brakes`, and parts 1 to 3.
async fn filled(store: &Shared) {
    for number in 1..=3 {
        add_part(store, &part(number, 5)).await;
    }
    run(store, |tx| {
        tx.insert_brand(&brand("bosch"))?;
        tx.insert_brand(&brand("ate"))?;
        tx.insert_category(&category("brakes", None))?;
        tx.insert_category(&category("pads", Some("brakes")))
    })
    .await;
}

fn id(number: u64) -> PartId {
    part(number, 0).id
}

async fn save(store: &Shared, number: u64, listing: Listing) {
    run(store, move |tx| tx.save_listing(&id(number), &listing)).await;
}

pub async fn a_listing_is_found_as_it_was_saved(store: Shared) {
    filled(&store).await;
    assert_eq!(run(&store, |tx| tx.listing(&id(1))).await, Listing::default());
    let mut whole = listing("bosch", "0 986 494 524", "pads");
    whole.successor = Some(id(2));
    whole.condition = Condition::Remanufactured;
    save(&store, 1, whole.clone()).await;
    assert_eq!(run(&store, |tx| tx.listing(&id(1))).await, whole);
    let other = Listing { universal: true, ..Listing::default() };
    save(&store, 1, other.clone()).await;
    assert_eq!(run(&store, |tx| tx.listing(&id(1))).await, other, "in the place of the one before");
}

pub async fn adding_parts_together_equals_adding_them_one_by_one(store: Shared) {
    filled(&store).await;
    let new = |number, listing: Listing, reorder_at| NewPart {
        part: part(number, 7),
        listing,
        reorder_at: Stock::new(reorder_at).unwrap(),
    };
    let whole = Listing { successor: Some(id(2)), ..listing("bosch", "0 986 494 524", "pads") };
    let parts = [
        new(11, whole.clone(), 3),
        new(12, Listing::default(), 4),
        new(13, Listing { universal: true, ..listing("bosch", "A-13", "pads") }, 5),
    ];
    let added = parts.clone();
    run(&store, move |tx| tx.insert_parts(&added, NEW_YEAR)).await;
    add_part(&store, &part(14, 7)).await;
    for NewPart { part, listing, reorder_at } in parts {
        let id = part.id;
        let [as_added, as_others] = [id, self::id(14)].map(|id| {
            run(&store, move |tx| {
                let movements = tx.stock_movements(&id, &Page { after: None, limit: 9 })?;
                let moved: Vec<_> = movements.iter().map(|one| (one.reason, one.pieces, one.at)).collect();
                let record = tx.part_record(&id)?.unwrap();
                Ok((record.hidden, record.revision, record.changed_at, moved, tx.part_stock(&id)?))
            })
        });
        assert_eq!(as_added.await, as_others.await);
        let found =
            run(&store, move |tx| Ok((tx.part(&id)?.unwrap(), tx.listing(&id)?, tx.reorder_point(&id)?.unwrap())))
                .await;
        assert_eq!(found, (part, listing, reorder_at));
    }
    let owner =
        |number: &'static str| run(&store, move |tx| tx.number_owner(&"bosch".parse().unwrap(), &normal(number)));
    assert_eq!([owner("0986494524").await, owner("a13").await, owner("a14").await], [Some(id(11)), Some(id(13)), None]);
    for taken in [new(12, Listing::default(), 1), new(15, listing("bosch", "a13", "pads"), 1)] {
        let parts = [new(16, Listing::default(), 1), taken];
        let refused = store.write(move |tx| tx.insert_parts(&parts, NEW_YEAR)).await;
        assert!(matches!(refused, Err(StoreError::Duplicate)), "{refused:?}");
    }
    assert_eq!(run(&store, |tx| tx.count_parts()).await, 7, "nothing of a refused insert is stored");
}

pub async fn changing_parts_together_equals_changing_them_one_by_one(store: Shared) {
    filled(&store).await;
    let read = async |number| run(&store, move |tx| Ok(tx.part_record(&id(number))?.unwrap())).await;
    let changed = async |number| {
        let record: PartRecord = read(number).await;
        let mut part = record.part.clone();
        part.details = largest_part_details();
        PartRecord { part, hidden: true, changed_at: NEW_YEAR.plus(Duration::from_secs(7)), ..record }
    };
    let both = [changed(1).await, changed(2).await];
    let alone = changed(3).await;
    let written = both.clone();
    run(&store, move |tx| tx.update_parts(&written)).await;
    run(&store, move |tx| tx.update_part(&alone)).await;
    for record in &both {
        let revision = record.revision + 1;
        let id = record.part.id;
        let after = run(&store, move |tx| Ok(tx.part_record(&id)?.unwrap())).await;
        assert_eq!(after, PartRecord { revision, ..record.clone() });
    }
    assert_eq!(read(3).await.revision, read(1).await.revision);
    run(&store, |tx| tx.update_parts(&[])).await;
    let stale = [changed(1).await, both[1].clone()];
    let refused = store.write(move |tx| tx.update_parts(&stale)).await;
    assert!(matches!(refused, Err(StoreError::Contention)), "{refused:?}");
    assert_eq!(read(1).await.revision, both[0].revision + 1);
}

pub async fn a_duplicate_number_is_stored_once(store: Shared) {
    filled(&store).await;
    let oem = |written: &str| OtherNumber::new(NumberKind::Oem, None, written.parse().unwrap()).unwrap();
    save(&store, 1, Listing { numbers: vec![oem("A-1"), oem("B2"), oem("a1")], ..Listing::default() }).await;
    assert_eq!(run(&store, |tx| tx.listing(&id(1))).await.numbers, [oem("A-1"), oem("B2")]);
}

pub async fn a_listing_needs_its_part_brand_and_category(store: Shared) {
    filled(&store).await;
    let nowhere = [
        (9, Listing::default()),
        (1, listing("nobody", "1", "pads")),
        (1, listing("bosch", "1", "nowhere")),
        (1, Listing { successor: Some(id(9)), ..Listing::default() }),
    ];
    for (number, listing) in nowhere {
        let refused = store.write(move |tx| tx.save_listing(&id(number), &listing)).await;
        assert!(matches!(refused, Err(StoreError::Failed(_))), "{refused:?}");
    }
}

pub async fn cards_have_the_details_that_lists_show(store: Shared) {
    filled(&store).await;
    let mut listed = listing("bosch", "0 986 494 524", "pads");
    listed.condition = Condition::Used;
    save(&store, 2, listed.clone()).await;
    let card = run(&store, |tx| tx.card(&id(2))).await.unwrap();
    assert_eq!(card.brand, Some(brand("bosch")));
    assert_eq!((card.number, card.category, card.condition), (listed.number, listed.category, Condition::Used));
    assert_eq!(card.list_price, listed.list_price);
    let plain = run(&store, |tx| tx.card(&id(1))).await.unwrap();
    assert_eq!((plain.brand, plain.number, plain.condition), (None, None, Condition::New));
    assert_eq!(run(&store, |tx| tx.card(&id(9))).await, None);
}

pub async fn cards_come_in_the_requested_order_without_hidden_parts(store: Shared) {
    filled(&store).await;
    run(&store, |tx| {
        let record = tx.part_record(&id(2))?.ok_or(StoreError::Failed("no part".into()))?;
        tx.update_part(&PartRecord { hidden: true, ..record })
    })
    .await;
    let cards = run(&store, |tx| tx.cards(&[id(3), id(2), id(9), id(1)])).await;
    assert_eq!(cards.iter().map(|card| card.part.id).collect::<Vec<_>>(), [id(3), id(1)]);
    assert!(run(&store, |tx| tx.cards(&[])).await.is_empty());
    assert_eq!(run(&store, |tx| tx.shown_part_ids(&Page::first())).await, [id(1), id(3)]);
    assert_eq!(run(&store, |tx| tx.shown_part_ids(&Page { after: Some(id(1)), limit: 1 })).await, [id(3)]);
    assert_eq!(run(&store, |tx| tx.count_parts()).await, 3, "hidden, too");
    let listed = run(&store, |tx| tx.listed_parts(&[id(3), id(2), id(9)])).await;
    assert_eq!(listed.iter().map(|listed| listed.record.part.id).collect::<Vec<_>>(), [id(2), id(3)], "hidden, too");
}

pub async fn an_update_of_a_part_increments_its_revision_and_keeps_its_stock(store: Shared) {
    filled(&store).await;
    let before = run(&store, |tx| tx.part_record(&id(1))).await.unwrap();
    assert_eq!((before.revision, before.hidden, before.changed_at), (1, false, NEW_YEAR));
    let mut edited = before.clone();
    edited.part.details = largest_part_details();
    edited.changed_at = NEW_YEAR.plus(Duration::from_secs(1));
    let expected = PartRecord { revision: 2, ..edited.clone() };
    let write = edited.clone();
    run(&store, move |tx| tx.update_part(&write)).await;
    assert_eq!(run(&store, |tx| tx.part_record(&id(1))).await, Some(expected));
    let stale = store.write(move |tx| tx.update_part(&edited)).await;
    assert!(matches!(stale, Err(StoreError::Contention)), "{stale:?}");
}

pub async fn changed_parts_come_in_order_of_change_each_once(store: Shared) {
    filled(&store).await;
    let at = |seconds| NEW_YEAR.plus(Duration::from_secs(seconds));
    run(&store, move |tx| tx.touch_parts(&[id(3)], at(5))).await;
    run(&store, move |tx| tx.touch_parts(&[id(1), id(2)], at(7))).await;
    let start = IndexPosition { changed_at: NEW_YEAR, part: id(0) };
    let all = run(&store, move |tx| tx.changed_parts(start, 10)).await;
    let seen: Vec<_> = all.iter().map(|change| (change.position.part, change.revision)).collect();
    assert_eq!(seen, [(id(3), 2), (id(1), 2), (id(2), 2)]);
    let mut found = Vec::new();
    let mut after = start;
    while let Some(change) = run(&store, move |tx| tx.changed_parts(after, 1)).await.first().copied() {
        after = change.position;
        found.push(change);
    }
    assert_eq!(found, all);
    assert_eq!(run(&store, |tx| tx.part_ids(&Page { after: Some(id(1)), limit: 5 })).await, [id(2), id(3)]);
}

pub async fn parts_are_found_by_number_own_numbers_first(store: Shared) {
    filled(&store).await;
    let other = |kind, maker: Option<&str>, written: &str| {
        OtherNumber::new(kind, maker.map(|maker| maker.parse().unwrap()), written.parse().unwrap()).unwrap()
    };
    let supersedes = other(NumberKind::Supersedes, Some("Nissan"), "41060-EB70A");
    let replaced = supersedes.clone();
    save(&store, 1, Listing { numbers: vec![supersedes.clone()], ..Listing::default() }).await;
    save(&store, 2, listing("bosch", "41060EB70A", "pads")).await;
    let hits = run(&store, |tx| tx.parts_by_number(&normal("41060 eb70a"), 10)).await;
    let own = NumberHit { part: id(2), kind: None, maker: None, number: "41060EB70A".parse().unwrap() };
    let kind = Some(supersedes.kind);
    let maker = supersedes.maker;
    let number = supersedes.number;
    assert_eq!(hits, [own.clone(), NumberHit { part: id(1), kind, maker, number }]);
    let first = run(&store, |tx| tx.parts_by_number(&normal("41060eb70a"), 1)).await;
    assert_eq!(
        first,
        std::slice::from_ref(&own),
        "also when there is room for one only, and older parts have the number"
    );
    let parts = |hits: Vec<NumberHit>| hits.into_iter().map(|hit| hit.part).collect::<Vec<_>>();
    assert_eq!(parts(run(&store, |tx| tx.parts_by_number_beginning(&normal("41060"), 10)).await), [id(1), id(2)]);
    assert!(run(&store, |tx| tx.parts_by_number_beginning(&normal("41061"), 10)).await.is_empty());
    assert!(run(&store, |tx| tx.parts_by_number(&normal("41060"), 10)).await.is_empty(), "a beginning only");
    let superseding = async |brand: &str, part: u64| {
        let brand = brand.parse().unwrap();
        run(&store, move |tx| tx.superseding_part(&brand, &normal("41060eb70a"), &id(part))).await
    };
    assert_eq!(superseding("bosch", 2).await, None, "the part that supersedes it has no brand");
    for number in [1, 3] {
        let newer = Listing { numbers: vec![replaced.clone()], ..listing("bosch", &format!("N-{number}"), "pads") };
        save(&store, number, newer).await;
    }
    assert_eq!(superseding("bosch", 2).await, Some(id(3)));
    assert_eq!(superseding("bosch", 3).await, Some(id(1)));
    assert_eq!(superseding("ate", 2).await, None);
    save(&store, 3, Listing::default()).await;
    let slips = normal("41060eb70b").one_typo_away();
    assert_eq!(parts(run(&store, move |tx| tx.parts_by_any_number(&slips, 1)).await), [id(1)]);
    run(&store, |tx| {
        let record = tx.part_record(&id(2))?.ok_or(StoreError::Failed("no part".into()))?;
        tx.update_part(&PartRecord { hidden: true, ..record })
    })
    .await;
    assert_eq!(parts(run(&store, |tx| tx.parts_by_number(&normal("41060eb70a"), 10)).await), [id(1)]);
}

pub async fn a_number_of_a_brand_has_one_part(store: Shared) {
    let bosch = brand("bosch").id;
    let ate = brand("ate").id;
    let claim = |brand: autoparts_domain::slug::BrandId, number: u64| {
        let store = store.clone();
        async move { store.write(move |tx| tx.claim_number(&brand, &normal("A1"), &id(number))).await }
    };
    claim(bosch.clone(), 1).await.unwrap();
    claim(ate.clone(), 2).await.unwrap();
    assert!(matches!(claim(bosch.clone(), 3).await, Err(StoreError::Duplicate)));
    let key = bosch.clone();
    assert_eq!(run(&store, move |tx| tx.number_owner(&key, &normal("a-1"))).await, Some(id(1)));
    let key = bosch.clone();
    run(&store, move |tx| tx.release_number(&key, &normal("A1"))).await;
    claim(bosch, 3).await.unwrap();
    assert_eq!(run(&store, move |tx| tx.number_owner(&ate, &normal("A2"))).await, None);
}

pub async fn brands_are_listed_by_id_and_kept_while_parts_have_them(store: Shared) {
    filled(&store).await;
    save(&store, 1, listing("bosch", "1", "pads")).await;
    save(&store, 3, listing("bosch", "3", "pads")).await;
    let again = store.write(|tx| tx.insert_brand(&brand("bosch"))).await;
    assert!(matches!(again, Err(StoreError::Duplicate)));
    let mut renamed = brand("ate");
    renamed.name = "Zimmermann".parse().unwrap();
    let write = renamed.clone();
    assert!(run(&store, move |tx| tx.update_brand(&write)).await);
    assert_eq!(run(&store, |tx| tx.brands()).await, [renamed.clone(), brand("bosch")]);
    assert_eq!(run(&store, |tx| tx.brand(&brand("ate").id)).await, Some(renamed));
    assert!(!run(&store, |tx| tx.update_brand(&brand("nobody"))).await);
    let of_bosch = |page: Page<PartId>| run(&store, move |tx| tx.parts_of_brand(&brand("bosch").id, &page));
    assert_eq!(of_bosch(Page::first()).await, [id(1), id(3)]);
    assert_eq!(of_bosch(Page { after: Some(id(1)), limit: 1 }).await, [id(3)]);
    let kept = store.write(|tx| tx.delete_brand(&brand("bosch").id)).await;
    assert!(matches!(kept, Err(StoreError::Failed(_))), "{kept:?}");
    assert!(run(&store, |tx| tx.delete_brand(&brand("ate").id)).await);
    assert!(!run(&store, |tx| tx.delete_brand(&brand("ate").id)).await);
}

pub async fn categories_are_a_tree_and_kept_while_not_empty(store: Shared) {
    filled(&store).await;
    save(&store, 2, listing("bosch", "1", "pads")).await;
    let tree = run(&store, |tx| tx.categories()).await;
    assert_eq!(tree, [category("brakes", None), category("pads", Some("brakes"))].into_iter().collect());
    assert_eq!(run(&store, |tx| tx.parts_of_category(&category("pads", None).id, &Page::first())).await, [id(2)]);
    assert!(run(&store, |tx| tx.parts_of_category(&category("brakes", None).id, &Page::first())).await.is_empty());
    for (name, parent) in [("brakes", None), ("pads", Some("brakes"))] {
        let kept = store.write(move |tx| tx.delete_category(&category(name, parent).id)).await;
        assert!(matches!(kept, Err(StoreError::Failed(_))), "{name}: {kept:?}");
    }
    assert!(run(&store, |tx| tx.update_category(&category("pads", None))).await, "to the top");
    assert!(run(&store, |tx| tx.delete_category(&category("brakes", None).id)).await);
    assert!(!run(&store, |tx| tx.update_category(&category("brakes", None))).await);
    let orphan = store.write(|tx| tx.insert_category(&category("x", Some("brakes")))).await;
    assert!(matches!(orphan, Err(StoreError::Failed(_))), "{orphan:?}");
}

pub async fn pictures_and_attributes_keep_their_order(store: Shared) {
    filled(&store).await;
    let mut many = Listing::default();
    for number in (0..12).rev() {
        many.pictures.push(Picture { image: format!("/pictures/{number}.jpg").parse().unwrap(), alt: None });
        many.attributes.extend(listing("bosch", "1", "pads").attributes.into_iter().map(|mut attribute| {
            attribute.value = number.to_string().parse().unwrap();
            attribute
        }));
    }
    save(&store, 1, many.clone()).await;
    assert_eq!(run(&store, |tx| tx.listing(&id(1))).await, many);
}
