//! One index: its writer and its progress.

use crate::{
    analysis::Analyzer,
    flags::Flags,
    schema::{Fields, schema, write_order},
    segment::{Columns, KeyNames, Segment},
    snapshot::Snapshot,
};
use autoparts_application::ports::part_search::{IndexBatch, IndexPosition, PartDocument};
use autoparts_domain::id::PartId;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use tantivy::{
    DocId, DocSet, Index, IndexReader, IndexSettings, IndexWriter, ReloadPolicy, SegmentReader, TERMINATED,
    TantivyError, directory::MmapDirectory, index::SegmentId, indexer::IndexWriterOptions,
    merge_policy::LogMergePolicy, schema::IndexRecordOption,
};

/// Memory for documents that are not yet written.
const WRITER_BYTES: usize = 32 * 1024 * 1024;

/// Number of documents per commit while an index is filled.
const DOCUMENTS_PER_COMMIT: u64 = 50_000;

/// Progress of filling an index: documents added, and the expected total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Filling {
    pub(crate) done: u64,
    pub(crate) of: u64,
}

/// Data stored with the documents in the same commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Payload {
    position: Option<IndexPosition>,
    /// Expected number of documents while the index is filled.
    filling: Option<u64>,
    /// Number of the flags file; 0 if there is none.
    flags: u64,
}

impl Payload {
    fn written(self) -> String {
        let position = self.position.map_or_else(|| "-".to_owned(), |position| position.to_string());
        let filling = self.filling.map_or_else(|| "-".to_owned(), |of| of.to_string());
        format!("{position} {filling} {}", self.flags)
    }

    fn read(text: &str) -> Option<Self> {
        let mut fields = text.split(' ');
        let mut field = || fields.next();
        let position = match field()? {
            "-" => None,
            position => Some(position.parse().ok()?),
        };
        let filling = match field()? {
            "-" => None,
            of => Some(of.parse().ok()?),
        };
        let flags = field()?.parse().ok()?;
        field().is_none().then_some(Self { position, filling, flags })
    }
}

/// An index with its writer.
pub(crate) struct Generation {
    fields: Fields,
    index: Index,
    reader: IndexReader,
    /// `None` after a failure, until it is reopened.
    writer: Option<IndexWriter>,
    /// `None` for an in-memory index.
    folder: Option<PathBuf>,
    committed: Payload,
    position: Option<IndexPosition>,
    filling: Option<Filling>,
    uncommitted: u64,
    flags: Flags,
    /// Flags changed since they were written.
    changed_flags: BTreeSet<PartId>,
    /// Cached data of the searched segments.
    known: HashMap<SegmentId, Segment>,
    names: Arc<KeyNames>,
}

impl Generation {
    /// Creates an empty index, in memory if there is no folder.
    pub(crate) fn create(folder: Option<PathBuf>) -> tantivy::Result<Self> {
        let (schema, _) = schema();
        let settings = IndexSettings { docstore_compress_dedicated_thread: false, ..IndexSettings::default() };
        let builder = Index::builder().schema(schema).settings(settings);
        let index = match &folder {
            Some(folder) => builder.create_in_dir(folder)?,
            None => builder.create_in_ram()?,
        };
        let mut created = Self::of(index, folder, Payload::default(), Flags::default())?;
        created.commit()?;
        Ok(created)
    }

    /// Opens an existing index. Fails if it is damaged or has another schema.
    pub(crate) fn open(folder: PathBuf) -> tantivy::Result<Self> {
        let damaged = |what: &str| TantivyError::InternalError(format!("the index has {what}"));
        let index = Index::open(MmapDirectory::open(&folder)?)?;
        if index.schema() != schema().0 {
            return Err(damaged("another schema"));
        }
        let broken = index.validate_checksum()?;
        if !broken.is_empty() {
            return Err(damaged("files with wrong checksums"));
        }
        let payload = index.load_metas()?.payload.and_then(|payload| Payload::read(&payload));
        let payload = payload.ok_or_else(|| damaged("no position"))?;
        let flags = match payload.flags {
            0 => Flags::default(),
            number => {
                let bytes = fs::read(flags_file(&folder, number))?;
                Flags::read(&bytes).ok_or_else(|| damaged("malformed flags"))?
            }
        };
        Self::of(index, Some(folder), payload, flags)
    }

    fn of(index: Index, folder: Option<PathBuf>, committed: Payload, flags: Flags) -> tantivy::Result<Self> {
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let writer = Some(writer(&index)?);
        let (_, fields) = schema();
        let mut opened = Self {
            fields,
            index,
            reader,
            writer,
            folder,
            committed,
            position: None,
            filling: None,
            uncommitted: 0,
            flags,
            changed_flags: BTreeSet::new(),
            known: HashMap::new(),
            names: Arc::default(),
        };
        opened.reset_to_committed();
        Ok(opened)
    }

