//! A bounded number of connections, a bounded queue in front of them, and no waiting inside a
//! thread.
//!
//! r2d2 is not used: it lets a thread wait for a connection, and while the database is down it
//! lets every one of them wait for the whole time-out before it says so.

use crate::{
    connection::{AnyConnection, Connector},
    options::StoreOptions,
    rerun::Reason,
    unit::{self, Ended},
};
use autoparts_application::ports::store::{Access, StoreError, Work};
use diesel::result::ConnectionError;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Connections of one kind, for those units of work that need that kind.
#[derive(Debug)]
pub(crate) struct Lane {
    /// One for each unit of work that runs or waits.
    places: Arc<Semaphore>,
    /// One for each connection there may be.
    turns: Arc<Semaphore>,
    wait: Duration,
    connector: Connector,
    idle: Mutex<Vec<AnyConnection>>,
}

impl std::fmt::Debug for AnyConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AnyConnection")
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Busy(&'static str);

impl Lane {
    pub(crate) fn new(connector: Connector, connections: usize, options: &StoreOptions) -> Self {
        let connections = connections.max(1);
        Self {
            places: Arc::new(Semaphore::new(connections + options.queue)),
            turns: Arc::new(Semaphore::new(connections)),
            wait: options.wait,
            connector,
            idle: Mutex::new(Vec::new()),
        }
    }

    pub(crate) fn connector(&self) -> &Connector {
        &self.connector
    }

    /// A place in the queue, or the news that it is full.
    pub(crate) fn enter(&self) -> Result<OwnedSemaphorePermit, StoreError> {
        Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_| StoreError::Unavailable(Box::new(Busy("too many units of work are waiting"))))
    }

    /// The right to use one connection, as soon as one is free.
    pub(crate) async fn turn(&self) -> Result<OwnedSemaphorePermit, StoreError> {
        match tokio::time::timeout(self.wait, Arc::clone(&self.turns).acquire_owned()).await {
            Ok(Ok(turn)) => Ok(turn),
            Ok(Err(closed)) => Err(StoreError::Unavailable(Box::new(closed))),
            Err(_elapsed) => Err(StoreError::Unavailable(Box::new(Busy("no connection became free in time")))),
        }
    }

    /// Runs the work once. Blocks; only for whoever has a turn.
    pub(crate) fn run(&self, access: Access, work: &Work) -> Ended {
        let mut connection = match self.take() {
            Ok(connection) => connection,
            Err(error) => {
                return Ended {
                    answer: Err(StoreError::Unavailable(Box::new(error))),
                    again: None,
                    connection_is_good: false,
                };
            }
        };
        let ended = unit::run(&mut connection, access, work);
        if ended.connection_is_good {
            self.put_back(connection);
        } else if ended.again == Some(Reason::Lost) {
            // What broke one connection has probably broken all of them.
            self.forget_idle();
        }
        ended
    }

    /// For work that is no unit of work. A connection that saw a failure is not kept.
    pub(crate) fn with_connection<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&mut AnyConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut connection = self.take().map_err(|error| StoreError::Unavailable(Box::new(error)))?;
        let result = work(&mut connection)?;
        self.put_back(connection);
        Ok(result)
    }

    /// An idle connection, or a new one.
    pub(crate) fn take(&self) -> Result<AnyConnection, ConnectionError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| self.connector.connect(), Ok)
    }

    pub(crate) fn put_back(&self, connection: AnyConnection) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
    }

    fn forget_idle(&self) {
        let idle = std::mem::take(&mut *self.idle.lock().unwrap_or_else(PoisonError::into_inner));
        drop(idle);
    }
}
