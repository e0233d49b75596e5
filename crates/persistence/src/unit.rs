//! One run of a unit of work on one connection. `retry` decides whether it runs again; connections come from
//! `connection_queue`.

use crate::{
    connection::AnyConnection,
    db_error::{DbError, is_full_disk},
    progress::Progress,
    retry::Reason,
    transaction::{Failure, SqlTransaction},
};
use autoparts_application::ports::{
    generations::{Generations, Touched},
    store::{Access, Outcome},
    store_error::{StoreError, StoreResult},
};
use diesel::result::Error as SqlError;
use std::{
    any::Any,
    mem,
    panic::{self, AssertUnwindSafe},
    sync::Arc,
};
use tracing::Span;

/// A unit of work on this crate's transactions, of the shop or of the identity provider.
pub(crate) type SqlWork = dyn Fn(&mut SqlTransaction<'_>) -> Outcome + Send + Sync;

/// How a run ended.
#[derive(Debug)]
pub(crate) struct RunOutcome {
    /// The answer, unless the work is retried.
    pub(crate) answer: StoreResult<()>,
    /// Why the work should be retried; `None` if it should not.
    pub(crate) again: Option<Reason>,
    /// Whether the connection may be used again.
    pub(crate) connection_is_good: bool,
}

impl RunOutcome {
    pub(crate) fn before_work(error: DbError) -> Self {
        Self { again: reason(&error), connection_is_good: error.spares_the_connection(), answer: Err(error.into()) }
    }

    /// The outcome of work that was to be committed.
    pub(crate) fn of_commit(committed: &Result<(), NotCommitted>) -> Self {
        let (answer, again) = match committed {
            Ok(()) => return Self { answer: Ok(()), again: None, connection_is_good: true },
            Err(NotCommitted::Contention) => (StoreError::Contention, Some(Reason::Contention)),
            Err(NotCommitted::Duplicate) => (StoreError::Duplicate, None),
            Err(NotCommitted::NoRoom(cause)) => (StoreError::Unavailable(Box::new(Arc::clone(cause))), None),
            Err(NotCommitted::Unknown(cause)) => (StoreError::OutcomeUnknown(Box::new(Arc::clone(cause))), None),
        };
        Self { answer: Err(answer), again, connection_is_good: false }
    }
}

/// The reason to retry after an error outside the work, with nothing committed; `None` if there is none.
fn reason(error: &DbError) -> Option<Reason> {
    match error {
        DbError::Contention => Some(Reason::Contention),
        DbError::Lost(_) => Some(Reason::Lost),
        DbError::Duplicate | DbError::Unavailable(_) | DbError::Failed(_) => None,
    }
}

/// The span of a statement that belongs to no repository.
pub(crate) fn statement(name: &'static str) -> Span {
    tracing::debug_span!("statement", name)
}

/// Runs the work once. After a commit, raises the generations of what it has touched.
pub(crate) fn run(
    connection: &mut AnyConnection,
    access: Access,
    progress: &Progress,
    work: &SqlWork,
    generations: &Generations,
) -> RunOutcome {
    if access == Access::ReadOne {
        let done = perform(connection, access, progress, work);
        return done.undone(progress, connection.has_parallel_writers(), true);
    }
    if let Err(error) = begin(connection, access) {
        return RunOutcome::before_work(error);
    }
    let done = perform(connection, access, progress, work);
    if access != Access::Write {
        return end_read(connection, done, progress);
    }
    if done.wants_commit() && progress.may_commit() {
        return RunOutcome::of_commit(&commit(connection, generations, &[&done.touched]));
    }
    roll_back(connection, done, progress)
}

/// Ends a transaction that has only read. Commits, because monitoring takes PostgreSQL's count of rollbacks for
/// failures.
fn end_read(connection: &mut AnyConnection, done: Done, progress: &Progress) -> RunOutcome {
    if done.failure.is_some() {
        return roll_back(connection, done, progress);
    }
    let ended = statement("commit").in_scope(|| connection.commit()).is_ok();
    done.undone(progress, connection.has_parallel_writers(), ended)
}

pub(crate) fn begin(connection: &mut AnyConnection, access: Access) -> Result<(), DbError> {
    statement("begin").in_scope(|| connection.begin(access)).map_err(DbError::from)
}

/// The result of the work in an open transaction.
pub(crate) struct Done {
    outcome: Outcome,
    /// An error if the work panicked, or if it was a public read that met an outage.
    answer: StoreResult<()>,
    failure: Option<Failure>,
    /// The public data that it has changed.
    pub(crate) touched: Touched,
}

impl Done {
    /// Whether its changes are to be committed.
    pub(crate) fn wants_commit(&self) -> bool {
        self.outcome == Outcome::Commit && self.failure.is_none()
    }

    /// The outcome after a rollback.
    pub(crate) fn undone(self, progress: &Progress, parallel_writers: bool, rolled_back: bool) -> RunOutcome {
        RunOutcome {
            answer: match (self.answer, self.failure, self.outcome) {
                (Ok(()), Some(Failure::Contention), _) => Err(StoreError::Contention),
                (Ok(()), _, _) if progress.is_abandoned() => Err(StoreError::Unavailable(Box::new(Abandoned))),
                (Ok(()), Some(_), Outcome::Commit) => {
                    Err(StoreError::Failed("a unit of work went on after the store had failed".into()))
                }
                (answer, _, _) => answer,
            },
            again: match self.failure {
                Some(Failure::Contention) => Some(Reason::Contention),
                Some(Failure::Lost) => Some(Reason::Lost),
                Some(Failure::Duplicate) if parallel_writers => Some(Reason::Overtaken),
                _ => None,
            },
            connection_is_good: rolled_back
                && !progress.is_abandoned()
                && !matches!(self.failure, Some(Failure::Lost | Failure::Outage)),
        }
    }
}

/// Does the work in an open transaction, and leaves that open.
pub(crate) fn perform(connection: &mut AnyConnection, access: Access, progress: &Progress, work: &SqlWork) -> Done {
    let mut transaction = SqlTransaction::new(connection, access, progress);
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| work(&mut transaction)));
    let failure = transaction.failure();
    let touched = mem::take(&mut transaction.touched);
    let outage = transaction.outage.take();
    let (outcome, answer) = match outcome {
        Ok(outcome) => (outcome, outage.map_or(Ok(()), |cause| Err(StoreError::Unavailable(cause.into())))),
        Err(cause) => (Outcome::Rollback, Err(panicked(cause.as_ref()))),
    };
    Done { outcome, answer, failure, touched }
}

