//! A supplier's file of realistic size and the codes it needs. All data is invented.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
};

/// Number of applications per part.
pub(crate) const OF_PART: u32 = 10;

/// Number of models in the catalogue's vehicles, and the first year and number of years of each.
const MODELS: u32 = 4_000;
const FIRST_YEAR: u32 = 1990;
const YEARS: u32 = 33;

/// Writes the code mappings for the file, as `lookups import` reads them.
pub(crate) fn write_codes(path: &Path, brand: &str) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    writeln!(file, "scheme,kind,code,value\naces,brand,ZZZA,{brand}")?;
    for number in 0..MODELS * YEARS {
        let model = number / YEARS;
        let year = FIRST_YEAR + number % YEARS;
        writeln!(file, "aces,base_vehicle,{number},{year}/make-{}/model-{model}", 1 + model % 60)?;
    }
    for engine in 1..=20 {
        writeln!(file, "aces,engine,{engine},{engine}.0l-w9-gas")?;
    }
    for (position, words) in ["Front", "Rear", "Left", "Right"].into_iter().enumerate() {
        writeln!(file, "aces,position,{position},{words}")?;
    }
    file.flush()
}

/// Writes a file with all parts of a brand and ten applications each. Only every other year is used, so that no
/// applications are merged.
pub(crate) fn write_aces(path: &Path, applications: u32) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    writeln!(
        file,
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<ACES version=\"4.2\"><Header><Company>Example</Company>\
         <BrandAAIAID>ZZZA</BrandAAIAID><SubmissionType>FULL</SubmissionType></Header>"
    )?;
    for number in 0..applications {
        let part = 1 + number / OF_PART;
        let line = number % OF_PART;
        let model = (part.wrapping_mul(48_271) + line / 5 * 1_999) % MODELS;
        let vehicle = model * YEARS + (part + line % 5 * 2) % YEARS;
        let engine =
            if part.is_multiple_of(3) { format!("<EngineBase id=\"{}\"/>", 1 + part % 20) } else { String::new() };
        let note =
            if part.is_multiple_of(4) { format!("<Note>With package {}</Note>", part % 500) } else { String::new() };
        writeln!(
            file,
            "<App action=\"A\" id=\"{number}\"><BaseVehicle id=\"{vehicle}\"/>{engine}{note}<Qty>2</Qty>\
             <PartType id=\"1684\"/><MfrLabel>Professional Grade</MfrLabel><Position id=\"{}\"/><Part>PN-{part:07}</Part></App>",
            part % 4
        )?;
    }
    writeln!(file, "<Footer><RecordCount>{applications}</RecordCount></Footer></ACES>")?;
    file.flush()
}

/// Writes a spreadsheet of new parts with the usual columns.
pub(crate) fn write_parts(path: &Path, brand: &str, parts: u32) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    writeln!(
        file,
        "brand,number,title,description,price,stock,pictures,oem,interchange,attributes,weight_g,condition"
    )?;
    for part in 1..=parts {
        writeln!(
            file,
            "{brand},CSV-{part:07},Brake disc {part},\"Vented, {} mm.\",{}.50,{},https://example.com/{part}.jpg,\
             Honda={}-TBA-A00,Babatek=09.{part:07},Diameter={}=mm; Vented=yes,{},new",
            200 + part % 200,
            5 + part % 300,
            part % 90,
            10_000 + part,
            200 + part % 200,
            500 + part % 9_000
        )?;
    }
    file.flush()
}

/// Writes new prices and stock for the same parts, as a week later.
pub(crate) fn write_prices(path: &Path, brand: &str, parts: u32) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    writeln!(file, "brand,number,price,stock")?;
    for part in 1..=parts {
        writeln!(file, "{brand},CSV-{part:07},{}.75,{}", 5 + part % 300, 1 + part % 80)?;
    }
    file.flush()
}
