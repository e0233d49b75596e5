//! Spreadsheet export.

use crate::{
    aces_removals,
    fitment_csv::{self, FitmentWriter},
    parts_csv, reports_csv,
};
use autoparts_application::ports::{
    part_rows::PartFileRow,
    spreadsheets::{ExportKind, FitmentLine, RefutedFit, RefutedHeader, ReportedFit, Spreadsheets, StepNumbers},
};
use autoparts_domain::orders::Order;

/// Writes CSV in UTF-8 with commas.
#[derive(Debug, Clone, Copy, Default)]
pub struct CsvSpreadsheets;

impl Spreadsheets for CsvSpreadsheets {
    fn head(&self, kind: ExportKind) -> Vec<u8> {
        let columns = match kind {
            ExportKind::Fitment => fitment_csv::COLUMNS.to_vec(),
            ExportKind::Parts => parts_csv::columns(),
        };
        format!("{}\n", columns.join(",")).into_bytes()
    }

    fn template(&self, kind: ExportKind) -> Vec<u8> {
        let lines = match kind {
            ExportKind::Fitment => fitment_csv::TEMPLATE.as_bytes().to_vec(),
            ExportKind::Parts => self.parts(&parts_csv::samples()),
        };
        [self.head(kind), lines].concat()
    }

    fn fitments(&self, lines: &[FitmentLine]) -> Vec<u8> {
        let mut writer = FitmentWriter::headless(Vec::new());
        // Writing to memory does not fail.
        let written = lines.iter().try_for_each(|line| writer.write(line));
        written.and_then(|()| writer.finish()).unwrap_or_default()
    }

    fn parts(&self, rows: &[PartFileRow]) -> Vec<u8> {
        let mut file = Vec::new();
        // Writing to memory does not fail.
        let written = parts_csv::write(&mut file, rows);
        written.map(|()| file).unwrap_or_default()
    }

    fn orders_head(&self) -> Vec<u8> {
        reports_csv::orders_head()
    }

    fn orders(&self, orders: &[Order]) -> Vec<u8> {
        reports_csv::orders(orders)
    }

    fn numbers(&self, steps: &[StepNumbers]) -> Vec<u8> {
        reports_csv::numbers(steps)
    }

    fn fit_report(&self, flags: &[ReportedFit]) -> Vec<u8> {
        reports_csv::fit_report(flags)
    }

    fn refuted_header(&self, head: &RefutedHeader) -> Vec<u8> {
        aces_removals::head(head).into_bytes()
    }

    fn refuted(&self, first: u64, fits: &[RefutedFit]) -> Vec<u8> {
        aces_removals::apps(first, fits).into_bytes()
    }

    fn refuted_footer(&self, written: u64, left_out: u64) -> Vec<u8> {
        aces_removals::end(written, left_out).into_bytes()
    }
}
