//! Rules about units of work: commit, rollback and retry.

use super::{Shared, add_part, at_once, stored, with_an_order};
use crate::{
    clock::NEW_YEAR,
    samples::{in_state, part, pieces},
};
use autoparts_application::ports::{
    page::Page,
    store::Transaction,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{id::PartId, orders::OrderState};
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
        mpsc,
    },
    time::Duration,
};
use tokio::sync::Notify;

async fn stock_of(store: &Shared, id: PartId) -> i64 {
    store.read(move |tx| tx.part_stock(&id)).await.unwrap()
}

async fn count_parts(store: &Shared) -> usize {
    store.read(|tx| tx.parts(&Page::first())).await.unwrap().len()
}

pub async fn the_store_is_ready(store: Shared) {
    store.check().await.unwrap();
}

pub async fn a_unit_sees_what_it_wrote(store: Shared) {
    let seen = store
        .write(|tx: &mut dyn Transaction| -> StoreResult<_> {
            tx.insert_part(&part(1, 5), NEW_YEAR)?;
            tx.take_stock(&part(1, 5).id, pieces(2))?;
            tx.part(&part(1, 5).id)
        })
        .await
        .unwrap();
    assert_eq!(seen, Some(part(1, 3)));
}

pub async fn a_refused_unit_leaves_nothing(store: Shared) {
    #[derive(Debug)]
    struct Refusal;
    impl From<StoreError> for Refusal {
        fn from(error: StoreError) -> Self {
            unreachable!("{error}")
        }
    }
    add_part(&store, &part(1, 5)).await;
    let refused = store
        .write(|tx: &mut dyn Transaction| -> Result<(), Refusal> {
            tx.insert_part(&part(2, 5), NEW_YEAR)?;
            tx.take_stock(&part(1, 5).id, pieces(5))?;
            Err(Refusal)
        })
        .await;
    assert!(refused.is_err());
    assert_eq!(count_parts(&store).await, 1);
    assert_eq!(stock_of(&store, part(1, 5).id).await, 5);
}

pub async fn a_dry_run_returns_what_it_would_do_and_leaves_nothing(store: Shared) {
    let id = part(1, 5).id;
    add_part(&store, &part(1, 5)).await;
    let left_in_dry_run = store.dry_run(move |tx: &mut dyn Transaction| -> StoreResult<_> {
        assert!(tx.take_stock(&id, pieces(3))?);
        tx.part_stock(&id)
    });
    assert_eq!(left_in_dry_run.await.unwrap(), 2);
    assert_eq!(stock_of(&store, id).await, 5);
    let failure = store.dry_run(|_| Err::<(), _>(StoreError::Duplicate)).await;
    assert!(matches!(failure, Err(StoreError::Duplicate)), "{failure:?}");
}

pub async fn a_read_writes_nothing(store: Shared) {
    add_part(&store, &part(1, 5)).await;
    let refused = store.read(|tx| tx.take_stock(&part(1, 5).id, pieces(1))).await;
    assert!(matches!(refused, Err(StoreError::Failed(_))), "{refused:?}");
    let refused = store.read(|tx| tx.insert_part(&part(2, 5), NEW_YEAR)).await;
    assert!(matches!(refused, Err(StoreError::Failed(_))), "{refused:?}");
    assert_eq!(count_parts(&store).await, 1);
    assert_eq!(stock_of(&store, part(1, 5).id).await, 5);
}

pub async fn a_read_sees_one_moment(store: Shared) {
    let id = part(1, 5).id;
    add_part(&store, &part(1, 5)).await;
    let begun = Arc::new(Notify::new());
    let (written, wait_for_write) = mpsc::channel();
    let writer = tokio::spawn({
        let store = store.clone();
        let begun = Arc::clone(&begun);
        async move {
            begun.notified().await;
            store.write(move |tx| tx.take_stock(&id, pieces(5))).await.unwrap();
            written.send(()).unwrap();
        }
    });
    let wait_for_write = Mutex::new(wait_for_write);
    let seen = store
        .read(move |tx: &mut dyn Transaction| -> StoreResult<_> {
            let first = tx.part_stock(&id)?;
            begun.notify_one();
            wait_for_write.lock().unwrap().recv_timeout(Duration::from_secs(20)).unwrap();
            Ok((first, tx.part_stock(&id)?, tx.part(&id)?))
        })
        .await
        .unwrap();
    writer.await.unwrap();
    assert_eq!(seen, (5, 5, Some(part(1, 5))));
    assert_eq!(stock_of(&store, id).await, 0);
}

pub async fn a_read_of_one_statement_refuses_a_second(store: Shared) {
    let id = part(1, 5).id;
    add_part(&store, &part(1, 5)).await;
    assert_eq!(store.read_one(move |tx| tx.part_stock(&id)).await.unwrap(), 5);
    let twice = store.read_one(move |tx| Ok::<_, StoreError>((tx.part_stock(&id)?, tx.part_stock(&id)?))).await;
    assert!(matches!(twice, Err(StoreError::Failed(_))), "{twice:?}");
    let written = store.read_one(move |tx| tx.take_stock(&id, pieces(1))).await;
    assert!(matches!(written, Err(StoreError::Failed(_))), "{written:?}");
    assert_eq!(stock_of(&store, id).await, 5);
}

