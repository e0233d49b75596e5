//! Converts parts to and from spreadsheet cells. The rules for each cell are those of the corresponding admin form.

use super::{Places, rewritten::gtin_with_zeros};
use crate::{
    catalogue::stock::below_minimum,
    ports::{
        catalogue::{ListedPart, stock::StockLevel},
        part_rows::{PartColumn, PartFileRow},
    },
};
use autoparts_domain::{
    audit::Facts,
    catalogue::{
        PartDetails,
        listing::{Attribute, Condition, Grams, Listing, Millimetres, OtherNumber, Parcel, Picture},
        part_number::{NumberKind, PartNumber},
    },
    money::{Charge, Money, Price},
    normalization::plain_characters,
    quantity::{MinimumOrder, Pack, Stock},
    text::{AttributeUnit, ImageSource, MakerName},
    validation::ValidationError,
};
use std::{collections::BTreeSet, fmt, str::FromStr};

/// Separates the address of a picture from its description.
const SHOWS: &str = " | ";

/// Everything that a file can state about a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PartState {
    pub(super) details: PartDetails,
    pub(super) listing: Listing,
    pub(super) hidden: bool,
    pub(super) reorder_at: Stock,
    pub(super) available: Stock,
    /// Pieces ever supplied. Sales do not change this, so the plan for a part remains valid while the shop sells.
    pub(super) supplied: i64,
}

impl PartState {
    pub(super) fn of(listed: ListedPart, level: &StockLevel) -> Self {
        let ListedPart { record, listing } = listed;
        let details = record.part.details;
        let available = record.part.available;
        let StockLevel { supplied, reorder_at, .. } = *level;
        Self { details, listing, hidden: record.hidden, reorder_at, available, supplied }
    }

    /// Converts the part to a row, without its id.
    pub(super) fn row(&self) -> PartFileRow {
        let Self { details, listing, hidden, reorder_at, available, .. } = self;
        let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
        let text = |column| match column {
            PartColumn::Brand => shown(listing.brand.as_ref()),
            PartColumn::Number => shown(listing.number.as_ref()),
            PartColumn::Title => details.title.to_string(),
            PartColumn::Description => details.description.to_string(),
            PartColumn::Category => shown(listing.category.as_ref()),
            PartColumn::Price => details.price.amount().to_string(),
            PartColumn::ListPrice => shown(listing.list_price.map(Price::amount)),
            PartColumn::Core => shown(Some(details.core.amount()).filter(|core| *core != Money::ZERO)),
            PartColumn::Minimum => details.minimum_order.quantity().pieces().to_string(),
            PartColumn::Pack => details.pack.pieces().to_string(),
            PartColumn::Stock => available.pieces().to_string(),
            PartColumn::ReorderAt => reorder_at.pieces().to_string(),
            PartColumn::Weight => shown(listing.parcel.weight.map(Grams::grams)),
            PartColumn::Size => sides(&listing.parcel),
            PartColumn::Hazmat => yes(listing.parcel.hazmat),
            PartColumn::Condition => listing.condition.name().to_owned(),
            PartColumn::Universal => yes(listing.universal),
            PartColumn::Hidden => yes(*hidden),
            PartColumn::Id
            | PartColumn::Pictures
            | PartColumn::Oem
            | PartColumn::Interchange
            | PartColumn::Supersedes
            | PartColumn::Gtin
            | PartColumn::Attributes => String::new(),
        };
        let cell = |column: PartColumn| match column {
            PartColumn::Pictures => self.pictures(),
            PartColumn::Attributes => listing.attributes.iter().map(attribute_entry).collect(),
            column => match kind_of(column) {
                Some(kind) => {
                    let theirs = listing.numbers.iter().filter(|number| number.kind == kind);
                    theirs.map(number_entry).collect()
                }
                None => Some(text(column)).filter(|text| !text.is_empty()).into_iter().collect(),
            },
        };
        PartFileRow {
            line: 0,
            unreadable: None,
            cells: PartColumn::ALL.iter().map(|column| (*column, cell(*column))).collect(),
        }
    }

