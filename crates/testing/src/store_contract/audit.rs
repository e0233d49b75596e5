//! Rules about the audit log.

use super::Shared;
use crate::{
    clock::{NEW_YEAR, numbered},
    samples::{admin, customer},
};
use autoparts_application::ports::{
    audit::AuditFilter,
    page::Page,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    id::AuditId,
    time::Timestamp,
};

fn entry(number: u64) -> AuditEntry {
    AuditEntry {
        id: numbered(number).into(),
        actor: Some(admin(1).id),
        action: AuditAction::GrantAdmin,
        subject: customer(2).id,
        detail: None,
        at: NEW_YEAR,
    }
}

async fn insert(store: &Shared, entry: &AuditEntry) -> StoreResult<()> {
    let entry = entry.clone();
    store.write(move |tx| tx.insert_audit(&entry)).await
}

async fn page(store: &Shared, after: Option<u64>, limit: u32) -> Vec<AuditEntry> {
    let page = Page { after: after.map(|number| AuditId::from(numbered(number))), limit };
    store.read(move |tx| tx.audit_log(&AuditFilter::default(), &page)).await.unwrap()
}

pub async fn an_audit_entry_is_found_as_it_was_written(store: Shared) {
    for (number, &action) in (1..).zip(AuditAction::ALL) {
        let written = AuditEntry { action, ..entry(number) };
        insert(&store, &written).await.unwrap();
        assert_eq!(page(&store, None, 1).await, [written]);
    }
    let without_actor = AuditEntry {
        actor: None,
        detail: Some(format!("\u{1f697} 'address' \"confirmed\"\ntitle: Disc \u{2192} {}", "x".repeat(8_000))),
        at: Timestamp::from_micros(1_767_225_600_123_457),
        ..entry(100)
    };
    insert(&store, &without_actor).await.unwrap();
    assert_eq!(page(&store, None, 1).await, [without_actor]);
}

pub async fn the_audit_log_is_paged_newest_first(store: Shared) {
    for number in [3, 1, 4, 2] {
        insert(&store, &entry(number)).await.unwrap();
    }
    assert_eq!(page(&store, None, 10).await, [4, 3, 2, 1].map(entry));
    assert_eq!(page(&store, Some(4), 2).await, [3, 2].map(entry));
    assert_eq!(page(&store, Some(1), 2).await, []);
}

pub async fn the_audit_log_is_filtered(store: Shared) {
    let later = Timestamp::from_micros(NEW_YEAR.micros() + 1);
    let by_another = AuditEntry { actor: Some(admin(2).id), ..entry(2) };
    let to_another = AuditEntry { subject: customer(3).id, at: later, ..entry(3) };
    let order = numbered(7).into();
    let of_another_kind = AuditEntry {
        action: AuditAction::ShipOrder,
        actor: None,
        detail: Some(format!("{order}, UPS")),
        at: later,
        ..entry(4)
    };
    for written in [&entry(1), &by_another, &to_another, &of_another_kind] {
        insert(&store, written).await.unwrap();
    }
    let all = AuditFilter::default();
    for (filter, expected) in [
        (AuditFilter { action: Some(AuditAction::ShipOrder), ..all }, vec![4]),
        (AuditFilter { actor: Some(admin(1).id), ..all }, vec![3, 1]),
        (AuditFilter { subject: Some(customer(3).id), ..all }, vec![3]),
        (AuditFilter { order: Some(order), ..all }, vec![4]),
        (AuditFilter { from: Some(later), ..all }, vec![4, 3]),
        (AuditFilter { before: Some(later), ..all }, vec![2, 1]),
        (AuditFilter { from: Some(NEW_YEAR), before: Some(later), ..all }, vec![2, 1]),
        (AuditFilter { actor: Some(admin(1).id), before: Some(later), ..all }, vec![1]),
        (AuditFilter { action: Some(AuditAction::GrantAdmin), subject: Some(customer(2).id), ..all }, vec![2, 1]),
        (AuditFilter { action: Some(AuditAction::HidePart), ..all }, vec![]),
    ] {
        let page = Page { after: None, limit: 10 };
        let found = store.read(move |tx| tx.audit_log(&filter, &page)).await.unwrap();
        let expected: Vec<AuditId> = expected.into_iter().map(|number| numbered(number).into()).collect();
        assert_eq!(found.iter().map(|entry| entry.id).collect::<Vec<_>>(), expected, "{filter:?}");
    }
    let (filter, page) =
        (AuditFilter { actor: Some(admin(1).id), ..all }, Page { after: Some(numbered(3).into()), limit: 1 });
    assert_eq!(store.read(move |tx| tx.audit_log(&filter, &page)).await.unwrap(), [entry(1)]);
}

pub async fn an_audit_entry_is_written_once(store: Shared) {
    insert(&store, &entry(1)).await.unwrap();
    let again = insert(&store, &entry(1)).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
}
