//! Exported spreadsheets: converting lines to file contents.

use super::{catalogue::ListedPart, part_rows::PartFileRow};
use autoparts_domain::{
    catalogue::part_number::PartNumber,
    fitment::{Application, Evidence},
    numbers::{Numbers, Period},
    orders::Order,
    slug::BrandId,
    vehicles::{Make, Model, ModelId},
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
}
