//! Being told that a part is back: an address waits for a sold-out part, is written to once, and waits no longer.
//!
//! The address may be typed by somebody else, so there is one e-mail for each part, and whatever an address waits
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
}
