//! Compares the refunds and disputes that the provider reports for one payment with the refunds that the shop promised.

use crate::ports::payment_gateway::{ProviderDispute, ProviderRefund, RefundProgress};
use autoparts_domain::{
    money::Money,
    payments::{Refund, TransactionId, reversal::DisputeState},
};

/// The amount of one payment, and the refunds that the shop promised for it.
#[derive(Debug, Clone)]
pub(crate) struct Promises<'a> {
    total: Money,
    refunds: Vec<&'a Refund>,
}

impl<'a> Promises<'a> {
    /// The promises for a payment of `total`, selected from the refunds of its order.
    pub(crate) fn of(transaction: &TransactionId, total: Money, refunds: &'a [Refund]) -> Self {
        Self { total, refunds: refunds.iter().filter(|refund| refund.transaction == *transaction).collect() }
    }

    /// Whether a refund of the whole payment was promised.
    pub(crate) fn is_whole(&self) -> bool {
        self.refunds.iter().any(|refund| refund.is_whole())
    }

    fn parts(&self) -> impl Iterator<Item = &Refund> {
        self.refunds.iter().copied().filter(|refund| !refund.is_whole())
    }

    /// Whether a refund at the provider belongs to a promised partial refund.
    fn is_part(&self, made: &ProviderRefund) -> bool {
        made.refund.is_some_and(|id| self.parts().any(|part| part.id == id))
    }

    /// Whether a refund at the provider belongs to any promise.
    fn is_named(&self, made: &ProviderRefund) -> bool {
        made.refund.is_some_and(|id| self.refunds.iter().any(|refund| refund.id == id))
    }
}

/// All refunds and disputes of one payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MoneyBack {
    refunds: Vec<ProviderRefund>,
    /// In open disputes: withdrawn by the customer's bank, which has not decided.
    contested: Money,
    /// In lost disputes: final.
    pub(crate) lost: Money,
    /// The most severe state of its disputes; `None` if there are none.
    pub(crate) dispute: Option<DisputeState>,
}

impl MoneyBack {
    pub(crate) fn of(refunds: Vec<ProviderRefund>, disputes: &[ProviderDispute]) -> Self {
        let away = |state| sum(disputes.iter().filter(|dispute| dispute.state == state).map(|one| one.amount));
        Self {
            refunds,
            contested: away(DisputeState::Open),
            lost: away(DisputeState::Lost),
            dispute: disputes.iter().map(|dispute| dispute.state).max(),
        }
    }

    fn sum_of(&self, wanted: impl Fn(&ProviderRefund) -> bool) -> Money {
        sum(self.refunds.iter().filter(|made| wanted(made)).map(|made| made.amount))
    }

    /// Refunded, or being refunded.
    pub(crate) fn refunded(&self) -> Money {
        self.sum_of(is_on_its_way)
    }

    /// Refunded, or being refunded, without being a partial refund that the shop promised.
    pub(crate) fn elsewhere(&self, promises: &Promises<'_>) -> Money {
        self.of_no_part(promises, is_on_its_way)
    }

    /// Sums the refunds selected by `wanted` that belong to no promised partial refund. A partial refund closed as
    /// manual may have been sent from the provider's dashboard without its id: up to its amount, unnamed refunds count
    /// as that refund.
    fn of_no_part(&self, promises: &Promises<'_>, wanted: impl Fn(&ProviderRefund) -> bool) -> Money {
        let whole = self.sum_of(|made| wanted(made) && promises.is_named(made) && !promises.is_part(made));
        let other = self.sum_of(|made| wanted(made) && !promises.is_named(made));
        let closed = promises.parts().filter(|part| part.by_hand);
        whole.plus(other.less(sum(closed.map(|part| self.still_to_send(part)))))
    }

    /// The amount of a partial refund that the provider is not sending under its id.
    fn still_to_send(&self, part: &Refund) -> Money {
        part.amount.less(self.sum_of(|made| is_on_its_way(made) && made.refund == Some(part.id)))
    }

