//! Whether there is room for what an order writes, on SQLite.
//!
//! A full disk often takes a small write: the log is used again from its beginning, and one page fits where thirty do not.
//! So after a write that failed, nothing else is written until a probe as large as several orders has gone through.

use crate::{connection::AnyConnection, db_error::DbError};
use autoparts_application::ports::store_error::{StoreError, StoreResult};
use diesel::connection::SimpleConnection;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// How long the outcome of a failed probe counts, for those who ask then.
const PROBE_EVERY: Duration = Duration::from_millis(500);

/// Writes 64 pages to the log, which nobody reads: a cache of one page makes SQLite write each page before the end of the
/// transaction, and the transaction is rolled back. What was written stays allocated, so that the next write has it.
const PROBE: &str = "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE; \
    CREATE TABLE write_probe (filler BLOB NOT NULL); INSERT INTO write_probe VALUES (zeroblob(262144)); ROLLBACK";

/// Then one that is committed and goes to the disk. It changes nothing, and is written all the same: the table has one row.
pub(crate) const WRITE_A_LITTLE: &str = "UPDATE shop SET created_at = created_at";

/// What is known about room for writes.
#[derive(Debug, Default)]
pub(crate) struct Room {
    state: Mutex<State>,
    /// Held by the one who probes; the others wait for the outcome.
    pub(crate) probing: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
enum State {
    /// No write has failed since one went through.
    #[default]
    Enough,
    /// A write has failed.
    Doubtful,
    /// And so has a probe since.
    Lacking { probed_at: Instant, why: Arc<StoreError> },
}

/// What one does who wants to write.
#[derive(Debug)]
pub(crate) enum Next {
    Write,
    Probe,
    /// A probe has just failed.
    Refuse(StoreError),
}

#[derive(Debug, thiserror::Error)]
#[error("the database cannot be written to; it is tried again every half second")]
struct NoRoom(#[source] Arc<StoreError>);

impl Room {
    pub(crate) fn next(&self) -> Next {
        match &*self.state() {
            State::Enough => Next::Write,
            State::Lacking { probed_at, why } if probed_at.elapsed() < PROBE_EVERY => Next::Refuse(no_room(why)),
            State::Doubtful | State::Lacking { .. } => Next::Probe,
        }
    }

    /// A write failed for a reason of the database's own.
    pub(crate) fn note_failure(&self) {
        let mut state = self.state();
        if matches!(*state, State::Enough) {
            *state = State::Doubtful;
        }
    }

    /// A probe was made.
    pub(crate) fn note_probe(&self, outcome: StoreResult<()>) -> StoreResult<()> {
        match outcome {
            Ok(()) => {
                *self.state() = State::Enough;
                Ok(())
            }
            Err(error) => {
                let why = Arc::new(error);
                *self.state() = State::Lacking { probed_at: Instant::now(), why: Arc::clone(&why) };
                Err(no_room(&why))
            }
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn no_room(why: &Arc<StoreError>) -> StoreError {
    StoreError::Unavailable(Box::new(NoRoom(Arc::clone(why))))
}

/// Writes as much as several orders do, then a little that is kept. The connection is not to be used for anything else.
pub(crate) fn probe(connection: &mut AnyConnection) -> StoreResult<()> {
    [PROBE, WRITE_A_LITTLE]
        .into_iter()
        .try_for_each(|sql| connection.batch_execute(sql))
        .map_err(|error| DbError::from(error).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_failed_probe_others_are_refused_at_once_and_soon_one_tries_again() {
        let room = Room::default();
        assert!(matches!(room.next(), Next::Write));
        room.note_failure();
        assert!(matches!(room.next(), Next::Probe));
        let failed = room.note_probe(Err(StoreError::Unavailable("database or disk is full".into())));
        assert!(matches!(failed, Err(StoreError::Unavailable(_))));
        assert!(matches!(room.next(), Next::Refuse(StoreError::Unavailable(_))));
        // Another write that failed changes nothing.
        room.note_failure();
        assert!(matches!(room.next(), Next::Refuse(_)));
        let earlier = Instant::now().checked_sub(PROBE_EVERY).unwrap();
        if let State::Lacking { probed_at, .. } = &mut *room.state() {
            *probed_at = earlier;
        }
        assert!(matches!(room.next(), Next::Probe));
        room.note_probe(Ok(())).unwrap();
        assert!(matches!(room.next(), Next::Write));
    }
}
