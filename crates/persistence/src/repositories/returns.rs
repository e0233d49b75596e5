//! Returns and their lines; the policies in `policies`, the text of terms in `terms`.

mod policies;
pub(super) mod terms;

use super::{orders::count, texts};
use crate::{
    connection::{AnyConnection, MultiBackend},
    db_error::DbError,
    schema::{return_lines, returns},
    stored::{Refused, Stored, id_without_its_index, order_key, start_of, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    page::Page,
    returns::{ReturnCounts, ReturnFilter, ReturnRepository},
    store_error::StoreResult,
};
use autoparts_domain::{
    id::{OrderKey, ReturnId, UserId},
    orders::LineNumber,
    quantity::Quantity,
    returns::{Inspection, Return, ReturnReason, ReturnState, ReturnedLine},
    time::Timestamp,
};
use diesel::{
    dsl::sql,
    prelude::*,
    sql_types::{Bool, Text},
};
use std::collections::{BTreeSet, HashMap};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = returns, treat_none_as_default_value = false)]
struct ReturnRow {
    user_id: String,
    order_id: String,
    id: String,
    number: String,
    reason: String,
    note: Option<String>,
    requested_at: i64,
    #[diesel(embed)]
    progress: ProgressColumns,
    revision: i64,
    withdrawal: bool,
}

/// The columns that change.
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = returns, treat_none_as_null = true, treat_none_as_default_value = false)]
struct ProgressColumns {
    found_reason: Option<String>,
    answer: Option<String>,
    state: String,
    decided_at: Option<i64>,
    ended_at: Option<i64>,
    reminded: bool,
    refund_id: Option<String>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = return_lines, treat_none_as_default_value = false)]
struct LineRow {
    user_id: String,
    order_id: String,
    return_id: String,
    line: i64,
    pieces: i64,
    restocked: Option<i64>,
    damaged: Option<i64>,
    refused: Option<i64>,
}

impl ProgressColumns {
    fn of(returned: &Return) -> Self {
        Self {
            found_reason: returned.found_reason.map(|reason| reason.name().to_owned()),
            answer: returned.answer.as_ref().map(ToString::to_string),
            state: returned.state.name().to_owned(),
            decided_at: returned.decided_at.map(Timestamp::micros),
            ended_at: returned.ended_at.map(Timestamp::micros),
            reminded: returned.reminded,
            refund_id: returned.refund.map(|refund| refund.to_string()),
        }
    }
}

impl ReturnRow {
    fn of(returned: &Return) -> Self {
        let is_withdrawal = returned.reason == ReturnReason::Withdrawal;
        Self {
            user_id: returned.order.customer.to_string(),
            order_id: returned.order.order.to_string(),
            id: returned.id.to_string(),
            number: returned.number.to_string(),
            // The previous release reads the reason, and does not know this one.
            reason: if is_withdrawal { ReturnReason::NotNeeded } else { returned.reason }.name().to_owned(),
            note: returned.note.as_ref().map(ToString::to_string),
            requested_at: returned.requested_at.micros(),
            progress: ProgressColumns::of(returned),
            revision: returned.revision,
            withdrawal: is_withdrawal,
        }
    }

    fn returned(&self, lines: &[&LineRow]) -> Result<Return, Refused> {
        let row = Stored::row("returns", &self.id);
        let ProgressColumns { found_reason, answer, state, decided_at, ended_at, reminded, refund_id } = &self.progress;
        let choice = |name: &str| ReturnReason::CHOICES.into_iter().find(|reason| reason.name() == name);
        let reason = if self.withdrawal { Some(ReturnReason::Withdrawal) } else { choice(&self.reason) };
        let found_reason = found_reason.as_deref().map(|name| row.require("found_reason", choice(name))).transpose()?;
        let state = ReturnState::ALL.into_iter().find(|known| known.name() == state);
        Ok(Return {
            id: row.text("id", &self.id)?,
            number: row.text("number", &self.number)?,
            order: order_key("returns", &self.user_id, &self.order_id)?,
            lines: lines.iter().map(|line| line.line()).collect::<Result<_, _>>()?,
            reason: row.require("reason", reason)?,
            found_reason,
            note: row.optional_text("note", self.note.as_ref())?,
            state: row.require("state", state)?,
            answer: row.optional_text("answer", answer.as_ref())?,
            requested_at: time(self.requested_at),
            decided_at: decided_at.map(time),
            ended_at: ended_at.map(time),
            reminded: *reminded,
            refund: row.optional_text("refund_id", refund_id.as_ref())?,
            revision: self.revision,
        })
    }
}

