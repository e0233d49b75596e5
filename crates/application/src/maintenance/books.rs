//! Checking the books: what must hold whatever happened. Tests do so after every history, an
//! operator may at any time.

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

/// Something in the books that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Discrepancy {
    /// Pieces supplied are not the pieces on the shelf plus those that orders hold.
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
    /// Pieces supplied are not those that came and went.
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
}

impl Discrepancy {
    /// The order in which it is.
    #[must_use]
    pub fn order(&self) -> Option<OrderId> {
        match self {
            Self::Order { order, .. } => Some(*order),
            Self::Stock { .. } | Self::Movements { .. } => None,
        }
    }

    /// Whether the same differs by as much, however much is there meanwhile.
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
    /// Everything that is wrong; empty when the books are in order. Reads every order, some customers at a time: a
    /// caller may stop waiting in between.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn check_books(&self) -> Result<Vec<Discrepancy>, StoreError> {
        check(&*self.store).await
    }
}

/// How old a check of the books may be before there is another.
const CHECKED_EVERY: Duration = Duration::from_hours(24);

/// How old one that read everything may be: in between only what has changed is checked.
const WHOLE_EVERY: Duration = Duration::from_hours(7 * 24);

/// What happened so long ago is written by now, whatever the clock of the server that did it.
const SETTLED: Duration = Duration::from_hours(1);

impl Shop {
    /// Checks the books unless they were in order a short time ago, and remembers it: a server that starts,
    /// starts again, or runs beside others need not read everything. Once a week everything is read, in between what has
    /// changed; where that differs, everything is read before it is said. Answers the last check, and what is wrong if
    /// there was one now.
    #[tracing::instrument(level = "info", skip_all)]
    pub async fn check_books_daily(&self) -> Result<(BooksCheck, Vec<Discrepancy>), StoreError> {
        check_daily(&*self.store, self.now()).await
    }
}

/// The same at a moment.
pub async fn check_daily(store: &dyn Store, now: Timestamp) -> Result<(BooksCheck, Vec<Discrepancy>), StoreError> {
    let last = store.read(|tx| tx.last_books_check()).await?;
    // Clocks of servers differ.
    let in_order = last.filter(|last| last.wrong_orders == 0 && last.wrong_parts == 0 && last.at <= now.plus(SETTLED));
    if let Some(last) = in_order.filter(|last| now < last.at.plus(CHECKED_EVERY)) {
        return Ok((last, Vec::new()));
    }
    let changes = match in_order.filter(|last| now < last.whole_at.plus(WHOLE_EVERY)) {
        Some(last) => Some((last, check_changes(store, &last).await?)),
        None => None,
    };
    let until = now.minus(SETTLED);
    let (whole_at, wrong, balances) = match changes {
        Some((last, wrong)) if wrong.is_empty() => {
            (last.whole_at, wrong, stock::balances(store, Counted::FromBalances(last.balanced_until), until).await)
        }
        differing => {
            // Once more those in which something was wrong, whatever the database thinks of them.
            let doubted = differing.map(|(_, wrong)| wrong.iter().filter_map(Discrepancy::order).collect());
            let check = check_with(store, doubted.unwrap_or_default());
            let (wrong, balances) = tokio::join!(check, stock::balances(store, Counted::FromTheStart, until));
            (now, wrong?, balances)
        }
    };
    let parts = wrong.iter().filter(|wrong| wrong.order().is_none()).count();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let (wrong_orders, wrong_parts) = (count(wrong.len() - parts), count(parts));
    let (balanced_until, balances) = if wrong.is_empty() {
        // Only here: that they could not be read is no reason to keep quiet about what is wrong.
        (until, balances?)
    } else {
        // The next check reads everything; until then the balances stay as they are.
        (last.map_or(stock::THE_START, |last| last.balanced_until), Vec::new())
    };
    let check = BooksCheck { at: now, whole_at, balanced_until, wrong_orders, wrong_parts };
    let note = move |tx: &mut dyn Transaction| -> StoreResult<()> {
        // Unless another server has checked meanwhile: what it has kept is not to be counted twice.
        if tx.note_books_check(&check, last.as_ref())? {
            tx.keep_held_balances(&balances)?;
        }
        Ok(())
    };
    store.write(note).await?;
    Ok((check, wrong))
}

/// Everything that is wrong, for the operator of the server, who needs nothing of the shop but its store. What
/// differs is looked at again before it is said: not every database reads all tables at one moment.
pub async fn check(store: &dyn Store) -> Result<Vec<Discrepancy>, StoreError> {
    check_with(store, Vec::new()).await
}

