//! The progress of a unit of work, shared between the thread that runs it and the task that waits for it. The task
//! gives up at a deadline; the thread, blocked in a call of the database library, cannot. It must not commit after its
//! caller was sent a failure.

use std::sync::atomic::{AtomicU8, Ordering};

const RUNNING: u8 = 0;
const COMMITTING: u8 = 1;
const ABANDONED: u8 = 2;

/// The state of one run, or of several units of work that share a transaction. It is either abandoned or committed, and
/// all sides see the same.
#[derive(Debug, Default)]
pub(crate) struct Progress(AtomicU8);

/// What is known about an abandoned run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Abandoned {
    /// The commit was not requested, and will not be.
    BeforeCommit,
    /// The commit was requested, and its result is missing.
    WhileCommitting,
}

impl Progress {
    /// For the thread: whether it may commit. From here on, giving up leaves the outcome unknown.
    pub(crate) fn may_commit(&self) -> bool {
        self.0.compare_exchange(RUNNING, COMMITTING, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }

    /// For the thread: whether the task has given up, so its results no longer count.
    pub(crate) fn is_abandoned(&self) -> bool {
        self.0.load(Ordering::SeqCst) == ABANDONED
    }

    /// For a task: abandons the run. All tasks that wait for it get the same result.
    pub(crate) fn abandon(&self) -> Abandoned {
        match self.0.compare_exchange(RUNNING, ABANDONED, Ordering::SeqCst, Ordering::SeqCst) {
            Err(COMMITTING) => Abandoned::WhileCommitting,
            _ => Abandoned::BeforeCommit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_up_is_not_committed_later() {
        let progress = Progress::default();
        for _ in 0..2 {
            assert_eq!(progress.abandon(), Abandoned::BeforeCommit);
            assert!(progress.is_abandoned() && !progress.may_commit());
        }
    }

    #[test]
    fn a_commit_that_was_asked_for_leaves_the_outcome_unknown() {
        let progress = Progress::default();
        assert!(progress.may_commit());
        for _ in 0..2 {
            assert_eq!(progress.abandon(), Abandoned::WhileCommitting);
        }
    }
}
