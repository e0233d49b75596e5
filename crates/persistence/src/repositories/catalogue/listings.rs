//! Listings, and the numbers by which parts are found.

use super::{condition, list_price, texts};
use crate::{
    connection::{AnyConnection, insert_rows},
    db_error::DbError,
    repositories::fitment,
    schema::{listings, part_attributes, part_keys, part_numbers, part_pictures, parts},
    stored::{Refused, Stored},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    catalogue::{
        NewPart,
        listings::{ListingRepository, NumberHit},
    },
    store_error::StoreResult,
};
use autoparts_domain::{
    catalogue::{
        listing::{Attribute, Grams, Listing, Millimetres, OtherNumber, Parcel, Picture},
        part_number::{NormalNumber, NumberKind, PartNumber},
    },
    id::PartId,
    slug::BrandId,
    validation::ValidationError,
};
use diesel::{
    dsl::{exists, sql},
    prelude::*,
    sql_types::Text,
};
use std::collections::BTreeMap;

/// The kind of a part's own number, as opposed to its other numbers.
const OWN: &str = "own";

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = listings)]
struct ListingRow {
    part_id: String,
    brand_id: Option<String>,
    number: Option<String>,
    category_id: Option<String>,
    condition: String,
    list_price_cents: Option<i64>,
    weight_grams: Option<i64>,
    length_mm: Option<i64>,
    width_mm: Option<i64>,
    height_mm: Option<i64>,
    hazmat: bool,
    universal: bool,
    successor_id: Option<String>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = part_numbers)]
struct NumberRow {
    normal: String,
    part_id: String,
    kind: String,
    maker: String,
    written: String,
    position: i64,
}

/// Claims a number of a brand for one part, so that no other part of the catalog can have it.
#[derive(Insertable)]
#[diesel(table_name = part_keys)]
struct KeyRow {
    brand_id: String,
    normal: String,
    part_id: String,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = part_attributes)]
struct AttributeRow {
    part_id: String,
    position: i64,
    name: String,
    value: String,
    unit: Option<String>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = part_pictures)]
struct PictureRow {
    part_id: String,
    position: i64,
    image: String,
    alt: Option<String>,
}

impl ListingRow {
    fn of(part: &PartId, listing: &Listing) -> Self {
        let millimetres = |side: Option<Millimetres>| side.map(Millimetres::millimetres);
        Self {
            part_id: part.to_string(),
            brand_id: listing.brand.as_ref().map(ToString::to_string),
            number: listing.number.as_ref().map(ToString::to_string),
            category_id: listing.category.as_ref().map(ToString::to_string),
            condition: listing.condition.name().to_owned(),
            list_price_cents: listing.list_price.map(|price| price.amount().cents()),
            weight_grams: listing.parcel.weight.map(Grams::grams),
            length_mm: millimetres(listing.parcel.length),
            width_mm: millimetres(listing.parcel.width),
            height_mm: millimetres(listing.parcel.height),
            hazmat: listing.parcel.hazmat,
            universal: listing.universal,
            successor_id: listing.successor.map(|part| part.to_string()),
        }
    }

    /// The listing without the data in separate tables.
    fn listing(&self) -> Result<Listing, Refused> {
        let row = Stored::row("listings", &self.part_id);
        let side = |column, length: Option<i64>| -> Result<Option<Millimetres>, Refused> {
            length.map(|length| row.value(column, Millimetres::new(length))).transpose()
        };
        Ok(Listing {
            brand: row.optional_text("brand_id", self.brand_id.as_ref())?,
            number: row.optional_text("number", self.number.as_ref())?,
            category: row.optional_text("category_id", self.category_id.as_ref())?,
            condition: condition(row, &self.condition)?,
            list_price: list_price(row, self.list_price_cents)?,
            parcel: Parcel {
                weight: self.weight_grams.map(|grams| row.value("weight_grams", Grams::new(grams))).transpose()?,
                length: side("length_mm", self.length_mm)?,
                width: side("width_mm", self.width_mm)?,
                height: side("height_mm", self.height_mm)?,
                hazmat: self.hazmat,
            },
            universal: self.universal,
            successor: row.optional_text("successor_id", self.successor_id.as_ref())?,
            ..Listing::default()
        })
    }
}

