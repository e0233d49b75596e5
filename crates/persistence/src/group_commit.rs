//! Group commit on SQLite: units of work that wait for the only writing connection share a transaction, and thus the
//! single `fsync` of its commit.
//!
//! The unit of work that has the connection is the leader: the transaction is its own. Before it commits, the units
//! waiting by then join, each in its own savepoint, until the group is full or has lasted long enough. No unit waits
//! for others to arrive. All get their outcome after the commit, including those that keep nothing, because they may
//! have read what others wrote.

use crate::{
    connection::AnyConnection,
    options::StoreOptions,
    progress::Progress,
    retry::Reason,
    unit::{self, Abandoned, NotCommitted, RunOutcome, SqlWork, statement},
};
use autoparts_application::ports::{
    generations::{Generations, Touched},
    store::Access,
    store_error::{StoreError, StoreResult},
};
use diesel::connection::SimpleConnection;
use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::oneshot;
use tracing::Span;

/// Units of work that wait for the writing connection, oldest first.
pub(crate) struct GroupCommit {
    waiting: Mutex<VecDeque<Waiting>>,
    max_units: usize,
    max_time: Duration,
}

/// A waiting unit of work.
struct Waiting {
    work: Arc<SqlWork>,
    /// The span of its request, so that what it logs belongs to that request.
    span: Span,
    joined: oneshot::Sender<Joined>,
}

/// The place of a unit of work in the queue. Once it is closed or dropped, the unit can no longer join a group.
pub(crate) struct WaitingPlace(oneshot::Receiver<Joined>);

/// What a unit of work knows about the transaction it has joined.
#[derive(Debug)]
pub(crate) struct Joined {
    /// The progress of the whole transaction.
    pub(crate) progress: Arc<Progress>,
    pub(crate) outcome: oneshot::Receiver<RunOutcome>,
}

/// A unit of work that has joined, and its result in the open transaction.
struct Member {
    sender: oneshot::Sender<RunOutcome>,
    left: Left,
}

/// The result of a unit of work.
enum Left {
    /// Changes to commit, which touched this.
    Kept(Touched),
    /// Nothing; its outcome is sent once the others are committed.
    Undone(RunOutcome),
}

impl GroupCommit {
    pub(crate) fn new(options: &StoreOptions) -> Self {
        Self { waiting: Mutex::default(), max_units: options.group_units, max_time: options.group_time }
    }

    /// Queues a unit of work until a leader picks it up.
    pub(crate) fn wait(&self, work: Arc<SqlWork>) -> WaitingPlace {
        let (joined, place) = oneshot::channel();
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push_back(Waiting { work, span: Span::current(), joined });
        WaitingPlace(place)
    }

    /// Removes units that have become leaders or were canceled, so that their requests end.
    fn remove_closed(&self) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|unit| !unit.joined.is_closed());
    }

    /// The next unit that is still waiting.
    fn next(&self, progress: &Arc<Progress>) -> Option<(Arc<SqlWork>, Span, oneshot::Sender<RunOutcome>)> {
        loop {
            let unit = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front()?;
            let (sender, outcome) = oneshot::channel();
            if unit.joined.send(Joined { progress: Arc::clone(progress), outcome }).is_ok() {
                return Some((unit.work, unit.span, sender));
            }
        }
    }

    /// Runs a unit of work as the leader of a group, commits, and sends every member its outcome. Blocks.
    pub(crate) fn lead(
        &self,
        connection: &mut AnyConnection,
        progress: &Arc<Progress>,
        work: &SqlWork,
        generations: &Generations,
    ) -> RunOutcome {
        self.remove_closed();
        if let Err(error) = unit::begin(connection, Access::Write) {
            return RunOutcome::before_work(error);
        }
        let began = Instant::now();
        let first = unit::perform(connection, Access::Write, progress, work);
        if !first.wants_commit() {
            return unit::roll_back(connection, first, progress);
        }
        let mut members: Vec<Member> = Vec::new();
        while members.len() + 1 < self.max_units && began.elapsed() < self.max_time {
            let Some((work, span, sender)) = self.next(progress) else { break };
            match span.in_scope(|| join(connection, progress, &*work)) {
                Ok(left) => members.push(Member { sender, left }),
                Err(broken) => {
                    _ = connection.roll_back();
                    send(sender, broken);
                    for member in members {
                        send(member.sender, broken_by_another());
                    }
                    return broken_by_another();
                }
            }
        }
        if !progress.may_commit() {
            for member in members {
                send(member.sender, given_up());
            }
            return unit::roll_back(connection, first, progress);
        }
        let mut touched = vec![&first.touched];
        touched.extend(members.iter().filter_map(|member| match &member.left {
            Left::Kept(touched) => Some(touched),
            Left::Undone(_) => None,
        }));
        let committed = unit::commit(connection, generations, &touched);
        for member in members {
            send(member.sender, member.left.outcome(&committed));
        }
        RunOutcome::of_commit(&committed)
    }
}

