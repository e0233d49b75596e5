//! How many e-mails are on their way to the mail server at once, and how many of them to one domain: recipients that take their
//! time hold up neither each other nor everyone else.

use crate::ports::outbox::Mail;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many e-mails are on their way at once.
const MAX_AT_ONCE: usize = 10;

/// How many of them to addresses of one domain.
const MAX_TO_A_DOMAIN: usize = 3;

/// The lanes of one worker, over all its rounds.
#[derive(Clone)]
pub(super) struct Lanes {
    all: Arc<Semaphore>,
    domains: Arc<Mutex<HashMap<String, usize>>>,
}

impl Default for Lanes {
    fn default() -> Self {
        Self { all: Arc::new(Semaphore::new(MAX_AT_ONCE)), domains: Arc::default() }
    }
}

/// The right to send one e-mail, until it is dropped.
pub(super) struct Lane {
    domain: String,
    domains: Arc<Mutex<HashMap<String, usize>>>,
    _permit: OwnedSemaphorePermit,
}

impl Lanes {
    /// Takes the first of some e-mails for which a lane is free; `None` when there is none.
    pub(super) fn next(&self, waiting: &mut Vec<Mail>) -> Option<(Mail, Lane)> {
        let mut domains = self.domains.lock().unwrap_or_else(PoisonError::into_inner);
        let under_way = |mail: &Mail| domains.get(domain_of(mail)).copied().unwrap_or_default();
        let index = waiting.iter().position(|mail| under_way(mail) < MAX_TO_A_DOMAIN)?;
        let permit = Arc::clone(&self.all).try_acquire_owned().ok()?;
        let mail = waiting.remove(index);
        let domain = domain_of(&mail).to_owned();
        *domains.entry(domain.clone()).or_default() += 1;
        Some((mail, Lane { domain, domains: Arc::clone(&self.domains), _permit: permit }))
    }
}

fn domain_of(mail: &Mail) -> &str {
    mail.to.as_str().rsplit('@').next().unwrap_or_default()
}

impl Drop for Lane {
    fn drop(&mut self) {
        let mut domains = self.domains.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(under_way) = domains.get_mut(&self.domain) {
            *under_way -= 1;
            if *under_way == 0 {
                domains.remove(&self.domain);
            }
        }
    }
}
