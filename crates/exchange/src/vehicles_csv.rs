//! Vehicles from EPA's open data file (`vehicles.csv`, plain or as the published ZIP), or from a spreadsheet with the
//! same columns.
//!
//! The file has a row for each year and each configuration of a model, with 80 columns. These are read:
//!
//! | column | use |
//! |---|---|
//! | `year`, `make` | year and make, unchanged |
//! | `baseModel`, else `model` | the model |
//! | `displ`, `cylinders` | liters and cylinders of the engine |
//! | `layout` | `L`, `V`, `H` or `W`, the cylinder layout |
//! | `tCharger`, `sCharger` | whether the engine has a turbocharger or a supercharger |
//! | `atvType` | whether it is a (plug-in) hybrid |
//! | `fuelType1` | the fuel; all grades of gasoline are one |
//!
//! Nothing is guessed. `model` includes the trim (`Civic 4Dr`), `baseModel` does not (`Civic`): files from before
//! `baseModel` existed keep the trim. EPA's file has no `layout`: without it the engine is `2.0l-4cyl-gas`, and with it
//! `2.0l-l4-gas`.
//!
//! Keys are derived from the names. An unreadable row is counted and skipped.

use crate::{source::unpacked, table::Table};
use autoparts_application::ports::{
    import_files::{FileRefused, Finding, FindingKind},
    vehicles::VehicleTables,
};
use autoparts_domain::{
    slug::{EngineId, MakeId, ModelSlug},
    vehicles::{Engine, Make, Model, ModelEngine, ModelId, ModelYear, Years},
};
use std::{
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
    fs::File,
    io::Read,
};

/// The columns that are read, in lower case for comparison; the first [`REQUIRED`] are mandatory.
const COLUMNS: [&str; 11] = [
    "year",
    "make",
    "model",
    "displ",
    "cylinders",
    "fueltype1",
    "basemodel",
    "tcharger",
    "scharger",
    "atvtype",
    "layout",
];
const REQUIRED: usize = 6;

/// Maximum number of unreadable rows whose error is reported.
const KEPT: usize = 100;

/// Limits on the liters and cylinders of an engine, above those of any road vehicle.
const MAX_LITRES: u32 = 30;
const MAX_CYLINDERS: u32 = 24;

/// The content of a vehicle file.
#[derive(Debug, Default)]
pub struct VehicleFile {
    /// The vehicles, without duplicates.
    pub vehicles: VehicleTables,
    /// Total number of rows.
    pub rows: u64,
    /// Number of unreadable rows.
    pub unread: u64,
    /// Errors of the first ones.
    pub findings: Vec<Finding>,
}

/// Reads a file, plain or as the only one of a ZIP, of at most `limit` bytes.
pub fn read_file(file: File, limit: u64) -> Result<VehicleFile, FileRefused> {
    read(unpacked(file, limit)?)
}

/// Reads rows.
pub fn read(source: impl Read) -> Result<VehicleFile, FileRefused> {
    let mut table = Table::open(source, &COLUMNS, REQUIRED)?;
    let mut seen = Seen::default();
    let mut file = VehicleFile::default();
    while let Some(line) = table.next()? {
        file.rows += 1;
        if let Err(words) = Row::of(&table).map(|row| seen.add(row)) {
            file.unread += 1;
            if file.findings.len() < KEPT {
                file.findings.push(Finding { kind: FindingKind::Problem, line, rows: 1, words });
            }
        }
    }
    file.vehicles = seen.tables();
    Ok(file)
}

/// A parsed row.
struct Row {
    year: ModelYear,
    make: Make,
    model: Model,
    engine: Engine,
}

impl Row {
    fn of(table: &Table<'_>) -> Result<Self, String> {
        if let Some(why) = table.fault() {
            return Err(why.to_owned());
        }
        let year = table.cell(0);
        let year = year.parse().map_err(|why| format!("The year {why}."))?;
        let name = table.cell(1);
        let make = Make {
            id: MakeId::suggested_by(name).ok_or("It names no make.")?,
            name: name.parse().map_err(|why| format!("The make {why}."))?,
        };
        let name = Some(table.cell(6)).filter(|name| !name.is_empty()).unwrap_or(table.cell(2));
        let slug = ModelSlug::suggested_by(name).ok_or("It names no model.")?;
        let model = Model {
            id: ModelId { make: make.id.clone(), model: slug },
            name: name.parse().map_err(|why| format!("The model {why}."))?,
        };
        Ok(Self { year, make, model, engine: engine(table)? })
    }
}

