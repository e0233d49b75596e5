//! Purging of old data: a few rows at a time, oldest first.

use super::store_error::StoreResult;
use autoparts_domain::{member_documents::DocumentKind, time::Timestamp};

/// A kind of data to purge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retained {
    /// Emails in the outbox, sent or not.
    Emails,
    /// Erased emails that only count for the quota of their mailbox.
    ErasedEmails,
    /// Idempotency keys of orders.
    IdempotencyKeys,
    /// Idempotency keys of stock movements.
    StockMovementKeys,
    /// Idempotency keys of partial refunds.
    RefundKeys,
    /// Stock alerts.
    StockAlerts,
    /// Alerts of addresses that have not confirmed.
    UnconfirmedStockAlerts,
    /// Links that confirm or end stock alerts.
    StockAlertLinks,
    /// Addresses that have confirmed stock alerts.
    StockAlertAddresses,
    /// Unused lock rows of mailboxes.
    MailboxLocks,
    /// Documents of members of a kind, by the time of their last change.
    MemberDocuments(DocumentKind),
    /// The ids of the payment provider's messages.
    ProviderEvents,
    /// Name, email, address and telephone number of canceled orders. The orders remain in the books, with part, pieces
    /// and money. For a guest without other orders, also deletes name and email, links and sessions.
    CancelledOrders,
    /// Withdrawals from contracts that led to no return.
    Withdrawals,
    /// Audit log entries.
    Audit,
}

/// Purges old data.
pub trait RetentionRepository {
    /// Purges data from before a time, at most `limit` rows. Returns the number of rows. Idempotent.
    fn purge(&mut self, what: Retained, before: Timestamp, limit: u32) -> StoreResult<usize>;
}
