//! Passwords: their bounds, and their hashes.
//!
//! Hashing is made to be slow, so it runs off the threads that serve requests, at most two at
//! once, and only a bounded crowd may wait for it.

use argon2::{
    Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version,
    password_hash::{self, phc::PasswordHash},
};
use std::sync::Arc;
use tokio::{sync::Semaphore, task};

/// The least and the most a password may be.
pub(crate) const MIN_CHARACTERS: usize = 6;
pub(crate) const MAX_BYTES: usize = 4096;

/// How many are hashed at once, and how many may be hashed or waiting.
const AT_ONCE: usize = 2;
const CROWD: usize = 34;

/// argon2id as OWASP recommends it: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PasswordError {
    /// Too many are waiting.
    #[error("too many passwords are being checked")]
    Busy,
    /// The hash in the store is not one, or hashing failed.
    #[error("the password cannot be hashed")]
    Failed,
}

/// Hashes passwords.
#[derive(Debug)]
pub(crate) struct Passwords {
    workers: Arc<Semaphore>,
    crowd: Semaphore,
}

impl Default for Passwords {
    fn default() -> Self {
        Self { workers: Arc::new(Semaphore::new(AT_ONCE)), crowd: Semaphore::new(CROWD) }
    }
}

impl Passwords {
    /// The hash of a new password, with its own salt.
    pub(crate) async fn hash(&self, password: String) -> Result<String, PasswordError> {
        self.off_thread(move || {
            let hash = hasher().and_then(|hasher| hasher.hash_password(password.as_bytes()));
            hash.map(|hash| hash.to_string()).map_err(|_| PasswordError::Failed)
        })
        .await
    }

    /// Whether it is the password that was hashed.
    pub(crate) async fn is(&self, password: String, hash: String) -> Result<bool, PasswordError> {
        self.off_thread(move || {
            let hash = PasswordHash::new(&hash).map_err(|_| PasswordError::Failed)?;
            let verified = hasher().and_then(|hasher| hasher.verify_password(password.as_bytes(), &hash));
            match verified {
                Ok(()) => Ok(true),
                Err(password_hash::Error::PasswordInvalid) => Ok(false),
                Err(_) => Err(PasswordError::Failed),
            }
        })
        .await
    }

    #[expect(clippy::disallowed_methods, reason = "the one place outside the store where work is slow by design")]
    async fn off_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, PasswordError> + Send + 'static,
    ) -> Result<T, PasswordError> {
        let _place = self.crowd.try_acquire().map_err(|_| PasswordError::Busy)?;
        let worker = Arc::clone(&self.workers).acquire_owned().await;
        let worker = worker.map_err(|_| PasswordError::Failed)?;
        let done = task::spawn_blocking(move || {
            // Held until the work is done, also when nobody waits for it any more.
            let _worker = worker;
            work()
        });
        done.await.map_err(|_| PasswordError::Failed)?
    }
}

fn hasher() -> password_hash::Result<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_recognised_by_its_hash_alone() {
        let passwords = Passwords::default();
        let hash = passwords.hash("secret1".to_owned()).await.unwrap();
        let again = passwords.hash("secret1".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(hash, again, "each has its own salt");
        assert!(passwords.is("secret1".to_owned(), hash.clone()).await.unwrap());
        assert!(!passwords.is("secret2".to_owned(), hash).await.unwrap());
    }

    #[tokio::test]
    async fn a_damaged_hash_is_an_error_not_a_match() {
        let passwords = Passwords::default();
        for hash in ["", "secret1", "$argon2id$", "$1$abc$def"] {
            let outcome = passwords.is("secret1".to_owned(), hash.to_owned()).await;
            assert_eq!(outcome, Err(PasswordError::Failed), "{hash}");
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_crowd_is_turned_away_instead_of_piling_up() {
        let passwords = Arc::new(Passwords::default());
        let mut callers = task::JoinSet::new();
        for _ in 0..60 {
            let passwords = Arc::clone(&passwords);
            callers.spawn(async move { passwords.hash("secret1".to_owned()).await });
        }
        let answers = callers.join_all().await;
        let busy = answers.iter().filter(|answer| **answer == Err(PasswordError::Busy)).count();
        assert!((1..=60 - CROWD).contains(&busy), "{busy} were turned away");
        assert!(passwords.hash("secret1".to_owned()).await.is_ok(), "and then it goes on");
    }
}
