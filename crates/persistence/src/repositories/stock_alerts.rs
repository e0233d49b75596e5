//! Who waits for parts, and the links that end it.

use crate::{
    schema::{parts, stock, stock_alert_links, stock_alerts},
    stored::{Refused, Stored, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{stock_alerts::StockAlertRepository, store_error::StoreResult};
use autoparts_domain::{email::Email, stock_alerts::StockAlert, time::Timestamp};
use diesel::prelude::*;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = stock_alerts)]
struct AlertRow {
    part_id: String,
    email: String,
    id: String,
    asked_at: i64,
}

impl AlertRow {
    fn of(alert: &StockAlert) -> Self {
        Self {
            part_id: alert.part.to_string(),
            email: alert.email.to_string(),
            id: alert.id.to_string(),
            asked_at: alert.asked_at.micros(),
        }
    }

    fn alert(&self) -> Result<StockAlert, Refused> {
        let row = Stored::row("stock_alerts", &self.id);
        Ok(StockAlert {
            part: row.text("part_id", &self.part_id)?,
            email: Email::restore(&self.email),
            id: row.text("id", &self.id)?,
            asked_at: time(self.asked_at),
        })
    }
}

impl StockAlertRepository for SqlTransaction<'_> {
    fn save_stock_alert(&mut self, alert: &StockAlert) -> StoreResult<()> {
        let row = AlertRow::of(alert);
        self.execute(|connection| {
            let before = stock_alerts::table
                .filter(stock_alerts::part_id.eq(&row.part_id))
                .filter(stock_alerts::email.eq(&row.email));
            let renewed = diesel::update(before)
                .set((stock_alerts::id.eq(&row.id), stock_alerts::asked_at.eq(row.asked_at)))
                .execute(connection)?;
            if renewed == 0 {
                diesel::insert_into(stock_alerts::table).values(&row).execute(connection)?;
            }
            Ok(())
        })
    }

    fn stock_alerts_of(&mut self, email: &Email) -> StoreResult<Vec<StockAlert>> {
        let theirs = stock_alerts::table.filter(stock_alerts::email.eq(email.to_string()));
        let newest_first = theirs.order(stock_alerts::id.desc()).select(AlertRow::as_select());
        self.query(|connection| {
            let rows: Vec<AlertRow> = newest_first.load(connection)?;
            Ok(rows.iter().map(AlertRow::alert).collect::<Result<_, _>>()?)
        })
    }

    /// Walks along what is waited for, which is little beside the catalogue, and looks each part up by its key.
    fn due_stock_alerts(&mut self, limit: u32) -> StoreResult<Vec<StockAlert>> {
        let due = stock_alerts::table
            .inner_join(parts::table)
            .inner_join(stock::table.on(stock::part_id.eq(stock_alerts::part_id)))
            .filter(parts::hidden.eq(false))
            .filter(stock::available.ge(parts::minimum_order))
            .order((stock_alerts::part_id.asc(), stock_alerts::email.asc()))
            .limit(limit.into())
            .select(AlertRow::as_select());
        self.query(|connection| {
            let rows: Vec<AlertRow> = due.load(connection)?;
            Ok(rows.iter().map(AlertRow::alert).collect::<Result<_, _>>()?)
        })
    }

    fn delete_stock_alert(&mut self, alert: &StockAlert) -> StoreResult<bool> {
        let as_it_was_read = stock_alerts::table
            .filter(stock_alerts::part_id.eq(alert.part.to_string()))
            .filter(stock_alerts::email.eq(alert.email.to_string()))
            .filter(stock_alerts::id.eq(alert.id.to_string()));
        self.execute(|connection| Ok(diesel::delete(as_it_was_read).execute(connection)? == 1))
    }

    fn delete_stock_alerts_of(&mut self, email: &Email) -> StoreResult<()> {
        let theirs = stock_alerts::table.filter(stock_alerts::email.eq(email.to_string()));
        self.execute(|connection| {
            diesel::delete(theirs).execute(connection)?;
            Ok(())
        })
    }

    fn stock_alert_link(&mut self, digest: &str) -> StoreResult<Option<Email>> {
        let of_link = stock_alert_links::table.filter(stock_alert_links::digest.eq(digest));
        self.query(|connection| {
            let email: Option<String> = of_link.select(stock_alert_links::email).first(connection).optional()?;
            Ok(email.as_deref().map(Email::restore))
        })
    }

    fn insert_stock_alert_link(&mut self, digest: &str, email: &Email, mailed_at: Timestamp) -> StoreResult<()> {
        let row = (
            stock_alert_links::digest.eq(digest),
            stock_alert_links::email.eq(email.to_string()),
            stock_alert_links::mailed_at.eq(mailed_at.micros()),
        );
        self.execute(|connection| {
            diesel::insert_into(stock_alert_links::table).values(row).execute(connection)?;
            Ok(())
        })
    }
}
