//! Withdrawals from contracts.

use crate::connection::AnyConnection;
use crate::{
    connection::MultiBackend,
    db_error::DbError,
    schema::withdrawals,
    stored::{Refused, Stored, order_key, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{page::Page, store_error::StoreResult, withdrawals::WithdrawalRepository};
use autoparts_domain::{
    email::Email,
    id::{UserId, WithdrawalId},
    withdrawals::{Statement, Withdrawal, WithdrawalOutcome},
};
use diesel::prelude::*;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = withdrawals, treat_none_as_default_value = false)]
struct WithdrawalRow {
    id: String,
    reference: String,
    email: String,
    name: Option<String>,
    parts: Option<String>,
    outcome: String,
    received_at: i64,
    user_id: Option<String>,
    order_id: Option<String>,
    return_id: Option<String>,
}

impl WithdrawalRow {
    fn of(withdrawal: &Withdrawal) -> Self {
        let Withdrawal { id, statement, received_at, outcome, order, returned } = withdrawal;
        Self {
            id: id.to_string(),
            reference: statement.order.to_string(),
            email: statement.email.to_string(),
            name: statement.name.as_ref().map(ToString::to_string),
            parts: statement.parts.as_ref().map(ToString::to_string),
            outcome: outcome.name().to_owned(),
            received_at: received_at.micros(),
            user_id: order.map(|order| order.customer.to_string()),
            order_id: order.map(|order| order.order.to_string()),
            return_id: returned.map(|returned| returned.to_string()),
        }
    }

    fn withdrawal(&self) -> Result<Withdrawal, Refused> {
        let row = Stored::row("withdrawals", &self.id);
        let outcome = WithdrawalOutcome::ALL.into_iter().find(|outcome| outcome.name() == self.outcome);
        let order = self.user_id.as_ref().zip(self.order_id.as_ref());
        Ok(Withdrawal {
            id: row.text("id", &self.id)?,
            statement: Statement {
                order: row.text("reference", &self.reference)?,
                email: Email::restore(&self.email),
                name: row.optional_text("name", self.name.as_ref())?,
                parts: row.optional_text("parts", self.parts.as_ref())?,
            },
            received_at: time(self.received_at),
            outcome: row.require("outcome", outcome)?,
            order: order.map(|(customer, order)| order_key("withdrawals", customer, order)).transpose()?,
            returned: row.optional_text("return_id", self.return_id.as_ref())?,
        })
    }
}

fn all(rows: &[WithdrawalRow]) -> Result<Vec<Withdrawal>, DbError> {
    Ok(rows.iter().map(WithdrawalRow::withdrawal).collect::<Result<_, _>>()?)
}

/// Deletes what was sent with an address about none of its orders.
pub(super) fn delete_unmatched(connection: &mut AnyConnection, email: &Email) -> Result<(), DbError> {
    let sent = withdrawals::table.filter(withdrawals::email.eq(email.as_str())).filter(withdrawals::user_id.is_null());
    diesel::delete(sent).execute(connection)?;
    Ok(())
}

/// Erases who withdrew from the orders of a customer, and their words.
pub(super) fn erase_person(connection: &mut AnyConnection, customer: &str, stand_in: &Email) -> Result<(), DbError> {
    let theirs = withdrawals::table.filter(withdrawals::user_id.eq(customer));
    let erased = (
        withdrawals::email.eq(stand_in.as_str()),
        withdrawals::name.eq(None::<String>),
        withdrawals::parts.eq(None::<String>),
    );
    diesel::update(theirs).set(erased).execute(connection)?;
    Ok(())
}

impl WithdrawalRepository for SqlTransaction<'_> {
    fn withdrawals(&mut self, page: &Page<WithdrawalId>) -> StoreResult<Vec<Withdrawal>> {
        self.query(|connection| {
            let mut query = withdrawals::table
                .select(WithdrawalRow::as_select())
                .order(withdrawals::id.desc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                query = query.filter(withdrawals::id.lt(after.to_string()));
            }
            all(&query.load(connection)?)
        })
    }

    fn withdrawals_from(&mut self, email: &Email, page: &Page<WithdrawalId>) -> StoreResult<Vec<Withdrawal>> {
        self.query(|connection| {
            let mut query = withdrawals::table
                .filter(withdrawals::email.eq(email.as_str()))
                .select(WithdrawalRow::as_select())
                .order(withdrawals::id.desc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                query = query.filter(withdrawals::id.lt(after.to_string()));
            }
            all(&query.load(connection)?)
        })
    }

    fn withdrawals_of_customer(&mut self, customer: &UserId) -> StoreResult<Vec<Withdrawal>> {
        let theirs = withdrawals::table.filter(withdrawals::user_id.eq(customer.to_string()));
        let newest_first = theirs.select(WithdrawalRow::as_select()).order(withdrawals::id.desc());
        self.query(|connection| all(&newest_first.load(connection)?))
    }

    fn insert_withdrawal(&mut self, new: &Withdrawal) -> StoreResult<()> {
        let row = WithdrawalRow::of(new);
        self.execute(|connection| {
            diesel::insert_into(withdrawals::table).values(row).execute(connection)?;
            Ok(())
        })
    }
}
