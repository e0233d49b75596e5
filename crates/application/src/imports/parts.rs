//! Part files: compares them part by part and applies them. A part file deletes nothing: unlisted parts are unchanged.

mod apply;
mod cells;
mod compare;
pub mod export;
mod rewritten;

use super::names::{ByName, folded, note};
use crate::ports::{
    import_files::PlannedPart,
    imports::ColumnChange,
    part_rows::{PartColumn, PartFileRow},
    store::Transaction,
    store_error::StoreResult,
};
use autoparts_domain::{
    catalogue::part_number::{NormalNumber, PartNumber},
    id::{ImportId, PartId},
    slug::{BrandId, CategoryId},
};
pub(crate) use cells::part_facts;

use cells::PartState;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Parts read in one query.
const BATCH: usize = 500;

/// The fingerprint of a part that does not exist.
const NO_PART: u64 = 0;

/// The brands and categories that rows may name.
#[derive(Debug, Default)]
struct Places {
    brands: ByName<String, BrandId>,
    categories: ByName<String, CategoryId>,
}

impl Places {
    fn read(tx: &mut dyn Transaction) -> StoreResult<Self> {
        let mut brands = ByName::new();
        let mut categories = ByName::new();
        let all_brands = tx.brands()?;
        let tree = tx.categories()?;
        let all_categories = tree.in_order();
        for brand in &all_brands {
            note(&mut brands, folded(brand.name.as_str()), brand.id.clone());
        }
        for category in &all_categories {
            note(&mut categories, folded(category.name.as_str()), category.id.clone());
        }
        // A key names only its own item.
        for brand in all_brands {
            brands.insert(brand.id.to_string(), Some(brand.id));
        }
        for category in all_categories {
            categories.insert(category.id.to_string(), Some(category.id.clone()));
        }
        Ok(Self { brands, categories })
    }

    fn brand(&self, name: &str) -> Result<BrandId, String> {
        named(&self.brands, "brand", name)
    }

    fn category(&self, name: &str) -> Result<CategoryId, String> {
        named(&self.categories, "category", name)
    }
}

/// Returns the item with a name, or the problem with the name, as the rest of a sentence that begins with its column.
fn named<T: Clone>(known: &ByName<String, T>, what: &str, name: &str) -> Result<T, String> {
    let shown: String = name.chars().take(60).collect();
    match known.get(&folded(name)) {
        Some(Some(id)) => Ok(id.clone()),
        Some(None) => Err(format!("names the {what} {shown}, but several have this name: use its key")),
        None => Err(format!("names the {what} {shown}, which the shop does not know")),
    }
}

/// FNV-1a, because its results must not change between releases.
fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let add = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, add)
}

/// Returns the id of an item that a row of an import adds. It is deterministic, so that an interrupted import
/// recognizes the parts it added. It consists of the time of the import, bits that distinguish it from other imports,
/// and the line, so that the parts of a file are in the order of its lines.
fn id_of_line<Id: From<Uuid>>(import: &ImportId, line: u64) -> Id {
    const VARIANT: u64 = 0b10 << 62;
    let (time, _) = import.uuid().as_u64_pair();
    let own = (hash(import.uuid().into_bytes()) >> 34) << 32;
    Uuid::from_u64_pair(time, VARIANT | own | (line & u64::from(u32::MAX))).into()
}

/// The part that a row is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    /// An existing part.
    Known(PartId),
    /// A part to be added under this id.
    New(PartId),
}

/// The brand and number that a part claims.
type Key = (BrandId, NormalNumber);

/// Returns the brand and number by which a row names its part; `None` if it does not.
fn key_of_row(places: &Places, row: &PartFileRow) -> Option<Key> {
    let brand = places.brand(row.some(PartColumn::Brand)?).ok()?;
    Some((brand, NormalNumber::of(row.some(PartColumn::Number)?)?))
}

/// Returns the brand and number that a part in the catalog claims; only one part can have them.
fn key_of_part(part: &PartState) -> Option<Key> {
    let brand = part.listing.brand.clone()?;
    let number = part.listing.number.as_ref()?;
    (!part.hidden).then(|| (brand, PartNumber::normal(number).clone()))
}