    /// The amount in open and lost disputes.
    pub(crate) fn withdrawn(&self) -> Money {
        self.contested.plus(self.lost)
    }

    /// The amount of a payment of `total` that can still be refunded.
    pub(crate) fn rest_of(&self, total: Money) -> Money {
        total.less(self.refunded()).less(self.lost)
    }

    /// The amount still to be requested from the provider for one promise. For a partial refund this is its amount, for
    /// a whole one the amount not promised in parts. Never more than can still be refunded.
    pub(crate) fn rest_for(&self, refund: &Refund, promises: &Promises<'_>) -> Money {
        let asked = Asked::of(refund, promises, self);
        asked.target.less(asked.own(self, is_on_its_way)).min(self.rest_of(promises.total))
    }

    /// The progress of one promise; `None` if part of it still has to be requested. Once the customer has the whole
    /// payment back, all promises are done.
    pub(crate) fn progress_of(&self, refund: &Refund, promises: &Promises<'_>) -> Option<RefundProgress> {
        let asked = Asked::of(refund, promises, self);
        // Disputes count towards a refund of the whole payment, not towards a partial one.
        let contested = if refund.is_whole() { self.contested } else { Money::ZERO };
        let all = self.progress(promises.total);
        if asked.own(self, is_done) >= asked.target || all == Some(RefundProgress::Done) {
            Some(RefundProgress::Done)
        } else if asked.own(self, is_on_its_way).plus(contested) >= asked.target
            || all == Some(RefundProgress::UnderWay)
        {
            Some(RefundProgress::UnderWay)
        } else if self.has_failed() {
            // Any failed refund counts: it may be the one that covered this promise.
            Some(RefundProgress::Failed)
        } else {
            None
        }
    }

    fn has_failed(&self) -> bool {
        self.refunds.iter().any(|made| made.progress == RefundProgress::Failed)
    }

    /// The amount of promised partial refunds that the provider is not sending yet.
    pub(crate) fn parts_to_do(&self, promises: &Promises<'_>) -> Money {
        let open = promises.parts().filter(|part| !part.by_hand);
        sum(open.map(|part| self.still_to_send(part)))
    }

    /// The progress of refunding the whole payment, over all its refunds; `None` if part of it still has to be
    /// requested. Money in disputes counts as returned to the customer; while a dispute is open, it cannot be refunded.
    pub(crate) fn progress(&self, total: Money) -> Option<RefundProgress> {
        if self.sum_of(is_done).plus(self.lost) >= total {
            Some(RefundProgress::Done)
        } else if self.refunded().plus(self.withdrawn()) >= total {
            Some(RefundProgress::UnderWay)
        } else if self.has_failed() {
            Some(RefundProgress::Failed)
        } else {
            None
        }
    }
}

/// What one promise requires from the provider.
struct Asked<'a> {
    refund: &'a Refund,
    promises: &'a Promises<'a>,
    target: Money,
}

impl<'a> Asked<'a> {
    fn of(refund: &'a Refund, promises: &'a Promises<'a>, back: &MoneyBack) -> Self {
        let target = if refund.is_whole() {
            let parts = sum(promises.parts().map(|part| part.amount));
            promises.total.less(parts).less(back.lost)
        } else {
            refund.amount
        };
        Self { refund, promises, target }
    }

    /// Sums the provider's refunds, selected by `wanted`, that count for this promise: for a partial refund those that
    /// name it, for a whole one all that belong to no partial refund, regardless of who made them.
    fn own(&self, back: &MoneyBack, wanted: impl Fn(&ProviderRefund) -> bool) -> Money {
        if self.refund.is_whole() {
            back.of_no_part(self.promises, wanted)
        } else {
            back.sum_of(|made| made.refund == Some(self.refund.id) && wanted(made))
        }
    }
}

