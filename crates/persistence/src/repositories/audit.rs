//! The audit log.

use crate::{
    connection::MultiBackend,
    schema::audit,
    stored::{Refused, Stored, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    audit::{AuditFilter, AuditRepository},
    page::Page,
    store_error::StoreResult,
};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    id::AuditId,
};
use diesel::prelude::*;
use std::time::Duration;

/// Maximum difference between an entry's time and the time in its id, which are taken a moment apart. Widened by it, a
/// range of ids contains all entries of a period.
const MAX_ID_TIME_DIFFERENCE: Duration = Duration::from_mins(1);

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = audit)]
struct AuditRow {
    id: String,
    actor_id: Option<String>,
    action: String,
    subject_id: String,
    happened_at: i64,
    detail: Option<String>,
}

impl AuditRow {
    fn of(entry: &AuditEntry) -> Self {
        Self {
            id: entry.id.to_string(),
            actor_id: entry.actor.map(|actor| actor.to_string()),
            action: entry.action.name().to_owned(),
            subject_id: entry.subject.to_string(),
            happened_at: entry.at.micros(),
            detail: entry.detail.clone(),
        }
    }

    fn entry(self) -> Result<AuditEntry, Refused> {
        let row = Stored::row("audit", &self.id);
        Ok(AuditEntry {
            id: row.text("id", &self.id)?,
            actor: row.optional_text("actor_id", self.actor_id.as_ref())?,
            action: AuditAction::from_name(&self.action),
            subject: row.text("subject_id", &self.subject_id)?,
            at: time(self.happened_at),
            detail: self.detail,
        })
    }
}

impl AuditRepository for SqlTransaction<'_> {
    fn insert_audit(&mut self, entry: &AuditEntry) -> StoreResult<()> {
        let row = AuditRow::of(entry);
        self.execute(|connection| {
            diesel::insert_into(audit::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn audit_log(&mut self, filter: &AuditFilter, page: &Page<AuditId>) -> StoreResult<Vec<AuditEntry>> {
        let AuditFilter { action, actor, subject, order, from, before } = *filter;
        self.query(|connection| {
            let mut query = audit::table
                .select(AuditRow::as_select())
                .order(audit::id.desc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                query = query.filter(audit::id.lt(after.to_string()));
            }
            if let Some(action) = action {
                query = query.filter(audit::action.eq(action.name()));
            }
            if let Some(actor) = actor {
                query = query.filter(audit::actor_id.eq(actor.to_string()));
            }
            if let Some(subject) = subject {
                query = query.filter(audit::subject_id.eq(subject.to_string()));
            }
            if let Some(order) = order {
                query = query.filter(audit::detail.like(format!("{order}%")));
            }
            if let Some(from) = from {
                let first = AuditId::first_at(from.minus(MAX_ID_TIME_DIFFERENCE)).to_string();
                query = query.filter(audit::happened_at.ge(from.micros())).filter(audit::id.ge(first));
            }
            if let Some(before) = before {
                let end = AuditId::first_at(before.plus(MAX_ID_TIME_DIFFERENCE)).to_string();
                query = query.filter(audit::happened_at.lt(before.micros())).filter(audit::id.lt(end));
            }
            let rows: Vec<AuditRow> = query.load(connection)?;
            Ok(rows.into_iter().map(AuditRow::entry).collect::<Result<_, _>>()?)
        })
    }
}
