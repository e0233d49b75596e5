//! Fitment as a spreadsheet. The file has all applications of the parts that it lists.

use crate::{
    aces::Sink,
    cells::{entries, list, write_row},
    table::Table,
};
use autoparts_application::ports::{
    import_files::{FileRefused, FileSummary, FitmentRow, Named, RowAction, RowVehicle, Scope},
    spreadsheets::FitmentLine,
};
use std::io::{self, Read, Write};

/// The columns, in output order.
pub const COLUMNS: [&str; 11] = [
    "brand",
    "number",
    "make",
    "model",
    "year_from",
    "year_to",
    "engine",
    "position",
    "pieces",
    "conditions",
    "set_aside",
];

/// Sample lines; no shop has this brand.
pub const TEMPLATE: &str = "example,EX-100,Honda,Civic,2016,2018,,Front,2,With A/C; Not for the hatchback,0\n\
                            example,EX-100,Honda,Accord,2018,2020,1.5L L4 Turbo,Front,2,,0\n";

/// Index of the column with the part's number of rows set aside. It is exported because a negative verdict requires
/// complete data.
const SET_ASIDE: usize = 10;

/// Number of columns, from the first, that are required.
const REQUIRED: usize = 5;

/// Reads a file, row by row.
pub(crate) fn read(source: impl Read, sink: Sink<'_>) -> Result<FileSummary, FileRefused> {
    let mut table = Table::open(source, &COLUMNS, REQUIRED)?;
    let mut rows = 0;
    while let Some(line) = table.next()? {
        sink(row(&table, line))?;
        rows += 1;
    }
    Ok(FileSummary {
        format: "fitment CSV".to_owned(),
        digest: String::new(),
        scope: Scope::WholeParts,
        brand: None,
        rows,
        findings: table.findings,
        is_doubtful: false,
    })
}

fn row(table: &Table<'_>, line: u64) -> FitmentRow {
    let optional = |at: usize| Some(table.cell(at).to_owned()).filter(|cell| !cell.is_empty());
    let words = |at: usize| optional(at).map(Named::Words);
    let vehicle = match (words(2), words(3), optional(4)) {
        _ if table.fault().is_some() => RowVehicle::Unreadable(table.fault().unwrap_or_default().into()),
        (Some(make), Some(model), Some(from)) => {
            RowVehicle::Models { to: optional(5).unwrap_or_else(|| from.clone()), from, make, model }
        }
        (None, None, None) if (5..SET_ASIDE).all(|at| table.cell(at).is_empty()) => RowVehicle::Nothing,
        _ => RowVehicle::Unreadable("it does not name a make, a model and a year".into()),
    };
    FitmentRow {
        line,
        action: RowAction::Add,
        brand: Named::Words(table.cell(0).to_owned()),
        number: table.cell(1).to_owned(),
        vehicle,
        engine: words(6),
        position: words(7),
        pieces: optional(8),
        conditions: entries(table.cell(9)).into_iter().map(Named::Words).collect(),
        set_aside: optional(SET_ASIDE),
    }
}

/// Writes fitment so that `read` restores it and no spreadsheet program changes it.
pub struct FitmentWriter<W: Write>(csv::Writer<W>);

impl<W: Write> FitmentWriter<W> {
    /// Starts a file with a header.
    pub fn new(file: W) -> io::Result<Self> {
        let mut writer = csv::Writer::from_writer(file);
        write_row(&mut writer, COLUMNS)?;
        Ok(Self(writer))
    }

    /// Continues a file that has its header.
    pub(crate) fn headless(file: W) -> Self {
        Self(csv::Writer::from_writer(file))
    }

    /// Writes an application of a part, or a line for a part without applications.
    pub fn write(&mut self, line: &FitmentLine) -> io::Result<()> {
        let FitmentLine { brand, number, set_aside, application } = line;
        let ends = |cells: [String; COLUMNS.len() - 3]| {
            let starts = [brand.to_string(), number.to_string()];
            starts.into_iter().chain(cells).chain([set_aside.to_string()])
        };
        let Some((model, application)) = application else {
            return write_row(&mut self.0, ends(std::array::from_fn(|_| String::new())));
        };
        let position = application.position.as_ref().map(ToString::to_string).unwrap_or_default();
        let conditions = list(application.conditions.iter().map(|condition| condition.words.as_str()));
        let cells = [
            model.make.to_string(),
            model.model.to_string(),
            application.years.from().to_string(),
            application.years.to().to_string(),
            application.engine.as_ref().map(ToString::to_string).unwrap_or_default(),
            position,
            application.pieces.map(|pieces| pieces.pieces().to_string()).unwrap_or_default(),
            conditions,
        ];
        write_row(&mut self.0, ends(cells))
    }

    /// Finishes the file.
    pub fn finish(self) -> io::Result<W> {
        self.0.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}
