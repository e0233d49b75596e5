//! The search port implemented with tantivy: concurrency limits, and recovery from a lost or unusable index.

use crate::{
    analysis::Analyzer,
    generation::{Filling, Generation},
    home::Home,
    query::Queries,
    schema::{Fields, schema},
    searching::{Searching, unavailable},
    snapshot::Snapshot,
    synonyms::Synonyms,
};
use async_trait::async_trait;
use autoparts_application::ports::part_search::{
    CatalogueCounts, IndexBatch, IndexPosition, IndexProgress, PartSearch, SearchError, SearchResult,
};
use autoparts_domain::{
    catalogue::search::{SearchQuery, SearchWords},
    id::PartId,
    slug::{EngineId, MakeId},
    vehicles::{ModelId, ModelYear},
};
use std::{
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock},
};
use tantivy::TantivyError;
use tokio::sync::Semaphore;

/// Maximum concurrent searches per core; further ones wait. A search takes milliseconds of CPU, and rarely waits for
/// the disk.
const SEARCHES_PER_CORE: usize = 2;

/// A search index in a folder, or in memory.
pub struct TantivySearch {
    index: Arc<Searched>,
    permits: Arc<Semaphore>,
}

struct Searched {
    fields: Fields,
    synonyms: Synonyms,
    analyzer: Analyzer,
    /// The snapshot that searches use.
    served: RwLock<Arc<Snapshot>>,
    progress: Mutex<IndexProgress>,
    written: Mutex<Written>,
}

/// The indexes being written. Locked during any write.
struct Written {
    /// `None` if the index is in memory.
    home: Option<Home>,
    current: Numbered,
    /// The new index while it is filled, before it replaces the current one.
    next: Option<Numbered>,
}

/// An index, and the number of its folder.
struct Numbered {
    number: u64,
    generation: Generation,
}

impl Numbered {
    fn create(home: Option<&Home>, number: u64) -> tantivy::Result<Self> {
        let folder = home.map(|home| home.make(number)).transpose()?;
        Ok(Self { number, generation: Generation::create(folder)? })
    }
}

fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Written {
    /// Opens the index of a folder; creates an empty one if there is none, or it is unreadable. Without a usable
    /// folder, the index is in memory.
    fn open(folder: Option<&Path>) -> tantivy::Result<Self> {
        let Some(folder) = folder else { return Self::in_memory() };
        match Self::in_folder(folder) {
            Ok(opened) => Ok(opened),
            Err(error) => {
                let folder = folder.display();
                tracing::warn!(error = %error_chain(&*error), %folder, "cannot use the search folder; the index is in memory");
                Self::in_memory()
            }
        }
    }

    fn in_memory() -> tantivy::Result<Self> {
        Ok(Self { home: None, current: Numbered::create(None, 1)?, next: None })
    }

    fn in_folder(folder: &Path) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        let home = Home::open(folder)?;
        if let Some(number) = home.current() {
            match Generation::open(home.folder(number)) {
                Ok(generation) => {
                    home.remove_others(number)?;
                    return Ok(Self { home: Some(home), current: Numbered { number, generation }, next: None });
                }
                Err(error) => {
                    tracing::warn!(error = %error_chain(&error), "the search index is damaged and will be rebuilt");
                }
            }
        }
        let number = home.current().map_or(1, |number| number.wrapping_add(1));
        let current = Numbered::create(Some(&home), number)?;
        home.set_current(number)?;
        Ok(Self { home: Some(home), current, next: None })
    }

    /// The index that changes are written to.
    fn target(&mut self) -> &mut Generation {
        let Self { current, next, .. } = self;
        &mut next.as_mut().unwrap_or(current).generation
    }

    /// Whether the folder, or an index in it, is gone.
    fn is_lost(&self) -> bool {
        let here =
            |home: &Home| home.has(self.current.number) && self.next.as_ref().is_none_or(|next| home.has(next.number));
        self.home.as_ref().is_some_and(|home| !here(home))
    }
}

