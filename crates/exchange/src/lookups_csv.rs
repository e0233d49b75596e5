//! Supplier code mappings as a spreadsheet: `scheme,kind,code,value`.

use crate::table::Table;
use autoparts_application::ports::{
    import_files::{FileRefused, Finding},
    vehicles::{Lookup, LookupKind},
};
use std::io::Read;

/// Reads a file. Unknown columns are findings; any other error refuses the whole file.
pub fn read(source: impl Read) -> Result<(Vec<Lookup>, Vec<Finding>), FileRefused> {
    let mut table = Table::open(source, &["scheme", "kind", "code", "value"], 4)?;
    let mut lookups = Vec::new();
    while let Some(line) = table.next()? {
        if let Some(why) = table.fault() {
            return Err(FileRefused::at(line, why));
        }
        let code = |at: usize, what: &str| {
            table.cell(at).parse().map_err(|why| FileRefused::at(line, format!("The {what} {why}.")))
        };
        let kind = LookupKind::ALL.into_iter().find(|kind| kind.name() == table.cell(1));
        let kind = kind.ok_or_else(|| {
            let names: Vec<&str> = LookupKind::ALL.into_iter().map(LookupKind::name).collect();
            FileRefused::at(line, format!("The kind has to be one of {}.", names.join(", ")))
        })?;
        let value = table.cell(3).to_owned();
        if value.is_empty() {
            return Err(FileRefused::at(line, "The value must not be empty."));
        }
        lookups.push(Lookup { scheme: code(0, "scheme")?, kind, code: code(2, "code")?, value });
    }
    Ok((lookups, table.findings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_slips_are_named_with_their_line() {
        let (lookups, findings) = read(&include_bytes!("../tests/data/lookups.csv")[..]).unwrap();
        assert_eq!((lookups.len(), findings.len()), (2, 0));
        assert_eq!((lookups[1].kind, lookups[1].value.as_str()), (LookupKind::Engine, "2.0l-l4-gas"));
        for (row, why) in [
            ("aces,engine,,x", "Line 2: The code"),
            ("aces,motor,1,x", "Line 2: The kind has to be one of base_vehicle"),
            ("aces,engine,1,", "Line 2: The value"),
            ("aces,engine,1,2.0l-l4,gas", "Line 2: A row has more cells"),
        ] {
            let refusal = read(format!("scheme,kind,code,value\n{row}\n").as_bytes()).unwrap_err().to_string();
            assert!(refusal.starts_with(why), "{refusal}");
        }
    }
}
