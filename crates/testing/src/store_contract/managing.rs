//! Rules about the admins' lists of parts.

use super::{Shared, add_part};
use crate::{
    clock::NEW_YEAR,
    samples::{brand, category, listing, part},
};
use autoparts_application::ports::{
    catalogue::{
        PartRecord,
        managing::{ManagedList, ManagedPart},
    },
    page::Page,
    store::Transaction,
    store_error::StoreError,
};
use autoparts_domain::{
    catalogue::Part,
    id::PartId,
    quantity::{MinimumOrder, Stock},
};
use std::time::Duration;

async fn ids(store: &Shared, list: ManagedList, after: Option<Part>, limit: u32) -> Vec<PartId> {
    let page = Page { after: after.map(|part| part.id), limit };
    store.read(move |tx| tx.managed_part_ids(list, &page)).await.unwrap()
}

async fn hide(store: &Shared, id: PartId) {
    let hide = move |tx: &mut dyn Transaction| {
        let record = tx.part_record(&id)?.unwrap();
        let changed_at = NEW_YEAR.plus(Duration::from_mins(1));
        tx.update_part(&PartRecord { hidden: true, changed_at, ..record })?;
        Ok::<(), StoreError>(())
    };
    store.write(hide).await.unwrap();
}

/// A part with a minimum order of five.
fn by_fives(number: u64, available: i64) -> Part {
    let mut part = part(number, available);
    part.details.minimum_order = MinimumOrder::new(5).unwrap();
    part
}

pub async fn admins_list_parts_newest_first(store: Shared) {
    for (number, available) in [(1, 5), (2, 4), (3, 9), (4, 0), (5, 100), (6, 3)] {
        add_part(&store, &by_fives(number, available)).await;
    }
    store.write(|tx| tx.set_reorder_point(&part(3, 0).id, Stock::new(9).unwrap())).await.unwrap();
    for number in [5, 6] {
        hide(&store, part(number, 0).id).await;
    }
    for (list, expected) in [
        (ManagedList::Shown, vec![4, 3, 2, 1]),
        (ManagedList::Low, vec![4, 3, 2]),
        (ManagedList::SoldOut, vec![4, 2]),
        (ManagedList::Hidden, vec![6, 5]),
    ] {
        let expected: Vec<PartId> = expected.into_iter().map(|number| part(number, 0).id).collect();
        assert_eq!(ids(&store, list, None, 10).await, expected, "{list:?}");
        assert_eq!(ids(&store, list, None, 1).await.first(), expected.first(), "{list:?}");
        let behind: Vec<PartId> = expected.iter().copied().filter(|id| *id < part(4, 0).id).collect();
        assert_eq!(ids(&store, list, Some(part(4, 0)), 10).await, behind, "{list:?}");
    }
}

pub async fn a_managed_part_includes_what_visitors_do_not_see(store: Shared) {
    let written = part(1, 12);
    add_part(&store, &written).await;
    let id = written.id;
    store
        .write(move |tx| {
            tx.insert_brand(&brand("bosch"))?;
            tx.insert_category(&category("pads", None))?;
            tx.set_reorder_point(&id, Stock::new(7).unwrap())?;
            tx.save_listing(&id, &listing("bosch", "0 986", "pads"))
        })
        .await
        .unwrap();
    let shown = store.read(move |tx| tx.managed_parts(&[id])).await.unwrap();
    let card = store.read(move |tx| tx.card(&id)).await.unwrap().unwrap();
    assert!(card.brand.is_some() && card.number.is_some());
    let expected =
        ManagedPart { card, hidden: false, revision: 1, changed_at: NEW_YEAR, reorder_at: Stock::new(7).unwrap() };
    assert_eq!(shown, std::slice::from_ref(&expected));
    hide(&store, id).await;
    let hidden = store.read(move |tx| tx.managed_parts(&[id])).await.unwrap();
    let changed_at = NEW_YEAR.plus(Duration::from_mins(1));
    assert_eq!(hidden, [ManagedPart { hidden: true, revision: 2, changed_at, ..expected }]);
}

pub async fn managed_parts_come_in_the_requested_order(store: Shared) {
    for number in [1, 2, 3] {
        add_part(&store, &part(number, 1)).await;
    }
    hide(&store, part(2, 1).id).await;
    let wanted = [3, 9, 1, 2].map(|number| part(number, 1).id);
    let found = store.read(move |tx| tx.managed_parts(&wanted)).await.unwrap();
    assert_eq!(
        found.iter().map(|part| part.card.part.id).collect::<Vec<_>>(),
        [3, 1, 2].map(|number| part(number, 1).id)
    );
    assert_eq!(store.read(|tx| tx.managed_parts(&[])).await.unwrap(), []);
}
