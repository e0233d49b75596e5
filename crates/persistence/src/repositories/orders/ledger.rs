//! The entries of the ledger. Pieces and cents are signed, because the books are sums of entries.

use crate::{
    connection::{AnyConnection, insert_rows},
    db_error::DbError,
    schema::{ledger, orders},
    stored::{Refused, Stored, order_id_without_its_index, order_key, time},
};
use autoparts_domain::{
    id::OrderKey,
    ledger::{LedgerEntry, Movement},
    money::Money,
    quantity::Quantity,
};
use diesel::prelude::*;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = ledger, treat_none_as_default_value = false)]
struct LedgerRow {
    user_id: String,
    order_id: String,
    id: String,
    part_id: Option<String>,
    movement: String,
    pieces: i64,
    cents: i64,
    happened_at: i64,
    origin: Option<String>,
}

/// Origin of money moved in the provider's dashboard, or by a customer's bank.
const PROVIDER: &str = "provider";
const DISPUTE: &str = "dispute";

/// The movement and its origin: `None` is the shop.
const fn words(movement: Movement) -> (&'static str, Option<&'static str>) {
    match movement {
        Movement::Reserved(..) => ("reserved", None),
        Movement::Released(..) => ("released", None),
        Movement::Received(_) => ("received", None),
        Movement::Refunded(_) => ("refunded", None),
        Movement::RefundedElsewhere(_) => ("refunded", Some(PROVIDER)),
        Movement::ReturnedElsewhere(_) => ("received", Some(PROVIDER)),
        Movement::Withdrawn(_) => ("refunded", Some(DISPUTE)),
        Movement::Reinstated(_) => ("received", Some(DISPUTE)),
    }
}

impl LedgerRow {
    fn of(entry: &LedgerEntry) -> Self {
        let (movement, origin) = words(entry.movement);
        Self {
            user_id: entry.order.customer.to_string(),
            order_id: entry.order.order.to_string(),
            id: entry.id.to_string(),
            part_id: entry.movement.part().map(|part| part.to_string()),
            movement: movement.to_owned(),
            pieces: entry.movement.pieces(),
            cents: entry.movement.cents(),
            happened_at: entry.at.micros(),
            origin: origin.map(str::to_owned),
        }
    }

    fn movement(&self, row: Stored<'_>) -> Result<Movement, Refused> {
        let part = || row.require("part_id", row.optional_text("part_id", self.part_id.as_ref())?);
        let pieces = |pieces: Option<i64>| {
            let pieces = row.require("pieces", pieces)?;
            row.value("pieces", Quantity::new(pieces))
        };
        let money = |cents: Option<i64>| row.require("cents", cents.and_then(Money::from_cents));
        let (received, refunded) = (|| money(Some(self.cents)), || money(self.cents.checked_neg()));
        match (self.movement.as_str(), self.origin.as_deref()) {
            ("reserved", None) => Ok(Movement::Reserved(part()?, pieces(self.pieces.checked_neg())?)),
            ("released", None) => Ok(Movement::Released(part()?, pieces(Some(self.pieces))?)),
            ("received", None) => received().map(Movement::Received),
            ("refunded", None) => refunded().map(Movement::Refunded),
            ("refunded", Some(PROVIDER)) => refunded().map(Movement::RefundedElsewhere),
            ("received", Some(PROVIDER)) => received().map(Movement::ReturnedElsewhere),
            ("refunded", Some(DISPUTE)) => refunded().map(Movement::Withdrawn),
            ("received", Some(DISPUTE)) => received().map(Movement::Reinstated),
            _ => row.require("movement", None),
        }
    }

    fn entry(&self) -> Result<LedgerEntry, Refused> {
        let row = Stored::row("ledger", &self.id);
        Ok(LedgerEntry {
            id: row.text("id", &self.id)?,
            order: order_key("ledger", &self.user_id, &self.order_id)?,
            movement: self.movement(row)?,
            at: time(self.happened_at),
        })
    }
}

pub(super) fn append(connection: &mut AnyConnection, entries: &[LedgerEntry]) -> Result<(), DbError> {
    let rows: Vec<LedgerRow> = entries.iter().map(LedgerRow::of).collect();
    insert_rows!(connection, ledger::table, rows);
    Ok(())
}

pub(super) fn of_order(connection: &mut AnyConnection, key: &OrderKey) -> Result<Vec<LedgerEntry>, DbError> {
    let rows: Vec<LedgerRow> = ledger::table
        .filter(ledger::user_id.eq(key.customer.to_string()))
        .filter(ledger::order_id.eq(key.order.to_string()))
        .select(LedgerRow::as_select())
        .order((ledger::happened_at.asc(), ledger::id.asc()))
        .load(connection)?;
    Ok(rows.iter().map(LedgerRow::entry).collect::<Result<_, _>>()?)
}

/// The entries of some orders.
pub(in crate::repositories) fn of_orders(
    connection: &mut AnyConnection,
    ids: &[String],
) -> Result<Vec<LedgerEntry>, DbError> {
    let of_order = ledger::user_id.eq(orders::user_id).and(ledger::order_id.eq(order_id_without_its_index()));
    let rows: Vec<LedgerRow> = orders::table
        .inner_join(ledger::table.on(of_order))
        .filter(orders::id.eq_any(ids))
        .select(LedgerRow::as_select())
        .load(connection)?;
    Ok(rows.iter().map(LedgerRow::entry).collect::<Result<_, _>>()?)
}
