//! Import jobs, and bulk queries for imports.

use super::{
    import_files::{Finding, FindingKind, ImportKind, Scope},
    page::Page,
    part_rows::PartColumn,
    store_error::StoreResult,
};
use autoparts_domain::{
    catalogue::part_number::NormalNumber,
    id::{ImportId, PartId, UserId},
    slug::{BrandId, EngineId},
    time::Timestamp,
    vehicles::{Engine, Model, ModelId},
};
use std::collections::BTreeMap;
use uuid::Uuid;

/// The state of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ImportState {
    /// The file is being read and compared with the shop's data.
    Reading,
    /// The report is ready. Nothing changes before it is approved.
    Ready,
    /// The approved report is being applied.
    Applying,
    /// Completed.
    Done,
    /// It ended early. Changes made until then remain.
    Failed,
    /// An admin stopped it. Changes made until then remain, and it can be continued.
    Stopped,
}

impl ImportState {
    /// All states.
    pub const ALL: [Self; 6] = [Self::Reading, Self::Ready, Self::Applying, Self::Done, Self::Failed, Self::Stopped];

    /// Its name in stores and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reading => "reading",
            Self::Ready => "ready",
            Self::Applying => "applying",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Stopped => "stopped",
        }
    }
}

/// The counts of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ImportCounts {
    /// Rows of the file.
    pub rows: u64,
    /// Rows that could not be understood.
    pub set_aside: u64,
    /// Rows about parts that the shop does not have.
    pub foreign: u64,
    /// Parts that get their first applications, or are added.
    pub new: u64,
    /// Parts whose applications or data change.
    pub changed: u64,
    /// Parts that lose all their applications.
    pub gone: u64,
    /// Parts that are unchanged.
    pub unchanged: u64,
    /// Parts already changed.
    pub applied: u64,
    /// Applications that parts lose; for a part file, entries of columns.
    pub removed: u64,
}

impl ImportCounts {
    /// Returns the number of rows that are understood and are about parts of the shop.
    #[must_use]
    pub const fn understood(&self) -> u64 {
        self.rows.saturating_sub(self.set_aside).saturating_sub(self.foreign)
    }

    /// Returns the number of parts that change.
    #[must_use]
    pub const fn changes(&self) -> u64 {
        self.new + self.changed + self.gone
    }
}

/// The progress of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Bytes read, and total bytes.
    Reading(u64, u64),
    /// Buckets compared, and total buckets.
    Comparing(u16, u16),
    /// Parts changed, and total parts to change.
    Applying(u64, u64),
}

impl Step {
    /// Its name in stores and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reading(..) => "reading",
            Self::Comparing(..) => "comparing",
            Self::Applying(..) => "applying",
        }
    }

    /// Returns the completed and total amounts.
    #[must_use]
    pub fn progress(self) -> (u64, u64) {
        match self {
            Self::Reading(done, total) | Self::Applying(done, total) => (done, total),
            Self::Comparing(done, total) => (done.into(), total.into()),
        }
    }

    /// Returns the step with a name; `None` if it is invalid.
    #[must_use]
    pub fn restore(name: &str, done: u64, total: u64) -> Option<Self> {
        match name {
            "reading" => Some(Self::Reading(done, total)),
            "comparing" => Some(Self::Comparing(u16::try_from(done).ok()?, u16::try_from(total).ok()?)),
            "applying" => Some(Self::Applying(done, total)),
            _ => None,
        }
    }
}

/// How a part changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeKind {
    /// It gets its first applications, or is added.
    New,
    /// Its applications or data change.
    Changed,
    /// It loses all its applications.
    Gone,
}

impl ChangeKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::New, Self::Changed, Self::Gone];

    /// Its name in stores and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Changed => "changed",
            Self::Gone => "gone",
        }
    }
}

/// The change of a column of a part by a part file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnChange {
    /// The column.
    pub column: PartColumn,
    /// The old value, truncated; empty if none.
    pub before: String,
    /// The new value, truncated; empty if none.
    pub after: String,
}

/// A part that an import would change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartChange {
    /// The part.
    pub part: PartId,
    /// The kind of change.
    pub change: ChangeKind,
    /// The first line of the file about it; 0 if none.
    pub line: u64,
    /// Number of new applications; for a part file, of changed columns.
    pub added: u64,
    /// Number of removed applications.
    pub removed: u64,
    /// For a part file, the changed columns; for a new part, only its brand, number, title, price and stock.
    pub columns: Vec<ColumnChange>,
}

/// The confirmation that a report requires before it is applied, depending on how much it removes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Brake {
    /// None.
    #[default]
    None,
    /// The number of removals, which exceeds the allowed share.
    Confirm,
    /// The number and force: the file contradicts itself, or none of it was understood.
    Force,
    /// Unknown: the report was made by a release that did not count removals. The file has to be read again.
    Unknown,
}

impl Brake {
    /// All values.
    pub const ALL: [Self; 4] = [Self::None, Self::Confirm, Self::Force, Self::Unknown];

    /// Its name in stores and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Confirm => "confirm",
            Self::Force => "force",
            Self::Unknown => "unknown",
        }
    }
}

