//! Order transitions, and what each state refuses.

mod fees;

use super::*;
use crate::quantity::Quantity;
use uuid::Uuid;

const NOON: Timestamp = Timestamp::from_micros(43_200_000_000);
const LATER: Timestamp = Timestamp::from_micros(43_200_000_001);

fn order(state: OrderState) -> Order {
    let snapshot = OrderSnapshot {
        id: Uuid::from_u128(1).into(),
        number: Some(OrderNumber::from_random([7; 32])),
        customer: Uuid::from_u128(2).into(),
        lines: Lines::one(Line::new(
            Uuid::from_u128(3).into(),
            "Alternator".parse().unwrap(),
            Money::from_cents(3800).unwrap(),
            Quantity::new(10).unwrap(),
        )),
        charges: Charges::default(),
        total: Money::from_cents(38_000).unwrap(),
        name: "Marta".parse().unwrap(),
        email: "marta@example.com".parse().unwrap(),
        address: "1 Road".parse().unwrap(),
        destination: None,
        phone: "555 0100".parse().unwrap(),
        placed_at: NOON,
    };
    Order::restore(snapshot, state, 0)
}

fn transaction(text: &str) -> TransactionId {
    text.parse().unwrap()
}

fn states() -> [OrderState; 8] {
    let t = transaction("pi_1");
    [
        OrderState::Pending(Reservation::Active { until: NOON }),
        OrderState::Pending(Reservation::Expired),
        OrderState::Paid(t.clone()),
        OrderState::Shipped(None),
        OrderState::Shipped(Some(t.clone())),
        OrderState::Cancelled,
        OrderState::Refunded(t.clone()),
        OrderState::RefundedAfterShipping(t),
    ]
}

/// Applies a transition to every state and returns the resulting state, or the refusal. A refusal must leave the state
/// unchanged.
fn outcomes<T>(transition: impl Fn(&mut Order) -> Result<T, WrongState>) -> Vec<Result<OrderState, WrongState>> {
    states()
        .into_iter()
        .map(|before| {
            let mut order = order(before.clone());
            let result = transition(&mut order);
            if result.is_err() {
                assert_eq!(order.state(), &before, "a refused transition changes nothing");
            }
            result.map(|_| order.state().clone())
        })
        .collect()
}

#[test]
fn paying() {
    let t = transaction("pi_2");
    assert_eq!(
        outcomes(|order| order.pay(transaction("pi_2"), LATER)),
        [
            Ok(OrderState::Paid(t.clone())),
            Err(WrongState::Expired),
            Err(WrongState::Paid),
            Ok(OrderState::Shipped(Some(t))),
            Err(WrongState::Paid),
            Err(WrongState::Cancelled),
            Err(WrongState::Refunded),
            Err(WrongState::Refunded),
        ]
    );
}

#[test]
fn the_same_transaction_pays_once() {
    let mut order = order(OrderState::Paid(transaction("pi_1")));
    assert_eq!(order.pay(transaction("pi_1"), LATER), Ok(Payment::Repeated));
    let mut refunded = self::order(OrderState::Refunded(transaction("pi_1")));
    assert_eq!(refunded.pay(transaction("pi_1"), LATER), Err(WrongState::Refunded));
}

#[test]
fn shipping() {
    let t = transaction("pi_1");
    assert_eq!(
        outcomes(|order| order.ship(Tracking::default(), LATER)),
        [
            Ok(OrderState::Shipped(None)),
            Err(WrongState::Expired),
            Ok(OrderState::Shipped(Some(t))),
            Err(WrongState::Shipped),
            Err(WrongState::Shipped),
            Err(WrongState::Cancelled),
            Err(WrongState::Refunded),
            Err(WrongState::Refunded),
        ]
    );
}