pub(crate) fn roll_back(connection: &mut AnyConnection, done: Done, progress: &Progress) -> RunOutcome {
    let rolled_back = statement("rollback").in_scope(|| connection.roll_back()).is_ok();
    done.undone(progress, connection.has_parallel_writers(), rolled_back)
}

/// Why a commit failed, as far as is known.
#[derive(Debug)]
pub(crate) enum NotCommitted {
    /// A conflict with another transaction: nothing was stored.
    Contention,
    /// A unique key was taken: nothing was stored.
    Duplicate,
    /// The disk is full: nothing was stored.
    NoRoom(Arc<StoreError>),
    /// It is unknown whether the database has committed, so the caller must check; a retry might do the work twice.
    Unknown(Arc<StoreError>),
}

/// Commits, and raises the generations of everything touched.
pub(crate) fn commit(
    connection: &mut AnyConnection,
    generations: &Generations,
    touched: &[&Touched],
) -> Result<(), NotCommitted> {
    let committed = statement("commit").in_scope(|| connection.commit());
    let committed = committed.map_err(|error| not_committed(error, connection.has_parallel_writers()));
    if matches!(committed, Ok(()) | Err(NotCommitted::Unknown(_))) {
        for touched in touched {
            generations.raise(touched);
        }
    }
    committed
}

fn not_committed(error: SqlError, on_postgres: bool) -> NotCommitted {
    // SQLite writes the commit mark last, so it reports a full disk before that; a failed sync is reported differently.
    let has_no_room = !on_postgres && is_full_disk(&error);
    match DbError::from(error) {
        DbError::Contention => NotCommitted::Contention,
        DbError::Duplicate => NotCommitted::Duplicate,
        error if has_no_room => NotCommitted::NoRoom(Arc::new(error.into())),
        error => NotCommitted::Unknown(Arc::new(error.into())),
    }
}

/// No caller waits for this run any longer.
#[derive(Debug, thiserror::Error)]
#[error("the unit of work was abandoned")]
pub(crate) struct Abandoned;

fn panicked(cause: &(dyn Any + Send)) -> StoreError {
    let message = cause
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| cause.downcast_ref::<String>().cloned())
        .unwrap_or_default();
    StoreError::Failed(format!("a unit of work panicked: {message}").into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use diesel::result::DatabaseErrorKind;

    fn sqlite_error(message: &str) -> SqlError {
        SqlError::DatabaseError(DatabaseErrorKind::Unknown, Box::new(message.to_owned()))
    }

    /// SQLite has already rolled back, so the rollback that follows fails.
    fn rolled_back(message: &str) -> SqlError {
        SqlError::RollbackErrorOnCommit {
            rollback_error: Box::new(sqlite_error("cannot rollback - no transaction is active")),
            commit_error: Box::new(sqlite_error(message)),
        }
    }

    #[test]
    fn a_commit_on_a_full_disk_has_stored_nothing() {
        let full = "database or disk is full";
        for error in [sqlite_error(full), rolled_back(full)] {
            let outcome = RunOutcome::of_commit(&Err(not_committed(error, false)));
            assert!(matches!(outcome.answer, Err(StoreError::Unavailable(_))), "{outcome:?}");
            assert!(outcome.again.is_none() && !outcome.connection_is_good);
        }
        let unclear = [
            (sqlite_error("disk I/O error"), false),
            (rolled_back("disk I/O error"), false),
            (sqlite_error(full), true),
        ];
        for (error, on_postgres) in unclear {
            let outcome = RunOutcome::of_commit(&Err(not_committed(error, on_postgres)));
            assert!(matches!(outcome.answer, Err(StoreError::OutcomeUnknown(_))), "{outcome:?}");
        }
    }
}
