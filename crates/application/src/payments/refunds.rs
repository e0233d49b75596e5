//! Refunds: requests by admins, and carrying out every refund that is due.
//!
//! A refund is recorded first, in the transaction of its cause, and made at the provider afterwards. Maintenance
//! retries it under the same key until the provider has carried it out or refused it; after a refusal and a pause, it
//! continues under another key.

use crate::{
    accounts::access::{self, Actor},
    error_chain::error_chain,
    orders::{coupons, emails::OrderEmails, lookup, reservation},
    payments::{
        money_back::{MoneyBack, Promises},
        settlement::SettlementError,
    },
    ports::{
        clock::IdSource,
        page::Page,
        payment_gateway::{GatewayError, NewRefund, RefundProgress},
        store::Transaction,
        store_error::{StoreError, StoreResult},
    },
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    id::{AuditId, OrderId, OrderKey, RefundId, UserId},
    ledger::{LedgerEntry, Movement},
    money::Money,
    orders::{Order, PiecesToRefund, RefundRefused, WrongState},
    payments::{
        Refund, RefundReason, TransactionId,
        reversal::{DisputeState, Reversal},
    },
    quantity::Quantity,
    text::RefundNote,
};
use std::{collections::BTreeSet, time::Duration};

/// How long the customer's bank may still return a refund that was carried out.
const MAY_COME_BACK: Duration = Duration::from_hours(30 * 24);

