//! Rules about stock movements without an order.

use super::{Shared, add_part, at_once, yes};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::{customer, part, pieces},
};
use autoparts_application::ports::{
    catalogue::{
        PartRecord,
        stock::{LowStock, StockAccount},
    },
    page::Page,
    store::Transaction,
    store_error::StoreError,
};
use autoparts_domain::{
    catalogue::stock::{StockMovement, StockReason},
    id::PartId,
    quantity::{MinimumOrder, Stock},
};
use std::time::Duration;

fn movement(number: u64, pieces: i64, reason: StockReason) -> StockMovement {
    StockMovement {
        part: part(1, 0).id,
        id: numbered(number).into(),
        reason,
        pieces,
        actor: Some(customer(1).id),
        note: Some("Delivery 7".parse().unwrap()),
        at: NEW_YEAR.plus(Duration::from_secs(number)),
    }
}

async fn moved(store: &Shared, movement: StockMovement) -> bool {
    store.write(move |tx| tx.move_stock(&movement, None)).await.unwrap()
}

async fn account(store: &Shared) -> StockAccount {
    let accounts = store.read(|tx| tx.stock_accounts(&Page::first())).await.unwrap();
    accounts.first().copied().unwrap()
}

pub async fn available_and_supplied_pieces_change_together(store: Shared) {
    let id = part(1, 5).id;
    add_part(&store, &part(1, 5)).await;
    let received = movement(20, 20, StockReason::Received);
    let damaged = movement(21, -3, StockReason::Damaged);
    assert!(moved(&store, received.clone()).await);
    assert!(moved(&store, damaged.clone()).await);
    assert_eq!(account(&store).await, StockAccount { part: id, supplied: 22, available: 22, moved: Some(22) });
    let all = store.read(move |tx| tx.stock_movements(&id, &Page::first())).await.unwrap();
    let opening = all.last().unwrap().clone();
    assert_eq!(all, [damaged.clone(), received.clone(), opening.clone()], "newest first");
    assert_eq!((opening.reason, opening.pieces), (StockReason::Opening, 5));
    let page = Page { after: Some(damaged.id), limit: 1 };
    assert_eq!(store.read(move |tx| tx.stock_movements(&id, &page)).await.unwrap(), [received]);
}

pub async fn pieces_that_orders_hold_cannot_be_written_off(store: Shared) {
    let id = part(1, 13).id;
    add_part(&store, &part(1, 13)).await;
    assert!(store.write(move |tx| tx.take_stock(&id, pieces(8))).await.unwrap());
    assert!(!moved(&store, movement(20, -10, StockReason::Damaged)).await, "orders hold all but 5");
    assert_eq!(account(&store).await, StockAccount { part: id, supplied: 13, available: 5, moved: Some(13) });
    assert!(moved(&store, movement(20, -5, StockReason::Damaged)).await);
    assert_eq!(account(&store).await, StockAccount { part: id, supplied: 8, available: 0, moved: Some(8) });
}

pub async fn a_part_never_has_more_pieces_than_can_be_counted(store: Shared) {
    add_part(&store, &part(1, Stock::MAX)).await;
    assert!(!moved(&store, movement(20, 1, StockReason::Received)).await);
    let mut unknown = movement(21, 1, StockReason::Received);
    unknown.part = part(9, 0).id;
    assert!(!moved(&store, unknown).await, "there is no such part");
}

pub async fn the_last_pieces_are_written_off_once(store: Shared) {
    add_part(&store, &part(1, 5)).await;
    let answers = at_once(8, |number| {
        let store = store.clone();
        async move { store.write(move |tx| tx.move_stock(&movement(number + 20, -5, StockReason::Damaged), None)).await }
    })
    .await;
    assert_eq!(yes(answers), 1);
    assert_eq!(account(&store).await.moved, Some(0));
}

