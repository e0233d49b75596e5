//! One run of a unit of work on one connection. Whether there is another is decided in
//! `retry`, where connections come from in `connection_queue`.

use crate::{
    connection::AnyConnection,
    db_error::DbError,
    progress::Progress,
    retry::Reason,
    transaction::{Failure, SqlTransaction},
};
use autoparts_application::ports::{
    generations::{Generations, Touched},
    store::{Access, Outcome},
    store_error::{StoreError, StoreResult},
};
use std::{
    any::Any,
    mem,
    panic::{self, AssertUnwindSafe},
};
use tracing::Span;

/// A unit of work over this crate's transactions, of the shop or of the identity provider.
pub(crate) type SqlWork = dyn Fn(&mut SqlTransaction<'_>) -> Outcome + Send + Sync;

/// How a run ended.
#[derive(Debug)]
pub(crate) struct RunOutcome {
    /// The answer, unless there is another run.
    pub(crate) answer: StoreResult<()>,
    /// Why there should be another run.
    pub(crate) again: Option<Reason>,
    /// Whether the connection may be used again.
    pub(crate) connection_is_good: bool,
}

impl RunOutcome {
    fn before_work(error: DbError) -> Self {
        Self { again: reason(&error), connection_is_good: error.spares_the_connection(), answer: Err(error.into()) }
    }
}

/// Why an error outside the work, with nothing committed, calls for another run.
fn reason(error: &DbError) -> Option<Reason> {
    match error {
        DbError::Contention => Some(Reason::Contention),
        DbError::Lost(_) => Some(Reason::Lost),
        DbError::Duplicate | DbError::Unavailable(_) | DbError::Failed(_) => None,
    }
}

/// The span of a statement that belongs to no repository.
fn statement(name: &'static str) -> Span {
    tracing::debug_span!("statement", name)
}

/// Runs the work once. What it has touched is noted in the generations when it is committed.
pub(crate) fn run(
    connection: &mut AnyConnection,
    access: Access,
    progress: &Progress,
    work: &SqlWork,
    generations: &Generations,
) -> RunOutcome {
    let begun = statement("begin").in_scope(|| connection.begin(access));
    if let Err(error) = begun {
        return RunOutcome::before_work(error.into());
    }
    let parallel_writers = connection.has_parallel_writers();
    let mut transaction = SqlTransaction::new(connection, access, progress);
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| work(&mut transaction)));
    let failure = transaction.failure();
    let touched = mem::take(&mut transaction.touched);
    let (outcome, answer) = match outcome {
        Ok(outcome) => (outcome, Ok(())),
        Err(cause) => (Outcome::Rollback, Err(panicked(cause.as_ref()))),
    };
    let keep = access == Access::Write && outcome == Outcome::Commit && failure.is_none();
    if keep && progress.may_commit() {
        return commit(connection, generations, &touched);
    }
    let rolled_back = statement("rollback").in_scope(|| connection.roll_back()).is_ok();
    RunOutcome {
        answer: match (answer, failure, outcome) {
            (Ok(()), Some(Failure::Contention), _) => Err(StoreError::Contention),
            (Ok(()), _, _) if progress.is_abandoned() => Err(StoreError::Unavailable(Box::new(Abandoned))),
            (Ok(()), Some(_), Outcome::Commit) => {
                Err(StoreError::Failed("a unit of work went on after the store had failed".into()))
            }
            (answer, _, _) => answer,
        },
        again: match failure {
            Some(Failure::Contention) => Some(Reason::Contention),
            Some(Failure::Lost) => Some(Reason::Lost),
            Some(Failure::Duplicate) if parallel_writers => Some(Reason::Overtaken),
            _ => None,
        },
        connection_is_good: rolled_back
            && !progress.is_abandoned()
            && !matches!(failure, Some(Failure::Lost | Failure::Outage)),
    }
}

/// A collision leaves no doubt: nothing is kept. After anything else nobody knows whether the
/// database has committed, so the caller must look, and running again would be a guess.
fn commit(connection: &mut AnyConnection, generations: &Generations, touched: &Touched) -> RunOutcome {
    let committed = statement("commit").in_scope(|| connection.commit());
    let Err(error) = committed else {
        generations.raise(touched);
        return RunOutcome { answer: Ok(()), again: None, connection_is_good: true };
    };
    let (answer, again) = match DbError::from(error) {
        DbError::Contention => (StoreError::Contention, Some(Reason::Contention)),
        DbError::Duplicate => (StoreError::Duplicate, None),
        error => {
            generations.raise(touched);
            (StoreError::OutcomeUnknown(Box::new(StoreError::from(error))), None)
        }
    };
    RunOutcome { answer: Err(answer), again, connection_is_good: false }
}

/// Nobody waits for this run any more.
#[derive(Debug, thiserror::Error)]
#[error("the unit of work was given up")]
struct Abandoned;

fn panicked(cause: &(dyn Any + Send)) -> StoreError {
    let message = cause
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| cause.downcast_ref::<String>().cloned())
        .unwrap_or_default();
    StoreError::Failed(format!("a unit of work panicked: {message}").into())
}