impl NumberRow {
    fn row(&self) -> Stored<'_> {
        Stored::row("part_numbers", &self.part_id)
    }

    /// `None` for the part's own number.
    fn kind(&self) -> Result<Option<NumberKind>, Refused> {
        if self.kind == OWN {
            return Ok(None);
        }
        let kind = NumberKind::ALL.into_iter().find(|kind| kind.name() == self.kind);
        self.row().require("kind", kind).map(Some)
    }

    fn number(&self) -> Result<PartNumber, Refused> {
        self.row().text("written", &self.written)
    }

    fn maker<T: std::str::FromStr<Err = ValidationError>>(&self) -> Result<Option<T>, Refused> {
        (!self.maker.is_empty()).then(|| self.row().text("maker", &self.maker)).transpose()
    }

    fn hit(&self) -> Result<NumberHit, Refused> {
        let part = self.row().text("part_id", &self.part_id)?;
        Ok(NumberHit { part, kind: self.kind()?, maker: self.maker()?, number: self.number()? })
    }
}

/// The rows of a part's numbers. A repeated number is written once.
fn number_rows(part: &PartId, listing: &Listing) -> Vec<NumberRow> {
    let row = |kind: &str, maker: String, number: &PartNumber| NumberRow {
        normal: number.normal().to_string(),
        part_id: part.to_string(),
        kind: kind.to_owned(),
        maker,
        written: number.to_string(),
        position: 0,
    };
    let own = listing.number.iter().map(|number| row(OWN, String::new(), number));
    let maker = |other: &OtherNumber| other.maker.as_ref().map(ToString::to_string).unwrap_or_default();
    let others = listing.numbers.iter().map(|other| row(other.kind.name(), maker(other), &other.number));
    let mut rows: Vec<NumberRow> = Vec::new();
    for (position, row) in (0_i64..).zip(own.chain(others)) {
        let same =
            |known: &&NumberRow| (&known.normal, &known.kind, &known.maker) == (&row.normal, &row.kind, &row.maker);
        if rows.iter().find(same).is_none() {
            rows.push(NumberRow { position, ..row });
        }
    }
    rows
}

/// All rows of several listings.
#[derive(Default)]
struct ListingRows {
    listings: Vec<ListingRow>,
    numbers: Vec<NumberRow>,
    attributes: Vec<AttributeRow>,
    pictures: Vec<PictureRow>,
}

impl ListingRows {
    fn add(&mut self, part: &PartId, listing: &Listing) {
        let part_id = || part.to_string();
        self.listings.push(ListingRow::of(part, listing));
        self.numbers.extend(number_rows(part, listing));
        self.attributes.extend((0_i64..).zip(&listing.attributes).map(|(position, attribute)| AttributeRow {
            part_id: part_id(),
            position,
            name: attribute.name.to_string(),
            value: attribute.value.to_string(),
            unit: attribute.unit.as_ref().map(ToString::to_string),
        }));
        self.pictures.extend((0_i64..).zip(&listing.pictures).map(|(position, picture)| PictureRow {
            part_id: part_id(),
            position,
            image: picture.image.to_string(),
            alt: picture.alt.as_ref().map(ToString::to_string),
        }));
    }

    fn insert(&self, connection: &mut AnyConnection) -> Result<(), DbError> {
        insert_rows!(&mut *connection, listings::table, self.listings);
        insert_rows!(&mut *connection, part_numbers::table, self.numbers);
        insert_rows!(&mut *connection, part_attributes::table, self.attributes);
        insert_rows!(connection, part_pictures::table, self.pictures);
        Ok(())
    }
}

fn delete_all(connection: &mut AnyConnection, id: &str) -> Result<(), DbError> {
    diesel::delete(part_numbers::table.filter(part_numbers::part_id.eq(id))).execute(connection)?;
    diesel::delete(part_attributes::table.filter(part_attributes::part_id.eq(id))).execute(connection)?;
    diesel::delete(part_pictures::table.filter(part_pictures::part_id.eq(id))).execute(connection)?;
    diesel::delete(listings::table.filter(listings::part_id.eq(id))).execute(connection)?;
    Ok(())
}

