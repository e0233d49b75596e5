//! The rows of payments without an order.

use crate::{
    connection::AnyConnection,
    db_error::DbError,
    schema::unmatched_payments,
    stored::{Refused, Stored, still_is, time},
};
use autoparts_application::ports::page::Page;
use autoparts_domain::{
    money::Money,
    payments::{TransactionId, unmatched::UnmatchedPayment},
    time::Timestamp,
};
use diesel::prelude::*;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = unmatched_payments)]
struct UnmatchedRow {
    transaction_id: String,
    order_id: String,
    amount_cents: i64,
    found_at: i64,
    confirmed_at: Option<i64>,
    failures: i64,
    next_try_at: i64,
    closed_at: Option<i64>,
}

impl UnmatchedRow {
    fn of(payment: &UnmatchedPayment) -> Self {
        Self {
            transaction_id: payment.transaction.to_string(),
            order_id: payment.order.to_string(),
            amount_cents: payment.amount.cents(),
            found_at: payment.found_at.micros(),
            confirmed_at: payment.confirmed_at.map(Timestamp::micros),
            failures: payment.failures.into(),
            next_try_at: payment.next_try_at.micros(),
            closed_at: payment.closed_at.map(Timestamp::micros),
        }
    }

    fn payment(&self) -> Result<UnmatchedPayment, Refused> {
        let row = Stored::row("unmatched_payments", &self.transaction_id);
        Ok(UnmatchedPayment {
            transaction: row.text("transaction_id", &self.transaction_id)?,
            order: row.text("order_id", &self.order_id)?,
            amount: row.require("amount_cents", Money::from_cents(self.amount_cents))?,
            found_at: time(self.found_at),
            confirmed_at: self.confirmed_at.map(time),
            failures: row.require("failures", self.failures.try_into().ok())?,
            next_try_at: time(self.next_try_at),
            closed_at: self.closed_at.map(time),
        })
    }
}

pub(super) fn insert(connection: &mut AnyConnection, payment: &UnmatchedPayment) -> Result<(), DbError> {
    diesel::insert_into(unmatched_payments::table).values(UnmatchedRow::of(payment)).execute(connection)?;
    Ok(())
}

pub(super) fn find(
    connection: &mut AnyConnection,
    transaction: &TransactionId,
) -> Result<Option<UnmatchedPayment>, DbError> {
    let row: Option<UnmatchedRow> = unmatched_payments::table
        .filter(unmatched_payments::transaction_id.eq(transaction.as_str()))
        .select(UnmatchedRow::as_select())
        .first(connection)
        .optional()?;
    Ok(row.map(|row| row.payment()).transpose()?)
}

pub(super) fn open(
    connection: &mut AnyConnection,
    page: &Page<TransactionId>,
) -> Result<Vec<UnmatchedPayment>, DbError> {
    let after = page.after.as_ref().map_or("", TransactionId::as_str);
    let rows: Vec<UnmatchedRow> = unmatched_payments::table
        .filter(unmatched_payments::closed_at.is_null())
        .filter(unmatched_payments::transaction_id.gt(after))
        .select(UnmatchedRow::as_select())
        .order(unmatched_payments::transaction_id.asc())
        .limit(page.limit.into())
        .load(connection)?;
    Ok(rows.iter().map(UnmatchedRow::payment).collect::<Result<_, _>>()?)
}

pub(super) fn update(
    connection: &mut AnyConnection,
    before: &UnmatchedPayment,
    after: &UnmatchedPayment,
) -> Result<bool, DbError> {
    let before = UnmatchedRow::of(before);
    let after = UnmatchedRow::of(after);
    let as_before = unmatched_payments::table
        .filter(unmatched_payments::transaction_id.eq(before.transaction_id))
        .filter(unmatched_payments::failures.eq(before.failures))
        .filter(unmatched_payments::next_try_at.eq(before.next_try_at))
        .filter(still_is!(unmatched_payments::confirmed_at, before.confirmed_at))
        .filter(still_is!(unmatched_payments::closed_at, before.closed_at));
    let saved = diesel::update(as_before)
        .set((
            unmatched_payments::failures.eq(after.failures),
            unmatched_payments::next_try_at.eq(after.next_try_at),
            unmatched_payments::confirmed_at.eq(after.confirmed_at),
            unmatched_payments::closed_at.eq(after.closed_at),
        ))
        .execute(connection)?;
    Ok(saved == 1)
}
