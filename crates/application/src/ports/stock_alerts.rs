//! Stock alerts, and the links that confirm or end them.

use super::store_error::StoreResult;
use autoparts_domain::{email::Email, stock_alerts::StockAlert, time::Timestamp};

/// A link in an email about stock alerts, stored by the digest of its token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockAlertLink {
    /// The address to which it was emailed.
    pub email: Email,
    /// Whether it confirms the stock alerts of the address; otherwise it ends them.
    pub confirms: bool,
    /// When it was emailed.
    pub mailed_at: Timestamp,
}

/// The decision of an address about stock alerts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertDecision {
    /// It has confirmed them.
    Wanted,
    /// It refused them, at this time.
    Refused(Timestamp),
}

/// Stock alerts and the links in their emails.
pub trait StockAlertRepository {
    /// Saves the stock alert of an address for a part, replacing an earlier one for the same part.
    fn save_stock_alert(&mut self, alert: &StockAlert) -> StoreResult<()>;

    /// Returns the alerts of an address, newest first.
    fn stock_alerts_of(&mut self, email: &Email) -> StoreResult<Vec<StockAlert>>;

    /// Returns confirmed alerts whose part is in the catalog, has enough pieces for one order, and was restocked
    /// since the alert was requested, other than by an unpaid order; with a limit, grouped by address. For [alerts
    /// without confirmation](autoparts_domain::stock_alerts::AlertConsent::NotAsked), any way of restocking counts.
    fn due_stock_alerts(&mut self, limit: u32) -> StoreResult<Vec<StockAlert>>;

    /// Deletes an alert; `false` if it no longer exists, or was requested again since it was read.
    fn delete_stock_alert(&mut self, alert: &StockAlert) -> StoreResult<bool>;

    /// Deletes all alerts of an address, and its decision.
    fn delete_stock_alerts_of(&mut self, email: &Email) -> StoreResult<()>;

    /// Returns the decision of an address about stock alerts; `None` if it has made none.
    fn alert_decision(&mut self, email: &Email) -> StoreResult<Option<AlertDecision>>;

    /// Records that an address refuses stock alerts, and deletes all its alerts.
    fn refuse_stock_alerts(&mut self, email: &Email, at: Timestamp) -> StoreResult<()>;

    /// Records that an address has confirmed stock alerts, and confirms its pending ones.
    fn confirm_stock_alerts(&mut self, email: &Email, at: Timestamp) -> StoreResult<()>;

    /// Returns a link by the digest of its token.
    fn stock_alert_link(&mut self, digest: &str) -> StoreResult<Option<StockAlertLink>>;

    /// Returns when an address was last asked to confirm.
    fn last_asked_to_confirm(&mut self, email: &Email) -> StoreResult<Option<Timestamp>>;

    /// Adds a link.
    fn insert_stock_alert_link(&mut self, digest: &str, link: &StockAlertLink) -> StoreResult<()>;
}
