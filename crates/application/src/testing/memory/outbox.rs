//! Mails to send.

use super::{
    MemoryTransaction, failed,
    tables::{ascending, bounded, claim, descending},
};
use crate::ports::{
    outbox::{Delivery, Mail, OutboxRepository},
    page::Page,
    store_error::StoreResult,
};
use autoparts_domain::{
    email::Email,
    id::{MailId, OrderKey, UserId},
    time::Timestamp,
};
use std::collections::BTreeSet;

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

    fn waiting_order_mails(&mut self, to: &Email, page: &Page<MailId>) -> StoreResult<Vec<Mail>> {
        self.look(|tables| {
            let waiting = |mail: &&Mail| {
                mail.to == *to && mail.order.is_some() && matches!(mail.delivery, Delivery::Waiting { .. })
            };
            Ok(ascending(tables.mails.values().filter(waiting).map(|mail| (mail.id, mail.clone())), page))
        })
    }

    fn order_mails_sent(&mut self, to: &Email, since: Timestamp, most: u32) -> StoreResult<Vec<Timestamp>> {
        self.look(|tables| {
            let about_orders = tables.mails.values().filter(|mail| mail.to == *to && mail.order.is_some());
            let moments: BTreeSet<Timestamp> =
                about_orders.filter_map(|mail| mail.delivery.sent_at()).filter(|at| *at > since).collect();
            Ok(bounded(moments.into_iter().rev(), most))
        })
    }

    fn other_mails_written(&mut self, owner: &UserId, since: Timestamp) -> StoreResult<i64> {
        self.look(|tables| {
            let counts = |mail: &&Mail| mail.owner == *owner && mail.order.is_none() && mail.written_at > since;
            let count = tables.mails.values().filter(counts).count();
            i64::try_from(count).or_else(|_| failed("too many mails to count"))
        })
    }

    fn mails_about(&mut self, order: &OrderKey) -> StoreResult<Vec<Mail>> {
        self.look(|tables| {
            let about = |mail: &&Mail| mail.owner == order.customer && mail.order == Some(order.order);
            Ok(ascending(tables.mails.values().filter(about).map(|mail| (mail.id, mail.clone())), &Page::first()))
        })
    }

    fn delete_mails_of(&mut self, owner: &UserId) -> StoreResult<()> {
        self.change(|tables| {
            tables.mails.retain(|(about, _), _| about != owner);
            Ok(())
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
