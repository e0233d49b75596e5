//! Sessions: the shop's record of one sign-in of a user.

use crate::{
    id::{OrderId, SessionId, UserId},
    time::Timestamp,
};
use std::time::Duration;

/// Maximum number of live sessions per user, enough for a family's computers and phones. A new session beyond it ends
/// the least recently used one.
pub const MAX_LIVE: u32 = 20;

/// Time limits of sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLimits {
    /// From sign-in to the absolute end of the session.
    pub lifetime: Duration,
    /// From the last renewal of the access token to the end of an unused session.
    pub idle: Duration,
}

impl Default for SessionLimits {
    /// 30 days in total, 7 days idle.
    fn default() -> Self {
        Self { lifetime: Duration::from_hours(30 * 24), idle: Duration::from_hours(7 * 24) }
    }
}

/// One sign-in of a user. It lives until it is ended, is idle for too long, or expires; a session that is over never
/// becomes live again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Session id, carried by each of its access tokens.
    pub id: SessionId,
    /// The user who signed in.
    pub user: UserId,
    /// The identity provider's id for the sign-in, unique per user. All ID tokens of one sign-in continue one session.
    pub sign_in: String,
    /// When the user signed in at the identity provider.
    pub signed_in_at: Timestamp,
    /// When an access token was last issued for it.
    pub renewed_at: Timestamp,
    /// Absolute end.
    pub expires_at: Timestamp,
    /// When it was ended early; `None` if it was not.
    pub ended_at: Option<Timestamp>,
    /// The only order that this session may view, pay, delete and return, if an emailed link opened it; `None` for a full
    /// session of the user.
    pub order: Option<OrderId>,
}

impl Session {
    /// Whether it still authorizes its user.
    ///
    /// `cutoff` is when the user last signed out everywhere, which ends every earlier sign-in; `None` if they never
    /// did.
    #[must_use]
    pub fn is_live(&self, cutoff: Option<Timestamp>, limits: &SessionLimits, now: Timestamp) -> bool {
        self.ended_at.is_none()
            && cutoff.is_none_or(|cutoff| self.signed_in_at >= cutoff)
            && now < self.expires_at
            && now < self.renewed_at.plus(limits.idle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const START: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);

    fn session() -> Session {
        Session {
            id: Uuid::nil().into(),
            user: Uuid::nil().into(),
            sign_in: "1767225600".to_owned(),
            signed_in_at: START,
            renewed_at: START,
            expires_at: START.plus(SessionLimits::default().lifetime),
            ended_at: None,
            order: None,
        }
    }

    fn is_live_after(session: &Session, cutoff: Option<Timestamp>, days: u64) -> bool {
        session.is_live(cutoff, &SessionLimits::default(), START.plus(Duration::from_hours(24 * days)))
    }

    #[test]
    fn an_idle_session_ends() {
        assert!(is_live_after(&session(), None, 6) && !is_live_after(&session(), None, 7));
    }

    #[test]
    fn a_session_in_use_has_an_absolute_end() {
        let used = Session { renewed_at: START.plus(Duration::from_hours(24 * 29)), ..session() };
        assert!(is_live_after(&used, None, 29) && !is_live_after(&used, None, 30));
    }

    #[test]
    fn an_ended_session_is_over() {
        assert!(!is_live_after(&Session { ended_at: Some(START), ..session() }, None, 0));
    }

    #[test]
    fn signing_out_everywhere_ends_earlier_sign_ins() {
        let just_after = START.plus(Duration::from_micros(1));
        assert!(!is_live_after(&session(), Some(just_after), 0));
        assert!(is_live_after(&session(), Some(START), 0), "a sign-in at the cutoff is not earlier");
    }
}
