//! The row of a stock movement.

use crate::{
    schema::stock_movements,
    stored::{Refused, Stored, time},
};
use autoparts_domain::catalogue::stock::{StockMovement, StockReason};
use diesel::prelude::*;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = stock_movements)]
pub(super) struct MovementRow {
    pub(super) part_id: String,
    id: String,
    reason: String,
    pieces: i64,
    actor_id: Option<String>,
    note: Option<String>,
    pub(super) happened_at: i64,
}

impl MovementRow {
    pub(super) fn of(movement: &StockMovement) -> Self {
        Self {
            part_id: movement.part.to_string(),
            id: movement.id.to_string(),
            reason: movement.reason.name().to_owned(),
            pieces: movement.pieces,
            actor_id: movement.actor.map(|actor| actor.to_string()),
            note: movement.note.as_ref().map(ToString::to_string),
            happened_at: movement.at.micros(),
        }
    }

    pub(super) fn movement(&self) -> Result<StockMovement, Refused> {
        let row = Stored::row("stock_movements", &self.id);
        let reason = StockReason::ALL.iter().copied().find(|reason| reason.name() == self.reason);
        Ok(StockMovement {
            part: row.text("part_id", &self.part_id)?,
            id: row.text("id", &self.id)?,
            reason: row.require("reason", reason)?,
            pieces: self.pieces,
            actor: row.optional_text("actor_id", self.actor_id.as_ref())?,
            note: row.optional_text("note", self.note.as_ref())?,
            at: time(self.happened_at),
        })
    }
}
