//! Rules about import jobs and their questions.

#![expect(clippy::indexing_slicing, reason = "these are tests, and a panic is how a test fails")]

use super::{Shared, add_part};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::{brand, part, vehicles},
};
use autoparts_application::ports::{
    catalogue::{PartRecord, stock::StockLevel},
    import_files::{Finding, FindingKind, ImportKind, Scope},
    imports::{Brake, ChangeKind, ColumnChange, Import, ImportCounts, ImportState, PartChange, PartKey, Step},
    page::Page,
    part_rows::PartColumn,
    store::Transaction,
    store_error::StoreResult,
};
use autoparts_domain::{
    catalogue::{listing::Listing, part_number::NormalNumber},
    id::ImportId,
    quantity::{Quantity, Stock},
};
use std::time::Duration;

async fn run<T: Send + 'static>(
    store: &Shared,
    work: impl Fn(&mut dyn Transaction) -> StoreResult<T> + Send + Sync + 'static,
) -> T {
    store.write(work).await.unwrap()
}

fn import(number: u64) -> Import {
    Import {
        id: numbered(number).into(),
        kind: ImportKind::Aces,
        file: "brakes.xml".to_owned(),
        format: String::new(),
        digest: String::new(),
        actor: None,
        scope: None,
        state: ImportState::Reading,
        counts: ImportCounts::default(),
        brake: Brake::None,
        position: 0,
        error: None,
        created_at: NEW_YEAR,
        changed_at: NEW_YEAR,
    }
}

async fn add(store: &Shared, import: &Import) {
    let import = import.clone();
    run(store, move |tx| tx.insert_import(&import)).await;
}

async fn found(store: &Shared, id: ImportId) -> Option<Import> {
    store.read(move |tx| tx.import(&id)).await.unwrap()
}

pub async fn an_import_is_found_as_it_was_saved(store: Shared) {
    let before = import(1);
    assert_eq!(found(&store, before.id).await, None);
    add(&store, &before).await;
    assert_eq!(found(&store, before.id).await, Some(before.clone()));
    let failed = Import {
        format: "ACES 4.2".to_owned(),
        digest: "ab".repeat(32),
        actor: Some(numbered(7).into()),
        scope: Some(Scope::WholeBrand),
        state: ImportState::Failed,
        counts: ImportCounts {
            rows: 10,
            set_aside: 1,
            removed: 9,
            foreign: 2,
            new: 3,
            changed: 4,
            gone: 5,
            unchanged: 6,
            applied: 7,
        },
        brake: Brake::Force,
        position: 256,
        error: Some("The disk is full.".to_owned()),
        changed_at: NEW_YEAR.plus(Duration::from_secs(1)),
        ..before.clone()
    };
    for (from, after) in [(ImportState::Reading, failed), (ImportState::Failed, before)] {
        let saved = after.clone();
        assert!(run(&store, move |tx| tx.update_import(&saved, from)).await);
        assert_eq!(found(&store, after.id).await, Some(after));
    }
    assert!(!run(&store, |tx| tx.update_import(&import(2), ImportState::Reading)).await, "there is none");
    assert!(!run(&store, |tx| tx.update_import(&import(1), ImportState::Ready)).await, "it is in another state");
}

pub async fn imports_are_listed_newest_first(store: Shared) {
    for number in 1..=3 {
        add(&store, &import(number)).await;
    }
    let listed = |after: Option<u64>, limit| {
        let page = Page { after: after.map(|number| numbered(number).into()), limit };
        let read = store.read(move |tx| tx.imports(&page));
        async { read.await.unwrap() }
    };
    assert_eq!(listed(None, 2).await, [import(3), import(2)]);
    assert_eq!(listed(Some(2), 2).await, [import(1)]);
}

pub async fn one_holder_works_on_imports(store: Shared) {
    let one = numbered(1);
    let other = numbered(2);
    let later = |seconds| NEW_YEAR.plus(Duration::from_secs(seconds));
    let claim = async |holder, now, stale| {
        let claimed = store.write(move |tx| tx.claim_imports(&holder, now, stale)).await;
        claimed.unwrap()
    };
    assert!(claim(one, later(10), NEW_YEAR).await);
    assert!(!claim(other, later(11), NEW_YEAR).await);
    assert!(claim(one, later(20), NEW_YEAR).await, "the holder still works");
    assert!(!claim(other, later(30), later(20)).await, "not stale before");
    assert!(claim(other, later(30), later(21)).await);
    run(&store, move |tx| tx.release_imports(&one)).await;
    assert!(!claim(one, later(31), NEW_YEAR).await, "a release does not end the claim of another importer");
    run(&store, move |tx| tx.release_imports(&other)).await;
    let renew = async |holder, now| run(&store, move |tx| tx.renew_imports(&holder, now)).await;
    assert!(!renew(one, later(31)).await, "they are not claimed");
    assert!(claim(one, later(31), NEW_YEAR).await);
    assert!(renew(one, later(40)).await);
    assert!(!renew(other, later(50)).await);
    assert!(!claim(other, later(50), later(40)).await);
    assert!(claim(other, later(50), later(41)).await);
}

