//! Giving money back: at the wish of an admin, and carrying out every refund that is due.
//!
//! A refund is written down first, in the transaction of its cause, and made at the provider
//! afterwards; upkeep repeats it under the same key until the provider has carried it out.

use crate::{
    access,
    causes::causes,
    order_letters::OrderLetter,
    ordering,
    paying::PayingError,
    ports::{
        clock::IdSource,
        gateway::RefundProgress,
        page::Page,
        store::{StoreError, StoreResult, Transaction},
    },
    shop::Shop,
};
use autoparts_domain::{
    id::{OrderId, UserId},
    ledger::{LedgerEntry, Movement},
    order::{Order, WrongState},
    payment::{Refund, RefundReason, TransactionId},
};

impl Shop {
    /// Gives back the money of a paid order that has not been shipped, and puts its pieces back
    /// on the shelf; for admins. `false` when that was done before.
    pub async fn refund_order(&self, caller: UserId, id: OrderId) -> Result<bool, PayingError> {
        let (ids, letter) = (self.ids.clone(), self.order_letter());
        let refunded = self
            .store
            .write(move |tx| {
                access::admin::<PayingError>(tx, &caller)?;
                let order = ordering::find(tx, &id)?.ok_or(PayingError::NoSuchOrder)?;
                give_back(tx, order, &*ids, &letter)
            })
            .await;
        match refunded {
            Ok(transaction) => {
                self.try_refund_of(&transaction).await;
                Ok(true)
            }
            Err(PayingError::State(WrongState::Refunded)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Makes all refunds that are due. One that fails stays due and holds up no other.
    pub async fn pay_refunds(&self) -> Result<(), StoreError> {
        let mut page = Page::first();
        loop {
            let due = self.store.read(move |tx| tx.due_refunds(&page)).await?;
            let Some(last) = due.last() else { return Ok(()) };
            page.after = Some(last.id);
            for refund in due {
                self.try_refund(refund).await;
            }
        }
    }

    /// Makes the refund of one payment, if it is due. Best effort: it is written down, and upkeep
    /// repeats it.
    pub(crate) async fn try_refund_of(&self, id: &TransactionId) {
        let transaction = id.clone();
        let due = self.store.read(move |tx| -> StoreResult<_> {
            let Some(order) = tx.transaction_order(&transaction)? else { return Ok(None) };
            let of_order = tx.refunds(&order)?;
            Ok(of_order.into_iter().find(|refund| refund.transaction == transaction && refund.done_at.is_none()))
        });
        match due.await {
            Ok(Some(refund)) => self.try_refund(refund).await,
            Ok(None) => {}
            Err(error) => tracing::warn!(error = causes(&error), "a refund will be tried again"),
        }
    }

    async fn try_refund(&self, refund: Refund) {
        let order = refund.order.order;
        match self.make_refund(refund).await {
            Ok(RefundProgress::Done) => {}
            Ok(RefundProgress::UnderWay) => tracing::info!(%order, "a refund is under way"),
            Err(error) => tracing::error!(error = causes(&error), %order, "a refund will be tried again"),
        }
    }

    async fn make_refund(&self, refund: Refund) -> Result<RefundProgress, PayingError> {
        let progress = self.payments.refund(refund.transaction.clone(), refund.idempotency_key()).await?;
        if progress == RefundProgress::Done {
            let now = self.now();
            self.store.write(move |tx| tx.mark_refund_done(&refund, now)).await?;
        }
        Ok(progress)
    }
}

/// The transaction of a refund that an admin wants.
fn give_back(
    tx: &mut dyn Transaction,
    mut order: Order,
    ids: &dyn IdSource,
    letter: &OrderLetter,
) -> Result<TransactionId, PayingError> {
    let transaction = order.refund()?;
    tx.update_order(&order)?;
    let (facts, now) = (order.facts(), letter.now);
    for movement in [Movement::Refunded(facts.total), Movement::Released(facts.quantity)] {
        tx.append_ledger(&LedgerEntry::about(facts, ids.next(), movement, now))?;
    }
    tx.insert_refund(&Refund {
        id: ids.next(),
        order: order.key(),
        transaction: transaction.clone(),
        amount: facts.total,
        reason: RefundReason::ByAdmin,
        due_at: now,
        done_at: None,
    })?;
    tx.insert_mail(&letter.refunded(facts, RefundReason::ByAdmin))?;
    tx.return_stock(&facts.part, facts.quantity)?;
    Ok(transaction)
}
