#![doc = include_str!("../README.md")]

mod connection;
mod fault;
mod lane;
mod migrations;
mod opening;
mod options;
mod pool;
mod progress;
mod repositories;
mod rerun;
mod schema;
mod store;
mod stored;
#[cfg(feature = "testing")]
pub mod testing;
mod transaction;
mod unit;
mod url;

pub use migrations::{MigrateError, SchemaState};
pub use opening::OpenError;
pub use options::StoreOptions;
pub use store::SqlStore;
pub use url::{DatabaseUrl, DatabaseUrlError};