/// Adds the data in separate tables to the listings of some parts, in the order of each part.
fn fill(connection: &mut AnyConnection, ids: &[PartId], found: &mut BTreeMap<PartId, Listing>) -> Result<(), DbError> {
    let ids = texts(ids);
    let numbers: Vec<NumberRow> = part_numbers::table
        .filter(part_numbers::part_id.eq_any(&ids))
        .filter(part_numbers::kind.ne(OWN))
        .select(NumberRow::as_select())
        .order(part_numbers::position.asc())
        .load(connection)?;
    for row in numbers {
        if let (Some(listing), Some(kind)) = (found.get_mut(&row.row().text("part_id", &row.part_id)?), row.kind()?) {
            listing.numbers.push(OtherNumber { kind, maker: row.maker()?, number: row.number()? });
        }
    }
    let attributes: Vec<AttributeRow> = part_attributes::table
        .filter(part_attributes::part_id.eq_any(&ids))
        .select(AttributeRow::as_select())
        .order((part_attributes::part_id.asc(), part_attributes::position.asc()))
        .load(connection)?;
    for row in attributes {
        let stored = Stored::row("part_attributes", &row.part_id);
        if let Some(listing) = found.get_mut(&stored.text("part_id", &row.part_id)?) {
            listing.attributes.push(Attribute {
                name: stored.text("name", &row.name)?,
                value: stored.text("value", &row.value)?,
                unit: stored.optional_text("unit", row.unit.as_ref())?,
            });
        }
    }
    let pictures: Vec<PictureRow> = part_pictures::table
        .filter(part_pictures::part_id.eq_any(&ids))
        .select(PictureRow::as_select())
        .order((part_pictures::part_id.asc(), part_pictures::position.asc()))
        .load(connection)?;
    for row in pictures {
        let stored = Stored::row("part_pictures", &row.part_id);
        if let Some(listing) = found.get_mut(&stored.text("part_id", &row.part_id)?) {
            let image = stored.text("image", &row.image)?;
            listing.pictures.push(Picture { image, alt: stored.optional_text("alt", row.alt.as_ref())? });
        }
    }
    Ok(())
}

impl SqlTransaction<'_> {
    /// The listings of those parts that have one.
    pub(super) fn listings(&mut self, ids: &[PartId]) -> StoreResult<BTreeMap<PartId, Listing>> {
        self.query(|connection| {
            let rows: Vec<ListingRow> = listings::table
                .filter(listings::part_id.eq_any(texts(ids)))
                .select(ListingRow::as_select())
                .load(connection)?;
            let mut found = BTreeMap::new();
            for row in rows {
                found.insert(Stored::row("listings", &row.part_id).text("part_id", &row.part_id)?, row.listing()?);
            }
            fill(connection, ids, &mut found)?;
            Ok(found)
        })
    }

    /// Inserts the listings and numbers of new parts.
    pub(super) fn insert_listings(&mut self, parts: &[NewPart]) -> StoreResult<()> {
        let mut rows = ListingRows::default();
        let mut keys = Vec::new();
        for NewPart { part, listing, .. } in parts.iter().filter(|new| new.listing != Listing::default()) {
            rows.add(&part.id, listing);
            if let (Some(brand), Some(number)) = (&listing.brand, &listing.number) {
                let brand_id = brand.to_string();
                let normal = number.normal().to_string();
                keys.push(KeyRow { brand_id, normal, part_id: part.id.to_string() });
            }
        }
        self.execute(|connection| {
            insert_rows!(&mut *connection, part_keys::table, keys);
            rows.insert(connection)
        })
    }

    /// The parts of the catalog that have these numbers.
    fn hits(
        &mut self,
        numbers: impl FnOnce(&mut AnyConnection) -> QueryResult<Vec<NumberRow>>,
    ) -> StoreResult<Vec<NumberHit>> {
        self.query(|connection| Ok(numbers(connection)?.iter().map(NumberRow::hit).collect::<Result<_, _>>()?))
    }
}

/// Numbers of parts in the catalog. The join hides the part's id from its index, so that both databases begin with
/// the numbers. Otherwise SQLite would begin with a scan of all parts.
macro_rules! shown_numbers {
    ($condition:expr) => {
        part_numbers::table
            .inner_join(parts::table.on(parts::id.eq(sql::<Text>("part_numbers.part_id || ''"))))
            .filter(parts::hidden.eq(false))
            .filter($condition)
            .select(NumberRow::as_select())
            .order((part_numbers::normal.asc(), part_numbers::part_id.asc(), part_numbers::kind.asc()))
    };
}

