//! Files that are imported: what a reader makes of them, and where their rows wait until they are applied.

use super::part_rows::PartRow;
use autoparts_domain::{id::ImportId, time::Timestamp};
use std::{borrow::Cow, error::Error, fmt, io, ops::ControlFlow, path::Path};

/// Into how many buckets the rows of a file are spread, so that a bucket at a time is all that has to fit into memory. All rows
/// about what a part fits are in the same one; those of a file of parts are in the order of the file, or in runs of some thousand
/// when it is long.
pub const BUCKETS: u16 = 256;

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ImportKind {
    /// What parts fit, as suppliers send it: ACES 3.0 to 5.0.
    Aces,
    /// What parts fit, as a spreadsheet.
    Fitment,
    /// The parts themselves, as a spreadsheet.
    Parts,
}

impl ImportKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Aces, Self::Fitment, Self::Parts];

    /// Its name in stores, in commands and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aces => "aces",
            Self::Fitment => "fitment",
            Self::Parts => "parts",
        }
    }
}

/// What something is called in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Named {
    /// By a code, whose meaning has to be looked up.
    Code(String),
    /// In words, or by a key of the shop.
    Words(String),
}

impl Named {
    /// The code or the words.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Code(text) | Self::Words(text) => text,
        }
    }
}

/// Which vehicles a row names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowVehicle {
    /// A year, a make and a model, by one code.
    BaseVehicle(String),
    /// A model in some years.
    Models {
        /// The first year, as it is written.
        from: String,
        /// The last year, as it is written.
        to: String,
        /// The make.
        make: Named,
        /// The model.
        model: Named,
    },
    /// None, and nothing else either: the row says that its part has no applications.
    Nothing,
    /// Something that the shop does not sell parts for, or that contradicts itself; in words.
    Unreadable(Cow<'static, str>),
}

/// What a row does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowAction {
    /// The application is to be there.
    Add,
    /// The application is to be gone.
    Delete,
}

/// A row of a file: that a part fits some vehicles. Everything is as it is written; what it means is judged later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FitmentRow {
    /// Where it begins, counted from 1.
    pub line: u64,
    /// What it does.
    pub action: RowAction,
    /// Whose the part is.
    pub brand: Named,
    /// The number of the part.
    pub number: String,
    /// Which vehicles.
    pub vehicle: RowVehicle,
    /// With which engine; `None` for any.
    pub engine: Option<Named>,
    /// Where on the vehicle.
    pub position: Option<Named>,
    /// How many pieces.
    pub pieces: Option<String>,
    /// Under which conditions.
    pub conditions: Vec<Named>,
    /// How many other rows about the part could not be understood when the file was written; `None` if the file has no such
    /// value.
    pub set_aside: Option<String>,
}

/// Whether a file says everything about its subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// What it does not list of its brand is gone.
    WholeBrand,
    /// It says all about the parts that it lists, and nothing about others.
    WholeParts,
    /// It says what is added and what is taken away.
    Changes,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::WholeBrand, Self::WholeParts, Self::Changes];

    /// Its name in stores and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WholeBrand => "whole_brand",
            Self::WholeParts => "whole_parts",
            Self::Changes => "changes",
        }
    }
}

/// What sort of news a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingKind {
    /// Something that is not taken in.
    Problem,
    /// A code or a name that stands for nothing in the shop yet.
    UnknownCode,
    /// Something that is taken in and looks like a slip.
    Lint,
}

impl FindingKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Problem, Self::UnknownCode, Self::Lint];

    /// Its name in stores and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Problem => "problem",
            Self::UnknownCode => "unknown_code",
            Self::Lint => "lint",
        }
    }
}

/// Something that whoever imports a file should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What sort of news it is.
    pub kind: FindingKind,
    /// The line where it was seen first; 0 when it is about the whole file.
    pub line: u64,
    /// How many rows it costs or concerns.
    pub rows: u64,
    /// What there is to say, for people.
    pub words: String,
}

/// What is known of a file once it was read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSummary {
    /// What it is, for people: `ACES 4.2`.
    pub format: String,
    /// SHA-256 of the file, in hexadecimal.
    pub digest: String,
    /// What it says everything about.
    pub scope: Scope,
    /// The brand that it is about, when it names one for all its rows.
    pub brand: Option<Named>,
    /// How many rows it has.
    pub rows: u64,
    /// What is wrong with it as a whole.
    pub findings: Vec<Finding>,
    /// Whether the file contradicts itself, so that missing entries may be an error: applied only by force.
    pub is_doubtful: bool,
}