/// The value of a cell; `None` for `NA`, which R writes for missing values.
fn some(cell: &str) -> Option<&str> {
    Some(cell).filter(|cell| !cell.is_empty() && !cell.eq_ignore_ascii_case("na"))
}

/// The engine of a row, with a key and a name derived from the row's data.
fn engine(table: &Table<'_>) -> Result<Engine, String> {
    let fuel = some(table.cell(5)).ok_or("It names no fuel.")?.to_ascii_lowercase();
    let named = |key: &str, name: &str| {
        let refused = |why| format!("The engine {why}.");
        Ok(Engine { id: key.parse().map_err(refused)?, name: name.parse().map_err(refused)? })
    };
    match fuel.as_str() {
        "electricity" => return named("electric", "Electric"),
        "hydrogen" => return named("hydrogen", "Hydrogen"),
        _ => {}
    }
    let litres = litres(table.cell(3))?;
    let cylinders = cylinders(table.cell(4), table.cell(10))?;
    if litres.is_none() && cylinders.is_none() {
        return Err("It gives neither the liters of the engine nor its cylinders.".to_owned());
    }
    let is_so = |cell: usize| ["t", "s", "true", "yes"].contains(&table.cell(cell).to_ascii_lowercase().as_str());
    let hybrid = match table.cell(9).to_ascii_lowercase().as_str() {
        "hybrid" => Some(("hybrid", "hybrid")),
        "plug-in hybrid" => Some(("plug-in-hybrid", "plug-in hybrid")),
        _ => None,
    };
    let fuel = match fuel.as_str() {
        fuel if fuel.contains("gasoline") => ("gas", None),
        "diesel" => ("diesel", Some("diesel")),
        "natural gas" => ("natural-gas", Some("natural gas")),
        _ => return Err("Its fuel is not known.".to_owned()),
    };
    let mut keys: Vec<String> = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut say = |key: &str, name: Option<&str>| {
        keys.push(key.to_owned());
        words.extend(name.map(str::to_owned));
    };
    if let Some(litres) = litres {
        say(&format!("{litres}l"), Some(&format!("{litres}L")));
    }
    if let Some((key, name)) = cylinders {
        say(&key, Some(&name));
    }
    for (cell, word) in [(7, "turbo"), (8, "supercharged")] {
        if is_so(cell) {
            say(word, Some(word));
        }
    }
    if let Some((key, name)) = hybrid {
        say(key, Some(name));
    }
    say(fuel.0, fuel.1);
    named(&keys.join("-"), &words.join(" "))
}

/// Liters with at least one decimal and no other trailing zeros: `2.0`, `1.25`.
fn litres(cell: &str) -> Result<Option<String>, String> {
    let Some(cell) = some(cell) else { return Ok(None) };
    let refused = || "The liters of the engine are not a number.".to_owned();
    let (whole, part) = cell.split_once('.').unwrap_or((cell, "0"));
    let is_number = |digits: &str| !digits.is_empty() && digits.len() < 4 && digits.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || !is_number(part) {
        return Err(refused());
    }
    let whole: u32 = whole.parse().map_err(|_| refused())?;
    let part = match part.trim_end_matches('0') {
        "" => "0",
        part => part,
    };
    match (whole, part) {
        // A vehicle without a combustion engine has no displacement.
        (0, "0") => Ok(None),
        (0..=MAX_LITRES, _) => Ok(Some(format!("{whole}.{part}"))),
        _ => Err(refused()),
    }
}

