//! A copy of the public catalog in a SQLite file on the server's disk, used while PostgreSQL is unavailable. This
//! module holds the file and the code that keeps it up to date. `copied_store` decides when reads use it.
//!
//! The file has the tables of any SQLite shop, so the same queries read it; only the catalog tables are filled. It
//! holds no secrets and no personal data except the names on reviews. It can be deleted at any time.

mod file;
mod tables;

pub(crate) use file::CopyFile;

use crate::store::SqlStore;
use autoparts_application::ports::{
    page::Page,
    part_search::IndexPosition,
    store::Store,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{id::PartId, time::Timestamp};
use file::Progress;
use std::time::{Duration, Instant};
use tables::Rows;
use tokio::sync::Mutex;

/// Parts copied per batch.
const BATCH: u32 = 200;

/// Minimum age of a change before it is copied: transactions become visible later than their timestamps, and server
/// clocks differ. So the copy lags by a few minutes, and copies each change once.
const SETTLED: Duration = Duration::from_mins(2);

/// Interval between full copies, whether or not anything seems to have changed, so that a clock that was off by more
/// than `SETTLED` cannot leave outdated data in the copy forever.
const REFILLED_EVERY: Duration = Duration::from_hours(24);

/// Interval between copies of stock and the shared tables; longer if copying takes long.
const REST_EVERY: Duration = Duration::from_mins(1);

/// Copying them takes at most one part in this many of the time.
const REST_SHARE: u32 = 100;

/// Keeps the copy in step with the database.
#[derive(Debug)]
pub(crate) struct CatalogueCopy {
    file: CopyFile,
    /// When stock and the shared tables are next due to be copied. Locked while a round runs.
    rest_due: Mutex<Instant>,
}

impl CatalogueCopy {
    pub(crate) fn new(file: CopyFile) -> Self {
        Self { file, rest_due: Mutex::new(Instant::now()) }
    }

    pub(crate) fn file(&self) -> &CopyFile {
        &self.file
    }

    /// Runs one round at a time: continues an unfinished full copy, or copies recent changes. Returns the number of
    /// parts copied.
    pub(crate) async fn follow(&self, main: &SqlStore, now: Timestamp) -> StoreResult<u64> {
        let mut rest_due = self.rest_due.lock().await;
        let settled = now.minus(SETTLED);
        let mut count = 0;
        let mut progress = self.file.progress().await?;
        if progress.filled_at.is_none_or(|at| now >= at.plus(REFILLED_EVERY)) {
            count += self.fill(main, progress, settled).await?;
            progress = self.file.progress().await?;
            *rest_due = Instant::now();
        }
        count += self.take_over_changes(main, progress, settled).await?;
        if Instant::now() >= *rest_due {
            let began = Instant::now();
            self.copy_rest(main).await?;
            *rest_due = Instant::now() + REST_EVERY.max(began.elapsed() * REST_SHARE);
        }
        self.file.note_copied(settled).await?;
        Ok(count)
    }

    /// Copies all parts in order of id, resuming where an earlier run was interrupted.
    async fn fill(&self, main: &SqlStore, mut progress: Progress, settled: Timestamp) -> StoreResult<u64> {
        // Parts refer to rows of the shared tables.
        self.copy_rest(main).await?;
        if progress.filled_to.is_none() {
            // Later changes are copied afterwards.
            let since = IndexPosition { changed_at: settled, part: PartId::from(uuid::Uuid::nil()) };
            progress.position = progress.position.or(Some(since));
        }
        let mut count = 0;
        loop {
            let page = Page { after: progress.filled_to, limit: BATCH };
            let ids = shared(main).read(move |tx| tx.part_ids(&page)).await?;
            let Some(last) = ids.last().copied() else { break };
            count += u64::try_from(ids.len()).unwrap_or(u64::MAX);
            progress.filled_to = Some(last);
            self.copy_parts(main, &ids, progress).await?;
        }
        self.file.note_filled(progress, settled).await?;
        Ok(count)
    }

    async fn take_over_changes(&self, main: &SqlStore, mut progress: Progress, settled: Timestamp) -> StoreResult<u64> {
        let mut count = 0;
        while let Some(position) = progress.position {
            let mut changes = shared(main).read(move |tx| tx.changed_parts(position, BATCH)).await?;
            changes.retain(|change| change.position.changed_at <= settled);
            let Some(last) = changes.last() else { break };
            progress.position = Some(last.position);
            let ids: Vec<PartId> = changes.iter().map(|change| change.position.part).collect();
            count += u64::try_from(ids.len()).unwrap_or(u64::MAX);
            self.copy_parts(main, &ids, progress).await?;
        }
        Ok(count)
    }

    /// Copies the given parts with their related rows.
    async fn copy_parts(&self, main: &SqlStore, ids: &[PartId], progress: Progress) -> StoreResult<()> {
        let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        let tables = self.file.tables_of_parts();
        let wanted = ids.clone();
        let rows = main.reading(move |connection| {
            tables
                .iter()
                .map(|table| table.rows_of_parts(connection, &wanted))
                .collect::<Result<Vec<Rows>, StoreError>>()
        });
        self.file.replace_parts(ids, rows.await?, progress).await
    }

    /// Copies the shared tables, reviews, and stock.
    async fn copy_rest(&self, main: &SqlStore) -> StoreResult<()> {
        for table in self.file.shared_tables() {
            let rows = main.reading(move |connection| table.all_rows(connection)).await?;
            self.file.replace_all(rows).await?;
        }
        let mut after = String::new();
        loop {
            let from = after.clone();
            let rows = main.reading(move |connection| tables::stock_after(connection, &from)).await?;
            let Some(last) = rows.last else { return Ok(()) };
            after = last;
            self.file.update_stock(rows.rows).await?;
        }
    }
}

/// The store through its port, for units of work.
fn shared(store: &SqlStore) -> &dyn Store {
    store
}
