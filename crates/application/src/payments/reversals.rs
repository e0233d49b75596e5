//! Reversals made outside the shop: refunds in the provider's dashboard, and disputes. The shop asks the provider for
//! them and updates the order and its ledger, so that both books agree. If all of an order's money was refunded
//! elsewhere, it counts as an ordinary refund.

use crate::{
    error_chain::error_chain,
    orders::{coupons, emails::OrderEmails, reservation},
    payments::{
        money_back::{MoneyBack, Promises},
        refunds::RefundResult,
    },
    ports::{
        clock::IdSource,
        page::Page,
        payment_gateway::RefundProgress,
        store::Transaction,
        store_error::{StoreError, StoreResult},
    },
    shop::Shop,
};
use autoparts_domain::{
    id::{OrderId, OrderKey},
    ledger::{LedgerEntry, Movement},
    money::Money,
    orders::Order,
    payments::{Refund, RefundReason, TransactionId, reversal::Reversal},
};
use std::{collections::BTreeSet, time::Duration};

/// Maximum number of attempts while the order keeps changing during calls to the provider.
const ROUNDS: usize = 4;

/// How far back the provider is asked for reversed and received payments: longer than any outage of the shop, and than
/// the age of any backup.
const LOOK_BACK: Duration = Duration::from_hours(30 * 24);

/// The provider's data about the payments of one order.
type Seen = Vec<(TransactionId, MoneyBack)>;

impl Shop {
    /// The daily check, which finds what no message reported: payments that are not settled, reversals, returned
    /// refunds, decided disputes, and payments without an order.
    #[tracing::instrument(level = "info", skip_all)]
    pub async fn recheck_money(&self) -> RefundResult<()> {
        let since = self.now().minus(LOOK_BACK);
        let listed = self.payments.payments_since(since).await;
        let reversed = self.payments.reversed_since(since).await;
        let mut orders = self.orders_to_recheck().await?;
        for transaction in reversed.as_deref().unwrap_or_default() {
            orders.extend(self.order_of_transaction(transaction).await?);
        }
        for key in orders {
            if let Err(error) = self.follow_up_reversals(key).await {
                let order = key.order;
                tracing::warn!(error = error_chain(&error), %order, "reversals of an order will be checked again");
            }
        }
        self.settle_listed(listed?).await?;
        self.recheck_unmatched().await?;
        reversed?;
        Ok(())
    }

    /// Orders in dispute, and those whose refund was carried out recently.
    async fn orders_to_recheck(&self) -> StoreResult<BTreeSet<OrderKey>> {
        let mut orders = self.refunded_lately().await?;
        let mut page: Page<OrderId> = Page::first();
        loop {
            let disputed = self.store.read(move |tx| tx.orders_in_dispute(&page)).await?;
            let Some(last) = disputed.last() else { return Ok(orders) };
            page.after = Some(last.snapshot().id);
            orders.extend(disputed.iter().map(Order::key));
        }
    }

    pub(crate) async fn order_of_transaction(&self, id: &TransactionId) -> StoreResult<Option<OrderKey>> {
        let id = id.clone();
        self.store.read(move |tx| tx.transaction_order(&id)).await
    }

    /// Loads the reversals of an order's payments, and brings order, ledger and refunds in line with them. Idempotent.
    /// Safe to run concurrently: if the order changes during the calls to the provider, it starts over.
    pub(crate) async fn follow_up_reversals(&self, key: OrderKey) -> RefundResult<()> {
        for _ in 0..ROUNDS {
            let read = move |tx: &mut dyn Transaction| -> StoreResult<_> { Ok((tx.order(&key)?, tx.refunds(&key)?)) };
            let (Some(order), refunds) = self.store.read(read).await? else { return Ok(()) };
            let mut seen = Seen::new();
            let others = refunds.iter().map(|refund| &refund.transaction);
            for transaction in order.transaction().into_iter().chain(others).collect::<BTreeSet<_>>() {
                seen.push((transaction.clone(), self.money_back(transaction).await?));
            }
            let total = order.snapshot().total;
            if self.write_reversals(order, seen.clone()).await? {
                return self.note_refunds(&refunds, &seen, total).await;
            }
        }
        Err(StoreError::Contention.into())
    }

    /// `false`, without any change, if the order has changed since it was read.
    async fn write_reversals(&self, before: Order, seen: Seen) -> RefundResult<bool> {
        let ids = self.ids.clone();
        let emails = self.order_emails();
        self.store
            .write(move |tx| {
                let now = tx.order(&before.key())?;
                let Some(order) = now.filter(|order| order.revision() == before.revision()) else { return Ok(false) };
                ReversalUpdate { ids: &*ids, emails: &emails, seen: &seen }.apply(tx, order)?;
                Ok(true)
            })
            .await
    }

