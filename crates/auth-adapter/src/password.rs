//! Passwords: length limits, and hashing.
//!
//! Hashing is deliberately slow and uses much memory. A dedicated thread does it, so that it does not block requests,
//! and reuses its memory: if it were freed and allocated again, the allocator would lose a block of it every few
//! sign-ins. The queue is bounded, and clients are served in turn.

use crate::{
    fair_queue::{FairQueue, TurnedAway},
    random,
};
use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::phc::{Output, ParamsString, PasswordHash, Salt},
};
use std::{fmt, sync::Arc, thread};
use tokio::sync::oneshot;

/// Minimum and maximum length of a password.
pub(crate) const MIN_CHARACTERS: usize = 6;
pub(crate) const MAX_CHARACTERS: usize = 4096;

/// Maximum queue length: about two seconds of work.
const MAX_QUEUED: usize = 64;

/// Maximum queue length for one client.
const MAX_QUEUED_BY_CLIENT: usize = 8;

/// argon2id as recommended by OWASP: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Why there is no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PasswordError {
    /// Too many requests are waiting.
    #[error("too many passwords are being checked")]
    Busy,
    /// The stored hash is malformed, or hashing failed.
    #[error("the password cannot be hashed")]
    Failed,
}

type Job = Box<dyn FnOnce(&mut Hasher) + Send>;

/// Hashes passwords.
pub(crate) struct Passwords {
    queue: Arc<FairQueue<Job>>,
}

impl fmt::Debug for Passwords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passwords(…)")
    }
}

impl Default for Passwords {
    fn default() -> Self {
        let queue = Arc::new(FairQueue::<Job>::new(MAX_QUEUED, MAX_QUEUED_BY_CLIENT));
        let jobs = Worker(Arc::clone(&queue));
        let work = move || {
            let mut hasher = Hasher::default();
            while let Some(job) = jobs.0.pop() {
                job(&mut hasher);
            }
        };
        if let Err(error) = thread::Builder::new().name("passwords".to_owned()).spawn(work) {
            tracing::error!(%error, "passwords cannot be checked");
        }
        Self { queue }
    }
}

/// The thread's end of the queue. If the thread does not exist or has ended, the queue is closed, so that callers get
/// an error instead of waiting forever.
struct Worker(Arc<FairQueue<Job>>);

impl Drop for Worker {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Drop for Passwords {
    fn drop(&mut self) {
        self.queue.close();
    }
}

impl Passwords {
    /// Hashes a new password with a new salt.
    pub(crate) async fn hash(&self, client: &str, password: String) -> Result<String, PasswordError> {
        self.off_thread(client, move |hasher| hasher.hash(&password)).await
    }

    /// Whether a password matches a hash.
    pub(crate) async fn is(&self, client: &str, password: String, hash: String) -> Result<bool, PasswordError> {
        self.off_thread(client, move |hasher| hasher.is(&password, &hash)).await
    }

    async fn off_thread<T: Send + 'static>(
        &self,
        client: &str,
        work: impl FnOnce(&mut Hasher) -> Result<T, PasswordError> + Send + 'static,
    ) -> Result<T, PasswordError> {
        let (answer, answered) = oneshot::channel();
        let job = move |hasher: &mut Hasher| {
            // Work of callers that have disconnected is skipped, which saves time for those waiting.
            if !answer.is_closed() {
                let _ = answer.send(work(hasher));
            }
        };
        self.queue.push(client, Box::new(job)).map_err(|turned_away| match turned_away {
            TurnedAway::Full => PasswordError::Busy,
            TurnedAway::Closed => PasswordError::Failed,
        })?;
        answered.await.map_err(|_| PasswordError::Failed)?
    }
}

/// argon2id with its working memory.
#[derive(Default)]
struct Hasher {
    memory: Vec<Block>,
}

