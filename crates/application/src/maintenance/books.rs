//! Checking the books: what must hold whatever happened. Tests do so after every history, an
//! operator may at any time.

use crate::{
    ports::{
        books::{BookEntries, BooksCheck},
        page::Page,
        store::{Store, Transaction},
        store_error::StoreError,
    },
    shop::Shop,
};
use autoparts_domain::{
    id::{OrderId, OrderKey, PartId},
    money::Money,
    orders::{Order, OrderState},
    payments::{AttemptStatus, Refund, TransactionId},
};
use std::{collections::BTreeMap, time::Duration};

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
    /// Everything that is wrong; empty when the books are in order. Reads every order, a page at a
    /// time: a caller may stop waiting between two pages.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn check_books(&self) -> Result<Vec<Discrepancy>, StoreError> {
        check(&*self.store).await
    }
}

/// How old a check of the books may be before there is another.
const CHECKED_EVERY: Duration = Duration::from_hours(24);

impl Shop {
    /// Checks the books unless they were in order a short time ago, and remembers it: a server that starts,
    /// starts again, or runs beside others need not read everything. Answers the last check, and what
    /// is wrong if there was one now.
    #[tracing::instrument(level = "info", skip_all)]
    pub async fn check_books_daily(&self) -> Result<(BooksCheck, Vec<Discrepancy>), StoreError> {
        let now = self.now();
        if let Some(last) = self.store.read(|tx| tx.last_books_check()).await?
            && last.wrong_orders == 0
            && last.wrong_parts == 0
            && (last.at..last.at.plus(CHECKED_EVERY)).contains(&now)
        {
            return Ok((last, Vec::new()));
        }
        let wrong = self.check_books().await?;
        let parts = wrong.iter().filter(|wrong| !matches!(wrong, Discrepancy::Order { .. })).count();
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let check = BooksCheck { at: self.now(), wrong_orders: count(wrong.len() - parts), wrong_parts: count(parts) };
        self.store.write(move |tx| tx.note_books_check(&check)).await?;
        Ok((check, wrong))
    }
}

/// Orders read in one unit of work.
const ORDERS_AT_ONCE: u32 = 500;

/// The same for the operator of the server, who needs nothing of the shop but its store. What
/// differs is looked at again before it is said: not every database reads all tables at one moment.
pub async fn check(store: &dyn Store) -> Result<Vec<Discrepancy>, StoreError> {
    let (mut wrong, mut page) = (Vec::new(), Page { after: None, limit: ORDERS_AT_ONCE });
    loop {
        let (last, found) = store.read(move |tx| check_orders(tx, &page)).await?;
        wrong.extend(found);
        let Some(last) = last else { break };
        page.after = Some(last);
    }
    let mut discrepancies = Vec::new();
    for key in wrong {
        let again = store.read(move |tx| check_again(tx, &key)).await?;
        discrepancies.extend(again.into_iter().map(|what| Discrepancy::Order { order: key.order, what }));
    }
    discrepancies.extend(check_stock_patiently(store).await?);
    Ok(discrepancies)
}

/// The last order of a page, if there are any, and those in which something differs.
fn check_orders(
    tx: &mut dyn Transaction,
    page: &Page<OrderId>,
) -> Result<(Option<OrderId>, Vec<OrderKey>), StoreError> {
    let orders = tx.every_order(page)?;
    let (Some(first), Some(last)) = (orders.first(), orders.last()) else { return Ok((None, Vec::new())) };
    let entries = tx.book_entries(&first.snapshot().id, &last.snapshot().id)?;
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
    let differs = |order: &&Order| !check_order(order, by_order.get(&order.key()).unwrap_or(&nothing)).is_empty();
    let wrong = orders.iter().filter(differs).map(Order::key).collect();
    Ok((Some(last.snapshot().id), wrong))
}

fn check_again(tx: &mut dyn Transaction, key: &OrderKey) -> Result<Vec<&'static str>, StoreError> {
    let Some(order) = tx.order(key)? else { return Ok(Vec::new()) };
    let entries = tx.book_entries(&key.order, &key.order)?;
    Ok(check_order(&order, &entries))
}

/// How often stock is looked at in which something differs.
const LOOKS: usize = 5;

/// How long after each other.
const BETWEEN_LOOKS: Duration = Duration::from_millis(300);

