//! Sessions, and the cutoff before which a user's sign-ins are invalid.

use super::{
    MemoryTransaction,
    tables::{claim, purge_ended, require},
};
use autoparts_application::ports::{sessions::SessionRepository, store_error::StoreResult};
use autoparts_domain::{
    accounts::session::Session,
    id::{SessionId, UserId},
    time::Timestamp,
};

impl SessionRepository for MemoryTransaction {
    fn session(&mut self, user: &UserId, id: &SessionId) -> StoreResult<Option<(Session, Option<Timestamp>)>> {
        self.query(|tables| {
            let found = tables.sessions.get(&(*user, *id)).cloned();
            Ok(found.map(|session| (session, tables.session_cutoffs.get(user).copied())))
        })
    }

    fn session_of_sign_in(&mut self, user: &UserId, sign_in: &str) -> StoreResult<Option<Session>> {
        self.query(|tables| {
            let mut sessions = tables.sessions.values();
            Ok(sessions.find(|session| session.user == *user && session.sign_in == sign_in).cloned())
        })
    }

    fn insert_session(&mut self, session: &Session) -> StoreResult<()> {
        self.change(|tables| {
            require(tables.users.contains_key(&session.user), "there is no such user")?;
            let same = |other: &Session| other.user == session.user && other.sign_in == session.sign_in;
            if tables.sessions.values().any(same) {
                return Err(autoparts_application::ports::store_error::StoreError::Duplicate);
            }
            claim(&mut tables.sessions, (session.user, session.id), session.clone())
        })
    }

    fn renew_session(&mut self, user: &UserId, id: &SessionId, at: Timestamp) -> StoreResult<bool> {
        self.change(|tables| {
            let session = tables.sessions.get_mut(&(*user, *id)).filter(|session| session.ended_at.is_none());
            Ok(session.map(|session| session.renewed_at = at).is_some())
        })
    }

    fn end_session(&mut self, user: &UserId, id: &SessionId, at: Timestamp) -> StoreResult<bool> {
        self.change(|tables| {
            let session = tables.sessions.get_mut(&(*user, *id)).filter(|session| session.ended_at.is_none());
            Ok(session.map(|session| session.ended_at = Some(at)).is_some())
        })
    }

    fn end_sessions(&mut self, user: &UserId, at: Timestamp) -> StoreResult<()> {
        self.change(|tables| {
            let sessions = tables.sessions.values_mut().filter(|session| session.user == *user);
            sessions.for_each(|session| session.ended_at = session.ended_at.or(Some(at)));
            Ok(())
        })
    }

    fn sessions_beyond(&mut self, user: &UserId, newest: u32) -> StoreResult<Vec<SessionId>> {
        self.query(|tables| {
            let sessions = tables.sessions.values();
            let mut not_ended: Vec<_> = sessions.filter(|one| one.user == *user && one.ended_at.is_none()).collect();
            not_ended.sort_by_key(|one| std::cmp::Reverse((one.renewed_at, one.id)));
            let newest = usize::try_from(newest).unwrap_or(usize::MAX);
            Ok(not_ended.into_iter().skip(newest).take(100).map(|one| one.id).collect())
        })
    }

    fn delete_session(&mut self, user: &UserId, id: &SessionId) -> StoreResult<()> {
        self.change(|tables| {
            tables.sessions.remove(&(*user, *id));
            Ok(())
        })
    }

    fn delete_expired_sessions(&mut self, expired_before: Timestamp, limit: u32) -> StoreResult<usize> {
        self.change(|tables| {
            Ok(purge_ended(&mut tables.sessions, |session| Some(session.expires_at), expired_before, limit))
        })
    }

    fn session_cutoff(&mut self, user: &UserId) -> StoreResult<Option<Timestamp>> {
        self.query(|tables| Ok(tables.session_cutoffs.get(user).copied()))
    }

    fn set_session_cutoff(&mut self, user: &UserId, at: Timestamp) -> StoreResult<()> {
        self.change(|tables| {
            require(tables.users.contains_key(user), "there is no such user")?;
            let cutoff = tables.session_cutoffs.entry(*user).or_insert(at);
            *cutoff = at.max(*cutoff);
            Ok(())
        })
    }
}
