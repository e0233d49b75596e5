#![doc = include_str!("../README.md")]

mod catalogue_copy;
mod connection;
mod connection_queue;
mod contents;
mod copied_store;
mod db_error;
mod destinations;
mod group_commit;
mod migrations;
mod opened_file;
mod opening;
mod options;
mod pool;
mod primary;
mod programs;
mod progress;
mod repositories;
mod retry;
mod revisions;
mod room;
mod schema;
mod snapshot;
mod statistics;
mod store;
mod stored;
#[cfg(feature = "testing")]
pub mod testing;
mod transaction;
mod unit;
mod url;

pub use connection_queue::PoolUsage;
pub use copied_store::{CopiedStore, Recovered};
pub use migrations::{MigrateError, MigrationReport, SchemaState};
pub use opening::OpenError;
pub use options::StoreOptions;
pub use programs::ProgramsMissing;
pub use snapshot::{
    InTheWay, NameOfSqlite, SnapshotError, check_name, check_replaceable, check_snapshot, replaced_file,
    restore_snapshot, take_snapshot, unknown_migrations, written_steadily,
};
pub use store::SqlStore;
pub use url::{DatabaseUrl, DatabaseUrlError};
