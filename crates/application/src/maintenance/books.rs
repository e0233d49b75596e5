//! Checks the books: the invariants that must always hold. Many tests end with this check; an operator can run it at
//! any time.

mod documents;
mod rules;
mod stock;

use crate::{
    ports::{
        books::{BookEntries, BooksCheck, CustomerRange},
        store::{Store, Transaction},
        store_error::{StoreError, StoreResult},
    },
    shop::Shop,
};
use autoparts_domain::{
    id::{OrderId, OrderKey, PartId},
    time::Timestamp,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};
use stock::Counted;

/// A violated invariant of the books.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Discrepancy {
    /// The pieces supplied are not the sum of those available and those held by orders.
    #[error("part {part}: {supplied} supplied, {available} available, {held} held")]
    Stock {
        /// The part.
        part: PartId,
        /// Pieces ever supplied.
        supplied: i64,
        /// Pieces that can be sold.
        available: i64,
        /// Pieces that orders hold.
        held: i64,
    },
    /// The pieces supplied are not the sum of the part's movements.
    #[error("part {part}: {supplied} supplied, {moved} by its movements")]
    Movements {
        /// The part.
        part: PartId,
        /// Pieces ever supplied.
        supplied: i64,
        /// The sum of its movements.
        moved: i64,
    },
    /// An order does not agree with its payments, refunds and ledger entries.
    #[error("order {order}: {what}")]
    Order {
        /// The order.
        order: OrderId,
        /// What is wrong.
        what: &'static str,
    },
    /// An invoice or credit note is missing, or does not agree with its order.
    #[error("{number}: {what}")]
    Document {
        /// Its number, as printed.
        number: String,
        /// Its order; `None` if it is missing.
        order: Option<OrderId>,
        /// What is wrong.
        what: &'static str,
    },
}

impl Discrepancy {
    /// The order that it concerns; `None` for a part, and for a missing document.
    #[must_use]
    pub fn order(&self) -> Option<OrderId> {
        match self {
            Self::Order { order, .. } => Some(*order),
            Self::Document { order, .. } => *order,
            Self::Stock { .. } | Self::Movements { .. } => None,
        }
    }

    /// Whether both report the same difference, even if the totals have changed in between.
    fn differs_like(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Stock { part, supplied, available, held },
                Self::Stock { part: of, supplied: s, available: a, held: h },
            ) => part == of && supplied - available - held == s - a - h,
            (Self::Movements { part, supplied, moved }, Self::Movements { part: of, supplied: s, moved: m }) => {
                part == of && supplied - moved == s - m
            }
            _ => self == other,
        }
    }
}

impl Shop {
    /// Returns every discrepancy; empty if the books are in order. Reads every order, a few customers at a time, and
    /// can be canceled between these steps.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn check_books(&self) -> Result<Vec<Discrepancy>, StoreError> {
        check(&*self.store).await
    }
}

/// How long a check of the books stays valid.
const CHECKED_EVERY: Duration = Duration::from_hours(24);

/// How long a full check stays valid: in between, only changes are checked.
const FULL_CHECK_EVERY: Duration = Duration::from_hours(7 * 24);

/// Changes older than this are visible to every server, even if the servers' clocks differ.
const CLOCK_TOLERANCE: Duration = Duration::from_hours(1);

impl Shop {
    /// Checks the books unless a recent check found them in order, and stores the result, so that a server that starts,
    /// restarts or runs alongside others need not read everything. A full check runs once a week; in between, only
    /// changes are checked. If that finds discrepancies, a full check runs before anything is reported. Returns the
    /// last check, and the discrepancies if a check ran now.
    #[tracing::instrument(level = "info", skip_all)]
    pub async fn check_books_daily(&self) -> Result<(BooksCheck, Vec<Discrepancy>), StoreError> {
        check_daily(&*self.store, self.now()).await
    }
}