/// What differs each time, in the same way. A distributed database does not read all its nodes at one moment: while it sells,
/// now this part differs and now that one, by what was just sold.
async fn check_stock_patiently(store: &dyn Store) -> Result<Vec<Discrepancy>, StoreError> {
    let mut lasting: Option<Vec<Discrepancy>> = None;
    for look in 0..LOOKS {
        if look > 0 {
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        let found = store.read(check_stock).await?;
        let still = match lasting {
            None => found,
            Some(before) => still_there(before, &found),
        };
        if still.is_empty() {
            return Ok(still);
        }
        lasting = Some(still);
    }
    Ok(lasting.unwrap_or_default())
}

/// What was found before and is found again.
fn still_there(before: Vec<Discrepancy>, found: &[Discrepancy]) -> Vec<Discrepancy> {
    before.into_iter().filter(|one| found.iter().any(|other| one.differs_like(other))).collect()
}

/// In one unit of work, because a sale moves pieces from one side to the other.
fn check_stock(tx: &mut dyn Transaction) -> Result<Vec<Discrepancy>, StoreError> {
    let held: BTreeMap<PartId, i64> = tx.held_pieces()?.into_iter().collect();
    let (mut wrong, mut page) = (Vec::new(), Page::first());
    loop {
        let accounts = tx.stock_accounts(&page)?;
        let Some(last) = accounts.last() else { return Ok(wrong) };
        page.after = Some(last.part);
        for account in accounts {
            let held = held.get(&account.part).copied().unwrap_or(0);
            if account.available < 0 || account.supplied != account.available + held {
                let (part, supplied, available) = (account.part, account.supplied, account.available);
                wrong.push(Discrepancy::Stock { part, supplied, available, held });
            }
            if let Some(moved) = account.moved.filter(|moved| *moved != account.supplied) {
                wrong.push(Discrepancy::Movements { part: account.part, supplied: account.supplied, moved });
            }
        }
    }
}

fn check_order(order: &Order, entries: &BookEntries) -> Vec<&'static str> {
    let (snapshot, BookEntries { attempts, refunds, ledger, coupons }) = (order.snapshot(), entries);
    let mut wrong = Vec::new();
    let mut expect = |holds: bool, what| {
        if !holds {
            wrong.push(what);
        }
    };
    let mut pieces: BTreeMap<PartId, i64> = BTreeMap::new();
    if order.holds_stock() {
        pieces.extend(order.pieces().into_iter().map(|(part, quantity)| (part, quantity.pieces())));
    }
    for movement in ledger.iter().map(|entry| entry.movement) {
        if let Some(part) = movement.part() {
            *pieces.entry(part).or_default() += movement.pieces();
        }
    }
    expect(pieces.values().all(|rest| *rest == 0), "the ledger's pieces are not those the order holds");

    let cents: i64 = ledger.iter().map(|entry| entry.movement.cents()).sum();
    let reversal = order.reversal();
    let given_back = order.given_back().amount();
    let paid_cents = if order.is_paid() { snapshot.total.less(reversal.refunded).less(given_back).cents() } else { 0 };
    expect(cents == paid_cents - reversal.withdrawn.cents(), "the ledger's money is not what the order was paid");
    expect(reversal.refunded.plus(given_back) <= snapshot.total, "more went back than the order cost");

    let mut promised: BTreeMap<&TransactionId, Money> = BTreeMap::new();
    for refund in refunds {
        let sum = promised.entry(&refund.transaction).or_default();
        *sum = sum.plus(refund.amount);
    }
    // An order pays with one amount, so that is what each of its payments brought.
    expect(promised.values().all(|sum| *sum <= snapshot.total), "more of a payment was promised back than came");
    let parts = refunds.iter().filter(|refund| !refund.is_whole());
    let sum = parts.clone().fold(Money::ZERO, |sum, refund| sum.plus(refund.amount));
    expect(sum == given_back, "the parts that were given back are not those of the order");
    expect(
        parts.clone().all(|refund| order.transaction() == Some(&refund.transaction)),
        "a part was given back of a payment that is not the order's",
    );

    expect(snapshot.computed_total() == Some(snapshot.total), "the total is not what lines and charges come to");
    let keeps_coupon = snapshot.lines.discount() > Money::ZERO && order.keeps_coupon();
    expect(coupons.len() == usize::from(keeps_coupon), "the discount and its coupon do not name each other");
    expect(attempts.iter().filter(|attempt| attempt.is_live()).count() <= 1, "more than one live payment");

    let succeeded = attempts.iter().filter(|attempt| attempt.status == AttemptStatus::Succeeded);
    let accounted = succeeded.clone().all(|attempt| {
        let id = attempt.transaction.as_ref();
        order.transaction() == id || refunds.iter().any(|refund| refund.is_whole() && Some(&refund.transaction) == id)
    });
    expect(accounted, "a succeeded payment is neither the order's nor refunded");

    if let OrderState::Refunded(transaction) | OrderState::RefundedAfterShipping(transaction) = order.state() {
        let refunded = refunds.iter().any(|refund| refund.is_whole() && refund.transaction == *transaction);
        expect(refunded, "the order says refunded, but there is no refund");
    }
    if order.is_paid() {
        let attempt = attempts.iter().find(|attempt| attempt.transaction.as_ref() == order.transaction());
        let succeeded = attempt.is_none_or(|attempt| attempt.status == AttemptStatus::Succeeded);
        expect(succeeded, "the order is paid by a payment that has not succeeded");
        let own = order.transaction();
        let is_own = |refund: &Refund| refund.is_whole() && Some(&refund.transaction) == own;
        expect(!refunds.iter().any(is_own), "a paid order's money was given back");
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::clock::numbered;

    fn stock(part: u64, supplied: i64, available: i64, held: i64) -> Discrepancy {
        Discrepancy::Stock { part: numbered(part).into(), supplied, available, held }
    }

    #[test]
    fn what_was_just_sold_is_no_discrepancy_and_what_lasts_is_one_however_much_is_sold_meanwhile() {
        // One piece of the first part was on its way from one side to the other, now two; the second part lacks three.
        let first = vec![stock(1, 10, 8, 1), stock(2, 10, 5, 2), stock(3, 10, 9, 0)];
        let second = [stock(1, 10, 7, 1), stock(2, 10, 4, 3), stock(4, 10, 9, 0)];
        assert_eq!(still_there(first, &second), [stock(2, 10, 5, 2)]);
        assert_eq!(still_there(vec![stock(2, 10, 5, 2)], &[]), []);
    }
}
