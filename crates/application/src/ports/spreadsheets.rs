//! Exported spreadsheets: converting lines to file contents.

use super::{catalogue::ListedPart, part_rows::PartFileRow};
use autoparts_domain::{
    catalogue::part_number::PartNumber,
    fitment::{Application, Evidence, PiecesNeeded},
    numbers::{Day, Numbers, Period},
    orders::Order,
    slug::BrandId,
    text::{ConditionWords, SupplierCode},
    vehicles::{Make, Model, ModelId, Years},
};

/// A flagged application in the report for the brand that supplied it. It has no personal data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedFit {
    /// The part.
    pub part: ListedPart,
    /// The make.
    pub make: Make,
    /// The model.
    pub model: Model,
    /// What came back, and what was sold.
    pub evidence: Evidence,
    /// Whether the part is suspended for the model.
    pub is_suspended: bool,
}

/// The vehicles of an application, by the codes of ACES files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodedVehicle {
    /// A model in one year.
    BaseVehicle(SupplierCode),
    /// A model in some years.
    Models {
        /// The years.
        years: Years,
        /// The make.
        make: SupplierCode,
        /// The model.
        model: SupplierCode,
    },
}

/// A condition of an application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodedCondition {
    /// Its text.
    pub words: ConditionWords,
    /// Its code in ACES files; `None` if the shop knows none.
    pub code: Option<SupplierCode>,
}

/// An application that the shop no longer claims, because parts came back, by the codes of ACES files. It has no
/// personal data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefutedFit {
    /// The brand of the part.
    pub brand: SupplierCode,
    /// Its number.
    pub number: PartNumber,
    /// Its category; `None` if the shop knows no code.
    pub part_type: Option<SupplierCode>,
    /// The vehicles.
    pub vehicle: CodedVehicle,
    /// The engine; `None` for any.
    pub engine: Option<SupplierCode>,
    /// The position on the vehicle; `None` if it has none.
    pub position: Option<SupplierCode>,
    /// The number of pieces; `None` if unknown.
    pub pieces: Option<PiecesNeeded>,
    /// The conditions.
    pub conditions: Vec<CodedCondition>,
}

/// The header of a file of refuted applications.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefutedHeader {
    /// Who sends the file: the URL of the shop.
    pub sender: String,
    /// The brand of all its applications; `None` if there are several, or the shop knows no code.
    pub brand: Option<SupplierCode>,
    /// When it is sent.
    pub day: Day,
}

/// The kind of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExportKind {
    /// Fitment.
    Fitment,
    /// Parts.
    Parts,
}

impl ExportKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Fitment, Self::Parts];

    /// Its name in commands and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fitment => "fitment",
            Self::Parts => "parts",
        }
    }
}

/// A line of a fitment file: an application of a part, or a part that has only rows that could not be understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FitmentLine {
    /// The brand of the part.
    pub brand: BrandId,
    /// Its number.
    pub number: PartNumber,
    /// Number of its supplier's rows that could not be understood; the same in all of its lines.
    pub set_aside: u32,
    /// The model and the application; `None` if the part has no applications.
    pub application: Option<(ModelId, Application)>,
}

/// The statistics of a part of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepNumbers {
    /// The days.
    pub period: Period,
    /// The statistics.
    pub numbers: Numbers,
}

/// Writes files that [`crate::ports::import_files::ImportFiles`] reads. Escapes cells so that spreadsheet programs do
/// not execute them.
pub trait Spreadsheets: Send + Sync {
    /// Returns the header of a file with its columns.
    fn head(&self, kind: ExportKind) -> Vec<u8>;

    /// Returns a file with the header and some sample lines.
    fn template(&self, kind: ExportKind) -> Vec<u8>;

    /// Returns lines of a fitment file.
    fn fitments(&self, lines: &[FitmentLine]) -> Vec<u8>;

    /// Returns lines of a part file.
    fn parts(&self, rows: &[PartFileRow]) -> Vec<u8>;

    /// Returns the header of an order file, which is for people and cannot be imported.
    fn orders_head(&self) -> Vec<u8>;

    /// Returns lines of an order file.
    fn orders(&self, orders: &[Order]) -> Vec<u8>;

    /// Returns a complete statistics file.
    fn numbers(&self, steps: &[StepNumbers]) -> Vec<u8>;

    /// Returns a complete file of flagged applications, for the brands that supplied them.
    fn fit_report(&self, flags: &[ReportedFit]) -> Vec<u8>;

    /// Returns the beginning of an ACES file that deletes refuted applications from the data of their suppliers.
    fn refuted_header(&self, head: &RefutedHeader) -> Vec<u8>;

    /// Returns the deletion of some applications; their ids in the file begin with `first`.
    fn refuted(&self, first: u64, fits: &[RefutedFit]) -> Vec<u8>;

    /// Returns the end of the file, with the number of deletions, and how many applications could not be written because
    /// the shop has no codes for them.
    fn refuted_footer(&self, written: u64, left_out: u64) -> Vec<u8>;
}
