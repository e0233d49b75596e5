//! Invoices and credit notes. They are issued when they are first requested, so that payments do not wait for a number
//! (ADR 0056).

use crate::{
    orders::{lists, ordering_error::OrderingResult},
    ports::store::Transaction,
    shop::Shop,
    use_case_error::UseCaseError,
};
use autoparts_domain::{
    billing::{Bill, BillingDocument, unissued},
    id::{OrderId, UserId},
    orders::{LineNumber, LinePieces, Order, PiecesToRefund},
    payments::Refund,
    quantity::Quantity,
    text::PartTitle,
};

/// Pieces of a line, or only their cores, for which a credit note was issued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreditedPieces {
    /// The line.
    pub line: LineNumber,
    /// The part's title when it was ordered.
    pub product: PartTitle,
    /// The number of pieces.
    pub pieces: i64,
    /// Whether the customer keeps the pieces, and only their core charge is refunded.
    pub cores_only: bool,
}

/// A document with what is shown along with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentRecord {
    /// The document.
    pub document: BillingDocument,
    /// The refund of a credit note.
    pub refund: Option<Refund>,
    /// The pieces of that refund; empty if it is for an amount, or an earlier release created it.
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
            Ok::<_, UseCaseError<_>>(if found.unissued.is_empty() { Some(found.records()) } else { None })
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
                Ok(found.records())
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

    fn records(self) -> Vec<DocumentRecord> {
        let Self { order, refunds, issued, .. } = self;
        let record = |document: BillingDocument| {
            let refund = refunds.iter().find(|refund| Some(refund.id) == document.bill.refund).cloned();
            let pieces = refund.as_ref().map(|refund| credited(&order, &refund.taken)).unwrap_or_default();
            DocumentRecord { document, refund, pieces }
        };
        issued.into_iter().map(record).collect()
    }
}

/// The pieces and cores of a refund, each by line.
fn credited(order: &Order, taken: &PiecesToRefund) -> Vec<CreditedPieces> {
    let of_kind = |lines: &LinePieces, cores_only: bool| -> Vec<CreditedPieces> {
        let credited = |(number, pieces): (&LineNumber, &Quantity)| {
            let product = order.snapshot().lines.get(*number)?.product.clone();
            Some(CreditedPieces { line: *number, product, pieces: pieces.pieces(), cores_only })
        };
        lines.iter().filter_map(credited).collect()
    };
    [of_kind(&taken.pieces, false), of_kind(&taken.cores, true)].concat()
}
