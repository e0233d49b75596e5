//! An open transaction as the application sees it. The repositories are in `repositories`; this module holds what they
//! share: running queries, and recording failures.

use crate::{connection::AnyConnection, db_error::DbError, progress::Progress};
use autoparts_application::ports::{
    generations::Touched,
    spans::written_in,
    store::{Access, Conflict},
    store_error::{StoreError, StoreResult},
};
use std::any::type_name_of_val;

/// The first failure in a transaction, which decides how it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// A unique key was taken.
    Duplicate,
    /// A conflict with another transaction.
    Contention,
    /// The connection was lost.
    Lost,
    /// The database cannot work, and the connection must not be reused.
    Outage,
    /// Any failure unrelated to the connection.
    Other,
}

/// One open transaction.
pub(crate) struct SqlTransaction<'c> {
    connection: &'c mut AnyConnection,
    access: Access,
    progress: &'c Progress,
    /// Whether a query has run.
    has_queried: bool,
    failure: Option<Failure>,
    /// Why the database failed in a public read, which the copy of the catalog can serve instead.
    pub(crate) outage: Option<String>,
    /// The public data that repositories have changed.
    pub(crate) touched: Touched,
}

impl<'c> SqlTransaction<'c> {
    /// Wraps a connection, which has begun a transaction unless `access` is for a single statement.
    pub(crate) fn new(connection: &'c mut AnyConnection, access: Access, progress: &'c Progress) -> Self {
        Self {
            connection,
            access,
            progress,
            has_queried: false,
            failure: None,
            outage: None,
            touched: Touched::default(),
        }
    }

    /// The first failure; `None` if there was none.
    pub(crate) fn failure(&self) -> Option<Failure> {
        self.failure
    }

    /// Runs a query that changes nothing.
    pub(crate) fn query<T>(&mut self, query: impl FnOnce(&mut AnyConnection) -> Result<T, DbError>) -> StoreResult<T> {
        if self.failure.is_some() {
            return Err(StoreError::Failed("an earlier failure has ended the transaction".into()));
        }
        if self.progress.is_abandoned() {
            self.failure = Some(Failure::Outage);
            return Err(StoreError::Unavailable("the caller of this transaction has gone away".into()));
        }
        if std::mem::replace(&mut self.has_queried, true) && self.access == Access::ReadOne {
            self.failure = Some(Failure::Other);
            return Err(StoreError::Failed("a unit of work without a transaction runs only one query".into()));
        }
        let span = tracing::debug_span!("statement", name = written_in(type_name_of_val(&query)));
        span.in_scope(|| query(self.connection)).map_err(|error| {
            if let (DbError::Unavailable(cause) | DbError::Lost(cause), Access::ReadPublic) = (&error, self.access) {
                self.outage = Some(cause.to_string());
            }
            self.failure = Some(match error {
                DbError::Duplicate => Failure::Duplicate,
                DbError::Contention => Failure::Contention,
                DbError::Lost(_) => Failure::Lost,
                DbError::Unavailable(_) => Failure::Outage,
                DbError::Failed(_) => Failure::Other,
            });
            error.into()
        })
    }

    /// Executes a command that changes data.
    pub(crate) fn execute<T>(
        &mut self,
        command: impl FnOnce(&mut AnyConnection) -> Result<T, DbError>,
    ) -> StoreResult<T> {
        match self.access {
            Access::Write => self.query(command),
            Access::Read | Access::ReadOne | Access::ReadPublic => {
                self.query(|_| Err(DbError::failed("a read-only unit of work cannot write")))
            }
        }
    }
}

impl Conflict for SqlTransaction<'_> {
    fn conflict(&mut self) -> StoreError {
        self.failure.get_or_insert(Failure::Contention);
        StoreError::Contention
    }
}
