//! Errors of a store.

use std::error::Error;

/// Why a unit of work of the store failed. After any of these, the transaction is over: check first whether a key is
/// taken instead of catching [`StoreError::Duplicate`].
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached, or every connection is in use.
    #[error("the store is unavailable")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The store was asked to commit and did not respond: whether it did is unknown. Check before retrying, or retry
    /// under the same idempotency key.
    #[error("the outcome of a commit is unknown")]
    OutcomeUnknown(#[source] Box<dyn Error + Send + Sync>),
    /// A unique key is already taken.
    #[error("a unique key is already taken")]
    Duplicate,
    /// Concurrent transactions conflicted too often; the store stopped retrying.
    #[error("concurrent transactions conflicted")]
    Contention,
    /// The store contains data that the rules of the domain do not allow, or returned an invalid response. Never the
    /// caller's fault.
    #[error("the store failed")]
    Failed(#[source] Box<dyn Error + Send + Sync>),
}

/// The result of a store operation.
pub type StoreResult<T> = Result<T, StoreError>;
