//! The calls of the scripted provider, and how they fail.

use super::{MadeRefund, Outage, ScriptedProvider, State};
use async_trait::async_trait;
use autoparts_application::{
    ports::{
        clock::Clock,
        payment_gateway::{
            Cancellation, ConfirmationToken, EventError, GatewayError, NewPayment, NewRefund, PaymentGateway,
            ProviderDispute, ProviderEvent, ProviderPayment, ProviderRefund, ProviderStatus, RefundProgress,
        },
    },
    shop::CURRENCY,
};
use autoparts_domain::{
    money::Money,
    payments::{CardFingerprint, ProviderName, TransactionId},
    time::Timestamp,
};
use std::collections::BTreeSet;
use tokio::task::yield_now;

/// How often a slow call yields to others, before and again after its effect.
const SLOW_YIELDS: usize = 7;

impl ScriptedProvider {
    /// Makes one call: counts it, applies its effect and returns its response, unless an outage prevents either. Yields
    /// before and after, like a network: dropping a caller while it waits simulates a crash there.
    async fn call<T>(
        &self,
        key: Option<&str>,
        effect: impl FnOnce(&mut State) -> Result<T, GatewayError>,
    ) -> Result<T, GatewayError> {
        let outage = self.begin();
        let yields = if outage == Some(Outage::Slow) { SLOW_YIELDS } else { 1 };
        for _ in 0..yields {
            yield_now().await;
        }
        let answer = self.answer(key, outage, effect);
        for _ in 0..yields {
            yield_now().await;
        }
        answer
    }

    fn begin(&self) -> Option<Outage> {
        let mut state = self.state();
        state.calls += 1;
        state.outages.pop_front().flatten()
    }

    fn answer<T>(
        &self,
        key: Option<&str>,
        outage: Option<Outage>,
        effect: impl FnOnce(&mut State) -> Result<T, GatewayError>,
    ) -> Result<T, GatewayError> {
        let mut state = self.state();
        if key.is_some_and(|key| state.poisoned_keys.contains(key)) {
            return Err(GatewayError::PoisonedKey);
        }
        let refuses = outage == Some(Outage::RefusesUnderKey);
        if let Some(key) = key.filter(|_| refuses) {
            state.refused_keys.insert(key.to_owned());
        }
        if refuses || key.is_some_and(|key| state.refused_keys.contains(key)) {
            return Err(GatewayError::Refused("the test says so".to_owned()));
        }
        let unavailable = || Err(GatewayError::Unavailable("the test says so".into()));
        let breaks = matches!(outage, Some(Outage::BreaksBeforeEffect | Outage::BreaksAfterEffect));
        let answer = match outage {
            None | Some(Outage::Slow | Outage::RefusesUnderKey) => return effect(&mut state),
            Some(Outage::BeforeEffect | Outage::Busy | Outage::BreaksBeforeEffect) => unavailable(),
            Some(Outage::AfterEffect | Outage::BreaksAfterEffect) => effect(&mut state).and_then(|_| unavailable()),
        };
        if let Some(key) = key.filter(|_| breaks) {
            state.poisoned_keys.insert(key.to_owned());
        }
        answer
    }
}

#[async_trait]
impl PaymentGateway for ScriptedProvider {
    fn provider(&self) -> ProviderName {
        self.name()
    }

    async fn start(&self, payment: NewPayment) -> Result<ProviderPayment, GatewayError> {
        let key = payment.key.clone();
        let now = self.clock.now();
        self.call(Some(&key), |state| {
            if let Some(first_answer) = state.keys.get(&payment.key) {
                return Ok(first_answer.clone());
            }
            state.ids += 1;
            let id: TransactionId = format!("pi_{:04}", state.ids)
                .parse()
                .map_err(|_| GatewayError::Refused("the id is malformed".to_owned()))?;
            let started = ProviderPayment {
                id: id.clone(),
                confirmation: ConfirmationToken::new(format!("{id}_secret")),
                amount: payment.amount,
                amount_received: Money::ZERO,
                currency: CURRENCY.to_owned(),
                status: ProviderStatus::Pending,
                order: Some(payment.order),
                shop: Some(payment.shop),
            };
            state.keys.insert(payment.key, started.clone());
            state.started.insert(id.clone(), now);
            state.payments.insert(id, started.clone());
            Ok(started)
        })
        .await
    }

    async fn payment(&self, id: TransactionId) -> Result<ProviderPayment, GatewayError> {
        self.call(None, |state| state.payments.get(&id).cloned().ok_or(GatewayError::Unknown)).await
    }