/// Like [`Shop::check_books_daily`], at a given time.
pub async fn check_daily(store: &dyn Store, now: Timestamp) -> Result<(BooksCheck, Vec<Discrepancy>), StoreError> {
    let last = store.read(|tx| tx.last_books_check()).await?;
    // A check from the future is ignored, but the servers' clocks may differ slightly.
    let in_order =
        last.filter(|last| last.wrong_orders == 0 && last.wrong_parts == 0 && last.at <= now.plus(CLOCK_TOLERANCE));
    if let Some(last) = in_order.filter(|last| now < last.at.plus(CHECKED_EVERY)) {
        return Ok((last, Vec::new()));
    }
    let changes = match in_order.filter(|last| now < last.whole_at.plus(FULL_CHECK_EVERY)) {
        Some(last) => Some((last, check_changes(store, &last).await?)),
        None => None,
    };
    let until = now.minus(CLOCK_TOLERANCE);
    let (whole_at, wrong, balances) = match changes {
        Some((last, wrong)) if wrong.is_empty() => {
            (last.whole_at, wrong, stock::balances(store, Counted::FromBalances(last.balanced_until), until).await)
        }
        differing => {
            // The full check includes the orders that differed, even if the database finds them consistent.
            let doubted = differing.map(|(_, wrong)| wrong.iter().filter_map(Discrepancy::order).collect());
            let check = check_with(store, doubted.unwrap_or_default());
            let (wrong, balances) = tokio::join!(check, stock::balances(store, Counted::FromTheStart, until));
            (now, wrong?, balances)
        }
    };
    let parts = wrong.iter().filter(|wrong| wrong.order().is_none()).count();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let wrong_orders = count(wrong.len() - parts);
    let wrong_parts = count(parts);
    let (balanced_until, balances) = if wrong.is_empty() {
        // An error is returned only here: it must not hide discrepancies.
        (until, balances?)
    } else {
        // The next check reads everything; until then the balances stay unchanged.
        (last.map_or(stock::LEDGER_START, |last| last.balanced_until), Vec::new())
    };
    let check = BooksCheck { at: now, whole_at, balanced_until, wrong_orders, wrong_parts };
    let note = move |tx: &mut dyn Transaction| -> StoreResult<()> {
        // Unless another server has checked in the meantime: its balances must not be counted twice.
        if tx.note_books_check(&check, last.as_ref())? {
            tx.save_held_balances(&balances)?;
        }
        Ok(())
    };
    store.write(note).await?;
    Ok((check, wrong))
}

/// Returns every discrepancy; for the operator's command, which needs only the store. Differences are checked again
/// before they are reported, because not every database reads all tables from one snapshot.
pub async fn check(store: &dyn Store) -> Result<Vec<Discrepancy>, StoreError> {
    check_with(store, Vec::new()).await
}

/// Like [`check`], and also checks the given orders, whatever the database finds.
async fn check_with(store: &dyn Store, doubted: Vec<OrderId>) -> Result<Vec<Discrepancy>, StoreError> {
    let ranges = Ranges::of(store, ORDERS_OF_A_RANGE).await?;
    let stock_and_orders = async {
        Ok((stock::check_repeatedly(store, Counted::FromTheStart).await?, ranges.doubtful_orders(store).await?))
    };
    // Run both concurrently: each has its own connection, and most databases have more than one processor.
    let ((of_stock, some), others) = tokio::try_join!(stock_and_orders, ranges.doubtful_orders(store))?;
    // Entries of several customers may name the same order.
    let orders: BTreeSet<OrderId> = doubted.into_iter().chain(some).chain(others).collect();
    let orders: Vec<OrderId> = orders.into_iter().collect();
    let (one, other) = orders.split_at(orders.len() / 2);
    let (mut discrepancies, more) = tokio::try_join!(check_orders(store, one), check_orders(store, other))?;
    discrepancies.extend(more);
    discrepancies.extend(of_stock);
    discrepancies.extend(documents::check(store).await?);
    Ok(discrepancies)
}