/// An error with its causes.
fn error_chain(error: &(dyn std::error::Error + 'static)) -> String {
    let chain = std::iter::successors(Some(error), |error| error.source());
    chain.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

impl Searched {
    fn searching<'a>(&'a self, snapshot: &'a Snapshot) -> Searching<'a> {
        let queries = Queries { fields: self.fields, synonyms: &self.synonyms, searcher: &snapshot.searcher };
        Searching { snapshot, queries, analyzer: self.analyzer.clone() }
    }

    fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.served.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Publishes the current state of the index to searches.
    fn serve(&self, written: &mut Written) -> tantivy::Result<()> {
        let snapshot = Arc::new(written.current.generation.snapshot()?);
        *self.served.write().unwrap_or_else(PoisonError::into_inner) = snapshot;
        Ok(())
    }

    fn update_progress(&self, written: &mut Written) {
        let progress = match written.target().filling() {
            Some(Filling { done, of }) => IndexProgress::Building { done, of },
            None => IndexProgress::Ready,
        };
        *unpoisoned(&self.progress) = progress;
    }

    /// Locks the index for writing, and returns whether it was lost: a deleted folder is recreated, empty. A failed
    /// writer is reopened at the last commit.
    fn reopened(&self) -> tantivy::Result<(MutexGuard<'_, Written>, bool)> {
        let mut written = unpoisoned(&self.written);
        let lost = written.is_lost();
        if lost {
            let folder = written.home.as_ref().map(|home| home.root().to_owned());
            tracing::warn!("the search index folder is gone; rebuilding the index");
            // The lock of a folder that was moved away is released before the folder is recreated.
            written.home = None;
            *written = Written::open(folder.as_deref())?;
            self.serve(&mut written)?;
        }
        written.target().reopen_writer()?;
        self.update_progress(&mut written);
        Ok((written, lost))
    }

    /// Locks the index for writing. Fails if it was lost, because further changes alone would leave it incomplete.
    fn written(&self) -> tantivy::Result<MutexGuard<'_, Written>> {
        match self.reopened()? {
            (written, false) => Ok(written),
            (_, true) => Err(TantivyError::InternalError("the folder of the index was deleted".to_owned())),
        }
    }

    fn apply(&self, batch: IndexBatch) -> tantivy::Result<()> {
        let mut written = self.written()?;
        let committed = written.target().apply(batch, &mut self.analyzer.clone())?;
        if committed && written.next.is_none() {
            self.serve(&mut written)?;
        }
        self.update_progress(&mut written);
        Ok(())
    }

    fn begin_rebuild(&self, documents: u64) -> tantivy::Result<()> {
        let mut written = self.written()?;
        let current = &written.current.generation;
        let is_complete = current.filling().is_none() && current.position().is_some();
        if is_complete {
            let number = written.next.take().map_or(written.current.number, |next| next.number).wrapping_add(1);
            let mut next = Numbered::create(written.home.as_ref(), number)?;
            next.generation.begin(documents)?;
            written.next = Some(next);
        } else {
            written.current.generation.begin(documents)?;
            self.serve(&mut written)?;
        }
        self.update_progress(&mut written);
        Ok(())
    }

    fn finish_rebuild(&self) -> tantivy::Result<()> {
        let mut written = self.written()?;
        if written.target().filling().is_some() {
            written.target().finish()?;
            if let Some(next) = written.next.take() {
                written.current = next;
                if let Some(home) = &written.home {
                    home.set_current(written.current.number)?;
                }
            }
            self.serve(&mut written)?;
        }
        self.update_progress(&mut written);
        Ok(())
    }
}

impl TantivySearch {
    /// Opens the index of a folder, which is created if it is missing. An index that is damaged, of another format, or
    /// gone is recreated empty, which [`position`](PartSearch::position) reports. Without a folder, or if the folder
    /// is not writable or another process uses it, the index is in memory. Blocks while it reads the files.
    pub fn open(folder: Option<&Path>, synonyms: Synonyms) -> Result<Self, SearchError> {
        let mut written = Written::open(folder).map_err(unavailable)?;
        let snapshot = written.current.generation.snapshot().map_err(unavailable)?;
        let index = Searched {
            fields: schema().1,
            synonyms,
            analyzer: Analyzer::new(),
            served: RwLock::new(Arc::new(snapshot)),
            progress: Mutex::new(IndexProgress::Ready),
            written: Mutex::new(written),
        };
        index.update_progress(&mut unpoisoned(&index.written));
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Ok(Self { index: Arc::new(index), permits: Arc::new(Semaphore::new(cores.saturating_mul(SEARCHES_PER_CORE))) })
    }

    /// Runs blocking index operations on a suitable thread.
    #[expect(clippy::disallowed_methods, reason = "the only place of this crate that starts blocking work")]
    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Searched) -> Result<T, SearchError> + Send + 'static,
    ) -> Result<T, SearchError> {
        let index = Arc::clone(&self.index);
        let span = tracing::Span::current();
        tokio::task::spawn_blocking(move || span.in_scope(|| work(&index))).await.map_err(unavailable)?
    }

    /// Searches the current snapshot, within the concurrency limit.
    async fn searched<T: Send + 'static>(
        &self,
        search: impl FnOnce(Searching<'_>) -> Result<T, SearchError> + Send + 'static,
    ) -> Result<T, SearchError> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(unavailable)?;
        self.blocking(move |index| {
            // Held until the search ends, even if the caller is gone.
            let _permit = permit;
            search(index.searching(&index.snapshot()))
        })
        .await
    }

    async fn written<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Searched) -> tantivy::Result<T> + Send + 'static,
    ) -> Result<T, SearchError> {
        self.blocking(|index| work(index).map_err(unavailable)).await
    }
}

