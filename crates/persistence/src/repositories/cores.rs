//! Records about core claims, and the lines that have one.

use super::texts;
use crate::{
    connection::AnyConnection,
    db_error::DbError,
    schema::{core_claims, orders},
    stored::{Refused, Stored, order_id_without_its_index, order_key, start_of},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    cores::{CoreFilter, CoreKey, CoreRepository, CoreTotals},
    page::Page,
    store_error::StoreResult,
};
use autoparts_domain::{
    cores::{CoreRecord, CoreRecords, CoreState},
    id::{OrderId, OrderKey},
    money::Money,
    orders::LineNumber,
    time::Timestamp,
};
use diesel::{QueryableByName, prelude::*, sql_query, sql_types};
use std::{collections::BTreeMap, ops::Range};

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(
    table_name = core_claims,
    primary_key(user_id, order_id, line),
    treat_none_as_null = true,
    treat_none_as_default_value = false
)]
struct RecordRow {
    user_id: String,
    order_id: String,
    line: i64,
    received: i64,
    refused: i64,
    reason: Option<String>,
    reminded: bool,
    revision: i64,
}

impl RecordRow {
    /// The row with the next revision.
    fn of(order: &OrderKey, line: LineNumber, record: &CoreRecord) -> Self {
        Self {
            user_id: order.customer.to_string(),
            order_id: order.order.to_string(),
            line: line.number(),
            received: record.received,
            refused: record.refused,
            reason: record.reason.as_ref().map(ToString::to_string),
            reminded: record.reminded,
            revision: record.revision + 1,
        }
    }

    fn record(&self) -> Result<(OrderKey, LineNumber, CoreRecord), Refused> {
        let row = Stored::row("core_claims", &self.order_id);
        let record = CoreRecord {
            received: self.received,
            refused: self.refused,
            reason: row.optional_text("reason", self.reason.as_ref())?,
            reminded: self.reminded,
            revision: self.revision,
        };
        let order = order_key("core_claims", &self.user_id, &self.order_id)?;
        Ok((order, row.value("line", LineNumber::new(self.line))?, record))
    }
}

/// What was recorded about the lines of some orders.
pub(super) fn of_orders(
    connection: &mut AnyConnection,
    ids: &[String],
) -> Result<Vec<(OrderKey, LineNumber, CoreRecord)>, DbError> {
    let of_order = core_claims::user_id.eq(orders::user_id).and(core_claims::order_id.eq(order_id_without_its_index()));
    let rows: Vec<RecordRow> = orders::table
        .inner_join(core_claims::table.on(of_order))
        .filter(orders::id.eq_any(ids))
        .select(RecordRow::as_select())
        .load(connection)?;
    Ok(rows.iter().map(RecordRow::record).collect::<Result<_, _>>()?)
}

/// Lines with a core charge of orders that were shipped in a time range and paid, with what was recorded about them.
/// `{left}` stands for the pieces of a line whose core charge was not refunded.
const CLAIMS: &str = "\
    FROM orders \
    INNER JOIN order_lines ON order_lines.user_id = orders.user_id AND order_lines.order_id = orders.id \
    LEFT JOIN core_claims ON core_claims.user_id = order_lines.user_id \
        AND core_claims.order_id = order_lines.order_id AND core_claims.line = order_lines.line \
    WHERE orders.state = 'shipped' AND orders.shipped_at >= $1 AND orders.shipped_at < $2 \
    AND orders.transaction_id IS NOT NULL AND order_lines.core_cents > 0";

const LEFT: &str = "order_lines.quantity - order_lines.released - order_lines.returned - order_lines.cores_returned";

/// Whether pieces are owed or have expired.
const IS_OPEN: &str = "NOT orders.refunded_after_shipping \
    AND {left} > COALESCE(core_claims.received, 0) + COALESCE(core_claims.refused, 0)";

const OPEN_PIECES: &str = "{left} - COALESCE(core_claims.received, 0) - COALESCE(core_claims.refused, 0)";

/// Whether pieces were received. If fewer are left than were recorded, the refused ones count first, as in the domain.
const IS_RECEIVED: &str =
    "NOT orders.refunded_after_shipping AND core_claims.received > 0 AND {left} > core_claims.refused";

const RECEIVED_PIECES: &str = "CASE WHEN {left} < core_claims.received + core_claims.refused \
    THEN {left} - core_claims.refused ELSE core_claims.received END";

const IS_REFUSED: &str = "NOT orders.refunded_after_shipping AND core_claims.refused > 0 AND {left} > 0";

const IS_ACCEPTED: &str = "order_lines.cores_returned > 0";

/// All times.
const EVER: Range<Timestamp> = Timestamp::from_micros(i64::MIN)..Timestamp::from_micros(i64::MAX);

#[derive(QueryableByName)]
struct LineRow {
    #[diesel(sql_type = sql_types::Text)]
    user_id: String,
    #[diesel(sql_type = sql_types::Text)]
    order_id: String,
    #[diesel(sql_type = sql_types::BigInt)]
    line: i64,
}

#[derive(QueryableByName)]
struct OrderRow {
    #[diesel(sql_type = sql_types::Text)]
    user_id: String,
    #[diesel(sql_type = sql_types::Text)]
    id: String,
}

#[derive(QueryableByName)]
struct SumRow {
    #[diesel(sql_type = sql_types::BigInt)]
    cents: i64,
}

fn statement(sql: &str) -> String {
    sql.replace("{left}", LEFT)
}

