//! Queries for the books check. The database itself finds the orders that need a closer check, for a range of customers
//! at a time: customer and order are the leading key columns of all related tables, so the rows of a customer are
//! adjacent, and on one node of a distributed database. The rows of single orders are read through the orders' own
//! index.

use super::texts;
use crate::{
    connection::AnyConnection,
    db_error::DbError,
    repositories::{
        cores, newsletter,
        orders::{self as orders_repository, ledger},
        payments::{self, attempts},
    },
    schema::{books_checks, coupons, held_balances, orders},
    stored::{Refused, Stored, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    books::{BookEntries, BooksCheck, BooksRepository, CustomerRange},
    store_error::StoreResult,
};
use autoparts_domain::{
    id::{OrderId, PartId, UserId},
    orders::Order,
    time::Timestamp,
};
use diesel::{QueryableByName, prelude::*, sql_query, sql_types, upsert::excluded};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The key of the only row of `books_checks`.
const BOOKS: &str = "books";

#[derive(Queryable, Selectable, AsChangeset)]
#[diesel(table_name = books_checks)]
struct BooksCheckRow {
    checked_at: i64,
    whole_at: i64,
    balanced_until: i64,
    wrong_orders: i64,
    wrong_parts: i64,
}

/// Balances written per statement.
const BALANCES_PER_STATEMENT: usize = 1_000;

impl BooksCheckRow {
    fn of(check: &BooksCheck) -> Self {
        Self {
            checked_at: check.at.micros(),
            whole_at: check.whole_at.micros(),
            balanced_until: check.balanced_until.micros(),
            wrong_orders: check.wrong_orders.into(),
            wrong_parts: check.wrong_parts.into(),
        }
    }

    fn check(&self) -> BooksCheck {
        let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
        BooksCheck {
            at: time(self.checked_at),
            whole_at: time(self.whole_at),
            balanced_until: time(self.balanced_until),
            wrong_orders: count(self.wrong_orders),
            wrong_parts: count(self.wrong_parts),
        }
    }
}

/// Finds orders of some customers that do not match their related rows. Each row contributes amounts that cancel out if
/// everything matches: a paid order cancels one succeeded payment, its money the money received, its total the sum of
/// its lines, and its pieces those taken from stock. `{mark}` is a number per part, so that pieces of different parts
/// do not cancel out. Unusual orders are always included, for the rules to check. Sums of cents are exact as
/// floating-point numbers up to 90 trillion dollars, which avoids decimal arithmetic. All counts share one number, each
/// in its own digits ([`digits`]), because each additional column costs time on every row.
const DOUBTFUL: &str = "\
    SELECT order_id FROM (\
        SELECT user_id, id AS order_id, transaction_id AS payment, \
            CASE WHEN transaction_id IS NULL THEN 0 ELSE {paid} END \
                + CASE WHEN state IN ('held', 'paid', 'shipped') THEN {holding} ELSE 0 END \
                + CASE WHEN state = 'refunded' OR refunded_after_shipping OR refunded_cents <> 0 OR withdrawn_cents <> 0 \
                    OR given_back_cents <> 0 THEN {odd} ELSE 0 END AS counts, \
            CAST(CASE WHEN transaction_id IS NULL THEN 0 ELSE total_cents END AS DOUBLE PRECISION) AS received, \
            CAST(total_cents AS DOUBLE PRECISION) - shipping_cents - shipping_tax_cents AS total, \
            CAST(0 AS DOUBLE PRECISION) AS moved, CAST(0 AS DOUBLE PRECISION) AS pieces \
        FROM orders WHERE user_id > $1 AND user_id <= $2 \
        UNION ALL \
        SELECT user_id, order_id, NULL, 0, -CAST(cents AS DOUBLE PRECISION), 0, \
            CASE WHEN part_id IS NULL THEN 0 ELSE CAST(pieces AS DOUBLE PRECISION) * {mark} END, 0 \
        FROM ledger WHERE user_id > $1 AND user_id <= $2 \
        UNION ALL \
        SELECT user_id, order_id, CASE WHEN status = 'succeeded' THEN COALESCE(transaction_id, '') END, \
            CASE WHEN status = 'succeeded' THEN -{paid} WHEN status IN ('starting', 'open') THEN {live} ELSE 0 END, 0, 0, 0, 0 \
        FROM payment_intents WHERE user_id > $1 AND user_id <= $2 \
        UNION ALL \
        SELECT user_id, order_id, NULL, \
            {line} + CASE WHEN discount_cents <> 0 OR released <> 0 OR returned <> 0 OR cores_returned <> 0 THEN {odd} ELSE 0 END, 0, \
            -((CAST(unit_price_cents AS DOUBLE PRECISION) + core_cents) * quantity + tax_cents), 0, \
            CAST(quantity AS DOUBLE PRECISION) * {mark} \
        FROM order_lines WHERE user_id > $1 AND user_id <= $2 \
        UNION ALL \
        SELECT user_id, order_id, NULL, {odd}, 0, 0, 0, 0 \
        FROM refunds WHERE user_id > $1 AND user_id <= $2 \
        UNION ALL \
        SELECT user_id, order_id, NULL, {odd}, 0, 0, 0, 0 \
        FROM core_claims WHERE user_id > $1 AND user_id <= $2 AND received + refused > 0\
    ) AS entries GROUP BY user_id, order_id \
    HAVING sum(counts) < {line} OR sum(counts) >= {odd} OR sum(counts) % {holding} > {live} \
        OR min(payment) <> max(payment) OR sum(received) <> 0 OR sum(total) <> 0 \
        OR sum(moved) + sum(counts) / {holding} % 2 * sum(pieces) <> 0";

/// The digits of the sum of counts in [`DOUBTFUL`]. Each digit is large enough that those below cannot overflow into
/// it. From the lowest: payments that may still succeed (one is normal); whether the order holds pieces; its lines (1
/// to 100); anything unusual; and paid orders minus succeeded payments. A paid order without a payment makes the sum
/// larger than anything unusual does; a surplus payment makes it negative.
mod digits {
    pub(super) const LIVE: i32 = 1;
    pub(super) const HOLDING: i32 = 1 << 8;
    pub(super) const LINE: i32 = 1 << 9;
    pub(super) const ODD: i32 = 1 << 18;
    pub(super) const PAID: i32 = 1 << 28;
}

/// Sorts after every id.
const AFTER_ALL_IDS: &str = "~";

/// The id after which the customers of a range begin, and the last one.
pub(super) fn bounds(of: &CustomerRange) -> (String, String) {
    let after = of.after.map(|customer| customer.to_string()).unwrap_or_default();
    (after, of.last.map_or_else(|| AFTER_ALL_IDS.to_owned(), |customer| customer.to_string()))
}

/// Orders with ledger entries since a given time. Each condition on the part is that of a partial index.
const MOVED_SINCE: &str = "\
    SELECT order_id FROM ledger WHERE part_id IS NULL AND happened_at >= $1 \
    UNION SELECT order_id FROM ledger WHERE part_id IS NOT NULL AND happened_at >= $1";

/// The condition on the part is that of the partial index.
const PIECES_MOVED: &str = "\
    SELECT part_id, CAST(sum(pieces) AS BIGINT) AS pieces FROM ledger \
    WHERE part_id IS NOT NULL AND happened_at >= $1 AND happened_at < $2 GROUP BY part_id";

#[derive(QueryableByName)]
struct OrderIdRow {
    #[diesel(sql_type = sql_types::Text)]
    order_id: String,
}

#[derive(QueryableByName)]
struct Moved {
    #[diesel(sql_type = sql_types::Text)]
    part_id: String,
    #[diesel(sql_type = sql_types::BigInt)]
    pieces: i64,
}

#[derive(Insertable)]
#[diesel(table_name = held_balances)]
struct Balance {
    part_id: String,
    pieces: i64,
}

#[declare_sql_function]
extern "SQL" {
    /// A hash of a text and a seed, for SQLite, which has no such function.
    fn text_mark(text: sql_types::Text, seed: sql_types::BigInt) -> sql_types::BigInt;
}

/// Number of different marks, a power of two. Small enough that sums stay exact up to a billion pieces of a part.
const MARKS: i64 = 1 << 22;

fn mark(text: &str, seed: i64) -> i64 {
    let mut hasher = DefaultHasher::new();
    (text, seed).hash(&mut hasher);
    1 + (hasher.finish().cast_signed() & (MARKS - 1))
}

fn doubtful(connection: &mut AnyConnection, after: &str, last: &str, seed: i64) -> Result<Vec<OrderIdRow>, DbError> {
    let mark_of_part = match connection {
        AnyConnection::Postgres(_) => format!("(1 + (hashtextextended(part_id, $3) & {}))", MARKS - 1),
        AnyConnection::Sqlite(connection) => {
            text_mark_utils::register_impl(connection, |text: String, seed: i64| mark(&text, seed))?;
            "text_mark(part_id, $3)".to_owned()
        }
    };
    let digits = [
        ("{live}", digits::LIVE),
        ("{holding}", digits::HOLDING),
        ("{line}", digits::LINE),
        ("{odd}", digits::ODD),
        ("{paid}", digits::PAID),
    ];
    let statement = DOUBTFUL.replace("{mark}", &mark_of_part);
    let statement = digits.iter().fold(statement, |sql, (name, digit)| sql.replace(name, &digit.to_string()));
    let query = sql_query(statement);
    let query = query.bind::<sql_types::Text, _>(after).bind::<sql_types::Text, _>(last);
    Ok(query.bind::<sql_types::BigInt, _>(seed).load(connection)?)
}

fn order_ids<'a>(ids: impl IntoIterator<Item = &'a String>) -> Result<Vec<OrderId>, DbError> {
    let read = |id: &String| Stored::row("orders", id).text("id", id);
    Ok(ids.into_iter().map(read).collect::<Result<_, Refused>>()?)
}