/// Why a refund failed.
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
    /// The customer's bank has withdrawn the money and has not decided the dispute.
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
    /// The order cannot be refunded in its state.
    #[error(transparent)]
    State(#[from] WrongState),
    /// The partial refund is not possible.
    #[error(transparent)]
    Part(RefundRefused),
    /// Restocking the returned pieces would exceed the stock limit of a part.
    #[error("Restocking would exceed the stock limit. Refund without restocking.")]
    NoRoom,
    /// The key was used for something else.
    #[error("This Idempotency-Key was used for another refund.")]
    KeyReused,
    /// The payment belongs to an order after all, and could not be settled.
    #[error(transparent)]
    Settlement(#[from] SettlementError),
    /// The provider failed or refused.
    #[error(transparent)]
    Gateway(#[from] GatewayError),
}

impl Refusal for RefundError {}

/// The result of a use case that can fail with [`RefundError`].
pub type RefundResult<T> = Result<T, UseCaseError<RefundError>>;

impl From<RefundRefused> for RefundError {
    fn from(refused: RefundRefused) -> Self {
        match refused {
            RefundRefused::State(state) => Self::State(state),
            part => Self::Part(part),
        }
    }
}

impl Shop {
    /// Refunds a paid order that has not been shipped, and returns its pieces to stock; for admins. `false` if this was
    /// done before.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn refund_order(&self, caller: UserId, id: OrderId) -> RefundResult<bool> {
        self.refund_if(caller, id, false).await
    }

    /// Refunds a paid order that may have been shipped, with the admin's explicit consent. The pieces of a shipped
    /// order are not returned to stock; count them as new stock when they arrive.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn refund_shipped_order(&self, caller: UserId, id: OrderId) -> RefundResult<bool> {
        self.refund_if(caller, id, true).await
    }

    async fn refund_if(&self, caller: UserId, id: OrderId, may_be_shipped: bool) -> RefundResult<bool> {
        let refund = self.promise_refund(Actor::Admin(caller), id, may_be_shipped).await?;
        let Some(refund) = refund else { return Ok(false) };
        self.try_refunds_of(&refund.transaction).await;
        Ok(true)
    }

    /// Records a refund of all the money of an order; `None` if this was done before.
    pub(super) async fn promise_refund(
        &self,
        actor: Actor,
        id: OrderId,
        may_be_shipped: bool,
    ) -> RefundResult<Option<Refund>> {
        let ids = self.ids.clone();
        let emails = self.order_emails();
        let now = emails.now;
        let refunded = self
            .store
            .write(move |tx| {
                let actor = actor.check(tx)?;
                let mut order = lookup::find(tx, &id)?.ok_or(RefundError::NoSuchOrder)?;
                if order.is_shipped() && !order.is_refunded() && !may_be_shipped {
                    return Err(WrongState::Shipped.into());
                }
                let action = AuditAction::RefundOrder;
                let subject = order.key().customer;
                let detail = Some(id.to_string());
                tx.insert_audit(&AuditEntry { id: ids.next(), actor, action, subject, detail, at: now })?;
                let refund = refund_paid(tx, &mut order, PiecesToRefund::default(), None, &*ids, &emails)?;
                if !order.is_shipped() {
                    reservation::release(tx, order.snapshot(), &order.pieces(), &*ids, now)?;
                }
                Ok(refund)
            })
            .await;
        match refunded {
            Ok(refund) => Ok(Some(refund)),
            Err(UseCaseError::Refused(RefundError::State(WrongState::Refunded))) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns all refunds, newest first; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn refunds(&self, caller: UserId, page: Page<RefundId>) -> RefundResult<Vec<Refund>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(tx.all_refunds(&page)?)
            })
            .await
    }

    /// Closes a refund that the provider could not carry out, because the admin refunds the money in another way: the
    /// provider is no longer asked. For admins. `false` if the money had already been refunded. Refused while the
    /// provider may still carry it out.
    #[tracing::instrument(level = "debug", skip_all, fields(refund = %id))]
    pub async fn close_refund(&self, caller: UserId, id: RefundId) -> RefundResult<bool> {
        let refund = self
            .store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok::<_, UseCaseError<_>>(tx.refund(&id)?.ok_or(RefundError::NoSuchRefund)?)
            })
            .await?;
        if refund.done_at.is_some() {
            return Ok(false);
        }
        // A server is requesting it right now, or the result of a request is unknown.
        if refund.may_still_happen(self.now()) {
            return Err(RefundError::UnderWay.into());
        }
        match self.how_far(&refund).await? {
            Some(RefundProgress::Done) => {
                self.note(refund, RefundProgress::Done).await?;
                return Ok(false);
            }
            Some(RefundProgress::UnderWay) => return Err(RefundError::UnderWay.into()),
            // A refund that has not failed does not need to be closed.
            None if refund.failures == 0 => return Err(RefundError::UnderWay.into()),
            Some(RefundProgress::Failed) | None => {}
        }
        let (audit, now): (AuditId, _) = (self.ids.next(), self.now());
        self.store
            .write(move |tx| {
                // It was tried again in the meantime, with an unknown result.
                if !tx.update_refund(&refund, &refund.clone().done_by_hand(now))? {
                    return Err(RefundError::UnderWay.into());
                }
                let subject = refund.order.customer;
                let actor = Some(caller);
                let action = AuditAction::CloseRefund;
                let detail = Some(refund.order.order.to_string());
                let entry = AuditEntry { id: audit, actor, action, subject, detail, at: now };
                Ok::<_, UseCaseError<_>>(tx.insert_audit(&entry)?)
            })
            .await?;
        Ok(true)
    }

    /// Makes all refunds that are due. A failed one stays due and does not block the others.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn pay_refunds(&self) -> Result<(), StoreError> {
        let now = self.now();
        let mut page = Page::first();
        loop {
            let due = self.store.read(move |tx| tx.due_refunds(now, &page)).await?;
            let Some(last) = due.last() else { return Ok(()) };
            page.after = Some(last.id);
            for refund in due {
                self.try_refund(refund).await;
            }
        }
    }

    /// The orders of refunds that were carried out recently. The provider reports returned refunds, but a shop that was
    /// down for days has missed the message.
    pub(crate) async fn refunded_lately(&self) -> StoreResult<BTreeSet<OrderKey>> {
        let since = self.now().minus(MAY_COME_BACK);
        let mut page = Page::first();
        let mut orders = BTreeSet::new();
        loop {
            let refunds = self.store.read(move |tx| tx.all_refunds(&page)).await?;
            let Some(last) = refunds.last() else { return Ok(orders) };
            page.after = Some(last.id);
            // A refund that was due long ago may have been carried out recently.
            let is_over = last.due_at < since.minus(MAY_COME_BACK);
            let recently = refunds.iter().filter(|refund| refund.done_at.is_some_and(|done| done >= since));
            orders.extend(recently.map(|refund| refund.order));
            if is_over {
                return Ok(orders);
            }
        }
    }

    /// Makes the due refunds of one payment. Best effort: maintenance retries them.
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

    /// Handles a provider's message about a payment: updates its refunds if the message is about a reversal, or if the
    /// payment has any refund. A refund that was carried out may have been returned, and one under way may be done.
    pub(crate) async fn follow_up_money_of(&self, id: &TransactionId, is_reversal: bool) -> RefundResult<()> {
        match self.order_of_transaction(id).await? {
            Some(order) if is_reversal || !self.refunds_of(id).await?.is_empty() => {
                self.follow_up_reversals(order).await
            }
            None if is_reversal => self.follow_up_unmatched(id.clone()).await,
            Some(_) | None => Ok(()),
        }
    }

    /// Loads all refunds and disputes of a payment from the provider.
    pub(crate) async fn money_back(&self, id: &TransactionId) -> RefundResult<MoneyBack> {
        let gateway = self.gateway_for(id).await??;
        let refunds = gateway.refunds(id.clone()).await?;
        let disputes = gateway.disputes(id.clone()).await?;
        Ok(MoneyBack::of(refunds, &disputes))
    }

    /// The progress of a refund at the provider.
    async fn how_far(&self, refund: &Refund) -> RefundResult<Option<RefundProgress>> {
        let (total, refunds) = self.promised(refund.order).await?;
        let promises = Promises::of(&refund.transaction, total, &refunds);
        Ok(self.money_back(&refund.transaction).await?.progress_of(refund, &promises))
    }

    /// The amount of an order's payment, and all refunds promised for the order.
    async fn promised(&self, key: OrderKey) -> RefundResult<(Money, Vec<Refund>)> {
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

    async fn make_refund(&self, refund: Refund) -> RefundResult<()> {
        let (total, refunds) = self.promised(refund.order).await?;
        // While it waited, it may have been closed, or made by another server.
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
        // From here on it cannot be closed manually, and no other server requests it concurrently.
        let Some(refund) = self.note_asked(refund).await? else { return Ok(()) };
        let key = refund.idempotency_key(amount);
        let reference = refund.provider_reference();
        let asked = NewRefund { transaction: refund.transaction.clone(), amount, key, refund: reference };
        match self.gateway_for(&asked.transaction).await??.refund(asked).await {
            Ok(()) => {
                let after = self.how_far(&refund).await?.unwrap_or(RefundProgress::UnderWay);
                Ok(self.note(refund, after).await?)
            }
            // Under this key the provider would repeat this response forever, or nearly so.
            Err(error @ (GatewayError::Refused(_) | GatewayError::PoisonedKey | GatewayError::Unknown)) => {
                self.note(refund, RefundProgress::Failed).await?;
                Err(error.into())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Records that the provider is being asked; `None` if another caller was faster.
    async fn note_asked(&self, refund: Refund) -> StoreResult<Option<Refund>> {
        let asked = refund.clone().asked(self.now());
        if asked == refund {
            return Ok(Some(refund));
        }
        let after = asked.clone();
        let is_noted = self.store.write(move |tx| tx.update_refund(&refund, &after)).await?;
        Ok(is_noted.then_some(asked))
    }

    /// Records the progress of a refund.
    pub(crate) async fn note(&self, refund: Refund, progress: RefundProgress) -> StoreResult<()> {
        let now = self.now();
        let order = refund.order.order;
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
        // If another caller was faster, it knew as much, unless it closed the refund.
        if !noted
            && progress == RefundProgress::Done
            && self.store.read(move |tx| tx.refund(&id)).await?.is_some_and(|now| now.by_hand)
        {
            tracing::error!(%order, "a refund was carried out that had been closed: the money may go back twice");
        }
        Ok(())
    }
}

/// Records a refund of everything that has not been refunded; `taken` are the pieces that an admin chose, if any. The
/// caller then releases the pieces of an order that was not shipped.
pub(super) fn refund_paid(
    tx: &mut dyn Transaction,
    order: &mut Order,
    taken: PiecesToRefund,
    note: Option<RefundNote>,
    ids: &dyn IdSource,
    emails: &OrderEmails,
) -> RefundResult<Refund> {
    let reversal = order.reversal();
    let is_shipped = order.is_shipped();
    // If it was not shipped, the refund is for every piece that is left, whatever was asked for.
    let kept = order.kept().filter_map(|(line, _, pieces)| Some((line, Quantity::new(pieces).ok()?))).collect();
    let taken = if is_shipped { taken } else { PiecesToRefund { pieces: kept, ..PiecesToRefund::default() } };
    let transaction = order.refund()?;
    if reversal.dispute == Some(DisputeState::Open) {
        return Err(RefundError::Disputed.into());
    }
    // The customer keeps what a lost dispute took. From now on the whole payment is promised as refunded, so only the
    // excess counts as withdrawn.
    let gone = reversal.refunded.plus(reversal.withdrawn).plus(order.partial_refunds().amount());
    let amount = order.snapshot().total.less(gone);
    order.reverse(Reversal { withdrawn: gone.less(order.snapshot().total), ..reversal });
    tx.update_order(order)?;
    let snapshot = order.snapshot();
    let now = emails.now;
    tx.append_ledger(&[LedgerEntry::about(snapshot, ids.next(), Movement::Refunded(amount), now)])?;
    let refund = Refund::new(ids.next(), order.key(), transaction, amount, RefundReason::ByAdmin, now);
    let refund = Refund { taken, note, ..refund };
    if amount == Money::ZERO {
        tx.insert_refund(&refund.clone().done(now))?;
    } else {
        tx.insert_refund(&refund)?;
        emails.send(tx, &emails.refunded(order, amount))?;
    }
    if !is_shipped {
        coupons::free(tx, order)?;
    }
    Ok(refund)
}
