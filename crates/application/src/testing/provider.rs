//! A payment provider that does as a test tells it: payments in memory, customers who pay when
//! the test says so, and outages on demand. For tests of the shop; adapters are tested against
//! the real thing or the sandbox.

use crate::{
    ports::gateway::{
        Cancellation, ClientSecret, EventError, GatewayError, NewPayment, PaymentGateway, ProviderEvent,
        ProviderPayment, ProviderStatus, RefundProgress,
    },
    shop::CURRENCY,
};
use async_trait::async_trait;
use autoparts_domain::{money::Money, payment::TransactionId, time::Timestamp};
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};
use tokio::task::yield_now;

/// How the next call goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outage {
    /// The call never arrives.
    BeforeEffect,
    /// The call has its effect, and the answer is lost.
    AfterEffect,
}

#[derive(Debug, Default)]
struct State {
    payments: BTreeMap<TransactionId, ProviderPayment>,
    /// The first answer under each key, which is the answer for ever.
    keys: BTreeMap<String, ProviderPayment>,
    refunds: BTreeSet<TransactionId>,
    refunds_wait: bool,
    cancels_in_word_only: bool,
    outages: VecDeque<Option<Outage>>,
    calls: usize,
}

/// The provider.
#[derive(Debug, Default)]
pub struct ScriptedProvider(Mutex<State>);

impl ScriptedProvider {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next calls go wrong like this, one after the other; `None` is a call that goes well.
    pub fn fail_next(&self, outages: impl IntoIterator<Item = Option<Outage>>) {
        self.state().outages.extend(outages);
    }

    /// From now on a payment that was called off can still be paid.
    pub fn cancel_in_word_only(&self) {
        self.state().cancels_in_word_only = true;
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

    /// The payments it gave back.
    pub fn refunds(&self) -> Vec<TransactionId> {
        self.state().refunds.iter().cloned().collect()
    }

    /// From now on refunds are accepted and stay under way, or are carried out at once.
    pub fn let_refunds_wait(&self, wait: bool) {
        self.state().refunds_wait = wait;
    }

    /// A customer pays in the browser; `false` when the payment was called off.
    pub fn customer_pays(&self, id: &TransactionId) -> bool {
        self.change(id, |payment| {
            if payment.status == ProviderStatus::Pending {
                payment.status = ProviderStatus::Succeeded;
                payment.amount_received = payment.amount;
            }
            payment.status == ProviderStatus::Succeeded
        })
    }

    /// Changes a payment behind everybody's back.
    pub fn change<T: Default>(&self, id: &TransactionId, change: impl FnOnce(&mut ProviderPayment) -> T) -> T {
        self.state().payments.get_mut(id).map(change).unwrap_or_default()
    }

    /// One call: counted, with its effect unless an outage comes before, and its answer unless
    /// an outage comes after.
    /// Waits before and after, as for a network: a caller that is dropped while it waits is one that
    /// crashed there.
    async fn call<T>(&self, effect: impl FnOnce(&mut State) -> Result<T, GatewayError>) -> Result<T, GatewayError> {
        yield_now().await;
        let answer = self.answer(effect);
        yield_now().await;
        answer
    }

    fn answer<T>(&self, effect: impl FnOnce(&mut State) -> Result<T, GatewayError>) -> Result<T, GatewayError> {
        let mut state = self.state();
        state.calls += 1;
        let unavailable = || GatewayError::Unavailable("the test says so".into());
        match state.outages.pop_front().flatten() {
            Some(Outage::BeforeEffect) => Err(unavailable()),
            Some(Outage::AfterEffect) => effect(&mut state).and_then(|_| Err(unavailable())),
            None => effect(&mut state),
        }
    }
}

#[async_trait]
impl PaymentGateway for ScriptedProvider {
    async fn start(&self, payment: NewPayment) -> Result<ProviderPayment, GatewayError> {
        self.call(|state| {
            if let Some(first_answer) = state.keys.get(&payment.key) {
                return Ok(first_answer.clone());
            }
            let id: TransactionId = format!("pi_{:04}", state.payments.len() + 1)
                .parse()
                .map_err(|_| GatewayError::Refused("the id is malformed".to_owned()))?;
            let started = ProviderPayment {
                id: id.clone(),
                client_secret: ClientSecret::new(format!("{id}_secret")),
                amount: payment.amount,
                amount_received: Money::ZERO,
                currency: CURRENCY.to_owned(),
                status: ProviderStatus::Pending,
                order: Some(payment.order),
            };
            state.keys.insert(payment.key, started.clone());
            state.payments.insert(id, started.clone());
            Ok(started)
        })
        .await
    }

    async fn payment(&self, id: TransactionId) -> Result<ProviderPayment, GatewayError> {
        self.call(|state| state.payments.get(&id).cloned().ok_or(GatewayError::Unknown)).await
    }

    async fn cancel(&self, id: TransactionId) -> Result<Cancellation, GatewayError> {
        self.call(|state| {
            let in_word_only = state.cancels_in_word_only;
            let payment = state.payments.get_mut(&id).ok_or(GatewayError::Unknown)?;
            if payment.status == ProviderStatus::Succeeded {
                return Ok(Cancellation::AlreadySucceeded);
            }
            if !in_word_only {
                payment.status = ProviderStatus::Cancelled;
            }
            Ok(Cancellation::Cancelled)
        })
        .await
    }

    async fn refund(&self, id: TransactionId, _key: String) -> Result<RefundProgress, GatewayError> {
        self.call(|state| {
            let payment = state.payments.get(&id).ok_or(GatewayError::Unknown)?;
            if payment.status != ProviderStatus::Succeeded {
                return Err(GatewayError::Refused("there is nothing to give back".to_owned()));
            }
            state.refunds.insert(id);
            Ok(if state.refunds_wait { RefundProgress::UnderWay } else { RefundProgress::Done })
        })
        .await
    }

    async fn payments_since(&self, _since: Timestamp) -> Result<Vec<ProviderPayment>, GatewayError> {
        self.call(|state| Ok(state.payments.values().rev().cloned().collect())).await
    }

    /// A message is `EVENT TRANSACTION`, signed `good`.
    fn read_event(&self, body: &[u8], signature: &str, _now: Timestamp) -> Result<ProviderEvent, EventError> {
        if signature != "good" {
            return Err(EventError::BadSignature("not signed by the test"));
        }
        let text = std::str::from_utf8(body).map_err(|_| EventError::Malformed)?;
        let (id, transaction) = text.split_once(' ').ok_or(EventError::Malformed)?;
        Ok(ProviderEvent { id: id.to_owned(), transaction: transaction.parse().ok() })
    }
}