fn parts(rows: impl IntoIterator<Item = (String, i64)>) -> Result<Vec<(PartId, i64)>, DbError> {
    let read = |(part, pieces): (String, i64)| Ok((Stored::row("ledger", &part).text("part_id", &part)?, pieces));
    Ok(rows.into_iter().map(read).collect::<Result<_, Refused>>()?)
}

impl BooksRepository for SqlTransaction<'_> {
    fn customer_behind(&mut self, after: Option<UserId>, orders: u32) -> StoreResult<Option<UserId>> {
        let after = after.map(|customer| customer.to_string()).unwrap_or_default();
        let behind = orders::table
            .filter(orders::user_id.gt(after))
            .order(orders::user_id.asc())
            .offset(orders.into())
            .select(orders::user_id);
        self.query(|connection| {
            let id: Option<String> = behind.first(connection).optional()?;
            let read = |id: String| Stored::row("orders", &id).text("user_id", &id);
            Ok(id.map(read).transpose()?)
        })
    }

    fn doubtful_orders(&mut self, of: &CustomerRange, seed: i64) -> StoreResult<Vec<OrderId>> {
        let (after, last) = bounds(of);
        // Coupons are stored with their subscribers, which may be on another node; the index covers only used coupons.
        let with_coupons = coupons::table
            .filter(coupons::order_id.gt(""))
            .filter(coupons::user_id.gt(after.clone()))
            .filter(coupons::user_id.le(last.clone()))
            .select(coupons::order_id.assume_not_null());
        self.query(|connection| {
            let rows = doubtful(connection, &after, &last, seed)?;
            let with_coupons: Vec<String> = with_coupons.load(connection)?;
            let mut ids = order_ids(rows.iter().map(|row| &row.order_id).chain(&with_coupons))?;
            ids.sort_unstable();
            ids.dedup();
            Ok(ids)
        })
    }

    fn orders_moved_since(&mut self, since: Timestamp) -> StoreResult<Vec<OrderId>> {
        self.query(|connection| {
            let query = sql_query(MOVED_SINCE).bind::<sql_types::BigInt, _>(since.micros());
            let rows: Vec<OrderIdRow> = query.load(connection)?;
            order_ids(rows.iter().map(|row| &row.order_id))
        })
    }

    fn orders_with_ids(&mut self, ids: &[OrderId]) -> StoreResult<Vec<Order>> {
        self.query(|connection| orders_repository::with_ids(connection, &texts(ids)))
    }

    fn book_entries(&mut self, orders: &[OrderId]) -> StoreResult<BookEntries> {
        let ids = texts(orders);
        self.query(|connection| {
            Ok(BookEntries {
                attempts: attempts::of_orders(connection, &ids)?,
                refunds: payments::refunds_of_orders(connection, &ids)?,
                ledger: ledger::of_orders(connection, &ids)?,
                coupons: newsletter::coupons_of_orders(connection, &ids)?,
                cores: cores::of_orders(connection, &ids)?,
            })
        })
    }

    fn pieces_moved(&mut self, from: Timestamp, before: Timestamp) -> StoreResult<Vec<(PartId, i64)>> {
        self.query(|connection| {
            let query = sql_query(PIECES_MOVED).bind::<sql_types::BigInt, _>(from.micros());
            let rows: Vec<Moved> = query.bind::<sql_types::BigInt, _>(before.micros()).load(connection)?;
            parts(rows.into_iter().map(|row| (row.part_id, row.pieces)))
        })
    }

    fn held_balances(&mut self) -> StoreResult<Vec<(PartId, i64)>> {
        self.query(|connection| {
            let rows: Vec<(String, i64)> = held_balances::table.load(connection)?;
            parts(rows)
        })
    }

    fn save_held_balances(&mut self, balances: &[(PartId, i64)]) -> StoreResult<()> {
        let row = |(part, pieces): &(PartId, i64)| Balance { part_id: part.to_string(), pieces: *pieces };
        let rows: Vec<Balance> = balances.iter().map(row).collect();
        self.execute(|connection| {
            match connection {
                AnyConnection::Postgres(connection) => {
                    for some in rows.chunks(BALANCES_PER_STATEMENT) {
                        diesel::insert_into(held_balances::table)
                            .values(some)
                            .on_conflict(held_balances::part_id)
                            .do_update()
                            .set(held_balances::pieces.eq(excluded(held_balances::pieces)))
                            .execute(connection)?;
                    }
                }
                AnyConnection::Sqlite(connection) => {
                    for row in &rows {
                        diesel::replace_into(held_balances::table).values(row).execute(connection)?;
                    }
                }
            }
            Ok(())
        })
    }

    fn last_books_check(&mut self) -> StoreResult<Option<BooksCheck>> {
        self.query(|connection| {
            let row: Option<BooksCheckRow> = books_checks::table
                .filter(books_checks::id.eq(BOOKS))
                .filter(books_checks::checked_at.gt(0))
                .select(BooksCheckRow::as_select())
                .first(connection)
                .optional()?;
            Ok(row.as_ref().map(BooksCheckRow::check))
        })
    }

    fn note_books_check(&mut self, check: &BooksCheck, before: Option<&BooksCheck>) -> StoreResult<bool> {
        let last = before.map_or(0, |before| before.at.micros());
        let as_read = books_checks::table.filter(books_checks::id.eq(BOOKS)).filter(books_checks::checked_at.eq(last));
        self.execute(|connection| Ok(diesel::update(as_read).set(BooksCheckRow::of(check)).execute(connection)? == 1))
    }
}