pub async fn unfinished_imports_are_those_being_read_or_applied(store: Shared) {
    let in_state = |number, state| Import { state, ..import(number) };
    for (number, state) in (1..).zip(ImportState::ALL) {
        add(&store, &in_state(number, state)).await;
    }
    add(&store, &in_state(7, ImportState::Reading)).await;
    let unfinished = |limit| {
        let read = store.read(move |tx| tx.unfinished_imports(limit));
        async { read.await.unwrap() }
    };
    let first = in_state(1, ImportState::Reading);
    let second = in_state(7, ImportState::Reading);
    let applied = in_state(3, ImportState::Applying);
    assert_eq!(unfinished(9).await, [first.clone(), second, applied.clone()]);
    assert_eq!(unfinished(1).await, [first, applied]);
}

pub async fn the_holder_reports_its_progress(store: Shared) {
    let one = numbered(1);
    let other = numbered(2);
    let id = import(1).id;
    let step = |id| {
        let read = store.read(move |tx| tx.import_step(&id, NEW_YEAR));
        async { read.await.unwrap() }
    };
    assert_eq!(step(id).await, None);
    assert!(run(&store, move |tx| tx.claim_imports(&one, NEW_YEAR, NEW_YEAR)).await);
    assert_eq!(step(id).await, None);
    for said in [Step::Reading(5, 90), Step::Comparing(7, 256), Step::Applying(3, 4)] {
        run(&store, move |tx| tx.note_import_step(&one, &id, said)).await;
        run(&store, move |tx| tx.note_import_step(&other, &import(2).id, Step::Reading(1, 1))).await;
        assert_eq!((step(id).await, step(import(2).id).await), (Some(said), None));
    }
    let stale = NEW_YEAR.plus(Duration::from_micros(1));
    assert_eq!(store.read(move |tx| tx.import_step(&id, stale)).await.unwrap(), None);
    run(&store, move |tx| tx.release_imports(&one)).await;
    assert_eq!(step(id).await, None);
}

pub async fn changes_are_paged_and_deleted_in_batches(store: Shared) {
    for number in 1..=2 {
        add(&store, &import(number)).await;
    }
    let id = import(1).id;
    let other = import(2).id;
    let all: Vec<(u32, PartChange)> = (0..)
        .zip(ChangeKind::ALL)
        .map(|(number, change)| {
            let line = u64::from(number) * 10;
            let said = |column, before: &str, after: &str| ColumnChange {
                column,
                before: before.to_owned(),
                after: after.to_owned(),
            };
            // No column, one column, and a second one without a previous value.
            let columns = [said(PartColumn::Price, "12.00", "13.50; 2"), said(PartColumn::Core, "", "5.00")];
            let columns = columns[..usize::try_from(number).unwrap()].to_vec();
            (number, PartChange { part: part(line, 1).id, change, line, added: line + 1, removed: line + 2, columns })
        })
        .collect();
    let changes: Vec<PartChange> = all.iter().map(|(_, change)| change.clone()).collect();
    run(&store, move |tx| {
        tx.add_import_changes(&id, 0, &changes[..2])?;
        tx.add_import_changes(&id, 2, &changes[2..])?;
        tx.add_import_changes(&other, 0, &changes)
    })
    .await;
    let listed = |id, after, limit| {
        let read = store.read(move |tx| tx.import_changes(&id, after, limit));
        async { read.await.unwrap() }
    };
    assert_eq!(listed(id, None, 2).await, all[..2]);
    assert_eq!(listed(id, Some(1), 2).await, all[2..]);
    run(&store, move |tx| tx.delete_import_changes(&id, 2)).await;
    assert_eq!((listed(id, None, 9).await, listed(other, None, 9).await), (all[2..].to_vec(), all.clone()));
}

