//! Who waits for parts to be ordered again, and the links that confirm or end it.

use super::store_error::StoreResult;
use autoparts_domain::{email::Email, stock_alerts::StockAlert, time::Timestamp};

/// A link in an e-mail about stock alerts, stored by the digest of its token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockAlertLink {
    /// The address that it was mailed to.
    pub email: Email,
    /// Whether it confirms that the address wants stock alerts; otherwise it ends what the address waits for.
    pub confirms: bool,
    /// When it was mailed.
    pub mailed_at: Timestamp,
}

/// What an address has said about stock alerts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertDecision {
    /// It wants them.
    Wanted,
    /// It wanted none, at this moment.
    Refused(Timestamp),
}

/// Stock alerts and the links in their e-mails.
pub trait StockAlertRepository {
    /// Has an address wait for a part. If it does already, it has asked again: the alert takes the place of the one
    /// before.
    fn save_stock_alert(&mut self, alert: &StockAlert) -> StoreResult<()>;

    /// What an address waits for, newest first.
    fn stock_alerts_of(&mut self, email: &Email) -> StoreResult<Vec<StockAlert>>;

    /// Alerts that their address has confirmed, whose part is in the catalogue and has enough pieces for one order, and got them
    /// since the alert was asked for in another way than by an unpaid order that gave them back; at most so many, those of one
    /// address together. Those that were [never confirmed](autoparts_domain::stock_alerts::AlertConsent::NotAsked) do not look at
    /// how the pieces came.
    fn due_stock_alerts(&mut self, limit: u32) -> StoreResult<Vec<StockAlert>>;

    /// Takes an alert away; `false` when it is no longer there, or was asked for again since it was read.
    fn delete_stock_alert(&mut self, alert: &StockAlert) -> StoreResult<bool>;

    /// Takes everything away that an address waits for, and what it has confirmed or refused.
    fn delete_stock_alerts_of(&mut self, email: &Email) -> StoreResult<()>;

    /// What an address has said about stock alerts; `None` when it has said nothing.
    fn alert_decision(&mut self, email: &Email) -> StoreResult<Option<AlertDecision>>;

    /// An address wants no stock alerts: takes away everything that it waits for, and notes it.
    fn refuse_stock_alerts(&mut self, email: &Email, at: Timestamp) -> StoreResult<()>;

    /// An address confirms that it wants stock alerts, and so all that wait for that.
    fn confirm_stock_alerts(&mut self, email: &Email, at: Timestamp) -> StoreResult<()>;

    /// A link, by the digest of its token.
    fn stock_alert_link(&mut self, digest: &str) -> StoreResult<Option<StockAlertLink>>;

    /// When an address was last asked to confirm.
    fn last_asked_to_confirm(&mut self, email: &Email) -> StoreResult<Option<Timestamp>>;

    /// Adds a link.
    fn insert_stock_alert_link(&mut self, digest: &str, link: &StockAlertLink) -> StoreResult<()>;
}
