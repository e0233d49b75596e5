//! Back-in-stock alerts: an address registers for a sold-out part and is notified once.
//!
//! The address may have been typed by a stranger, so it must confirm once that it wants stock alerts, and the number
//! of alerts per address is limited.

use crate::{
    email::Email,
    id::{PartId, StockAlertId},
    time::Timestamp,
};
use std::time::Duration;

/// Maximum number of alerts per address. A further one replaces the oldest.
pub const MAX_ALERTS: usize = 50;

/// How long an alert lasts, and how long the link in its email can end the address's alerts.
pub const ALERT_LASTS: Duration = Duration::from_hours(365 * 24);

/// How long the confirmation link is valid, and how long an unconfirmed alert is stored.
pub const CONFIRM_WITHIN: Duration = Duration::from_hours(7 * 24);

/// Minimum pause before an unconfirmed address is asked to confirm again.
pub const ASK_AGAIN_AFTER: Duration = Duration::from_mins(10);

/// How long an address that refused stock alerts is not asked again.
pub const REFUSAL_LASTS: Duration = Duration::from_hours(30 * 24);

/// Whether the address of an alert has confirmed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertConsent {
    /// A confirmation was requested but not given: no other email is sent.
    Waiting,
    /// Confirmed.
    Confirmed,
    /// The alert is from the previous release, which had no confirmation. It stays valid, but its email counts toward
    /// the quota of unconfirmed emails.
    NotAsked,
}

/// A back-in-stock alert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockAlert {
    /// The part. An address has at most one alert per part.
    pub part: PartId,
    /// The email address, whose ownership is not verified.
    pub email: Email,
    /// Its id; a new one each time the alert is requested again.
    pub id: StockAlertId,
    /// When it was last requested.
    pub asked_at: Timestamp,
    /// Whether the address has confirmed it.
    pub consent: AlertConsent,
}