/// The cylinders, with their layout if given: `l4` and `L4`, otherwise `4cyl` and `4-cyl`.
fn cylinders(cell: &str, layout: &str) -> Result<Option<(String, String)>, String> {
    let Some(cell) = some(cell) else { return Ok(None) };
    let number = cell.strip_suffix(".0").unwrap_or(cell).parse::<u32>();
    let number = number.map_err(|_| "The cylinders of the engine are not a number.".to_owned())?;
    match (number, layout.to_ascii_uppercase().as_str()) {
        (0, _) => Ok(None),
        (1..=MAX_CYLINDERS, "") => Ok(Some((format!("{number}cyl"), format!("{number}-cyl")))),
        (1..=MAX_CYLINDERS, layout @ ("L" | "V" | "H" | "W")) => {
            Ok(Some((format!("{}{number}", layout.to_ascii_lowercase()), format!("{layout}{number}"))))
        }
        (1..=MAX_CYLINDERS, _) => Err("The layout has to be L, V, H or W.".to_owned()),
        _ => Err("No engine has that many cylinders.".to_owned()),
    }
}

/// Vehicles read so far. If several names lead to one key, the name of the newest vehicles is used, or the
/// alphabetically first in case of a tie, so the result does not depend on row order.
#[derive(Default)]
struct Seen {
    makes: BTreeMap<MakeId, (ModelYear, Make)>,
    models: BTreeMap<ModelId, (ModelYear, Model)>,
    engines: BTreeMap<EngineId, Engine>,
    years: BTreeMap<(ModelId, EngineId), BTreeSet<ModelYear>>,
}

fn keep<K: Ord, V>(
    seen: &mut BTreeMap<K, (ModelYear, V)>,
    key: K,
    (year, value): (ModelYear, V),
    name: impl Fn(&V) -> &str,
) {
    match seen.entry(key) {
        Entry::Vacant(entry) => _ = entry.insert((year, value)),
        Entry::Occupied(mut entry) => {
            let known = entry.get();
            if year > known.0 || year == known.0 && name(&value) < name(&known.1) {
                entry.insert((year, value));
            }
        }
    }
}

impl Seen {
    fn add(&mut self, row: Row) {
        let Row { year, make, model, engine } = row;
        let years = self.years.entry((model.id.clone(), engine.id.clone())).or_default();
        years.insert(year);
        keep(&mut self.makes, make.id.clone(), (year, make), |make| make.name.as_str());
        keep(&mut self.models, model.id.clone(), (year, model), |model| model.name.as_str());
        self.engines.insert(engine.id.clone(), engine);
    }

