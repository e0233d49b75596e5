//! Checking the books: what must hold whatever happened. Tests do so after every history, an
//! operator may at any time.

use crate::{
    ports::{
        page::Page,
        store::{Store, StoreError, Transaction},
    },
    shop::Shop,
};
use autoparts_domain::{
    id::PartId,
    order::{Order, OrderState},
    payment::AttemptStatus,
};
use std::collections::BTreeMap;

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
    /// An order does not agree with its payments, refunds and ledger lines.
    #[error("order {order}: {what}")]
    Order {
        /// The order.
        order: autoparts_domain::id::OrderId,
        /// What is wrong.
        what: &'static str,
    },
}

impl Shop {
    /// Everything that is wrong; empty when the books are in order. Reads the whole store at
    /// one moment: not for busy hours.
    pub async fn check_books(&self) -> Result<Vec<Discrepancy>, StoreError> {
        check(&*self.store).await
    }
}

/// The same for the operator of the server, who needs nothing of the shop but its store.
pub async fn check(store: &dyn Store) -> Result<Vec<Discrepancy>, StoreError> {
    store.read(find_discrepancies).await
}

fn find_discrepancies(tx: &mut dyn Transaction) -> Result<Vec<Discrepancy>, StoreError> {
    let mut wrong = Vec::new();
    let mut held: BTreeMap<PartId, i64> = BTreeMap::new();
    let mut page = Page::first();
    loop {
        let orders = tx.every_order(&page)?;
        let Some(last) = orders.last() else { break };
        page.after = Some(last.facts().id);
        for order in &orders {
            if order.holds_stock() {
                *held.entry(order.facts().part).or_default() += order.facts().quantity.pieces();
            }
            for what in check_order(tx, order)? {
                wrong.push(Discrepancy::Order { order: order.facts().id, what });
            }
        }
    }
    let mut page = Page::first();
    loop {
        let accounts = tx.stock_accounts(&page)?;
        let Some(last) = accounts.last() else { break };
        page.after = Some(last.part);
        for account in accounts {
            let held = held.get(&account.part).copied().unwrap_or(0);
            if account.available < 0 || account.supplied != account.available + held {
                let (part, supplied, available) = (account.part, account.supplied, account.available);
                wrong.push(Discrepancy::Stock { part, supplied, available, held });
            }
        }
    }
    Ok(wrong)
}

fn check_order(tx: &mut dyn Transaction, order: &Order) -> Result<Vec<&'static str>, StoreError> {
    let (key, facts) = (order.key(), order.facts());
    let (attempts, refunds, ledger) = (tx.attempts(&key)?, tx.refunds(&key)?, tx.ledger_of(&key)?);
    let mut wrong = Vec::new();
    let mut expect = |holds: bool, what| {
        if !holds {
            wrong.push(what);
        }
    };
    let pieces: i64 = ledger.iter().map(|entry| entry.movement.pieces()).sum();
    let due_pieces = if order.holds_stock() { -facts.quantity.pieces() } else { 0 };
    expect(pieces == due_pieces, "the ledger's pieces are not those the order holds");

    let cents: i64 = ledger.iter().map(|entry| entry.movement.cents()).sum();
    let reversal = order.reversal();
    let paid_cents = if order.is_paid() { facts.total.less(reversal.refunded).cents() } else { 0 };
    expect(cents == paid_cents - reversal.withdrawn.cents(), "the ledger's money is not what the order was paid");
    expect(reversal.refunded <= facts.total, "more went back than the order cost");

    expect(facts.unit_price.times(facts.quantity) == Some(facts.total), "the total is not quantity times price");
    expect(attempts.iter().filter(|attempt| attempt.is_live()).count() <= 1, "more than one live payment");

    let succeeded = attempts.iter().filter(|attempt| attempt.status == AttemptStatus::Succeeded);
    let accounted = succeeded.clone().all(|attempt| {
        let id = attempt.transaction.as_ref();
        order.transaction() == id || refunds.iter().any(|refund| Some(&refund.transaction) == id)
    });
    expect(accounted, "a succeeded payment is neither the order's nor refunded");

    if let OrderState::Refunded(transaction) | OrderState::RefundedAfterShipping(transaction) = order.state() {
        let refunded = refunds.iter().any(|refund| refund.transaction == *transaction);
        expect(refunded, "the order says refunded, but there is no refund");
    }
    if order.is_paid() {
        let attempt = attempts.iter().find(|attempt| attempt.transaction.as_ref() == order.transaction());
        let succeeded = attempt.is_none_or(|attempt| attempt.status == AttemptStatus::Succeeded);
        expect(succeeded, "the order is paid by a payment that has not succeeded");
        let own = order.transaction();
        expect(!refunds.iter().any(|refund| Some(&refund.transaction) == own), "a paid order's money was given back");
    }
    Ok(wrong)
}
