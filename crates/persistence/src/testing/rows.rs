//! Reads a database directly, bypassing the store.

use super::ClusterError;
use crate::DatabaseUrl;
use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection, connection::SimpleConnection,
    result::QueryResult, sql_query, sql_types::Text,
};

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    row: String,
}

/// The rows of a query on either database, each as one text in a column named `row`.
pub fn rows(url: &DatabaseUrl, query: &str) -> Result<Vec<String>, ClusterError> {
    let found: QueryResult<Vec<Row>> = match url.sqlite_file() {
        Some(file) => {
            let name = file.display().to_string();
            sql_query(query).load(&mut SqliteConnection::establish(&name).map_err(ClusterError::server)?)
        }
        None => {
            let mut connection = PgConnection::establish(&url.to_string()).map_err(ClusterError::server)?;
            sql_query(query).load(&mut connection)
        }
    };
    Ok(found.map_err(ClusterError::server)?.into_iter().map(|row| row.row).collect())
}

/// The damage that SQLite finds when it checks every page and index entry of a file; empty if there is none.
pub fn damage(url: &DatabaseUrl) -> Result<Vec<String>, ClusterError> {
    let mut found = rows(url, "SELECT integrity_check AS row FROM pragma_integrity_check")?;
    found.retain(|line| line != "ok");
    Ok(found)
}

/// Executes statements on either database, bypassing the store.
pub fn execute_in(url: &DatabaseUrl, sql: &str) -> Result<(), ClusterError> {
    match url.sqlite_file() {
        Some(file) => {
            let name = file.display().to_string();
            SqliteConnection::establish(&name).map_err(ClusterError::server)?.batch_execute(sql)
        }
        None => PgConnection::establish(&url.to_string()).map_err(ClusterError::server)?.batch_execute(sql),
    }
    .map_err(ClusterError::server)
}
