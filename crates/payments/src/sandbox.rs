//! The sandbox: a payment provider for one machine, with Stripe's API and test cards, and with its own durable
//! storage, so that it survives a crash of the shop as a real provider would.
//!
//! One thread owns the books (see `books`) and runs one call after the other; a call is answered after its changes are
//! on disk. This module opens the sandbox, queues calls for that thread, and answers when the thread cannot be
//! reached. Endpoints are in the submodules.

mod access;
mod books;
mod call;
mod cards;
mod confirmation;
mod delivery;
mod disputes;
mod events;
mod form;
mod intents;
mod journal;
mod methods;
mod outcome;
mod refunds;
mod refusal;
mod routes;
mod state;

pub use journal::{lock as lock_journal, lock_of};

use crate::secret::Secret;
use autoparts_application::ports::clock::Clock;
use books::Books;
use http_types::{Request, Response};
use outcome::Answer;
use refusal::Refusal;
use std::{fmt, io, path::PathBuf, sync::Arc, thread};
use tokio::sync::{Notify, mpsc, oneshot};

/// Maximum number of queued calls; further ones are refused.
const QUEUE: usize = 256;

/// Configuration of the sandbox.
#[derive(Debug, Clone)]
pub struct SandboxConfig {
    /// The journal file. Its folder is created if it is missing.
    pub journal: PathBuf,
    /// The shop's key, `sk_test_…`.
    pub secret_key: Secret,
    /// The browser's key, `pk_test_…`.
    pub publishable_key: String,
    /// Signing secret of webhooks, `whsec_…`.
    pub webhook_secret: Secret,
    /// Webhook URL; `None` sends none.
    pub webhook_url: Option<String>,
}

/// Why the sandbox cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// It is in use by another server.
    #[error("the sandbox journal {} is in use by another server; stop that one first", .0.display())]
    InUse(PathBuf),
    /// The journal was modified by something other than the sandbox.
    #[error("the sandbox journal {} is corrupt in line {line} ({reason}); restore a backup, or move it away to begin with an empty one", path.display())]
    Corrupt {
        /// The journal.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// What is wrong with the line.
        reason: String,
    },
    /// A file system error.
    #[error("the sandbox journal {} cannot be used ({source}); let this user write it and its folder, or name another file in SANDBOX_JOURNAL", path.display())]
    File {
        /// The journal, or its lock file.
        path: PathBuf,
        /// The file system's error.
        source: io::Error,
    },
    /// Invalid configuration.
    #[error("sandbox payments: {0}")]
    Config(&'static str),
}

/// API keys of the callers, and the signing secret of webhooks.
#[derive(Debug)]
pub(crate) struct Keys {
    pub(crate) secret: Secret,
    pub(crate) publishable: Secret,
    pub(crate) webhook: Secret,
}

type Job = Box<dyn FnOnce(&mut Books) + Send>;

/// The sandbox. Dropping it completes running calls and releases the journal.
pub struct Sandbox {
    keys: Keys,
    webhook_url: Option<String>,
    clock: Arc<dyn Clock>,
    news: Arc<Notify>,
    queue: Option<mpsc::Sender<Job>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sandbox").field("webhook_url", &self.webhook_url).finish_non_exhaustive()
    }
}

impl Sandbox {
    /// Opens the sandbox with its stored state.
    pub fn open(config: SandboxConfig, clock: Arc<dyn Clock>) -> Result<Arc<Self>, SandboxError> {
        check(&config)?;
        let news = Arc::new(Notify::new());
        let sends = config.webhook_url.is_some();
        let mut books = Books::open(&config.journal, clock.now(), sends.then(|| Arc::clone(&news)))?;
        let (queue, mut jobs) = mpsc::channel::<Job>(QUEUE);
        let work = move || {
            while let Some(job) = jobs.blocking_recv() {
                job(&mut books);
            }
        };
        let thread = thread::Builder::new()
            .name("sandbox-books".to_owned())
            .spawn(work)
            .map_err(|source| SandboxError::File { path: config.journal, source })?;
        Ok(Arc::new(Self {
            keys: Keys {
                secret: config.secret_key,
                publishable: Secret::new(config.publishable_key),
                webhook: config.webhook_secret,
            },
            webhook_url: config.webhook_url,
            clock,
            news,
            queue: Some(queue),
            thread: Some(thread),
        }))
    }

    /// Answers a request. The path is Stripe's, `/v1/…`, with or without the prefix `/sandbox`.
    pub async fn answer(&self, request: Request<Vec<u8>>) -> Response<Vec<u8>> {
        let answer = match routes::read(&self.keys, &request) {
            Ok(call) => {
                let now = self.clock.now();
                let carried_out = self.on_books(move |books| routes::carry_out(books, &call, now)).await;
                carried_out.unwrap_or_else(Answer::from)
            }
            Err(refusal) => refusal.into(),
        };
        answer.into_response()
    }

    pub(crate) fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Runs work on the books' thread and waits for it. The work completes even if the caller stops waiting.
    async fn on_books<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Books) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let (done, result) = oneshot::channel();
        let job: Job = Box::new(move |books| {
            // The caller may no longer be waiting.
            let _ = done.send(work(books));
        });
        let queue = self.queue.as_ref().ok_or_else(Refusal::internal)?;
        match queue.try_send(job) {
            Ok(()) => result.await.map_err(|_| Refusal::internal()),
            Err(mpsc::error::TrySendError::Full(_)) => Err(Refusal::too_many_requests()),
            Err(mpsc::error::TrySendError::Closed(_)) => Err(Refusal::internal()),
        }
    }
}

/// Access to internals, for tests.
#[cfg(test)]
impl Sandbox {
    pub(crate) async fn waiting_messages(&self) -> usize {
        let count = self.on_books(|books| books.state().messages().count()).await;
        count.unwrap_or_default()
    }

    /// Makes all further writes fail.
    pub(crate) async fn fail_writes(&self) {
        let done = self.on_books(Books::fail_writes).await;
        done.unwrap_or_default();
    }

    pub(crate) async fn refunds_made(&self) -> usize {
        let count = self.on_books(|books| books.state().refunds().len()).await;
        count.unwrap_or_default()
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the sandbox's books were left in the middle of a call");
        }
    }
}

/// Refuses keys that look like live ones.
fn check(config: &SandboxConfig) -> Result<(), SandboxError> {
    if !config.secret_key.reveal().starts_with("sk_test_") {
        return Err(SandboxError::Config("the secret key must begin with sk_test_"));
    }
    if !config.publishable_key.starts_with("pk_test_") {
        return Err(SandboxError::Config("the publishable key must begin with pk_test_"));
    }
    if config.webhook_secret.reveal().is_empty() {
        return Err(SandboxError::Config("the webhook secret is empty"));
    }
    Ok(())
}