    fn pictures(&self) -> Vec<String> {
        let more = self.listing.pictures.iter().map(|picture| match &picture.alt {
            Some(alt) => format!("{}{SHOWS}{alt}", picture.image),
            None => picture.image.to_string(),
        });
        [self.details.image.to_string()].into_iter().chain(more).collect()
    }
}

fn shown(value: Option<impl fmt::Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Returns the facts of a part for the audit log: the columns of a file, except price, stock and catalog membership,
/// which have separate entries.
pub(crate) fn part_facts(details: &PartDetails, listing: &Listing) -> Facts {
    let details = details.clone();
    let listing = listing.clone();
    let successor = shown(listing.successor.as_ref());
    let hidden = false;
    let reorder_at = Stock::NONE;
    let available = Stock::NONE;
    let supplied = 0;
    let row = PartState { details, listing, hidden, reorder_at, available, supplied }.row();
    let has_own_entry = |column: &PartColumn| {
        use PartColumn::{Core, Hidden, Id, Price, ReorderAt, Stock};
        matches!(column, Id | Price | Core | Stock | ReorderAt | Hidden)
    };
    let columns = PartColumn::ALL.iter().filter(|column| !has_own_entry(column));
    let cell = |column: &PartColumn| row.cells.get(column).map(|entries| entries.join("; ")).unwrap_or_default();
    let facts = columns.map(|column| (column.name(), cell(column)));
    facts.chain([("successor", successor)]).collect()
}

/// Returns the kind of the numbers in a column.
const fn kind_of(column: PartColumn) -> Option<NumberKind> {
    match column {
        PartColumn::Oem => Some(NumberKind::Oem),
        PartColumn::Interchange => Some(NumberKind::Interchange),
        PartColumn::Supersedes => Some(NumberKind::Supersedes),
        PartColumn::Gtin => Some(NumberKind::Gtin),
        _ => None,
    }
}

fn sides(parcel: &Parcel) -> String {
    let sides = [parcel.length, parcel.width, parcel.height];
    if sides.iter().all(Option::is_none) {
        return String::new();
    }
    sides.map(|side| shown(side.map(Millimetres::millimetres))).join("x")
}

/// Joins texts with `=`; `\` escapes a character.
fn joined<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let quoted = texts.into_iter().map(|text| text.replace('\\', "\\\\").replace('=', "\\="));
    quoted.collect::<Vec<_>>().join("=")
}

/// Splits what [`joined`] has joined.
fn halves(entry: &str) -> Vec<String> {
    let mut halves = Vec::new();
    let mut half = String::new();
    let mut signs = entry.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' => half.push(signs.next().unwrap_or('\\')),
            '=' => halves.push(std::mem::take(&mut half)),
            sign => half.push(sign),
        }
    }
    halves.push(half);
    halves
}

fn number_entry(number: &OtherNumber) -> String {
    let maker = number.maker.as_ref().map(MakerName::as_str);
    joined(maker.into_iter().chain([number.number.as_str()]))
}

fn attribute_entry(attribute: &Attribute) -> String {
    let unit = attribute.unit.as_ref().map(AttributeUnit::as_str);
    joined([attribute.name.as_str(), attribute.value.as_str()].into_iter().chain(unit))
}

/// Result of parsing a cell; the error is the rest of a sentence that begins with the column.
type Read<T> = Result<T, String>;

fn wrong(why: &ValidationError) -> String {
    why.to_string()
}

fn parsed<T: FromStr<Err = ValidationError>>(text: &str) -> Read<T> {
    text.parse().map_err(|why| wrong(&why))
}

fn counted<T>(text: &str, make: impl FnOnce(i64) -> Result<T, ValidationError>) -> Read<T> {
    let number = plain_characters(text).trim().parse().map_err(|_| wrong(&ValidationError::NotWhole))?;
    make(number).map_err(|why| wrong(&why))
}

