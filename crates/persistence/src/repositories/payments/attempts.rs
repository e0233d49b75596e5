//! The rows of payment attempts; the table is called `payment_intents`.

use crate::{
    connection::AnyConnection,
    db_error::DbError,
    schema::{orders, payment_intents},
    stored::{Refused, Stored, id_without_its_index, order_id_without_its_index, order_key, start_of, time},
};
use autoparts_application::ports::page::Page;
use autoparts_domain::{
    id::{OrderKey, PaymentId},
    money::Money,
    payments::{AttemptStatus, PaymentAttempt, TransactionId},
    time::Timestamp,
};
use diesel::{dsl::sql, prelude::*, sql_types::Bool};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = payment_intents)]
struct AttemptRow {
    user_id: String,
    order_id: String,
    attempt: i64,
    id: String,
    amount_cents: i64,
    transaction_id: Option<String>,
    status: String,
    started_at: i64,
    unknown_since: Option<i64>,
    provider: String,
}

const fn word(status: AttemptStatus) -> &'static str {
    match status {
        AttemptStatus::Starting => "starting",
        AttemptStatus::Open => "open",
        AttemptStatus::Succeeded => "succeeded",
        AttemptStatus::Cancelled => "cancelled",
    }
}

fn status(word: &str) -> Option<AttemptStatus> {
    match word {
        "starting" => Some(AttemptStatus::Starting),
        "open" => Some(AttemptStatus::Open),
        "succeeded" => Some(AttemptStatus::Succeeded),
        "cancelled" => Some(AttemptStatus::Cancelled),
        _ => None,
    }
}

impl AttemptRow {
    fn of(attempt: &PaymentAttempt) -> Self {
        Self {
            user_id: attempt.order.customer.to_string(),
            order_id: attempt.order.order.to_string(),
            attempt: attempt.number,
            id: attempt.id.to_string(),
            amount_cents: attempt.amount.cents(),
            transaction_id: attempt.transaction.as_ref().map(TransactionId::to_string),
            status: word(attempt.status).to_owned(),
            started_at: attempt.started_at.micros(),
            unknown_since: attempt.unknown_since.map(Timestamp::micros),
            provider: attempt.provider.to_string(),
        }
    }

    fn attempt(&self) -> Result<PaymentAttempt, Refused> {
        let row = Stored::row("payment_intents", &self.id);
        Ok(PaymentAttempt {
            id: row.text("id", &self.id)?,
            order: order_key("payment_intents", &self.user_id, &self.order_id)?,
            number: self.attempt,
            amount: row.require("amount_cents", Money::from_cents(self.amount_cents))?,
            provider: row.text("provider", &self.provider)?,
            transaction: row.optional_text("transaction_id", self.transaction_id.as_ref())?,
            status: row.require("status", status(&self.status))?,
            started_at: time(self.started_at),
            unknown_since: self.unknown_since.map(time),
        })
    }
}

fn attempts(rows: &[AttemptRow]) -> Result<Vec<PaymentAttempt>, DbError> {
    Ok(rows.iter().map(AttemptRow::attempt).collect::<Result<_, _>>()?)
}

pub(super) fn of_order(connection: &mut AnyConnection, key: &OrderKey) -> Result<Vec<PaymentAttempt>, DbError> {
    let rows: Vec<AttemptRow> = payment_intents::table
        .filter(payment_intents::user_id.eq(key.customer.to_string()))
        .filter(payment_intents::order_id.eq(key.order.to_string()))
        .select(AttemptRow::as_select())
        .order(payment_intents::attempt.asc())
        .load(connection)?;
    attempts(&rows)
}

/// The condition on the status is spelled as in the index, or SQLite would not use it.
pub(super) fn live(
    connection: &mut AnyConnection,
    started_before: Timestamp,
    page: &Page<PaymentId>,
) -> Result<Vec<PaymentAttempt>, DbError> {
    let rows: Vec<AttemptRow> = payment_intents::table
        .filter(sql::<Bool>("status IN ('starting', 'open')"))
        .filter(payment_intents::started_at.le(started_before.micros()))
        .filter(id_without_its_index().gt(start_of(page)))
        .select(AttemptRow::as_select())
        .order(id_without_its_index().asc())
        .limit(page.limit.into())
        .load(connection)?;
    attempts(&rows)
}

/// The attempts of some orders.
pub(in crate::repositories) fn of_orders(
    connection: &mut AnyConnection,
    ids: &[String],
) -> Result<Vec<PaymentAttempt>, DbError> {
    let of_order =
        payment_intents::user_id.eq(orders::user_id).and(payment_intents::order_id.eq(order_id_without_its_index()));
    let rows: Vec<AttemptRow> = orders::table
        .inner_join(payment_intents::table.on(of_order))
        .filter(orders::id.eq_any(ids))
        .select(AttemptRow::as_select())
        .load(connection)?;
    attempts(&rows)
}

pub(super) fn insert(connection: &mut AnyConnection, attempt: &PaymentAttempt) -> Result<(), DbError> {
    diesel::insert_into(payment_intents::table).values(AttemptRow::of(attempt)).execute(connection)?;
    Ok(())
}

/// Updates an attempt if it still has the expected status.
pub(super) fn update(
    connection: &mut AnyConnection,
    attempt: &PaymentAttempt,
    expected: AttemptStatus,
) -> Result<bool, DbError> {
    let row = AttemptRow::of(attempt);
    let as_expected = payment_intents::table
        .filter(payment_intents::user_id.eq(row.user_id))
        .filter(payment_intents::order_id.eq(row.order_id))
        .filter(payment_intents::attempt.eq(row.attempt))
        .filter(payment_intents::status.eq(word(expected)));
    let saved = diesel::update(as_expected)
        .set((
            payment_intents::transaction_id.eq(row.transaction_id),
            payment_intents::status.eq(row.status),
            payment_intents::unknown_since.eq(row.unknown_since),
        ))
        .execute(connection)?;
    Ok(saved == 1)
}
