//! Being told that a part is back: an address waits for a sold-out part, is written to once, and waits no longer.
//!
//! The address may be typed by somebody else, so it is asked once whether it wants stock alerts, and whatever an address waits
//! for is bounded.

use crate::{
    email::Email,
    id::{PartId, StockAlertId},
    time::Timestamp,
};
use std::time::Duration;

/// How many parts an address may wait for. A further one takes the place of the one it has waited for longest.
pub const MAX_ALERTS: usize = 50;

/// How long an address waits for a part, and how long the link in an e-mail ends what it waits for.
pub const ALERT_LASTS: Duration = Duration::from_hours(365 * 24);

/// How long an address may confirm that it wants stock alerts, and an alert waits for that.
pub const CONFIRM_WITHIN: Duration = Duration::from_hours(7 * 24);

/// How long an address that has not confirmed is left alone after it was asked.
pub const ASK_AGAIN_AFTER: Duration = Duration::from_mins(10);

/// How long an address that wants no stock alerts is not asked again.
pub const REFUSAL_LASTS: Duration = Duration::from_hours(30 * 24);

/// Whether the address of an alert wants it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertConsent {
    /// It was asked and has not answered yet: nothing else is sent.
    Waiting,
    /// It has confirmed.
    Confirmed,
    /// The alert is from before confirmations, or of the release before. It holds until it ends, within the quota of e-mails
    /// that their recipient has not confirmed wanting.
    NotAsked,
}

/// An address that waits for a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockAlert {
    /// The part. An address waits for it once.
    pub part: PartId,
    /// The address, which nobody has proven to be theirs.
    pub email: Email,
    /// Its id; another one when it is asked for again.
    pub id: StockAlertId,
    /// When it was last asked for.
    pub asked_at: Timestamp,
    /// Whether the address wants it.
    pub consent: AlertConsent,
}
