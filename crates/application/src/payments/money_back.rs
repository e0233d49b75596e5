//! What the provider says went back of one payment, summed up.

use crate::{
    ports::payment_gateway::{GatewayError, ProviderDispute, ProviderRefund, RefundProgress},
    shop::Shop,
};
use autoparts_domain::{
    money::Money,
    payments::{TransactionId, reversal::DisputeState},
};

/// All refunds and disputes of one payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MoneyBack {
    /// Given back, or on its way.
    pub(crate) refunded: Money,
    /// Given back for certain.
    refunded_for_good: Money,
    /// With the customer's bank, which has not decided.
    contested: Money,
    /// With the customer's bank for good.
    pub(crate) lost: Money,
    /// The dispute that matters most.
    pub(crate) dispute: Option<DisputeState>,
    /// Whether any refund failed.
    has_failed: bool,
}

impl MoneyBack {
    pub(crate) fn of(refunds: &[ProviderRefund], disputes: &[ProviderDispute]) -> Self {
        let refunded = |wanted: &dyn Fn(RefundProgress) -> bool| {
            sum(refunds.iter().filter(|refund| wanted(refund.progress)).map(|refund| refund.amount))
        };
        let away = |state| sum(disputes.iter().filter(|dispute| dispute.state == state).map(|one| one.amount));
        Self {
            refunded: refunded(&|progress| progress != RefundProgress::Failed),
            refunded_for_good: refunded(&|progress| progress == RefundProgress::Done),
            contested: away(DisputeState::Open),
            lost: away(DisputeState::Lost),
            dispute: disputes.iter().map(|dispute| dispute.state).max(),
            has_failed: refunds.iter().any(|refund| refund.progress == RefundProgress::Failed),
        }
    }

    /// What is with the customer's bank.
    pub(crate) fn withdrawn(&self) -> Money {
        self.contested.plus(self.lost)
    }

    /// What is left to give back of a payment of which `total` came.
    pub(crate) fn rest_of(&self, total: Money) -> Money {
        total.less(self.refunded).less(self.lost)
    }

    /// How far giving back the whole of a payment has come, by however many refunds; `None` when some
    /// of it is still to be asked for. Money that a dispute took is with the customer as well, and
    /// while the bank has not decided, nothing can be given back.
    pub(crate) fn progress(&self, total: Money) -> Option<RefundProgress> {
        if self.refunded_for_good.plus(self.lost) >= total {
            Some(RefundProgress::Done)
        } else if self.refunded.plus(self.withdrawn()) >= total {
            Some(RefundProgress::UnderWay)
        } else if self.has_failed {
            Some(RefundProgress::Failed)
        } else {
            None
        }
    }
}

fn sum(amounts: impl Iterator<Item = Money>) -> Money {
    amounts.fold(Money::ZERO, Money::plus)
}

impl Shop {
    /// Asks the provider for all that went back of a payment.
    pub(crate) async fn money_back(&self, id: &TransactionId) -> Result<MoneyBack, GatewayError> {
        let refunds = self.payments.refunds(id.clone()).await?;
        let disputes = self.payments.disputes(id.clone()).await?;
        Ok(MoneyBack::of(&refunds, &disputes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(cents: i64) -> Money {
        Money::from_cents(cents).unwrap()
    }

    #[test]
    fn a_refund_is_done_when_the_sum_covers_the_payment() {
        use RefundProgress::{Done, Failed, UnderWay};
        let total = cents(100);
        for (refunds, expected, rest) in [
            (&[][..], None, 100),
            (&[(10, Done)], None, 90),
            (&[(10, Done), (90, UnderWay)], Some(UnderWay), 0),
            (&[(10, Done), (90, Done)], Some(Done), 0),
            (&[(10, Done), (90, Failed)], Some(Failed), 90),
            (&[(100, Failed), (100, Done)], Some(Done), 0),
        ] {
            let refunds: Vec<_> = refunds
                .iter()
                .map(|(amount, progress)| ProviderRefund { amount: cents(*amount), progress: *progress })
                .collect();
            let back = MoneyBack::of(&refunds, &[]);
            assert_eq!((back.progress(total), back.rest_of(total)), (expected, cents(rest)), "{refunds:?}");
        }
    }

    #[test]
    fn what_a_dispute_took_need_not_be_given_back() {
        let total = cents(100);
        for (state, expected, rest) in [
            (DisputeState::Inquiry, None, 90),
            (DisputeState::Open, Some(RefundProgress::UnderWay), 90),
            (DisputeState::Won, None, 90),
            (DisputeState::Lost, Some(RefundProgress::Done), 0),
        ] {
            let refunds = [ProviderRefund { amount: cents(10), progress: RefundProgress::Done }];
            let back = MoneyBack::of(&refunds, &[ProviderDispute { amount: cents(90), state }]);
            assert_eq!((back.progress(total), back.rest_of(total)), (expected, cents(rest)), "{state:?}");
        }
    }
}
