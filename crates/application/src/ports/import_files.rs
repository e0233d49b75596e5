//! Import files: the rows parsed from them, and the storage of these rows until they are applied.

use super::part_rows::PartFileRow;
use autoparts_domain::{id::ImportId, time::Timestamp};
use std::{borrow::Cow, error::Error, fmt, io, ops::ControlFlow, path::Path};

/// Number of buckets for the rows of a file; only one bucket at a time has to fit into memory. All fitment rows about a
/// part are in the same bucket. The rows of a part file stay in file order; a long file is split into runs of a few
/// thousand rows.
pub const BUCKETS: u16 = 256;

/// The kind of an import file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ImportKind {
    /// Fitment from suppliers: ACES 3.0 to 5.0.
    Aces,
    /// Fitment as a spreadsheet.
    Fitment,
    /// Parts as a spreadsheet.
    Parts,
}

impl ImportKind {
    /// All kinds.
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

/// How a file names something.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Named {
    /// By a code whose meaning has to be looked up.
    Code(String),
    /// By words or a key of the shop.
    Words(String),
}

impl Named {
    /// Returns the code or the words.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Code(text) | Self::Words(text) => text,
        }
    }
}

/// The vehicles that a row names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowVehicle {
    /// A year, a make and a model, by one code.
    BaseVehicle(String),
    /// A model in some years.
    Models {
        /// The first year as written.
        from: String,
        /// The last year as written.
        to: String,
        /// The make.
        make: Named,
        /// The model.
        model: Named,
    },
    /// No vehicle and no other data: the row states that its part has no applications.
    Nothing,
    /// A vehicle that the shop does not sell parts for, or contradictory data; the text explains it.
    Unreadable(Cow<'static, str>),
}

/// The action of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowAction {
    /// Adds the application.
    Add,
    /// Deletes the application.
    Delete,
}

/// A row of a file: a part fits some vehicles. All values are unparsed text from the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FitmentRow {
    /// The line where it begins, from 1.
    pub line: u64,
    /// The action.
    pub action: RowAction,
    /// The brand of the part.
    pub brand: Named,
    /// The number of the part.
    pub number: String,
    /// The vehicles.
    pub vehicle: RowVehicle,
    /// The engine; `None` for any.
    pub engine: Option<Named>,
    /// The position on the vehicle.
    pub position: Option<Named>,
    /// The number of pieces.
    pub pieces: Option<String>,
    /// The conditions.
    pub conditions: Vec<Named>,
    /// Number of other rows about the part that could not be understood when the file was written; `None` if the file
    /// has no such value.
    pub set_aside: Option<String>,
}

/// How complete a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// It lists everything of its brand: unlisted applications are deleted.
    WholeBrand,
    /// It is complete for the parts that it lists, and does not affect others.
    WholeParts,
    /// It lists additions and deletions.
    Changes,
}

impl Scope {
    /// All scopes.
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

/// The kind of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingKind {
    /// Something that is not imported.
    Problem,
    /// A code or name without a mapping in the shop.
    UnknownCode,
    /// Something that is imported but looks like a typo, or is suspended.
    Lint,
}

impl FindingKind {
    /// All kinds.
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

/// A finding for the user who imports a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Its kind.
    pub kind: FindingKind,
    /// The first line concerned; 0 if it concerns the whole file.
    pub line: u64,
    /// Number of rows lost or concerned.
    pub rows: u64,
    /// The text for users.
    pub words: String,
}

/// Summary of a file that was read completely.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSummary {
    /// The format for display, such as `ACES 4.2`.
    pub format: String,
    /// SHA-256 of the file, in hexadecimal.
    pub digest: String,
    /// How complete it is.
    pub scope: Scope,
    /// Its brand, if it names one for all its rows.
    pub brand: Option<Named>,
    /// Number of rows.
    pub rows: u64,
    /// Findings about the file as a whole.
    pub findings: Vec<Finding>,
    /// Whether the file contradicts itself, so that missing entries may be an error. Then it is applied only by force.
    pub is_doubtful: bool,
}

