//! Sessions, and the moment before which a person's sign-ins are over.

use super::store_error::StoreResult;
use autoparts_domain::{
    accounts::session::Session,
    id::{SessionId, UserId},
    time::Timestamp,
};

/// Sessions. They stay until their absolute end, ended ones too, so that no ID token of the same
/// sign-in opens another one.
pub trait SessionRepository {
    /// A session and its person's cutoff, both at one moment.
    fn session(&mut self, user: &UserId, id: &SessionId) -> StoreResult<Option<(Session, Option<Timestamp>)>>;

    /// The session of one sign-in of a person.
    fn session_of_sign_in(&mut self, user: &UserId, sign_in: &str) -> StoreResult<Option<Session>>;

    /// Adds a session.
    fn insert_session(&mut self, session: &Session) -> StoreResult<()>;

    /// Notes that an access token was issued for a session; `false` when the session has been ended.
    fn renew_session(&mut self, user: &UserId, id: &SessionId, at: Timestamp) -> StoreResult<bool>;

    /// Ends a session before its time; `false` when it is not there or was ended before.
    fn end_session(&mut self, user: &UserId, id: &SessionId, at: Timestamp) -> StoreResult<bool>;

    /// Ends all sessions of a person before their time.
    fn end_sessions(&mut self, user: &UserId, at: Timestamp) -> StoreResult<()>;

    /// The live sessions of a user, except the `newest` ones by last issued access token: latest first, at most a
    /// hundred.
    fn sessions_beyond(&mut self, user: &UserId, newest: u32) -> StoreResult<Vec<SessionId>>;

    /// Deletes a session, if it exists.
    fn delete_session(&mut self, user: &UserId, id: &SessionId) -> StoreResult<()>;

    /// Forgets sessions whose absolute end is at or before a moment, about `limit` of them, those
    /// first that ended first. Says how many.
    fn delete_expired_sessions(&mut self, expired_before: Timestamp, limit: u32) -> StoreResult<usize>;

    /// Before which moment a person's sign-ins are over; `None` when they never signed out
    /// everywhere.
    fn session_cutoff(&mut self, user: &UserId) -> StoreResult<Option<Timestamp>>;

    /// Ends every sign-in of a person that began before a moment. The cutoff never moves back.
    fn set_session_cutoff(&mut self, user: &UserId, at: Timestamp) -> StoreResult<()>;
}
