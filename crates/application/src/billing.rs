//! Invoices and credit notes. They are issued when they are first requested, so that payments do not wait for a number
//! (ADR 0056).

use crate::{
    orders::{lists, ordering_error::OrderingResult},
    ports::{
        store::Transaction,
        store_error::{StoreError, StoreResult},
    },
    shop::Shop,
    use_case_error::UseCaseError,
};
use autoparts_domain::{
    billing::{Bill, BillingDocument, unissued},
    id::{OrderId, UserId},
    orders::{LineNumber, Order},
    payments::Refund,
    text::PartTitle,
};

/// Pieces of a line for which a credit note was issued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreditedPieces {
    /// The line.
    pub line: LineNumber,
    /// The part's title when it was ordered.
    pub product: PartTitle,
    /// The number of pieces.
    pub pieces: i64,
}

/// A document with what is shown along with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentRecord {
    /// The document.
    pub document: BillingDocument,
    /// The refund of a credit note.
    pub refund: Option<Refund>,
    /// The pieces of that refund, if a return led to it; otherwise empty.
    pub pieces: Vec<CreditedPieces>,
}

impl Shop {
    /// Returns the invoice of an order and its credit notes, oldest first, and issues those that are missing; for the
    /// order's owner and admins. None for an order that was never paid. `seller` is printed on new documents.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn documents_of_order(
        &self,
        caller: UserId,
        id: OrderId,
        seller: String,
    ) -> OrderingResult<Vec<DocumentRecord>> {
        let issued = self.store.read(move |tx| {
            let found = Found::of(tx, &caller, &id)?;
            Ok::<_, UseCaseError<_>>(if found.unissued.is_empty() { Some(found.records(tx)?) } else { None })
        });
        if let Some(records) = issued.await? {
            return Ok(records);
        }
        let now = self.now();
        self.store
            .write(move |tx| {
                let mut found = Found::of(tx, &caller, &id)?;
                for bill in std::mem::take(&mut found.unissued) {
                    found.issued.push(tx.issue_document(&bill, &seller, now)?);
                }
                Ok(found.records(tx)?)
            })
            .await
    }
}

/// An order with its refunds and documents.
struct Found {
    order: Order,
    refunds: Vec<Refund>,
    issued: Vec<BillingDocument>,
    unissued: Vec<Bill>,
}

impl Found {
    fn of(tx: &mut dyn Transaction, caller: &UserId, id: &OrderId) -> OrderingResult<Self> {
        let order = lists::shown(tx, caller, id)?;
        let refunds = tx.refunds(&order.key())?;
        let issued = tx.documents_of(&order.key())?;
        let unissued = unissued(&order, &refunds, &issued);
        Ok(Self { order, refunds, issued, unissued })
    }

    fn records(self, tx: &mut dyn Transaction) -> StoreResult<Vec<DocumentRecord>> {
        let Self { order, refunds, issued, .. } = self;
        let has_credit_notes = issued.iter().any(|document| document.bill.refund.is_some());
        let returns = if has_credit_notes { tx.returns_of(&order.key())? } else { Vec::new() };
        let record = |document: BillingDocument| {
            let refund = refunds.iter().find(|refund| Some(refund.id) == document.bill.refund).cloned();
            let returned =
                returns.iter().filter(|returned| refund.is_some() && returned.refund == document.bill.refund);
            let pieces = returned.flat_map(|returned| &returned.lines).filter_map(|(number, line)| {
                let product = order.snapshot().lines.get(*number)?.product.clone();
                let pieces = line.inspection?.accepted();
                (pieces > 0).then_some(CreditedPieces { line: *number, product, pieces })
            });
            let pieces = pieces.collect();
            DocumentRecord { document, refund, pieces }
        };
        Ok::<_, StoreError>(issued.into_iter().map(record).collect())
    }
}
