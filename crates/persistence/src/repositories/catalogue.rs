//! Parts, as lists and orders see them.

mod at_once;
mod categories;
mod listings;
mod managing;
mod movement_row;
mod stock;

use super::texts;
use crate::{
    connection::{AnyConnection, MultiBackend, insert_rows},
    db_error::DbError,
    schema::{brands, listings as listing_rows, parts, stock as stock_rows},
    stored::{Refused, Stored, start_of, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    catalogue::{ChangedPart, ListedPart, NewPart, PartCard, PartRecord, PartRepository},
    page::Page,
    part_search::IndexPosition,
    store_error::StoreResult,
};
use autoparts_domain::{
    catalogue::{
        Part, PartDetails,
        category::Brand,
        listing::{Condition, Listing},
    },
    id::PartId,
    money::{Charge, Money, Price},
    quantity::{MinimumOrder, Pack, Stock},
    time::Timestamp,
};
use diesel::prelude::*;
use serde::Serialize;
use std::{collections::BTreeMap, time::Duration};

/// How far ahead another server's clock may be for its timestamps to be taken into account. If it is further ahead, as
/// after a typo, only that server's own changes get a wrong time.
const MOST_AHEAD: Duration = Duration::from_hours(1);

#[derive(Queryable, Selectable, Insertable, AsChangeset, Serialize)]
#[diesel(table_name = parts, treat_none_as_null = true)]
struct PartRow {
    id: String,
    title: String,
    description: String,
    image: String,
    minimum_order: i64,
    price_cents: i64,
    hidden: bool,
    revision: i64,
    changed_at: i64,
    pack: i64,
    core_cents: i64,
}

/// A part with its stock.
#[derive(Queryable, Selectable)]
#[diesel(table_name = parts)]
struct StockedPartRow {
    #[diesel(embed)]
    part: PartRow,
    #[diesel(select_expression = stock_rows::available)]
    available: i64,
}

/// The listing columns shown in lists.
#[derive(Queryable, Selectable)]
#[diesel(table_name = listing_rows)]
struct CardRow {
    number: Option<String>,
    category_id: Option<String>,
    condition: String,
    list_price_cents: Option<i64>,
    successor_id: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = brands)]
struct BrandRow {
    id: String,
    name: String,
}

impl PartRow {
    fn of(part: &Part, at: Timestamp) -> Self {
        let details = &part.details;
        Self {
            id: part.id.to_string(),
            title: details.title.to_string(),
            description: details.description.to_string(),
            image: details.image.to_string(),
            minimum_order: details.minimum_order.quantity().pieces(),
            price_cents: details.price.amount().cents(),
            hidden: false,
            revision: 1,
            changed_at: at.micros(),
            pack: details.pack.pieces(),
            core_cents: details.core.amount().cents(),
        }
    }
}

impl StockedPartRow {
    fn part(&self) -> Result<Part, Refused> {
        let Self { part, available } = self;
        let row = Stored::row("parts", &part.id);
        let price = row.require("price_cents", Money::from_cents(part.price_cents))?;
        let core = row.require("core_cents", Money::from_cents(part.core_cents))?;
        Ok(Part {
            id: row.text("id", &part.id)?,
            details: PartDetails {
                title: row.text("title", &part.title)?,
                description: row.text("description", &part.description)?,
                image: row.text("image", &part.image)?,
                minimum_order: row.value("minimum_order", MinimumOrder::new(part.minimum_order))?,
                price: row.value("price_cents", Price::new(price))?,
                pack: row.value("pack", Pack::new(part.pack))?,
                core: row.value("core_cents", Charge::new(core))?,
            },
            available: row.value("available", Stock::new(*available))?,
        })
    }

    fn record(&self) -> Result<PartRecord, Refused> {
        let PartRow { hidden, revision, changed_at, .. } = self.part;
        Ok(PartRecord { part: self.part()?, hidden, revision, changed_at: time(changed_at) })
    }
}

impl BrandRow {
    fn brand(&self) -> Result<Brand, Refused> {
        let row = Stored::row("brands", &self.id);
        Ok(Brand { id: row.text("id", &self.id)?, name: row.text("name", &self.name)? })
    }
}

