//! Rules about generations, which count changes to public data.

use super::{Shared, add_part, add_user, at_once};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::{brand, category, customer, listing, part, pieces, review},
};
use autoparts_application::ports::{
    catalogue::PartRecord,
    generations::Source,
    store::Transaction,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    catalogue::{
        listing::Listing,
        stock::{StockMovement, StockReason},
    },
    id::PartId,
};

/// The generations of the catalog, of parts 1 and 2, and of the reviews.
fn numbers(store: &Shared) -> [u64; 4] {
    [Source::Parts, Source::Part(part(1, 1).id), Source::Part(part(2, 1).id), Source::Reviews]
        .map(|source| store.generations().current(source))
}

fn received(part: PartId) -> StockMovement {
    let id = numbered(900).into();
    let reason = StockReason::Received;
    StockMovement { part, id, reason, pieces: 5, actor: None, note: None, at: NEW_YEAR }
}

/// Which of them a unit of work has raised by the time it returns.
async fn raised<T: Send + 'static>(
    store: &Shared,
    work: impl Fn(&mut dyn Transaction) -> StoreResult<T> + Send + Sync + 'static,
) -> [bool; 4] {
    let before = numbers(store);
    store.write(work).await.unwrap();
    let after = numbers(store);
    std::array::from_fn(|index| after.get(index) > before.get(index))
}

pub async fn a_change_of_a_part_or_its_stock_raises_generations(store: Shared) {
    let id = part(1, 5).id;
    let of_the_part = [true, true, false, false];
    assert_eq!(raised(&store, |tx| tx.insert_part(&part(1, 5), NEW_YEAR)).await, of_the_part);
    assert_eq!(raised(&store, move |tx| tx.take_stock(&id, pieces(2))).await, of_the_part);
    assert_eq!(raised(&store, move |tx| tx.return_stock(&id, pieces(1), NEW_YEAR)).await, of_the_part);
    let hide = move |tx: &mut dyn Transaction| {
        let record = tx.part_record(&id)?.unwrap();
        tx.update_part(&PartRecord { hidden: true, ..record })
    };
    assert_eq!(raised(&store, hide).await, of_the_part);
    assert_eq!(raised(&store, move |tx| tx.touch_parts(&[id], NEW_YEAR)).await, of_the_part);
    assert_eq!(raised(&store, move |tx| tx.move_stock(&received(id), None)).await, of_the_part);
    assert_eq!(raised(&store, |tx| tx.insert_part(&part(2, 5), NEW_YEAR)).await, [true, false, true, false]);
}

pub async fn a_change_of_a_listing_a_brand_or_a_category_raises_generations(store: Shared) {
    let id = part(1, 5).id;
    add_part(&store, &part(1, 5)).await;
    let everything = [true, true, true, false];
    assert_eq!(raised(&store, |tx| tx.insert_brand(&brand("brembo"))).await, everything);
    assert_eq!(raised(&store, |tx| tx.insert_category(&category("brakes", None))).await, everything);
    let listing = || listing("brembo", "09.9772.11", "brakes");
    assert_eq!(raised(&store, move |tx| tx.save_listing(&id, &listing())).await, [true, true, false, false]);
    assert_eq!(raised(&store, move |tx| tx.save_listing(&id, &Listing::default())).await, [true, true, false, false]);
    assert_eq!(raised(&store, |tx| tx.update_brand(&brand("brembo"))).await, everything);
    assert_eq!(raised(&store, |tx| tx.update_category(&category("brakes", None))).await, everything);
    assert_eq!(raised(&store, |tx| tx.delete_brand(&brand("brembo").id)).await, everything);
    assert_eq!(raised(&store, |tx| tx.delete_category(&category("brakes", None).id)).await, everything);
}

pub async fn a_change_of_reviews_raises_their_generation(store: Shared) {
    let reviews_only = [false, false, false, true];
    assert_eq!(raised(&store, |tx| tx.insert_user(&customer(1))).await, [false; 4]);
    let written = || review(1, customer(1).id, NEW_YEAR);
    assert_eq!(raised(&store, move |tx| tx.insert_review(&written())).await, reviews_only);
    assert_eq!(raised(&store, move |tx| tx.delete_review(&written())).await, reviews_only);
}

pub async fn a_rolled_back_change_raises_no_generation(store: Shared) {
    add_part(&store, &part(1, 5)).await;
    add_user(&store, &customer(1)).await;
    let before = numbers(&store);
    let id = part(1, 5).id;
    let refused = store
        .write(move |tx: &mut dyn Transaction| -> StoreResult<()> {
            tx.take_stock(&id, pieces(1))?;
            tx.insert_review(&review(1, customer(1).id, NEW_YEAR))?;
            Err(StoreError::Failed("a rule was broken".into()))
        })
        .await;
    assert!(refused.is_err());
    store.write(|tx| tx.insert_part(&part(1, 5), NEW_YEAR)).await.unwrap_err();
    store.read(move |tx| tx.take_stock(&id, pieces(1))).await.unwrap_err();
    store.read(move |tx| tx.part(&id)).await.unwrap();
    assert_eq!(numbers(&store), before);
}

pub async fn only_the_committed_attempt_raises_generations(store: Shared) {
    add_part(&store, &part(1, 5)).await;
    let runs = std::sync::atomic::AtomicU32::new(0);
    let work = move |tx: &mut dyn Transaction| -> StoreResult<()> {
        if runs.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0 {
            tx.take_stock(&part(1, 5).id, pieces(1))?;
            return Err(tx.conflict());
        }
        tx.insert_part(&part(2, 5), NEW_YEAR)
    };
    assert_eq!(raised(&store, work).await, [true, false, true, false]);
}

pub async fn a_generation_never_runs_ahead_of_the_data(store: Shared) {
    const STOCK: i64 = 40;
    let id = part(1, STOCK).id;
    add_part(&store, &part(1, STOCK)).await;
    let source = Source::Part(id);
    let first = store.generations().current(source);
    let changes = move |number: u64| i64::try_from(number - first).unwrap();
    let seen = at_once(8, |number| {
        let store = store.clone();
        async move {
            for _ in 0..10 {
                if number < 4 {
                    store.write(move |tx| tx.take_stock(&id, pieces(1))).await.unwrap();
                }
                let number = store.generations().current(source);
                let left = store.read(move |tx| tx.part_stock(&id)).await.unwrap();
                assert!(STOCK - left >= changes(number), "{left} are left although {} were taken", changes(number));
            }
        }
    });
    seen.await;
    assert_eq!(changes(store.generations().current(source)), STOCK);
}
