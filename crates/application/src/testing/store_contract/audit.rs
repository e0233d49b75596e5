//! Rules about the audit log.

use super::Shared;
use crate::{
    ports::{
        page::Page,
        store_error::{StoreError, StoreResult},
    },
    testing::{
        clock::{NEW_YEAR, numbered},
        samples::{admin, customer},
    },
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
    store.read(move |tx| tx.audit_log(&page)).await.unwrap()
}

pub async fn an_audit_entry_is_found_as_it_was_written(store: Shared) {
    for (number, &action) in (1..).zip(AuditAction::ALL) {
        let written = AuditEntry { action, ..entry(number) };
        insert(&store, &written).await.unwrap();
        assert_eq!(page(&store, None, 1).await, [written]);
    }
    let by_nobody = AuditEntry {
        actor: None,
        detail: Some("\u{1f697} 'address' \"confirmed\"".to_owned()),
        at: Timestamp::from_micros(1_767_225_600_123_457),
        ..entry(100)
    };
    insert(&store, &by_nobody).await.unwrap();
    assert_eq!(page(&store, None, 1).await, [by_nobody]);
}

pub async fn the_audit_log_is_paged_newest_first(store: Shared) {
    for number in [3, 1, 4, 2] {
        insert(&store, &entry(number)).await.unwrap();
    }
    assert_eq!(page(&store, None, 10).await, [4, 3, 2, 1].map(entry));
    assert_eq!(page(&store, Some(4), 2).await, [3, 2].map(entry));
    assert_eq!(page(&store, Some(1), 2).await, []);
}

pub async fn an_audit_entry_is_written_once(store: Shared) {
    insert(&store, &entry(1)).await.unwrap();
    let again = insert(&store, &entry(1)).await;
    assert!(matches!(again, Err(StoreError::Duplicate)), "{again:?}");
}