/// Returns discrepancies in what has changed since a check that found none.
async fn check_changes(store: &dyn Store, last: &BooksCheck) -> Result<Vec<Discrepancy>, StoreError> {
    let since = last.at.minus(CLOCK_TOLERANCE);
    let changed = store.read(move |tx| tx.orders_moved_since(since)).await?;
    let mut discrepancies = check_orders(store, &changed).await?;
    discrepancies.extend(stock::check_repeatedly(store, Counted::FromBalances(last.balanced_until)).await?);
    Ok(discrepancies)
}

/// Maximum number of orders that the database compares with their entries in one statement: few enough to group them in
/// memory, without a temporary file.
const ORDERS_OF_A_RANGE: u32 = 10_000;

/// All customers in ranges, each with a limited number of orders. Each worker takes the next range until none is left.
#[derive(Debug)]
pub struct Ranges {
    all: Vec<CustomerRange>,
    taken: AtomicUsize,
    /// Differs for each check.
    seed: i64,
}

impl Ranges {
    /// Divides the customers into ranges with at most this many orders each.
    pub async fn of(store: &dyn Store, orders: u32) -> Result<Self, StoreError> {
        let seed = store.read(|tx| tx.last_books_check()).await?.map_or(0, |last| last.at.micros());
        let mut all = Vec::new();
        let mut after = None;
        loop {
            let last = store.read(move |tx| tx.customer_behind(after, orders)).await?;
            all.push(CustomerRange { after, last });
            if last.is_none() {
                return Ok(Self { all, taken: AtomicUsize::new(0), seed });
            }
            after = last;
        }
    }

    /// Returns the doubtful orders of the ranges that this worker takes. The database skips orders that it finds
    /// consistent, which nearly all are.
    pub async fn doubtful_orders(&self, store: &dyn Store) -> Result<Vec<OrderId>, StoreError> {
        let mut orders = Vec::new();
        let seed = self.seed;
        while let Some(&range) = self.all.get(self.taken.fetch_add(1, Ordering::Relaxed)) {
            orders.extend(store.read(move |tx| tx.doubtful_orders(&range, seed)).await?);
        }
        Ok(orders)
    }
}

/// Orders read in one unit of work.
const ORDER_BATCH: usize = 500;

/// Returns those discrepancies of the given orders that a second check confirms.
pub async fn check_orders(store: &dyn Store, orders: &[OrderId]) -> Result<Vec<Discrepancy>, StoreError> {
    let mut discrepancies = Vec::new();
    for batch in orders.chunks(ORDER_BATCH) {
        let batch = batch.to_vec();
        for (order, _) in store.read(move |tx| wrong_orders(tx, &batch)).await? {
            for (order, wrong) in store.read(move |tx| wrong_orders(tx, &[order])).await? {
                discrepancies.extend(wrong.into_iter().map(|what| Discrepancy::Order { order, what }));
            }
        }
    }
    Ok(discrepancies)
}

/// Returns the inconsistent ones of the given orders, and what is wrong with each.
fn wrong_orders(tx: &mut dyn Transaction, ids: &[OrderId]) -> Result<Vec<(OrderId, Vec<&'static str>)>, StoreError> {
    let orders = tx.orders_with_ids(ids)?;
    let entries = tx.book_entries(ids)?;
    let mut by_order: BTreeMap<OrderKey, BookEntries> = BTreeMap::new();
    for attempt in entries.attempts {
        by_order.entry(attempt.order).or_default().attempts.push(attempt);
    }
    for refund in entries.refunds {
        by_order.entry(refund.order).or_default().refunds.push(refund);
    }
    for entry in entries.ledger {
        by_order.entry(entry.order).or_default().ledger.push(entry);
    }
    for order in entries.coupons {
        by_order.entry(order).or_default().coupons.push(order);
    }
    for (order, line, record) in entries.cores {
        by_order.entry(order).or_default().cores.push((order, line, record));
    }
    let nothing = BookEntries::default();
    let checked = orders.iter().map(|order| {
        let wrong = rules::check_order(order, by_order.get(&order.key()).unwrap_or(&nothing));
        (order.snapshot().id, wrong)
    });
    Ok(checked.filter(|(_, wrong)| !wrong.is_empty()).collect())
}
