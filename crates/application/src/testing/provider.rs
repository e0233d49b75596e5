//! A payment provider that does as a test tells it: payments in memory, customers who pay when
//! the test says so, and outages on demand. For tests of the shop; adapters are tested against
//! the real thing or the sandbox. Its calls are in `gateway`.

mod gateway;

use super::clock::TestClock;
use crate::ports::{
    clock::Clock,
    payment_gateway::{ProviderPayment, ProviderStatus, RefundProgress},
};
use autoparts_domain::{
    id::RefundId,
    money::Money,
    payments::{CardFingerprint, TransactionId, reversal::DisputeState},
    time::Timestamp,
};
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// How the next call goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outage {
    /// The call never arrives.
    BeforeEffect,
    /// The call has its effect, and the answer is lost.
    AfterEffect,
    /// It is refused for now: too many calls.
    Busy,
    /// Something breaks inside before there is an effect, and that is the answer under this key for
    /// ever.
    BreaksBeforeEffect,
    /// The same once the effect is there.
    BreaksAfterEffect,
    /// It is refused, and that is the answer under this key for ever.
    RefusesUnderKey,
    /// It takes its time, and others overtake it.
    Slow,
}

#[derive(Debug, Default)]
struct State {
    payments: BTreeMap<TransactionId, ProviderPayment>,
    /// The cards that paid, where known.
    cards: BTreeMap<TransactionId, CardFingerprint>,
    /// How many ids were given out.
    ids: usize,
    /// The first answer under each key, which is the answer for ever.
    keys: BTreeMap<String, ProviderPayment>,
    /// Keys under which something broke.
    spent_keys: BTreeSet<String>,
    /// Keys under which something was refused.
    refused_keys: BTreeSet<String>,
    /// When each payment was started.
    started: BTreeMap<TransactionId, Timestamp>,
    /// The refunds under their keys: how far each has come.
    refunds: Vec<MadeRefund>,
    disputes: Vec<MadeDispute>,
    refunds_wait: bool,
    cancels_in_word_only: bool,
    outages: VecDeque<Option<Outage>>,
    calls: usize,
}

#[derive(Debug)]
struct MadeRefund {
    key: String,
    of: TransactionId,
    refund: Option<RefundId>,
    amount: Money,
    at: Timestamp,
    progress: RefundProgress,
}

#[derive(Debug)]
struct MadeDispute {
    of: TransactionId,
    amount: Money,
    at: Timestamp,
    state: DisputeState,
}

impl State {
    /// What has come of a payment and is neither given back nor with the customer's bank.
    fn left_of(&self, id: &TransactionId) -> Money {
        let came = self.payments.get(id).map_or(Money::ZERO, |payment| payment.amount_received);
        came.less(self.given_back(id)).less(self.withdrawn(id))
    }

    fn given_back(&self, id: &TransactionId) -> Money {
        let live = self.refunds.iter().filter(|made| made.of == *id && made.progress != RefundProgress::Failed);
        live.fold(Money::ZERO, |sum, made| sum.plus(made.amount))
    }

    fn withdrawn(&self, id: &TransactionId) -> Money {
        let away = |state| matches!(state, DisputeState::Open | DisputeState::Lost);
        let away = self.disputes.iter().filter(|made| made.of == *id && away(made.state));
        away.fold(Money::ZERO, |sum, made| sum.plus(made.amount))
    }

    fn is_in_dispute(&self, id: &TransactionId) -> bool {
        self.disputes.iter().any(|made| made.of == *id && made.state == DisputeState::Open)
    }
}

/// The provider.
#[derive(Debug, Default)]
pub struct ScriptedProvider {
    state: Mutex<State>,
    clock: Arc<TestClock>,
}

