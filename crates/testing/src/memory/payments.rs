//! Payment attempts, transaction claims, provider messages, and refunds.

use super::{
    MemoryTransaction,
    tables::{ascending, bounded, claim, descending, require},
};
use autoparts_application::ports::{
    page::Page,
    payments::{PaymentRepository, RememberedRefund},
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    id::{OrderKey, PaymentId, RefundId, ShopId, UserId},
    payments::{AttemptStatus, PaymentAttempt, Refund, TransactionId, unmatched::UnmatchedPayment},
    time::Timestamp,
};

impl PaymentRepository for MemoryTransaction {
    fn attempts(&mut self, order: &OrderKey) -> StoreResult<Vec<PaymentAttempt>> {
        self.query(|tables| {
            let of_order = tables.attempts.values().filter(|attempt| attempt.order == *order);
            Ok(of_order.cloned().collect())
        })
    }

    fn insert_attempt(&mut self, attempt: &PaymentAttempt) -> StoreResult<()> {
        self.change(|tables| {
            tables.require_order(&attempt.order)?;
            require(attempt.number > 0, "attempts are numbered from 1")?;
            let live = |other: &PaymentAttempt| other.order == attempt.order && other.is_live();
            if attempt.is_live() && tables.attempts.values().any(live) {
                return Err(StoreError::Duplicate);
            }
            claim(&mut tables.attempts, (attempt.order, attempt.number), attempt.clone())
        })
    }

    fn update_attempt(&mut self, attempt: &PaymentAttempt, expected: AttemptStatus) -> StoreResult<bool> {
        self.change(|tables| {
            let stored = tables.attempts.get_mut(&(attempt.order, attempt.number));
            let Some(stored) = stored.filter(|stored| stored.status == expected) else {
                return Ok(false);
            };
            stored.transaction.clone_from(&attempt.transaction);
            stored.status = attempt.status;
            stored.unknown_since = attempt.unknown_since;
            Ok(true)
        })
    }

    fn live_attempts(&mut self, started_before: Timestamp, page: &Page<PaymentId>) -> StoreResult<Vec<PaymentAttempt>> {
        self.query(|tables| {
            let live = tables.attempts.values().filter(|attempt| attempt.is_live());
            let old = live.filter(|attempt| attempt.started_at <= started_before);
            Ok(ascending(old.map(|attempt| (attempt.id, attempt.clone())), page))
        })
    }

    fn transaction_order(&mut self, transaction: &TransactionId) -> StoreResult<Option<OrderKey>> {
        self.query(|tables| Ok(tables.payment_refs.get(transaction).copied()))
    }

    fn claim_transaction(&mut self, transaction: &TransactionId, order: &OrderKey) -> StoreResult<()> {
        self.change(|tables| claim(&mut tables.payment_refs, transaction.clone(), *order))
    }

    fn provider_event_seen(&mut self, order: &OrderKey, event: &str) -> StoreResult<bool> {
        self.query(|tables| Ok(tables.provider_events.contains_key(&(*order, event.to_owned()))))
    }

    fn insert_provider_event(&mut self, order: &OrderKey, event: &str, at: Timestamp) -> StoreResult<()> {
        self.change(|tables| {
            tables.require_order(order)?;
            claim(&mut tables.provider_events, (*order, event.to_owned()), at)
        })
    }

    fn refunds(&mut self, order: &OrderKey) -> StoreResult<Vec<Refund>> {
        self.query(|tables| {
            let of_order = tables.refunds.values().filter(|refund| refund.order == *order);
            let mut refunds: Vec<Refund> = of_order.cloned().collect();
            refunds.sort_by_key(|refund| (refund.due_at, refund.id));
            Ok(refunds)
        })
    }

