//! Sending the mails of the outbox. Runs beside the shop, on several instances at once if need
//! be: who has noted the next try of a mail is the one who tries it.

use crate::{
    causes::causes,
    ports::{
        clock::Clock,
        mailer::{Mailer, MailerError},
        outbox::{Delivery, Mail},
        page::Page,
        store::{Store, StoreError},
    },
};
use autoparts_domain::time::{Timestamp, doubling_pause};
use std::{sync::Arc, time::Duration};

/// The pause after the first failed try; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_mins(1);
const LONGEST_PAUSE: Duration = Duration::from_hours(6);

/// Carries mails from the outbox to a mail server.
#[derive(Clone)]
pub struct Postman {
    /// Where the outbox is.
    pub store: Arc<dyn Store>,
    /// Who takes the mails.
    pub mailer: Arc<dyn Mailer>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
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

impl Postman {
    /// Sends every mail that is due. One that fails stays in the outbox and holds up no other, unless
    /// nobody answers: then the others wait for the next round, since each would wait as long.
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

    /// Tries one mail. The next try is noted before this one begins, so that a crash in between
    /// costs a pause and neither a mail nor a flood of them.
    async fn deliver(&self, mut mail: Mail) -> Result<Round, StoreError> {
        let (now, id) = (self.clock.now(), mail.id);
        let Delivery::Waiting { tries, .. } = mail.delivery else { return Ok(Round::GoesOn) };
        if mail.good_until <= now {
            let is_ours = self.note(&mail, Delivery::GivenUp).await?;
            return Ok(if is_ours { Round::TooLate } else { Round::GoesOn });
        }
        let claimed = Delivery::Waiting { tries: tries.saturating_add(1), next_try_at: next_try(&mail, tries, now) };
        if !self.note(&mail, claimed).await? {
            return Ok(Round::GoesOn);
        }
        mail.delivery = claimed;
        let outcome = match self.mailer.send(&mail).await {
            Ok(()) => Delivery::Sent(self.clock.now()),
            Err(error @ MailerError::Refused(_)) => {
                tracing::error!(error = causes(&error), mail = %id, "a mail is given up");
                Delivery::GivenUp
            }
            Err(error @ MailerError::Unavailable(_)) => {
                tracing::warn!(error = causes(&error), mail = %id, "a mail will be sent later");
                return Ok(Round::GoesOn);
            }
            Err(error @ MailerError::Unreachable(_)) => {
                tracing::warn!(error = causes(&error), mail = %id, "this mail and others will be sent later");
                return Ok(Round::Ends);
            }
        };
        self.note(&mail, outcome).await?;
        Ok(Round::GoesOn)
    }

    async fn note(&self, mail: &Mail, delivery: Delivery) -> Result<bool, StoreError> {
        let mail = mail.clone();
        self.store.write(move |tx| tx.update_delivery(&mail, delivery)).await
    }
}

/// After a pause, and once more shortly before the mail is not true any more.
fn next_try(mail: &Mail, tries: u32, now: Timestamp) -> Timestamp {
    let next = now.plus(doubling_pause(FIRST_PAUSE, LONGEST_PAUSE, tries));
    let last_call = mail.good_until.minus(FIRST_PAUSE);
    if now < last_call { next.min(last_call) } else { next }
}