impl ListingRepository for SqlTransaction<'_> {
    fn listing(&mut self, part: &PartId) -> StoreResult<Listing> {
        Ok(self.listings(&[*part])?.remove(part).unwrap_or_default())
    }

    fn save_listing(&mut self, part: &PartId, listing: &Listing) -> StoreResult<()> {
        self.touched.part(*part);
        let id = part.to_string();
        let mut rows = ListingRows::default();
        rows.add(part, listing);
        let category = listing.category.as_ref().map(ToString::to_string).unwrap_or_default();
        self.execute(|connection| {
            delete_all(connection, &id)?;
            rows.insert(connection)?;
            fitment::move_to_category(connection, &id, &category)
        })
    }

    fn number_owner(&mut self, brand: &BrandId, number: &NormalNumber) -> StoreResult<Option<PartId>> {
        let claim = part_keys::table
            .filter(part_keys::brand_id.eq(brand.to_string()))
            .filter(part_keys::normal.eq(number.to_string()))
            .select(part_keys::part_id);
        self.query(|connection| {
            let owner: Option<String> = claim.first(connection).optional()?;
            Ok(owner.map(|owner| Stored::row("part_keys", &owner).text("part_id", &owner)).transpose()?)
        })
    }

    fn claim_number(&mut self, brand: &BrandId, number: &NormalNumber, part: &PartId) -> StoreResult<()> {
        let claim = KeyRow { brand_id: brand.to_string(), normal: number.to_string(), part_id: part.to_string() };
        self.execute(|connection| {
            diesel::insert_into(part_keys::table).values(&claim).execute(connection)?;
            Ok(())
        })
    }

    fn release_number(&mut self, brand: &BrandId, number: &NormalNumber) -> StoreResult<()> {
        let claim = part_keys::table
            .filter(part_keys::brand_id.eq(brand.to_string()))
            .filter(part_keys::normal.eq(number.to_string()));
        self.execute(|connection| {
            diesel::delete(claim).execute(connection)?;
            Ok(())
        })
    }

    fn parts_by_number(&mut self, number: &NormalNumber, limit: u32) -> StoreResult<Vec<NumberHit>> {
        let same = || part_numbers::normal.eq(number.to_string());
        let own = shown_numbers!(same().and(part_numbers::kind.eq(OWN))).limit(limit.into());
        let mut hits = self.hits(|connection| own.load(connection))?;
        let room = i64::from(limit).saturating_sub(i64::try_from(hits.len()).unwrap_or(i64::MAX));
        let others = shown_numbers!(same().and(part_numbers::kind.ne(OWN))).limit(room);
        let mut others = self.hits(|connection| others.load(connection))?;
        others.sort_by_key(|hit| (hit.kind, hit.part));
        hits.append(&mut others);
        Ok(hits)
    }

    fn superseding_part(
        &mut self,
        brand: &BrandId,
        number: &NormalNumber,
        part: &PartId,
    ) -> StoreResult<Option<PartId>> {
        let supersedes = part_numbers::normal
            .eq(number.to_string())
            .and(part_numbers::kind.eq(NumberKind::Supersedes.name()))
            .and(part_numbers::part_id.ne(part.to_string()));
        let is_of_brand = exists(
            listings::table
                .filter(listings::part_id.eq(part_numbers::part_id))
                .filter(listings::brand_id.eq(brand.to_string())),
        );
        let newest = shown_numbers!(supersedes.and(is_of_brand)).order(part_numbers::part_id.desc()).limit(1);
        let hits = self.hits(|connection| newest.load(connection))?;
        Ok(hits.first().map(|hit| hit.part))
    }

    fn parts_by_number_beginning(&mut self, beginning: &NormalNumber, limit: u32) -> StoreResult<Vec<NumberHit>> {
        let first = beginning.to_string();
        let end = format!("{beginning}{}", char::MAX);
        let range = part_numbers::normal.ge(first).and(part_numbers::normal.lt(end));
        let beginning = shown_numbers!(range).limit(limit.into());
        self.hits(|connection| beginning.load(connection))
    }

    fn parts_by_any_number(&mut self, numbers: &[NormalNumber], limit: u32) -> StoreResult<Vec<NumberHit>> {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let any = shown_numbers!(part_numbers::normal.eq_any(numbers)).limit(limit.into());
        self.hits(|connection| any.load(connection))
    }
}
