//! What goes out as spreadsheets: how lines become bytes of a file.

use super::part_rows::PartRow;
use crate::{imports::export::FitmentLine, numbers::StepNumbers};
use autoparts_domain::orders::Order;

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExportKind {
    /// What parts fit.
    Fitment,
    /// The parts themselves.
    Parts,
}

impl ExportKind {
    /// All of them.
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

/// Writes files that [`crate::ports::import_files::ImportFiles`] reads. No spreadsheet program runs what stands in them.
pub trait Spreadsheets: Send + Sync {
    /// The head of a file: what its columns are.
    fn head(&self, kind: ExportKind) -> Vec<u8>;

    /// A file with the head and some lines that show what may stand in it.
    fn template(&self, kind: ExportKind) -> Vec<u8>;

    /// Lines of a file of what parts fit.
    fn fitments(&self, lines: &[FitmentLine]) -> Vec<u8>;

    /// Lines of a file of parts.
    fn parts(&self, rows: &[PartRow]) -> Vec<u8>;

    /// The head of a file of orders, which is for people: nothing takes it in.
    fn orders_head(&self) -> Vec<u8>;

    /// Lines of a file of orders.
    fn orders(&self, orders: &[Order]) -> Vec<u8>;

    /// A whole file of numbers.
    fn numbers(&self, steps: &[StepNumbers]) -> Vec<u8>;
}