    fn insert_refund(&mut self, refund: &Refund) -> StoreResult<()> {
        self.change(|tables| {
            tables.require_order(&refund.order)?;
            let is_second = |other: &Refund| {
                other.is_whole() && other.order == refund.order && other.transaction == refund.transaction
            };
            if refund.is_whole() && tables.refunds.values().any(is_second) {
                return Err(StoreError::Duplicate);
            }
            claim(&mut tables.refunds, (refund.order, refund.id), refund.clone())
        })
    }

    fn refund(&mut self, id: &RefundId) -> StoreResult<Option<Refund>> {
        self.query(|tables| Ok(tables.refunds.values().find(|refund| refund.id == *id).cloned()))
    }

    fn refunds_with_ids(&mut self, ids: &[RefundId]) -> StoreResult<Vec<Refund>> {
        self.query(|tables| Ok(tables.refunds.values().filter(|refund| ids.contains(&refund.id)).cloned().collect()))
    }

    fn all_refunds(&mut self, page: &Page<RefundId>) -> StoreResult<Vec<Refund>> {
        self.query(|tables| Ok(descending(tables.refunds.values().map(|refund| (refund.id, refund.clone())), page)))
    }

    fn due_refunds(&mut self, now: Timestamp, page: &Page<RefundId>) -> StoreResult<Vec<Refund>> {
        self.query(|tables| {
            let due = tables.refunds.values().filter(|refund| refund.is_due(now));
            Ok(ascending(due.map(|refund| (refund.id, refund.clone())), page))
        })
    }

    fn update_refund(&mut self, before: &Refund, after: &Refund) -> StoreResult<bool> {
        self.change(|tables| {
            let stored = tables.refunds.get_mut(&(before.order, before.id));
            let Some(stored) = stored.filter(|stored| *stored == before) else { return Ok(false) };
            stored.clone_from(after);
            Ok(true)
        })
    }

    fn refund_under_key(&mut self, admin: &UserId, key: &str) -> StoreResult<Option<RememberedRefund>> {
        let key = (*admin, key.to_owned());
        self.query(|tables| Ok(tables.refund_keys.get(&key).map(|(remembered, _)| remembered.clone())))
    }

    fn remember_refund(
        &mut self,
        admin: &UserId,
        key: &str,
        remembered: &RememberedRefund,
        at: Timestamp,
    ) -> StoreResult<()> {
        let key = (*admin, key.to_owned());
        let row = (remembered.clone(), at);
        self.change(|tables| claim(&mut tables.refund_keys, key, row))
    }

    fn shop_id(&mut self) -> StoreResult<Option<ShopId>> {
        self.query(|tables| Ok(tables.shop_id))
    }

    fn insert_shop_id(&mut self, id: &ShopId, _at: Timestamp) -> StoreResult<()> {
        self.change(|tables| match tables.shop_id.replace(*id) {
            None => Ok(()),
            Some(_) => Err(StoreError::Duplicate),
        })
    }

    fn insert_unmatched(&mut self, payment: &UnmatchedPayment) -> StoreResult<()> {
        self.change(|tables| claim(&mut tables.unmatched, payment.transaction.clone(), payment.clone()))
    }

    fn unmatched(&mut self, transaction: &TransactionId) -> StoreResult<Option<UnmatchedPayment>> {
        self.query(|tables| Ok(tables.unmatched.get(transaction).cloned()))
    }

    fn open_unmatched(&mut self, page: &Page<TransactionId>) -> StoreResult<Vec<UnmatchedPayment>> {
        self.query(|tables| {
            let open = tables.unmatched.values().filter(|payment| payment.closed_at.is_none());
            let after = open.filter(|payment| page.after.as_ref().is_none_or(|after| payment.transaction > *after));
            Ok(bounded(after.cloned(), page.limit))
        })
    }

    fn update_unmatched(&mut self, before: &UnmatchedPayment, after: &UnmatchedPayment) -> StoreResult<bool> {
        self.change(|tables| {
            let stored = tables.unmatched.get_mut(&before.transaction);
            let Some(stored) = stored.filter(|stored| *stored == before) else { return Ok(false) };
            stored.clone_from(after);
            Ok(true)
        })
    }
}
