//! The stock of parts.

use super::{at_once, movement_row::MovementRow, texts};
use crate::{
    connection::{AnyConnection, MultiBackend, insert_rows},
    db_error::DbError,
    schema::{parts, stock, stock_movement_keys, stock_movements},
    stored::{Refused, Stored, start_of},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    catalogue::stock::{LowStock, StockAccount, StockLevel, StockRepository},
    page::Page,
    store_error::StoreResult,
};
use autoparts_domain::{
    catalogue::{
        Part,
        stock::{StockMovement, StockReason},
    },
    id::{PartId, StockMovementId, UserId},
    quantity::{MinimumOrder, Quantity, Stock},
    time::Timestamp,
};
use diesel::{
    dsl::{exists, select, sql},
    prelude::*,
    query_builder::{AstPass, QueryFragment, QueryId},
    sql_types::{BigInt, Text},
};
use std::collections::BTreeMap;

/// Takes pieces of a part if enough are available. Diesel recompiles its own UPDATE statements each time, and every
/// order line needs this one.
#[derive(QueryId)]
struct TakeStock {
    id: String,
    pieces: i64,
}

impl QueryFragment<MultiBackend> for TakeStock {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql("UPDATE ");
        out.push_identifier("stock")?;
        out.push_sql(" SET ");
        out.push_identifier("available")?;
        out.push_sql(" = ");
        out.push_identifier("available")?;
        out.push_sql(" - ");
        out.push_bind_param::<BigInt, _>(&self.pieces)?;
        out.push_sql(" WHERE ");
        out.push_identifier("part_id")?;
        out.push_sql(" = ");
        out.push_bind_param::<Text, _>(&self.id)?;
        out.push_sql(" AND ");
        out.push_identifier("available")?;
        out.push_sql(" >= ");
        out.push_bind_param::<BigInt, _>(&self.pieces)
    }
}

impl RunQueryDsl<AnyConnection> for TakeStock {}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = stock)]
struct StockRow {
    part_id: String,
    supplied: i64,
    available: i64,
    reorder_at: i64,
}

/// The opening movement of a part. It has the part's own id, so there can be only one.
fn opening(part: PartId, pieces: i64, at: Timestamp) -> StockMovement {
    let id = StockMovementId::from(part.uuid());
    let reason = StockReason::Opening;
    StockMovement { part, id, reason, pieces, actor: None, note: None, at }
}

impl SqlTransaction<'_> {
    /// Inserts the stock of new parts with their reorder points: stock is low at or below that number of pieces.
    pub(super) fn insert_stock(&mut self, parts: &[(&Part, i64)], at: Timestamp) -> StoreResult<()> {
        let mut rows = Vec::new();
        let mut first = Vec::new();
        for (part, reorder_at) in parts {
            let pieces = part.available.pieces();
            let reorder_at = *reorder_at;
            rows.push(StockRow { part_id: part.id.to_string(), supplied: pieces, available: pieces, reorder_at });
            first.push(MovementRow::of(&opening(part.id, pieces, at)));
        }
        self.execute(|connection| {
            insert_rows!(connection, stock::table, rows);
            insert_rows!(connection, stock_movements::table, first);
            Ok(())
        })
    }

    /// Records a part's opening movement if it is missing: the previous release did not write one.
    fn open_movements(&mut self, part: &PartId, at: Timestamp) -> StoreResult<()> {
        let id = part.to_string();
        self.execute(|connection| {
            let known = stock_movements::table.filter(stock_movements::part_id.eq(&id));
            if select(exists(known)).get_result(connection)? {
                return Ok(());
            }
            let supplied = stock::table.filter(stock::part_id.eq(&id)).select(stock::supplied);
            let supplied: Option<i64> = supplied.first(connection).optional()?;
            if let Some(supplied) = supplied {
                let first = MovementRow::of(&opening(*part, supplied, at));
                diesel::insert_into(stock_movements::table).values(&first).execute(connection)?;
            }
            Ok(())
        })
    }

    /// Marks a part as changed if `added` pieces made it orderable. This transaction has already written the stock row,
    /// so no other one can change it concurrently.
    fn note_orderable(&mut self, part: &PartId, added: i64, at: Timestamp) -> StoreResult<()> {
        if added <= 0 {
            return Ok(());
        }
        let its_part = parts::table.inner_join(stock::table).filter(parts::id.eq(part.to_string()));
        let amounts = its_part.select((stock::available, parts::minimum_order));
        let (available, minimum_order): (i64, i64) = self.query(|connection| Ok(amounts.first(connection)?))?;
        if minimum_order <= available - added || minimum_order > available {
            return Ok(());
        }
        let changed_at = self.change_time(at)?.micros();
        self.execute(|connection| {
            let its_part = parts::table.filter(parts::id.eq(part.to_string()));
            diesel::update(its_part).set(parts::changed_at.eq(changed_at)).execute(connection)?;
            Ok(())
        })
    }
}

