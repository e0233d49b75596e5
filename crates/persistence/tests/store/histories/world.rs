//! The possible events of a shop, and their frequency.

use super::returns::Decision;
use autoparts_testing::provider::Outage;
use proptest::prelude::*;
use proptest_state_machine::ReferenceStateMachine;

/// One event. Numbers select one of the existing orders and payments.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Place(Wish),
    /// An admin sets shipping and tax, or removes them.
    Rates(bool),
    StartPayment(usize),
    /// In the browser, without the shop.
    Pay(usize),
    Book(usize, usize),
    /// A provider message; the same number is the same message.
    Message(usize, u8),
    /// By its owner, or by an admin.
    Delete(usize, bool),
    Refund(usize),
    /// An admin refunds an amount in cents.
    RefundAmount(usize, i64),
    /// An admin takes back pieces of a line, optionally restocking them.
    RefundPieces(usize, i64, i64, bool),
    /// Pieces of a line of a shipped order are announced to come back, by its owner or by an admin.
    RequestReturn(usize, i64, i64, bool),
    /// An admin decides about a return, or receives it.
    DecideReturn(usize, Decision),
    /// An admin refunds cores of a line; the customer keeps the pieces.
    PayCoresBack(usize, i64, i64),
    /// The customer's bank rejects the refund, and the provider reports that, possibly later.
    RefundComesBack(usize),
    /// A refund in the provider's dashboard, in cents.
    RefundElsewhere(usize, i64),
    /// The customer's bank opens a dispute or an inquiry.
    Dispute(usize, bool),
    /// The bank decides a dispute for or against the shop.
    Decide(usize, bool),
    /// The provider reports a reversal, whether or not there was one.
    ReversalMessage(usize),
    /// The daily check.
    Recheck,
    Ship(usize),
    Wait(u64),
    Maintenance,
    /// The outages of the provider's next calls.
    Outages(Vec<Option<Outage>>),
    /// Both concurrently.
    Concurrently(Box<Step>, Box<Step>),
    /// The server crashes after this many polls.
    Crash(usize, Box<Step>),
}

/// An order to place.
#[derive(Debug, Clone)]
pub(super) struct Wish {
    /// Its lines: whether of the second part, and how many pieces.
    pub(super) lines: Vec<(bool, i64)>,
    /// By a guest; otherwise by a member.
    pub(super) by_guest: bool,
    /// To a destination that shipping and tax apply to; otherwise a plain text address.
    pub(super) has_destination: bool,
    /// With one of two coupons.
    pub(super) coupon: Option<u64>,
}

fn outage() -> impl Strategy<Value = Option<Outage>> {
    prop_oneof![
        2 => Just(None),
        1 => Just(Some(Outage::BeforeEffect)),
        1 => Just(Some(Outage::AfterEffect)),
        1 => Just(Some(Outage::Busy)),
        1 => Just(Some(Outage::BreaksBeforeEffect)),
        1 => Just(Some(Outage::BreaksAfterEffect)),
        1 => Just(Some(Outage::RefusesUnderKey)),
        2 => Just(Some(Outage::Slow)),
    ]
}

/// Mostly one line, sometimes several, possibly for the same part.
fn place() -> impl Strategy<Value = Step> {
    let line = || (any::<bool>(), 1..4_i64);
    let lines = prop_oneof![3 => line().prop_map(|line| vec![line]), 2 => prop::collection::vec(line(), 2..4)];
    let coupon = prop_oneof![2 => Just(None), 1 => (1..3_u64).prop_map(Some)];
    (lines, any::<bool>(), any::<bool>(), coupon).prop_map(|(lines, by_guest, has_destination, coupon)| {
        Step::Place(Wish { lines, by_guest, has_destination, coupon })
    })
}

fn decision() -> impl Strategy<Value = Decision> {
    prop_oneof![
        3 => Just(Decision::Approve),
        1 => Just(Decision::Decline),
        1 => Just(Decision::Cancel),
        5 => (0..4_i64, 0..4_i64).prop_map(|(refused, restocked)| Decision::Receive(refused, restocked)),
    ]
}

fn request() -> impl Strategy<Value = Step> {
    let any = || 0..8_usize;
    prop_oneof![
        3 => place(),
        4 => any().prop_map(Step::StartPayment),
        3 => (any(), any()).prop_map(|(order, payment)| Step::Book(order, payment)),
        2 => (any(), 0..3_u8).prop_map(|(payment, number)| Step::Message(payment, number)),
        3 => (any(), prop::bool::weighted(0.3)).prop_map(|(order, by_admin)| Step::Delete(order, by_admin)),
        1 => any().prop_map(Step::Refund),
        2 => (any(), prop_oneof![Just(1), Just(300), Just(500), Just(1000), Just(1500)])
            .prop_map(|(order, cents)| Step::RefundAmount(order, cents)),
        3 => (any(), 1..3_i64, 1..3_i64, prop::bool::ANY)
            .prop_map(|(order, line, pieces, restock)| Step::RefundPieces(order, line, pieces, restock)),
        2 => (any(), 1..3_i64, 1..3_i64).prop_map(|(order, line, pieces)| Step::PayCoresBack(order, line, pieces)),
        2 => any().prop_map(Step::Ship),
        4 => (any(), 1..3_i64, 1..3_i64, prop::bool::weighted(0.3))
            .prop_map(|(order, line, pieces, by_admin)| Step::RequestReturn(order, line, pieces, by_admin)),
        4 => (any(), decision()).prop_map(|(at, decision)| Step::DecideReturn(at, decision)),
        2 => any().prop_map(Step::ReversalMessage),
        1 => Just(Step::Recheck),
        1 => prop::bool::ANY.prop_map(Step::Rates),
        2 => Just(Step::Maintenance),
    ]
}

/// The model of the shop: it tracks only how many orders were requested, so that histories begin with one.
#[derive(Debug, Clone)]
pub(super) struct World {
    asked: usize,
}

impl ReferenceStateMachine for World {
    type State = Self;
    type Transition = Step;

    fn init_state() -> BoxedStrategy<Self> {
        Just(Self { asked: 0 }).boxed()
    }

    fn transitions(world: &Self) -> BoxedStrategy<Step> {
        if world.asked == 0 {
            return place().boxed();
        }
        prop_oneof![
            12 => request(),
            4 => (0..8_usize).prop_map(Step::Pay),
            2 => (1..30_u64).prop_map(Step::Wait),
            2 => prop::collection::vec(outage(), 1..4).prop_map(Step::Outages),
            1 => (0..8_usize).prop_map(Step::RefundComesBack),
            2 => (0..8_usize, prop_oneof![Just(100), Just(500), Just(1000)])
                .prop_map(|(at, cents)| Step::RefundElsewhere(at, cents)),
            1 => (0..8_usize, any::<bool>()).prop_map(|(at, inquiry)| Step::Dispute(at, inquiry)),
            1 => (0..8_usize, any::<bool>()).prop_map(|(at, won)| Step::Decide(at, won)),
            3 => (1..9_usize, request()).prop_map(|(polls, step)| Step::Crash(polls, Box::new(step))),
            3 => (request(), request()).prop_map(|(one, other)| Step::Concurrently(Box::new(one), Box::new(other))),
        ]
        .boxed()
    }

    fn apply(mut world: Self, step: &Step) -> Self {
        world.asked += usize::from(matches!(step, Step::Place(_)));
        world
    }

    fn preconditions(world: &Self, step: &Step) -> bool {
        world.asked > 0 || matches!(step, Step::Place(_))
    }
}
