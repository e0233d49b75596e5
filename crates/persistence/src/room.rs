//! Checks whether there is disk space for an order, on SQLite.
//!
//! A full disk often accepts a small write: the log is reused from its beginning, and one page fits where thirty do
//! not. So after a failed write, nothing else is written until a probe as large as several orders has succeeded.

use crate::{connection::AnyConnection, db_error::DbError};
use autoparts_application::ports::store_error::{StoreError, StoreResult};
use diesel::connection::SimpleConnection;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// How long the result of a failed probe is reused.
const PROBE_EVERY: Duration = Duration::from_millis(500);

/// Writes 64 pages to the log, in a transaction that is rolled back: a cache of one page makes SQLite write each page
/// before the end of the transaction. The space stays allocated for the next write.
const PROBE: &str = "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE; \
    CREATE TABLE write_probe (filler BLOB NOT NULL); INSERT INTO write_probe VALUES (zeroblob(262144)); ROLLBACK";

/// Then a committed write that reaches the disk. It changes no values, but is still written: the table has one row.
pub(crate) const SMALL_WRITE: &str = "UPDATE shop SET created_at = created_at";

/// The state of disk space for writes.
#[derive(Debug, Default)]
pub(crate) struct Room {
    state: Mutex<State>,
    /// Held by the caller that probes; the others wait for the result.
    pub(crate) probing: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
enum State {
    /// No write has failed since the last success.
    #[default]
    Enough,
    /// A write has failed.
    Doubtful,
    /// A probe has failed since.
    Lacking { probed_at: Instant, why: Arc<StoreError> },
}

/// The next step of a writer.
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

    /// Records a write that failed because of the database.
    pub(crate) fn note_failure(&self) {
        let mut state = self.state();
        if matches!(*state, State::Enough) {
            *state = State::Doubtful;
        }
    }

    /// Records the outcome of a probe.
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

/// Writes as much as several orders, then a small committed write. The connection must not be used for anything else.
pub(crate) fn probe(connection: &mut AnyConnection) -> StoreResult<()> {
    [PROBE, SMALL_WRITE]
        .into_iter()
        .try_for_each(|sql| connection.batch_execute(sql))
        .map_err(|error| DbError::from(error).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_failed_probe_writers_are_refused_until_the_next_probe() {
        let room = Room::default();
        assert!(matches!(room.next(), Next::Write));
        room.note_failure();
        assert!(matches!(room.next(), Next::Probe));
        let failed = room.note_probe(Err(StoreError::Unavailable("database or disk is full".into())));
        assert!(matches!(failed, Err(StoreError::Unavailable(_))));
        assert!(matches!(room.next(), Next::Refuse(StoreError::Unavailable(_))));
        // Another failed write changes nothing.
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