pub async fn a_count_is_recorded_only_if_the_stock_is_unchanged(store: Shared) {
    let id = part(1, 5).id;
    add_part(&store, &part(1, 5)).await;
    assert!(store.write(move |tx| tx.take_stock(&id, pieces(2))).await.unwrap());
    let counted = |seen| {
        let store = store.clone();
        let seen = Stock::new(seen).unwrap();
        async move { store.write(move |tx| tx.move_stock(&movement(20, -1, StockReason::Counted), Some(seen))).await }
    };
    assert!(!counted(5).await.unwrap(), "the stock is 3");
    assert_eq!(account(&store).await, StockAccount { part: id, supplied: 5, available: 3, moved: Some(5) });
    assert!(counted(3).await.unwrap());
    assert_eq!(account(&store).await, StockAccount { part: id, supplied: 4, available: 2, moved: Some(4) });
}

pub async fn a_part_that_can_be_ordered_again_is_marked_as_changed(store: Shared) {
    let mut scarce = part(1, 3);
    scarce.details.minimum_order = MinimumOrder::new(3).unwrap();
    let (id, at) = (scarce.id, |seconds| NEW_YEAR.plus(Duration::from_secs(seconds)));
    add_part(&store, &scarce).await;
    let record = || async { store.read(move |tx| tx.part_record(&id)).await.unwrap().unwrap() };
    let changed_at = || async { record().await.changed_at };
    let returned = |pieces_back: i64, seconds| {
        let store = store.clone();
        async move { store.write(move |tx| tx.return_stock(&id, pieces(pieces_back), at(seconds))).await.unwrap() }
    };
    let before = record().await;
    assert!(store.write(move |tx| tx.take_stock(&id, pieces(3))).await.unwrap());
    returned(2, 1).await;
    assert_eq!(changed_at().await, before.changed_at, "one piece is missing for the minimum order");
    returned(1, 2).await;
    assert_eq!(changed_at().await, at(2));
    assert!(moved(&store, movement(20, 7, StockReason::Received)).await);
    assert_eq!(changed_at().await, at(2), "it could already be ordered");
    assert!(moved(&store, movement(21, -8, StockReason::Damaged)).await);
    assert_eq!(changed_at().await, at(2), "sold-out parts are found by another query");
    assert!(moved(&store, movement(22, 1, StockReason::Received)).await);
    assert_eq!((changed_at().await, record().await.revision), (at(22), before.revision));
}

pub async fn each_holder_of_a_stock_lock_sees_earlier_movements(store: Shared) {
    let id = part(1, 5).id;
    add_part(&store, &part(1, 5)).await;
    let mut seen = at_once(8, |number| {
        let store = store.clone();
        async move {
            let read_and_move = move |tx: &mut dyn Transaction| {
                tx.lock_stock(&[id, part(9, 0).id])?;
                let available = tx.stock_levels(&[id])?.get(&id).unwrap().available;
                tx.move_stock(&movement(number + 20, 1, StockReason::Counted), None)?;
                Ok::<_, StoreError>(available)
            };
            store.write(read_and_move).await.unwrap()
        }
    })
    .await;
    seen.sort_unstable();
    assert_eq!(seen, (5..13).collect::<Vec<_>>());
}

