//! Rules about purging: old data is deleted, and nothing else.

#![expect(clippy::indexing_slicing, reason = "these are tests, and a panic is how a test fails")]

use super::{Shared, add_order, add_part, add_user, samples, stored};
use crate::clock::numbered;
use autoparts_application::ports::{
    accounts::GuestLink, orders::RememberedOrder, page::Page, payments::RememberedRefund, retention::Retained,
    store::Transaction, store_error::StoreResult,
};
use autoparts_domain::{
    accounts::User,
    audit::{AuditAction, AuditEntry},
    orders::{Order, OrderSnapshot, OrderState},
    time::Timestamp,
};

const HOUR: std::time::Duration = std::time::Duration::from_hours(1);

async fn purge(store: &Shared, what: Retained, before: Timestamp, limit: u32) -> usize {
    store.write(move |tx| tx.purge(what, before, limit)).await.unwrap()
}

/// Three canceled orders, placed one hour apart, the first at the returned time; each with idempotency keys, a provider
/// message and an audit entry of the same time.
async fn history(store: &Shared) -> (Timestamp, Vec<Order>) {
    let customer = samples::customer(1);
    let part = samples::part(1, 100);
    add_user(store, &customer).await;
    add_part(store, &part).await;
    let mut orders = Vec::new();
    let mut at = samples::order(1, &customer, &part).snapshot().placed_at;
    let start = at;
    for number in 1..=3 {
        let mut snapshot = samples::order(number, &customer, &part).snapshot().clone();
        snapshot.placed_at = at;
        let order = Order::restore(snapshot, OrderState::Cancelled, 0);
        add_order(store, &order).await;
        let (key, remembered) =
            (order.key(), RememberedOrder { order: order.snapshot().id, fingerprint: "f".to_owned() });
        let line = AuditEntry {
            id: numbered(number).into(),
            actor: None,
            action: AuditAction::GrantAdmin,
            subject: customer.id,
            detail: None,
            at,
        };
        store
            .write(move |tx| -> StoreResult<()> {
                tx.remember_order(&key.customer, &format!("key-{number}"), &remembered, at)?;
                tx.remember_movement(&key.customer, &format!("key-{number}"), "f", at)?;
                let refund = RememberedRefund { refund: numbered(number).into(), fingerprint: "f".to_owned() };
                tx.remember_refund(&key.customer, &format!("key-{number}"), &refund, at)?;
                tx.insert_provider_event(&key, &format!("evt-{number}"), at)?;
                tx.insert_audit(&line)
            })
            .await
            .unwrap();
        orders.push(order);
        at = at.plus(HOUR);
    }
    (start, orders)
}

pub async fn old_records_are_purged_oldest_first(store: Shared) {
    let (start, orders) = history(&store).await;
    let customer = orders[0].snapshot().customer;
    let keys = orders.iter().map(Order::key).collect::<Vec<_>>();
    let kinds = [
        Retained::IdempotencyKeys,
        Retained::StockMovementKeys,
        Retained::RefundKeys,
        Retained::ProviderEvents,
        Retained::Audit,
    ];
    for what in kinds {
        assert_eq!(purge(&store, what, start, 10).await, 0, "{what:?}");
        let after_two = start.plus(HOUR).plus(HOUR);
        assert_eq!(purge(&store, what, after_two, 1).await, 1, "{what:?}");
        assert_eq!(purge(&store, what, after_two, 10).await, 1, "{what:?}");
        assert_eq!(purge(&store, what, after_two, 10).await, 0, "{what:?}");
    }
    let left = store.read(move |tx| -> StoreResult<Vec<(bool, bool)>> {
        let known = (1..).zip(&keys).map(|(number, key)| {
            let is_remembered = tx.remembered_order(&customer, &format!("key-{number}"))?.is_some();
            Ok((is_remembered, tx.provider_event_seen(key, &format!("evt-{number}"))?))
        });
        known.collect()
    });
    assert_eq!(left.await.unwrap(), [(false, false), (false, false), (true, true)]);
}

