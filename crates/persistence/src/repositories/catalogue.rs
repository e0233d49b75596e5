//! Parts and their stock.

use crate::{
    connection::MultiBackend,
    db_error::DbError,
    schema::{parts, stock},
    stored::{Refused, Stored},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    catalogue::{PartRepository, StockAccount},
    page::Page,
    store_error::StoreResult,
};
use autoparts_domain::{
    catalogue::{Part, PartDetails},
    id::PartId,
    money::{Money, Price},
    quantity::{MinimumOrder, Quantity, Stock},
};
use diesel::prelude::*;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = parts)]
struct PartRow {
    id: String,
    title: String,
    description: String,
    image: String,
    minimum_order: i64,
    price_cents: i64,
    hidden: bool,
}

/// A row of both tables.
#[derive(Queryable, Selectable)]
#[diesel(table_name = parts)]
struct StockedPartRow {
    #[diesel(embed)]
    part: PartRow,
    #[diesel(select_expression = stock::available)]
    available: i64,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = stock)]
struct StockRow {
    part_id: String,
    supplied: i64,
    available: i64,
}

impl PartRow {
    fn of(part: &Part) -> Self {
        let details = &part.details;
        Self {
            id: part.id.to_string(),
            title: details.title.to_string(),
            description: details.description.to_string(),
            image: details.image.to_string(),
            minimum_order: details.minimum_order.quantity().pieces(),
            price_cents: details.price.amount().cents(),
            hidden: false,
        }
    }
}

impl StockedPartRow {
    fn part(&self) -> Result<Part, Refused> {
        let Self { part, available } = self;
        let row = Stored::row("parts", &part.id);
        let price = row.require("price_cents", Money::from_cents(part.price_cents))?;
        Ok(Part {
            id: row.text("id", &part.id)?,
            details: PartDetails {
                title: row.text("title", &part.title)?,
                description: row.text("description", &part.description)?,
                image: row.text("image", &part.image)?,
                minimum_order: row.value("minimum_order", MinimumOrder::new(part.minimum_order))?,
                price: row.value("price_cents", Price::new(price))?,
            },
            available: row.value("available", Stock::new(*available))?,
        })
    }
}

impl StockRow {
    fn account(&self) -> Result<StockAccount, Refused> {
        Ok(StockAccount {
            part: Stored::row("stock", &self.part_id).text("part_id", &self.part_id)?,
            supplied: self.supplied,
            available: self.available,
        })
    }
}

impl PartRepository for SqlTransaction<'_> {
    fn part(&mut self, id: &PartId) -> StoreResult<Option<Part>> {
        let id = id.to_string();
        self.query(|connection| {
            let found: Option<StockedPartRow> = parts::table
                .inner_join(stock::table)
                .filter(parts::id.eq(id))
                .filter(parts::hidden.eq(false))
                .select(StockedPartRow::as_select())
                .first(connection)
                .optional()?;
            Ok(found.as_ref().map(StockedPartRow::part).transpose()?)
        })
    }

    fn parts(&mut self, page: &Page<PartId>) -> StoreResult<Vec<Part>> {
        self.query(|connection| {
            let mut query = parts::table
                .inner_join(stock::table)
                .filter(parts::hidden.eq(false))
                .select(StockedPartRow::as_select())
                .order(parts::id.asc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                query = query.filter(parts::id.gt(after.to_string()));
            }
            let rows: Vec<StockedPartRow> = query.load(connection)?;
            Ok(rows.iter().map(StockedPartRow::part).collect::<Result<_, _>>()?)
        })
    }

    fn insert_part(&mut self, part: &Part) -> StoreResult<()> {
        let pieces = part.available.pieces();
        let row = PartRow::of(part);
        let beside = StockRow { part_id: row.id.clone(), supplied: pieces, available: pieces };
        self.execute(|connection| {
            diesel::insert_into(parts::table).values(&row).execute(connection)?;
            diesel::insert_into(stock::table).values(&beside).execute(connection)?;
            Ok(())
        })
    }

    fn hide_part(&mut self, id: &PartId) -> StoreResult<bool> {
        let shown = parts::table.filter(parts::id.eq(id.to_string())).filter(parts::hidden.eq(false));
        self.execute(|connection| {
            let hidden = diesel::update(shown).set(parts::hidden.eq(true)).execute(connection)?;
            Ok(hidden == 1)
        })
    }

    /// One guarded statement: the second transaction waits for the first and then looks at what
    /// is left.
    fn take_stock(&mut self, id: &PartId, quantity: Quantity) -> StoreResult<bool> {
        let pieces = quantity.pieces();
        let enough = stock::table.filter(stock::part_id.eq(id.to_string())).filter(stock::available.ge(pieces));
        self.execute(|connection| {
            let taken =
                diesel::update(enough).set(stock::available.eq(stock::available - pieces)).execute(connection)?;
            Ok(taken == 1)
        })
    }

    fn part_stock(&mut self, id: &PartId) -> StoreResult<i64> {
        let of_part = stock::table.filter(stock::part_id.eq(id.to_string()));
        self.query(|connection| {
            let pieces: Option<i64> = of_part.select(stock::available).first(connection).optional()?;
            Ok(pieces.unwrap_or(0))
        })
    }

    fn return_stock(&mut self, id: &PartId, quantity: Quantity) -> StoreResult<()> {
        let of_part = stock::table.filter(stock::part_id.eq(id.to_string()));
        self.execute(|connection| {
            let returned = diesel::update(of_part)
                .set(stock::available.eq(stock::available + quantity.pieces()))
                .execute(connection)?;
            if returned == 1 { Ok(()) } else { Err(DbError::failed(format!("stock {id}: there is no such part"))) }
        })
    }

    fn stock_accounts(&mut self, page: &Page<PartId>) -> StoreResult<Vec<StockAccount>> {
        self.query(|connection| {
            let mut query = stock::table
                .select(StockRow::as_select())
                .order(stock::part_id.asc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                query = query.filter(stock::part_id.gt(after.to_string()));
            }
            let rows: Vec<StockRow> = query.load(connection)?;
            Ok(rows.iter().map(StockRow::account).collect::<Result<_, _>>()?)
        })
    }
}
