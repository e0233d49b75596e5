//! Sends the emails of the outbox. Runs alongside the shop, possibly on several instances: the instance that has stored
//! an email's next try makes this try.

mod claiming;
mod lanes;
pub(crate) mod quota;
pub(crate) mod template;

use crate::{
    error_chain::error_chain,
    outbox::{
        claiming::{Claimed, claim},
        lanes::{Lane, Lanes},
    },
    ports::{
        clock::Clock,
        mailer::{Mailer, MailerError},
        outbox::{Delivery, Mail},
        page::Page,
        store::{Store, Transaction},
        store_error::{StoreError, StoreResult},
    },
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{task::JoinSet, time::timeout};

/// The pause after the first failed try, doubled after each further one. A try always ends before it.
const FIRST_PAUSE: Duration = Duration::from_mins(1);
const LONGEST_PAUSE: Duration = Duration::from_hours(6);

/// How long a round waits for its first email, which shows whether the mail server responds.
const FIRST_ANSWER: Duration = Duration::from_secs(2);

/// Maximum number of emails to busy domains that a round holds until a lane is free.
const MAX_WAITING: usize = 1000;

/// How long a round waits for slow emails. They continue in the background.
const ROUND_ENDS_AFTER: Duration = Duration::from_secs(5);

/// Delivers emails from the outbox to a mail server.
#[derive(Clone)]
pub struct OutboxWorker {
    store: Arc<dyn Store>,
    mailer: Arc<dyn Mailer>,
    clock: Arc<dyn Clock>,
    public_url: Arc<str>,
    lanes: Lanes,
}

/// State shared by the deliveries of one round.
#[derive(Default)]
struct Round {
    /// The mail server does not respond: the remaining emails wait for the next round, since each would time out, too.
    is_over: AtomicBool,
    /// The first email was accepted by the mail server.
    has_begun: AtomicBool,
    /// How many emails could not be sent in time.
    too_late: AtomicUsize,
}

impl OutboxWorker {
    /// Delivers from a store to a mailer. `public_url` is the shop's public URL: links in emails begin with it.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, mailer: Arc<dyn Mailer>, clock: Arc<dyn Clock>, public_url: Arc<str>) -> Self {
        Self { store, mailer, clock, public_url, lanes: Lanes::default() }
    }

    /// Sends every email that is due, several in parallel, those that were never tried first. A failed one stays in the
    /// outbox and does not block others, unless the mail server does not respond. A slow one continues after the round.
    #[tracing::instrument(level = "info", skip_all)]
    pub async fn deliver_due(&self) -> Result<(), StoreError> {
        let round = Arc::new(Round::default());
        let mut sending = JoinSet::new();
        let mut outcome = Ok(());
        for tried in [false, true] {
            if outcome.is_ok() {
                outcome = self.deliver_pages(tried, &round, &mut sending).await;
            }
        }
        let rest = timeout(ROUND_ENDS_AFTER, async {
            while let Some(ended) = sending.join_next().await {
                outcome = std::mem::replace(&mut outcome, Ok(())).and(ended.unwrap_or(Ok(())));
            }
        });
        if rest.await.is_err() {
            sending.detach_all();
        }
        let too_late = round.too_late.load(Ordering::Relaxed);
        if too_late > 0 {
            tracing::error!(count = too_late, "gave up on emails that could not be sent in time");
        }
        outcome
    }

    /// Sends due emails, either those never tried or the others, as lanes become free. Ends when only emails to busy
    /// domains are left, which are due again in the next round.
    async fn deliver_pages(
        &self,
        tried: bool,
        round: &Arc<Round>,
        sending: &mut JoinSet<Result<(), StoreError>>,
    ) -> Result<(), StoreError> {
        let now = self.clock.now();
        let mut waiting = Vec::new();
        let mut next_page = Some(Page::first());
        while !round.is_over.load(Ordering::Relaxed) {
            if let Some((mail, lane)) = self.lanes.next(&mut waiting) {
                self.send_in(lane, mail, round, sending).await?;
                continue;
            }
            if let Some(mut page) = next_page.filter(|_| self.lanes.are_free()) {
                let due = self.store.read_one(move |tx| tx.due_mails(now, tried, &page)).await?;
                page.after = due.last().map(|last| last.id);
                next_page = page.after.map(|_| page);
                // Beyond this many, only those that can be sent at once: the others are due again in the next round.
                for mail in due {
                    if waiting.len() < MAX_WAITING || self.lanes.has_room_for(&mail) {
                        waiting.push(mail);
                    }
                }
                continue;
            }
            if waiting.is_empty() {
                break;
            }
            match timeout(ROUND_ENDS_AFTER, sending.join_next()).await {
                Ok(Some(ended)) => ended.unwrap_or(Ok(()))?,
                Ok(None) | Err(_) => break,
            }
        }
        Ok(())
    }

    async fn send_in(
        &self,
        lane: Lane,
        mail: Mail,
        round: &Arc<Round>,
        sending: &mut JoinSet<Result<(), StoreError>>,
    ) -> Result<(), StoreError> {
        let worker = self.clone();
        let its_round = Arc::clone(round);
        sending.spawn(async move { worker.deliver(mail, lane, &its_round).await });
        let is_first = !round.has_begun.swap(true, Ordering::Relaxed);
        if is_first && let Ok(Some(ended)) = timeout(FIRST_ANSWER, sending.join_next()).await {
            ended.unwrap_or(Ok(()))?;
        }
        while let Some(ended) = sending.try_join_next() {
            ended.unwrap_or(Ok(()))?;
        }
        Ok(())
    }

    /// Tries one email, together with those that are combined with it. The next try is stored before this one begins,
    /// so that a crash in between causes a pause, but neither loses the email nor sends it repeatedly.
    async fn deliver(&self, mail: Mail, _lane: Lane, round: &Round) -> Result<(), StoreError> {
        let now = self.clock.now();
        let id = mail.id;
        if mail.good_until <= now {
            if self.note(vec![mail], Delivery::GivenUp).await? {
                round.too_late.fetch_add(1, Ordering::Relaxed);
            }
            return Ok(());
        }
        let shop = Arc::clone(&self.public_url);
        let Some(claimed) = self.store.write(move |tx| claim(tx, &mail, &shop, now)).await? else {
            return Ok(());
        };
        let Claimed { mail, mails } = claimed;
        let outcome = match self.mailer.send(&mail).await {
            Ok(()) => Delivery::Sent(self.clock.now()),
            Err(error @ MailerError::Refused(_)) => {
                tracing::error!(error = error_chain(&error), mail = %id, "gave up on an email");
                Delivery::GivenUp
            }
            Err(error @ MailerError::Unavailable(_)) => {
                tracing::warn!(error = error_chain(&error), mail = %id, "an email will be sent later");
                return Ok(());
            }
            Err(error @ MailerError::Unreachable(_)) => {
                tracing::warn!(error = error_chain(&error), mail = %id, "this email and others will be sent later");
                round.is_over.store(true, Ordering::Relaxed);
                return Ok(());
            }
        };
        self.note(mails, outcome).await?;
        Ok(())
    }

    /// Stores the outcome for some emails. Returns whether this instance stored it for any of them.
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