    fn reset_to_committed(&mut self) {
        self.position = self.committed.position;
        let done = self.reader.searcher().num_docs();
        self.filling = self.committed.filling.map(|of| Filling { done, of });
        self.uncommitted = 0;
    }

    pub(crate) fn position(&self) -> Option<IndexPosition> {
        self.position
    }

    pub(crate) fn filling(&self) -> Option<Filling> {
        self.filling
    }

    /// Reopens the writer if it failed; uncommitted changes are lost.
    pub(crate) fn reopen_writer(&mut self) -> tantivy::Result<()> {
        if self.writer.is_some() {
            return Ok(());
        }
        self.writer = Some(writer(&self.index)?);
        self.flags = match (&self.folder, self.committed.flags) {
            (Some(folder), 1..) => {
                let bytes = fs::read(flags_file(folder, self.committed.flags))?;
                Flags::read(&bytes).unwrap_or_default()
            }
            (Some(_), 0) => Flags::default(),
            (None, _) => std::mem::take(&mut self.flags),
        };
        self.known.clear();
        self.reset_to_committed();
        Ok(())
    }

    /// Clears the index and starts filling it with about this many documents.
    pub(crate) fn begin(&mut self, of: u64) -> tantivy::Result<()> {
        self.guarded(|this| {
            // Deleting all documents does not include uncommitted ones.
            this.writer()?.rollback()?;
            this.writer()?.delete_all_documents()?;
            this.flags = Flags::default();
            this.position = None;
            this.filling = Some(Filling { done: 0, of });
            this.commit()
        })
    }

    /// Completes the filling. Merges everything into one segment, because a search processes each segment separately.
    pub(crate) fn finish(&mut self) -> tantivy::Result<()> {
        self.guarded(|this| {
            this.commit()?;
            // Waits: segments that are being merged cannot be merged with the rest.
            if let Some(writer) = this.writer.take() {
                writer.wait_merging_threads()?;
            }
            this.writer = Some(writer(&this.index)?);
            let segments = this.index.searchable_segment_ids()?;
            if segments.len() > 1 {
                this.writer()?.merge(&segments).wait()?;
            }
            this.filling = None;
            this.commit()
        })
    }

    /// Applies changes. Returns whether they are committed; while the index is filled, they may wait for later ones.
    pub(crate) fn apply(&mut self, batch: IndexBatch, analyzer: &mut Analyzer) -> tantivy::Result<bool> {
        self.guarded(|this| {
            this.take(batch, analyzer)?;
            let due = this.filling.is_none() || this.uncommitted >= DOCUMENTS_PER_COMMIT;
            if due {
                this.commit()?;
            }
            Ok(due)
        })
    }

    /// After a failure the state of the writer is unknown, so it is discarded.
    fn guarded<T>(&mut self, work: impl FnOnce(&mut Self) -> tantivy::Result<T>) -> tantivy::Result<T> {
        let done = work(self);
        if done.is_err() {
            self.writer = None;
        }
        done
    }

    fn writer(&mut self) -> tantivy::Result<&mut IndexWriter> {
        self.writer.as_mut().ok_or_else(|| TantivyError::InternalError("the writer has failed".to_owned()))
    }

    fn take(&mut self, batch: IndexBatch, analyzer: &mut Analyzer) -> tantivy::Result<()> {
        let fields = self.fields;
        for (part, flag) in batch.orderable {
            if self.flags.0.insert(part, flag) != Some(flag) {
                self.changed_flags.insert(part);
            }
        }
        let mut newest: BTreeMap<PartId, PartDocument> = BTreeMap::new();
        for document in batch.upserts {
            if newest.get(&document.id).is_none_or(|known| known.revision <= document.revision) {
                newest.insert(document.id, document);
            }
        }
        for part in batch.removals.iter().chain(newest.keys()) {
            if self.flags.0.remove(part).is_some() {
                self.changed_flags.insert(*part);
            }
            self.writer()?.delete_term(fields.id_term(*part));
        }
        let mut documents: Vec<PartDocument> = newest.into_values().collect();
        documents.sort_by(write_order);
        for document in &documents {
            let document = fields.document(document, analyzer);
            self.writer()?.add_document(document)?;
            self.uncommitted += 1;
            if let Some(filling) = &mut self.filling {
                filling.done += 1;
            }
        }
        self.position = Some(batch.position);
        Ok(())
    }