/// A file being imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// Its id, by which its report is approved.
    pub id: ImportId,
    /// The kind of file.
    pub kind: ImportKind,
    /// The original name of the file.
    pub file: String,
    /// The format according to the file; empty until it is read.
    pub format: String,
    /// SHA-256 of the file, in hexadecimal; empty until it is read.
    pub digest: String,
    /// The importing user; `None` for the operator.
    pub actor: Option<UserId>,
    /// How complete the file is; `None` until it is read.
    pub scope: Option<Scope>,
    /// Its state.
    pub state: ImportState,
    /// Its counts.
    pub counts: ImportCounts,
    /// The confirmation it requires before it is applied.
    pub brake: Brake,
    /// Number of completed buckets.
    pub position: u16,
    /// Why it failed, for users.
    pub error: Option<String>,
    /// When it began.
    pub created_at: Timestamp,
    /// When it last changed.
    pub changed_at: Timestamp,
}

impl Import {
    /// Returns whether there is a report that can be applied in the current state.
    #[must_use]
    pub const fn can_be_applied(&self) -> bool {
        use ImportState::{Applying, Failed, Ready, Stopped};
        self.scope.is_some() && matches!(self.state, Ready | Applying | Failed | Stopped)
    }
}

/// The key by which files name a part.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PartKey {
    /// Its brand.
    pub brand: Option<BrandId>,
    /// Its number, normalized for comparison.
    pub number: Option<NormalNumber>,
}

/// Import jobs.
pub trait ImportRepository {
    /// Adds an import.
    fn insert_import(&mut self, import: &Import) -> StoreResult<()>;

    /// Returns an import.
    fn import(&mut self, id: &ImportId) -> StoreResult<Option<Import>>;

    /// Returns imports, newest first.
    fn imports(&mut self, page: &Page<ImportId>) -> StoreResult<Vec<Import>>;

    /// Returns imports in progress or waiting: first those to read, then those to apply, each oldest first.
    fn unfinished_imports(&mut self, limit: u32) -> StoreResult<Vec<Import>>;

    /// Saves all mutable data of an import, if it is still in state `from`; `false` if it is not.
    fn update_import(&mut self, import: &Import, from: ImportState) -> StoreResult<bool>;

    /// Gives the import lock to one holder, until it releases the lock or its last heartbeat is before `stale_before`;
    /// `false` while another holder has it. Repeating the call is a heartbeat.
    fn claim_imports(&mut self, holder: &Uuid, now: Timestamp, stale_before: Timestamp) -> StoreResult<bool>;

    /// Records a heartbeat of a holder. Returns `false` and does nothing if it no longer holds the lock.
    fn renew_imports(&mut self, holder: &Uuid, now: Timestamp) -> StoreResult<bool>;

    /// Releases the import lock; does nothing if another holder has it.
    fn release_imports(&mut self, holder: &Uuid) -> StoreResult<()>;

    /// Records a holder's progress with an import; does nothing if another holder has the lock.
    fn note_import_step(&mut self, holder: &Uuid, id: &ImportId, step: Step) -> StoreResult<()>;

    /// Returns the progress of an import; `None` if it is not in progress, or the last heartbeat of its holder is
    /// before `stale_before`.
    fn import_step(&mut self, id: &ImportId, stale_before: Timestamp) -> StoreResult<Option<Step>>;

    /// Adds parts that an import would change, numbered from `first`.
    fn add_import_changes(&mut self, id: &ImportId, first: u32, changes: &[PartChange]) -> StoreResult<()>;

    /// Returns the parts that an import would change with their numbers, in the order of insertion, after a number.
    fn import_changes(&mut self, id: &ImportId, after: Option<u32>, limit: u32) -> StoreResult<Vec<(u32, PartChange)>>;

    /// Deletes the changes of an import with numbers below a bound.
    fn delete_import_changes(&mut self, id: &ImportId, below: u32) -> StoreResult<()>;

    /// Replaces the findings of an import.
    fn save_findings(&mut self, id: &ImportId, findings: &[Finding]) -> StoreResult<()>;

    /// Returns the findings of an import with their numbers, in the order of insertion, after a number; optionally of
    /// one kind.
    fn findings(
        &mut self,
        id: &ImportId,
        kind: Option<FindingKind>,
        after: Option<u32>,
        limit: u32,
    ) -> StoreResult<Vec<(u32, Finding)>>;

    /// Returns the parts of a brand that have the given numbers.
    fn number_owners(
        &mut self,
        brand: &BrandId,
        numbers: &[NormalNumber],
    ) -> StoreResult<BTreeMap<NormalNumber, PartId>>;

    /// Returns the keys by which files name the given parts, deleted or not. Parts that do not exist or have no key are
    /// omitted.
    fn part_keys(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, PartKey>>;

    /// Returns all models, by key, after a given one.
    fn all_models(&mut self, after: Option<&ModelId>, limit: u32) -> StoreResult<Vec<Model>>;

    /// Returns all engines, by key, after a given one.
    fn all_engines(&mut self, after: Option<&EngineId>, limit: u32) -> StoreResult<Vec<Engine>>;
}
