//! Imports as jobs, and what they ask about many things at once.

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

/// Where an import stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ImportState {
    /// The file is read and compared with what the shop has.
    Reading,
    /// What would change is known. Nothing is changed before somebody agrees.
    Ready,
    /// What was agreed to is being done.
    Applying,
    /// All of it is done.
    Done,
    /// It ended early; what was done by then stays.
    Failed,
    /// An admin ended it early; what was done by then stays, and it can go on.
    Stopped,
}

impl ImportState {
    /// All of them.
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

/// What there is to count of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ImportCounts {
    /// Rows of the file.
    pub rows: u64,
    /// Those that could not be understood.
    pub set_aside: u64,
    /// Those about parts that the shop does not have.
    pub foreign: u64,
    /// Parts that get their first applications, or are added.
    pub new: u64,
    /// Parts whose applications become others, or what is said about them.
    pub changed: u64,
    /// Parts that lose all of them.
    pub gone: u64,
    /// Parts that stay as they are.
    pub unchanged: u64,
    /// Parts that have become what the report says.
    pub applied: u64,
    /// Applications that their parts lose; of a file of parts, entries of columns.
    pub removed: u64,
}

impl ImportCounts {
    /// How many rows are understood and about parts of the shop.
    #[must_use]
    pub const fn understood(&self) -> u64 {
        self.rows.saturating_sub(self.set_aside).saturating_sub(self.foreign)
    }

    /// How many parts change.
    #[must_use]
    pub const fn changes(&self) -> u64 {
        self.new + self.changed + self.gone
    }
}

/// How far an import has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Bytes that were read, of how many.
    Reading(u64, u64),
    /// Buckets that were compared, of how many.
    Comparing(u16, u16),
    /// Parts that were changed, of how many.
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

    /// How much is done, and of how much.
    #[must_use]
    pub fn progress(self) -> (u64, u64) {
        match self {
            Self::Reading(done, total) | Self::Applying(done, total) => (done, total),
            Self::Comparing(done, total) => (done.into(), total.into()),
        }
    }

    /// The step of a name; `None` when it is not one.
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

/// What becomes of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeKind {
    /// It gets its first applications, or is added.
    New,
    /// Its applications become others, or what is said about it.
    Changed,
    /// It loses all of them.
    Gone,
}

impl ChangeKind {
    /// All of them.
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

/// A column in which a file of parts makes a part say something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnChange {
    /// Which one.
    pub column: PartColumn,
    /// What the part says before, cut short; empty when it says nothing.
    pub before: String,
    /// What it says afterwards, cut short; empty when it says nothing.
    pub after: String,
}

/// A part that an import would change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartChange {
    /// The part.
    pub part: PartId,
    /// What becomes of it.
    pub change: ChangeKind,
    /// The first line of the file that is about it; 0 when none is.
    pub line: u64,
    /// Applications that it did not have; of a file of parts, columns that say something else.
    pub added: u64,
    /// Applications that it has no longer.
    pub removed: u64,
    /// Of a file of parts, what becomes different; of a new part only its brand, number, title, price and stock.
    pub columns: Vec<ColumnChange>,
}

/// Which confirmation a report requires before it is applied, because of what it removes.
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
    /// All of them.
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

/// A file that is taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// Its id, by which its report is agreed to.
    pub id: ImportId,
    /// What the file is.
    pub kind: ImportKind,
    /// What the file was called.
    pub file: String,
    /// What the file says it is; empty until it is read.
    pub format: String,
    /// SHA-256 of the file, in hexadecimal; empty until it is read.
    pub digest: String,
    /// Who takes it in; `None` for the operator.
    pub actor: Option<UserId>,
    /// What the file says everything about; `None` until it is read.
    pub scope: Option<Scope>,
    /// Where it stands.
    pub state: ImportState,
    /// What there is to count.
    pub counts: ImportCounts,
    /// Which confirmation it requires before it is applied.
    pub brake: Brake,
    /// How many buckets have been done wholly.
    pub position: u16,
    /// Why it failed, for people.
    pub error: Option<String>,
    /// When it began.
    pub created_at: Timestamp,
    /// When it last changed.
    pub changed_at: Timestamp,
}