pub async fn a_panic_leaves_nothing_and_the_store_keeps_working(store: Shared) {
    add_part(&store, &part(1, 100)).await;
    let take_and_panic = |_| {
        let store = store.clone();
        async move {
            let work = |tx: &mut dyn Transaction| -> StoreResult<()> {
                tx.take_stock(&part(1, 100).id, pieces(1))?;
                unreachable!("a mistake in a use case");
            };
            store.write(work).await
        }
    };
    // More callers than any store has connections.
    for answer in at_once(40, take_and_panic).await {
        assert!(matches!(answer, Err(StoreError::Failed(_))), "{answer:?}");
    }
    assert_eq!(stock_of(&store, part(1, 100).id).await, 100);
    assert!(store.write(|tx| tx.take_stock(&part(1, 100).id, pieces(1))).await.unwrap());
}

pub async fn a_unit_that_continues_after_a_failure_is_rolled_back(store: Shared) {
    add_part(&store, &part(1, 5)).await;
    let careless = store
        .write(|tx: &mut dyn Transaction| -> StoreResult<()> {
            tx.insert_part(&part(2, 5), NEW_YEAR)?;
            assert!(tx.insert_part(&part(1, 5), NEW_YEAR).is_err());
            let _ = tx.insert_part(&part(3, 5), NEW_YEAR);
            Ok(())
        })
        .await;
    assert!(matches!(careless, Err(StoreError::Failed(_))), "{careless:?}");
    assert_eq!(count_parts(&store).await, 1);
}

pub async fn after_a_failure_every_statement_fails(store: Shared) {
    add_part(&store, &part(1, 5)).await;
    let answer = store
        .write(|tx: &mut dyn Transaction| -> StoreResult<()> {
            assert!(matches!(tx.insert_part(&part(1, 5), NEW_YEAR), Err(StoreError::Duplicate)));
            assert!(matches!(tx.part(&part(1, 5).id), Err(StoreError::Failed(_))));
            Err(StoreError::Duplicate)
        })
        .await;
    assert!(matches!(answer, Err(StoreError::Duplicate)), "{answer:?}");
}

pub async fn a_conflict_is_retried(store: Shared) {
    let placed = with_an_order(&store).await;
    let attempts = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&attempts);
    let stale = placed.clone();
    let current = in_state(&placed, OrderState::Cancelled);
    store.write(move |tx| tx.update_order(&current)).await.unwrap();
    let attempt = store
        .write(move |tx: &mut dyn Transaction| -> StoreResult<u32> {
            let attempt = counted.fetch_add(1, Ordering::SeqCst) + 1;
            tx.insert_part(&part(u64::from(attempt) + 1, 1), NEW_YEAR)?;
            if attempt == 1 {
                // After the conflict, this attempt is rolled back whatever the work returns.
                let _ = tx.update_order(&stale);
            }
            Ok(attempt)
        })
        .await
        .unwrap();
    assert_eq!((attempt, attempts.load(Ordering::SeqCst)), (2, 2));
    let parts = store.read(|tx| tx.parts(&Page::first())).await.unwrap();
    let parts: Vec<_> = parts.into_iter().map(|card| card.part).collect();
    assert_eq!(parts, [part(1, 100), part(3, 1)], "only the writes of the second attempt");
}

pub async fn a_conflict_found_by_the_work_is_retried(store: Shared) {
    let attempts = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&attempts);
    let parts = store.write(move |tx: &mut dyn Transaction| -> StoreResult<_> {
        let attempt = counted.fetch_add(1, Ordering::SeqCst);
        tx.insert_part(&part(1, 5), NEW_YEAR)?;
        if attempt == 0 { Err(tx.conflict()) } else { Ok(tx.parts(&Page::first())?.len()) }
    });
    assert_eq!(parts.await.unwrap(), 1, "the first attempt was rolled back");
    assert_eq!(attempts.load(Ordering::SeqCst), 2);
}

pub async fn retries_are_limited(store: Shared) {
    let placed = with_an_order(&store).await;
    let stale = in_state(&placed, OrderState::Shipped(None));
    let cancelled = in_state(&placed, OrderState::Cancelled);
    store.write(move |tx| tx.update_order(&cancelled)).await.unwrap();
    let attempts = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&attempts);
    let answer = store
        .write(move |tx: &mut dyn Transaction| -> StoreResult<()> {
            counted.fetch_add(1, Ordering::SeqCst);
            let _ = tx.update_order(&stale);
            Ok(())
        })
        .await;
    assert!(matches!(answer, Err(StoreError::Contention)), "{answer:?}");
    assert_eq!(attempts.load(Ordering::SeqCst), 5);
    assert_eq!(stored(&store, &placed).await.state(), &OrderState::Cancelled);
}

pub async fn many_writers_all_succeed(store: Shared) {
    let write = |number| {
        let store = store.clone();
        async move { store.write(move |tx| tx.insert_part(&part(number + 1, 1), NEW_YEAR)).await }
    };
    for answer in at_once(64, write).await {
        answer.unwrap();
    }
    assert_eq!(count_parts(&store).await, 64);
}

pub async fn a_cancelled_caller_does_not_affect_others(store: Shared) {
    for number in 1..=40 {
        let store = store.clone();
        let caller =
            tokio::spawn(async move { store.write(move |tx| tx.insert_part(&part(number, 1), NEW_YEAR)).await });
        tokio::task::yield_now().await;
        caller.abort();
        let _ = caller.await;
    }
    add_part(&store, &part(100, 5)).await;
    assert_eq!(stock_of(&store, part(100, 5).id).await, 5);
}