pub async fn moving_stock_of_parts_together_equals_moving_it_one_by_one(store: Shared) {
    let moved_of = |number: u64, pieces| StockMovement {
        part: part(number, 0).id,
        at: NEW_YEAR.plus(Duration::from_mins(1)),
        ..movement(number + 20, pieces, StockReason::Counted)
    };
    for number in 1..=4 {
        let mut scarce = part(number, 3);
        scarce.details.minimum_order = MinimumOrder::new(5).unwrap();
        add_part(&store, &scarce).await;
    }
    let together = [moved_of(1, 3), moved_of(2, -2)];
    let alone = [moved_of(3, 3), moved_of(4, -2)];
    assert!(store.write(move |tx| tx.move_stock_of_parts(&together)).await.unwrap());
    for movement in alone {
        assert!(moved(&store, movement).await);
    }
    let seen = async |number: u64| {
        let id = part(number, 0).id;
        let load = move |tx: &mut dyn Transaction| {
            let of_all = tx.stock_accounts(&Page::first())?;
            let StockAccount { supplied, available, moved, .. } = *of_all.iter().find(|one| one.part == id).unwrap();
            let movements = tx.stock_movements(&id, &Page::first())?;
            let record = tx.part_record(&id)?.unwrap();
            let moves: Vec<_> = movements.iter().map(|one| (one.reason, one.pieces, one.actor, one.at)).collect();
            Ok::<_, StoreError>((supplied, available, moved, moves, record.changed_at, record.revision))
        };
        store.read(load).await.unwrap()
    };
    assert_eq!(seen(1).await, seen(3).await);
    assert_eq!(seen(2).await, seen(4).await);
    assert_ne!(seen(1).await.4, seen(2).await.4, "one can be ordered again");
    assert!(store.write(|tx| tx.move_stock_of_parts(&[])).await.unwrap());
    for impossible in [-2, Stock::MAX] {
        let movements = [(1, 98, 1), (2, 99, impossible)]
            .map(|(of, id, pieces)| StockMovement { id: numbered(id).into(), ..moved_of(of, pieces) });
        let refused = store.write(move |tx| {
            let moved = tx.move_stock_of_parts(&movements)?;
            if moved { Ok(()) } else { Err(StoreError::Failed("not all were moved".into())) }
        });
        let refused = refused.await;
        assert!(matches!(refused, Err(StoreError::Failed(_))), "{refused:?}");
    }
    assert_eq!(seen(1).await, seen(3).await);
}

pub async fn a_movement_is_found_by_its_idempotency_key(store: Shared) {
    let ada = customer(1).id;
    let ben = customer(2).id;
    let known = |admin| {
        let store = store.clone();
        async move { store.read(move |tx| tx.moved_under_key(&admin, "key")).await.unwrap() }
    };
    assert_eq!(known(ada).await, None);
    let remember = move |tx: &mut dyn Transaction| tx.remember_movement(&ada, "key", "f", NEW_YEAR);
    store.write(remember).await.unwrap();
    assert_eq!((known(ada).await.as_deref(), known(ben).await), (Some("f"), None));
    assert!(matches!(store.write(remember).await, Err(StoreError::Duplicate)));
}

pub async fn low_stock_is_determined_by_the_reorder_point(store: Shared) {
    for (number, available) in [(1, 0), (2, 3), (3, 4), (4, 0)] {
        add_part(&store, &part(number, available)).await;
    }
    let id = |number| part(number, 0).id;
    let point = |pieces| Stock::new(pieces).unwrap();
    assert_eq!(store.read(move |tx| tx.reorder_point(&id(1))).await.unwrap(), Some(point(0)), "by default");
    assert_eq!(store.read(move |tx| tx.reorder_point(&id(9))).await.unwrap(), None);
    store.write(move |tx| tx.set_reorder_point(&id(2), point(3))).await.unwrap();
    store
        .write(move |tx| {
            let record = tx.part_record(&id(4))?.ok_or(StoreError::Failed("no part".into()))?;
            tx.update_part(&PartRecord { hidden: true, ..record })
        })
        .await
        .unwrap();
    let low = |part: PartId, available, reorder_at| LowStock {
        part,
        available: point(available),
        reorder_at: point(reorder_at),
        minimum_order: MinimumOrder::new(1).unwrap(),
    };
    let all = store.read(|tx| tx.low_stock(&Page::first())).await.unwrap();
    assert_eq!(all, [low(id(1), 0, 0), low(id(2), 3, 3)]);
    let page = Page { after: Some(id(1)), limit: 1 };
    assert_eq!(store.read(move |tx| tx.low_stock(&page)).await.unwrap(), [low(id(2), 3, 3)]);
    // Whatever its reorder point, a part counts as low if its stock is below its minimum order.
    let mut scarce = part(5, 3);
    scarce.details.minimum_order = MinimumOrder::new(4).unwrap();
    add_part(&store, &scarce).await;
    store.write(move |tx| tx.set_reorder_point(&id(5), point(0))).await.unwrap();
    let all = store.read(|tx| tx.low_stock(&Page::first())).await.unwrap();
    assert_eq!(all.last().map(|low| (low.part, low.can_be_ordered())), Some((id(5), false)));
}
