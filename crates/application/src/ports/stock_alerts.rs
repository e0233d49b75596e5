//! Who waits for parts to be ordered again, and the links that end it.

use super::store_error::StoreResult;
use autoparts_domain::{email::Email, stock_alerts::StockAlert, time::Timestamp};

/// Stock alerts and the links in their e-mails.
pub trait StockAlertRepository {
    /// Has an address wait for a part. If it does already, it has asked again: the alert takes the place of the one
    /// before.
    fn save_stock_alert(&mut self, alert: &StockAlert) -> StoreResult<()>;

    /// What an address waits for, newest first.
    fn stock_alerts_of(&mut self, email: &Email) -> StoreResult<Vec<StockAlert>>;

    /// Alerts whose part is in the catalogue and has enough pieces for one order, at most so many.
    fn due_stock_alerts(&mut self, limit: u32) -> StoreResult<Vec<StockAlert>>;

    /// Takes an alert away; `false` when it is no longer there, or was asked for again since it was read.
    fn delete_stock_alert(&mut self, alert: &StockAlert) -> StoreResult<bool>;

    /// Takes everything away that an address waits for.
    fn delete_stock_alerts_of(&mut self, email: &Email) -> StoreResult<()>;

    /// The address that a link was mailed to, by the digest of the link's token.
    fn stock_alert_link(&mut self, digest: &str) -> StoreResult<Option<Email>>;

    /// Adds a link that ends what an address waits for.
    fn insert_stock_alert_link(&mut self, digest: &str, email: &Email, mailed_at: Timestamp) -> StoreResult<()>;
}