/// Parses a condition column.
fn condition(row: Stored<'_>, name: &str) -> Result<Condition, Refused> {
    row.require("condition", Condition::ALL.into_iter().find(|condition| condition.name() == name))
}

/// Parses a list price column; `None` if it is null.
fn list_price(row: Stored<'_>, cents: Option<i64>) -> Result<Option<Price>, Refused> {
    let column = "list_price_cents";
    let price = |cents| row.value(column, Price::new(row.require(column, Money::from_cents(cents))?));
    cents.map(price).transpose()
}

type CardRows = (StockedPartRow, Option<CardRow>, Option<BrandRow>);

fn card((part, listing, brand): &CardRows) -> Result<PartCard, Refused> {
    let row = Stored::row("listings", &part.part.id);
    let bare = PartCard {
        part: part.part()?,
        brand: brand.as_ref().map(BrandRow::brand).transpose()?,
        number: None,
        category: None,
        condition: Condition::default(),
        list_price: None,
        successor: None,
    };
    let Some(listing) = listing else { return Ok(bare) };
    Ok(PartCard {
        number: row.optional_text("number", listing.number.as_ref())?,
        category: row.optional_text("category_id", listing.category_id.as_ref())?,
        condition: condition(row, &listing.condition)?,
        list_price: list_price(row, listing.list_price_cents)?,
        successor: row.optional_text("successor_id", listing.successor_id.as_ref())?,
        ..bare
    })
}

/// Parts with the columns shown in lists, including deleted parts. The joins are not nested: SQLite would materialize a
/// nested join first.
macro_rules! all_parts {
    () => {
        parts::table
            .inner_join(stock_rows::table)
            .left_join(listing_rows::table)
            .left_join(brands::table.on(listing_rows::brand_id.eq(brands::id.nullable())))
    };
}
use all_parts;

/// Parts of the public catalog with the columns shown in lists.
macro_rules! cards {
    () => {
        all_parts!().filter(parts::hidden.eq(false)).select((
            StockedPartRow::as_select(),
            Option::<CardRow>::as_select(),
            Option::<BrandRow>::as_select(),
        ))
    };
}

fn part_ids(rows: &[String]) -> Result<Vec<PartId>, Refused> {
    rows.iter().map(|id| Stored::row("parts", id).text("id", id)).collect()
}

impl SqlTransaction<'_> {
    /// Adds parts, each with its reorder point: it is low in stock at or below this number of pieces.
    fn insert_stocked(&mut self, parts: &[(&Part, i64)], at: Timestamp) -> StoreResult<()> {
        for (part, _) in parts {
            self.touched.part(part.id);
        }
        let changed_at = self.change_time(at)?;
        let rows: Vec<PartRow> = parts.iter().map(|(part, _)| PartRow::of(part, changed_at)).collect();
        self.execute(|connection| {
            insert_rows!(connection, parts::table, rows);
            Ok(())
        })?;
        self.insert_stock(parts, at)
    }

    /// The time to record for a change now. Never earlier than the latest change, which a server with another clock may
    /// have made: indexes look for changes near the latest one.
    fn change_time(&mut self, now: Timestamp) -> StoreResult<Timestamp> {
        let latest = parts::table
            .filter(parts::changed_at.le(now.plus(MOST_AHEAD).micros()))
            .select(parts::changed_at)
            .order(parts::changed_at.desc());
        let latest: Option<i64> = self.query(|connection| Ok(latest.first(connection).optional()?))?;
        Ok(latest.map_or(now, |latest| now.max(time(latest))))
    }

    /// Updates a part if it still has the revision of its record; `changed_at` is the time of the change.
    fn write_part(&mut self, record: &PartRecord, changed_at: Timestamp) -> StoreResult<()> {
        let of_part = PartRow::of(&record.part, changed_at);
        let row = PartRow { hidden: record.hidden, revision: record.revision + 1, ..of_part };
        let as_it_was = parts::table.filter(parts::id.eq(&row.id)).filter(parts::revision.eq(record.revision));
        // Whether the part becomes orderable again.
        let was_more = parts::minimum_order.gt(row.minimum_order);
        let renewed = as_it_was.filter(parts::hidden.eq(true).and(parts::hidden.ne(record.hidden)).or(was_more));
        self.execute(|connection| {
            diesel::update(renewed).set(parts::renewed_at.eq(Some(row.changed_at))).execute(connection)?;
            let changed = diesel::update(as_it_was).set(&row).execute(connection)?;
            if changed == 1 { Ok(()) } else { Err(DbError::Contention) }
        })
    }
}

