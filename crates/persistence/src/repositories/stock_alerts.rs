//! Stock alerts, and the links that end them.

use crate::{
    connection::AnyConnection,
    db_error::DbError,
    schema::{parts, stock, stock_alert_addresses, stock_alert_links, stock_alerts},
    stored::{Refused, Stored, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    stock_alerts::{AlertDecision, StockAlertLink, StockAlertRepository},
    store_error::StoreResult,
};
use autoparts_domain::{
    email::Email,
    stock_alerts::{AlertConsent, StockAlert},
    time::Timestamp,
};
use diesel::{dsl::max, prelude::*};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = stock_alerts)]
struct AlertRow {
    part_id: String,
    email: String,
    id: String,
    asked_at: i64,
    confirmed: Option<bool>,
}

impl AlertRow {
    fn of(alert: &StockAlert) -> Self {
        Self {
            part_id: alert.part.to_string(),
            email: alert.email.to_string(),
            id: alert.id.to_string(),
            asked_at: alert.asked_at.micros(),
            confirmed: match alert.consent {
                AlertConsent::Waiting => Some(false),
                AlertConsent::Confirmed => Some(true),
                AlertConsent::NotAsked => None,
            },
        }
    }

    fn alert(&self) -> Result<StockAlert, Refused> {
        let row = Stored::row("stock_alerts", &self.id);
        Ok(StockAlert {
            part: row.text("part_id", &self.part_id)?,
            email: Email::restore(&self.email),
            id: row.text("id", &self.id)?,
            asked_at: time(self.asked_at),
            consent: match self.confirmed {
                Some(true) => AlertConsent::Confirmed,
                Some(false) => AlertConsent::Waiting,
                None => AlertConsent::NotAsked,
            },
        })
    }
}

/// Stores the decision of an address. Diesel has no statement for both databases that replaces a row.
fn decide(connection: &mut AnyConnection, email: &Email, refused: bool, at: Timestamp) -> Result<(), DbError> {
    let of_address = stock_alert_addresses::table.filter(stock_alert_addresses::email.eq(email.to_string()));
    let changed = diesel::update(of_address)
        .set((stock_alert_addresses::refused.eq(refused), stock_alert_addresses::confirmed_at.eq(at.micros())))
        .execute(connection)?;
    if changed == 0 {
        let row = (
            stock_alert_addresses::email.eq(email.to_string()),
            stock_alert_addresses::confirmed_at.eq(at.micros()),
            stock_alert_addresses::refused.eq(refused),
        );
        diesel::insert_into(stock_alert_addresses::table).values(row).execute(connection)?;
    }
    Ok(())
}

impl StockAlertRepository for SqlTransaction<'_> {
    fn save_stock_alert(&mut self, alert: &StockAlert) -> StoreResult<()> {
        let row = AlertRow::of(alert);
        self.execute(|connection| {
            let before = stock_alerts::table
                .filter(stock_alerts::part_id.eq(&row.part_id))
                .filter(stock_alerts::email.eq(&row.email));
            let renewed = diesel::update(before)
                .set((
                    stock_alerts::id.eq(&row.id),
                    stock_alerts::asked_at.eq(row.asked_at),
                    stock_alerts::confirmed.eq(row.confirmed),
                ))
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

    /// Walks the stock alerts, which are few compared with the catalog, and looks up each part by its key.
    fn due_stock_alerts(&mut self, limit: u32) -> StoreResult<Vec<StockAlert>> {
        let is_wanted = stock_alerts::confirmed.is_null().or(stock_alerts::confirmed.eq(true).and(
            stock::renewed_at
                .ge(stock_alerts::asked_at.nullable())
                .or(parts::renewed_at.ge(stock_alerts::asked_at.nullable())),
        ));
        let due = stock_alerts::table
            .inner_join(parts::table)
            .inner_join(stock::table.on(stock::part_id.eq(stock_alerts::part_id)))
            .filter(parts::hidden.eq(false))
            .filter(stock::available.ge(parts::minimum_order))
            .filter(is_wanted)
            .order((stock_alerts::email.asc(), stock_alerts::part_id.asc()))
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
        let confirmed = stock_alert_addresses::table.filter(stock_alert_addresses::email.eq(email.to_string()));
        self.execute(|connection| {
            diesel::delete(theirs).execute(connection)?;
            diesel::delete(confirmed).execute(connection)?;
            Ok(())
        })
    }

    fn alert_decision(&mut self, email: &Email) -> StoreResult<Option<AlertDecision>> {
        let of_address = stock_alert_addresses::table.filter(stock_alert_addresses::email.eq(email.to_string()));
        let columns = (stock_alert_addresses::refused, stock_alert_addresses::confirmed_at);
        self.query(|connection| {
            let found: Option<(bool, i64)> = of_address.select(columns).first(connection).optional()?;
            Ok(found
                .map(|(refused, at)| if refused { AlertDecision::Refused(time(at)) } else { AlertDecision::Wanted }))
        })
    }

    fn refuse_stock_alerts(&mut self, email: &Email, at: Timestamp) -> StoreResult<()> {
        let theirs = stock_alerts::table.filter(stock_alerts::email.eq(email.to_string()));
        self.execute(|connection| {
            diesel::delete(theirs).execute(connection)?;
            decide(connection, email, true, at)
        })
    }

    fn confirm_stock_alerts(&mut self, email: &Email, at: Timestamp) -> StoreResult<()> {
        let waiting = stock_alerts::table
            .filter(stock_alerts::email.eq(email.to_string()))
            .filter(stock_alerts::confirmed.eq(false));
        self.execute(|connection| {
            decide(connection, email, false, at)?;
            diesel::update(waiting).set(stock_alerts::confirmed.eq(Some(true))).execute(connection)?;
            Ok(())
        })
    }

    fn stock_alert_link(&mut self, digest: &str) -> StoreResult<Option<StockAlertLink>> {
        let of_link = stock_alert_links::table.filter(stock_alert_links::digest.eq(digest));
        let columns = (stock_alert_links::email, stock_alert_links::confirms, stock_alert_links::mailed_at);
        self.query(|connection| {
            let found: Option<(String, Option<bool>, i64)> = of_link.select(columns).first(connection).optional()?;
            Ok(found.map(|(email, confirms, mailed_at)| StockAlertLink {
                email: Email::restore(&email),
                confirms: confirms.unwrap_or_default(),
                mailed_at: time(mailed_at),
            }))
        })
    }

    fn last_asked_to_confirm(&mut self, email: &Email) -> StoreResult<Option<Timestamp>> {
        let asked = stock_alert_links::table
            .filter(stock_alert_links::email.eq(email.to_string()))
            .filter(stock_alert_links::confirms.eq(true))
            .select(max(stock_alert_links::mailed_at));
        self.query(|connection| {
            let at: Option<i64> = asked.first(connection)?;
            Ok(at.map(time))
        })
    }

    fn insert_stock_alert_link(&mut self, digest: &str, link: &StockAlertLink) -> StoreResult<()> {
        let row = (
            stock_alert_links::digest.eq(digest),
            stock_alert_links::email.eq(link.email.to_string()),
            stock_alert_links::mailed_at.eq(link.mailed_at.micros()),
            stock_alert_links::confirms.eq(Some(link.confirms)),
        );
        self.execute(|connection| {
            diesel::insert_into(stock_alert_links::table).values(row).execute(connection)?;
            Ok(())
        })
    }
}
