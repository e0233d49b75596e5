//! Rules about who waits for parts.

use super::{Shared, add_part, at_once, yes};
use crate::{
    ports::{
        catalogue::PartRecord,
        retention::Retained,
        store_error::{StoreError, StoreResult},
    },
    testing::{
        clock::{NEW_YEAR, numbered},
        samples::{part, pieces},
    },
};
use autoparts_domain::{email::Email, quantity::MinimumOrder, stock_alerts::StockAlert};
use std::time::Duration;

fn email(name: &str) -> Email {
    format!("{name}@example.com").parse().unwrap()
}

/// Alert `id` of an address for a part, asked for so many seconds into the year.
fn alert(number: u64, name: &str, id: u64) -> StockAlert {
    StockAlert {
        part: part(number, 0).id,
        email: email(name),
        id: numbered(id).into(),
        asked_at: NEW_YEAR.plus(Duration::from_secs(id)),
    }
}

async fn save(store: &Shared, alert: &StockAlert) -> StoreResult<()> {
    let alert = alert.clone();
    store.write(move |tx| tx.save_stock_alert(&alert)).await
}

async fn delete(store: &Shared, alert: &StockAlert) -> bool {
    let alert = alert.clone();
    store.write(move |tx| tx.delete_stock_alert(&alert)).await.unwrap()
}

async fn of(store: &Shared, name: &str) -> Vec<StockAlert> {
    let email = email(name);
    store.read(move |tx| tx.stock_alerts_of(&email)).await.unwrap()
}

async fn due(store: &Shared, limit: u32) -> Vec<StockAlert> {
    store.read(move |tx| tx.due_stock_alerts(limit)).await.unwrap()
}

pub async fn an_address_waits_for_its_parts_newest_first(store: Shared) {
    for number in 1..=3 {
        add_part(&store, &part(number, 0)).await;
    }
    let (first, second) = (alert(3, "ann", 1), alert(1, "ann", 2));
    for asked in [&second, &first, &alert(2, "ben", 3)] {
        save(&store, asked).await.unwrap();
    }
    assert_eq!(of(&store, "ann").await, [second, first]);
    assert!(of(&store, "nobody").await.is_empty());
}

pub async fn an_address_waits_for_a_part_once(store: Shared) {
    add_part(&store, &part(1, 0)).await;
    let (before, after) = (alert(1, "ann", 1), alert(1, "ann", 2));
    save(&store, &before).await.unwrap();
    save(&store, &after).await.unwrap();
    assert_eq!(of(&store, "ann").await, std::slice::from_ref(&after));
    assert!(!delete(&store, &before).await, "it was asked for again");
    assert!(delete(&store, &after).await);
    assert!(!delete(&store, &after).await);
}

pub async fn an_alert_needs_its_part(store: Shared) {
    assert!(matches!(save(&store, &alert(1, "ann", 1)).await, Err(StoreError::Failed(_))));
}

pub async fn alerts_are_due_while_their_part_can_be_ordered(store: Shared) {
    let mut scarce = part(1, 2);
    scarce.details.minimum_order = MinimumOrder::new(3).unwrap();
    let (sold_out, hidden, in_stock) = (scarce.id, part(2, 5), part(3, 1));
    for part in [&scarce, &hidden, &in_stock] {
        add_part(&store, part).await;
    }
    let hide = move |hide: bool| {
        let (store, id) = (store.clone(), hidden.id);
        async move {
            let work = store.write(move |tx| {
                let record = tx.part_record(&id)?.ok_or(StoreError::Failed("no part".into()))?;
                tx.update_part(&PartRecord { hidden: hide, ..record })
            });
            work.await.unwrap();
            store
        }
    };
    let store = hide(true).await;
    let alerts = [alert(1, "ann", 1), alert(2, "ann", 2), alert(3, "ann", 3), alert(3, "ben", 4)];
    for asked in &alerts {
        save(&store, asked).await.unwrap();
    }
    assert_eq!(due(&store, 10).await, alerts[2..]);
    assert_eq!(due(&store, 1).await, alerts[2..3]);
    // Pieces come back, a part is shown again.
    assert!(store.write(move |tx| tx.take_stock(&sold_out, pieces(2))).await.unwrap());
    store.write(move |tx| tx.return_stock(&sold_out, pieces(2), NEW_YEAR)).await.unwrap();
    assert_eq!(due(&store, 10).await, alerts[2..], "two are less than its minimum order");
    hide(false).await;
    assert_eq!(due(&store, 10).await, alerts[1..]);
    store
        .write(move |tx| {
            let mut record = tx.part_record(&sold_out)?.ok_or(StoreError::Failed("no part".into()))?;
            record.part.details.minimum_order = MinimumOrder::new(2).unwrap();
            tx.update_part(&record)
        })
        .await
        .unwrap();
    assert_eq!(due(&store, 10).await, alerts);
}

