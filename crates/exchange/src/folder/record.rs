//! Serialization of stored rows.

use crate::cells::{entries, list};
use autoparts_application::ports::{
    import_files::{FitmentRow, Named, RowAction, RowVehicle},
    part_rows::{PartColumn, PartFileRow},
};
use csv::{ReaderBuilder, StringRecord, WriterBuilder};
use std::io;

/// Number of fields before the conditions of a row.
const FIELDS: usize = 13;

fn text_of(named: &Named) -> String {
    match named {
        Named::Code(code) => format!("c{code}"),
        Named::Words(words) => format!("w{words}"),
    }
}

fn named(text: &str) -> Option<Named> {
    let code = text.strip_prefix('c').map(|code| Named::Code(code.to_owned()));
    code.or_else(|| text.strip_prefix('w').map(|words| Named::Words(words.to_owned())))
}

pub(super) fn write(bytes: &mut Vec<u8>, row: &FitmentRow) -> io::Result<()> {
    let optional = |named: &Option<Named>| named.as_ref().map(text_of).unwrap_or_default();
    let nothing = String::new;
    let vehicle = match &row.vehicle {
        RowVehicle::BaseVehicle(code) => ["b".to_owned(), code.clone(), nothing(), nothing(), nothing()],
        RowVehicle::Models { from, to, make, model } => {
            ["m".to_owned(), from.clone(), to.clone(), text_of(make), text_of(model)]
        }
        RowVehicle::Nothing => ["n".to_owned(), nothing(), nothing(), nothing(), nothing()],
        RowVehicle::Unreadable(why) => ["u".to_owned(), why.to_string(), nothing(), nothing(), nothing()],
    };
    let action = if row.action == RowAction::Delete { "D" } else { "A" };
    let before = [row.line.to_string(), action.to_owned(), text_of(&row.brand), row.number.clone()];
    let pieces = row.pieces.as_ref().map(|pieces| format!("p{pieces}")).unwrap_or_default();
    let set_aside = row.set_aside.as_ref().map(|count| format!("s{count}")).unwrap_or_default();
    let after = [optional(&row.engine), optional(&row.position), pieces, set_aside];
    let fields = before.into_iter().chain(vehicle).chain(after).chain(row.conditions.iter().map(text_of));
    let mut writer = WriterBuilder::new().flexible(true).has_headers(false).from_writer(bytes);
    #[expect(clippy::disallowed_methods, reason = "stored rows, which no spreadsheet program opens")]
    let written = writer.write_record(fields);
    written.map_err(io::Error::other)?;
    writer.flush()
}

pub(super) fn read(bytes: &[u8]) -> io::Result<Vec<FitmentRow>> {
    let mut reader = ReaderBuilder::new().flexible(true).has_headers(false).from_reader(bytes);
    let mut record = StringRecord::new();
    let mut rows = Vec::new();
    while reader.read_record(&mut record).map_err(io::Error::other)? {
        rows.push(row(&record).ok_or_else(|| io::Error::other("a stored row is damaged"))?);
    }
    Ok(rows)
}

fn row(record: &StringRecord) -> Option<FitmentRow> {
    let text = |at: usize| record.get(at).map(ToOwned::to_owned);
    let vehicle = match record.get(4)? {
        "b" => RowVehicle::BaseVehicle(text(5)?),
        "m" => RowVehicle::Models {
            from: text(5)?,
            to: text(6)?,
            make: named(record.get(7)?)?,
            model: named(record.get(8)?)?,
        },
        "n" => RowVehicle::Nothing,
        _ => RowVehicle::Unreadable(text(5)?.into()),
    };
    Some(FitmentRow {
        line: record.get(0)?.parse().ok()?,
        action: if record.get(1)? == "D" { RowAction::Delete } else { RowAction::Add },
        brand: named(record.get(2)?)?,
        number: text(3)?,
        vehicle,
        engine: named(record.get(9)?),
        position: named(record.get(10)?),
        pieces: record.get(11)?.strip_prefix('p').map(ToOwned::to_owned),
        set_aside: record.get(12)?.strip_prefix('s').map(ToOwned::to_owned),
        conditions: record.iter().skip(FIELDS).map(named).collect::<Option<_>>()?,
    })
}

/// Prefix of the cells that a row has, so that an empty cell differs from a missing one.
const PRESENT: &str = "=";

pub(super) fn write_part(bytes: &mut Vec<u8>, row: &PartFileRow) -> io::Result<()> {
    let cell = |column: &PartColumn| {
        let cell = row.cells.get(column).map(|cell| list(cell.iter().map(String::as_str)));
        cell.map_or_else(String::new, |cell| format!("{PRESENT}{cell}"))
    };
    let why = row.unreadable.as_deref().unwrap_or_default().to_owned();
    let fields = [row.line.to_string()].into_iter().chain(PartColumn::ALL.iter().map(cell)).chain([why]);
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(bytes);
    #[expect(clippy::disallowed_methods, reason = "stored rows, which no spreadsheet program opens")]
    let written = writer.write_record(fields);
    written.map_err(io::Error::other)?;
    writer.flush()
}

pub(super) fn read_parts(bytes: &[u8]) -> io::Result<Vec<PartFileRow>> {
    let mut reader = ReaderBuilder::new().has_headers(false).from_reader(bytes);
    let mut record = StringRecord::new();
    let mut rows = Vec::new();
    while reader.read_record(&mut record).map_err(io::Error::other)? {
        rows.push(part_row(&record).ok_or_else(|| io::Error::other("a stored row is damaged"))?);
    }
    Ok(rows)
}

fn part_row(record: &StringRecord) -> Option<PartFileRow> {
    let cell = |(column, cell): (&PartColumn, &str)| Some((*column, entries(cell.strip_prefix(PRESENT)?)));
    let cells = PartColumn::ALL.iter().zip(record.iter().skip(1)).filter_map(cell).collect();
    let why = record.get(PartColumn::ALL.len() + 1).filter(|why| !why.is_empty());
    Some(PartFileRow { line: record.get(0)?.parse().ok()?, cells, unreadable: why.map(|why| why.to_owned().into()) })
}