impl Import {
    /// Whether there is a report, and what it says can be done from here on.
    #[must_use]
    pub const fn can_be_applied(&self) -> bool {
        use ImportState::{Applying, Failed, Ready, Stopped};
        self.scope.is_some() && matches!(self.state, Ready | Applying | Failed | Stopped)
    }
}

/// By what files name a part.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PartKey {
    /// Whose it is.
    pub brand: Option<BrandId>,
    /// Its number, as it is compared.
    pub number: Option<NormalNumber>,
}

/// Jobs of imports.
pub trait ImportRepository {
    /// Adds an import.
    fn insert_import(&mut self, import: &Import) -> StoreResult<()>;

    /// An import.
    fn import(&mut self, id: &ImportId) -> StoreResult<Option<Import>>;

    /// Imports, newest first.
    fn imports(&mut self, page: &Page<ImportId>) -> StoreResult<Vec<Import>>;

    /// Imports that are being worked on or wait for it, those that are read before those that are applied, each oldest first.
    fn unfinished_imports(&mut self, limit: u32) -> StoreResult<Vec<Import>>;

    /// Writes all that changes of an import, provided that it is still in a state; `false` when it is not.
    fn update_import(&mut self, import: &Import, from: ImportState) -> StoreResult<bool>;

    /// Lets one holder work on imports until it gives that up or has not said for a while that it still does; `false`
    /// while another one does. Repeating it says that the holder still works.
    fn claim_imports(&mut self, holder: &Uuid, now: Timestamp, stale_before: Timestamp) -> StoreResult<bool>;

    /// Says that a holder still works. `false`, and nothing happens, when it no longer holds them.
    fn renew_imports(&mut self, holder: &Uuid, now: Timestamp) -> StoreResult<bool>;

    /// Lets others work on imports; nothing happens when somebody else holds them by now.
    fn release_imports(&mut self, holder: &Uuid) -> StoreResult<()>;

    /// Says how far a holder has come with an import; nothing happens when somebody else works by now.
    fn note_import_step(&mut self, holder: &Uuid, id: &ImportId, step: Step) -> StoreResult<()>;

    /// How far an import has come that is being worked on; `None` when it is not, or its holder has been silent since
    /// before a moment.
    fn import_step(&mut self, id: &ImportId, stale_before: Timestamp) -> StoreResult<Option<Step>>;

    /// Adds parts that an import would change, numbered from `first` on.
    fn add_import_changes(&mut self, id: &ImportId, first: u32, changes: &[PartChange]) -> StoreResult<()>;

    /// Parts that an import would change with their numbers, in the order in which they were added, after one of them.
    fn import_changes(&mut self, id: &ImportId, after: Option<u32>, limit: u32) -> StoreResult<Vec<(u32, PartChange)>>;

    /// Deletes those of an import whose numbers are below a bound.
    fn delete_import_changes(&mut self, id: &ImportId, below: u32) -> StoreResult<()>;

    /// Puts findings in the place of those of an import.
    fn save_findings(&mut self, id: &ImportId, findings: &[Finding]) -> StoreResult<()>;

    /// Findings of an import with their numbers, in the order in which they were saved, after one of them; of one kind
    /// only, if that is asked for.
    fn findings(
        &mut self,
        id: &ImportId,
        kind: Option<FindingKind>,
        after: Option<u32>,
        limit: u32,
    ) -> StoreResult<Vec<(u32, Finding)>>;

    /// The parts that have some numbers of a brand.
    fn number_owners(
        &mut self,
        brand: &BrandId,
        numbers: &[NormalNumber],
    ) -> StoreResult<BTreeMap<NormalNumber, PartId>>;

    /// By what files name some parts, deleted or not; for those that exist and have something of it.
    fn part_keys(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, PartKey>>;

    /// All models, by key, after one of them.
    fn all_models(&mut self, after: Option<&ModelId>, limit: u32) -> StoreResult<Vec<Model>>;

    /// All engines, by key, after one of them.
    fn all_engines(&mut self, after: Option<&EngineId>, limit: u32) -> StoreResult<Vec<Engine>>;
}