    fn commit(&mut self) -> tantivy::Result<()> {
        let mut payload = Payload {
            position: self.position,
            filling: self.filling.map(|filling| filling.of),
            flags: self.committed.flags,
        };
        let changed = !self.changed_flags.is_empty() || self.flags.0.is_empty() != (payload.flags == 0);
        if let Some(folder) = self.folder.as_ref().filter(|_| changed) {
            payload.flags = if self.flags.0.is_empty() { 0 } else { payload.flags + 1 };
            if payload.flags > 0 {
                let file = flags_file(folder, payload.flags);
                fs::write(&file, self.flags.bytes())?;
                fs::File::open(&file)?.sync_all()?;
            }
        }
        let mut prepared = self.writer()?.prepare_commit()?;
        prepared.set_payload(&payload.written());
        prepared.commit()?;
        if let Some(folder) = self.folder.as_ref().filter(|_| payload.flags != self.committed.flags) {
            // No longer needed. If the folder is not writable, the next commit fails.
            fs::remove_file(flags_file(folder, self.committed.flags)).unwrap_or_default();
        }
        self.committed = payload;
        self.uncommitted = 0;
        Ok(())
    }

    /// A snapshot of the last commit.
    pub(crate) fn snapshot(&mut self) -> tantivy::Result<Snapshot> {
        self.reader.reload()?;
        let searcher = self.reader.searcher();
        let mut known = HashMap::new();
        for reader in searcher.segment_readers() {
            let segment = match self.known.remove(&reader.segment_id()) {
                Some(segment) if self.changed_flags.is_empty() => segment,
                Some(Segment { columns, flipped }) => {
                    let mut flipped = HashMap::clone(&flipped);
                    flipped.extend(self.flipped(reader, &mut self.changed_flags.iter())?);
                    Segment { columns, flipped: Arc::new(flipped) }
                }
                None => {
                    let flipped = self.flipped(reader, &mut self.flags.0.keys())?;
                    let columns = Arc::new(Columns::open(reader, Arc::make_mut(&mut self.names))?);
                    Segment { columns, flipped: Arc::new(flipped) }
                }
            };
            known.insert(reader.segment_id(), segment);
        }
        self.known = known;
        self.changed_flags.clear();
        let segments = searcher.segment_readers().iter().filter_map(|reader| self.known.get(&reader.segment_id()));
        let segments = segments.cloned().collect();
        Ok(Snapshot::new(searcher, segments, Arc::clone(&self.names)))
    }

    /// The documents of parts in a segment, with their flags.
    fn flipped(
        &self,
        segment: &SegmentReader,
        parts: &mut dyn Iterator<Item = &PartId>,
    ) -> tantivy::Result<HashMap<DocId, bool>> {
        let ids = segment.inverted_index(self.fields.id)?;
        let mut flipped = HashMap::new();
        for part in parts {
            let Some(flag) = self.flags.0.get(part) else { continue };
            let term = self.fields.id_term(*part);
            if let Some(mut documents) = ids.read_postings(&term, IndexRecordOption::Basic)? {
                while documents.doc() != TERMINATED {
                    flipped.insert(documents.doc(), *flag);
                    documents.advance();
                }
            }
        }
        Ok(flipped)
    }
}

fn flags_file(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("flags-{number}"))
}

/// A writer with one thread that merges occasionally, which bounds memory and the number of files.
fn writer(index: &Index) -> tantivy::Result<IndexWriter> {
    let options = IndexWriterOptions::builder()
        .num_worker_threads(1)
        .num_merge_threads(1)
        .memory_budget_per_thread(WRITER_BYTES)
        .build();
    let writer = index.writer_with_options(options)?;
    let mut policy = LogMergePolicy::default();
    policy.set_del_docs_ratio_before_merge(0.3);
    writer.set_merge_policy(Box::new(policy));
    Ok(writer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_domain::time::Timestamp;
    use uuid::Uuid;

    #[test]
    fn the_commit_payload_round_trips() {
        let position = IndexPosition { changed_at: Timestamp::from_micros(-7), part: Uuid::from_u128(9).into() };
        for payload in [
            Payload::default(),
            Payload { position: Some(position), filling: Some(12), flags: 3 },
            Payload { position: Some(position), ..Payload::default() },
        ] {
            assert_eq!(Payload::read(&payload.written()), Some(payload));
        }
        for text in ["", "-", "- -", "- - x", "- - 0 0", "7 - 0", "- -1 0"] {
            assert_eq!(Payload::read(text), None, "{text}");
        }
    }
}