fn is_on_its_way(made: &ProviderRefund) -> bool {
    made.progress != RefundProgress::Failed
}

fn is_done(made: &ProviderRefund) -> bool {
    made.progress == RefundProgress::Done
}

fn sum(amounts: impl Iterator<Item = Money>) -> Money {
    amounts.fold(Money::ZERO, Money::plus)
}

#[cfg(test)]
mod tests {
    use super::*;
    use RefundProgress::{Done, Failed, UnderWay};
    use autoparts_domain::{
        id::{OrderKey, RefundId},
        payments::RefundReason,
    };
    use autoparts_testing::{clock::NEW_YEAR, samples};
    use uuid::Uuid;

    fn cents(cents: i64) -> Money {
        Money::from_cents(cents).unwrap()
    }

    fn made(refunds: &[(i64, RefundProgress)]) -> Vec<ProviderRefund> {
        let made = |(amount, progress): &(i64, _)| ProviderRefund {
            refund: None,
            amount: cents(*amount),
            progress: *progress,
        };
        refunds.iter().map(made).collect()
    }

    #[test]
    fn a_refund_is_done_when_the_sum_covers_the_payment() {
        let total = cents(100);
        for (refunds, expected, rest) in [
            (&[][..], None, 100),
            (&[(10, Done)], None, 90),
            (&[(10, Done), (90, UnderWay)], Some(UnderWay), 0),
            (&[(10, Done), (90, Done)], Some(Done), 0),
            (&[(10, Done), (90, Failed)], Some(Failed), 90),
            (&[(100, Failed), (100, Done)], Some(Done), 0),
        ] {
            let back = MoneyBack::of(made(refunds), &[]);
            assert_eq!((back.progress(total), back.rest_of(total)), (expected, cents(rest)), "{refunds:?}");
        }
    }

    #[test]
    fn money_lost_to_a_dispute_is_not_refunded() {
        let total = cents(100);
        for (state, expected, rest) in [
            (DisputeState::Inquiry, None, 90),
            (DisputeState::Open, Some(RefundProgress::UnderWay), 90),
            (DisputeState::Won, None, 90),
            (DisputeState::Lost, Some(RefundProgress::Done), 0),
        ] {
            let back = MoneyBack::of(made(&[(10, Done)]), &[ProviderDispute { amount: cents(90), state }]);
            assert_eq!((back.progress(total), back.rest_of(total)), (expected, cents(rest)), "{state:?}");
        }
    }

    /// Of 100 cents, 20 and 30 are promised as partial refunds, then the rest.
    fn promised() -> [Refund; 3] {
        let order = OrderKey { customer: Uuid::from_u128(1).into(), order: Uuid::from_u128(2).into() };
        let refund = |number, amount, reason| Refund {
            amount: cents(amount),
            reason,
            ..samples::refund(number, order, samples::transaction(1))
        };
        [
            refund(1, 20, RefundReason::Goodwill),
            refund(2, 30, RefundReason::Returned),
            refund(3, 50, RefundReason::ByAdmin),
        ]
    }

    #[test]
    fn each_refund_is_matched_with_its_own_provider_refunds() {
        let all = promised();
        let [first, second, whole] = &all;
        let promises = Promises::of(&first.transaction, cents(100), &all);
        let own = |refund: &Refund, amount, progress| ProviderRefund {
            refund: Some(refund.id),
            amount: cents(amount),
            progress,
        };
        let unknown: RefundId = Uuid::from_u128(9).into();
        let by_others = ProviderRefund { refund: Some(unknown), amount: cents(40), progress: Done };
        for (refunds, expected, rests) in [
            (vec![], [None, None, None], [20, 30, 50]),
            (vec![own(first, 20, Done)], [Some(Done), None, None], [0, 30, 50]),
            (
                vec![own(second, 30, UnderWay), own(first, 20, Failed)],
                [Some(Failed), Some(UnderWay), Some(Failed)],
                [20, 0, 50],
            ),
            (vec![own(whole, 50, Done), own(first, 20, Done)], [Some(Done), None, Some(Done)], [0, 30, 0]),
            (vec![by_others], [None, None, None], [20, 30, 10]),
            (vec![by_others, own(whole, 50, Done)], [None, None, Some(Done)], [10, 10, 0]),
            (vec![by_others, own(whole, 50, Done), own(first, 10, Done)], [Some(Done); 3], [0, 0, 0]),
        ] {
            let back = MoneyBack::of(refunds.clone(), &[]);
            let seen = [first, second, whole].map(|refund| back.progress_of(refund, &promises));
            let rest = [first, second, whole].map(|refund| back.rest_for(refund, &promises).cents());
            assert_eq!((seen, rest), (expected, rests), "{refunds:?}");
        }
    }

