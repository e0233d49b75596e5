#![doc = include_str!("../README.md")]

mod aces;
mod aces_removals;
mod cells;
pub mod fitment_csv;
mod folder;
pub mod lookups_csv;
pub mod parts_csv;
mod quotes;
mod reports_csv;
mod source;
mod spreadsheets;
mod table;
pub mod vehicles_csv;

pub use folder::{ImportFolder, digest};
pub use spreadsheets::CsvSpreadsheets;

/// The readers alone, for fuzzing.
pub mod readers {
    use crate::{aces, fitment_csv, parts_csv};
    use autoparts_application::ports::{
        import_files::{FileRefused, FileSummary, FitmentRow, ImportKind},
        part_rows::PartFileRow,
    };
    use std::io::Read;

    /// Reads a file of parts and passes its rows to `sink`.
    pub fn read_parts(
        source: impl Read,
        sink: &mut dyn FnMut(PartFileRow) -> Result<(), FileRefused>,
    ) -> Result<FileSummary, FileRefused> {
        parts_csv::read(source, sink)
    }

    /// Reads a file of this kind and passes its fitment rows to `sink`; rows of parts are dropped.
    pub fn read(
        kind: ImportKind,
        source: impl Read,
        sink: &mut dyn FnMut(FitmentRow) -> Result<(), FileRefused>,
    ) -> Result<FileSummary, FileRefused> {
        match kind {
            ImportKind::Aces => aces::read(source, sink),
            ImportKind::Fitment => fitment_csv::read(source, sink),
            ImportKind::Parts => parts_csv::read(source, &mut |_| Ok(())),
        }
    }
}
