//! The port `Store`: opens the configured database for commands and for servers. Servers tolerate an outage as far as
//! possible.

use super::WireError;
use crate::config::{IdentitySettings, Settings};
use autoparts_application::{
    error_chain::error_chain,
    ports::{identity_accounts::IdentityStore, store::Store},
};
use autoparts_persistence::{CopiedStore, SchemaState, SqlStore, StoreOptions};
use std::sync::Arc;

/// A server's database, and the copy that serves the catalog during an outage.
pub(crate) struct ServingStore {
    /// The database itself.
    pub(crate) database: SqlStore,
    /// The same with a copy of its catalog; `None` on SQLite, whose file is on this machine.
    pub(crate) copied: Option<Arc<CopiedStore>>,
}

impl ServingStore {
    pub(super) fn ports(&self) -> (Arc<dyn Store>, Arc<dyn IdentityStore>) {
        match &self.copied {
            Some(copied) => (copied.clone(), copied.clone()),
            None => {
                let database = Arc::new(self.database.clone());
                (database.clone(), database)
            }
        }
    }
}

/// Opens the database for a server; its schema must match this program. During an outage, the server still starts if
/// it has a copy of the catalog.
pub(crate) fn serving_store(settings: &Settings) -> Result<ServingStore, WireError> {
    let Some(file) = &settings.catalogue_copy else {
        let database = store(settings)?;
        migrate_and_check(settings, &database)?;
        return Ok(ServingStore { database, copied: None });
    };
    match shop_store(settings) {
        Ok(database) => {
            check_schema(&database)?;
            let copied = CopiedStore::new(database.clone(), file).map(Arc::new);
            let copied = copied.inspect_err(|error| {
                let error = error_chain(error);
                tracing::warn!(error, "there is no copy of the catalog: CATALOGUE_COPY cannot be written");
            });
            Ok(ServingStore { database, copied: copied.ok() })
        }
        // The embedded identity provider cannot start without its keys.
        Err(WireError::Open(error))
            if CopiedStore::is_outage(&error) && settings.identity != IdentitySettings::Embedded =>
        {
            let Some(copied) = CopiedStore::without_database(&settings.database, &store_options(settings), file)?
            else {
                return Err(error.into());
            };
            tracing::warn!(%error, "the database is unavailable: serving only the catalog, from its copy, until it responds");
            Ok(ServingStore { database: copied.main().clone(), copied: Some(Arc::new(copied)) })
        }
        Err(error) => Err(error),
    }
}

fn store_options(settings: &Settings) -> StoreOptions {
    let mut options = StoreOptions::default();
    if let Some(connections) = settings.database_connections {
        options.connections = connections;
    }
    options
}

/// The port `Store`. Creates a SQLite file that does not exist.
pub(crate) fn store(settings: &Settings) -> Result<SqlStore, WireError> {
    Ok(SqlStore::open(&settings.database, &store_options(settings))?)
}

/// The same for the database of an existing shop.
pub(crate) fn shop_store(settings: &Settings) -> Result<SqlStore, WireError> {
    Ok(SqlStore::open_shop(&settings.database, &store_options(settings))?)
}

/// Checks that the schema matches this program. A SQLite file belongs to this server alone, so it is migrated.
/// PostgreSQL may serve other servers, so the operator has to migrate it.
pub(crate) fn migrate_and_check(settings: &Settings, store: &SqlStore) -> Result<(), WireError> {
    if settings.database.sqlite_file().is_some() {
        for migration in store.migrate()? {
            tracing::info!(migration, "migrated");
        }
    }
    check_schema(store)
}

/// Checks that the schema matches this program.
pub(crate) fn check_schema(store: &SqlStore) -> Result<(), WireError> {
    let state = store.schema()?;
    if let Some(warning) = missing_on_citus(store)? {
        tracing::warn!("{warning}");
    }
    match state {
        SchemaState::Current => Ok(()),
        SchemaState::Ahead { unknown } => {
            tracing::warn!(
                migrations = unknown.join(", "),
                "a newer version has migrated the database; replace this one soon"
            );
            Ok(())
        }
        SchemaState::Behind { pending } => Err(WireError::Behind(pending)),
        SchemaState::Foreign { .. } => Err(WireError::Foreign),
    }
}

/// A warning about tables of a distributed shop that are not safe from a crash of the coordinator.
pub(crate) fn missing_on_citus(store: &SqlStore) -> Result<Option<String>, WireError> {
    let statements = store.missing_on_citus()?.join("; ");
    Ok((!statements.is_empty()).then(|| {
        format!(
            "Citus does not know some tables, so a crash of the coordinator can lose rows of them. Place them: {statements}"
        )
    }))
}
