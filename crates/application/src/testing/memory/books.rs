//! Reading for the check of the books.

use super::MemoryTransaction;
use crate::ports::{
    books::{BookEntries, BooksCheck, BooksRepository},
    store_error::StoreResult,
};
use autoparts_domain::id::{OrderId, OrderKey, PartId};
use std::collections::BTreeMap;

impl BooksRepository for MemoryTransaction {
    fn book_entries(&mut self, first: &OrderId, last: &OrderId) -> StoreResult<BookEntries> {
        let is_meant = |order: &OrderKey| (first..=last).contains(&&order.order);
        self.look(|tables| {
            Ok(BookEntries {
                attempts: tables.attempts.values().filter(|attempt| is_meant(&attempt.order)).cloned().collect(),
                refunds: tables.refunds.values().filter(|refund| is_meant(&refund.order)).cloned().collect(),
                ledger: tables.ledger.values().filter(|entry| is_meant(&entry.order)).cloned().collect(),
                coupons: tables.coupons.values().filter_map(|coupon| coupon.order).filter(is_meant).collect(),
            })
        })
    }

    fn held_pieces(&mut self) -> StoreResult<Vec<(PartId, i64)>> {
        self.look(|tables| {
            let mut held: BTreeMap<PartId, i64> = BTreeMap::new();
            for order in tables.orders.values().filter(|order| order.holds_stock()) {
                for (part, quantity) in order.pieces() {
                    *held.entry(part).or_default() += quantity.pieces();
                }
            }
            Ok(held.into_iter().collect())
        })
    }

    fn last_books_check(&mut self) -> StoreResult<Option<BooksCheck>> {
        self.look(|tables| Ok(tables.books_check))
    }

    fn note_books_check(&mut self, check: &BooksCheck) -> StoreResult<()> {
        self.change(|tables| {
            tables.books_check = Some(*check);
            Ok(())
        })
    }
}
