//! Saves data that is replaced as a whole under a revision: member documents, rates.

use crate::{connection::AnyConnection, db_error::DbError};
use diesel::QueryResult;

/// Inserts a row at revision 0 and updates it at a later one; `update` must change it only at that revision. A caller
/// whose revision is outdated gets contention, and its next run reads what was saved.
pub(crate) fn save_at(
    revision: i64,
    connection: &mut AnyConnection,
    insert: impl FnOnce(&mut AnyConnection) -> QueryResult<usize>,
    update: impl FnOnce(&mut AnyConnection) -> QueryResult<usize>,
) -> Result<(), DbError> {
    let saved = if revision == 0 {
        match insert(connection).map_err(DbError::from) {
            Err(DbError::Duplicate) => 0,
            saved => saved?,
        }
    } else {
        update(connection)?
    };
    if saved == 1 { Ok(()) } else { Err(DbError::Contention) }
}
