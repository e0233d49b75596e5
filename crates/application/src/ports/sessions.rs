//! Sessions, and the time before which a user's sign-ins have ended.

use super::store_error::StoreResult;
use autoparts_domain::{
    accounts::session::Session,
    id::{SessionId, UserId},
    time::Timestamp,
};

/// Sessions. They are stored until their absolute expiry, even after they have ended, so that no ID token of the same
/// sign-in can open another session.
pub trait SessionRepository {
    /// Returns a session and its user's cutoff, read at the same time.
    fn session(&mut self, user: &UserId, id: &SessionId) -> StoreResult<Option<(Session, Option<Timestamp>)>>;

    /// Returns the session of a user's sign-in.
    fn session_of_sign_in(&mut self, user: &UserId, sign_in: &str) -> StoreResult<Option<Session>>;

    /// Adds a session.
    fn insert_session(&mut self, session: &Session) -> StoreResult<()>;

    /// Records that an access token was issued for a session; `false` if the session has ended.
    fn renew_session(&mut self, user: &UserId, id: &SessionId, at: Timestamp) -> StoreResult<bool>;

    /// Ends a session before it expires; `false` if it does not exist or has already ended.
    fn end_session(&mut self, user: &UserId, id: &SessionId, at: Timestamp) -> StoreResult<bool>;

    /// Ends all sessions of a user before they expire.
    fn end_sessions(&mut self, user: &UserId, at: Timestamp) -> StoreResult<()>;

    /// Returns the active sessions of a user, except the `newest` ones by last issued access token: latest first, at
    /// most a hundred.
    fn sessions_beyond(&mut self, user: &UserId, newest: u32) -> StoreResult<Vec<SessionId>>;

    /// Deletes a session, if it exists.
    fn delete_session(&mut self, user: &UserId, id: &SessionId) -> StoreResult<()>;

    /// Deletes sessions whose absolute expiry is at or before a time, about `limit` of them, oldest expiry first.
    /// Returns their number.
    fn delete_expired_sessions(&mut self, expired_before: Timestamp, limit: u32) -> StoreResult<usize>;

    /// Returns the time before which a user's sign-ins have ended; `None` if they never signed out everywhere.
    fn session_cutoff(&mut self, user: &UserId) -> StoreResult<Option<Timestamp>>;

    /// Ends every sign-in of a user that began before a time. The cutoff never moves back.
    fn set_session_cutoff(&mut self, user: &UserId, at: Timestamp) -> StoreResult<()>;
}
