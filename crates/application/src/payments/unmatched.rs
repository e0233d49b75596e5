//! Payments made for this shop that have no order, because the order was placed after the backup from which the shop
//! was restored. They are detected and listed; an admin decides which to refund.

use crate::{
    accounts::access,
    error_chain::error_chain,
    payments::{
        money_back::MoneyBack,
        refunds::{RefundError, RefundResult},
    },
    ports::{
        page::Page,
        payment_gateway::{GatewayError, NewRefund, RefundProgress},
        store_error::StoreResult,
    },
    shop::Shop,
    use_case_error::UseCaseError,
};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    id::{AuditId, UserId},
    payments::{TransactionId, unmatched::UnmatchedPayment},
};

impl Shop {
    /// Returns the payments without an order that await an admin or are being refunded; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn unmatched_payments(
        &self,
        caller: UserId,
        page: Page<TransactionId>,
    ) -> RefundResult<Vec<UnmatchedPayment>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(tx.open_unmatched(&page)?)
            })
            .await
    }

    /// Approves the refund of a payment without an order; for admins. `false` if it was already approved or refunded.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn refund_unmatched(&self, caller: UserId, id: TransactionId) -> RefundResult<bool> {
        let (audit, now): (AuditId, _) = (self.ids.next(), self.now());
        let confirmed = self
            .store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let found = tx.unmatched(&id)?.ok_or(RefundError::NoSuchPayment)?;
                if found.confirmed_at.is_some() || found.closed_at.is_some() {
                    return Ok::<_, UseCaseError<_>>(None);
                }
                let confirmed = found.clone().confirmed(now);
                if !tx.update_unmatched(&found, &confirmed)? {
                    return Err(tx.conflict().into());
                }
                let action = AuditAction::RefundUnmatched;
                let detail = Some(id.to_string());
                let actor = Some(caller);
                tx.insert_audit(&AuditEntry { id: audit, actor, action, subject: caller, detail, at: now })?;
                Ok(Some(confirmed))
            })
            .await?;
        let Some(confirmed) = confirmed else { return Ok(false) };
        self.try_unmatched(confirmed).await;
        Ok(true)
    }

    /// Refunds what admins have approved. A failed refund does not block the others.
    pub(crate) async fn pay_unmatched(&self) -> StoreResult<()> {
        let now = self.now();
        for payment in self.all_unmatched().await?.into_iter().filter(|payment| payment.is_due(now)) {
            self.try_unmatched(payment).await;
        }
        Ok(())
    }

    /// Checks whether payments without an order have been refunded in the provider's dashboard, or belong to a restored
    /// order.
    pub(crate) async fn recheck_unmatched(&self) -> StoreResult<()> {
        for payment in self.all_unmatched().await? {
            if let Err(error) = self.recheck(&payment).await {
                let transaction = &payment.transaction;
                tracing::warn!(error = error_chain(&error), %transaction, "a payment without an order will be checked again");
            }
        }
        Ok(())
    }

    /// Checks one payment, if it has no order: the provider has reported a reversal of it.
    pub(crate) async fn follow_up_unmatched(&self, id: TransactionId) -> RefundResult<()> {
        let found = self.store.read(move |tx| tx.unmatched(&id)).await?;
        match found.filter(|found| found.closed_at.is_none()) {
            Some(found) => self.recheck(&found).await.map(drop),
            None => Ok(()),
        }
    }

    async fn all_unmatched(&self) -> StoreResult<Vec<UnmatchedPayment>> {
        let mut all = Vec::new();
        let mut page = Page::first();
        loop {
            let asked = page.clone();
            let some = self.store.read(move |tx| tx.open_unmatched(&asked)).await?;
            let Some(last) = some.last() else { return Ok(all) };
            page.after = Some(last.transaction.clone());
            all.extend(some);
        }
    }

    async fn try_unmatched(&self, payment: UnmatchedPayment) {
        let transaction = payment.transaction.clone();
        if let Err(error) = self.refund(payment).await {
            tracing::error!(error = error_chain(&error), %transaction, "a payment without an order will be refunded later");
        }
    }

    async fn refund(&self, payment: UnmatchedPayment) -> RefundResult<()> {
        let Some(back) = self.recheck(&payment).await? else { return Ok(()) };
        if back.progress(payment.amount) == Some(RefundProgress::UnderWay) {
            return Ok(());
        }
        let rest = back.rest_of(payment.amount);
        let key = payment.idempotency_key(rest);
        let refund = NewRefund { transaction: payment.transaction.clone(), amount: rest, key, refund: None };
        match self.payments.refund(refund).await {
            Ok(()) => self.recheck(&payment).await.map(drop),
            // Under this key the provider would repeat this response forever, or nearly so.
            Err(error @ (GatewayError::Refused(_) | GatewayError::PoisonedKey | GatewayError::Unknown)) => {
                let failed = payment.clone().failed(self.now());
                self.store.write(move |tx| tx.update_unmatched(&payment, &failed)).await?;
                Err(error.into())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Loads the reversals of a payment. `None`, after closing it, if all of it was refunded or its order is known
    /// again.
    async fn recheck(&self, payment: &UnmatchedPayment) -> RefundResult<Option<MoneyBack>> {
        let order = payment.order;
        if self.store.read(move |tx| tx.order_owner(&order)).await?.is_some() {
            self.settle_by_id(payment.transaction.clone(), None).await.map_err(UseCaseError::embed)?;
        } else {
            let back = self.money_back(&payment.transaction).await?;
            if back.progress(payment.amount) != Some(RefundProgress::Done) {
                return Ok(Some(back));
            }
        }
        let before = payment.clone();
        let after = payment.clone().closed(self.now());
        self.store.write(move |tx| tx.update_unmatched(&before, &after)).await?;
        Ok(None)
    }
}
