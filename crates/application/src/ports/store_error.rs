//! What can go wrong in a store.

use std::error::Error;

/// Why the store could not do its work. After any of these the transaction is over: ask
/// first whether a key is taken instead of catching [`StoreError::Duplicate`].
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached, or every connection is in use.
    #[error("the store is unavailable")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The store was asked to keep what was written and did not answer: nobody knows whether it
    /// has. Look before doing it again, or do it again under the same idempotency key.
    #[error("the outcome of a commit is unknown")]
    OutcomeUnknown(#[source] Box<dyn Error + Send + Sync>),
    /// A unique key is already taken.
    #[error("a unique key is already taken")]
    Duplicate,
    /// Concurrent transactions collided more often than it makes sense to try.
    #[error("concurrent transactions collided")]
    Contention,
    /// The store holds something that the rules of the domain do not allow, or its answer
    /// makes no sense. Never the caller's fault.
    #[error("the store failed")]
    Failed(#[source] Box<dyn Error + Send + Sync>),
}

/// The result of asking the store.
pub type StoreResult<T> = Result<T, StoreError>;
