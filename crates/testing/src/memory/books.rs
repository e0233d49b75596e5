//! Queries for the check of the books.

use super::MemoryTransaction;
use autoparts_application::ports::{
    books::{BookEntries, BooksCheck, BooksRepository, CustomerRange},
    store_error::StoreResult,
};
use autoparts_domain::{
    id::{OrderId, OrderKey, PartId, UserId},
    orders::Order,
    time::Timestamp,
};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn is_in(range: &CustomerRange, customer: UserId) -> bool {
    Some(customer) > range.after && range.last.is_none_or(|last| customer <= last)
}

impl BooksRepository for MemoryTransaction {
    fn customer_behind(&mut self, after: Option<UserId>, orders: u32) -> StoreResult<Option<UserId>> {
        self.query(|tables| {
            let mut customers: Vec<UserId> = tables.orders.values().map(|order| order.key().customer).collect();
            customers.retain(|customer| Some(*customer) > after);
            customers.sort_unstable();
            Ok(usize::try_from(orders).ok().and_then(|at| customers.get(at).copied()))
        })
    }

    /// Returns all orders: this store rules out none.
    fn doubtful_orders(&mut self, of: &CustomerRange, _seed: i64) -> StoreResult<Vec<OrderId>> {
        self.query(|tables| {
            let keys = tables.orders.values().map(Order::key).filter(|key| is_in(of, key.customer));
            Ok(keys.map(|key| key.order).collect())
        })
    }

    fn orders_moved_since(&mut self, since: Timestamp) -> StoreResult<Vec<OrderId>> {
        self.query(|tables| {
            let moved = tables.ledger.values().filter(|entry| entry.at >= since).map(|entry| entry.order.order);
            Ok(moved.collect::<BTreeSet<OrderId>>().into_iter().collect())
        })
    }

    fn orders_with_ids(&mut self, ids: &[OrderId]) -> StoreResult<Vec<Order>> {
        let is_meant = |order: &&Order| ids.contains(&order.snapshot().id);
        self.query(|tables| Ok(tables.orders.values().filter(is_meant).cloned().collect()))
    }

    fn book_entries(&mut self, orders: &[OrderId]) -> StoreResult<BookEntries> {
        let is_meant = |order: &OrderKey| orders.contains(&order.order);
        self.query(|tables| {
            Ok(BookEntries {
                attempts: tables.attempts.values().filter(|attempt| is_meant(&attempt.order)).cloned().collect(),
                refunds: tables.refunds.values().filter(|refund| is_meant(&refund.order)).cloned().collect(),
                ledger: tables.ledger.values().filter(|entry| is_meant(&entry.order)).cloned().collect(),
                cores: tables
                    .core_claims
                    .iter()
                    .filter(|((order, _), _)| is_meant(order))
                    .map(|((order, line), record)| (*order, *line, record.clone()))
                    .collect(),
                coupons: tables.coupons.values().filter_map(|coupon| coupon.order).filter(is_meant).collect(),
            })
        })
    }

    fn pieces_moved(&mut self, from: Timestamp, before: Timestamp) -> StoreResult<Vec<(PartId, i64)>> {
        self.query(|tables| {
            let mut moved: BTreeMap<PartId, i64> = BTreeMap::new();
            for entry in tables.ledger.values().filter(|entry| (from..before).contains(&entry.at)) {
                if let Some(part) = entry.movement.part() {
                    *moved.entry(part).or_default() += entry.movement.pieces();
                }
            }
            Ok(moved.into_iter().collect())
        })
    }

    fn held_balances(&mut self) -> StoreResult<Vec<(PartId, i64)>> {
        self.query(|tables| Ok(tables.held_balances.iter().map(|(part, pieces)| (*part, *pieces)).collect()))
    }

    fn save_held_balances(&mut self, balances: &[(PartId, i64)]) -> StoreResult<()> {
        self.change(|tables| {
            tables.held_balances.extend(balances.iter().copied());
            Ok(())
        })
    }

    fn last_books_check(&mut self) -> StoreResult<Option<BooksCheck>> {
        self.query(|tables| Ok(tables.books_check))
    }

    fn note_books_check(&mut self, check: &BooksCheck, before: Option<&BooksCheck>) -> StoreResult<bool> {
        self.change(|tables| {
            let is_next = tables.books_check.map(|check| check.at) == before.map(|check| check.at);
            if is_next {
                tables.books_check = Some(*check);
            }
            Ok(is_next)
        })
    }
}