fn dollars<T>(text: &str, make: impl FnOnce(Money) -> Result<T, ValidationError>) -> Read<T> {
    Money::parse_dollars(plain_characters(text).trim()).and_then(make).map_err(|why| wrong(&why))
}

fn yes_or_no(text: &str) -> Read<bool> {
    match text.to_lowercase().as_str() {
        "yes" | "true" | "1" => Ok(true),
        "no" | "false" | "0" => Ok(false),
        _ => Err("must be yes or no".to_owned()),
    }
}

fn condition(text: &str) -> Read<Condition> {
    let named = Condition::ALL.into_iter().find(|condition| condition.name() == text.to_lowercase());
    named.ok_or_else(|| "must be new, remanufactured or used".to_owned())
}

fn size(text: &str) -> Read<[Option<Millimetres>; 3]> {
    let lower = text.to_lowercase();
    let side = |side: &str| match side.trim() {
        "" => Ok(None),
        side => counted(side, Millimetres::new).map(Some),
    };
    match lower.split('x').collect::<Vec<_>>()[..] {
        [length, width, height] => Ok([side(length)?, side(width)?, side(height)?]),
        _ => Err("must be three sides with x between them, such as 300x200x50".to_owned()),
    }
}

fn number(kind: NumberKind, entry: &str) -> Read<OtherNumber> {
    match &halves(entry)[..] {
        [number] => Ok((None, parsed(number)?)),
        [maker, number] => Ok((Some(parsed(maker)?), parsed(number)?)),
        _ => Err("must be numbers, each with or without its maker and = before it".to_owned()),
    }
    .and_then(|(maker, number): (_, PartNumber)| {
        let zeros = || (kind == NumberKind::Gtin).then(|| gtin_with_zeros(number.as_str())).flatten();
        let lost = zeros().map(|code| format!(": leading zeros are missing, write {code}"));
        OtherNumber::new(kind, maker, number).map_err(|why| wrong(&why) + &lost.unwrap_or_default())
    })
}

fn attribute(entry: &str) -> Read<Attribute> {
    match &halves(entry)[..] {
        [name, value] => Ok(Attribute { name: parsed(name)?, value: parsed(value)?, unit: None }),
        [name, value, unit] => Ok(Attribute { name: parsed(name)?, value: parsed(value)?, unit: Some(parsed(unit)?) }),
        _ => Err("must be names and values with = between them, such as Diameter=300=mm".to_owned()),
    }
}

fn picture(entry: &str) -> Read<Picture> {
    match entry.split_once(SHOWS) {
        Some((image, alt)) => Ok(Picture { image: parsed(image)?, alt: Some(parsed(alt)?) }),
        None => Ok(Picture { image: parsed(entry)?, alt: None }),
    }
}

/// Parses the cells of a row, and collects their errors.
struct Cells<'r> {
    row: &'r PartFileRow,
    wrong: Vec<String>,
}

