//! Daily statistics: stored days, one row each, and counting of days that are not stored.

use crate::{
    schema::{day_numbers, orders},
    stored::{Refused, Stored, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{numbers::NumbersRepository, store_error::StoreResult};
use autoparts_domain::{
    id::OrderId,
    money::Money,
    numbers::{Day, DayNumbers, Numbers, Period},
    time::Timestamp,
    time_zone::{ClockSpan, TimeZone},
};
use diesel::{QueryableByName, dsl::max, prelude::*, sql_query, sql_types::BigInt, sql_types::Text};
use std::{collections::BTreeMap, time::Duration};

/// Maximum difference between an order's time and the time in its id, which is generated a moment apart. It lets a
/// range of ids select the orders of a period.
const BETWEEN_ID_AND_TIME: Duration = Duration::from_mins(1);

/// A customer is new if they have no earlier order. Owner and id find that order on the server that stores it.
/// Parameters appear in numeric order, because SQLite numbers them by position.
const ORDERS: &str = "SELECT (placed_at + $1) / 86400000000 AS day, count(*) AS orders, \
    CAST(sum(CASE WHEN EXISTS (SELECT 1 FROM orders AS earlier WHERE earlier.user_id = orders.user_id \
    AND earlier.id < orders.id) THEN 0 ELSE 1 END) AS BIGINT) AS new_customers \
    FROM orders WHERE id >= $2 AND id < $3 AND placed_at >= $4 AND placed_at < $5 GROUP BY 1 ORDER BY 1";

/// Money received is positive, money given back negative. The condition on the part matches the index.
const MONEY: &str = "SELECT (happened_at + $1) / 86400000000 AS day, \
    CAST(sum(CASE WHEN movement = 'received' AND origin IS NULL THEN cents ELSE 0 END) AS BIGINT) AS revenue_cents, \
    CAST(sum(CASE WHEN movement = 'refunded' AND (origin IS NULL OR origin = 'provider') THEN -cents ELSE 0 END) AS BIGINT) \
    AS refunded_cents \
    FROM ledger WHERE part_id IS NULL AND happened_at >= $2 AND happened_at < $3 GROUP BY 1 ORDER BY 1";

#[derive(QueryableByName)]
struct OrdersRow {
    #[diesel(sql_type = BigInt)]
    day: i64,
    #[diesel(sql_type = BigInt)]
    orders: i64,
    #[diesel(sql_type = BigInt)]
    new_customers: i64,
}

#[derive(QueryableByName)]
struct MoneyRow {
    #[diesel(sql_type = BigInt)]
    day: i64,
    #[diesel(sql_type = BigInt)]
    revenue_cents: i64,
    #[diesel(sql_type = BigInt)]
    refunded_cents: i64,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = day_numbers)]
struct DayRow {
    day: i64,
    orders: i64,
    new_customers: i64,
    revenue_cents: i64,
    refunded_cents: i64,
    counted_at: i64,
    time_zone: String,
}

fn money(row: Stored<'_>, column: &'static str, cents: i64) -> Result<Money, Refused> {
    row.require(column, Money::from_cents(cents))
}

impl DayRow {
    fn of(zone: &TimeZone, DayNumbers { day, numbers }: &DayNumbers, at: Timestamp) -> Self {
        Self {
            day: day.number(),
            orders: numbers.orders,
            new_customers: numbers.new_customers,
            revenue_cents: numbers.revenue.cents(),
            refunded_cents: numbers.refunded.cents(),
            counted_at: at.micros(),
            time_zone: zone.name().to_owned(),
        }
    }

    fn numbers(&self) -> Result<DayNumbers, Refused> {
        let key = self.day.to_string();
        let row = Stored::row("day_numbers", &key);
        let numbers = Numbers {
            orders: self.orders,
            new_customers: self.new_customers,
            revenue: money(row, "revenue_cents", self.revenue_cents)?,
            refunded: money(row, "refunded_cents", self.refunded_cents)?,
        };
        Ok(DayNumbers { day: Day::from_number(self.day), numbers })
    }
}

/// Merges both lists, without days on which nothing happened.
fn joined(orders: Vec<OrdersRow>, moved: Vec<MoneyRow>) -> Result<Vec<DayNumbers>, Refused> {
    let mut days: BTreeMap<i64, Numbers> = BTreeMap::new();
    for OrdersRow { day, orders, new_customers } in orders {
        days.insert(day, Numbers { orders, new_customers, ..Numbers::NONE });
    }
    for MoneyRow { day, revenue_cents, refunded_cents } in moved {
        let key = day.to_string();
        let row = Stored::row("ledger", &key);
        let numbers = days.entry(day).or_insert(Numbers::NONE);
        numbers.revenue = money(row, "cents", revenue_cents)?;
        numbers.refunded = money(row, "cents", refunded_cents)?;
    }
    let happened = days.into_iter().filter(|(_, numbers)| *numbers != Numbers::NONE);
    Ok(happened.map(|(day, numbers)| DayNumbers { day: Day::from_number(day), numbers }).collect())
}

impl NumbersRepository for SqlTransaction<'_> {
    fn first_order_at(&mut self) -> StoreResult<Option<Timestamp>> {
        let first = orders::table.select(orders::placed_at).order(orders::id.asc()).limit(1);
        self.query(|connection| {
            let placed_at: Option<i64> = first.first(connection).optional()?;
            Ok(placed_at.map(time))
        })
    }

    fn last_closed_day(&mut self, zone: &TimeZone) -> StoreResult<Option<Day>> {
        let kept = day_numbers::table.filter(day_numbers::time_zone.eq(zone.name())).select(max(day_numbers::day));
        self.query(|connection| {
            let last: Option<i64> = kept.first(connection)?;
            Ok(last.map(Day::from_number))
        })
    }

    fn daily_totals(&mut self, zone: &TimeZone, period: &Period) -> StoreResult<Vec<DayNumbers>> {
        let kept = day_numbers::table
            .filter(day_numbers::time_zone.eq(zone.name()))
            .filter(day_numbers::day.between(period.first.number(), period.last.number()))
            .order(day_numbers::day.asc());
        self.query(|connection| {
            let rows: Vec<DayRow> = kept.select(DayRow::as_select()).load(connection)?;
            Ok(rows.iter().map(DayRow::numbers).collect::<Result<_, _>>()?)
        })
    }

    fn count_numbers(&mut self, span: &ClockSpan) -> StoreResult<Vec<DayNumbers>> {
        let ClockSpan { from, before, ahead } = *span;
        let first = OrderId::first_at(from.minus(BETWEEN_ID_AND_TIME)).to_string();
        let end = OrderId::first_at(before.plus(BETWEEN_ID_AND_TIME)).to_string();
        self.query(|connection| {
            let orders: Vec<OrdersRow> = sql_query(ORDERS)
                .bind::<BigInt, _>(ahead)
                .bind::<Text, _>(&first)
                .bind::<Text, _>(&end)
                .bind::<BigInt, _>(from.micros())
                .bind::<BigInt, _>(before.micros())
                .load(connection)?;
            let moved: Vec<MoneyRow> = sql_query(MONEY)
                .bind::<BigInt, _>(ahead)
                .bind::<BigInt, _>(from.micros())
                .bind::<BigInt, _>(before.micros())
                .load(connection)?;
            Ok(joined(orders, moved)?)
        })
    }

    fn save_daily_totals(&mut self, zone: &TimeZone, numbers: &DayNumbers, at: Timestamp) -> StoreResult<()> {
        let row = DayRow::of(zone, numbers, at);
        self.execute(|connection| {
            diesel::insert_into(day_numbers::table).values(row).execute(connection)?;
            Ok(())
        })
    }
}
