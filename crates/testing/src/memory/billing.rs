//! Invoices and credit notes.

use super::{
    MemoryTransaction,
    tables::{bounded, claim},
};
use autoparts_application::ports::{
    billing::BillingRepository,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    billing::{Bill, BillKind, BillingDocument},
    id::OrderKey,
    time::Timestamp,
};

impl BillingRepository for MemoryTransaction {
    fn documents_of(&mut self, order: &OrderKey) -> StoreResult<Vec<BillingDocument>> {
        self.query(|tables| {
            Ok(tables.billing.values().filter(|document| document.bill.order == *order).cloned().collect())
        })
    }

    fn issue_document(&mut self, bill: &Bill, seller: &str, at: Timestamp) -> StoreResult<BillingDocument> {
        self.change(|tables| {
            let is_issued =
                |known: &BillingDocument| (known.bill.order, known.bill.refund) == (bill.order, bill.refund);
            if tables.billing.values().any(is_issued) {
                return Err(StoreError::Duplicate);
            }
            let kind = bill.kind();
            let number = tables.billing.keys().filter(|(of, _)| *of == kind).count() + 1;
            let number = i64::try_from(number).unwrap_or(i64::MAX);
            if bill.tax > bill.amount {
                return Err(StoreError::Failed("more tax than money".into()));
            }
            let before = tables.billing.get(&(kind, number - 1)).map(|document| document.issued_at);
            let issued_at = before.map_or(at, |before| before.max(at));
            let document = BillingDocument { number, bill: *bill, seller: seller.to_owned(), issued_at };
            claim(&mut tables.billing, (kind, number), document.clone())?;
            Ok(document)
        })
    }

    fn documents_after(&mut self, kind: BillKind, after: i64, limit: u32) -> StoreResult<Vec<BillingDocument>> {
        self.query(|tables| {
            let of_kind = tables.billing.iter().filter(|((of, number), _)| *of == kind && *number > after);
            Ok(bounded(of_kind.map(|(_, document)| document.clone()), limit))
        })
    }

    fn last_document_number(&mut self, kind: BillKind) -> StoreResult<i64> {
        self.query(|tables| {
            let of_kind = tables.billing.keys().filter(|(of, _)| *of == kind);
            Ok(of_kind.map(|(_, number)| *number).max().unwrap_or(0))
        })
    }
}