    async fn capture(&self, id: TransactionId) -> Result<ProviderPayment, GatewayError> {
        self.call(None, |state| {
            let payment = state.payments.get_mut(&id).ok_or(GatewayError::Unknown)?;
            if payment.status == ProviderStatus::Approved {
                payment.status = ProviderStatus::Succeeded;
                payment.amount_received = payment.amount;
            }
            Ok(payment.clone())
        })
        .await
    }

    async fn card(&self, id: TransactionId) -> Result<Option<CardFingerprint>, GatewayError> {
        self.call(None, |state| Ok(state.cards.get(&id).cloned())).await
    }

    async fn cancel(&self, id: TransactionId) -> Result<Cancellation, GatewayError> {
        self.call(None, |state| {
            let is_ignored = state.ignores_cancellations;
            let payment = state.payments.get_mut(&id).ok_or(GatewayError::Unknown)?;
            if payment.status == ProviderStatus::Succeeded {
                return Ok(Cancellation::AlreadySucceeded);
            }
            if !is_ignored {
                payment.status = ProviderStatus::Cancelled;
            }
            Ok(Cancellation::Cancelled)
        })
        .await
    }

    async fn refund(&self, refund: NewRefund) -> Result<(), GatewayError> {
        let NewRefund { transaction: id, amount, key, refund } = refund;
        let at = self.clock.now();
        self.call(Some(&key), |state| {
            let payment = state.payments.get(&id).ok_or(GatewayError::Unknown)?;
            if payment.status != ProviderStatus::Succeeded {
                return Err(GatewayError::Refused("there is nothing to refund".to_owned()));
            }
            if let Some(made) = state.refunds.iter().find(|made| made.key == key) {
                let same = made.of == id && made.amount == amount && made.refund == refund;
                return if same {
                    Ok(())
                } else {
                    Err(GatewayError::Refused("another request under this key".to_owned()))
                };
            }
            if state.is_in_dispute(&id) {
                return Err(GatewayError::Refused("the payment is in dispute".to_owned()));
            }
            let left = state.left_of(&id);
            if left == Money::ZERO {
                return Ok(());
            }
            if amount > left {
                return Err(GatewayError::Refused("more than is left".to_owned()));
            }
            let progress = if state.refunds_wait { RefundProgress::UnderWay } else { RefundProgress::Done };
            state.refunds.push(MadeRefund { key: key.clone(), of: id, refund, amount, at, progress });
            Ok(())
        })
        .await
    }

    async fn refunds(&self, id: TransactionId) -> Result<Vec<ProviderRefund>, GatewayError> {
        self.call(None, |state| {
            let made = state.refunds.iter().rev().filter(|made| made.of == id);
            let seen = |made: &MadeRefund| ProviderRefund {
                refund: made.refund,
                amount: made.amount,
                progress: made.progress,
            };
            Ok(made.map(seen).collect())
        })
        .await
    }

    async fn disputes(&self, id: TransactionId) -> Result<Vec<ProviderDispute>, GatewayError> {
        self.call(None, |state| {
            let made = state.disputes.iter().rev().filter(|made| made.of == id);
            Ok(made.map(|made| ProviderDispute { amount: made.amount, state: made.state }).collect())
        })
        .await
    }

    async fn reversed_since(&self, since: Timestamp) -> Result<Vec<TransactionId>, GatewayError> {
        self.call(None, |state| {
            let refunds = state.refunds.iter().map(|made| (&made.of, made.at));
            let all = refunds.chain(state.disputes.iter().map(|made| (&made.of, made.at)));
            let recently: BTreeSet<_> = all.filter(|(_, at)| *at >= since).map(|(of, _)| of.clone()).collect();
            Ok(recently.into_iter().collect())
        })
        .await
    }

    async fn payments_since(&self, since: Timestamp) -> Result<Vec<ProviderPayment>, GatewayError> {
        self.call(None, |state| {
            let recently =
                state.payments.values().rev().filter(|payment| state.started.get(&payment.id) >= Some(&since));
            Ok(recently.cloned().collect())
        })
        .await
    }

    /// A message is `EVENT TRANSACTION`, or `EVENT TRANSACTION reversal`, signed `good`.
    async fn read_event(&self, body: &[u8], signature: &str, _now: Timestamp) -> Result<ProviderEvent, EventError> {
        if signature != "good" {
            return Err(EventError::BadSignature("not signed by the test"));
        }
        let text = std::str::from_utf8(body).map_err(|_| EventError::Malformed)?;
        let (id, about) = text.split_once(' ').ok_or(EventError::Malformed)?;
        let reversed = about.strip_suffix(" reversal");
        let transaction = reversed.unwrap_or(about).parse().ok();
        Ok(ProviderEvent { id: id.to_owned(), transaction, is_reversal: reversed.is_some() })
    }
}