#[async_trait]
impl PartSearch for TantivySearch {
    async fn search(&self, query: &SearchQuery) -> Result<SearchResult, SearchError> {
        let query = query.clone();
        self.searched(move |searching| searching.search(&query)).await
    }

    async fn suggest(&self, typed: &SearchWords, limit: u32) -> Result<Vec<PartId>, SearchError> {
        let typed = typed.clone();
        self.searched(move |searching| searching.suggest(&typed, limit).map_err(unavailable)).await
    }

    async fn find_all(&self, query: &SearchQuery, most: u32) -> Result<Vec<PartId>, SearchError> {
        let query = query.clone();
        self.searched(move |searching| searching.find_all(&query, most).map_err(unavailable)).await
    }

    async fn counts(&self) -> Result<CatalogueCounts, SearchError> {
        self.searched(|searching| searching.counts().map_err(unavailable)).await
    }

    async fn vehicle_years(&self) -> Result<Vec<ModelYear>, SearchError> {
        self.searched(|searching| searching.vehicles().years().map_err(unavailable)).await
    }

    async fn vehicle_makes(&self, year: ModelYear) -> Result<Vec<MakeId>, SearchError> {
        self.searched(move |searching| searching.vehicles().makes(year).map_err(unavailable)).await
    }

    async fn vehicle_models(
        &self,
        year: ModelYear,
        make: &MakeId,
        in_stock: bool,
    ) -> Result<Vec<ModelId>, SearchError> {
        let make = make.clone();
        self.searched(move |searching| searching.vehicles().models(year, &make, in_stock).map_err(unavailable)).await
    }

    async fn vehicle_engines(&self, year: ModelYear, model: &ModelId) -> Result<Vec<EngineId>, SearchError> {
        let model = model.clone();
        self.searched(move |searching| searching.vehicles().engines(year, &model).map_err(unavailable)).await
    }

    async fn apply(&self, batch: IndexBatch) -> Result<(), SearchError> {
        self.written(|index| index.apply(batch)).await
    }

    async fn position(&self) -> Result<Option<IndexPosition>, SearchError> {
        self.written(|index| Ok(index.reopened()?.0.target().position())).await
    }

    fn progress(&self) -> IndexProgress {
        *unpoisoned(&self.index.progress)
    }

    async fn begin_rebuild(&self, documents: u64) -> Result<(), SearchError> {
        self.written(move |index| index.begin_rebuild(documents)).await
    }

    async fn finish_rebuild(&self) -> Result<(), SearchError> {
        self.written(Searched::finish_rebuild).await
    }
}