pub async fn old_mails_are_purged(store: Shared) {
    let at = samples::hold_ends();
    for (number, written_at) in (1..).zip([at, at.plus(HOUR)]) {
        let mut mail = super::outbox::mail(number);
        mail.written_at = written_at;
        store.write(move |tx| tx.insert_mail(&mail)).await.unwrap();
    }
    assert_eq!(purge(&store, Retained::Emails, at.plus(HOUR), 10).await, 1);
    let left = store.read(|tx| tx.mails(&Page::first())).await.unwrap();
    assert_eq!(left.iter().map(|mail| mail.written_at).collect::<Vec<_>>(), [at.plus(HOUR)]);
}

pub async fn an_old_cancelled_order_keeps_only_what_the_books_need(store: Shared) {
    let (start, orders) = history(&store).await;
    let paid = samples::in_state(&orders[1], OrderState::Paid(samples::transaction(1)));
    let before = stored(&store, &orders[1]).await;
    store.write(move |tx| tx.update_order(&samples::in_state(&before, paid.state().clone()))).await.unwrap();
    let end = start.plus(HOUR).plus(HOUR);
    assert_eq!(purge(&store, Retained::CancelledOrders, end, 10).await, 1);
    assert_eq!(purge(&store, Retained::CancelledOrders, end, 10).await, 0);
    let erased = stored(&store, &orders[0]).await;
    let now = erased.snapshot();
    let then = orders[0].snapshot();
    assert_eq!((now.address.as_str(), now.name.as_str()), ("erased", "erased"));
    assert_ne!((&now.email, &now.phone), (&then.email, &then.phone));
    assert_eq!((now.total, &now.lines, erased.state()), (then.total, &then.lines, orders[0].state()));
    for order in &orders[1..] {
        assert_eq!(stored(&store, order).await.snapshot(), order.snapshot());
    }
}

pub async fn a_guest_is_erased_with_their_last_order(store: Shared) {
    let part = samples::part(1, 100);
    let member = samples::customer(1);
    let guest = |number| User { email: member.email.clone(), subject: None, guest: true, ..samples::customer(number) };
    let [gone, stays] = [guest(2), guest(3)];
    add_part(&store, &part).await;
    for user in [&member, &gone, &stays] {
        add_user(&store, user).await;
    }
    let start = samples::order(1, &member, &part).snapshot().placed_at;
    let placed = [(1, &gone, 0), (2, &gone, 1), (3, &stays, 0), (4, &stays, 0), (5, &member, 0)];
    for (number, owner, hour) in placed {
        let snapshot = samples::order(number, owner, &part).snapshot().clone();
        let placed_at = start.plus(HOUR * hour);
        let state = if number == 4 { OrderState::Paid(samples::transaction(1)) } else { OrderState::Cancelled };
        add_order(&store, &Order::restore(OrderSnapshot { placed_at, ..snapshot }, state, 0)).await;
        let owner = owner.id;
        let digest = format!("link {number}");
        let link = GuestLink { digest, guest: owner, order: Some(numbered(number).into()), revoked: None };
        let add = move |tx: &mut dyn Transaction| -> StoreResult<()> {
            tx.insert_guest_link(&link)?;
            tx.mark_guest_ordered(&owner)
        };
        store.write(add).await.unwrap();
    }
    let user = async |user: &User| {
        let id = user.id;
        store.read(move |tx| tx.user(&id)).await.unwrap().unwrap()
    };
    let has_link =
        async |number: u64| store.read(move |tx| tx.guest_link(&format!("link {number}"))).await.unwrap().is_some();
    assert_eq!(purge(&store, Retained::CancelledOrders, start.plus(HOUR), 10).await, 3);
    assert_eq!(
        [user(&gone).await, user(&stays).await, user(&member).await],
        [gone.clone(), stays.clone(), member.clone()]
    );
    assert!(has_link(1).await && has_link(2).await);
    assert_eq!(purge(&store, Retained::CancelledOrders, start.plus(HOUR * 2), 10).await, 1);
    let erased = user(&gone).await;
    assert_eq!(erased.account_name.as_ref().map(ToString::to_string).as_deref(), Some("erased"));
    assert_eq!((erased.email.as_str(), erased.guest), ("erased@erased.invalid", true));
    assert!(!has_link(1).await && !has_link(2).await && has_link(4).await);
    assert_eq!([user(&stays).await, user(&member).await], [stays, member]);
}
