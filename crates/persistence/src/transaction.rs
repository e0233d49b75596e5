//! An open transaction as the application sees it. The repositories are in `repositories`;
//! here is what they share: asking the database, and remembering what went wrong.

use crate::{connection::AnyConnection, db_error::DbError, progress::Progress};
use autoparts_application::ports::{
    generations::Touched,
    spans::written_in,
    store::{Access, Conflict},
    store_error::{StoreError, StoreResult},
};
use std::any::type_name_of_val;

/// What went wrong first inside a transaction, and therefore decides how it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// A unique key was taken.
    Duplicate,
    /// Another transaction was in the way.
    Contention,
    /// The connection is gone.
    Lost,
    /// The database cannot work, and the connection is not to be trusted.
    Outage,
    /// Anything that has nothing to do with the connection.
    Other,
}

/// One open transaction.
pub(crate) struct SqlTransaction<'c> {
    connection: &'c mut AnyConnection,
    access: Access,
    progress: &'c Progress,
    failure: Option<Failure>,
    /// What the public sees and repositories have touched.
    pub(crate) touched: Touched,
}

impl<'c> SqlTransaction<'c> {
    /// Around a connection that has begun a transaction.
    pub(crate) fn new(connection: &'c mut AnyConnection, access: Access, progress: &'c Progress) -> Self {
        Self { connection, access, progress, failure: None, touched: Touched::default() }
    }

    /// What went wrong first.
    pub(crate) fn failure(&self) -> Option<Failure> {
        self.failure
    }

    /// Asks the database something that changes nothing.
    pub(crate) fn query<T>(&mut self, query: impl FnOnce(&mut AnyConnection) -> Result<T, DbError>) -> StoreResult<T> {
        if self.failure.is_some() {
            return Err(StoreError::Failed("the transaction is over since an earlier failure".into()));
        }
        if self.progress.is_abandoned() {
            self.failure = Some(Failure::Outage);
            return Err(StoreError::Unavailable("nobody waits for this transaction any more".into()));
        }
        let span = tracing::debug_span!("statement", name = written_in(type_name_of_val(&query)));
        span.in_scope(|| query(self.connection)).map_err(|error| {
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

    /// Has the database change something.
    pub(crate) fn execute<T>(
        &mut self,
        command: impl FnOnce(&mut AnyConnection) -> Result<T, DbError>,
    ) -> StoreResult<T> {
        match self.access {
            Access::Write => self.query(command),
            Access::Read | Access::ReadPublic => {
                self.query(|_| Err(DbError::failed("a unit of work that reads cannot write")))
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
