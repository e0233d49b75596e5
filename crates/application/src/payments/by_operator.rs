//! Refunds by the operator of the server, under the same rules as refunds by admins.

use super::{
    partial_refunds::{RefundPart, RefundScope},
    refunds::RefundResult,
};
use crate::{accounts::access::Actor, ports::store_error::StoreResult, shop::Shop};
use autoparts_domain::{
    id::{OrderId, RefundId},
    money::RefundAmount,
    payments::Refund,
};

/// What the operator refunds of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OperatorRefund {
    /// Everything that has not been refunded.
    Whole {
        /// Refund even if the order was shipped; its pieces are not returned to stock.
        even_shipped: bool,
    },
    /// An amount, without pieces.
    Amount {
        /// The amount.
        amount: RefundAmount,
        /// Part of the idempotency key: the same amount of an order is refunded once per word.
        word: String,
    },
}

impl Shop {
    /// Records a refund of an order, requested by the operator of the server. Returns the refund, and whether it is
    /// new. Idempotent; repeating the refund of a whole order returns no refund. Does not call the payment provider:
    /// [`Shop::carry_out_refund`] or the server's maintenance does.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn refund_as_operator(&self, id: OrderId, what: OperatorRefund) -> RefundResult<(Option<Refund>, bool)> {
        match what {
            OperatorRefund::Whole { even_shipped } => {
                let refund = self.promise_refund(Actor::Operator, id, even_shipped).await?;
                let is_new = refund.is_some();
                Ok((refund, is_new))
            }
            OperatorRefund::Amount { amount, word } => {
                let idempotency_key = Some(format!("operator/{id}/{}/{word}", amount.amount()));
                let command = RefundPart { what: RefundScope::Amount(amount), note: None, idempotency_key };
                let (refund, is_new) = self.promise_part(Actor::Operator, id, command).await?;
                Ok((Some(refund), is_new))
            }
        }
    }

    /// Makes a recorded refund at the payment provider, if it is due, and returns its new state. Maintenance retries a
    /// failed refund.
    #[tracing::instrument(level = "debug", skip_all, fields(refund = %refund.id))]
    pub async fn carry_out_refund(&self, refund: &Refund) -> StoreResult<Option<Refund>> {
        self.try_refunds_of(&refund.transaction).await;
        let id: RefundId = refund.id;
        self.store.read(move |tx| tx.refund(&id)).await
    }
}
