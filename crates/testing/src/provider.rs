//! A scripted payment provider: payments in memory, customers who pay on demand, and outages on demand. For tests of
//! the shop; adapters are tested against the real provider or the sandbox. Its calls are in `gateway`.

mod gateway;

use super::{clock::TestClock, samples};
use autoparts_application::ports::{
    clock::Clock,
    payment_gateway::{ProviderPayment, ProviderStatus, RefundProgress},
};
use autoparts_domain::{
    id::RefundId,
    money::Money,
    payments::{CardFingerprint, ProviderName, TransactionId, reversal::DisputeState},
    time::Timestamp,
};
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// How the next call fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outage {
    /// The call never arrives.
    BeforeEffect,
    /// The call takes effect, and its response is lost.
    AfterEffect,
    /// The call is refused for now: too many calls.
    Busy,
    /// The provider fails internally before the call takes effect, and repeats this response under the key forever.
    BreaksBeforeEffect,
    /// Like [`Self::BreaksBeforeEffect`], after the call has taken effect.
    BreaksAfterEffect,
    /// The call is refused, and the provider repeats this response under the key forever.
    RefusesUnderKey,
    /// The call is slow, and others overtake it.
    Slow,
}

#[derive(Debug, Default)]
struct State {
    payments: BTreeMap<TransactionId, ProviderPayment>,
    /// The cards that paid, where known.
    cards: BTreeMap<TransactionId, CardFingerprint>,
    /// Number of issued ids.
    ids: usize,
    /// The first response under each key, which is repeated forever.
    keys: BTreeMap<String, ProviderPayment>,
    /// Keys under which the provider failed internally.
    poisoned_keys: BTreeSet<String>,
    /// Keys under which a call was refused.
    refused_keys: BTreeSet<String>,
    /// When each payment was started.
    started: BTreeMap<TransactionId, Timestamp>,
    /// The refunds with their keys and progress.
    refunds: Vec<MadeRefund>,
    disputes: Vec<MadeDispute>,
    refunds_wait: bool,
    ignores_cancellations: bool,
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
    /// Money of a payment that is neither refunded nor withdrawn by the customer's bank.
    fn left_of(&self, id: &TransactionId) -> Money {
        let received = self.payments.get(id).map_or(Money::ZERO, |payment| payment.amount_received);
        received.less(self.refunded(id)).less(self.withdrawn(id))
    }

    fn refunded(&self, id: &TransactionId) -> Money {
        let live = self.refunds.iter().filter(|made| made.of == *id && made.progress != RefundProgress::Failed);
        live.fold(Money::ZERO, |sum, made| sum.plus(made.amount))
    }

    fn withdrawn(&self, id: &TransactionId) -> Money {
        let is_withdrawn = |state| matches!(state, DisputeState::Open | DisputeState::Lost);
        let withdrawn = self.disputes.iter().filter(|made| made.of == *id && is_withdrawn(made.state));
        withdrawn.fold(Money::ZERO, |sum, made| sum.plus(made.amount))
    }

    fn is_in_dispute(&self, id: &TransactionId) -> bool {
        self.disputes.iter().any(|made| made.of == *id && made.state == DisputeState::Open)
    }
}

/// The scripted provider.
#[derive(Debug, Default)]
pub struct ScriptedProvider {
    state: Mutex<State>,
    /// Replaces the name of [`samples::provider`].
    name: Mutex<Option<ProviderName>>,
    clock: Arc<TestClock>,
}

