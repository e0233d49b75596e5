//! Sending the mails of the outbox. Runs beside the shop, on several instances at once if need
//! be: who has noted the next try of a mail is the one who tries it.

pub(crate) mod quota;

use crate::{
    error_chain::error_chain,
    orders::digest::digest,
    outbox::quota::{A_DAY, MAX_A_DAY, next_mail_at},
    ports::{
        clock::Clock,
        mailer::{Mailer, MailerError},
        outbox::{Delivery, Mail},
        page::Page,
        store::{Store, Transaction},
        store_error::{StoreError, StoreResult},
    },
};
use autoparts_domain::time::{Timestamp, doubling_pause};
use std::{collections::BTreeSet, sync::Arc, time::Duration};

/// The pause after the first failed try; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_mins(1);
const LONGEST_PAUSE: Duration = Duration::from_hours(6);

/// Carries mails from the outbox to a mail server.
#[derive(Clone)]
pub struct OutboxWorker {
    /// Where the outbox is.
    pub store: Arc<dyn Store>,
    /// Who takes the mails.
    pub mailer: Arc<dyn Mailer>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// How browsers reach the shop: links in mails begin with it.
    pub public_url: Arc<str>,
}

/// What was claimed: a mail to send, and the mails of the outbox that are sent with it.
#[derive(Debug)]
struct Claimed {
    mail: Mail,
    mails: Vec<Mail>,
}

/// What one mail means for the round that it is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Round {
    /// Nothing.
    GoesOn,
    /// Nothing but that it is to be told how many there were.
    TooLate,
    /// The mail server does not answer.
    Ends,
}

impl OutboxWorker {
    /// Sends every mail that is due. One that fails stays in the outbox and holds up no other, unless
    /// nobody answers: then the others wait for the next round, since each would wait as long.
    #[tracing::instrument(level = "info", skip_all)]
    pub async fn deliver_due(&self) -> Result<(), StoreError> {
        let mut too_late = 0;
        let outcome = self.deliver_pages(&mut too_late).await;
        if too_late > 0 {
            tracing::error!(count = too_late, "mails are given up: they could not be sent in time");
        }
        outcome
    }

    async fn deliver_pages(&self, too_late: &mut usize) -> Result<(), StoreError> {
        let (now, mut page) = (self.clock.now(), Page::first());
        loop {
            let due = self.store.read(move |tx| tx.due_mails(now, &page)).await?;
            let Some(last) = due.last() else { return Ok(()) };
            page.after = Some(last.id);
            for mail in due {
                match self.deliver(mail).await? {
                    Round::GoesOn => {}
                    Round::TooLate => *too_late += 1,
                    Round::Ends => return Ok(()),
                }
            }
        }
    }

    /// Tries one mail, and with it those that go the same way. The next try is noted before this one
    /// begins, so that a crash in between costs a pause and neither a mail nor a flood of them.
    async fn deliver(&self, mail: Mail) -> Result<Round, StoreError> {
        let (now, id) = (self.clock.now(), mail.id);
        if mail.good_until <= now {
            let is_ours = self.note(vec![mail], Delivery::GivenUp).await?;
            return Ok(if is_ours { Round::TooLate } else { Round::GoesOn });
        }
        let shop = Arc::clone(&self.public_url);
        let Some(claimed) = self.store.write(move |tx| claim(tx, &mail, &shop, now)).await? else {
            return Ok(Round::GoesOn);
        };
        let outcome = match self.mailer.send(&claimed.mail).await {
            Ok(()) => Delivery::Sent(self.clock.now()),
            Err(error @ MailerError::Refused(_)) => {
                tracing::error!(error = error_chain(&error), mail = %id, "a mail is given up");
                Delivery::GivenUp
            }
            Err(error @ MailerError::Unavailable(_)) => {
                tracing::warn!(error = error_chain(&error), mail = %id, "a mail will be sent later");
                return Ok(Round::GoesOn);
            }
            Err(error @ MailerError::Unreachable(_)) => {
                tracing::warn!(error = error_chain(&error), mail = %id, "this mail and others will be sent later");
                return Ok(Round::Ends);
            }
        };
        self.note(claimed.mails, outcome).await?;
        Ok(Round::GoesOn)
    }

    /// Notes how far mails have come; whether this instance was the one to say so of any of them.
    async fn note(&self, mails: Vec<Mail>, delivery: Delivery) -> Result<bool, StoreError> {
        let note = move |tx: &mut dyn Transaction| -> StoreResult<bool> {
            let mut noted = false;
            for mail in &mails {
                noted |= tx.update_delivery(mail, delivery)?;
            }
            Ok(noted)
        };
        self.store.write(note).await
    }
}

/// Notes the next try of a mail. `None` when it is not to be sent now: another instance was faster, or
/// it is held back.
fn claim(tx: &mut dyn Transaction, mail: &Mail, shop: &str, now: Timestamp) -> StoreResult<Option<Claimed>> {
    let unproven = match mail.order {
        Some(_) => tx.user(&mail.owner)?.is_some_and(|user| !user.email_verified),
        None => false,
    };
    if !unproven {
        return claim_all(tx, std::slice::from_ref(mail), mail.clone(), now);
    }
    tx.lock_customer(&mail.owner)?;
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
    if hold_back(tx, mail, &waiting, now)? {
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

/// Puts off what is due for an address that has had its share of mails; whether it did.
fn hold_back(tx: &mut dyn Transaction, mail: &Mail, waiting: &[Mail], now: Timestamp) -> StoreResult<bool> {
    let mut sent = tx.order_mails_sent(&mail.to, now.minus(A_DAY), MAX_A_DAY)?;
    if waiting.iter().any(|other| is_under_way(other, now)) {
        sent.insert(0, now);
    }
    let next_try_at = next_mail_at(&sent, now);
    if next_try_at <= now {
        return Ok(false);
    }
    for other in waiting {
        if let Delivery::Waiting { tries, next_try_at: due } = other.delivery
            && due <= now
        {
            tx.update_delivery(other, Delivery::Waiting { tries, next_try_at })?;
        }
    }
    Ok(true)
}

/// Whether a mail was handed to a mail server whose answer is not known yet.
fn is_under_way(mail: &Mail, now: Timestamp) -> bool {
    matches!(mail.delivery, Delivery::Waiting { tries, next_try_at } if tries > 0 && next_try_at > now)
}

fn was_held_back(mail: &Mail) -> bool {
    matches!(mail.delivery, Delivery::Waiting { tries: 0, next_try_at } if next_try_at > mail.written_at)
}

/// Notes the next try of mails that are sent as one; `None` when another instance was faster.
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

/// After a pause, and once more shortly before the mail is not true any more.
fn next_try(mail: &Mail, tries: u32, now: Timestamp) -> Timestamp {
    let next = now.plus(doubling_pause(FIRST_PAUSE, LONGEST_PAUSE, tries));
    let last_call = mail.good_until.minus(FIRST_PAUSE);
    if now < last_call { next.min(last_call) } else { next }
}