impl LineRow {
    fn of(returned: &Return) -> Vec<Self> {
        let row = |(number, line): (&LineNumber, &ReturnedLine)| Self {
            user_id: returned.order.customer.to_string(),
            order_id: returned.order.order.to_string(),
            return_id: returned.id.to_string(),
            line: number.number(),
            pieces: line.pieces.pieces(),
            restocked: line.inspection.map(|inspection| inspection.restocked),
            damaged: line.inspection.map(|inspection| inspection.damaged),
            refused: line.inspection.map(|inspection| inspection.refused),
        };
        returned.lines.iter().map(row).collect()
    }

    fn line(&self) -> Result<(LineNumber, ReturnedLine), Refused> {
        let row = Stored::row("return_lines", &self.return_id);
        let inspection = match (self.restocked, self.damaged, self.refused) {
            (Some(restocked), Some(damaged), Some(refused)) => Some(Inspection { restocked, damaged, refused }),
            _ => None,
        };
        let pieces = row.value("pieces", Quantity::new(self.pieces))?;
        Ok((row.value("line", LineNumber::new(self.line))?, ReturnedLine { pieces, inspection }))
    }
}

/// The returns of these rows, with their lines from a second statement.
fn with_lines(connection: &mut AnyConnection, rows: &[ReturnRow]) -> Result<Vec<Return>, DbError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    // As an expression, so that both databases look up the lines of these returns instead of scanning a whole index.
    let return_id = sql::<Text>("returns.id || ''");
    let of_order = return_lines::user_id.eq(returns::user_id).and(return_lines::order_id.eq(returns::order_id));
    let lines: Vec<LineRow> = returns::table
        .inner_join(return_lines::table.on(of_order.and(return_lines::return_id.eq(return_id))))
        .filter(returns::id.eq_any(rows.iter().map(|row| row.id.as_str())))
        .filter(returns::user_id.eq_any(rows.iter().map(|row| row.user_id.as_str()).collect::<BTreeSet<_>>()))
        .select(LineRow::as_select())
        .load(connection)?;
    let mut by_return: HashMap<&str, Vec<&LineRow>> = HashMap::new();
    for line in &lines {
        by_return.entry(&line.return_id).or_default().push(line);
    }
    let lines_of = |row: &ReturnRow| by_return.get(row.id.as_str()).map_or(&[][..], Vec::as_slice);
    Ok(rows.iter().map(|row| row.returned(lines_of(row))).collect::<Result<_, _>>()?)
}

/// Saves the inspection results. The caller has checked the return's revision.
fn save_inspections(connection: &mut AnyConnection, lines: Vec<LineRow>) -> Result<(), DbError> {
    for line in lines.into_iter().filter(|line| line.restocked.is_some()) {
        let with_key = return_lines::table
            .filter(return_lines::user_id.eq(line.user_id))
            .filter(return_lines::order_id.eq(line.order_id))
            .filter(return_lines::return_id.eq(line.return_id))
            .filter(return_lines::line.eq(line.line));
        let found = (
            return_lines::restocked.eq(line.restocked),
            return_lines::damaged.eq(line.damaged),
            return_lines::refused.eq(line.refused),
        );
        diesel::update(with_key).set(found).execute(connection)?;
    }
    Ok(())
}

/// Erases the notes that a customer wrote in their returns. Updates never write notes, so an erased one stays erased.
pub(super) fn erase_notes(connection: &mut AnyConnection, customer: &str) -> Result<(), DbError> {
    let with_note = returns::table.filter(returns::user_id.eq(customer)).filter(returns::note.is_not_null());
    diesel::update(with_note).set(returns::note.eq(None::<String>)).execute(connection)?;
    Ok(())
}

