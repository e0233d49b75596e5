//! A copy of what everybody may see of the catalogue, in a SQLite file beside the server: what it answers from while its
//! PostgreSQL is away. What lives here: the file, and how it follows the database. Who reads from it when is decided in
//! `copied_store`.
//!
//! The file has the tables of any SQLite shop, so that the same queries read it; only those of the catalogue are filled.
//! Nothing in it is secret, and nobody is named in it but who signed a review. It can be deleted at any time.

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

/// Parts that are copied in one go.
const AT_ONCE: u32 = 200;

/// How old a change is that is taken over: transactions become visible later than the times in them, and the clocks of
/// servers differ. So the copy is a few minutes behind, and takes each change over once.
const SETTLED: Duration = Duration::from_mins(2);

/// How often everything is copied again, whether or not it seems to have changed: a clock that was more than that wrong
/// must not leave something old behind for ever.
const REFILLED_EVERY: Duration = Duration::from_hours(24);

/// How often stock and what parts share are looked at, at least.
const REST_EVERY: Duration = Duration::from_mins(1);

/// Looking at them takes no more of the time than one in so many parts.
const REST_SHARE: u32 = 100;

/// Has the copy follow the database.
#[derive(Debug)]
pub(crate) struct CatalogueCopy {
    file: CopyFile,
    /// When stock and what parts share are to be copied again. Held while a round runs.
    rest_due: Mutex<Instant>,
}

impl CatalogueCopy {
    pub(crate) fn new(file: CopyFile) -> Self {
        Self { file, rest_due: Mutex::new(Instant::now()) }
    }

    pub(crate) fn file(&self) -> &CopyFile {
        &self.file
    }

    /// One round at a moment: fills the copy, if that has not come to its end, or takes over what has changed. How many
    /// parts were copied.
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

    /// Copies all parts in the order of their ids, on from where that was interrupted.
    async fn fill(&self, main: &SqlStore, mut progress: Progress, settled: Timestamp) -> StoreResult<u64> {
        // Without what parts share, the copy would not be one.
        self.copy_rest(main).await?;
        if progress.filled_to.is_none() {
            // What changes from now on is taken over afterwards.
            let since = IndexPosition { changed_at: settled, part: PartId::from(uuid::Uuid::nil()) };
            progress.position = progress.position.or(Some(since));
        }
        let mut count = 0;
        loop {
            let page = Page { after: progress.filled_to, limit: AT_ONCE };
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
            let mut changes = shared(main).read(move |tx| tx.changed_parts(position, AT_ONCE)).await?;
            changes.retain(|change| change.position.changed_at <= settled);
            let Some(last) = changes.last() else { break };
            progress.position = Some(last.position);
            let ids: Vec<PartId> = changes.iter().map(|change| change.position.part).collect();
            count += u64::try_from(ids.len()).unwrap_or(u64::MAX);
            self.copy_parts(main, &ids, progress).await?;
        }
        Ok(count)
    }

    /// Copies some parts with all that is said about them.
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

    /// Copies what parts share, reviews, and how much there is of each part.
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

/// The store as those see it who use units of work.
fn shared(store: &SqlStore) -> &dyn Store {
    store
}
