//! The file of the catalog copy: creates it, fills it, and records its progress.

use super::tables::{self, Rows, Table};
use crate::{
    connection::AnyConnection, db_error::DbError, migrations::SchemaState, options::StoreOptions, store::SqlStore,
};
use autoparts_application::ports::{
    part_search::IndexPosition,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{id::PartId, time::Timestamp};
use diesel::{
    OptionalExtension, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    sql_query,
    sql_types::{BigInt, Nullable, Text},
};
use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// The table that records the progress of the copy.
const PROGRESS: &str = "CREATE TABLE IF NOT EXISTS catalogue_copy (
        id INTEGER PRIMARY KEY CHECK (id = 1), changed_at BIGINT, changed_part TEXT, filled_to TEXT, filled_at BIGINT,
        copied_at BIGINT);
    INSERT OR IGNORE INTO catalogue_copy (id) VALUES (1)";

/// The progress of the copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Progress {
    /// Changes up to here have been copied; `None` in a new file.
    pub(super) position: Option<IndexPosition>,
    /// The last part copied, while a full copy is running.
    pub(super) filled_to: Option<PartId>,
    /// When the last full copy was completed; `None` until then.
    pub(super) filled_at: Option<Timestamp>,
}

#[derive(QueryableByName)]
struct ProgressRow {
    #[diesel(sql_type = Nullable<BigInt>)]
    changed_at: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    changed_part: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    filled_to: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    filled_at: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    copied_at: Option<i64>,
}

/// The SQLite file of the copy.
#[derive(Debug)]
pub(crate) struct CopyFile {
    store: SqlStore,
    of_parts: Vec<Table>,
    shared: Vec<Table>,
    /// Fingerprints of the tables that are copied whole, so that unchanged contents are not written again.
    known: Mutex<BTreeMap<&'static str, u64>>,
    /// The moment that the copy shows; `None` until it is complete.
    shows: Mutex<Option<Timestamp>>,
}

impl CopyFile {
    /// Opens the copy, or starts a new one if it is missing, damaged or from another release. Blocks.
    pub(crate) fn open(file: &Path) -> StoreResult<Self> {
        Self::try_open(file).or_else(|error| {
            tracing::warn!(%error, file = %file.display(), "the catalog copy is unusable and will be rebuilt");
            remove(file).map_err(|error| StoreError::Unavailable(error.into()))?;
            Self::try_open(file)
        })
    }

    fn try_open(file: &Path) -> StoreResult<Self> {
        let url = format!("sqlite://{}", file.display());
        let url = url.parse().map_err(|error| StoreError::Failed(Box::new(error)))?;
        // A separate store, so that it shares no queues or connections with the database.
        let options = StoreOptions { may_be_deleted: true, ..StoreOptions::default() };
        let store = SqlStore::open(&url, &options).map_err(|error| StoreError::Unavailable(Box::new(error)))?;
        match store.schema()? {
            SchemaState::Ahead { .. } | SchemaState::Foreign { .. } => {
                return Err(StoreError::Failed("it is from another release".into()));
            }
            // A copy from an older release has no data for newer columns.
            SchemaState::Behind { .. } if has_progress(&store)? => {
                return Err(StoreError::Failed("it is from an older release".into()));
            }
            SchemaState::Behind { .. } | SchemaState::Current => {}
        }
        store.migrate().map_err(|error| StoreError::Failed(Box::new(error)))?;
        let (of_parts, shared, shows) = store.on_writer(|connection| {
            let copy = sqlite(connection)?;
            copy.batch_execute(PROGRESS).map_err(failed)?;
            let of_parts = tables::OF_PARTS.iter().map(|(name, key)| Table::of_copy(copy, name, Some(key)));
            let of_parts = of_parts.collect::<StoreResult<Vec<Table>>>()?;
            let shared = tables::SHARED.iter().map(|name| Table::of_copy(copy, name, None));
            let shared = shared.collect::<StoreResult<Vec<Table>>>()?;
            let row = progress_row(copy)?;
            let is_complete = row.filled_at.is_some();
            let shows = row.copied_at.filter(|_| is_complete).map(Timestamp::from_micros);
            Ok((of_parts, shared, shows))
        })?;
        Ok(Self { store, of_parts, shared, known: Mutex::default(), shows: Mutex::new(shows) })
    }

    /// The store for reading the copy.
    pub(crate) fn store(&self) -> &SqlStore {
        &self.store
    }

