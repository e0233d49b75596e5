//! One database of a test cluster.

use super::ClusterError;
use crate::DatabaseUrl;
use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl, connection::SimpleConnection, sql_query, sql_types::BigInt,
};

/// A database for one test; removed when dropped.
#[derive(Debug)]
pub struct PostgresDatabase {
    name: String,
    url: DatabaseUrl,
    admin_url: String,
}

impl PostgresDatabase {
    /// Creates a database, empty or as a copy of another.
    pub(super) fn create(port: u16, name: String, template: &str) -> Result<Self, ClusterError> {
        let admin_url = url(port, "postgres");
        execute(&admin_url, &format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"))?;
        let url = url(port, &name).parse().map_err(ClusterError::server)?;
        Ok(Self { name, url, admin_url })
    }

    /// The URL of the database.
    #[must_use]
    pub fn url(&self) -> &DatabaseUrl {
        &self.url
    }

    /// The URL as text, for an environment variable. It contains no password.
    #[must_use]
    pub fn url_text(&self) -> String {
        self.url.to_string()
    }

    /// Executes statements directly, bypassing the store.
    pub fn execute(&self, sql: &str) -> Result<(), ClusterError> {
        execute(&self.url.to_string(), sql)
    }

    /// The number that a query returns, bypassing the store.
    pub fn number(&self, query: &str) -> Result<i64, ClusterError> {
        #[derive(QueryableByName)]
        struct Number {
            #[diesel(sql_type = BigInt)]
            number: i64,
        }
        let mut connection = PgConnection::establish(&self.url.to_string()).map_err(ClusterError::server)?;
        let found: Number = sql_query(format!("SELECT ({query}) AS number"))
            .get_result(&mut connection)
            .map_err(ClusterError::server)?;
        Ok(found.number)
    }

    /// Terminates all connections to it, as a restarting server does.
    pub fn cut_connections(&self) -> Result<(), ClusterError> {
        let name = &self.name;
        let cut = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
        execute(&self.admin_url, &cut)
    }
}

impl Drop for PostgresDatabase {
    /// Errors are ignored: the whole cluster is removed soon.
    fn drop(&mut self) {
        let _ = execute(&self.admin_url, &format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
    }
}

/// The URL of a database, for the one user whom the server trusts.
pub(super) fn url(port: u16, name: &str) -> String {
    format!("postgres://postgres@127.0.0.1:{port}/{name}")
}

/// Executes statements on a separate connection.
pub(super) fn execute(url: &str, sql: &str) -> Result<(), ClusterError> {
    let mut connection = PgConnection::establish(url).map_err(ClusterError::server)?;
    connection.batch_execute(sql).map_err(ClusterError::server)
}