impl StockRepository for SqlTransaction<'_> {
    /// A single guarded statement: a second transaction waits for the first and then checks what is left.
    fn take_stock(&mut self, id: &PartId, quantity: Quantity) -> StoreResult<bool> {
        self.touched.part(*id);
        let pieces = quantity.pieces();
        let take = TakeStock { id: id.to_string(), pieces };
        self.execute(|connection| Ok(take.execute(connection)? == 1))
    }

    fn part_stock(&mut self, id: &PartId) -> StoreResult<i64> {
        let of_part = stock::table.filter(stock::part_id.eq(id.to_string()));
        self.query(|connection| {
            let pieces: Option<i64> = of_part.select(stock::available).first(connection).optional()?;
            Ok(pieces.unwrap_or(0))
        })
    }

    fn return_stock(&mut self, id: &PartId, quantity: Quantity, at: Timestamp) -> StoreResult<()> {
        self.touched.part(*id);
        let of_part = stock::table.filter(stock::part_id.eq(id.to_string()));
        self.execute(|connection| {
            let returned = diesel::update(of_part)
                .set(stock::available.eq(stock::available + quantity.pieces()))
                .execute(connection)?;
            if returned == 1 { Ok(()) } else { Err(DbError::failed(format!("stock {id}: there is no such part"))) }
        })?;
        self.note_orderable(id, quantity.pieces(), at)
    }

    fn note_renewed(&mut self, id: &PartId, at: Timestamp) -> StoreResult<()> {
        let of_part = stock::table.filter(stock::part_id.eq(id.to_string()));
        self.execute(|connection| {
            diesel::update(of_part).set(stock::renewed_at.eq(Some(at.micros()))).execute(connection)?;
            Ok(())
        })
    }

    fn move_stock(&mut self, movement: &StockMovement, expected: Option<Stock>) -> StoreResult<bool> {
        self.touched.part(movement.part);
        self.open_movements(&movement.part, movement.at)?;
        let pieces = movement.pieces;
        let row = MovementRow::of(movement);
        let (least, most) = expected.map_or((0, Stock::MAX), |expected| (expected.pieces(), expected.pieces()));
        let with_room = stock::table
            .filter(stock::part_id.eq(row.part_id.clone()))
            .filter(stock::available.between(least.max(-pieces), most))
            .filter(stock::supplied.le(Stock::MAX - pieces.max(0)));
        let moved = self.execute(|connection| {
            let moved = diesel::update(with_room)
                .set((stock::supplied.eq(stock::supplied + pieces), stock::available.eq(stock::available + pieces)))
                .execute(connection)?;
            if moved == 1 && pieces > 0 {
                let of_part = stock::table.filter(stock::part_id.eq(&row.part_id));
                diesel::update(of_part).set(stock::renewed_at.eq(Some(row.happened_at))).execute(connection)?;
            }
            if moved == 1 {
                diesel::insert_into(stock_movements::table).values(&row).execute(connection)?;
            }
            Ok(moved == 1)
        })?;
        if moved {
            self.note_orderable(&movement.part, pieces, movement.at)?;
        }
        Ok(moved)
    }

    fn lock_stock(&mut self, parts: &[PartId]) -> StoreResult<()> {
        self.execute(|connection| match connection {
            AnyConnection::Postgres(connection) => at_once::lock_stock(connection, &texts(parts)),
            AnyConnection::Sqlite(_) => Ok(()),
        })
    }

    fn move_stock_of_parts(&mut self, movements: &[StockMovement]) -> StoreResult<bool> {
        for movement in movements {
            self.touched.part(movement.part);
        }
        let Some(first) = movements.first() else { return Ok(true) };
        let changed_at = self.change_time(first.at)?;
        let moved = self.execute(|connection| match connection {
            AnyConnection::Postgres(connection) => at_once::move_stock(connection, movements, changed_at).map(Some),
            AnyConnection::Sqlite(_) => Ok(None),
        })?;
        if let Some(moved) = moved {
            return Ok(moved);
        }
        for movement in movements {
            if !self.move_stock(movement, None)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn moved_under_key(&mut self, admin: &UserId, key: &str) -> StoreResult<Option<String>> {
        let with_key = stock_movement_keys::table
            .filter(stock_movement_keys::user_id.eq(admin.to_string()))
            .filter(stock_movement_keys::request_key.eq(key))
            .select(stock_movement_keys::fingerprint);
        self.query(|connection| Ok(with_key.first(connection).optional()?))
    }

    fn remember_movement(&mut self, admin: &UserId, key: &str, fingerprint: &str, at: Timestamp) -> StoreResult<()> {
        let row = (
            stock_movement_keys::user_id.eq(admin.to_string()),
            stock_movement_keys::request_key.eq(key),
            stock_movement_keys::fingerprint.eq(fingerprint),
            stock_movement_keys::used_at.eq(at.micros()),
        );
        self.execute(|connection| {
            diesel::insert_into(stock_movement_keys::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn stock_movements(&mut self, part: &PartId, page: &Page<StockMovementId>) -> StoreResult<Vec<StockMovement>> {
        let of_part = part.to_string();
        self.query(|connection| {
            let mut query = stock_movements::table
                .filter(stock_movements::part_id.eq(of_part))
                .select(MovementRow::as_select())
                .order(stock_movements::id.desc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                query = query.filter(stock_movements::id.lt(after.to_string()));
            }
            let rows: Vec<MovementRow> = query.load(connection)?;
            Ok(rows.iter().map(MovementRow::movement).collect::<Result<_, _>>()?)
        })
    }

    fn stock_levels(&mut self, parts: &[PartId]) -> StoreResult<BTreeMap<PartId, StockLevel>> {
        let ids: Vec<String> = parts.iter().map(ToString::to_string).collect();
        let of_parts = stock::table.filter(stock::part_id.eq_any(ids)).select((
            stock::part_id,
            stock::supplied,
            stock::available,
            stock::reorder_at,
        ));
        self.query(|connection| {
            let rows: Vec<(String, i64, i64, i64)> = of_parts.load(connection)?;
            let level = |(part, supplied, available, point): &(String, i64, i64, i64)| {
                let row = Stored::row("stock", part);
                let reorder_at = row.value("reorder_at", Stock::new(*point))?;
                let level = StockLevel { supplied: *supplied, available: *available, reorder_at };
                Ok((row.text("part_id", part)?, level))
            };
            Ok(rows.iter().map(level).collect::<Result<_, Refused>>()?)
        })
    }

    fn reorder_point(&mut self, part: &PartId) -> StoreResult<Option<Stock>> {
        let of_part = stock::table.filter(stock::part_id.eq(part.to_string())).select(stock::reorder_at);
        self.query(|connection| {
            let point: Option<i64> = of_part.first(connection).optional()?;
            let row = Stored::row("stock", "of a part");
            Ok(point.map(|point| row.value("reorder_at", Stock::new(point))).transpose()?)
        })
    }

    fn set_reorder_point(&mut self, part: &PartId, point: Stock) -> StoreResult<()> {
        let of_part = stock::table.filter(stock::part_id.eq(part.to_string()));
        self.execute(|connection| {
            diesel::update(of_part).set(stock::reorder_at.eq(point.pieces())).execute(connection)?;
            Ok(())
        })
    }

    fn low_stock(&mut self, page: &Page<PartId>) -> StoreResult<Vec<LowStock>> {
        let after = start_of(page);
        let low = stock::table
            .inner_join(parts::table)
            .filter(parts::hidden.eq(false))
            // The previous release sets no reorder point; a part below its minimum order is low in any case.
            .filter(stock::available.le(stock::reorder_at).or(stock::available.lt(parts::minimum_order)))
            .filter(stock::part_id.gt(after))
            .select((StockRow::as_select(), parts::minimum_order))
            .order(stock::part_id.asc())
            .limit(page.limit.into());
        self.query(|connection| {
            let rows: Vec<(StockRow, i64)> = low.load(connection)?;
            let low = |(row, minimum): &(StockRow, i64)| {
                let stored = Stored::row("stock", &row.part_id);
                Ok(LowStock {
                    part: stored.text("part_id", &row.part_id)?,
                    available: stored.value("available", Stock::new(row.available))?,
                    reorder_at: stored.value("reorder_at", Stock::new(row.reorder_at))?,
                    minimum_order: stored.value("minimum_order", MinimumOrder::new(*minimum))?,
                })
            };
            Ok(rows.iter().map(low).collect::<Result<_, Refused>>()?)
        })
    }

    fn stock_accounts(&mut self, page: &Page<PartId>) -> StoreResult<Vec<StockAccount>> {
        let after = start_of(page);
        let rows: Vec<StockRow> = self.query(|connection| {
            let accounts = stock::table.select(StockRow::as_select()).filter(stock::part_id.gt(after));
            Ok(accounts.order(stock::part_id.asc()).limit(page.limit.into()).load(connection)?)
        })?;
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(Vec::new()) };
        let of_page = stock_movements::table
            .filter(stock_movements::part_id.between(first.part_id.clone(), last.part_id.clone()))
            .group_by(stock_movements::part_id)
            .select((stock_movements::part_id, sql::<BigInt>("CAST(sum(pieces) AS BIGINT)")));
        self.query(|connection| {
            let sums: Vec<(String, i64)> = of_page.load(connection)?;
            let moved: BTreeMap<String, i64> = sums.into_iter().collect();
            let account = |row: &StockRow| {
                let part = Stored::row("stock", &row.part_id).text("part_id", &row.part_id)?;
                let moved = moved.get(&row.part_id).copied();
                Ok(StockAccount { part, supplied: row.supplied, available: row.available, moved })
            };
            Ok(rows.iter().map(account).collect::<Result<_, Refused>>()?)
        })
    }
}