impl ScriptedProvider {
    /// A provider by the same clock as the shop.
    #[must_use]
    pub fn by(clock: Arc<TestClock>) -> Self {
        Self { state: Mutex::default(), clock }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next calls go wrong like this, one after the other; `None` is a call that goes well.
    pub fn fail_next(&self, outages: impl IntoIterator<Item = Option<Outage>>) {
        self.state().outages.extend(outages);
    }

    /// From now on a payment that was called off can still be paid.
    pub fn cancel_in_word_only(&self) {
        self.state().cancels_in_word_only = true;
    }

    /// The shop is at another account from now on, which knows nothing of what was.
    pub fn forget_everything(&self) {
        let mut state = self.state();
        *state = State { ids: state.ids, ..State::default() };
    }

    /// The shop is at the account of before again, where this payment is.
    pub fn remember(&self, payment: ProviderPayment) {
        let now = self.clock.now();
        let mut state = self.state();
        state.started.insert(payment.id.clone(), now);
        state.payments.insert(payment.id.clone(), payment);
    }

    /// When a payment was started.
    pub fn started_at(&self, id: &TransactionId) -> Option<Timestamp> {
        self.state().started.get(id).copied()
    }

    /// From now on every call goes well.
    pub fn heal(&self) {
        self.state().outages.clear();
    }

    /// How often it was called.
    pub fn calls(&self) -> usize {
        self.state().calls
    }

    /// The payments it knows, in the order they were started.
    pub fn payments(&self) -> Vec<ProviderPayment> {
        self.state().payments.values().cloned().collect()
    }

    /// The payments it gave back, or is giving back.
    pub fn refunds(&self) -> Vec<TransactionId> {
        let state = self.state();
        let on_their_way = state.refunds.iter().filter(|refund| refund.progress != RefundProgress::Failed);
        on_their_way.map(|refund| refund.of.clone()).collect()
    }

    /// An operator gives money back in the provider's dashboard; `false` when so much is not there.
    pub fn refund_elsewhere(&self, id: &TransactionId, cents: i64) -> bool {
        let (mut state, at) = (self.state(), self.clock.now());
        let amount = Money::from_cents(cents).unwrap_or(Money::ZERO);
        if amount == Money::ZERO || amount > state.left_of(id) || state.is_in_dispute(id) {
            return false;
        }
        let key = format!("dashboard:{}", state.refunds.len());
        state.refunds.push(MadeRefund {
            key,
            of: id.clone(),
            refund: None,
            amount,
            at,
            progress: RefundProgress::Done,
        });
        true
    }

    /// A customer's bank disputes what is left of a payment: an inquiry, or the money is gone at once.
    /// `false` when there is nothing to dispute, or a dispute is open.
    pub fn open_dispute(&self, id: &TransactionId, state_of_it: DisputeState) -> bool {
        let (mut state, at) = (self.state(), self.clock.now());
        let amount = state.left_of(id);
        let open = state.disputes.iter().any(|made| made.of == *id && made.state.is_open());
        if amount == Money::ZERO || open {
            return false;
        }
        state.disputes.push(MadeDispute { of: id.clone(), amount, at, state: state_of_it });
        true
    }

    /// The bank decides the open dispute about a payment; `false` when there is none.
    pub fn decide_dispute(&self, id: &TransactionId, end: DisputeState) -> bool {
        let mut state = self.state();
        let made = state.disputes.iter_mut().find(|made| made.of == *id && made.state.is_open());
        made.map(|made| made.state = end).is_some()
    }

    /// What is left of a payment with the shop.
    pub fn left_of(&self, id: &TransactionId) -> Money {
        self.state().left_of(id)
    }

    /// What a payment came to in the end, in cents: less than nothing when a bank took what had gone back
    /// before.
    pub fn balance_of(&self, id: &TransactionId) -> i64 {
        let state = self.state();
        let came = state.payments.get(id).map_or(0, |payment| payment.amount_received.cents());
        came - state.given_back(id).cents() - state.withdrawn(id).cents()
    }

    /// From now on refunds are accepted and stay under way, or are carried out at once.
    pub fn let_refunds_wait(&self, wait: bool) {
        let mut state = self.state();
        state.refunds_wait = wait;
        for refund in &mut state.refunds {
            if !wait && refund.progress == RefundProgress::UnderWay {
                refund.progress = RefundProgress::Done;
            }
        }
    }

    /// The customer's bank sends a refund back; `false` when there is none.
    pub fn refund_comes_back(&self, id: &TransactionId) -> bool {
        let mut state = self.state();
        let mut refunds = state.refunds.iter_mut().rev();
        let made = refunds.find(|refund| refund.of == *id && refund.progress != RefundProgress::Failed);
        made.map(|made| made.progress = RefundProgress::Failed).is_some()
    }

    /// A customer pays in the browser; `false` when the payment was called off.
    pub fn customer_pays(&self, id: &TransactionId) -> bool {
        self.change(id, |payment| {
            if payment.status.is_open() {
                payment.status = ProviderStatus::Succeeded;
                payment.amount_received = payment.amount;
            }
            payment.status == ProviderStatus::Succeeded
        })
    }

    /// The same with a card that the provider recognizes.
    pub fn customer_pays_by(&self, id: &TransactionId, card: &str) -> bool {
        self.state().cards.insert(id.clone(), CardFingerprint::new(card.to_owned()));
        self.customer_pays(id)
    }

    /// A customer presents a card whose bank asks for confirmation.
    pub fn customer_presents_a_card(&self, id: &TransactionId) {
        self.change(id, |payment| payment.status = ProviderStatus::Presented);
    }

    /// The money of a payment arrives, whatever had become of it: also when it was called off.
    pub fn money_arrives(&self, id: &TransactionId) {
        self.change(id, |payment| {
            payment.status = ProviderStatus::Succeeded;
            payment.amount_received = payment.amount;
        });
    }

    /// Changes a payment without telling the shop.
    pub fn change<T: Default>(&self, id: &TransactionId, change: impl FnOnce(&mut ProviderPayment) -> T) -> T {
        self.state().payments.get_mut(id).map(change).unwrap_or_default()
    }
}