    /// The moment that the copy shows; `None` until it is complete.
    pub(crate) fn shows(&self) -> Option<Timestamp> {
        *self.shows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn tables_of_parts(&self) -> Vec<Table> {
        self.of_parts.clone()
    }

    pub(super) fn shared_tables(&self) -> Vec<Table> {
        self.shared.clone()
    }

    pub(super) async fn progress(&self) -> StoreResult<Progress> {
        let row = self.store.writing(|connection| progress_row(sqlite(connection)?)).await?;
        let part = |text: &Option<String>| text.as_deref().and_then(|text| text.parse().ok());
        let position = match (row.changed_at, part(&row.changed_part)) {
            (Some(at), Some(part)) => Some(IndexPosition { changed_at: Timestamp::from_micros(at), part }),
            _ => None,
        };
        let filled_at = row.filled_at.map(Timestamp::from_micros);
        Ok(Progress { position, filled_to: part(&row.filled_to), filled_at })
    }

    /// Replaces the rows of the given parts and records the progress, atomically.
    pub(super) async fn replace_parts(&self, ids: Vec<String>, rows: Vec<Rows>, progress: Progress) -> StoreResult<()> {
        // Hexadecimal digits and hyphens need no escaping in JSON.
        let ids = format!("[{}]", ids.iter().map(|id| format!("\"{id}\"")).collect::<Vec<_>>().join(", "));
        self.change(move |copy| {
            for rows in &rows {
                rows.replace_parts(copy, &ids)?;
            }
            note(copy, progress)
        })
        .await
    }

    /// Replaces the rows of a whole table, unless they are unchanged.
    pub(super) async fn replace_all(&self, rows: Rows) -> StoreResult<()> {
        let (table, text) = rows.fingerprint();
        let mut hash = DefaultHasher::new();
        text.hash(&mut hash);
        let fingerprint = hash.finish();
        if self.known.lock().unwrap_or_else(PoisonError::into_inner).get(table) == Some(&fingerprint) {
            return Ok(());
        }
        self.change(move |copy| rows.replace_all(copy)).await?;
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(table, fingerprint);
        Ok(())
    }

    pub(super) async fn update_stock(&self, rows: String) -> StoreResult<()> {
        self.change(move |copy| tables::update_stock(copy, &rows)).await
    }

    /// Records that all parts have been copied.
    pub(super) async fn note_filled(&self, progress: Progress, at: Timestamp) -> StoreResult<()> {
        self.change(move |copy| note(copy, Progress { filled_to: None, filled_at: Some(at), ..progress })).await
    }

    /// Records that the copy now shows the database as of the given moment.
    pub(super) async fn note_copied(&self, at: Timestamp) -> StoreResult<()> {
        self.change(move |copy| {
            sql_query("UPDATE catalogue_copy SET copied_at = ?")
                .bind::<BigInt, _>(at.micros())
                .execute(copy)
                .map_err(failed)
        })
        .await?;
        *self.shows.lock().unwrap_or_else(PoisonError::into_inner) = Some(at);
        Ok(())
    }

    async fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut SqliteConnection) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.store
            .writing(|connection| {
                let copy = sqlite(connection)?;
                // Parts are inserted before the parts that supersede them, and may outlive the rows they refer to.
                copy.batch_execute("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE").map_err(failed)?;
                let changed = change(copy).and_then(|changed| {
                    copy.batch_execute("COMMIT").map_err(failed)?;
                    Ok(changed)
                });
                if changed.is_err() {
                    // The original error matters; rolling back a transaction that has already ended fails, which is
                    // fine.
                    let _ = copy.batch_execute("ROLLBACK");
                }
                changed
            })
            .await
    }
}

fn failed(error: diesel::result::Error) -> StoreError {
    DbError::from(error).into()
}

fn sqlite(connection: &mut AnyConnection) -> StoreResult<&mut SqliteConnection> {
    match connection {
        AnyConnection::Sqlite(connection) => Ok(connection),
        AnyConnection::Postgres(_) => Err(StoreError::Failed("the copy of a catalog is a file".into())),
    }
}

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = BigInt)]
    found: i64,
}

/// Whether the file has been used as a copy before.
fn has_progress(store: &SqlStore) -> StoreResult<bool> {
    store.on_writer(|connection| {
        let found: Option<Found> = sql_query("SELECT 1 AS found FROM sqlite_schema WHERE name = 'catalogue_copy'")
            .get_result(sqlite(connection)?)
            .optional()
            .map_err(failed)?;
        Ok(found.is_some_and(|row| row.found == 1))
    })
}

fn progress_row(copy: &mut SqliteConnection) -> StoreResult<ProgressRow> {
    sql_query("SELECT changed_at, changed_part, filled_to, filled_at, copied_at FROM catalogue_copy")
        .get_result(copy)
        .map_err(failed)
}

fn note(copy: &mut SqliteConnection, progress: Progress) -> StoreResult<()> {
    sql_query("UPDATE catalogue_copy SET changed_at = ?, changed_part = ?, filled_to = ?, filled_at = ?")
        .bind::<Nullable<BigInt>, _>(progress.position.map(|position| position.changed_at.micros()))
        .bind::<Nullable<Text>, _>(progress.position.map(|position| position.part.to_string()))
        .bind::<Nullable<Text>, _>(progress.filled_to.map(|part| part.to_string()))
        .bind::<Nullable<BigInt>, _>(progress.filled_at.map(Timestamp::micros))
        .execute(copy)
        .map(drop)
        .map_err(failed)
}

/// Deletes the file and SQLite's files next to it.
fn remove(file: &Path) -> io::Result<()> {
    for ending in ["", "-wal", "-shm"] {
        let mut name = OsString::from(file);
        name.push(ending);
        match fs::remove_file(PathBuf::from(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
