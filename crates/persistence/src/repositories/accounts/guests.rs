//! Guests, and the links by which they come back.

use crate::{
    schema::{guest_links, session_cutoffs, shop_sessions, users},
    stored::{Refused, Stored},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    accounts::{GuestLink, GuestRepository},
    store_error::StoreResult,
};
use autoparts_domain::{id::UserId, time::Timestamp};
use diesel::{dsl::sql, prelude::*, sql_types::Bool};

/// A guest who has not ordered.
pub(super) const NEW: &str = "new";
const ORDERED: &str = "ordered";

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = guest_links)]
struct LinkRow {
    digest: String,
    user_id: String,
    order_id: Option<String>,
}

impl LinkRow {
    fn link(self) -> Result<GuestLink, Refused> {
        let row = Stored::row("guest_links", &self.user_id);
        let guest = row.text("user_id", &self.user_id)?;
        let order = row.optional_text("order_id", self.order_id.as_ref())?;
        Ok(GuestLink { digest: self.digest, guest, order })
    }
}

impl GuestRepository for SqlTransaction<'_> {
    fn guest_link(&mut self, digest: &str) -> StoreResult<Option<GuestLink>> {
        let with_digest = guest_links::table.filter(guest_links::digest.eq(digest)).select(LinkRow::as_select());
        self.query(|connection| {
            let row: Option<LinkRow> = with_digest.first(connection).optional()?;
            Ok(row.map(LinkRow::link).transpose()?)
        })
    }

    fn insert_guest_link(&mut self, link: &GuestLink) -> StoreResult<()> {
        let row = LinkRow {
            digest: link.digest.clone(),
            user_id: link.guest.to_string(),
            order_id: link.order.map(|order| order.to_string()),
        };
        self.execute(|connection| {
            diesel::insert_into(guest_links::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn keep_guest(&mut self, guest: &UserId) -> StoreResult<()> {
        let new = users::table.filter(users::id.eq(guest.to_string())).filter(users::guest.eq(NEW));
        self.execute(|connection| {
            diesel::update(new).set(users::guest.eq(ORDERED)).execute(connection)?;
            Ok(())
        })
    }

    /// The condition is spelt as in the index, or SQLite would not use it.
    fn forget_guests(&mut self, before: Timestamp, limit: u32) -> StoreResult<usize> {
        let old = users::table
            .filter(sql::<Bool>("guest = 'new'"))
            .filter(users::joined_at.lt(before.micros()))
            .order((users::joined_at.asc(), users::id.asc()))
            .limit(limit.into())
            .select(users::id);
        self.execute(|connection| {
            let ids: Vec<String> = old.load(connection)?;
            if ids.is_empty() {
                return Ok(0);
            }
            diesel::delete(guest_links::table.filter(guest_links::user_id.eq_any(&ids))).execute(connection)?;
            diesel::delete(shop_sessions::table.filter(shop_sessions::user_id.eq_any(&ids))).execute(connection)?;
            diesel::delete(session_cutoffs::table.filter(session_cutoffs::user_id.eq_any(&ids))).execute(connection)?;
            Ok(diesel::delete(users::table.filter(users::id.eq_any(&ids))).execute(connection)?)
        })
    }
}
