//! The state of the sandbox, and its changes. The journal is a list of these changes, which a restart applies again,
//! so anything that is not expressed as a change is lost.

use crate::wire::{Dispute, PaymentIntent, Refund};
use autoparts_domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    time::Duration,
};

/// Minimum retention of idempotency keys.
const KEYS_KEPT: Duration = Duration::from_hours(30 * 24);

/// Minimum retention of cards that paid for nothing.
const IDLE_CARDS_KEPT: Duration = Duration::from_hours(24);

/// A payment, with fields that the API does not show.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Intent {
    /// 1 for the first payment ever, then 2, …: determines the order of lists.
    pub(super) number: u64,
    pub(super) object: PaymentIntent,
    /// Cents refunded.
    pub(super) refunded: i64,
}

/// A card without its number, which is never stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Method {
    pub(super) id: String,
    pub(super) created: i64,
    pub(super) brand: String,
    pub(super) last4: String,
    pub(super) exp_month: i64,
    pub(super) exp_year: i64,
    pub(super) behaviour: Behaviour,
    /// Equal for equal card numbers; missing in older journals.
    #[serde(default)]
    pub(super) fingerprint: Option<String>,
}

/// What happens when a test card is charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Behaviour {
    Succeeds,
    Declined,
    InsufficientFunds,
    Expired,
    IncorrectCvc,
    /// Requires a challenge, then succeeds.
    Challenges,
}

/// An answer saved under an idempotency key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Saved {
    pub(super) key: String,
    /// Hash of the request.
    pub(super) fingerprint: String,
    pub(super) status: u16,
    pub(super) body: Value,
    /// Unix time in seconds.
    pub(super) at: i64,
}

/// A webhook being delivered. The body is stored as text, so that every try sends the same bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Message {
    pub(super) id: String,
    /// Unix time in seconds.
    pub(super) created: i64,
    pub(super) body: String,
}

/// One change of the state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Change {
    /// Creates or updates a payment.
    Intent(Box<Intent>),
    /// Adds a card.
    Method(Method),
    /// Adds a refund.
    Refund(Refund),
    /// Creates or updates a dispute.
    Dispute(Dispute),
    /// Saves an answer.
    Saved(Saved),
    /// Adds a webhook to deliver.
    Message(Message),
    /// Removes a webhook that was delivered or given up.
    MessageDone(String),
}

/// The complete state of the sandbox.
#[derive(Debug, Default)]
pub(super) struct State {
    intents: HashMap<String, Intent>,
    by_number: BTreeMap<u64, String>,
    methods: HashMap<String, Method>,
    refunds: Vec<Refund>,
    disputes: Vec<Dispute>,
    saved: HashMap<String, Saved>,
    messages: BTreeMap<(i64, String), Message>,
}

impl State {
    pub(super) fn apply(&mut self, change: Change) {
        match change {
            Change::Intent(intent) => {
                self.by_number.insert(intent.number, intent.object.id.clone());
                self.intents.insert(intent.object.id.clone(), *intent);
            }
            Change::Method(method) => {
                self.methods.insert(method.id.clone(), method);
            }
            Change::Refund(refund) => self.refunds.push(refund),
            Change::Dispute(dispute) => match self.disputes.iter_mut().find(|known| known.id == dispute.id) {
                Some(known) => *known = dispute,
                None => self.disputes.push(dispute),
            },
            Change::Saved(saved) => {
                self.saved.insert(saved.key.clone(), saved);
            }
            Change::Message(message) => {
                self.messages.insert((message.created, message.id.clone()), message);
            }
            Change::MessageDone(id) => self.messages.retain(|_, message| message.id != id),
        }
    }

    pub(super) fn intent(&self, id: &str) -> Option<&Intent> {
        self.intents.get(id)
    }

    pub(super) fn next_number(&self) -> u64 {
        self.by_number.last_key_value().map_or(1, |(last, _)| last + 1)
    }

    /// Payments created before the `before`-th one, newest first.
    pub(super) fn newest_first(&self, before: Option<u64>) -> impl Iterator<Item = &Intent> {
        self.by_number.range(..before.unwrap_or(u64::MAX)).rev().filter_map(|(_, id)| self.intents.get(id))
    }

    pub(super) fn method(&self, id: &str) -> Option<&Method> {
        self.methods.get(id)
    }

    pub(super) fn saved(&self, key: &str) -> Option<&Saved> {
        self.saved.get(key)
    }

    /// Webhooks being delivered, oldest first.
    pub(super) fn messages(&self) -> impl Iterator<Item = &Message> {
        self.messages.values()
    }

    /// The refunds, oldest first.
    pub(super) fn refunds(&self) -> &[Refund] {
        &self.refunds
    }

    /// The disputes, oldest first.
    pub(super) fn disputes(&self) -> &[Dispute] {
        &self.disputes
    }

    /// The shortest list of changes that produces this state, without expired entries.
    pub(super) fn into_changes(self, now: Timestamp) -> Vec<Change> {
        let keys_from = now.minus(KEYS_KEPT).seconds();
        let cards_from = now.minus(IDLE_CARDS_KEPT).seconds();
        let Self { mut intents, by_number, methods, refunds, disputes, saved, messages } = self;
        let in_use: HashSet<String> =
            intents.values().filter_map(|intent| intent.object.payment_method.clone()).collect();
        let methods =
            methods.into_values().filter(|method| method.created >= cards_from || in_use.contains(&method.id));
        let intents = by_number.into_values().filter_map(|id| intents.remove(&id));
        let saved = saved.into_values().filter(|saved| saved.at >= keys_from);
        methods
            .map(Change::Method)
            .chain(intents.map(|intent| Change::Intent(Box::new(intent))))
            .chain(refunds.into_iter().map(Change::Refund))
            .chain(disputes.into_iter().map(Change::Dispute))
            .chain(saved.map(Change::Saved))
            .chain(messages.into_values().map(Change::Message))
            .collect()
    }
}
