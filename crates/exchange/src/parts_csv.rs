//! Parts as a spreadsheet. Parts that the file does not list, and columns that it does not have, stay unchanged.

use crate::{
    cells::{entries, list, write_row},
    table::Table,
};
use autoparts_application::ports::{
    import_files::{FileRefused, FileSummary, Scope},
    part_rows::{PartColumn, PartFileRow},
};
use std::io::{self, Read, Write};

/// Receives each row.
pub(crate) type Sink<'s> = &'s mut dyn FnMut(PartFileRow) -> Result<(), FileRefused>;

/// Sample parts for the template; no shop has this brand. Their other cells are empty.
const SAMPLES: [&[(PartColumn, &str)]; 2] = [
    &[
        (PartColumn::Brand, "example"),
        (PartColumn::Number, "EX-100"),
        (PartColumn::Title, "Example brake disc"),
        (PartColumn::Description, "Vented, 300 mm."),
        (PartColumn::Price, "38.50"),
        (PartColumn::ListPrice, "45.00"),
        (PartColumn::Minimum, "2"),
        (PartColumn::Pack, "2"),
        (PartColumn::Stock, "40"),
        (PartColumn::ReorderAt, "8"),
        (PartColumn::Pictures, "https://example.com/ex-100.jpg; https://example.com/ex-100-2.jpg | From behind"),
        (PartColumn::Oem, "Honda=45251-TBA-A00"),
        (PartColumn::Attributes, "Diameter=300=mm; Vented=yes"),
        (PartColumn::Weight, "7400"),
        (PartColumn::Size, "310x310x60"),
        (PartColumn::Hazmat, "no"),
        (PartColumn::Condition, "new"),
        (PartColumn::Universal, "no"),
        (PartColumn::Hidden, "no"),
    ],
    &[
        (PartColumn::Brand, "example"),
        (PartColumn::Number, "EX-200"),
        (PartColumn::Title, "Example oil"),
        (PartColumn::Description, "One litre."),
        (PartColumn::Price, "9.99"),
        (PartColumn::Minimum, "1"),
        (PartColumn::Pack, "1"),
        (PartColumn::Stock, "12"),
        (PartColumn::Pictures, "https://example.com/ex-200.jpg"),
        (PartColumn::Condition, "new"),
        (PartColumn::Universal, "yes"),
        (PartColumn::Hidden, "no"),
    ],
];

/// The rows of the template.
pub(crate) fn samples() -> Vec<PartFileRow> {
    let row = |cells: &&[(PartColumn, &str)]| PartFileRow {
        cells: cells.iter().map(|(column, cell)| (*column, values(*column, cell))).collect(),
        ..PartFileRow::default()
    };
    SAMPLES.iter().map(row).collect()
}

/// The columns, in output order.
pub(crate) fn columns() -> Vec<&'static str> {
    PartColumn::ALL.iter().map(|column| column.name()).collect()
}

/// Reads a file, row by row.
pub(crate) fn read(source: impl Read, sink: Sink<'_>) -> Result<FileSummary, FileRefused> {
    let names = columns();
    let mut table = Table::open(source, &names, 0)?;
    let place = |column| PartColumn::ALL.iter().position(|known| *known == column).unwrap_or(0);
    let has = |column| table.has(place(column));
    let has_number = has(PartColumn::Brand) && has(PartColumn::Number);
    if !has(PartColumn::Id) && !has_number {
        let words =
            "The first line must name the columns, but has neither the columns brand and number nor the column id.";
        return Err(FileRefused::at(1, words));
    }
    let mut rows = 0;
    while let Some(line) = table.next()? {
        sink(row(&table, line))?;
        rows += 1;
    }
    Ok(FileSummary {
        format: "parts CSV".to_owned(),
        digest: String::new(),
        scope: Scope::Changes,
        brand: None,
        rows,
        findings: table.findings,
        is_doubtful: false,
    })
}

