//! Invoices and credit notes.

use super::store_error::StoreResult;
use autoparts_domain::{
    billing::{Bill, BillKind, BillingDocument},
    id::OrderKey,
    time::Timestamp,
};

/// Issued invoices and credit notes. They are never changed or deleted.
pub trait BillingRepository {
    /// Returns the documents of an order, the invoice first.
    fn documents_of(&mut self, order: &OrderKey) -> StoreResult<Vec<BillingDocument>>;

    /// Issues a document under the next number of its series, at a time or that of the document before, whichever is later. Others that issue one of this series wait until this unit
    /// of work ends; if it fails, they get its number. Returns
    /// [`Duplicate`](super::store_error::StoreError::Duplicate) if there is one for this bill. A unit of work must issue
    /// invoices before credit notes, or two could wait for each other.
    fn issue_document(&mut self, bill: &Bill, seller: &str, at: Timestamp) -> StoreResult<BillingDocument>;

    /// Returns documents of a series with larger numbers than `after`, by number.
    fn documents_after(&mut self, kind: BillKind, after: i64, limit: u32) -> StoreResult<Vec<BillingDocument>>;

    /// Returns the last number taken of a series; 0 if there is none.
    fn last_document_number(&mut self, kind: BillKind) -> StoreResult<i64>;
}
