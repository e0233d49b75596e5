//! Giving money back: at the wish of an admin, and carrying out every refund that is due.
//!
//! A refund is written down first, in the transaction of its cause, and made at the provider
//! afterwards; maintenance repeats it under the same key until the provider has carried it out or said
//! that it cannot be: then, after a pause, under another one.

use crate::{
    accounts::access::{self, AccessDenied, Actor},
    error_chain::error_chain,
    orders::{coupons, emails::OrderEmails, lookup, reservation},
    payments::{money_back::Promises, settlement::SettlementError},
    ports::{
        clock::IdSource,
        page::Page,
        payment_gateway::{GatewayError, NewRefund, RefundProgress},
        store::Transaction,
        store_error::{StoreError, StoreResult},
    },
    shop::Shop,
};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    id::{AuditId, OrderId, OrderKey, RefundId, UserId},
    ledger::{LedgerEntry, Movement},
    money::Money,
    orders::{Order, RefundRefused, WrongState},
    payments::{
        Refund, RefundReason, TransactionId,
        reversal::{DisputeState, Reversal},
    },
    text::RefundNote,
};
use std::{collections::BTreeSet, time::Duration};

/// For so long a refund that was carried out may still be sent back by the customer's bank.
const MAY_COME_BACK: Duration = Duration::from_hours(30 * 24);

