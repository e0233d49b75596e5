//! Checks the invoices and credit notes: their numbers have no gap, and their amounts are those of the orders and
//! refunds that they name.

use super::Discrepancy;
use crate::ports::{
    store::{Store, Transaction},
    store_error::StoreResult,
};
use autoparts_domain::{
    billing::{BillKind, BillingDocument},
    id::{OrderId, RefundId},
    money::Money,
};
use std::collections::BTreeMap;

/// Documents read in one unit of work.
const BATCH: u32 = 500;

/// Returns every discrepancy of both series.
pub(super) async fn check(store: &dyn Store) -> StoreResult<Vec<Discrepancy>> {
    let mut discrepancies = Vec::new();
    for kind in BillKind::ALL {
        let mut after = 0;
        loop {
            let (last, found) = store.read(move |tx| check_some(tx, kind, after)).await?;
            discrepancies.extend(found);
            match last {
                Some(last) => after = last,
                None => break,
            }
        }
    }
    Ok(discrepancies)
}

/// Checks the documents with the next numbers. Returns the last of them; `None` at the end of the series.
fn check_some(tx: &mut dyn Transaction, kind: BillKind, after: i64) -> StoreResult<(Option<i64>, Vec<Discrepancy>)> {
    let documents = tx.documents_after(kind, after, BATCH)?;
    let Some(last) = documents.last().map(|document| document.number) else {
        let is_complete = tx.last_document_number(kind)? == after;
        let number = kind.printed(after + 1);
        let lost = Discrepancy::Document { number, order: None, what: "it was issued, but is missing" };
        return Ok((None, if is_complete { Vec::new() } else { vec![lost] }));
    };
    let amounts = Amounts::of(tx, &documents)?;
    let mut expected = after + 1;
    let mut discrepancies = Vec::new();
    for document in documents {
        let wrong = [
            (document.number != expected, "the number before it is missing"),
            (amounts.stated(&document) != Some(document.bill.amount), "its total is not that of the order or refund"),
        ];
        let order = Some(document.bill.order.order);
        for (_, what) in wrong.into_iter().filter(|(is_wrong, _)| *is_wrong) {
            discrepancies.push(Discrepancy::Document { number: document.printed_number(), order, what });
        }
        expected = document.number + 1;
    }
    Ok((Some(last), discrepancies))
}

/// The amounts of orders and refunds.
struct Amounts {
    orders: BTreeMap<OrderId, Money>,
    refunds: BTreeMap<RefundId, Money>,
}

impl Amounts {
    fn of(tx: &mut dyn Transaction, documents: &[BillingDocument]) -> StoreResult<Self> {
        let ids: Vec<OrderId> = documents.iter().map(|document| document.bill.order.order).collect();
        let orders = tx.orders_with_ids(&ids)?.into_iter();
        let refunds = tx.book_entries(&ids)?.refunds.into_iter();
        Ok(Self {
            orders: orders.map(|order| (order.snapshot().id, order.snapshot().total)).collect(),
            refunds: refunds.map(|refund| (refund.id, refund.amount)).collect(),
        })
    }

    fn stated(&self, document: &BillingDocument) -> Option<Money> {
        match document.bill.refund {
            None => self.orders.get(&document.bill.order.order).copied(),
            Some(refund) => self.refunds.get(&refund).copied(),
        }
    }
}
