//! Guests, and the links by which they return.

use crate::{
    connection::AnyConnection,
    db_error::DbError,
    schema::{guest_links, orders, session_cutoffs, shop_sessions, users},
    stored::{Refused, Stored},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    accounts::{GuestLink, GuestRepository, Revocation, RevokedLinks},
    store_error::StoreResult,
};
use autoparts_domain::{
    id::{OrderKey, UserId},
    time::Timestamp,
};
use diesel::{dsl::sql, prelude::*, sql_types::Bool};
use std::collections::BTreeSet;

/// A guest without orders.
pub(super) const NEW: &str = "new";
pub(super) const ORDERED: &str = "ordered";

/// Placeholders for erased data.
const ERASED: &str = "erased";
const ERASED_EMAIL: &str = "erased@erased.invalid";

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = guest_links)]
struct LinkRow {
    digest: String,
    user_id: String,
    order_id: Option<String>,
    revoked: Option<String>,
}

const fn word(revoked: Revocation) -> &'static str {
    match revoked {
        Revocation::Order => "order",
        Revocation::Everywhere => "everywhere",
    }
}

fn revocation(word: &str) -> Option<Revocation> {
    [Revocation::Order, Revocation::Everywhere].into_iter().find(|revoked| self::word(*revoked) == word)
}