impl ReturnRepository for SqlTransaction<'_> {
    fn return_by_id(&mut self, id: &ReturnId) -> StoreResult<Option<Return>> {
        let with_id = returns::table.filter(returns::id.eq(id.to_string())).select(ReturnRow::as_select());
        self.query(|connection| {
            let row: Option<ReturnRow> = with_id.first(connection).optional()?;
            Ok(with_lines(connection, &Vec::from_iter(row))?.pop())
        })
    }

    fn returns_by_id(&mut self, ids: &[ReturnId]) -> StoreResult<Vec<Return>> {
        let some = returns::table.filter(returns::id.eq_any(texts(ids)));
        let newest_first = some.select(ReturnRow::as_select()).order(returns::id.desc());
        self.query(|connection| {
            let rows: Vec<ReturnRow> = newest_first.load(connection)?;
            with_lines(connection, &rows)
        })
    }

    fn returns_of(&mut self, order: &OrderKey) -> StoreResult<Vec<Return>> {
        let of_order = returns::table
            .filter(returns::user_id.eq(order.customer.to_string()))
            .filter(returns::order_id.eq(order.order.to_string()));
        self.query(|connection| {
            let rows: Vec<ReturnRow> =
                of_order.select(ReturnRow::as_select()).order(returns::id.asc()).load(connection)?;
            with_lines(connection, &rows)
        })
    }

    fn returns_of_customer(&mut self, customer: &UserId) -> StoreResult<Vec<Return>> {
        let of_customer = returns::table.filter(returns::user_id.eq(customer.to_string()));
        let newest_first = of_customer.select(ReturnRow::as_select()).order(id_without_its_index().desc());
        self.query(|connection| {
            let rows: Vec<ReturnRow> = newest_first.load(connection)?;
            with_lines(connection, &rows)
        })
    }

    fn returns(&mut self, filter: &ReturnFilter, page: &Page<ReturnId>) -> StoreResult<Vec<Return>> {
        let ReturnFilter { state, number } = filter;
        self.query(|connection| {
            let mut query = returns::table
                .select(ReturnRow::as_select())
                .order(returns::id.desc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(number) = number {
                query = query.filter(returns::number.eq(number.as_str()));
            }
            if let Some(state) = state {
                // As a literal: PostgreSQL's plan for any state would read past all returns in other states. With a
                // number, as an expression, so that the index of numbers is used.
                let column = if number.is_some() { "state || ''" } else { "state" };
                query = query.filter(sql::<Bool>(&format!("{column} = '{}'", state.name())));
            }
            if let Some(after) = page.after {
                query = query.filter(returns::id.lt(after.to_string()));
            }
            let rows = query.load(connection)?;
            with_lines(connection, &rows)
        })
    }

    fn return_counts(&mut self) -> StoreResult<ReturnCounts> {
        self.query(|connection| {
            Ok(ReturnCounts {
                requested: count(connection, "returns", "state = 'requested'")?,
                approved: count(connection, "returns", "state = 'approved'")?,
            })
        })
    }

    fn insert_return(&mut self, new: &Return) -> StoreResult<()> {
        let row = ReturnRow::of(new);
        let lines = LineRow::of(new);
        self.execute(|connection| {
            diesel::insert_into(returns::table).values(row).execute(connection)?;
            for line in lines {
                diesel::insert_into(return_lines::table).values(line).execute(connection)?;
            }
            Ok(())
        })
    }

    fn update_return(&mut self, changed: &Return) -> StoreResult<()> {
        let as_it_was_read = returns::table
            .filter(returns::user_id.eq(changed.order.customer.to_string()))
            .filter(returns::order_id.eq(changed.order.order.to_string()))
            .filter(returns::id.eq(changed.id.to_string()))
            .filter(returns::revision.eq(changed.revision));
        let now = (ProgressColumns::of(changed), returns::revision.eq(returns::revision + 1));
        let lines = LineRow::of(changed);
        self.execute(|connection| {
            let saved = diesel::update(as_it_was_read).set(now).execute(connection)?;
            if saved == 1 { save_inspections(connection, lines) } else { Err(DbError::Contention) }
        })
    }

    /// The condition on the state is spelled as in the index, or SQLite would not use it.
    fn approved_returns(
        &mut self,
        before: Timestamp,
        not_reminded: bool,
        page: &Page<ReturnId>,
    ) -> StoreResult<Vec<Return>> {
        self.query(|connection| {
            let mut query = returns::table
                .filter(sql::<Bool>("state = 'approved'"))
                .filter(returns::decided_at.le(before.micros()))
                .filter(id_without_its_index().gt(start_of(page)))
                .select(ReturnRow::as_select())
                .order(id_without_its_index().asc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if not_reminded {
                query = query.filter(returns::reminded.eq(false));
            }
            let rows = query.load(connection)?;
            with_lines(connection, &rows)
        })
    }
}