/// The same, with some orders that are doubted already.
async fn check_with(store: &dyn Store, doubted: Vec<OrderId>) -> Result<Vec<Discrepancy>, StoreError> {
    let ranges = Ranges::of(store, ORDERS_OF_A_RANGE).await?;
    let stock_and_doubtful = async {
        Ok((stock::check_patiently(store, Counted::FromTheStart).await?, ranges.doubtful_orders(store).await?))
    };
    // Two at once: each has a connection of its own, and most databases have more than one processor.
    let ((of_stock, some), others) = tokio::try_join!(stock_and_doubtful, ranges.doubtful_orders(store))?;
    // An order may be doubtful for more than one customer.
    let orders: BTreeSet<OrderId> = doubted.into_iter().chain(some).chain(others).collect();
    let orders: Vec<OrderId> = orders.into_iter().collect();
    let (one, other) = orders.split_at(orders.len() / 2);
    let (mut discrepancies, more) = tokio::try_join!(check_orders(store, one), check_orders(store, other))?;
    discrepancies.extend(more);
    discrepancies.extend(of_stock);
    Ok(discrepancies)
}

/// What is wrong with what has changed since a check that found nothing.
async fn check_changes(store: &dyn Store, last: &BooksCheck) -> Result<Vec<Discrepancy>, StoreError> {
    let since = last.at.minus(SETTLED);
    let changed = store.read(move |tx| tx.orders_moved_since(since)).await?;
    let mut discrepancies = check_orders(store, &changed).await?;
    discrepancies.extend(stock::check_patiently(store, Counted::FromBalances(last.balanced_until)).await?);
    Ok(discrepancies)
}

/// Orders that the database compares with what stands beside them in one statement: so few that it groups them in the memory it
/// has for that, without a file.
const ORDERS_OF_A_RANGE: u32 = 10_000;

/// All customers, some orders at a time. Whoever looks at them takes the next one, until none is left.
pub(crate) struct Ranges {
    all: Vec<CustomerRange>,
    taken: AtomicUsize,
    /// Another one for each day's check.
    seed: i64,
}

impl Ranges {
    pub(crate) async fn of(store: &dyn Store, orders: u32) -> Result<Self, StoreError> {
        let seed = store.read(|tx| tx.last_books_check()).await?.map_or(0, |last| last.at.micros());
        let (mut all, mut after) = (Vec::new(), None);
        loop {
            let last = store.read(move |tx| tx.customer_behind(after, orders)).await?;
            all.push(CustomerRange { after, last });
            if last.is_none() {
                return Ok(Self { all, taken: AtomicUsize::new(0), seed });
            }
            after = last;
        }
    }

    /// The orders of those that nobody else takes meanwhile, but for those of which the database says by itself that they are in
    /// order, which nearly all are.
    pub(crate) async fn doubtful_orders(&self, store: &dyn Store) -> Result<Vec<OrderId>, StoreError> {
        let (mut orders, seed) = (Vec::new(), self.seed);
        while let Some(&range) = self.all.get(self.taken.fetch_add(1, Ordering::Relaxed)) {
            orders.extend(store.read(move |tx| tx.doubtful_orders(&range, seed)).await?);
        }
        Ok(orders)
    }
}

/// Orders read in one unit of work.
const ORDERS_AT_ONCE: usize = 500;

/// What is wrong with some orders, now and when they are looked at again.
pub(crate) async fn check_orders(store: &dyn Store, orders: &[OrderId]) -> Result<Vec<Discrepancy>, StoreError> {
    let mut discrepancies = Vec::new();
    for some in orders.chunks(ORDERS_AT_ONCE) {
        let some = some.to_vec();
        for (order, _) in store.read(move |tx| wrong_orders(tx, &some)).await? {
            for (order, wrong) in store.read(move |tx| wrong_orders(tx, &[order])).await? {
                discrepancies.extend(wrong.into_iter().map(|what| Discrepancy::Order { order, what }));
            }
        }
    }
    Ok(discrepancies)
}

/// Those of some orders in which something is wrong, and what.
fn wrong_orders(tx: &mut dyn Transaction, ids: &[OrderId]) -> Result<Vec<(OrderId, Vec<&'static str>)>, StoreError> {
    let (orders, entries) = (tx.orders_with_ids(ids)?, tx.book_entries(ids)?);
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
    let nothing = BookEntries::default();
    let checked = orders.iter().map(|order| {
        let wrong = rules::check_order(order, by_order.get(&order.key()).unwrap_or(&nothing));
        (order.snapshot().id, wrong)
    });
    Ok(checked.filter(|(_, wrong)| !wrong.is_empty()).collect())
}