#[test]
fn cancelling() {
    assert_eq!(
        outcomes(Order::cancel),
        [
            Ok(OrderState::Cancelled),
            Ok(OrderState::Cancelled),
            Err(WrongState::Paid),
            Err(WrongState::Shipped),
            Err(WrongState::Shipped),
            Err(WrongState::Cancelled),
            Err(WrongState::Refunded),
            Err(WrongState::Refunded),
        ]
    );
}

#[test]
fn refunding() {
    let t = transaction("pi_1");
    assert_eq!(
        outcomes(Order::refund),
        [
            Err(WrongState::Unpaid),
            Err(WrongState::Unpaid),
            Ok(OrderState::Refunded(t.clone())),
            Err(WrongState::Unpaid),
            Ok(OrderState::RefundedAfterShipping(t)),
            Err(WrongState::Cancelled),
            Err(WrongState::Refunded),
            Err(WrongState::Refunded),
        ]
    );
}

#[test]
fn money_returned_without_the_shop_prevents_shipping() {
    let ten = Money::from_cents(10).unwrap();
    for (refunded, dispute, expected) in [
        (Money::ZERO, None, Ok(())),
        (Money::ZERO, Some(DisputeState::Won), Ok(())),
        (ten, None, Err(MoneyAway::PartlyRefunded { refunded: ten })),
        (ten, Some(DisputeState::Won), Err(MoneyAway::PartlyRefunded { refunded: ten })),
        (Money::ZERO, Some(DisputeState::Inquiry), Err(MoneyAway::Disputed)),
        (ten, Some(DisputeState::Open), Err(MoneyAway::Disputed)),
        (Money::ZERO, Some(DisputeState::Lost), Err(MoneyAway::DisputeLost)),
    ] {
        let reversal = Reversal { refunded, withdrawn: Money::ZERO, dispute };
        let order = order(OrderState::Paid(transaction("pi_1"))).with_reversal(reversal);
        assert_eq!(order.check_money_is_with_shop(), expected);
        assert_eq!(expected.is_err_and(|away| !away.may_ship()), dispute == Some(DisputeState::Lost));
    }
}

#[test]
fn a_reservation_expires_and_can_be_renewed() {
    let mut order = order(OrderState::Pending(Reservation::Active { until: LATER }));
    assert_eq!(order.expire(NOON), Err(WrongState::Reserved));
    assert_eq!(order.expire(LATER), Ok(()));
    assert!(!order.holds_stock());
    assert_eq!(order.expire(LATER), Err(WrongState::Expired));
    assert_eq!(order.renew_reservation(LATER), Ok(()));
    assert!(order.holds_stock());
    assert_eq!(order.renew_reservation(LATER), Err(WrongState::Reserved));
}

#[test]
fn only_pending_orders_expire_or_are_renewed() {
    assert_eq!(outcomes(|order| order.expire(LATER)).iter().filter(|outcome| outcome.is_ok()).count(), 1);
    assert_eq!(outcomes(|order| order.renew_reservation(LATER)).iter().filter(|outcome| outcome.is_ok()).count(), 1);
}

#[test]
fn the_flags_of_each_state() {
    let views: Vec<(bool, bool, bool)> = states()
        .into_iter()
        .map(order)
        .map(|order| (order.is_paid(), order.is_shipped(), order.holds_stock()))
        .collect();
    assert_eq!(
        views,
        [
            (false, false, true),
            (false, false, false),
            (true, false, true),
            (false, true, true),
            (true, true, true),
            (false, false, false),
            (false, false, false),
            (false, true, true),
        ]
    );
}

#[test]
fn an_extension_never_shortens_a_reservation() {
    let held = |until| OrderState::Pending(Reservation::Active { until });
    let mut held_order = order(held(NOON));
    held_order.extend_reservation(LATER);
    assert_eq!(held_order.state(), &held(LATER));
    held_order.extend_reservation(NOON);
    assert_eq!(held_order.state(), &held(LATER));
    for state in states().into_iter().skip(1) {
        let mut other = order(state.clone());
        other.extend_reservation(LATER);
        assert_eq!(other.state(), &state);
    }
}