/// Returns the owners of some numbers.
fn owners(tx: &mut dyn Transaction, keys: impl IntoIterator<Item = Key>) -> StoreResult<BTreeMap<Key, PartId>> {
    let mut by_brand: BTreeMap<BrandId, BTreeSet<NormalNumber>> = BTreeMap::new();
    for (brand, number) in keys {
        by_brand.entry(brand).or_default().insert(number);
    }
    let mut owners = BTreeMap::new();
    for (brand, numbers) in by_brand {
        let numbers: Vec<NormalNumber> = numbers.into_iter().collect();
        for some in numbers.chunks(BATCH) {
            let theirs = tx.number_owners(&brand, some)?;
            owners.extend(theirs.into_iter().map(|(number, part)| ((brand.clone(), number), part)));
        }
    }
    Ok(owners)
}

/// Returns the current state of some parts, each with its revision.
fn revisions(tx: &mut dyn Transaction, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, (i64, PartState)>> {
    let mut states = BTreeMap::new();
    for some in parts.chunks(BATCH) {
        let levels = tx.stock_levels(some)?;
        for listed in tx.listed_parts(some)? {
            let id = listed.record.part.id;
            let revision = listed.record.revision;
            if let Some(level) = levels.get(&id) {
                states.insert(id, (revision, PartState::of(listed, level)));
            }
        }
    }
    Ok(states)
}

/// Returns the current state of some parts.
fn present(tx: &mut dyn Transaction, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, PartState>> {
    Ok(revisions(tx, parts)?.into_iter().map(|(id, (_, state))| (id, state)).collect())
}

/// Returns the parts that the rows of a bucket are about; `None` for rows without a part.
fn about(
    tx: &mut dyn Transaction,
    import: &ImportId,
    places: &Places,
    rows: &[PartFileRow],
) -> StoreResult<Vec<Option<About>>> {
    let owners = owners(tx, rows.iter().filter_map(|row| key_of_row(places, row)))?;
    let named = |row: &PartFileRow| row.some(PartColumn::Id)?.parse::<PartId>().ok();
    let by_id: Vec<PartId> = rows.iter().filter_map(named).collect();
    let mut existing = BTreeSet::new();
    for some in by_id.chunks(BATCH) {
        existing.extend(tx.listed_parts(some)?.into_iter().map(|part| part.record.part.id));
    }
    let of_row = |row: &PartFileRow| {
        if row.some(PartColumn::Id).is_some() {
            return named(row).filter(|id| existing.contains(id)).map(About::Known);
        }
        let key = key_of_row(places, row)?;
        let new = || About::New(id_of_line(import, row.line));
        Some(owners.get(&key).map_or_else(new, |part| About::Known(*part)))
    };
    Ok(rows.iter().map(of_row).collect())
}

/// Returns a fingerprint of a part, the same in every version of this program. Of the stock it includes only the
/// supplied pieces, and only if a file changes the stock: orders change the available stock all the time.
fn fingerprint(part: &PartState, with_stock: bool) -> u64 {
    let mut text = if with_stock { part.supplied.to_string() } else { String::from("without stock") };
    for (column, cell) in part.row().cells {
        if column == PartColumn::Stock {
            continue;
        }
        text.push('\n');
        text.push_str(column.name());
        for entry in cell {
            // A separator that no user text contains.
            text.push('\u{1f}');
            text.push_str(&entry);
        }
    }
    if let Some(successor) = part.listing.successor {
        text.push_str(&successor.to_string());
    }
    hash(text.bytes())
}

/// Returns the plan for a part.
fn planned((part, line): (PartId, u64), before: Option<&PartState>, after: &PartState) -> PlannedPart {
    let pieces = after.supplied - before.map_or(0, |before| before.supplied);
    let with_stock = before.is_none() || pieces != 0;
    let before = before.map_or(NO_PART, |before| fingerprint(before, with_stock));
    PlannedPart { part, line, pieces, before, after: fingerprint(after, with_stock) }
}

/// Maximum number of characters of a cell shown in a report: as many as a title can have, so that the title of a new
/// part is complete.
const SHOWN: usize = 120;

/// Formats a cell for reports.
fn cut_short(cell: &[String]) -> String {
    let text = cell.join("; ");
    let mut chars = text.chars();
    let mut cut: String = chars.by_ref().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if chars.next().is_some() {
        cut.push('…');
    }
    cut
}

/// Returns the columns in which two parts differ; for a new part, its non-empty columns.
fn differing(before: Option<&PartState>, after: &PartState) -> Vec<ColumnChange> {
    let before = before.map(PartState::row).unwrap_or_default();
    let nothing = Vec::new();
    let change = |(column, cell): (PartColumn, Vec<String>)| {
        let before = before.cells.get(&column).unwrap_or(&nothing);
        (before != &cell).then(|| ColumnChange { column, before: cut_short(before), after: cut_short(&cell) })
    };
    after.row().cells.into_iter().filter_map(change).collect()
}
