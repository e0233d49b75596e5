//! What a failed statement means for its unit of work.

use crate::stored::Refused;
use autoparts_application::ports::store_error::StoreError;
use diesel::result::{DatabaseErrorKind, Error as SqlError};
use std::error::Error;

/// An error that ends a transaction early.
#[derive(Debug)]
pub(crate) enum DbError {
    /// A unique key is taken.
    Duplicate,
    /// A conflict with another transaction; a retry may succeed.
    Contention,
    /// The connection is lost, and with it everything uncommitted.
    Lost(Box<dyn Error + Send + Sync>),
    /// The database cannot work now: disk full, file read-only.
    Unavailable(Box<dyn Error + Send + Sync>),
    /// The statement is wrong, or the stored data is invalid.
    Failed(Box<dyn Error + Send + Sync>),
}

impl DbError {
    /// A failure with a message from this crate.
    pub(crate) fn failed(why: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Failed(why.into())
    }

    /// Whether the connection may be used again.
    pub(crate) fn spares_the_connection(&self) -> bool {
        matches!(self, Self::Duplicate | Self::Contention | Self::Failed(_))
    }
}

impl From<DbError> for StoreError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Duplicate => Self::Duplicate,
            DbError::Contention => Self::Contention,
            DbError::Lost(cause) | DbError::Unavailable(cause) => Self::Unavailable(cause),
            DbError::Failed(cause) => Self::Failed(cause),
        }
    }
}

impl From<Refused> for DbError {
    fn from(refused: Refused) -> Self {
        Self::failed(refused)
    }
}

impl From<SqlError> for DbError {
    fn from(error: SqlError) -> Self {
        let SqlError::DatabaseError(kind, information) = &error else {
            return match error {
                SqlError::BrokenTransactionManager | SqlError::RollbackErrorOnCommit { .. } => {
                    Self::Lost(Box::new(error))
                }
                error => Self::failed(error),
            };
        };
        match kind {
            DatabaseErrorKind::UniqueViolation => Self::Duplicate,
            DatabaseErrorKind::SerializationFailure => Self::Contention,
            // The connection to the coordinator is still there.
            _ if is_lost_node(information.message()) => Self::Unavailable(Box::new(error)),
            DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand => Self::Lost(Box::new(error)),
            DatabaseErrorKind::Unknown if is_demoted(information.message()) => Self::Lost(Box::new(error)),
            DatabaseErrorKind::Unknown if is_contention(information.message()) => Self::Contention,
            DatabaseErrorKind::Unknown if is_outage(information.message()) => Self::Unavailable(Box::new(error)),
            _ => Self::failed(error),
        }
    }
}

/// Recognizes contention by the message, because diesel has no kind for it and does not expose the SQLSTATE. The word
/// "deadlock" is the same in most of PostgreSQL's languages; where it is not, the unit of work fails instead of being
/// retried.
pub(crate) fn is_contention(message: &str) -> bool {
    let message = message.to_lowercase();
    [
        "deadlock",                                // PostgreSQL 40P01
        "canceling statement due to lock timeout", // PostgreSQL 55P03
        "database is locked",                      // SQLITE_BUSY
        "database table is locked",                // SQLITE_LOCKED
        "database schema is locked",               // SQLITE_LOCKED
    ]
    .iter()
    .any(|words| message.contains(words))
}

/// Whether SQLite reports a full disk, at a commit or before it.
pub(crate) fn is_full_disk(error: &SqlError) -> bool {
    match error {
        SqlError::DatabaseError(_, information) => information.message() == "database or disk is full",
        SqlError::RollbackErrorOnCommit { commit_error, .. } => is_full_disk(commit_error),
        _ => false,
    }
}

/// Whether the server has become a standby: a new connection finds the new primary.
fn is_demoted(message: &str) -> bool {
    message.contains("during recovery")
}

/// Whether another node of a distributed database cannot be reached.
fn is_lost_node(message: &str) -> bool {
    ["connection to the remote node", "any connections to the node", "connection marked as essential"]
        .iter()
        .any(|words| message.contains(words))
}

fn is_outage(message: &str) -> bool {
    let message = message.to_lowercase();
    [
        "database or disk is full",             // SQLITE_FULL
        "disk i/o error",                       // SQLITE_IOERR
        "attempt to write a readonly database", // SQLITE_READONLY
        "unable to open database file",         // SQLITE_CANTOPEN
        "no space left on device",              // PostgreSQL 53100
        "due to statement timeout",             // PostgreSQL 57014
        "out of memory",                        // both
        "out of shared memory",                 // PostgreSQL 53200
    ]
    .iter()
    .any(|words| message.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(kind: DatabaseErrorKind, message: &str) -> DbError {
        SqlError::DatabaseError(kind, Box::new(message.to_owned())).into()
    }

    #[test]
    fn contention_is_recognized_by_kind_or_message() {
        for (kind, message) in [
            (DatabaseErrorKind::SerializationFailure, "could not serialize access"),
            (DatabaseErrorKind::Unknown, "deadlock detected"),
            (DatabaseErrorKind::Unknown, "Verklemmung (Deadlock) entdeckt"),
            (DatabaseErrorKind::Unknown, "database is locked"),
        ] {
            assert!(matches!(error(kind, message), DbError::Contention), "{message}");
        }
    }

    #[test]
    fn a_full_disk_is_an_outage_and_closes_the_connection() {
        let full = error(DatabaseErrorKind::Unknown, "database or disk is full");
        assert!(matches!(full, DbError::Unavailable(_)) && !full.spares_the_connection());
    }

    #[test]
    fn a_node_that_is_gone_is_an_outage() {
        for message in [
            "connection to the remote node postgres@db2:5432 failed with the following error: Connection refused",
            "could not establish any connections to the node db2:5432 after 30000 ms",
            "failure on connection marked as essential: db2:5432",
        ] {
            // Citus uses the SQLSTATE of a closed connection.
            let error = error(DatabaseErrorKind::ClosedConnection, message);
            assert!(matches!(error, DbError::Unavailable(_)), "{message}");
        }
    }

    #[test]
    fn the_connection_to_a_demoted_server_is_lost() {
        let refusal = "cannot set transaction read-write mode during recovery";
        assert!(matches!(error(DatabaseErrorKind::Unknown, refusal), DbError::Lost(_)));
    }

    #[test]
    fn constraint_violations_are_failures() {
        for kind in [
            DatabaseErrorKind::CheckViolation,
            DatabaseErrorKind::ForeignKeyViolation,
            DatabaseErrorKind::NotNullViolation,
        ] {
            assert!(matches!(error(kind, "…"), DbError::Failed(_)));
        }
    }
}
