//! The audit log.

use crate::{
    connection::MultiBackend,
    schema::audit,
    stored::{Refused, Stored, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{audit::AuditRepository, page::Page, store_error::StoreResult};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    id::AuditId,
};
use diesel::prelude::*;

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

    fn audit_log(&mut self, page: &Page<AuditId>) -> StoreResult<Vec<AuditEntry>> {
        self.query(|connection| {
            let mut query = audit::table
                .select(AuditRow::as_select())
                .order(audit::id.desc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                query = query.filter(audit::id.lt(after.to_string()));
            }
            let rows: Vec<AuditRow> = query.load(connection)?;
            Ok(rows.into_iter().map(AuditRow::entry).collect::<Result<_, _>>()?)
        })
    }
}