impl Cells<'_> {
    /// Parses a cell. Without such a column in the file, returns the value before. `empty` is the value of an empty
    /// cell, and of a missing column for a new part.
    fn one<T>(
        &mut self,
        column: PartColumn,
        before: Option<T>,
        empty: Option<T>,
        read: impl FnOnce(&str) -> Read<T>,
    ) -> Option<T> {
        let missing = || wrong(&ValidationError::Missing);
        let read = match (self.row.text(column), before) {
            (None, Some(before)) => return Some(before),
            (None | Some(""), _) => empty.ok_or_else(missing),
            (Some(text), _) => read(text),
        };
        self.noted(column, read)
    }

    fn many<T>(&mut self, column: PartColumn, max: usize, read: impl Fn(&str) -> Read<T>) -> Option<Vec<T>> {
        let cell = self.row.cells.get(&column)?;
        let all = if cell.len() > max {
            Err(wrong(&ValidationError::TooMany { max }))
        } else {
            cell.iter().map(|entry| read(entry)).collect()
        };
        self.noted(column, all)
    }

    fn noted<T>(&mut self, column: PartColumn, read: Read<T>) -> Option<T> {
        let note = |why| self.wrong.push(format!("The column {} {why}.", column.name()));
        read.map_err(note).ok()
    }

    fn details(&mut self, before: Option<&PartDetails>) -> Option<PartDetails> {
        let of = |get: fn(&PartDetails) -> i64| before.map(get);
        let title = self.one(PartColumn::Title, before.map(|part| part.title.clone()), None, parsed);
        let description = self.one(PartColumn::Description, before.map(|part| part.description.clone()), None, parsed);
        let price = self.one(PartColumn::Price, before.map(|part| part.price), None, |text| dollars(text, Price::new));
        let core = self
            .one(PartColumn::Core, before.map(|part| part.core), Some(Charge::NONE), |text| dollars(text, Charge::new));
        let pack = self
            .one(PartColumn::Pack, before.map(|part| part.pack), Some(Pack::SINGLE), |text| counted(text, Pack::new));
        let least = of(|part| part.minimum_order.quantity().pieces());
        // The minimum order of a new part defaults to one pack.
        let smallest = if before.is_none() { pack.map(Pack::pieces) } else { None };
        let minimum = self.one(PartColumn::Minimum, least, smallest, |text| counted(text, Ok));
        let minimum_order = minimum.and_then(|pieces| {
            let made = MinimumOrder::new(pieces).map_err(|why| wrong(&why));
            self.noted(PartColumn::Minimum, made)
        });
        let image = self.image(before);
        let title = title?;
        let description = description?;
        let image = image?;
        let minimum_order = minimum_order?;
        let price = price?;
        let pack = pack?;
        let core = core?;
        let details = PartDetails { title, description, image, minimum_order, price, pack, core };
        let checked = details.check().map_err(|why| wrong(&why));
        self.noted(PartColumn::Minimum, checked)?;
        Some(details)
    }

    /// Returns the part's main picture: the first one.
    fn image(&mut self, before: Option<&PartDetails>) -> Option<ImageSource> {
        let read = |entry: &str| match picture(entry)? {
            Picture { image, alt: None } => Ok(image),
            Picture { .. } => Err("must not describe the first picture: the part's title does that".to_owned()),
        };
        self.one(PartColumn::Pictures, before.map(|part| part.image.clone()), None, read)
    }

    fn numbers(&mut self, before: &[OtherNumber]) -> Vec<OtherNumber> {
        let mut numbers = Vec::new();
        for column in [PartColumn::Oem, PartColumn::Interchange, PartColumn::Supersedes, PartColumn::Gtin] {
            let Some(kind) = kind_of(column) else { continue };
            if self.row.cells.contains_key(&column) {
                let theirs = self.many(column, Listing::MAX_NUMBERS, |entry| number(kind, entry));
                numbers.extend(theirs.unwrap_or_default());
            } else {
                numbers.extend(before.iter().filter(|number| number.kind == kind).cloned());
            }
        }
        // The store deduplicates equal entries.
        let mut seen = BTreeSet::new();
        let name = |number: &OtherNumber| (number.kind, shown(number.maker.as_ref()), number.number.normal().clone());
        numbers.retain(|number| seen.insert(name(number)));
        if numbers.len() > Listing::MAX_NUMBERS {
            self.wrong.push(format!("A part has at most {} other numbers.", Listing::MAX_NUMBERS));
        }
        numbers
    }

    fn listing(&mut self, places: &Places, before: &Listing) -> Option<Listing> {
        let brand =
            self.one(PartColumn::Brand, Some(before.brand.clone()), Some(None), |name| places.brand(name).map(Some));
        let number =
            self.one(PartColumn::Number, Some(before.number.clone()), Some(None), |text| parsed(text).map(Some));
        let category = self.one(PartColumn::Category, Some(before.category.clone()), Some(None), |name| {
            places.category(name).map(Some)
        });
        let new = Some(Condition::New);
        let condition = self.one(PartColumn::Condition, Some(before.condition), new, condition);
        let list_price = self.one(PartColumn::ListPrice, Some(before.list_price), Some(None), |text| {
            dollars(text, Price::new).map(Some)
        });
        let universal = self.one(PartColumn::Universal, Some(before.universal), Some(false), yes_or_no);
        let numbers = self.numbers(&before.numbers);
        let attributes = if self.row.cells.contains_key(&PartColumn::Attributes) {
            self.many(PartColumn::Attributes, Listing::MAX_ATTRIBUTES, attribute)
        } else {
            Some(before.attributes.clone())
        };
        let pictures = if self.row.cells.contains_key(&PartColumn::Pictures) {
            let all = self.row.cells.get(&PartColumn::Pictures).map(Vec::as_slice).unwrap_or_default();
            let more: Read<Vec<Picture>> = match all.len() {
                count if count > Listing::MAX_PICTURES + 1 => {
                    Err(wrong(&ValidationError::TooMany { max: Listing::MAX_PICTURES + 1 }))
                }
                _ => all.iter().skip(1).map(|entry| picture(entry)).collect(),
            };
            self.noted(PartColumn::Pictures, more)
        } else {
            Some(before.pictures.clone())
        };
        let parcel = self.parcel(&before.parcel);
        Some(Listing {
            brand: brand?,
            number: number?,
            category: category?,
            condition: condition?,
            list_price: list_price?,
            numbers,
            attributes: attributes?,
            pictures: pictures?,
            parcel: parcel?,
            universal: universal?,
            successor: before.successor,
        })
    }

    fn parcel(&mut self, before: &Parcel) -> Option<Parcel> {
        let weight =
            self.one(PartColumn::Weight, Some(before.weight), Some(None), |text| counted(text, Grams::new).map(Some));
        let sides =
            self.one(PartColumn::Size, Some([before.length, before.width, before.height]), Some([None; 3]), size);
        let hazmat = self.one(PartColumn::Hazmat, Some(before.hazmat), Some(false), yes_or_no);
        let [length, width, height] = sides?;
        Some(Parcel { weight: weight?, length, width, height, hazmat: hazmat? })
    }
}