fn values(column: PartColumn, cell: &str) -> Vec<String> {
    match cell {
        "" => Vec::new(),
        cell if column.is_list() => entries(cell),
        cell => vec![cell.to_owned()],
    }
}

fn row(table: &Table<'_>, line: u64) -> PartFileRow {
    if let Some(why) = table.fault() {
        return PartFileRow { line, unreadable: Some(why.into()), ..PartFileRow::default() };
    }
    let columns = PartColumn::ALL.iter().enumerate().filter(|(at, _)| table.has(*at));
    PartFileRow {
        line,
        unreadable: None,
        cells: columns.map(|(at, column)| (*column, values(*column, table.cell(at)))).collect(),
    }
}

/// Writes parts so that [`read`] restores them and no spreadsheet program changes them.
pub(crate) fn write(file: impl Write, rows: &[PartFileRow]) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(file);
    for row in rows {
        let cell = |column: &PartColumn| {
            let values = row.cells.get(column).map(Vec::as_slice).unwrap_or_default();
            if column.is_list() { list(values.iter().map(String::as_str)) } else { values.concat() }
        };
        write_row(&mut writer, PartColumn::ALL.iter().map(cell))?;
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CsvSpreadsheets;
    use autoparts_application::ports::spreadsheets::{ExportKind, Spreadsheets};
    use proptest::prelude::*;

    fn all(file: &[u8]) -> Result<(Vec<PartFileRow>, FileSummary), FileRefused> {
        let mut rows = Vec::new();
        let summary = read(file, &mut |row| {
            rows.push(row);
            Ok(())
        })?;
        Ok((rows, summary))
    }

    fn texts(row: &PartFileRow) -> Vec<(&str, Vec<&str>)> {
        row.cells.iter().map(|(column, cell)| (column.name(), cell.iter().map(String::as_str).collect())).collect()
    }

    #[test]
    fn columns_come_in_any_order_and_missing_ones_have_no_value() {
        let (rows, summary) =
            all("price,Brand,number,colour,oem\n\n1.50,Bosch,A-1,red,Honda=1; 2\n,Bosch,A-2,,\n".as_bytes()).unwrap();
        assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [3, 4]);
        let expected =
            [("brand", vec!["Bosch"]), ("number", vec!["A-1"]), ("price", vec!["1.50"]), ("oem", vec!["Honda=1", "2"])];
        assert_eq!(texts(&rows[0]), expected);
        assert_eq!((rows[1].text(PartColumn::Price), rows[1].text(PartColumn::Stock)), (Some(""), None));
        assert_eq!((summary.rows, summary.findings.len()), (2, 1), "the unread column colour is reported");
    }

    #[test]
    fn byte_order_marks_and_all_separators_are_understood() {
        for file in [
            "\u{feff}brand,number,title\nBosch,A-1,\"x, y\"\n",
            "brand;number;title\r\nBosch;A-1;x, y\r\n",
            "\"brand\"\t\"number\"\ttitle\nBosch\tA-1\tx, y",
        ] {
            let (rows, _) = all(file.as_bytes()).unwrap();
            assert_eq!(
                texts(&rows[0]),
                [("brand", vec!["Bosch"]), ("number", vec!["A-1"]), ("title", vec!["x, y"])],
                "{file}"
            );
        }
    }

    #[test]
    fn protected_cells_are_read_and_formulas_are_not() {
        let read = |cell: &str| {
            let (rows, _) = all(format!("brand,number,title\nBosch,{cell},x\n").as_bytes()).unwrap();
            let number = rows[0].text(PartColumn::Number).map(str::to_owned);
            number.ok_or_else(|| rows[0].unreadable.clone().unwrap().into_owned())
        };
        for (cell, number) in [
            ("0986494524", "0986494524"),
            // Protected from a spreadsheet program by a formula, as typed and as saved.
            ("=\"0986494524\"", "0986494524"),
            ("\"=\"\"0986494524\"\"\"", "0986494524"),
            ("'=1+1", "=1+1"),
            ("a=b", "a=b"),
        ] {
            assert_eq!(read(cell).as_deref(), Ok(number), "{cell}");
        }
        for cell in ["=1+1", "=\"1\"&A1", "=A1", "=\"a\"\"b\"", " =1"] {
            assert!(read(cell).unwrap_err().contains("begins with ="), "{cell}");
        }
    }

    #[test]
    fn all_line_endings_are_accepted() {
        for end in ["\n", "\r\n", "\r"] {
            let file = ["brand;number;title", "Bosch;A-1;x", "", "Bosch;A-2;\"y", "z\"", ""].join(end);
            let (rows, _) = all(file.as_bytes()).unwrap();
            let read = rows.iter().map(|row| (row.line, row.text(PartColumn::Number).unwrap())).collect::<Vec<_>>();
            assert_eq!(read, [(2, "A-1"), (4, "A-2")], "{end:?}");
        }
    }

    #[test]
    fn an_unclosed_quotation_mark_refuses_the_file() {
        let rows: Vec<String> = (3..12).map(|row| format!("Bosch,A-{row},x\n")).collect();
        let refused =
            all(format!("brand,number,title\nBosch,A-2,\"12 inch\n{}", rows.concat()).as_bytes()).unwrap_err();
        assert!(refused.to_string().starts_with("Line 2: A quotation mark is opened on this line"), "{refused}");
    }

    #[test]
    fn files_of_another_kind_are_refused() {
        for (file, why) in [
            ("", "empty"),
            ("title,price\nx,1\n", "neither the columns brand and number nor the column id"),
            ("brand,title\nx,1\n", "neither the columns"),
            ("brand,number,number\nx,1,1\n", "There are two columns number"),
            ("<ACES></ACES>\n", "neither the columns"),
        ] {
            let refused = all(file.as_bytes()).unwrap_err().to_string();
            assert!(refused.contains(why), "{file}: {refused}");
        }
        let refused = all(b"brand,number\nBosch,A\xff\n").unwrap_err();
        assert!(
            refused.to_string().starts_with("Line 2: The file contains characters that are not UTF-8"),
            "{refused}"
        );
        let open = format!("brand,number,title\nBosch,A,\"{}", "x".repeat(2 << 20));
        assert!(all(open.as_bytes()).unwrap_err().to_string().contains("quotation mark"));
    }

    #[test]
    fn the_template_can_be_read() {
        let file = CsvSpreadsheets.template(ExportKind::Parts);
        let (rows, summary) = all(&file).unwrap();
        assert_eq!((rows.len(), summary.findings.len()), (2, 0));
        assert!(rows.iter().all(|row| row.cells.len() == PartColumn::ALL.len()));
        assert_eq!(rows[0].cells[&PartColumn::Attributes], ["Diameter=300=mm", "Vented=yes"]);
        assert_eq!(rows[1].text(PartColumn::Universal), Some("yes"));
    }

    proptest! {
        #[test]
        fn written_rows_are_read_back(
            text in "[!-~]([ -~\n]{0,20}[!-~])?",
            oem in proptest::collection::vec("[!-~]([ -~]{0,10}[!-~])?", 0..4),
        ) {
            let mut row = PartFileRow::default();
            for column in PartColumn::ALL {
                row.cells.insert(*column, if column.is_list() { oem.clone() } else { vec![text.clone()] });
            }
            let mut file = format!("{}\n", columns().join(",")).into_bytes();
            write(&mut file, std::slice::from_ref(&row)).unwrap();
            let (rows, _) = all(&file).unwrap();
            prop_assert_eq!(&rows[0].cells, &row.cells);
            let mut cells = csv::Reader::from_reader(file.as_slice());
            let is_run = |cell: &str| cell.starts_with(['=', '@']);
            prop_assert!(!cells.records().any(|row| row.unwrap().iter().any(is_run)));
        }
    }
}
