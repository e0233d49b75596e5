//! One run of a unit of work on one connection. Whether there is another is decided in
//! `rerun`, where connections come from in `lane`.

use crate::{
    connection::AnyConnection,
    db_error::Fault,
    progress::Progress,
    retry::Reason,
    transaction::{SqlTransaction, Trouble},
};
use autoparts_application::ports::store::{Access, StoreError, StoreResult, Verdict, Work};
use std::{
    any::Any,
    panic::{self, AssertUnwindSafe},
};

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// The answer, unless there is another run.
    pub(crate) answer: StoreResult<()>,
    /// Why there should be another run.
    pub(crate) again: Option<Reason>,
    /// Whether the connection may be used again.
    pub(crate) connection_is_good: bool,
}

impl Ended {
    fn before_work(fault: Fault) -> Self {
        Self { again: reason(&fault), connection_is_good: fault.spares_the_connection(), answer: Err(fault.into()) }
    }
}

/// Why a fault outside the work, with nothing committed, calls for another run.
fn reason(fault: &Fault) -> Option<Reason> {
    match fault {
        Fault::Contention => Some(Reason::Contention),
        Fault::Lost(_) => Some(Reason::Lost),
        Fault::Duplicate | Fault::Unavailable(_) | Fault::Failed(_) => None,
    }
}

/// Runs the work once.
pub(crate) fn run(connection: &mut AnyConnection, access: Access, progress: &Progress, work: &Work) -> Ended {
    if let Err(error) = connection.begin(access) {
        return Ended::before_work(error.into());
    }
    let parallel_writers = connection.has_parallel_writers();
    let mut transaction = SqlTransaction::new(connection, access, progress);
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| work(&mut transaction)));
    let trouble = transaction.trouble();
    let (verdict, answer) = match outcome {
        Ok(verdict) => (verdict, Ok(())),
        Err(cause) => (Verdict::Rollback, Err(panicked(cause.as_ref()))),
    };
    let keep = access == Access::Write && verdict == Verdict::Commit && trouble.is_none();
    if keep && progress.may_commit() {
        return commit(connection);
    }
    let rolled_back = connection.roll_back().is_ok();
    Ended {
        answer: match (answer, trouble, verdict) {
            (Ok(()), Some(Trouble::Contention), _) => Err(StoreError::Contention),
            (Ok(()), _, _) if progress.is_abandoned() => Err(StoreError::Unavailable(Box::new(Abandoned))),
            (Ok(()), Some(_), Verdict::Commit) => {
                Err(StoreError::Failed("a unit of work went on after the store had failed".into()))
            }
            (answer, _, _) => answer,
        },
        again: match trouble {
            Some(Trouble::Contention) => Some(Reason::Contention),
            Some(Trouble::Lost) => Some(Reason::Lost),
            Some(Trouble::Duplicate) if parallel_writers => Some(Reason::Overtaken),
            _ => None,
        },
        connection_is_good: rolled_back
            && !progress.is_abandoned()
            && !matches!(trouble, Some(Trouble::Lost | Trouble::Outage)),
    }
}

/// A collision leaves no doubt: nothing is kept. After anything else nobody knows whether the
/// database has committed, so whoever asked must look, and running again would be a guess.
fn commit(connection: &mut AnyConnection) -> Ended {
    let Err(error) = connection.commit() else {
        return Ended { answer: Ok(()), again: None, connection_is_good: true };
    };
    let (answer, again) = match Fault::from(error) {
        Fault::Contention => (StoreError::Contention, Some(Reason::Contention)),
        Fault::Duplicate => (StoreError::Duplicate, None),
        fault => (StoreError::OutcomeUnknown(Box::new(StoreError::from(fault))), None),
    };
    Ended { answer: Err(answer), again, connection_is_good: false }
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