/// Returns the new state of a part according to its row, or all errors of the row.
pub(super) fn target(places: &Places, before: Option<&PartState>, row: &PartFileRow) -> Result<PartState, Vec<String>> {
    let mut cells = Cells { row, wrong: Vec::new() };
    let details = cells.details(before.map(|part| &part.details));
    let nothing = Listing::default();
    let listing = cells.listing(places, before.map_or(&nothing, |part| &part.listing));
    let hidden = cells.one(PartColumn::Hidden, before.map(|part| part.hidden), Some(false), yes_or_no);
    let stock = before.map(|part| part.available);
    let none = if before.is_none() { Some(Stock::NONE) } else { None };
    let available = cells.one(PartColumn::Stock, stock, none, |text| counted(text, Stock::new));
    let point = reorder_point(&mut cells, before, details.as_ref());
    match (details, listing, hidden, available, point) {
        (Some(details), Some(listing), Some(hidden), Some(available), Some(reorder_at)) if cells.wrong.is_empty() => {
            let (was, had) = before.map_or((0, 0), |before| (before.supplied, before.available.pieces()));
            let supplied = was + available.pieces() - had;
            Ok(PartState { details, listing, hidden, reorder_at, available, supplied })
        }
        _ => Err(cells.wrong),
    }
}

/// Returns the reorder point of a part. It is at least one piece less than the minimum order, because a part with that
/// stock cannot be ordered, and follows the minimum order if it was never set separately.
fn reorder_point(cells: &mut Cells<'_>, before: Option<&PartState>, details: Option<&PartDetails>) -> Option<Stock> {
    let least = details.map_or(Stock::NONE, below_minimum);
    let kept = before.map(|part| {
        let followed = below_minimum(&part.details) == part.reorder_at;
        if followed { least } else { part.reorder_at.max(least) }
    });
    let said = cells.one(PartColumn::ReorderAt, kept, Some(least), |text| counted(text, Stock::new));
    said.map(|said| said.max(least))
}
