//! Claims emails for sending, one at a time. An email that its recipient has not confirmed wanting is held back once
//! the mailbox has reached its quota.

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

/// A claim: an email to send, and the emails of the outbox that are combined in it.
#[derive(Debug)]
pub(super) struct Claimed {
    pub(super) mail: Mail,
    pub(super) mails: Vec<Mail>,
}

/// Claims an email by scheduling its next try. `None` if it must not be sent now: another server was faster, or it is
/// held back.
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
        postpone(tx, std::slice::from_ref(mail), next_try_at, now)?;
        return Ok(None);
    }
    claim_all(tx, std::slice::from_ref(mail), mail.clone(), now)
}

/// The mailbox whose quota an email counts against; `None` if its recipient has confirmed wanting it. For emails about
/// orders this is decided when they are sent: the address may have been verified since.
fn unasked(tx: &mut dyn Transaction, mail: &Mail) -> StoreResult<Option<Unasked>> {
    if mail.order.is_none() {
        return Ok(mail.unasked.clone());
    }
    let is_verified = tx.user(&mail.owner)?.is_none_or(|user| user.email_verified);
    Ok((!is_verified).then(|| Unasked { mailbox: mail.to.mailbox(), carries_code: false }))
}

/// Claims an email about an order to an unverified address. Once emails have been held back, all emails waiting for
/// the address are combined.
fn claim_order_mails(
    tx: &mut dyn Transaction,
    mail: &Mail,
    shop: &str,
    next_try_at: Timestamp,
    now: Timestamp,
) -> StoreResult<Option<Claimed>> {
    let mut waiting = tx.waiting_order_mails(&mail.to, &Page::first())?;
    // A guest may have typed the verified address of a member, whose emails are sent as usual.
    let mut unverified = BTreeSet::new();
    for owner in waiting.iter().map(|other| other.owner).collect::<BTreeSet<_>>() {
        if tx.user(&owner)?.is_some_and(|user| !user.email_verified) {
            unverified.insert(owner);
        }
    }
    waiting.retain(|other| unverified.contains(&other.owner));
    if !waiting.contains(mail) {
        return Ok(None);
    }
    if next_try_at > now {
        postpone(tx, &waiting, next_try_at, now)?;
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

/// Postpones due emails for a mailbox that has reached its quota.
fn postpone(tx: &mut dyn Transaction, mails: &[Mail], next_try_at: Timestamp, now: Timestamp) -> StoreResult<()> {
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

/// Schedules the next try of the emails combined in `mail`; `None` if another server was faster.
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

/// The next try is after a pause, but no later than shortly before the email expires.
fn next_try(mail: &Mail, tries: u32, now: Timestamp) -> Timestamp {
    let next = now.plus(doubling_pause(FIRST_PAUSE, LONGEST_PAUSE, tries));
    let last_try = mail.good_until.minus(FIRST_PAUSE);
    if now < last_try { next.min(last_try) } else { next }
}