impl ScriptedProvider {
    /// Creates a provider with the same clock as the shop.
    #[must_use]
    pub fn by(clock: Arc<TestClock>) -> Self {
        Self { clock, ..Self::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the next calls fail in these ways, in order; `None` is a call that succeeds.
    pub fn fail_next(&self, outages: impl IntoIterator<Item = Option<Outage>>) {
        self.state().outages.extend(outages);
    }

    /// From now on the provider confirms cancellations, but a canceled payment can still be paid.
    pub fn ignore_cancellations(&self) {
        self.state().ignores_cancellations = true;
    }

    /// From now on the shop uses another account, without earlier data.
    pub fn switch_account(&self) {
        let mut state = self.state();
        *state = State { ids: state.ids, ..State::default() };
    }

    /// From now on this is the provider with that name.
    pub fn rename(&self, name: ProviderName) {
        *self.name.lock().unwrap_or_else(PoisonError::into_inner) = Some(name);
    }

    fn name(&self) -> ProviderName {
        self.name.lock().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_else(samples::provider)
    }

    /// The shop uses the former account again, where this payment exists.
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

    /// From now on every call succeeds.
    pub fn heal(&self) {
        self.state().outages.clear();
    }

    /// How often the provider was called.
    pub fn calls(&self) -> usize {
        self.state().calls
    }

    /// All payments, in the order in which they were started.
    pub fn payments(&self) -> Vec<ProviderPayment> {
        self.state().payments.values().cloned().collect()
    }

    /// The payments that are refunded or being refunded.
    pub fn refunds(&self) -> Vec<TransactionId> {
        let state = self.state();
        let refunds = state.refunds.iter().filter(|refund| refund.progress != RefundProgress::Failed);
        refunds.map(|refund| refund.of.clone()).collect()
    }

    /// Refunds money in the provider's dashboard; `false` if the payment has less left.
    pub fn refund_elsewhere(&self, id: &TransactionId, cents: i64) -> bool {
        let mut state = self.state();
        let at = self.clock.now();
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

    /// A customer's bank disputes the rest of a payment: as an inquiry, or by withdrawing the money at once. `false` if
    /// there is nothing to dispute, or a dispute is open.
    pub fn open_dispute(&self, id: &TransactionId, dispute: DisputeState) -> bool {
        let mut state = self.state();
        let at = self.clock.now();
        let amount = state.left_of(id);
        let open = state.disputes.iter().any(|made| made.of == *id && made.state.is_open());
        if amount == Money::ZERO || open {
            return false;
        }
        state.disputes.push(MadeDispute { of: id.clone(), amount, at, state: dispute });
        true
    }

    /// The bank decides the open dispute about a payment; `false` if there is none.
    pub fn decide_dispute(&self, id: &TransactionId, end: DisputeState) -> bool {
        let mut state = self.state();
        let made = state.disputes.iter_mut().find(|made| made.of == *id && made.state.is_open());
        made.map(|made| made.state = end).is_some()
    }

    /// Money of a payment that is still with the shop.
    pub fn left_of(&self, id: &TransactionId) -> Money {
        self.state().left_of(id)
    }

    /// The final balance of a payment, in cents; negative if a bank withdrew money that had already been refunded.
    pub fn balance_of(&self, id: &TransactionId) -> i64 {
        let state = self.state();
        let received = state.payments.get(id).map_or(0, |payment| payment.amount_received.cents());
        received - state.refunded(id).cents() - state.withdrawn(id).cents()
    }

    /// From now on refunds stay in progress (`true`), or are carried out at once (`false`).
    pub fn let_refunds_wait(&self, wait: bool) {
        let mut state = self.state();
        state.refunds_wait = wait;
        for refund in &mut state.refunds {
            if !wait && refund.progress == RefundProgress::UnderWay {
                refund.progress = RefundProgress::Done;
            }
        }
    }

    /// The customer's bank returns a refund; `false` if there is none.
    pub fn refund_comes_back(&self, id: &TransactionId) -> bool {
        let mut state = self.state();
        let mut refunds = state.refunds.iter_mut().rev();
        let made = refunds.find(|refund| refund.of == *id && refund.progress != RefundProgress::Failed);
        made.map(|made| made.progress = RefundProgress::Failed).is_some()
    }

    /// A customer pays in the browser; `false` if the payment was canceled.
    pub fn customer_pays(&self, id: &TransactionId) -> bool {
        self.change(id, |payment| {
            if payment.status.is_open() {
                payment.status = ProviderStatus::Succeeded;
                payment.amount_received = payment.amount;
            }
            payment.status == ProviderStatus::Succeeded
        })
    }

    /// Like [`Self::customer_pays`], with a card that the provider recognizes.
    pub fn customer_pays_by(&self, id: &TransactionId, card: &str) -> bool {
        self.state().cards.insert(id.clone(), CardFingerprint::new(card.to_owned()));
        self.customer_pays(id)
    }

    /// A customer presents a card whose bank asks for confirmation.
    pub fn customer_presents_a_card(&self, id: &TransactionId) {
        self.change(id, |payment| payment.status = ProviderStatus::Presented);
    }

    /// A customer approves a payment that the shop has to capture.
    pub fn customer_approves(&self, id: &TransactionId) {
        self.change(id, |payment| payment.status = ProviderStatus::Approved);
    }

    /// The money of a payment arrives, whatever its state, even if it was canceled.
    pub fn money_arrives(&self, id: &TransactionId) {
        self.change(id, |payment| {
            payment.status = ProviderStatus::Succeeded;
            payment.amount_received = payment.amount;
        });
    }

    /// Changes a payment without notifying the shop.
    pub fn change<T: Default>(&self, id: &TransactionId, change: impl FnOnce(&mut ProviderPayment) -> T) -> T {
        self.state().payments.get_mut(id).map(change).unwrap_or_default()
    }
}
