//! Forgetting what is old: a few rows at a time, oldest first.

use super::store_error::StoreResult;
use autoparts_domain::time::Timestamp;

/// What is forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retained {
    /// Mails in the outbox, sent or not.
    Mails,
    /// Erased mails that only count for the quota of their mailbox.
    ErasedMails,
    /// Keys that make placing an order repeatable.
    IdempotencyKeys,
    /// Keys that make a stock movement repeatable.
    StockMovementKeys,
    /// Keys that make a refund of a part of an order repeatable.
    RefundKeys,
    /// Addresses that wait for parts.
    StockAlerts,
    /// Alerts of addresses that have not confirmed.
    UnconfirmedStockAlerts,
    /// Links that confirm or end stock alerts.
    StockAlertLinks,
    /// Addresses that have confirmed stock alerts.
    StockAlertAddresses,
    /// Unused lock rows of mailboxes.
    MailboxLocks,
    /// Carts of members, from when they were last changed.
    Carts,
    /// The ids of the payment provider's messages.
    ProviderEvents,
    /// Name, e-mail, address and telephone number of orders that were cancelled. The orders stay,
    /// with part, pieces and money: they are part of the books. So are name and e-mail of a guest who has no other
    /// order, whose links and sessions go.
    CancelledOrders,
    /// Who changed whose role.
    Audit,
}

/// Forgetting what is old.
pub trait RetentionRepository {
    /// Forgets what is from before a moment, at most `limit` rows; how many it were. Repeatable.
    fn purge(&mut self, what: Retained, before: Timestamp, limit: u32) -> StoreResult<usize>;
}
