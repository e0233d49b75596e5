//! Giving money back at the wish of the operator of the server, under the rules that hold for admins.

use super::{
    partial_refunds::{GiveBack, RefundPart},
    refunds::RefundError,
};
use crate::{accounts::access::Actor, ports::store_error::StoreResult, shop::Shop};
use autoparts_domain::{
    id::{OrderId, RefundId},
    money::RefundAmount,
    payments::Refund,
};

/// What the operator gives back of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OperatorRefund {
    /// All that has not gone back.
    Whole {
        /// Although it was shipped: its pieces stay away.
        even_shipped: bool,
    },
    /// An amount, and no pieces.
    Amount {
        /// How much.
        amount: RefundAmount,
        /// The same amount of an order goes back once under one word, however often the operator asks.
        word: String,
    },
}

impl Shop {
    /// Writes down that money of an order goes back, because the operator of the server wants it. Safe to repeat: the
    /// second answer is `false`, with no refund when the whole order was refunded before. Nothing is asked of the
    /// payment provider: [`Shop::carry_out_refund`] does that, or the server's maintenance.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn refund_as_operator(
        &self,
        id: OrderId,
        what: OperatorRefund,
    ) -> Result<(Option<Refund>, bool), RefundError> {
        match what {
            OperatorRefund::Whole { even_shipped } => {
                let refund = self.promise_refund(Actor::Operator, id, even_shipped).await?;
                let is_new = refund.is_some();
                Ok((refund, is_new))
            }
            OperatorRefund::Amount { amount, word } => {
                let idempotency_key = Some(format!("operator/{id}/{}/{word}", amount.amount()));
                let command = RefundPart { what: GiveBack::Amount(amount), note: None, idempotency_key };
                let (refund, is_new) = self.promise_part(Actor::Operator, id, command).await?;
                Ok((Some(refund), is_new))
            }
        }
    }

    /// Asks the payment provider to make a refund that was written down, if it is due. Answers the refund as it stands
    /// then: one that could not be made is tried again by maintenance.
    #[tracing::instrument(level = "debug", skip_all, fields(refund = %refund.id))]
    pub async fn carry_out_refund(&self, refund: &Refund) -> StoreResult<Option<Refund>> {
        self.try_refunds_of(&refund.transaction).await;
        let id: RefundId = refund.id;
        self.store.read(move |tx| tx.refund(&id)).await
    }
}
