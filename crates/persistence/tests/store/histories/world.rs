//! What may happen to a shop, and how often.

use autoparts_application::testing::provider::Outage;
use proptest::prelude::*;
use proptest_state_machine::ReferenceStateMachine;

/// One thing that happens. Numbers choose among the orders and payments there are.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Place(Wish),
    /// An admin sets shipping and tax, or takes them away.
    Rates(bool),
    StartPayment(usize),
    /// In the browser, without the shop.
    Pay(usize),
    Book(usize, usize),
    /// A message of the provider; the same number is the same message.
    Message(usize, u8),
    /// By its owner, or by an admin.
    Delete(usize, bool),
    Refund(usize),
    /// An admin gives so many cents back.
    RefundAmount(usize, i64),
    /// An admin takes pieces of a line back, and perhaps puts them into stock.
    TakeBack(usize, i64, i64, bool),
    /// An admin pays cores of a line back, and the pieces stay.
    PayCoresBack(usize, i64, i64),
    /// The customer's bank sends it back, and the provider tells us, perhaps later.
    RefundComesBack(usize),
    /// Somebody gives so many cents back in the provider's dashboard.
    RefundElsewhere(usize, i64),
    /// The customer's bank disputes a payment, or only asks.
    Dispute(usize, bool),
    /// The bank decides a dispute, for the shop or not.
    Decide(usize, bool),
    /// The provider tells that money went back, whether it did or not.
    ReversalMessage(usize),
    /// The daily look.
    Recheck,
    Ship(usize),
    Wait(u64),
    Maintenance,
    /// The provider's next calls go wrong like this.
    Outages(Vec<Option<Outage>>),
    /// Both at once.
    Meanwhile(Box<Step>, Box<Step>),
    /// The server dies when this has been polled so often.
    Crash(usize, Box<Step>),
}

/// An order that somebody wants.
#[derive(Debug, Clone)]
pub(super) struct Wish {
    /// Its lines: whether of the second part, and how many pieces.
    pub(super) lines: Vec<(bool, i64)>,
    /// By a guest, or else by a member.
    pub(super) by_guest: bool,
    /// To a place to which shipping and tax are charged, or else in words alone.
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

/// Mostly one line, sometimes several, perhaps for the same part.
fn place() -> impl Strategy<Value = Step> {
    let line = || (any::<bool>(), 1..4_i64);
    let lines = prop_oneof![3 => line().prop_map(|line| vec![line]), 2 => prop::collection::vec(line(), 2..4)];
    let coupon = prop_oneof![2 => Just(None), 1 => (1..3_u64).prop_map(Some)];
    (lines, any::<bool>(), any::<bool>(), coupon).prop_map(|(lines, by_guest, has_destination, coupon)| {
        Step::Place(Wish { lines, by_guest, has_destination, coupon })
    })
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
            .prop_map(|(order, line, pieces, restock)| Step::TakeBack(order, line, pieces, restock)),
        2 => (any(), 1..3_i64, 1..3_i64).prop_map(|(order, line, pieces)| Step::PayCoresBack(order, line, pieces)),
        1 => any().prop_map(Step::Ship),
        2 => any().prop_map(Step::ReversalMessage),
        1 => Just(Step::Recheck),
        1 => prop::bool::ANY.prop_map(Step::Rates),
        2 => Just(Step::Maintenance),
    ]
}

/// What the world does; it knows of the shop only how many orders it was asked for, so that
/// histories begin with one.
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
            3 => (request(), request()).prop_map(|(one, other)| Step::Meanwhile(Box::new(one), Box::new(other))),
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