/// Why a file is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRefused {
    /// The line, from 1; 0 if it concerns the whole file.
    pub line: u64,
    /// The reason, for users.
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

/// Why a file could not be read, or its rows could not be stored.
#[derive(Debug, thiserror::Error)]
pub enum ImportFileError {
    /// The file cannot be imported.
    #[error(transparent)]
    Refused(#[from] FileRefused),
    /// Reading was stopped.
    #[error("reading the file was interrupted")]
    Interrupted,
    /// The file exceeds this shop's size limit.
    #[error("The file has more than {} MB.", .limit >> 20)]
    TooLarge {
        /// The maximum number of bytes.
        limit: u64,
    },
    /// The stored data differs from what was written, because of a power failure or tampering.
    #[error("The stored file is damaged. Upload it again.")]
    Damaged,
    /// The disk failed or is full, or stored rows are missing.
    #[error("the rows of the file could not be stored or read")]
    Folder(#[from] io::Error),
}

/// A part to change, as shown in the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedPart {
    /// The part.
    pub part: autoparts_domain::id::PartId,
    /// The line in a part file; 0 in a fitment file, which has many lines per part.
    pub line: u64,
    /// Number of pieces added; negative if removed.
    pub pieces: i64,
    /// Fingerprint of its state when the report was made.
    pub before: u64,
    /// Fingerprint of its new state.
    pub after: u64,
}

/// Receives the progress of reading: bytes read, and total bytes of the file as stored, compressed or not. Returns
/// whether to continue.
pub type Progress<'p> = &'p mut dyn FnMut(u64, u64) -> ControlFlow<()>;

/// Reads files, and stores their rows until they are applied. All methods block.
pub trait ImportFiles: Send + Sync {
    /// Appends bytes to the upload of an import, creating it if necessary.
    fn append(&self, id: &ImportId, bytes: &[u8]) -> Result<(), ImportFileError>;

    /// Returns whether an upload of an import is on this server.
    fn has_upload(&self, id: &ImportId) -> bool;

    /// Copies the upload of one import to another; `false` if it is not on this server.
    fn repeat(&self, id: &ImportId, as_id: &ImportId) -> Result<bool, ImportFileError>;

    /// Reads a file completely (or its upload, if no path is given) and stores its rows by bucket, replacing previous
    /// ones. If the file is refused, no rows are stored.
    fn stage(
        &self,
        id: &ImportId,
        kind: ImportKind,
        file: Option<&Path>,
        progress: Progress<'_>,
    ) -> Result<FileSummary, ImportFileError>;

    /// Returns whether the rows of an import are on this server.
    fn has_rows(&self, id: &ImportId) -> bool;

    /// Returns the rows of a bucket, in file order.
    fn rows(&self, id: &ImportId, bucket: u16) -> Result<Vec<FitmentRow>, ImportFileError>;

    /// Returns the rows of a bucket of a part file, in file order.
    fn part_rows(&self, id: &ImportId, bucket: u16) -> Result<Vec<PartFileRow>, ImportFileError>;

    /// Stores the plan for the parts of a bucket; bucket number [`BUCKETS`] is for parts that are missing from the
    /// file.
    fn save_plan(&self, id: &ImportId, bucket: u16, parts: &[PlannedPart]) -> Result<(), ImportFileError>;

    /// Returns the plan for the parts of a bucket, in the order in which it was stored.
    fn plan(&self, id: &ImportId, bucket: u16) -> Result<Vec<PlannedPart>, ImportFileError>;

    /// Deletes the rows of an import, if any.
    fn discard_rows(&self, id: &ImportId) -> Result<(), ImportFileError>;

    /// Deletes all files of an import, if any.
    fn discard(&self, id: &ImportId) -> Result<(), ImportFileError>;

    /// Returns whether files of any import are here.
    fn has_any(&self) -> Result<bool, ImportFileError>;

    /// Returns the imports whose files were last written before a time. Deletes files of that age that belong to no
    /// import.
    fn stored_before(&self, moment: Timestamp) -> Result<Vec<ImportId>, ImportFileError>;
}