/// Why money could not be given back.
#[derive(Debug, thiserror::Error)]
pub enum RefundError {
    /// There is no such order.
    #[error("This order does not exist.")]
    NoSuchOrder,
    /// There is no such refund.
    #[error("This refund does not exist.")]
    NoSuchRefund,
    /// There is no such payment without an order.
    #[error("This payment does not exist, or it has an order.")]
    NoSuchPayment,
    /// The customer's bank has the money and decides who gets it.
    #[error(
        "The customer disputes this payment, and their bank has the money. It cannot be given back until the bank has \
         decided."
    )]
    Disputed,
    /// The provider may still carry the refund out.
    #[error(
        "The payment provider is giving this money back. Please wait until it has failed before you send it another way."
    )]
    UnderWay,
    /// The order is in no state to be refunded.
    #[error(transparent)]
    State(#[from] WrongState),
    /// A part of the order cannot be given back.
    #[error(transparent)]
    Part(RefundRefused),
    /// Pieces that come back would be more than a part can have.
    #[error("That is more than a part can have. Give them back without putting them into stock.")]
    NoRoom,
    /// The key was used for something else.
    #[error("This Idempotency-Key was used for another refund.")]
    KeyReused,
    /// A payment that has found its order could not be settled.
    #[error(transparent)]
    Settlement(#[from] SettlementError),
    /// The provider did not do what was asked.
    #[error(transparent)]
    Gateway(#[from] GatewayError),
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<RefundRefused> for RefundError {
    fn from(refused: RefundRefused) -> Self {
        match refused {
            RefundRefused::State(state) => Self::State(state),
            part => Self::Part(part),
        }
    }
}

impl Shop {
    /// Gives back the money of a paid order that has not been shipped, and puts its pieces back
    /// on the shelf; for admins. `false` when that was done before.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn refund_order(&self, caller: UserId, id: OrderId) -> Result<bool, RefundError> {
        self.refund_if(caller, id, false).await
    }

    /// The same for one that may have been shipped, by an admin who knows it: its pieces stay away, and
    /// those that come back are counted as new stock when they arrive.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn refund_shipped_order(&self, caller: UserId, id: OrderId) -> Result<bool, RefundError> {
        self.refund_if(caller, id, true).await
    }

    async fn refund_if(&self, caller: UserId, id: OrderId, may_be_shipped: bool) -> Result<bool, RefundError> {
        let refund = self.promise_refund(Actor::Admin(caller), id, may_be_shipped).await?;
        let Some(refund) = refund else { return Ok(false) };
        self.try_refunds_of(&refund.transaction).await;
        Ok(true)
    }

    /// Writes down that all of the money of an order goes back; `None` when that was done before.
    pub(super) async fn promise_refund(
        &self,
        actor: Actor,
        id: OrderId,
        may_be_shipped: bool,
    ) -> Result<Option<Refund>, RefundError> {
        let (ids, emails, now) = (self.ids.clone(), self.order_emails(), self.now());
        let refunded = self
            .store
            .write(move |tx| {
                let actor = actor.check::<RefundError>(tx)?;
                let mut order = lookup::find(tx, &id)?.ok_or(RefundError::NoSuchOrder)?;
                if order.is_shipped() && !order.is_refunded() && !may_be_shipped {
                    return Err(WrongState::Shipped.into());
                }
                let (action, subject) = (AuditAction::RefundOrder, order.key().customer);
                let detail = Some(id.to_string());
                tx.insert_audit(&AuditEntry { id: ids.next(), actor, action, subject, detail, at: now })?;
                let refund = refund_paid(tx, &mut order, None, &*ids, &emails)?;
                if !order.is_shipped() {
                    reservation::release(tx, order.snapshot(), &order.pieces(), &*ids, now)?;
                }
                Ok(refund)
            })
            .await;
        match refunded {
            Ok(refund) => Ok(Some(refund)),
            Err(RefundError::State(WrongState::Refunded)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// All refunds, newest first; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn refunds(&self, caller: UserId, page: Page<RefundId>) -> Result<Vec<Refund>, RefundError> {
        self.store
            .read(move |tx| {
                access::require_admin::<RefundError>(tx, &caller)?;
                Ok(tx.all_refunds(&page)?)
            })
            .await
    }

    /// An admin will give the money of a refund back in another way, because the provider could not:
    /// it is not asked any more. For admins. `false` when the money had gone back before. Refused
    /// while the provider may still carry it out.
    #[tracing::instrument(level = "debug", skip_all, fields(refund = %id))]
    pub async fn close_refund(&self, caller: UserId, id: RefundId) -> Result<bool, RefundError> {
        let refund = self
            .store
            .read(move |tx| {
                access::require_admin::<RefundError>(tx, &caller)?;
                tx.refund(&id)?.ok_or(RefundError::NoSuchRefund)
            })
            .await?;
        if refund.done_at.is_some() {
            return Ok(false);
        }
        // A server is asking for it just now, or nobody knows what came of that.
        if refund.may_still_happen(self.now()) {
            return Err(RefundError::UnderWay);
        }
        match self.how_far(&refund).await? {
            Some(RefundProgress::Done) => {
                self.note(refund, RefundProgress::Done).await?;
                return Ok(false);
            }
            Some(RefundProgress::UnderWay) => return Err(RefundError::UnderWay),
            // One that has not failed is not in need of it.
            None if refund.failures == 0 => return Err(RefundError::UnderWay),
            Some(RefundProgress::Failed) | None => {}
        }
        let (audit, now): (AuditId, _) = (self.ids.next(), self.now());
        self.store
            .write(move |tx| {
                // Tried again since we asked: nobody knows what came of it.
                if !tx.update_refund(&refund, &refund.clone().done_by_hand(now))? {
                    return Err(RefundError::UnderWay);
                }
                let subject = refund.order.customer;
                let (actor, action) = (Some(caller), AuditAction::CloseRefund);
                let detail = Some(refund.order.order.to_string());
                let entry = AuditEntry { id: audit, actor, action, subject, detail, at: now };
                Ok(tx.insert_audit(&entry)?)
            })
            .await?;
        Ok(true)
    }

    /// Makes all refunds that are due. One that fails stays due and holds up no other.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn pay_refunds(&self) -> Result<(), StoreError> {
        let (now, mut page) = (self.now(), Page::first());
        loop {
            let due = self.store.read(move |tx| tx.due_refunds(now, &page)).await?;
            let Some(last) = due.last() else { return Ok(()) };
            page.after = Some(last.id);
            for refund in due {
                self.try_refund(refund).await;
            }
        }
    }

    /// The orders of refunds that were carried out lately. The provider tells when one comes back, but a
    /// shop that was away for days has not heard it.
    pub(crate) async fn refunded_lately(&self) -> StoreResult<BTreeSet<OrderKey>> {
        let (since, mut page) = (self.now().minus(MAY_COME_BACK), Page::first());
        let mut orders = BTreeSet::new();
        loop {
            let refunds = self.store.read(move |tx| tx.all_refunds(&page)).await?;
            let Some(last) = refunds.last() else { return Ok(orders) };
            page.after = Some(last.id);
            // What was due long before may have been done lately.
            let is_over = last.due_at < since.minus(MAY_COME_BACK);
            let lately = refunds.iter().filter(|refund| refund.done_at.is_some_and(|done| done >= since));
            orders.extend(lately.map(|refund| refund.order));
            if is_over {
                return Ok(orders);
            }
        }
    }

    /// Makes the refunds of one payment that are due. Best effort: they are written down, and
    /// maintenance repeats them.
    pub(crate) async fn try_refunds_of(&self, id: &TransactionId) {
        match self.refunds_of(id).await {
            Ok(refunds) => {
                for refund in refunds.into_iter().filter(|refund| refund.is_due(self.now())) {
                    self.try_refund(refund).await;
                }
            }
            Err(error) => tracing::warn!(error = error_chain(&error), "a refund will be tried again"),
        }
    }

    /// The provider has news of a payment: asks what went back of it when the news is about that, or
    /// when a refund was made: one that was carried out may have come back, and one that was under way
    /// be done.
    pub(crate) async fn follow_up_money_of(&self, id: &TransactionId, is_reversal: bool) -> Result<(), RefundError> {
        match self.order_of_transaction(id).await? {
            Some(order) if is_reversal || !self.refunds_of(id).await?.is_empty() => {
                self.follow_up_reversals(order).await
            }
            None if is_reversal => self.follow_up_unmatched(id.clone()).await,
            Some(_) | None => Ok(()),
        }
    }

    /// How far a refund has come at the provider.
    async fn how_far(&self, refund: &Refund) -> Result<Option<RefundProgress>, RefundError> {
        let (total, refunds) = self.promised(refund.order).await?;
        let promises = Promises::of(&refund.transaction, total, &refunds);
        Ok(self.money_back(&refund.transaction).await?.progress_of(refund, &promises))
    }

    /// How much came by a payment of an order, and what was promised back of all of them.
    async fn promised(&self, key: OrderKey) -> Result<(Money, Vec<Refund>), RefundError> {
        let read = move |tx: &mut dyn Transaction| -> StoreResult<_> { Ok((tx.order(&key)?, tx.refunds(&key)?)) };
        let (order, refunds) = self.store.read(read).await?;
        Ok((order.ok_or(RefundError::NoSuchOrder)?.snapshot().total, refunds))
    }

    /// The refunds of one payment, oldest first.
    async fn refunds_of(&self, id: &TransactionId) -> StoreResult<Vec<Refund>> {
        let transaction = id.clone();
        self.store
            .read(move |tx| {
                let Some(order) = tx.transaction_order(&transaction)? else { return Ok(Vec::new()) };
                let refunds = tx.refunds(&order)?.into_iter();
                Ok(refunds.filter(|refund| refund.transaction == transaction).collect())
            })
            .await
    }

    async fn try_refund(&self, refund: Refund) {
        let order = refund.order.order;
        match self.make_refund(refund).await {
            Ok(()) => {}
            Err(error) => tracing::error!(error = error_chain(&error), %order, "a refund will be tried again"),
        }
    }

    async fn make_refund(&self, refund: Refund) -> Result<(), RefundError> {
        let (total, refunds) = self.promised(refund.order).await?;
        // It may have waited for its turn, and been closed or made by others meanwhile.
        if !refunds.contains(&refund) {
            return Ok(());
        }
        let promises = Promises::of(&refund.transaction, total, &refunds);
        let before = self.money_back(&refund.transaction).await?;
        if let Some(progress @ (RefundProgress::Done | RefundProgress::UnderWay)) =
            before.progress_of(&refund, &promises)
        {
            return Ok(self.note(refund, progress).await?);
        }
        let amount = before.rest_for(&refund, &promises);
        // From here on nobody closes it by hand, and no other server asks at the same time.
        let Some(refund) = self.note_asked(refund).await? else { return Ok(()) };
        let (key, reference) = (refund.idempotency_key(amount), refund.provider_reference());
        let asked = NewRefund { transaction: refund.transaction.clone(), amount, key, refund: reference };
        match self.payments.refund(asked).await {
            Ok(()) => {
                let after = self.how_far(&refund).await?.unwrap_or(RefundProgress::UnderWay);
                Ok(self.note(refund, after).await?)
            }
            // Under this key the answer would be the same for ever, or nearly so.
            Err(error @ (GatewayError::Refused(_) | GatewayError::PoisonedKey | GatewayError::Unknown)) => {
                self.note(refund, RefundProgress::Failed).await?;
                Err(error.into())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Writes down that the provider is being asked; `None` when another caller was faster.
    async fn note_asked(&self, refund: Refund) -> StoreResult<Option<Refund>> {
        let asked = refund.clone().asked(self.now());
        if asked == refund {
            return Ok(Some(refund));
        }
        let after = asked.clone();
        let is_noted = self.store.write(move |tx| tx.update_refund(&refund, &after)).await?;
        Ok(is_noted.then_some(asked))
    }

    /// Writes down how far a refund has come.
    pub(crate) async fn note(&self, refund: Refund, progress: RefundProgress) -> StoreResult<()> {
        let (now, order) = (self.now(), refund.order.order);
        let after = match progress {
            RefundProgress::Done if refund.done_at.is_none() => refund.clone().done(now),
            RefundProgress::Failed => {
                tracing::error!(%order, failures = refund.failures, "a refund failed and will be made again later");
                refund.clone().failed(now)
            }
            RefundProgress::UnderWay if refund.asked_at.is_some() => {
                tracing::info!(%order, "a refund is under way");
                refund.clone().answered()
            }
            RefundProgress::UnderWay | RefundProgress::Done => return Ok(()),
        };
        let id = refund.id;
        let noted = self.store.write(move |tx| tx.update_refund(&refund, &after)).await?;
        // When somebody else was faster, they knew as much, unless they closed it.
        if !noted
            && progress == RefundProgress::Done
            && self.store.read(move |tx| tx.refund(&id)).await?.is_some_and(|now| now.by_hand)
        {
            tracing::error!(%order, "a refund was carried out that had been closed: the money may go back twice");
        }
        Ok(())
    }
}

/// Refunds what has not gone back of an order by itself, because an admin wants it. The pieces of one that was not
/// shipped are to be released afterwards.
pub(super) fn refund_paid(
    tx: &mut dyn Transaction,
    order: &mut Order,
    note: Option<RefundNote>,
    ids: &dyn IdSource,
    emails: &OrderEmails,
) -> Result<Refund, RefundError> {
    let (reversal, is_shipped) = (order.reversal(), order.is_shipped());
    let transaction = order.refund()?;
    if reversal.dispute == Some(DisputeState::Open) {
        return Err(RefundError::Disputed);
    }
    // What a lost dispute took is with the customer for good. From now on the whole is promised back, so
    // that only what they have on top of it is withdrawn.
    let gone = reversal.refunded.plus(reversal.withdrawn).plus(order.given_back().amount());
    let amount = order.snapshot().total.less(gone);
    order.reverse(Reversal { withdrawn: gone.less(order.snapshot().total), ..reversal });
    tx.update_order(order)?;
    let (snapshot, now) = (order.snapshot(), emails.now);
    tx.append_ledger(&LedgerEntry::about(snapshot, ids.next(), Movement::Refunded(amount), now))?;
    let refund = Refund::new(ids.next(), order.key(), transaction, amount, RefundReason::ByAdmin, now);
    let refund = Refund { note, ..refund };
    if amount == Money::ZERO {
        tx.insert_refund(&refund.clone().done(now))?;
    } else {
        tx.insert_refund(&refund)?;
        emails.send(tx, &emails.given_back(order, amount))?;
    }
    if !is_shipped {
        coupons::free(tx, order)?;
    }
    Ok(refund)
}
