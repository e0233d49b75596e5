//! For tests: a PostgreSQL cluster that starts when the first test needs it and is removed automatically, and databases
//! in it. Not part of the product.
//!
//! ```text
//! let database = PostgresCluster::shared()?.migrated_database()?;
//! let store = SqlStore::open(database.url(), &StoreOptions::default())?;
//! ```
//!
//! Fails and names the package where PostgreSQL is not installed: skipped tests that pass are worse than none.

mod backdate;
mod cluster;
mod database;
mod grown;
mod large_catalogue;
mod rows;
mod server;
mod sqlite;

pub use backdate::let_time_pass;
pub use cluster::PostgresCluster;
pub use database::PostgresDatabase;
pub use grown::{grow, grown_sqlite};
pub use large_catalogue::{
    add_fitments_postgres, add_fitments_sqlite, add_parts_postgres, add_parts_sqlite, add_vehicles_postgres,
    add_vehicles_sqlite, insert_by_hand_postgres, insert_by_hand_sqlite,
};
pub use rows::{damage, execute_in, rows};
pub use sqlite::{copy_template, migrated_sqlite};

use std::io;

/// Why no test cluster is available.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// No binaries in `PATH` or in Debian's folders.
    #[error("PostgreSQL is not installed; install it: apt-get install postgresql")]
    NotInstalled,
    /// PostgreSQL does not run as root, and there is no other user to run it as.
    #[error("PostgreSQL does not run as root, and this machine has neither a user postgres nor a user nobody")]
    NoUser,
    /// A call of the operating system failed.
    #[error("cannot {what}: {cause}")]
    System {
        /// The attempted operation.
        what: &'static str,
        /// The operating system's error.
        cause: io::Error,
    },
    /// One of PostgreSQL's programs failed.
    #[error("{program} failed:\n{output}")]
    Program {
        /// The name of the program.
        program: &'static str,
        /// The program's output.
        output: String,
    },
    /// The server runs but a statement failed.
    #[error("the test cluster failed: {0}")]
    Server(String),
}

impl ClusterError {
    /// For `map_err` after a call of the operating system.
    fn system(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |cause| Self::System { what, cause }
    }

    /// For `map_err` after a statement.
    fn server(error: impl std::fmt::Display) -> Self {
        Self::Server(error.to_string())
    }
}