impl LinkRow {
    fn link(self) -> Result<GuestLink, Refused> {
        let row = Stored::row("guest_links", &self.user_id);
        let guest = row.text("user_id", &self.user_id)?;
        let order = row.optional_text("order_id", self.order_id.as_ref())?;
        let revoked = self.revoked.map(|text| row.require("revoked", revocation(&text))).transpose()?;
        Ok(GuestLink { digest: self.digest, guest, order, revoked })
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
            revoked: link.revoked.map(|revoked| word(revoked).to_owned()),
        };
        self.execute(|connection| {
            diesel::insert_into(guest_links::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn revoke_links(&mut self, links: &RevokedLinks, at: Timestamp) -> StoreResult<usize> {
        match links {
            RevokedLinks::OfOrder(key) => self.execute(|connection| revoke_order(connection, key, at)),
            RevokedLinks::OfGuest(guest) => {
                self.execute(|connection| revoke_guests(connection, &[guest.to_string()], true, at))
            }
            RevokedLinks::MailedTo(email) => self.execute(|connection| {
                // The condition is spelled as in the index, or SQLite would not use it.
                let guests =
                    users::table.filter(users::email.eq(email.as_str())).filter(sql::<Bool>("guest IS NOT NULL"));
                let guests: Vec<String> = guests.select(users::id).load(connection)?;
                revoke_guests(connection, &guests, false, at)
            }),
        }
    }

    fn order_links_are_revoked(&mut self, order: &OrderKey) -> StoreResult<bool> {
        let revoked = guest_links::table
            .filter(guest_links::user_id.eq(order.customer.to_string()))
            .filter(guest_links::order_id.eq(order.order.to_string()))
            .filter(guest_links::revoked.eq(word(Revocation::Order)))
            .select(guest_links::digest);
        self.query(|connection| {
            let found: Option<String> = revoked.first(connection).optional()?;
            Ok(found.is_some())
        })
    }

    fn mark_guest_ordered(&mut self, guest: &UserId) -> StoreResult<()> {
        let new = users::table.filter(users::id.eq(guest.to_string())).filter(users::guest.eq(NEW));
        self.execute(|connection| {
            diesel::update(new).set(users::guest.eq(ORDERED)).execute(connection)?;
            Ok(())
        })
    }

    /// The condition is spelled as in the index, or SQLite would not use it.
    fn delete_guests(&mut self, before: Timestamp, limit: u32) -> StoreResult<usize> {
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
            delete_links_and_sessions(connection, &ids)?;
            Ok(diesel::delete(users::table.filter(users::id.eq_any(&ids))).execute(connection)?)
        })
    }
}

/// Revokes the links of one order, including those already revoked in another way, and ends the sessions that they
/// opened.
fn revoke_order(connection: &mut AnyConnection, key: &OrderKey, at: Timestamp) -> Result<usize, DbError> {
    let guest = key.customer.to_string();
    let order = key.order.to_string();
    let links = guest_links::table
        .filter(guest_links::user_id.eq(&guest))
        .filter(guest_links::order_id.eq(&order))
        .filter(guest_links::revoked.is_null().or(guest_links::revoked.ne(word(Revocation::Order))));
    let revoked = diesel::update(links).set(guest_links::revoked.eq(word(Revocation::Order))).execute(connection)?;
    let sessions = shop_sessions::table
        .filter(shop_sessions::user_id.eq(&guest))
        .filter(shop_sessions::order_id.eq(&order))
        .filter(shop_sessions::ended_at.is_null());
    diesel::update(sessions).set(shop_sessions::ended_at.eq(at.micros())).execute(connection)?;
    Ok(revoked)
}

/// Revokes the links of all orders of some guests, optionally with the tokens of their browsers, and ends the sessions
/// that they opened.
fn revoke_guests(
    connection: &mut AnyConnection,
    guests: &[String],
    browsers_too: bool,
    at: Timestamp,
) -> Result<usize, DbError> {
    if guests.is_empty() {
        return Ok(0);
    }
    let links = guest_links::table.filter(guest_links::user_id.eq_any(guests)).filter(guest_links::revoked.is_null());
    let everywhere = guest_links::revoked.eq(word(Revocation::Everywhere));
    let revoked = if browsers_too {
        diesel::update(links).set(everywhere).execute(connection)?
    } else {
        diesel::update(links.filter(guest_links::order_id.is_not_null())).set(everywhere).execute(connection)?
    };
    let sessions = shop_sessions::table
        .filter(shop_sessions::user_id.eq_any(guests))
        .filter(shop_sessions::order_id.is_not_null())
        .filter(shop_sessions::ended_at.is_null());
    diesel::update(sessions).set(shop_sessions::ended_at.eq(at.micros())).execute(connection)?;
    Ok(revoked)
}

/// Deletes the links, sessions and session cutoffs of guests.
fn delete_links_and_sessions(connection: &mut AnyConnection, guests: &[String]) -> Result<(), DbError> {
    diesel::delete(guest_links::table.filter(guest_links::user_id.eq_any(guests))).execute(connection)?;
    diesel::delete(shop_sessions::table.filter(shop_sessions::user_id.eq_any(guests))).execute(connection)?;
    diesel::delete(session_cutoffs::table.filter(session_cutoffs::user_id.eq_any(guests))).execute(connection)?;
    Ok(())
}

/// Erases the personal data of those users who are guests and have only erased orders. Their rows stay, because the
/// orders do.
pub(in crate::repositories) fn erase_guests(
    connection: &mut AnyConnection,
    people: &BTreeSet<String>,
) -> Result<(), DbError> {
    if people.is_empty() {
        return Ok(());
    }
    // Placing an order locks the user's row: concurrent orders are counted below.
    let as_they_are = users::table.filter(users::id.eq_any(people)).filter(users::guest.eq(ORDERED));
    diesel::update(as_they_are).set(users::joined_at.eq(users::joined_at)).execute(connection)?;
    let remaining = orders::table.filter(orders::user_id.eq_any(people)).filter(orders::address.ne(ERASED));
    let remaining: Vec<String> = remaining.select(orders::user_id).distinct().load(connection)?;
    let gone: Vec<&String> = people.iter().filter(|id| !remaining.contains(id)).collect();
    if gone.is_empty() {
        return Ok(());
    }
    let guests = users::table.filter(users::id.eq_any(gone)).filter(users::guest.eq(ORDERED));
    let guests: Vec<String> = guests.select(users::id).load(connection)?;
    if guests.is_empty() {
        return Ok(());
    }
    delete_links_and_sessions(connection, &guests)?;
    let erased =
        (users::email.eq(ERASED_EMAIL), users::account_name.eq(ERASED), users::revision.eq(users::revision + 1));
    diesel::update(users::table.filter(users::id.eq_any(&guests))).set(erased).execute(connection)?;
    Ok(())
}
