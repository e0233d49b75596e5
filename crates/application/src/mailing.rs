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

impl Postman {
    /// Sends every mail that is due. One that fails stays in the outbox and holds up no other.
    pub async fn deliver_due(&self) -> Result<(), StoreError> {
        let (now, mut page) = (self.clock.now(), Page::first());
        loop {
            let due = self.store.read(move |tx| tx.due_mails(now, &page)).await?;
            let Some(last) = due.last() else { return Ok(()) };
            page.after = Some(last.id);
            for mail in due {
                self.deliver(mail).await?;
            }
        }
    }

    /// Tries one mail. The next try is noted before this one begins, so that a crash in between
    /// costs a pause and neither a mail nor a flood of them.
    async fn deliver(&self, mut mail: Mail) -> Result<(), StoreError> {
        let (now, id) = (self.clock.now(), mail.id);
        let Delivery::Waiting { tries, .. } = mail.delivery else { return Ok(()) };
        if mail.good_until <= now {
            tracing::error!(mail = %id, tries, "a mail is given up: it could not be sent in time");
            return self.note(&mail, Delivery::GivenUp).await.map(drop);
        }
        let claimed = Delivery::Waiting { tries: tries.saturating_add(1), next_try_at: now.plus(pause_after(tries)) };
        if !self.note(&mail, claimed).await? {
            return Ok(());
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
                return Ok(());
            }
        };
        self.note(&mail, outcome).await.map(drop)
    }

    async fn note(&self, mail: &Mail, delivery: Delivery) -> Result<bool, StoreError> {
        let mail = mail.clone();
        self.store.write(move |tx| tx.update_delivery(&mail, delivery)).await
    }
}

fn pause_after(tries: u32) -> Duration {
    2_u32.checked_pow(tries).map_or(LONGEST_PAUSE, |times| FIRST_PAUSE.saturating_mul(times).min(LONGEST_PAUSE))
}
