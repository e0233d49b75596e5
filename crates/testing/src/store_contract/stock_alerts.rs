//! Rules about back-in-stock alerts.

use super::{Shared, add_part, at_once, yes};
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::{part, pieces},
};
use autoparts_application::ports::{
    catalogue::PartRecord,
    retention::Retained,
    stock_alerts::{AlertDecision, StockAlertLink},
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    catalogue::stock::{StockMovement, StockReason},
    email::Email,
    quantity::MinimumOrder,
    stock_alerts::{AlertConsent, StockAlert},
    time::Timestamp,
};
use std::time::Duration;

fn email(name: &str) -> Email {
    format!("{name}@example.com").parse().unwrap()
}

/// Alert `id` of an address for a part, requested this many seconds into the year.
fn alert(number: u64, name: &str, id: u64) -> StockAlert {
    StockAlert {
        part: part(number, 0).id,
        email: email(name),
        id: numbered(id).into(),
        asked_at: NEW_YEAR.plus(Duration::from_secs(id)),
        consent: AlertConsent::NotAsked,
    }
}

fn stopping(name: &str, mailed_at: Timestamp) -> StockAlertLink {
    StockAlertLink { email: email(name), confirms: false, mailed_at }
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
    let first = alert(3, "ann", 1);
    let second = alert(1, "ann", 2);
    for asked in [&second, &first, &alert(2, "ben", 3)] {
        save(&store, asked).await.unwrap();
    }
    assert_eq!(of(&store, "ann").await, [second, first]);
    assert!(of(&store, "nobody").await.is_empty());
}

pub async fn an_address_waits_for_a_part_once(store: Shared) {
    add_part(&store, &part(1, 0)).await;
    let before = alert(1, "ann", 1);
    let after = alert(1, "ann", 2);
    save(&store, &before).await.unwrap();
    save(&store, &after).await.unwrap();
    assert_eq!(of(&store, "ann").await, std::slice::from_ref(&after));
    assert!(!delete(&store, &before).await, "it was requested again");
    assert!(delete(&store, &after).await);
    assert!(!delete(&store, &after).await);
}

pub async fn an_alert_needs_its_part(store: Shared) {
    assert!(matches!(save(&store, &alert(1, "ann", 1)).await, Err(StoreError::Failed(_))));
}

