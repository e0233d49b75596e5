//! One database of a test cluster.

use super::ClusterError;
use crate::DatabaseUrl;
use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl, connection::SimpleConnection, sql_query, sql_types::BigInt,
};

/// A database of its own for one test; gone when dropped.
#[derive(Debug)]
pub struct PostgresDatabase {
    name: String,
    url: DatabaseUrl,
    admin_url: String,
}

impl PostgresDatabase {
    /// Makes a database, empty or as a copy of another.
    pub(super) fn create(port: u16, name: String, template: &str) -> Result<Self, ClusterError> {
        let admin_url = url(port, "postgres");
        execute(&admin_url, &format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"))?;
        let url = url(port, &name).parse().map_err(ClusterError::server)?;
        Ok(Self { name, url, admin_url })
    }

    /// Where it is.
    #[must_use]
    pub fn url(&self) -> &DatabaseUrl {
        &self.url
    }

    /// Where it is, as text for an environment variable. There is no password in it.
    #[must_use]
    pub fn url_text(&self) -> String {
        self.url.to_string()
    }

    /// Runs statements in it, past the store.
    pub fn execute(&self, sql: &str) -> Result<(), ClusterError> {
        execute(&self.url.to_string(), sql)
    }

    /// The number that a query finds, past the store.
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

    /// Cuts all connections to it, as a server does that restarts.
    pub fn cut_connections(&self) -> Result<(), ClusterError> {
        let name = &self.name;
        let cut = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
        execute(&self.admin_url, &cut)
    }
}

impl Drop for PostgresDatabase {
    /// Should this fail, the whole cluster goes away soon.
    fn drop(&mut self) {
        let _ = execute(&self.admin_url, &format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
    }
}

/// The URL of a database, for the one user whom the server trusts.
pub(super) fn url(port: u16, name: &str) -> String {
    format!("postgres://postgres@127.0.0.1:{port}/{name}")
}

/// Runs statements over a connection of their own.
pub(super) fn execute(url: &str, sql: &str) -> Result<(), ClusterError> {
    let mut connection = PgConnection::establish(url).map_err(ClusterError::server)?;
    connection.batch_execute(sql).map_err(ClusterError::server)
}
