//! Emails to send.

use super::{
    MemoryTransaction, failed,
    tables::{Tables, ascending, bounded, claim, descending},
};
use autoparts_application::ports::{
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

/// The placeholder for an erased address.
pub(super) const ERASED: &str = "erased@erased.invalid";

/// Erases all emails about an owner; those that count against the quota of a mailbox stay, without content.
pub(super) fn erase_mails(tables: &mut Tables, owner: &UserId) {
    tables.mails.retain(|(about, _), mail| about != owner || mail.unasked.is_some());
    for mail in tables.mails.values_mut().filter(|mail| mail.owner == *owner) {
        mail.to = Email::restore(ERASED);
        (mail.subject, mail.text) = ("erased".to_owned(), "erased".to_owned());
        (mail.redacted, mail.content) = (None, None);
        if mail.delivery.sent_at().is_none() {
            mail.delivery = Delivery::GivenUp;
        }
    }
}

fn is_unasked_for(mail: &Mail, mailbox: &str) -> bool {
    mail.unasked.as_ref().is_some_and(|unasked| unasked.mailbox == mailbox)
}

/// Distinguishes emails sent at the same time: those about orders to one address are combined.
fn sent_as(mail: &Mail) -> String {
    mail.order.map_or_else(|| mail.id.to_string(), |_| mail.to.to_string())
}

impl OutboxRepository for MemoryTransaction {
    fn insert_mail(&mut self, mail: &Mail) -> StoreResult<()> {
        self.change(|tables| claim(&mut tables.mails, (mail.owner, mail.id), mail.clone()))
    }

    fn mails(&mut self, page: &Page<MailId>) -> StoreResult<Vec<Mail>> {
        self.query(|tables| Ok(descending(tables.mails.values().map(|mail| (mail.id, mail.clone())), page)))
    }

    fn due_mails(&mut self, now: Timestamp, tried: bool, page: &Page<MailId>) -> StoreResult<Vec<Mail>> {
        self.query(|tables| {
            let due = |mail: &&Mail| {
                matches!(mail.delivery, Delivery::Waiting { tries, next_try_at }
                    if next_try_at <= now && (tries > 0) == tried)
            };
            Ok(ascending(tables.mails.values().filter(due).map(|mail| (mail.id, mail.clone())), page))
        })
    }

    fn count_late_mails(&mut self, written_before: Timestamp, limit: u32) -> StoreResult<usize> {
        Ok(self.late_mails(written_before, &Page { after: None, limit })?.len())
    }

    fn late_mails(&mut self, written_before: Timestamp, page: &Page<MailId>) -> StoreResult<Vec<Mail>> {
        self.query(|tables| {
            let waits = |mail: &&Mail| matches!(mail.delivery, Delivery::Waiting { .. });
            let late = tables.mails.values().filter(waits).filter(|mail| mail.written_at <= written_before);
            Ok(descending(late.map(|mail| (mail.id, mail.clone())), page))
        })
    }

    fn waiting_order_mails(&mut self, to: &Email, page: &Page<MailId>) -> StoreResult<Vec<Mail>> {
        self.query(|tables| {
            let waiting = |mail: &&Mail| {
                mail.to == *to && mail.order.is_some() && matches!(mail.delivery, Delivery::Waiting { .. })
            };
            Ok(ascending(tables.mails.values().filter(waiting).map(|mail| (mail.id, mail.clone())), page))
        })
    }

    fn lock_mailbox(&mut self, _mailbox: &str, _at: Timestamp) -> StoreResult<()> {
        // Writes are already serialized.
        Ok(())
    }

    fn unasked_sent(&mut self, mailbox: &str, since: Timestamp, most: u32) -> StoreResult<Vec<Timestamp>> {
        self.query(|tables| {
            let theirs = tables.mails.values().filter(|mail| is_unasked_for(mail, mailbox));
            let sent: BTreeSet<(Timestamp, String)> =
                theirs.filter_map(|mail| Some((mail.delivery.sent_at()?, sent_as(mail)))).collect();
            let moments = sent.into_iter().rev().map(|(at, _)| at).filter(|at| *at > since);
            Ok(bounded(moments, most))
        })
    }

    fn unasked_tried(&mut self, mailbox: &str) -> StoreResult<Vec<Delivery>> {
        self.query(|tables| {
            let theirs = tables.mails.values().filter(|mail| is_unasked_for(mail, mailbox));
            let tried: BTreeSet<(u32, Timestamp, String)> = theirs
                .filter_map(|mail| match mail.delivery {
                    Delivery::Waiting { tries, next_try_at } if tries > 0 => Some((tries, next_try_at, sent_as(mail))),
                    _ => None,
                })
                .collect();
            Ok(tried.into_iter().map(|(tries, next_try_at, _)| Delivery::Waiting { tries, next_try_at }).collect())
        })
    }

    fn unasked_written(&mut self, mailbox: &str, since: Timestamp) -> StoreResult<i64> {
        self.query(|tables| {
            let has_code = |mail: &Mail| mail.unasked.as_ref().is_some_and(|unasked| unasked.carries_code);
            let counts = |mail: &&Mail| is_unasked_for(mail, mailbox) && !has_code(mail) && mail.written_at > since;
            let count = tables.mails.values().filter(counts).count();
            i64::try_from(count).or_else(|_| failed("too many mails to count"))
        })
    }

    fn other_mails_written(&mut self, owner: &UserId, since: Timestamp) -> StoreResult<i64> {
        self.query(|tables| {
            let counts = |mail: &&Mail| mail.owner == *owner && mail.order.is_none() && mail.written_at > since;
            let count = tables.mails.values().filter(counts).count();
            i64::try_from(count).or_else(|_| failed("too many mails to count"))
        })
    }

    fn mails_about(&mut self, order: &OrderKey) -> StoreResult<Vec<Mail>> {
        self.query(|tables| {
            let about = |mail: &&Mail| mail.owner == order.customer && mail.order == Some(order.order);
            Ok(ascending(tables.mails.values().filter(about).map(|mail| (mail.id, mail.clone())), &Page::first()))
        })
    }

    fn delete_mails_of(&mut self, owner: &UserId) -> StoreResult<()> {
        self.change(|tables| {
            erase_mails(tables, owner);
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