pub async fn one_of_many_takes_an_alert_away(store: Shared) {
    add_part(&store, &part(1, 5)).await;
    save(&store, &alert(1, "ann", 1)).await.unwrap();
    let answers = at_once(8, |_| {
        let store = store.clone();
        async move { store.write(move |tx| tx.delete_stock_alert(&alert(1, "ann", 1))).await }
    });
    assert_eq!(yes(answers.await), 1);
}

pub async fn one_alert_is_made_however_many_ask(store: Shared) {
    add_part(&store, &part(1, 0)).await;
    let answers = at_once(8, |number| {
        let store = store.clone();
        async move { save(&store, &alert(1, "ann", number + 1)).await }
    });
    assert!(answers.await.into_iter().all(|answer| answer.is_ok()));
    assert_eq!(of(&store, "ann").await.len(), 1);
}

pub async fn a_link_leads_to_all_that_an_address_waits_for(store: Shared) {
    for number in 1..=2 {
        add_part(&store, &part(number, 0)).await;
        save(&store, &alert(number, "ann", number)).await.unwrap();
        save(&store, &alert(number, "ben", number + 2)).await.unwrap();
    }
    let link = |digest: &'static str| {
        let store = store.clone();
        async move { store.read(move |tx| tx.stock_alert_link(digest)).await.unwrap() }
    };
    assert_eq!(link("digest").await, None);
    let insert = || store.write(|tx| tx.insert_stock_alert_link("digest", &email("ann"), NEW_YEAR));
    insert().await.unwrap();
    assert!(matches!(insert().await, Err(StoreError::Duplicate)));
    assert_eq!(link("digest").await, Some(email("ann")));
    store.write(|tx| tx.delete_stock_alerts_of(&email("ann"))).await.unwrap();
    assert_eq!((of(&store, "ann").await.len(), of(&store, "ben").await.len()), (0, 2));
    assert_eq!(link("digest").await, Some(email("ann")), "it can be followed again");
}

pub async fn old_alerts_and_links_are_forgotten_oldest_first(store: Shared) {
    let at = |seconds| NEW_YEAR.plus(Duration::from_secs(seconds));
    for number in 1..=3 {
        add_part(&store, &part(number, 0)).await;
        save(&store, &alert(number, "ann", number)).await.unwrap();
        let insert = move |tx: &mut dyn crate::ports::store::Transaction| {
            tx.insert_stock_alert_link(&format!("digest-{number}"), &email("ann"), at(number))
        };
        store.write(insert).await.unwrap();
    }
    for what in [Retained::StockAlerts, Retained::StockAlertLinks] {
        let purge = |before, limit| {
            let store = store.clone();
            async move { store.write(move |tx| tx.purge(what, before, limit)).await.unwrap() }
        };
        assert_eq!(purge(at(1), 10).await, 0, "{what:?}");
        assert_eq!(purge(at(3), 1).await, 1, "{what:?}");
        assert_eq!(purge(at(3), 10).await, 1, "{what:?}");
    }
    assert_eq!(of(&store, "ann").await, [alert(3, "ann", 3)]);
    let left =
        store.read(|tx| Ok::<_, StoreError>((tx.stock_alert_link("digest-2")?, tx.stock_alert_link("digest-3")?)));
    assert_eq!(left.await.unwrap(), (None, Some(email("ann"))));
}