impl PartRepository for SqlTransaction<'_> {
    fn part(&mut self, id: &PartId) -> StoreResult<Option<Part>> {
        let id = id.to_string();
        self.query(|connection| {
            let found: Option<StockedPartRow> = parts::table
                .inner_join(stock_rows::table)
                .filter(parts::id.eq(id))
                .filter(parts::hidden.eq(false))
                .select(StockedPartRow::as_select())
                .first(connection)
                .optional()?;
            Ok(found.as_ref().map(StockedPartRow::part).transpose()?)
        })
    }

    fn parts_by_id(&mut self, ids: &[PartId]) -> StoreResult<Vec<Part>> {
        // The statement for a list of ids is recompiled each time, and most orders are for one part.
        if let [only] = ids {
            return Ok(self.part(only)?.into_iter().collect());
        }
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        self.query(|connection| {
            let rows: Vec<StockedPartRow> = parts::table
                .inner_join(stock_rows::table)
                .filter(parts::id.eq_any(texts(ids)))
                .filter(parts::hidden.eq(false))
                .select(StockedPartRow::as_select())
                .order(parts::id.asc())
                .load(connection)?;
            Ok(rows.iter().map(StockedPartRow::part).collect::<Result<_, _>>()?)
        })
    }

    fn parts(&mut self, page: &Page<PartId>) -> StoreResult<Vec<PartCard>> {
        self.query(|connection| {
            let mut query = cards!().order(parts::id.asc()).limit(page.limit.into()).into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                query = query.filter(parts::id.gt(after.to_string()));
            }
            let rows: Vec<CardRows> = query.load(connection)?;
            Ok(rows.iter().map(card).collect::<Result<_, _>>()?)
        })
    }

    fn card(&mut self, id: &PartId) -> StoreResult<Option<PartCard>> {
        let id = id.to_string();
        self.query(|connection| {
            let found: Option<CardRows> = cards!().filter(parts::id.eq(id)).first(connection).optional()?;
            Ok(found.as_ref().map(card).transpose()?)
        })
    }

    fn cards(&mut self, ids: &[PartId]) -> StoreResult<Vec<PartCard>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let found: Vec<PartCard> = self.query(|connection| {
            let rows: Vec<CardRows> = cards!().filter(parts::id.eq_any(texts(ids))).load(connection)?;
            Ok(rows.iter().map(card).collect::<Result<_, _>>()?)
        })?;
        let mut by_id: BTreeMap<PartId, PartCard> = found.into_iter().map(|card| (card.part.id, card)).collect();
        Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
    }

    fn part_record(&mut self, id: &PartId) -> StoreResult<Option<PartRecord>> {
        let id = id.to_string();
        self.query(|connection| {
            let with_stock = parts::table.inner_join(stock_rows::table).filter(parts::id.eq(id));
            let found: Option<StockedPartRow> =
                with_stock.select(StockedPartRow::as_select()).first(connection).optional()?;
            Ok(found.as_ref().map(StockedPartRow::record).transpose()?)
        })
    }

    fn listed_parts(&mut self, ids: &[PartId]) -> StoreResult<Vec<ListedPart>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let records: Vec<PartRecord> = self.query(|connection| {
            let rows: Vec<StockedPartRow> = parts::table
                .inner_join(stock_rows::table)
                .filter(parts::id.eq_any(texts(ids)))
                .select(StockedPartRow::as_select())
                .order(parts::id.asc())
                .load(connection)?;
            Ok(rows.iter().map(StockedPartRow::record).collect::<Result<_, _>>()?)
        })?;
        let mut listings: BTreeMap<PartId, Listing> = self.listings(ids)?;
        let listed = |record: PartRecord| {
            let listing = listings.remove(&record.part.id).unwrap_or_default();
            ListedPart { record, listing }
        };
        Ok(records.into_iter().map(listed).collect())
    }

    fn insert_part(&mut self, part: &Part, at: Timestamp) -> StoreResult<()> {
        let low = part.details.minimum_order.quantity().pieces() - 1;
        self.insert_stocked(&[(part, low)], at)
    }

    fn insert_parts(&mut self, parts: &[NewPart], at: Timestamp) -> StoreResult<()> {
        let stocked: Vec<_> = parts.iter().map(|new| (&new.part, new.reorder_at.pieces())).collect();
        self.insert_stocked(&stocked, at)?;
        self.insert_listings(parts)
    }

    fn update_part(&mut self, record: &PartRecord) -> StoreResult<()> {
        self.touched.part(record.part.id);
        let changed_at = self.change_time(record.changed_at)?;
        self.write_part(record, changed_at)
    }

    fn update_parts(&mut self, records: &[PartRecord]) -> StoreResult<()> {
        let Some(last) = records.iter().map(|record| record.changed_at).max() else { return Ok(()) };
        let changed_at = self.change_time(last)?;
        for record in records {
            self.touched.part(record.part.id);
        }
        let is_done = self.execute(|connection| match connection {
            AnyConnection::Postgres(connection) => {
                at_once::update_parts(connection, records, changed_at).map(|()| true)
            }
            AnyConnection::Sqlite(_) => Ok(false),
        })?;
        if is_done { Ok(()) } else { records.iter().try_for_each(|record| self.write_part(record, changed_at)) }
    }

    fn touch_parts(&mut self, ids: &[PartId], at: Timestamp) -> StoreResult<()> {
        self.touched.parts(ids);
        let changed_at = self.change_time(at)?;
        let named = parts::table.filter(parts::id.eq_any(texts(ids)));
        self.execute(|connection| {
            diesel::update(named)
                .set((parts::revision.eq(parts::revision + 1), parts::changed_at.eq(changed_at.micros())))
                .execute(connection)?;
            Ok(())
        })
    }

    fn changed_parts(&mut self, after: IndexPosition, limit: u32) -> StoreResult<Vec<ChangedPart>> {
        let moment = after.changed_at.micros();
        let id = after.part.to_string();
        // The first condition is redundant, but both databases use it as the start of the index range.
        let later = parts::table
            .filter(parts::changed_at.ge(moment))
            .filter(parts::changed_at.gt(moment).or(parts::id.gt(id)))
            .select((parts::changed_at, parts::id, parts::revision))
            .order((parts::changed_at.asc(), parts::id.asc()))
            .limit(limit.into());
        self.query(|connection| {
            let rows: Vec<(i64, String, i64)> = later.load(connection)?;
            let change = |(changed_at, id, revision): (i64, String, i64)| {
                let part = Stored::row("parts", &id).text("id", &id)?;
                Ok(ChangedPart { position: IndexPosition { changed_at: time(changed_at), part }, revision })
            };
            Ok(rows.into_iter().map(change).collect::<Result<_, Refused>>()?)
        })
    }

    fn shown_part_ids(&mut self, page: &Page<PartId>) -> StoreResult<Vec<PartId>> {
        let shown = parts::table.select(parts::id).filter(parts::hidden.eq(false)).filter(parts::id.gt(start_of(page)));
        let ids = shown.order(parts::id.asc()).limit(page.limit.into());
        self.query(|connection| Ok(part_ids(&ids.load(connection)?)?))
    }

    fn count_parts(&mut self) -> StoreResult<u64> {
        self.query(|connection| {
            let count: i64 = parts::table.count().get_result(connection)?;
            Ok(count.unsigned_abs())
        })
    }

    fn part_ids(&mut self, page: &Page<PartId>) -> StoreResult<Vec<PartId>> {
        let ids = parts::table.select(parts::id).filter(parts::id.gt(start_of(page))).order(parts::id.asc());
        self.query(|connection| Ok(part_ids(&ids.limit(page.limit.into()).load(connection)?)?))
    }
}
