//! Which e-mail an instance sends next to an address, and with which others: one for each, unless nobody has confirmed wanting
//! it and the mailbox has had its share.

use super::{FIRST_PAUSE, LONGEST_PAUSE, quota};
use crate::{
    orders::digest::digest,
    ports::{
        outbox::{Delivery, Mail, Unasked},
        page::Page,
        store::Transaction,
        store_error::StoreResult,
    },
};
use autoparts_domain::time::{Timestamp, doubling_pause};
use std::collections::BTreeSet;

/// What was claimed: an e-mail to send, and the e-mails of the outbox that are sent with it.
#[derive(Debug)]
pub(super) struct Claimed {
    pub(super) mail: Mail,
    pub(super) mails: Vec<Mail>,
}

/// Notes the next try of an e-mail. `None` when it is not to be sent now: another instance was faster, or
/// it is held back.
pub(super) fn claim(tx: &mut dyn Transaction, mail: &Mail, shop: &str, now: Timestamp) -> StoreResult<Option<Claimed>> {
    let Some(unasked) = unasked(tx, mail)? else {
        return claim_all(tx, std::slice::from_ref(mail), mail.clone(), now);
    };
    tx.lock_mailbox(&unasked.mailbox, now)?;
    let next_try_at = quota::next_mail_at(tx, &unasked, now)?;
    if mail.order.is_some() {
        return claim_order_mails(tx, mail, shop, next_try_at, now);
    }
    if next_try_at > now {
        put_off(tx, std::slice::from_ref(mail), next_try_at, now)?;
        return Ok(None);
    }
    claim_all(tx, std::slice::from_ref(mail), mail.clone(), now)
}

/// The mailbox whose share an e-mail counts against; `None` when its recipient has confirmed wanting it. About orders that is
/// seen when it is sent: the address may have been proven since it was written.
fn unasked(tx: &mut dyn Transaction, mail: &Mail) -> StoreResult<Option<Unasked>> {
    if mail.order.is_none() {
        return Ok(mail.unasked.clone());
    }
    let is_proven = tx.user(&mail.owner)?.is_none_or(|user| user.email_verified);
    Ok((!is_proven).then(|| Unasked { mailbox: mail.to.mailbox(), carries_code: false }))
}

/// The same for an e-mail about an order to an address that nobody has proven: all that wait for the address go as one once
/// they were held back.
fn claim_order_mails(
    tx: &mut dyn Transaction,
    mail: &Mail,
    shop: &str,
    next_try_at: Timestamp,
    now: Timestamp,
) -> StoreResult<Option<Claimed>> {
    let mut waiting = tx.waiting_order_mails(&mail.to, &Page::first())?;
    // A guest may have typed the address of a member who has proven it: their mails are sent as ever.
    let mut unproven = BTreeSet::new();
    for owner in waiting.iter().map(|other| other.owner).collect::<BTreeSet<_>>() {
        if tx.user(&owner)?.is_some_and(|user| !user.email_verified) {
            unproven.insert(owner);
        }
    }
    waiting.retain(|other| unproven.contains(&other.owner));
    if !waiting.contains(mail) {
        return Ok(None);
    }
    if next_try_at > now {
        put_off(tx, &waiting, next_try_at, now)?;
        return Ok(None);
    }
    let waiting: Vec<Mail> = waiting.into_iter().filter(|other| other.good_until > now).collect();
    if let [alone] = waiting.as_slice()
        && !was_held_back(alone)
    {
        return claim_all(tx, &waiting, alone.clone(), now);
    }
    let Some(combined) = digest(tx, &waiting, shop, now)? else {
        for mail in &waiting {
            tx.update_delivery(mail, Delivery::GivenUp)?;
        }
        return Ok(None);
    };
    claim_all(tx, &waiting, combined, now)
}

/// Puts off what is due for a mailbox that has had its share.
fn put_off(tx: &mut dyn Transaction, mails: &[Mail], next_try_at: Timestamp, now: Timestamp) -> StoreResult<()> {
    for mail in mails {
        if let Delivery::Waiting { tries, next_try_at: due } = mail.delivery
            && due <= now
        {
            tx.update_delivery(mail, Delivery::Waiting { tries, next_try_at })?;
        }
    }
    Ok(())
}

fn was_held_back(mail: &Mail) -> bool {
    matches!(mail.delivery, Delivery::Waiting { tries: 0, next_try_at } if next_try_at > mail.written_at)
}

/// Notes the next try of e-mails that are sent as one; `None` when another instance was faster.
fn claim_all(tx: &mut dyn Transaction, mails: &[Mail], mail: Mail, now: Timestamp) -> StoreResult<Option<Claimed>> {
    let mut claimed = Vec::new();
    for mail in mails {
        let Delivery::Waiting { tries, .. } = mail.delivery else { continue };
        let next = Delivery::Waiting { tries: tries.saturating_add(1), next_try_at: next_try(mail, tries, now) };
        if tx.update_delivery(mail, next)? {
            claimed.push(Mail { delivery: next, ..mail.clone() });
        }
    }
    Ok((!claimed.is_empty()).then_some(Claimed { mail, mails: claimed }))
}

/// After a pause, and once more shortly before the e-mail is not true any more.
fn next_try(mail: &Mail, tries: u32, now: Timestamp) -> Timestamp {
    let next = now.plus(doubling_pause(FIRST_PAUSE, LONGEST_PAUSE, tries));
    let last_call = mail.good_until.minus(FIRST_PAUSE);
    if now < last_call { next.min(last_call) } else { next }
}