pub async fn findings_are_paged_by_kind(store: Shared) {
    add(&store, &import(1)).await;
    let id = import(1).id;
    let finding = |kind, line| Finding { kind, line, rows: line * 2, words: format!("Line {line} is odd.") };
    let all = vec![
        finding(FindingKind::Problem, 3),
        finding(FindingKind::Lint, 2),
        finding(FindingKind::UnknownCode, 0),
        finding(FindingKind::Problem, 1),
    ];
    let saved = all.clone();
    run(&store, move |tx| tx.save_findings(&id, &saved)).await;
    let listed = |kind, after, limit| {
        let read = store.read(move |tx| tx.findings(&id, kind, after, limit));
        async { read.await.unwrap() }
    };
    let numbered = |numbers: &[u32]| -> Vec<(u32, Finding)> {
        numbers.iter().map(|number| (*number, all[usize::try_from(*number).unwrap()].clone())).collect()
    };
    assert_eq!(listed(None, None, 3).await, numbered(&[0, 1, 2]));
    assert_eq!(listed(None, Some(2), 3).await, numbered(&[3]));
    assert_eq!(listed(Some(FindingKind::Problem), None, 9).await, numbered(&[0, 3]));
    assert_eq!(listed(Some(FindingKind::Problem), Some(0), 9).await, numbered(&[3]));
    run(&store, move |tx| tx.save_findings(&id, &[])).await;
    assert!(listed(None, None, 9).await.is_empty());
}

pub async fn parts_are_found_by_the_numbers_of_a_brand(store: Shared) {
    for number in 1..=2 {
        add_part(&store, &part(number, 1)).await;
    }
    let normal = |text: &str| NormalNumber::of(text).unwrap();
    run(&store, move |tx| {
        for id in ["ironclad", "other"] {
            tx.insert_brand(&brand(id))?;
        }
        tx.claim_number(&"ironclad".parse().unwrap(), &normal("IP-1"), &part(1, 1).id)?;
        tx.claim_number(&"other".parse().unwrap(), &normal("IP-2"), &part(2, 1).id)
    })
    .await;
    let owners = store.read(move |tx| {
        tx.number_owners(&"ironclad".parse().unwrap(), &[normal("IP-1"), normal("IP-2"), normal("IP-3")])
    });
    assert_eq!(owners.await.unwrap().into_iter().collect::<Vec<_>>(), [(normal("ip1"), part(1, 1).id)]);
}

pub async fn keys_of_parts_in_files_are_read_by_part(store: Shared) {
    for number in 1..=3 {
        add_part(&store, &part(number, 1)).await;
    }
    let one = part(1, 1).id;
    let two = part(2, 1).id;
    let three = part(3, 1).id;
    run(&store, move |tx| {
        tx.insert_brand(&brand("ironclad"))?;
        let ironclad = Some("ironclad".parse().unwrap());
        tx.save_listing(&one, &Listing { brand: ironclad.clone(), ..Listing::default() })?;
        let listing = Listing { brand: ironclad, number: Some("IP-2".parse().unwrap()), ..Listing::default() };
        tx.save_listing(&two, &listing)?;
        tx.save_listing(&three, &Listing::default())?;
        let record = tx.part_record(&two)?.unwrap();
        tx.update_part(&PartRecord { hidden: true, ..record })
    })
    .await;
    let keys = store.read(move |tx| tx.part_keys(&[one, two, three, part(9, 1).id])).await.unwrap();
    let key = |number: Option<&str>| PartKey {
        brand: Some("ironclad".parse().unwrap()),
        number: number.map(|number| NormalNumber::of(number).unwrap()),
    };
    assert_eq!(keys.into_iter().collect::<Vec<_>>(), [(one, key(None)), (two, key(Some("IP-2")))]);
}

pub async fn stock_levels_are_read_by_part(store: Shared) {
    for number in 1..=2 {
        add_part(&store, &part(number, 5)).await;
    }
    let one = part(1, 5).id;
    let two = part(2, 5).id;
    let none = part(9, 5).id;
    run(&store, move |tx| {
        tx.set_reorder_point(&two, Stock::new(7).unwrap())?;
        assert!(tx.take_stock(&one, Quantity::new(2).unwrap())?);
        Ok(())
    })
    .await;
    let levels = store.read(move |tx| tx.stock_levels(&[one, two, none])).await.unwrap();
    let level =
        |available, reorder_at| StockLevel { supplied: 5, available, reorder_at: Stock::new(reorder_at).unwrap() };
    assert_eq!(levels.into_iter().collect::<Vec<_>>(), [(one, level(3, 0)), (two, level(5, 7))]);
}

pub async fn models_and_engines_are_listed_by_key(store: Shared) {
    run(&store, |tx| tx.save_vehicles(&vehicles())).await;
    let models = |after: Option<&'static str>| {
        let after = after.map(|after| after.parse().unwrap());
        let read = store.read(move |tx| tx.all_models(after.as_ref(), 2));
        async { read.await.unwrap().iter().map(|model| model.id.to_string()).collect::<Vec<_>>() }
    };
    assert_eq!(models(None).await, ["ford/f-150", "honda/accord"]);
    assert_eq!(models(Some("honda/accord")).await, ["honda/civic"]);
    let engines = store.read(|tx| tx.all_engines(Some(&"1.5l-l4-turbo-gas".parse().unwrap()), 2)).await.unwrap();
    assert_eq!(engines, [vehicles().engines[0].clone()]);
}
