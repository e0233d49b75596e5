//! An open transaction as the application sees it. The repositories are in `repositories`;
//! here is what they share: asking the database, and remembering what went wrong.

use crate::{connection::AnyConnection, db_error::Fault, progress::Progress};
use autoparts_application::ports::store::{Access, Collide, StoreError, StoreResult};

/// What went wrong first inside a transaction, and therefore decides how it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// A unique key was taken.
    Duplicate,
    /// Another transaction was in the way.
    Contention,
    /// The connection is gone.
    Lost,
    /// The database cannot work, and the connection is not to be trusted.
    Outage,
    /// Anything that has nothing to do with the connection.
    Failure,
}

/// One open transaction.
pub(crate) struct SqlTransaction<'c> {
    connection: &'c mut AnyConnection,
    access: Access,
    progress: &'c Progress,
    trouble: Option<Trouble>,
}

impl<'c> SqlTransaction<'c> {
    /// Around a connection that has begun a transaction.
    pub(crate) fn new(connection: &'c mut AnyConnection, access: Access, progress: &'c Progress) -> Self {
        Self { connection, access, progress, trouble: None }
    }

    /// What went wrong first.
    pub(crate) fn trouble(&self) -> Option<Trouble> {
        self.trouble
    }

    /// Asks the database something that changes nothing.
    pub(crate) fn ask<T>(&mut self, query: impl FnOnce(&mut AnyConnection) -> Result<T, Fault>) -> StoreResult<T> {
        if self.trouble.is_some() {
            return Err(StoreError::Failed("the transaction is over since an earlier failure".into()));
        }
        if self.progress.is_abandoned() {
            self.trouble = Some(Trouble::Outage);
            return Err(StoreError::Unavailable("nobody waits for this transaction any more".into()));
        }
        query(self.connection).map_err(|fault| {
            self.trouble = Some(match fault {
                Fault::Duplicate => Trouble::Duplicate,
                Fault::Contention => Trouble::Contention,
                Fault::Lost(_) => Trouble::Lost,
                Fault::Unavailable(_) => Trouble::Outage,
                Fault::Failed(_) => Trouble::Failure,
            });
            fault.into()
        })
    }

    /// Has the database change something.
    pub(crate) fn change<T>(&mut self, command: impl FnOnce(&mut AnyConnection) -> Result<T, Fault>) -> StoreResult<T> {
        match self.access {
            Access::Write => self.ask(command),
            Access::Read => self.ask(|_| Err(Fault::failed("a unit of work that reads cannot write"))),
        }
    }
}

impl Collide for SqlTransaction<'_> {
    fn collide(&mut self) -> StoreError {
        self.trouble.get_or_insert(Trouble::Contention);
        StoreError::Contention
    }
}
