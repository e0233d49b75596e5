//! Being told that a part is back: an address waits for a sold-out part, is written to once, and waits no longer.
//!
//! The address may have been typed by a stranger, so it must confirm once that it wants stock alerts, and the number of alerts
//! per address is limited.

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

/// How long the confirmation link is valid, and how long an unconfirmed alert is kept.
pub const CONFIRM_WITHIN: Duration = Duration::from_hours(7 * 24);

/// Minimum pause before an unconfirmed address is asked again.
pub const ASK_AGAIN_AFTER: Duration = Duration::from_mins(10);

/// How long an address that has refused stock alerts is not asked again.
pub const REFUSAL_LASTS: Duration = Duration::from_hours(30 * 24);

/// Whether the address of an alert has confirmed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertConsent {
    /// It was asked to confirm and has not done so yet: nothing else is sent.
    Waiting,
    /// It has confirmed.
    Confirmed,
    /// The alert is from the previous release, which had no confirmation. It remains valid, but its email counts against the
    /// quota of unconfirmed emails.
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
    /// Whether the address has confirmed it.
    pub consent: AlertConsent,
}