    fn tables(self) -> VehicleTables {
        let of_model = |((model, engine), years): ((ModelId, EngineId), BTreeSet<ModelYear>)| {
            let ranges = Years::all_joined(years.into_iter().map(Years::one));
            ranges.into_iter().map(move |years| ModelEngine { model: model.clone(), engine: engine.clone(), years })
        };
        VehicleTables {
            makes: self.makes.into_values().map(|(_, make)| make).collect(),
            models: self.models.into_values().map(|(_, model)| model).collect(),
            engines: self.engines.into_values().collect(),
            model_engines: self.years.into_iter().flat_map(of_model).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "year,make,model,displ,cylinders,fuelType1,baseModel,tCharger,sCharger,atvType,layout";

    fn read_rows(rows: &[&str]) -> VehicleFile {
        read(format!("{HEAD}\n{}\n", rows.join("\n")).as_bytes()).unwrap()
    }

    fn engines(file: &VehicleFile) -> Vec<(&str, &str)> {
        file.vehicles.engines.iter().map(|engine| (engine.id.as_str(), engine.name.as_str())).collect()
    }

    #[test]
    fn the_file_of_epa_is_read_with_the_columns_that_it_has() {
        let file = read(&include_bytes!("../tests/data/vehicles.csv")[..]).unwrap();
        assert_eq!((file.rows, file.unread), (9, 2));
        assert_eq!(file.findings.iter().map(|finding| finding.line).collect::<Vec<_>>(), [9, 10]);
        let names: Vec<String> =
            file.vehicles.models.iter().map(|model| format!("{} {}", model.id, model.name)).collect();
        assert_eq!(names, ["ford/f150-pickup F150 Pickup", "honda/civic Civic", "nissan/leaf Leaf"]);
        let ranges: Vec<String> = file
            .vehicles
            .model_engines
            .iter()
            .map(|ModelEngine { model, engine, years }| format!("{model} {engine} {years}"))
            .collect();
        assert_eq!(
            ranges,
            [
                "ford/f150-pickup 5.0l-8cyl-gas 2018",
                "honda/civic 1.5l-4cyl-turbo-gas 2018",
                "honda/civic 2.0l-4cyl-gas 2016–2018",
                "nissan/leaf electric 2018",
            ]
        );
    }

    #[test]
    fn an_engine_is_called_what_the_row_says_of_it() {
        for (cells, key, name) in [
            ("2.0,4,Regular Gasoline,,,,,L", "2.0l-l4-gas", "2.0L L4"),
            ("2,4.0,Premium Gasoline,,T,,,L", "2.0l-l4-turbo-gas", "2.0L L4 turbo"),
            ("3.6,6,Midgrade Gasoline,,,S,,V", "3.6l-v6-supercharged-gas", "3.6L V6 supercharged"),
            ("1.25,NA,Diesel,,,,Diesel,", "1.25l-diesel", "1.25L diesel"),
            ("NA,4,Natural Gas,,,,CNG,", "4cyl-natural-gas", "4-cyl natural gas"),
            ("1.8,4,Regular Gasoline,,,,Hybrid,l", "1.8l-l4-hybrid-gas", "1.8L L4 hybrid"),
            ("1.8,4,Regular Gasoline,,,,Plug-in Hybrid,L", "1.8l-l4-plug-in-hybrid-gas", "1.8L L4 plug-in hybrid"),
            ("NA,NA,Electricity,,,,EV,", "electric", "Electric"),
            (",,Hydrogen,,,,FCV,", "hydrogen", "Hydrogen"),
        ] {
            let file = read_rows(&[&format!("2018,Honda,Civic,{cells}")]);
            assert_eq!(engines(&file), [(key, name)], "{:?}", file.findings);
        }
    }

    #[test]
    fn rows_that_cannot_be_read_are_counted_and_named_and_cost_no_others() {
        let file = read_rows(&[
            "2018,Honda,Civic,2.0,4,Regular Gasoline",
            "18,Honda,Civic,2.0,4,Regular Gasoline",
            "2018,,Civic,2.0,4,Regular Gasoline",
            "2018,Honda,!?,2.0,4,Regular Gasoline",
            "2018,Honda,Civic,two,4,Regular Gasoline",
            "2018,Honda,Civic,2.0,four,Regular Gasoline",
            "2018,Honda,Civic,2.0,400,Regular Gasoline",
            "2018,Honda,Civic,2.0,4,Regular Gasoline,,,,,X",
            "2018,Honda,Civic,2.0,4,Regular Gasoline,,,,,,X",
            "2018,Honda,Civic,2.0,4,",
            "2018,Honda,Civic,2.0,4,Coal",
            "2018,Honda,Civic,0.0,0,Regular Gasoline",
        ]);
        assert_eq!((file.rows, file.unread), (12, 11));
        assert_eq!(file.findings.iter().map(|finding| finding.line).collect::<Vec<_>>(), (3..=13).collect::<Vec<_>>());
        assert_eq!(engines(&file), [("2.0l-4cyl-gas", "2.0L 4-cyl")]);
        let lines = vec!["1,Honda,Civic,2.0,4,Regular Gasoline"; 2 * KEPT];
        let file = read_rows(&lines);
        assert_eq!((file.unread, file.findings.len()), (200, KEPT));
    }

    #[test]
    fn of_two_names_for_one_key_the_newest_is_kept_in_whichever_order() {
        let old = "2016,HONDA,CIVIC,2.0,4,Regular Gasoline";
        let new = "2018,Honda,Civic,2.0,4,Regular Gasoline";
        for rows in [[old, new], [new, old]] {
            let VehicleTables { makes, models, model_engines, .. } = read_rows(&rows).vehicles;
            assert_eq!((makes[0].name.as_str(), models[0].name.as_str()), ("Honda", "Civic"));
            assert_eq!((makes.len(), models.len(), model_engines.len()), (1, 1, 2));
        }
    }

    #[test]
    fn a_file_without_these_columns_is_another_one() {
        let refusal = read(&b"year,make,model\n"[..]).unwrap_err().to_string();
        assert!(refusal.contains("no column displ"), "{refusal}");
        assert!(read(&b""[..]).is_err());
    }
}
