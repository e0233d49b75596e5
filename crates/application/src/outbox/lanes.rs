//! Limits parallel emails in total and per domain, so that slow recipients delay neither each other nor anyone else.

use crate::ports::outbox::Mail;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Maximum number of parallel emails.
const MAX_AT_ONCE: usize = 10;

/// Maximum number of parallel emails that their recipients have not confirmed wanting.
const MAX_UNASKED: usize = 6;

/// Maximum number of parallel emails to one domain.
const MAX_TO_A_DOMAIN: usize = 3;

/// The lanes of one worker, shared by all its rounds.
#[derive(Clone)]
pub(super) struct Lanes {
    all: Arc<Semaphore>,
    under_way: Arc<Mutex<UnderWay>>,
}

/// The emails being sent.
#[derive(Default)]
struct UnderWay {
    domains: HashMap<String, usize>,
    unasked: usize,
}

impl UnderWay {
    /// Whether the limits on its domain and its kind allow an email.
    fn has_room_for(&self, mail: &Mail) -> bool {
        let to_domain = self.domains.get(domain_of(mail)).copied().unwrap_or_default();
        to_domain < MAX_TO_A_DOMAIN && (mail.unasked.is_none() || self.unasked < MAX_UNASKED)
    }
}

impl Default for Lanes {
    fn default() -> Self {
        Self { all: Arc::new(Semaphore::new(MAX_AT_ONCE)), under_way: Arc::default() }
    }
}

/// A permit to send one email, released on drop.
pub(super) struct Lane {
    domain: String,
    unasked: bool,
    under_way: Arc<Mutex<UnderWay>>,
    _permit: OwnedSemaphorePermit,
}

impl Lanes {
    /// Takes the first email that has a free lane; `None` if there is none.
    pub(super) fn next(&self, waiting: &mut Vec<Mail>) -> Option<(Mail, Lane)> {
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        let index = waiting.iter().position(|mail| under_way.has_room_for(mail))?;
        let permit = Arc::clone(&self.all).try_acquire_owned().ok()?;
        let mail = waiting.remove(index);
        let domain = domain_of(&mail).to_owned();
        let unasked = mail.unasked.is_some();
        *under_way.domains.entry(domain.clone()).or_default() += 1;
        under_way.unasked += usize::from(unasked);
        Some((mail, Lane { domain, unasked, under_way: Arc::clone(&self.under_way), _permit: permit }))
    }

    /// Whether any email could be sent now.
    pub(super) fn are_free(&self) -> bool {
        self.all.available_permits() > 0
    }

    /// Whether an email could be sent now.
    pub(super) fn has_room_for(&self, mail: &Mail) -> bool {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner).has_room_for(mail)
    }
}

fn domain_of(mail: &Mail) -> &str {
    mail.to.as_str().rsplit('@').next().unwrap_or_default()
}

impl Drop for Lane {
    fn drop(&mut self) {
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        under_way.unasked -= usize::from(self.unasked);
        if let Some(to_domain) = under_way.domains.get_mut(&self.domain) {
            *to_domain -= 1;
            if *to_domain == 0 {
                under_way.domains.remove(&self.domain);
            }
        }
    }
}