pub async fn alerts_are_due_while_their_part_can_be_ordered(store: Shared) {
    let mut scarce = part(1, 2);
    scarce.details.minimum_order = MinimumOrder::new(3).unwrap();
    let sold_out = scarce.id;
    let hidden = part(2, 5);
    let in_stock = part(3, 1);
    for part in [&scarce, &hidden, &in_stock] {
        add_part(&store, part).await;
    }
    let hide = move |hide: bool| {
        let store = store.clone();
        let id = hidden.id;
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
    // Pieces are returned, and a part is shown again.
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

pub async fn one_of_many_deletes_an_alert(store: Shared) {
    add_part(&store, &part(1, 5)).await;
    save(&store, &alert(1, "ann", 1)).await.unwrap();
    let answers = at_once(8, |_| {
        let store = store.clone();
        async move { store.write(move |tx| tx.delete_stock_alert(&alert(1, "ann", 1))).await }
    });
    assert_eq!(yes(answers.await), 1);
}

pub async fn concurrent_requests_create_one_alert(store: Shared) {
    add_part(&store, &part(1, 0)).await;
    let answers = at_once(8, |number| {
        let store = store.clone();
        async move { save(&store, &alert(1, "ann", number + 1)).await }
    });
    assert!(answers.await.into_iter().all(|answer| answer.is_ok()));
    assert_eq!(of(&store, "ann").await.len(), 1);
}

pub async fn a_link_leads_to_all_alerts_of_its_address(store: Shared) {
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
    let insert = || store.write(|tx| tx.insert_stock_alert_link("digest", &stopping("ann", NEW_YEAR)));
    insert().await.unwrap();
    assert!(matches!(insert().await, Err(StoreError::Duplicate)));
    assert_eq!(link("digest").await, Some(stopping("ann", NEW_YEAR)));
    store.write(|tx| tx.delete_stock_alerts_of(&email("ann"))).await.unwrap();
    assert_eq!((of(&store, "ann").await.len(), of(&store, "ben").await.len()), (0, 2));
    assert_eq!(link("digest").await, Some(stopping("ann", NEW_YEAR)), "it can be followed again");
}

pub async fn old_alerts_and_links_are_purged_oldest_first(store: Shared) {
    let at = |seconds| NEW_YEAR.plus(Duration::from_secs(seconds));
    for number in 1..=3 {
        add_part(&store, &part(number, 0)).await;
        save(&store, &alert(number, "ann", number)).await.unwrap();
        let insert = move |tx: &mut dyn autoparts_application::ports::store::Transaction| {
            tx.insert_stock_alert_link(&format!("digest-{number}"), &stopping("ann", at(number)))
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
    assert_eq!(left.await.unwrap(), (None, Some(stopping("ann", at(3)))));
}

pub async fn a_confirmed_alert_is_due_after_a_restock(store: Shared) {
    let at = |seconds| NEW_YEAR.plus(Duration::from_secs(seconds));
    for number in 1..=3 {
        add_part(&store, &part(number, 2)).await;
    }
    let confirmed = |number| StockAlert { consent: AlertConsent::Confirmed, ..alert(number, "ann", 10 + number) };
    let unconfirmed = StockAlert { consent: AlertConsent::Waiting, ..alert(1, "ben", 20) };
    for asked in [&confirmed(1), &confirmed(2), &confirmed(3), &unconfirmed] {
        save(&store, asked).await.unwrap();
    }
    let [first, second, third] = [1, 2, 3].map(|number| part(number, 0).id);
    assert!(store.write(move |tx| tx.take_stock(&first, pieces(2))).await.unwrap());
    store.write(move |tx| tx.return_stock(&first, pieces(2), at(30))).await.unwrap();
    assert_eq!(due(&store, 10).await, [], "an unpaid order gave them back");
    store.write(move |tx| tx.note_renewed(&first, at(10))).await.unwrap();
    assert_eq!(due(&store, 10).await, [], "that was before it was requested");
    store.write(move |tx| tx.note_renewed(&first, at(11))).await.unwrap();
    assert_eq!(due(&store, 10).await, [confirmed(1)]);
    let received = StockMovement {
        part: second,
        id: numbered(90).into(),
        reason: StockReason::Received,
        pieces: 1,
        actor: None,
        note: None,
        at: at(40),
    };
    let lost = StockMovement { part: third, id: numbered(91).into(), pieces: -1, ..received.clone() };
    assert!(store.write(move |tx| tx.move_stock_of_parts(&[received.clone(), lost.clone()])).await.unwrap());
    assert_eq!(due(&store, 10).await, [confirmed(1), confirmed(2)], "pieces that go bring nothing back");
    store.write(|tx| tx.confirm_stock_alerts(&email("ben"), NEW_YEAR)).await.unwrap();
    store.write(move |tx| tx.note_renewed(&first, at(50))).await.unwrap();
    let ben = StockAlert { consent: AlertConsent::Confirmed, ..unconfirmed };
    assert_eq!(due(&store, 10).await, [confirmed(1), confirmed(2), ben]);
}

pub async fn a_part_that_is_shown_again_or_has_a_lower_minimum_is_renewed(store: Shared) {
    let change = |number: u64, change: fn(&mut PartRecord)| {
        let store = store.clone();
        async move {
            let id = part(number, 0).id;
            let change = store.write(move |tx| {
                let mut record = tx.part_record(&id)?.ok_or(StoreError::Failed("no part".into()))?;
                record.changed_at = NEW_YEAR.plus(Duration::from_mins(5));
                change(&mut record);
                tx.update_parts(&[record])
            });
            change.await.unwrap();
        }
    };
    let minimum = |pieces: i64| MinimumOrder::new(pieces).unwrap();
    for number in 1..=3 {
        let mut part = part(number, 2);
        part.details.minimum_order = minimum(2);
        add_part(&store, &part).await;
        let asked = StockAlert { consent: AlertConsent::Confirmed, ..alert(number, "ann", number) };
        save(&store, &asked).await.unwrap();
    }
    change(1, |record| record.hidden = true).await;
    change(2, |record| record.part.details.title = "Another title".parse().unwrap()).await;
    assert_eq!(due(&store, 10).await, []);
    change(1, |record| record.hidden = false).await;
    change(3, |record| record.part.details.minimum_order = MinimumOrder::new(1).unwrap()).await;
    let parts: Vec<_> = due(&store, 10).await.into_iter().map(|alert| alert.part).collect();
    assert_eq!(parts, [part(1, 0).id, part(3, 0).id]);
}

pub async fn an_address_confirms_once_for_all_parts(store: Shared) {
    let at = |seconds| NEW_YEAR.plus(Duration::from_secs(seconds));
    let asked = || {
        let store = store.clone();
        async move {
            let ask = store.read(|tx| {
                let ann = email("ann");
                Ok::<_, StoreError>((tx.alert_decision(&ann)?, tx.last_asked_to_confirm(&ann)?))
            });
            ask.await.unwrap()
        }
    };
    store.write(move |tx| tx.insert_stock_alert_link("stop", &stopping("ann", at(9)))).await.unwrap();
    assert_eq!(asked().await, (None, None));
    for (digest, seconds) in [("first", 1), ("second", 2)] {
        let link = StockAlertLink { confirms: true, ..stopping("ann", at(seconds)) };
        store.write(move |tx| tx.insert_stock_alert_link(digest, &link)).await.unwrap();
    }
    assert_eq!(asked().await, (None, Some(at(2))));
    for seconds in [3, 4] {
        store.write(move |tx| tx.confirm_stock_alerts(&email("ann"), at(seconds))).await.unwrap();
    }
    assert_eq!(asked().await.0, Some(AlertDecision::Wanted));
    let purge = |what, before| store.write(move |tx| tx.purge(what, before, 10));
    assert_eq!(purge(Retained::StockAlertAddresses, at(4)).await.unwrap(), 0);
    assert_eq!(purge(Retained::StockAlertAddresses, at(5)).await.unwrap(), 1);
    store.write(move |tx| tx.confirm_stock_alerts(&email("ann"), at(6))).await.unwrap();
    for seconds in [7, 8] {
        store.write(move |tx| tx.refuse_stock_alerts(&email("ann"), at(seconds))).await.unwrap();
        assert_eq!(asked().await.0, Some(AlertDecision::Refused(at(seconds))));
    }
    store.write(|tx| tx.delete_stock_alerts_of(&email("ann"))).await.unwrap();
    assert_eq!(asked().await.0, None);
}

pub async fn unconfirmed_alerts_are_purged_separately(store: Shared) {
    let at = |seconds| NEW_YEAR.plus(Duration::from_secs(seconds));
    for number in 1..=3 {
        add_part(&store, &part(number, 0)).await;
    }
    let consents = [AlertConsent::Waiting, AlertConsent::Confirmed, AlertConsent::NotAsked];
    for (number, consent) in (1..).zip(consents) {
        save(&store, &StockAlert { consent, ..alert(number, "ann", number) }).await.unwrap();
    }
    let purge = |before| store.write(move |tx| tx.purge(Retained::UnconfirmedStockAlerts, before, 10));
    assert_eq!((purge(at(1)).await.unwrap(), purge(at(9)).await.unwrap()), (0, 1));
    let left: Vec<_> = of(&store, "ann").await.into_iter().map(|alert| alert.consent).collect();
    assert_eq!(left, [AlertConsent::NotAsked, AlertConsent::Confirmed]);
}
