//! Sessions, and session cutoffs: a user's sign-ins before the cutoff are invalid.

use crate::{
    db_error::DbError,
    schema::{session_cutoffs, shop_sessions},
    stored::{Refused, Stored, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{sessions::SessionRepository, store_error::StoreResult};
use autoparts_domain::{
    accounts::session::Session,
    id::{SessionId, UserId},
    time::Timestamp,
};
use diesel::prelude::*;

/// Maximum surplus sessions of a user ended at once.
const MOST_BEYOND: i64 = 100;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = shop_sessions)]
struct SessionRow {
    user_id: String,
    id: String,
    sign_in: String,
    signed_in_at: i64,
    renewed_at: i64,
    expires_at: i64,
    ended_at: Option<i64>,
    order_id: Option<String>,
}

impl SessionRow {
    fn of(session: &Session) -> Self {
        Self {
            user_id: session.user.to_string(),
            id: session.id.to_string(),
            sign_in: session.sign_in.clone(),
            signed_in_at: session.signed_in_at.micros(),
            renewed_at: session.renewed_at.micros(),
            expires_at: session.expires_at.micros(),
            ended_at: session.ended_at.map(Timestamp::micros),
            order_id: session.order.map(|order| order.to_string()),
        }
    }

    fn session(self) -> Result<Session, Refused> {
        let row = Stored::row("shop_sessions", &self.id);
        Ok(Session {
            id: row.text("id", &self.id)?,
            user: row.text("user_id", &self.user_id)?,
            sign_in: self.sign_in,
            signed_in_at: time(self.signed_in_at),
            renewed_at: time(self.renewed_at),
            expires_at: time(self.expires_at),
            ended_at: self.ended_at.map(time),
            order: row.optional_text("order_id", self.order_id.as_ref())?,
        })
    }
}