impl WaitingPlace {
    /// Waits until a leader picks this unit up.
    pub(crate) async fn joined(&mut self) -> StoreResult<Joined> {
        (&mut self.0).await.map_err(|error| StoreError::Unavailable(Box::new(error)))
    }

    /// Withdraws the unit, unless a leader has already picked it up.
    pub(crate) fn close(mut self) -> Option<Joined> {
        self.0.close();
        self.0.try_recv().ok()
    }
}

impl Left {
    /// The outcome for its caller once the transaction has ended.
    fn outcome(self, committed: &Result<(), NotCommitted>) -> RunOutcome {
        match self {
            Self::Kept(_) => RunOutcome::of_commit(committed),
            // It succeeded, but based on data that was not committed.
            Self::Undone(RunOutcome { answer: Ok(()), again: None, .. }) if committed.is_err() => broken_by_another(),
            Self::Undone(outcome) => outcome,
        }
    }
}

/// Runs a unit of work in a savepoint of the leader's transaction. Fails if the transaction cannot continue: SQLite
/// rolls back all of it if the disk is full or fails.
fn join(connection: &mut AnyConnection, progress: &Progress, work: &SqlWork) -> Result<Left, RunOutcome> {
    let execute = |connection: &mut AnyConnection, name, sql| {
        statement(name)
            .in_scope(|| connection.batch_execute(sql))
            .map_err(|error| RunOutcome::before_work(error.into()))
    };
    execute(connection, "savepoint", "SAVEPOINT unit_of_work")?;
    let done = unit::perform(connection, Access::Write, progress, work);
    if done.wants_commit() {
        execute(connection, "release", "RELEASE unit_of_work")?;
        return Ok(Left::Kept(done.touched));
    }
    let undo = execute(connection, "rollback", "ROLLBACK TO unit_of_work; RELEASE unit_of_work");
    let outcome = done.undone(progress, connection.has_parallel_writers(), undo.is_ok());
    if outcome.connection_is_good { Ok(Left::Undone(outcome)) } else { Err(outcome) }
}

/// Sends the outcome; a caller that is gone is ignored.
fn send(sender: oneshot::Sender<RunOutcome>, outcome: RunOutcome) {
    _ = sender.send(outcome);
}

#[derive(Debug, thiserror::Error)]
#[error("another unit of work broke the transaction that it shared with this one")]
struct Broken;

/// This unit is rolled back because another one failed.
fn broken_by_another() -> RunOutcome {
    let answer = Err(StoreError::Unavailable(Box::new(Broken)));
    RunOutcome { answer, again: Some(Reason::Lost), connection_is_good: false }
}

fn given_up() -> RunOutcome {
    RunOutcome { answer: Err(StoreError::Unavailable(Box::new(Abandoned))), again: None, connection_is_good: false }
}

impl fmt::Debug for GroupCommit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GroupCommit").field("max_units", &self.max_units).finish_non_exhaustive()
    }
}