    /// Records the progress of the shop's own refunds: one that was carried out may have been returned.
    async fn note_refunds(&self, refunds: &[Refund], seen: &Seen, total: Money) -> RefundResult<()> {
        for refund in refunds.iter().filter(|refund| !refund.by_hand) {
            let promises = Promises::of(&refund.transaction, total, refunds);
            let back = seen.iter().find(|(transaction, _)| *transaction == refund.transaction).map(|(_, back)| back);
            match back.and_then(|back| back.progress_of(refund, &promises)) {
                // The failure of an open refund is counted when the refund is tried, because messages arrive several
                // times.
                Some(RefundProgress::Failed) if refund.done_at.is_none() => {}
                None | Some(RefundProgress::UnderWay) => {}
                Some(progress) => self.note(refund.clone(), progress).await?,
            }
        }
        Ok(())
    }
}

/// Brings one order in line, inside its transaction.
struct ReversalUpdate<'a> {
    ids: &'a dyn IdSource,
    emails: &'a OrderEmails,
    seen: &'a Seen,
}

impl ReversalUpdate<'_> {
    fn apply(&self, tx: &mut dyn Transaction, mut order: Order) -> RefundResult<()> {
        let refunds = tx.refunds(&order.key())?;
        let before = order.reversal();
        let total = order.snapshot().total;
        let mut after = Reversal { withdrawn: Money::ZERO, dispute: None, ..before };
        let mut is_all_back = None;
        for (transaction, back) in self.seen {
            let promises = Promises::of(transaction, total, &refunds);
            let is_own = order.transaction() == Some(transaction);
            // Disputes of every payment of the order count, also of a duplicate payment.
            after.dispute = after.dispute.max(back.dispute);
            let elsewhere = back.elsewhere(&promises);
            let is_all_gone = elsewhere.plus(order.partial_refunds().amount()) >= total;
            let withdrawn = if promises.is_whole() || (is_own && is_all_gone) {
                // The whole payment is promised as refunded: only the excess over it counts as withdrawn.
                back.refunded().plus(back.withdrawn()).less(total)
            } else {
                // Money that covers a promised partial refund, which can no longer be carried out, does not count
                // either.
                let left = total.less(back.refunded()).less(back.withdrawn());
                back.withdrawn().less(back.parts_to_do(&promises).less(left))
            };
            after.withdrawn = after.withdrawn.plus(withdrawn);
            if is_own && !promises.is_whole() && order.is_paid() {
                if is_all_gone {
                    is_all_back = Some(back.progress(total));
                } else {
                    after.refunded = elsewhere;
                }
            }
        }
        if after == before && is_all_back.is_none() {
            return Ok(());
        }
        if after.dispute != before.dispute {
            let order = order.snapshot().id;
            let dispute = after.dispute;
            tracing::warn!(%order, ?dispute, "the payment of an order is disputed, or a dispute was decided");
        }
        self.book(
            tx,
            &order,
            (before.refunded, after.refunded),
            Movement::RefundedElsewhere,
            Movement::ReturnedElsewhere,
        )?;
        self.book(tx, &order, (before.withdrawn, after.withdrawn), Movement::Withdrawn, Movement::Reinstated)?;
        order.reverse(after);
        match is_all_back {
            None => Ok(tx.update_order(&order)?),
            Some(progress) => self.take_as_refunded(tx, order, progress == Some(RefundProgress::Done)),
        }
    }

    /// All of the order's money was refunded elsewhere: records a refund, done or under way. If the money is returned,
    /// the refund is made again like any other.
    fn take_as_refunded(&self, tx: &mut dyn Transaction, mut order: Order, done: bool) -> RefundResult<()> {
        let is_shipped = order.is_shipped();
        let transaction = order.refund()?;
        tx.update_order(&order)?;
        let snapshot = order.snapshot();
        let now = self.emails.now;
        let amount = snapshot.total.less(order.reversal().refunded).less(order.partial_refunds().amount());
        tx.append_ledger(&[LedgerEntry::about(snapshot, self.ids.next(), Movement::Refunded(amount), now)])?;
        let refund = Refund::new(self.ids.next(), order.key(), transaction, amount, RefundReason::ByAdmin, now);
        tx.insert_refund(&if done { refund.done(now) } else { refund })?;
        self.emails.send(tx, &self.emails.refunded(&order, amount))?;
        tracing::warn!(order = %snapshot.id, "the money of an order was given back at the payment provider");
        if is_shipped {
            return Ok(());
        }
        coupons::free(tx, &order)?;
        Ok(reservation::release(tx, snapshot, &order.pieces(), self.ids, now)?)
    }

    /// Writes the difference between two amounts to the ledger, as money that left or that was returned.
    fn book(
        &self,
        tx: &mut dyn Transaction,
        order: &Order,
        (before, after): (Money, Money),
        left: fn(Money) -> Movement,
        came: fn(Money) -> Movement,
    ) -> StoreResult<()> {
        let movement = match before.cmp(&after) {
            std::cmp::Ordering::Less => left(after.less(before)),
            std::cmp::Ordering::Equal => return Ok(()),
            std::cmp::Ordering::Greater => came(before.less(after)),
        };
        tx.append_ledger(&[LedgerEntry::about(order.snapshot(), self.ids.next(), movement, self.emails.now)])
    }
}
