//! Mails to send.

use super::{
    MemoryTransaction,
    tables::{ascending, claim, descending},
};
use crate::ports::{
    outbox::{Delivery, Mail, OutboxRepository},
    page::Page,
    store::StoreResult,
};
use autoparts_domain::{id::MailId, time::Timestamp};

impl OutboxRepository for MemoryTransaction {
    fn insert_mail(&mut self, mail: &Mail) -> StoreResult<()> {
        self.change(|tables| claim(&mut tables.mails, (mail.owner, mail.id), mail.clone()))
    }

    fn mails(&mut self, page: &Page<MailId>) -> StoreResult<Vec<Mail>> {
        self.look(|tables| Ok(descending(tables.mails.values().map(|mail| (mail.id, mail.clone())), page)))
    }

    fn due_mails(&mut self, now: Timestamp, page: &Page<MailId>) -> StoreResult<Vec<Mail>> {
        self.look(|tables| {
            let due =
                |mail: &&Mail| matches!(mail.delivery, Delivery::Waiting { next_try_at, .. } if next_try_at <= now);
            Ok(ascending(tables.mails.values().filter(due).map(|mail| (mail.id, mail.clone())), page))
        })
    }

    fn late_mails(&mut self, written_before: Timestamp, limit: u32) -> StoreResult<usize> {
        self.look(|tables| {
            let waits = |mail: &&Mail| matches!(mail.delivery, Delivery::Waiting { .. });
            let late = tables.mails.values().filter(waits).filter(|mail| mail.written_at <= written_before);
            Ok(late.take(usize::try_from(limit).unwrap_or(usize::MAX)).count())
        })
    }

    fn update_delivery(&mut self, mail: &Mail, delivery: Delivery) -> StoreResult<bool> {
        self.change(|tables| {
            let stored = tables.mails.get_mut(&(mail.owner, mail.id));
            let waits_as_expected = |stored: &&mut Mail| {
                stored.delivery == mail.delivery && matches!(stored.delivery, Delivery::Waiting { .. })
            };
            let Some(stored) = stored.filter(waits_as_expected) else { return Ok(false) };
            stored.delivery = delivery;
            if !matches!(delivery, Delivery::Waiting { .. }) {
                *stored = stored.clone().without_secrets();
            }
            Ok(true)
        })
    }
}