    #[test]
    fn a_part_that_was_closed_and_sent_from_the_dashboard_counts_once() {
        let [first, second, whole] = promised();
        let parts = [first.clone().done_by_hand(NEW_YEAR), second.clone()];
        let promises = Promises::of(&first.transaction, cents(100), &parts);
        let named = |refund: &Refund, amount, progress| ProviderRefund {
            refund: Some(refund.id),
            amount: cents(amount),
            progress,
        };
        let sent = |amount| ProviderRefund { refund: None, amount: cents(amount), progress: Done };
        for (refunds, elsewhere) in [
            (vec![named(&first, 20, Failed)], 0),
            (vec![named(&first, 20, Failed), sent(20)], 0),
            (vec![named(&first, 20, Failed), sent(20), named(&second, 30, Done)], 0),
            (vec![sent(15), sent(15)], 10),
            (vec![named(&first, 20, Done), sent(20)], 20),
        ] {
            let back = MoneyBack::of(refunds.clone(), &[]);
            assert_eq!(back.elsewhere(&promises), cents(elsewhere), "{refunds:?}");
        }
        let all = [parts[0].clone(), second.clone(), whole.clone()];
        let promises = Promises::of(&first.transaction, cents(100), &all);
        let back = MoneyBack::of(vec![named(&first, 20, Failed), sent(20), named(&second, 30, Done)], &[]);
        assert_eq!(back.rest_for(&whole, &promises), cents(50), "what was sent is the part's");
        let back = MoneyBack::of(vec![sent(20), named(&second, 30, Done), named(&whole, 50, Done)], &[]);
        assert_eq!(back.progress_of(&whole, &promises), Some(Done));
    }

    #[test]
    fn a_refund_of_an_earlier_release_counts_unnamed_provider_refunds() {
        let [_, _, whole] = promised();
        let all = [Refund { keyed_by_transaction: true, amount: cents(100), ..whole }];
        let promises = Promises::of(&all[0].transaction, cents(100), &all);
        let back = MoneyBack::of(made(&[(60, Done), (40, UnderWay)]), &[]);
        assert_eq!(
            (back.progress_of(&all[0], &promises), back.rest_for(&all[0], &promises)),
            (Some(UnderWay), Money::ZERO)
        );
    }

    #[test]
    fn a_lost_dispute_leaves_nothing_to_do() {
        let all = promised();
        let promises = Promises::of(&all[0].transaction, cents(100), &all);
        let lost = |amount| [ProviderDispute { amount: cents(amount), state: DisputeState::Lost }];
        let back = MoneyBack::of(made(&[(10, Done)]), &lost(90));
        assert_eq!([0, 1, 2].map(|n| back.progress_of(&all[n], &promises)), [Some(Done); 3]);
        let back = MoneyBack::of(Vec::new(), &lost(60));
        assert_eq!([0, 1, 2].map(|n| back.progress_of(&all[n], &promises)), [None, None, Some(Done)]);
        assert_eq!([0, 1, 2].map(|n| back.rest_for(&all[n], &promises).cents()), [20, 30, 0]);
    }
}