impl SessionRepository for SqlTransaction<'_> {
    /// One statement, because every API request runs it.
    fn session(&mut self, user: &UserId, id: &SessionId) -> StoreResult<Option<(Session, Option<Timestamp>)>> {
        let with_key = shop_sessions::table
            .left_join(session_cutoffs::table.on(session_cutoffs::user_id.eq(shop_sessions::user_id)))
            .filter(shop_sessions::user_id.eq(user.to_string()))
            .filter(shop_sessions::id.eq(id.to_string()));
        self.query(|connection| {
            let found: Option<(SessionRow, Option<i64>)> = with_key
                .select((SessionRow::as_select(), session_cutoffs::cutoff.nullable()))
                .first(connection)
                .optional()?;
            let Some((row, cutoff)) = found else { return Ok(None) };
            Ok(Some((row.session()?, cutoff.map(time))))
        })
    }

    fn session_of_sign_in(&mut self, user: &UserId, sign_in: &str) -> StoreResult<Option<Session>> {
        let of_sign_in = shop_sessions::table
            .filter(shop_sessions::user_id.eq(user.to_string()))
            .filter(shop_sessions::sign_in.eq(sign_in));
        self.query(|connection| {
            let row: Option<SessionRow> = of_sign_in.select(SessionRow::as_select()).first(connection).optional()?;
            Ok(row.map(SessionRow::session).transpose()?)
        })
    }

    fn insert_session(&mut self, session: &Session) -> StoreResult<()> {
        let row = SessionRow::of(session);
        self.execute(|connection| {
            diesel::insert_into(shop_sessions::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn renew_session(&mut self, user: &UserId, id: &SessionId, at: Timestamp) -> StoreResult<bool> {
        let not_ended = shop_sessions::table
            .filter(shop_sessions::user_id.eq(user.to_string()))
            .filter(shop_sessions::id.eq(id.to_string()))
            .filter(shop_sessions::ended_at.is_null());
        self.execute(|connection| {
            let renewed = diesel::update(not_ended).set(shop_sessions::renewed_at.eq(at.micros()));
            Ok(renewed.execute(connection)? == 1)
        })
    }

    fn end_session(&mut self, user: &UserId, id: &SessionId, at: Timestamp) -> StoreResult<bool> {
        let not_ended = shop_sessions::table
            .filter(shop_sessions::user_id.eq(user.to_string()))
            .filter(shop_sessions::id.eq(id.to_string()))
            .filter(shop_sessions::ended_at.is_null());
        self.execute(|connection| {
            let ended = diesel::update(not_ended).set(shop_sessions::ended_at.eq(at.micros()));
            Ok(ended.execute(connection)? == 1)
        })
    }

    fn end_sessions(&mut self, user: &UserId, at: Timestamp) -> StoreResult<()> {
        let not_ended = shop_sessions::table
            .filter(shop_sessions::user_id.eq(user.to_string()))
            .filter(shop_sessions::ended_at.is_null());
        self.execute(|connection| {
            diesel::update(not_ended).set(shop_sessions::ended_at.eq(at.micros())).execute(connection)?;
            Ok(())
        })
    }

    fn sessions_beyond(&mut self, user: &UserId, newest: u32) -> StoreResult<Vec<SessionId>> {
        let not_ended = shop_sessions::table
            .filter(shop_sessions::user_id.eq(user.to_string()))
            .filter(shop_sessions::ended_at.is_null())
            .select(shop_sessions::id)
            .order((shop_sessions::renewed_at.desc(), shop_sessions::id.desc()))
            .limit(MOST_BEYOND)
            .offset(newest.into());
        self.query(|connection| {
            let ids: Vec<String> = not_ended.load(connection)?;
            Ok(ids.iter().map(|id| Stored::row("shop_sessions", id).text("id", id)).collect::<Result<_, _>>()?)
        })
    }

    fn delete_session(&mut self, user: &UserId, id: &SessionId) -> StoreResult<()> {
        let with_key = shop_sessions::table
            .filter(shop_sessions::user_id.eq(user.to_string()))
            .filter(shop_sessions::id.eq(id.to_string()));
        self.execute(|connection| {
            diesel::delete(with_key).execute(connection)?;
            Ok(())
        })
    }

    fn delete_expired_sessions(&mut self, expired_before: Timestamp, limit: u32) -> StoreResult<usize> {
        self.execute(|connection| {
            let first: Vec<i64> = shop_sessions::table
                .filter(shop_sessions::expires_at.le(expired_before.micros()))
                .select(shop_sessions::expires_at)
                .order(shop_sessions::expires_at.asc())
                .limit(limit.into())
                .load(connection)?;
            let Some(last) = first.last() else { return Ok(0) };
            Ok(diesel::delete(shop_sessions::table.filter(shop_sessions::expires_at.le(*last))).execute(connection)?)
        })
    }

    fn session_cutoff(&mut self, user: &UserId) -> StoreResult<Option<Timestamp>> {
        let of_user = session_cutoffs::table.filter(session_cutoffs::user_id.eq(user.to_string()));
        self.query(|connection| {
            let cutoff: Option<i64> = of_user.select(session_cutoffs::cutoff).first(connection).optional()?;
            Ok(cutoff.map(time))
        })
    }

    /// If two transactions set the first cutoff at once, one is retried.
    fn set_session_cutoff(&mut self, user: &UserId, at: Timestamp) -> StoreResult<()> {
        let set = self.session_cutoff(user)?;
        let user = user.to_string();
        self.execute(|connection| {
            if set.is_none() {
                let row = (session_cutoffs::user_id.eq(user), session_cutoffs::cutoff.eq(at.micros()));
                let set = diesel::insert_into(session_cutoffs::table).values(row).execute(connection);
                set.map_err(|error| match error.into() {
                    DbError::Duplicate => DbError::Contention,
                    other => other,
                })?;
            } else {
                let earlier = session_cutoffs::table
                    .filter(session_cutoffs::user_id.eq(user))
                    .filter(session_cutoffs::cutoff.lt(at.micros()));
                diesel::update(earlier).set(session_cutoffs::cutoff.eq(at.micros())).execute(connection)?;
            }
            Ok(())
        })
    }
}