/// Why a file is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRefused {
    /// Where, counted from 1; 0 when it is about the whole file.
    pub line: u64,
    /// Why, in words for people.
    pub why: String,
}

impl FileRefused {
    /// Refuses a file at a line.
    #[must_use]
    pub fn at(line: u64, why: impl Into<String>) -> Self {
        Self { line, why: why.into() }
    }
}

impl fmt::Display for FileRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.why),
            line => write!(f, "Line {line}: {}", self.why),
        }
    }
}

impl Error for FileRefused {}

/// Why a file could not be read, or its rows not be kept.
#[derive(Debug, thiserror::Error)]
pub enum ImportFileError {
    /// The file is not one that can be imported.
    #[error(transparent)]
    Refused(#[from] FileRefused),
    /// Somebody does not want it to be read any further.
    #[error("the file was not read to its end")]
    Interrupted,
    /// The file is larger than this shop takes.
    #[error("The file has more than {} MB.", .limit >> 20)]
    TooLarge {
        /// How many bytes it may have.
        limit: u64,
    },
    /// What was kept is not what was written: the machine lost power, or somebody changed it.
    #[error("What was kept of this file is damaged. Send it again.")]
    Damaged,
    /// The disk failed or is full, or rows that were kept are not there any more.
    #[error("the rows of the file could not be kept or read")]
    Folder(#[from] io::Error),
}

/// A part that is to change, as it was shown in the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedPart {
    /// The part.
    pub part: autoparts_domain::id::PartId,
    /// The line of a file of parts that says so; 0 for one of what parts fit, which has many for a part.
    pub line: u64,
    /// How many pieces of it come, or, below zero, go.
    pub pieces: i64,
    /// Names what it had when the report was made.
    pub before: u64,
    /// Names what it is to have.
    pub after: u64,
}

/// Is told how far a file has been read, in bytes, and of how many; those of the file as it is kept, packed or not. Says
/// whether it is to be read on.
pub type Progress<'p> = &'p mut dyn FnMut(u64, u64) -> ControlFlow<()>;

/// Reads files, and keeps their rows until they are applied. All of it blocks.
pub trait ImportFiles: Send + Sync {
    /// Adds bytes to the upload of an import, whose first ones they may be.
    fn append(&self, id: &ImportId, bytes: &[u8]) -> Result<(), ImportFileError>;

    /// Whether there is an upload of an import here.
    fn has_upload(&self, id: &ImportId) -> bool;

    /// Gives another import the upload of one; `false` when that has none here.
    fn repeat(&self, id: &ImportId, as_id: &ImportId) -> Result<bool, ImportFileError>;

    /// Reads a file, or its upload when none is named, to its end, and keeps its rows by bucket in the place of those that were
    /// kept. No rows are kept when it is refused.
    fn stage(
        &self,
        id: &ImportId,
        kind: ImportKind,
        file: Option<&Path>,
        progress: Progress<'_>,
    ) -> Result<FileSummary, ImportFileError>;

    /// Whether the rows of an import are here.
    fn has_rows(&self, id: &ImportId) -> bool;

    /// The rows of a bucket, in the order of the file.
    fn rows(&self, id: &ImportId, bucket: u16) -> Result<Vec<FitmentRow>, ImportFileError>;

    /// The rows of a bucket of a file of parts, in the order of the file.
    fn part_rows(&self, id: &ImportId, bucket: u16) -> Result<Vec<PartRow>, ImportFileError>;

    /// Keeps what is to become of the parts of a bucket; [`BUCKETS`] itself is for parts that the file does not have.
    fn keep_plan(&self, id: &ImportId, bucket: u16, parts: &[PlannedPart]) -> Result<(), ImportFileError>;

    /// What is to become of the parts of a bucket, in the order in which it was kept.
    fn plan(&self, id: &ImportId, bucket: u16) -> Result<Vec<PlannedPart>, ImportFileError>;

    /// Takes the rows of an import away; nothing happens when there are none.
    fn discard_rows(&self, id: &ImportId) -> Result<(), ImportFileError>;

    /// Takes everything of an import away; nothing happens when there is nothing.
    fn discard(&self, id: &ImportId) -> Result<(), ImportFileError>;

    /// Imports of which something is here that was last written before a moment. What belongs to none, and is as old, is taken
    /// away.
    fn kept_before(&self, moment: Timestamp) -> Result<Vec<ImportId>, ImportFileError>;
}