impl Hasher {
    fn hash(&mut self, password: &str) -> Result<String, PasswordError> {
        let params = Params::new(MEMORY_KIB, PASSES, LANES, None)?;
        let salt: [u8; 16] = random::bytes().map_err(|_| PasswordError::Failed)?;
        let output = self.digest(password, &salt, params.clone())?;
        let hash = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: ParamsString::try_from(&params)?,
            salt: Some(Salt::new(&salt)?),
            hash: Some(output),
        };
        Ok(hash.to_string())
    }

    /// The comparison takes constant time.
    fn is(&mut self, password: &str, hash: &str) -> Result<bool, PasswordError> {
        let hash = PasswordHash::new(hash)?;
        let ours = hash.algorithm == Algorithm::Argon2id.ident() && hash.version == Some(Version::V0x13.into());
        let (Some(salt), Some(expected), true) = (hash.salt, hash.hash, ours) else {
            return Err(PasswordError::Failed);
        };
        Ok(self.digest(password, &salt, Params::try_from(&hash)?)? == expected)
    }

    fn digest(&mut self, password: &str, salt: &[u8], params: Params) -> Result<Output, PasswordError> {
        // A hash with higher cost than ours was not created here.
        if params.m_cost() > MEMORY_KIB || params.t_cost() > PASSES {
            return Err(PasswordError::Failed);
        }
        self.memory.resize(params.block_count(), Block::default());
        let mut out = [0; Params::DEFAULT_OUTPUT_LEN];
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        argon2.hash_password_into_with_memory(password.as_bytes(), salt, &mut out, &mut self.memory)?;
        Ok(Output::new(&out)?)
    }
}

/// argon2's error details belong neither in a response nor in a log about passwords.
macro_rules! hashing_failures {
    ($($error:ty),*) => {
        $(impl From<$error> for PasswordError {
            fn from(_: $error) -> Self {
                Self::Failed
            }
        })*
    };
}

hashing_failures!(argon2::Error, argon2::password_hash::Error, argon2::password_hash::phc::Error);

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use tokio::task::JoinSet;

    #[tokio::test]
    async fn a_hash_matches_only_its_password() {
        let passwords = Passwords::default();
        let hash = passwords.hash("a", "secret1".to_owned()).await.unwrap();
        let again = passwords.hash("a", "secret1".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(hash, again, "each has its own salt");
        assert!(passwords.is("a", "secret1".to_owned(), hash.clone()).await.unwrap());
        assert!(!passwords.is("a", "secret2".to_owned(), hash).await.unwrap());
    }

    #[tokio::test]
    async fn a_damaged_hash_is_an_error_not_a_match() {
        let passwords = Passwords::default();
        for hash in ["", "secret1", "$argon2id$", "$1$abc$def"] {
            let outcome = passwords.is("a", "secret1".to_owned(), hash.to_owned()).await;
            assert_eq!(outcome, Err(PasswordError::Failed), "{hash}");
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn callers_fail_at_once_after_the_worker_thread_panics() {
        let passwords = Passwords::default();
        let fault = passwords.off_thread::<()>("a", |_| panic!("a fault")).await;
        assert_eq!(fault, Err(PasswordError::Failed));
        // The queue is closed while the thread ends.
        while passwords.queue.push("a", Box::new(|_| {})) != Err(TurnedAway::Closed) {
            tokio::task::yield_now().await;
        }
        assert_eq!(passwords.hash("a", "secret1".to_owned()).await, Err(PasswordError::Failed));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn requests_beyond_the_queue_limit_are_refused() {
        let passwords = Arc::new(Passwords::default());
        let mut callers = JoinSet::new();
        for client in 0..MAX_QUEUED + 20 {
            let passwords = Arc::clone(&passwords);
            callers.spawn(async move { passwords.hash(&client.to_string(), "secret1".to_owned()).await });
        }
        let answers = callers.join_all().await;
        let busy = answers.iter().filter(|answer| **answer == Err(PasswordError::Busy)).count();
        assert!((1..=20).contains(&busy), "{busy} were refused");
        assert!(passwords.hash("a", "secret1".to_owned()).await.is_ok(), "later requests succeed");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn one_client_leaves_room_for_the_others() {
        let passwords = Arc::new(Passwords::default());
        let mut flood = JoinSet::new();
        for _ in 0..200 {
            let passwords = Arc::clone(&passwords);
            flood.spawn(async move { passwords.hash("flood", "secret1".to_owned()).await });
        }
        let mut others = JoinSet::new();
        for client in 0..20 {
            let passwords = Arc::clone(&passwords);
            others.spawn(async move { passwords.hash(&client.to_string(), "secret1".to_owned()).await });
        }
        let served = others.join_all().await.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(served, 20);
        let busy = flood.join_all().await.iter().filter(|answer| **answer == Err(PasswordError::Busy)).count();
        assert!(busy >= 200 - 20 - MAX_QUEUED_BY_CLIENT, "{busy} of the flood were refused");
    }
}