/// The sum of the core charges of pieces.
fn sum(
    connection: &mut AnyConnection,
    pieces: &str,
    condition: &str,
    shipped: &Range<Timestamp>,
) -> Result<Money, DbError> {
    let sum = format!("CAST(COALESCE(sum(({pieces}) * order_lines.core_cents), 0) AS BIGINT)");
    let query = sql_query(statement(&format!("SELECT {sum} AS cents {CLAIMS} AND {condition}")))
        .bind::<sql_types::BigInt, _>(shipped.start.micros())
        .bind::<sql_types::BigInt, _>(shipped.end.micros());
    let SumRow { cents } = query.get_result(connection)?;
    Ok(Stored::row("core_claims", "sum").require("core_cents", Money::from_cents(cents))?)
}

impl CoreRepository for SqlTransaction<'_> {
    fn core_records(&mut self, order: &OrderKey) -> StoreResult<CoreRecords> {
        let of_order = core_claims::table
            .filter(core_claims::user_id.eq(order.customer.to_string()))
            .filter(core_claims::order_id.eq(order.order.to_string()))
            .select(RecordRow::as_select());
        self.query(|connection| {
            let rows: Vec<RecordRow> = of_order.load(connection)?;
            let records = rows.iter().map(|row| row.record().map(|(_, line, record)| (line, record)));
            Ok(records.collect::<Result<_, _>>()?)
        })
    }

    fn core_records_of(&mut self, orders: &[OrderId]) -> StoreResult<BTreeMap<OrderKey, CoreRecords>> {
        self.query(|connection| {
            let mut records: BTreeMap<OrderKey, CoreRecords> = BTreeMap::new();
            for (order, line, record) in of_orders(connection, &texts(orders))? {
                records.entry(order).or_default().insert(line, record);
            }
            Ok(records)
        })
    }

    fn save_core_record(&mut self, order: &OrderKey, line: LineNumber, record: &CoreRecord) -> StoreResult<()> {
        let row = RecordRow::of(order, line, record);
        let as_it_was_read = core_claims::table
            .filter(core_claims::user_id.eq(row.user_id.clone()))
            .filter(core_claims::order_id.eq(row.order_id.clone()))
            .filter(core_claims::line.eq(row.line))
            .filter(core_claims::revision.eq(record.revision));
        self.execute(|connection| {
            let saved = if record.revision == 0 {
                diesel::insert_into(core_claims::table).values(&row).execute(connection)?
            } else {
                diesel::update(as_it_was_read).set(&row).execute(connection)?
            };
            if saved == 1 { Ok(()) } else { Err(DbError::Contention) }
        })
    }

    fn core_lines(&mut self, filter: &CoreFilter, page: &Page<CoreKey>) -> StoreResult<Vec<(OrderKey, LineNumber)>> {
        let CoreFilter { state, expired_before } = *filter;
        let (condition, shipped) = match state {
            None => ("1 = 1", EVER),
            Some(CoreState::Owed) => (IS_OPEN, expired_before..EVER.end),
            Some(CoreState::Expired) => (IS_OPEN, EVER.start..expired_before),
            Some(CoreState::Received) => (IS_RECEIVED, EVER),
            Some(CoreState::Refused) => (IS_REFUSED, EVER),
            Some(CoreState::Accepted) => (IS_ACCEPTED, EVER),
        };
        let (order, line) = page.after.map_or_else(behind_all, |(order, line)| (order.to_string(), line.number()));
        let query = sql_query(statement(&format!(
            "SELECT order_lines.user_id, order_lines.order_id, order_lines.line {CLAIMS} AND {condition} \
             AND (order_lines.order_id, order_lines.line) < ($3, $4) \
             ORDER BY order_lines.order_id DESC, order_lines.line DESC LIMIT $5"
        )));
        let query = query
            .bind::<sql_types::BigInt, _>(shipped.start.micros())
            .bind::<sql_types::BigInt, _>(shipped.end.micros())
            .bind::<sql_types::Text, _>(order)
            .bind::<sql_types::BigInt, _>(line)
            .bind::<sql_types::BigInt, _>(i64::from(page.limit));
        self.query(|connection| {
            let rows: Vec<LineRow> = query.load(connection)?;
            let line = |row: &LineRow| {
                let number = Stored::row("order_lines", &row.order_id).value("line", LineNumber::new(row.line))?;
                Ok((order_key("order_lines", &row.user_id, &row.order_id)?, number))
            };
            Ok(rows.iter().map(line).collect::<Result<_, Refused>>()?)
        })
    }

    fn core_totals(&mut self, expired_before: Timestamp) -> StoreResult<CoreTotals> {
        self.query(|connection| {
            Ok(CoreTotals {
                owed: sum(connection, OPEN_PIECES, IS_OPEN, &(expired_before..EVER.end))?,
                received: sum(connection, RECEIVED_PIECES, IS_RECEIVED, &EVER)?,
            })
        })
    }

    fn orders_owing_cores(&mut self, shipped: Range<Timestamp>, page: &Page<OrderId>) -> StoreResult<Vec<OrderKey>> {
        let query = sql_query(statement(&format!(
            "SELECT DISTINCT orders.user_id, orders.id {CLAIMS} AND {IS_OPEN} \
             AND NOT COALESCE(core_claims.reminded, FALSE) AND orders.id > $3 ORDER BY orders.id LIMIT $4"
        )));
        let query = query
            .bind::<sql_types::BigInt, _>(shipped.start.micros())
            .bind::<sql_types::BigInt, _>(shipped.end.micros())
            .bind::<sql_types::Text, _>(start_of(page))
            .bind::<sql_types::BigInt, _>(i64::from(page.limit));
        self.query(|connection| {
            let rows: Vec<OrderRow> = query.load(connection)?;
            Ok(rows.iter().map(|row| order_key("orders", &row.user_id, &row.id)).collect::<Result<_, _>>()?)
        })
    }
}

/// A key that sorts after every line.
fn behind_all() -> (String, i64) {
    ("~".to_owned(), 0)
}