#[test]
fn an_order_records_its_payment_withdrawal_shipping_and_tracking() {
    let mut order = order(OrderState::Pending(Reservation::Active { until: NOON }));
    assert!(!order.track(tracking("1Z 999")), "not shipped yet");
    order.pay(transaction("pi_1"), NOON).unwrap();
    order.pay(transaction("pi_1"), LATER).unwrap();
    assert!(order.withdraw(NOON));
    assert!(!order.withdraw(LATER), "the first counts");
    order.ship(tracking("1Z 999"), LATER).unwrap();
    assert!(!order.withdraw(LATER), "shipped");
    let expected = Milestones {
        paid_at: Some(NOON),
        withdrawn_at: Some(NOON),
        shipped_at: Some(LATER),
        tracking: tracking("1Z 999"),
    };
    assert_eq!(order.milestones(), &expected);
    assert!(!order.track(tracking("1Z 999")), "unchanged");
    assert!(order.track(tracking("1Z 998")));
    order.refund().unwrap();
    assert_eq!(order.milestones(), &Milestones { tracking: tracking("1Z 998"), ..expected });
}

fn tracking(number: &str) -> Tracking {
    Tracking { carrier: Some("UPS".parse().unwrap()), number: Some(number.parse().unwrap()) }
}

fn cents(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

fn number(number: i64) -> LineNumber {
    LineNumber::new(number).unwrap()
}

fn pieces(of_lines: &[(i64, i64)]) -> LinePieces {
    of_lines.iter().map(|(line, pieces)| (number(*line), Quantity::new(*pieces).unwrap())).collect()
}

fn taken(of_pieces: &[(i64, i64)], of_cores: &[(i64, i64)]) -> PiecesToRefund {
    PiecesToRefund { pieces: pieces(of_pieces), cores: pieces(of_cores) }
}

/// The amount refunded for pieces and cores.
fn take(order: &mut Order, what: &PiecesToRefund) -> Result<Money, RefundRefused> {
    order.refund_pieces(what).map(|refund| refund.amount)
}

#[test]
fn only_paid_orders_are_partly_refunded() {
    for state in states() {
        let mut by_amount = order(state.clone());
        let mut by_line = order(state.clone());
        let is_paid = by_amount.is_paid();
        assert_eq!(by_amount.refund_amount(cents(1)).is_ok(), is_paid, "{state:?}");
        assert_eq!(by_line.refund_pieces(&taken(&[(1, 1)], &[])).is_ok(), is_paid, "{state:?}");
        assert_eq!((by_amount.is_paid(), by_line.state()), (is_paid, &state));
    }
    let refused = order(OrderState::Shipped(None)).refund_amount(cents(1));
    assert_eq!(refused, Err(RefundRefused::State(WrongState::Unpaid)));
}

#[test]
fn refunds_never_exceed_the_money_left() {
    let mut order = order(OrderState::Paid(transaction("pi_1")));
    order.reverse(Reversal { refunded: cents(1000), withdrawn: cents(500), dispute: None });
    assert_eq!(order.refund_amount(cents(36_501)), Err(RefundRefused::TooMuchMoney { left: cents(36_500) }));
    assert_eq!(order.refund_amount(cents(36_000)), Ok(transaction("pi_1")));
    assert_eq!(order.refund_amount(cents(501)), Err(RefundRefused::TooMuchMoney { left: cents(500) }));
    assert_eq!(order.refund_amount(cents(500)), Ok(transaction("pi_1")));
    assert_eq!((order.money_left(), order.refunded()), (Money::ZERO, Some(cents(37_500))));
    assert_eq!(order.kept().map(|(_, _, kept)| kept).collect::<Vec<_>>(), [10], "a refund of money removes no pieces");
}

#[test]
fn pieces_refunded_before_shipping_are_released_and_later_ones_are_not() {
    let part = Uuid::from_u128(3).into();
    let mut order = order(OrderState::Paid(transaction("pi_1")));
    assert_eq!(take(&mut order, &taken(&[(1, 3)], &[])), Ok(cents(11_400)));
    assert_eq!(order.pieces().get(&part).map(|held| held.pieces()), Some(7));
    order.ship(Tracking::default(), LATER).unwrap();
    assert_eq!(take(&mut order, &taken(&[(1, 2)], &[])), Ok(cents(7600)));
    assert_eq!(
        order.partial_refunds().of_line(number(1)),
        LineRefunds { released: 3, returned: 2, ..LineRefunds::default() }
    );
    assert_eq!(order.pieces().get(&part).map(|held| held.pieces()), Some(7));
    assert_eq!(
        take(&mut order, &taken(&[(1, 6)], &[])),
        Err(RefundRefused::TooManyPieces { line: number(1), kept: 5 })
    );
    assert_eq!(take(&mut order, &taken(&[(2, 1)], &[])), Err(RefundRefused::NoSuchLine { line: number(2) }));
    assert_eq!(take(&mut order, &taken(&[(1, 5)], &[])), Ok(cents(19_000)));
    assert!(order.keeps_nothing());
    assert_eq!(order.money_left(), cents(38_000), "money is refunded in addition to the pieces");
}

#[test]
fn only_the_last_pieces_may_be_refunded_with_less_money_than_their_price() {
    let mut order = order(OrderState::Shipped(Some(transaction("pi_1"))));
    order.refund_amount(cents(30_000)).unwrap();
    let refused = take(&mut order.clone(), &taken(&[(1, 9)], &[]));
    assert_eq!(refused, Err(RefundRefused::TooMuchMoney { left: cents(8000) }));
    assert_eq!(take(&mut order, &taken(&[(1, 10)], &[])), Ok(cents(8000)));
}

#[test]
fn stored_refunds_cannot_exceed_the_order() {
    let lines = order(OrderState::Cancelled).snapshot().lines.clone();
    let restore = |line, released, returned| {
        PartialRefunds::restore(
            cents(1),
            [(line, LineRefunds { released, returned, ..LineRefunds::default() })],
            &lines,
        )
    };
    assert!(restore(number(1), 4, 6).is_ok());
    let with_cores = |cores| {
        let refunds = LineRefunds { released: 4, cores, ..LineRefunds::default() };
        PartialRefunds::restore(cents(1), [(number(1), refunds)], &lines)
    };
    let with_fee = |with_fee| {
        let refunds = LineRefunds { returned: 2, with_fee, ..LineRefunds::default() };
        PartialRefunds::restore(cents(1), [(number(1), refunds)], &lines)
    };
    assert!(with_fee(2).is_ok() && with_fee(3).is_err() && with_fee(-1).is_err());
    assert!(with_cores(6).is_ok() && with_cores(7).is_err() && with_cores(-1).is_err());
    assert!(
        restore(number(1), 5, 6).is_err() && restore(number(1), -1, 1).is_err() && restore(number(2), 1, 0).is_err()
    );
}

/// A paid order with a single line of seven pieces, with odd cents, core, tax, discount and shipping.
fn with_cores(core: i64, discount: i64, tax: i64) -> Order {
    let mut order = order(OrderState::Paid(transaction("pi_1")));
    let line = Line {
        core: cents(core),
        discount: cents(discount),
        tax: cents(tax),
        quantity: Quantity::new(7).unwrap(),
        unit_price: cents(333),
        ..order.snapshot.lines.first().clone()
    };
    order.snapshot.total = line.total().unwrap().plus(cents(900));
    order.snapshot.lines = Lines::one(line);
    order
}

#[test]
fn a_refunded_core_is_not_refunded_again_with_its_piece() {
    let mut order = with_cores(1000, 0, 0);
    assert_eq!(take(&mut order, &taken(&[], &[(1, 2)])), Ok(cents(2000)));
    assert_eq!(order.kept().map(|(_, _, kept)| kept).collect::<Vec<_>>(), [7], "the pieces stay");
    assert_eq!(order.partial_refunds().of_line(number(1)).cores, 2);
    let held: i64 = order.pieces().values().map(|held| held.pieces()).sum();
    assert_eq!(held, 7, "and so does the stock");
    assert_eq!(take(&mut order, &taken(&[(1, 3)], &[])), Ok(cents(3 * 333 + 1000)), "two cores were refunded before");
    assert_eq!(order.partial_refunds().of_line(number(1)).cores, 0);
    assert_eq!(take(&mut order, &taken(&[(1, 1)], &[(1, 3)])), Ok(cents(1333 + 3000)), "cores of three kept pieces");
    let refused = take(&mut order.clone(), &taken(&[], &[(1, 1)]));
    assert_eq!(refused, Err(RefundRefused::TooManyCores { line: number(1), left: 0 }));
    assert_eq!(take(&mut order, &taken(&[], &[(2, 1)])), Err(RefundRefused::NoSuchLine { line: number(2) }));
    assert_eq!(take(&mut order, &taken(&[(1, 3)], &[])), Ok(cents(999)));
}

#[test]
fn refunded_pieces_include_their_share_of_all_charges_and_the_first_get_the_odd_cents() {
    let mut order = with_cores(1000, 610, 100);
    let of_line = |amount, tax| RefundBreakdown {
        amount: cents(amount),
        lines: [(number(1), cents(amount))].into(),
        fee: Money::ZERO,
        tax: Some(cents(tax)),
    };
    // A seventh of $88.21 is $12.60 and one seventh of a cent.
    assert_eq!(order.refund_pieces(&taken(&[(1, 1)], &[(1, 2)])), Ok(of_line(1261 + 2000, 15)));
    assert_eq!(
        order.refund_pieces(&taken(&[(1, 3)], &[])),
        Ok(of_line(3 * 1260 - 2000, 43)),
        "two cores were refunded before"
    );
}

#[test]
fn no_core_is_refunded_if_none_was_charged() {
    let mut order = with_cores(0, 0, 0);
    let refused = take(&mut order, &taken(&[], &[(1, 1)]));
    assert_eq!(refused, Err(RefundRefused::TooManyCores { line: number(1), left: 0 }));
}

proptest::proptest! {
    #[test]
    fn refunds_of_a_line_add_up_to_its_total(
        (core, discount, tax) in (1_i64..5000, 0_i64..2000, 0_i64..400),
        shipped_after in 0_usize..12,
        steps in proptest::collection::vec((proptest::bool::ANY, 1_i64..4), 0..12),
    ) {
        let mut order = with_cores(core, discount, tax);
        let line = order.snapshot().lines.first().clone();
        let mut sum = Money::ZERO;
        for (step, (is_cores, count)) in steps.into_iter().enumerate() {
            if step == shipped_after {
                order.ship(Tracking::default(), LATER).unwrap();
            }
            let kept = order.refunds.kept(number(1), &line);
            let left = order.refunds.cores_left(number(1), &line);
            let what = if is_cores { taken(&[], &[(1, count)]) } else { taken(&[(1, count)], &[]) };
            match take(&mut order, &what) {
                Ok(amount) => {
                    order.refund_amount(amount).unwrap();
                    sum = sum.plus(amount);
                }
                Err(RefundRefused::TooManyCores { .. }) => assert!(is_cores && count > left),
                Err(refused) => assert!(!is_cores && count > kept, "{refused}"),
            }
            assert!(sum <= line.total().unwrap());
        }
        let kept = order.refunds.kept(number(1), &line);
        if kept > 0 {
            sum = sum.plus(take(&mut order, &taken(&[(1, kept)], &[])).unwrap());
        }
        assert_eq!(Some(sum), line.total());
    }
}
