//! The state of the PayPal mock: orders, captures, refunds and disputes.

use super::Outage;
use autoparts_domain::time::Timestamp;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

#[derive(Debug, Clone)]
pub(super) struct Order {
    pub(super) id: String,
    pub(super) intent: String,
    pub(super) status: &'static str,
    pub(super) cents: i64,
    pub(super) currency: String,
    pub(super) custom_id: Option<String>,
    pub(super) invoice_id: Option<String>,
    /// Whether the customer's way to pay is accepted.
    pub(super) is_funded: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Capture {
    pub(super) id: String,
    pub(super) order: String,
    pub(super) cents: i64,
    pub(super) status: &'static str,
    pub(super) at: Timestamp,
}

#[derive(Debug, Clone)]
pub(super) struct Refund {
    pub(super) id: String,
    pub(super) capture: String,
    pub(super) cents: i64,
    pub(super) custom_id: Option<String>,
    pub(super) at: Timestamp,
}

/// Whom a dispute was decided for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Buyer,
    Seller,
}

#[derive(Debug, Clone)]
pub(super) struct Dispute {
    pub(super) id: String,
    pub(super) capture: String,
    pub(super) cents: i64,
    pub(super) outcome: Option<Outcome>,
    pub(super) at: Timestamp,
}

#[derive(Debug, Default)]
pub(super) struct Books {
    pub(super) outages: VecDeque<Option<Outage>>,
    pub(super) tokens: BTreeSet<String>,
    pub(super) rejects_the_secret: bool,
    /// In the order in which they were created.
    pub(super) orders: BTreeMap<String, Order>,
    pub(super) captures: Vec<Capture>,
    pub(super) refunds: Vec<Refund>,
    pub(super) disputes: Vec<Dispute>,
    /// The id of the object that was made under each key.
    pub(super) keys: BTreeMap<String, String>,
    /// The status of new captures; empty for `COMPLETED`.
    pub(super) capture_status: &'static str,
    ids: usize,
}

impl Books {
    /// A new id of 17 characters, like PayPal's.
    pub(super) fn next_id(&mut self, prefix: &str) -> String {
        self.ids += 1;
        format!("{prefix}{:015}", self.ids)
    }

    pub(super) fn approve(&mut self, order: &str, is_funded: bool) {
        if let Some(order) = self.orders.get_mut(order).filter(|order| matches!(order.status, "CREATED" | "APPROVED")) {
            order.status = "APPROVED";
            order.is_funded = is_funded;
        }
    }

    /// The capture of an order; an id that does not exist if it has none.
    pub(super) fn capture_of(&self, order: &str) -> String {
        let capture = self.captures.iter().find(|capture| capture.order == order);
        capture.map_or_else(|| "2G000000000000000".to_owned(), |capture| capture.id.clone())
    }

    /// Captures an approved order, or returns PayPal's issue.
    pub(super) fn capture(&mut self, id: &str, now: Timestamp) -> Result<(), &'static str> {
        let new = self.next_id("2G");
        let order = self.orders.get_mut(id).ok_or("INVALID_RESOURCE_ID")?;
        match order.status {
            "COMPLETED" => return Err("ORDER_ALREADY_CAPTURED"),
            _ if order.intent != "CAPTURE" => return Err("ACTION_DOES_NOT_MATCH_INTENT"),
            "APPROVED" if !order.is_funded => {
                // The customer has to choose another way to pay.
                order.status = "CREATED";
                return Err("INSTRUMENT_DECLINED");
            }
            "APPROVED" => order.status = "COMPLETED",
            _ => return Err("ORDER_NOT_APPROVED"),
        }
        let status = if self.capture_status.is_empty() { "COMPLETED" } else { self.capture_status };
        let (order, cents) = (order.id.clone(), order.cents);
        self.captures.push(Capture { id: new, order, cents, status, at: now });
        Ok(())
    }

    /// Refunds part of a capture without a check; returns the id.
    pub(super) fn refund(&mut self, capture: &str, cents: i64, custom_id: Option<String>, now: Timestamp) -> String {
        let id = self.next_id("1J");
        self.refunds.push(Refund { id: id.clone(), capture: capture.to_owned(), cents, custom_id, at: now });
        let left = self.left_of(capture);
        if let Some(capture) = self.captures.iter_mut().find(|one| one.id == capture) {
            capture.status = if left == 0 { "REFUNDED" } else { "PARTIALLY_REFUNDED" };
        }
        id
    }

    /// Cents of a capture that were not refunded.
    pub(super) fn left_of(&self, capture: &str) -> i64 {
        let came: i64 = self.captures.iter().filter(|one| one.id == capture).map(|one| one.cents).sum();
        let gone: i64 = self.refunds.iter().filter(|one| one.capture == capture).map(|one| one.cents).sum();
        came - gone
    }

    pub(super) fn is_disputed(&self, capture: &str) -> bool {
        self.disputes.iter().any(|dispute| dispute.capture == capture && dispute.outcome.is_none())
    }

    pub(super) fn open_dispute(&mut self, capture: &str, now: Timestamp) {
        let id = self.next_id("PP-D-");
        let cents = self.left_of(capture);
        self.disputes.push(Dispute { id, capture: capture.to_owned(), cents, outcome: None, at: now });
    }

    pub(super) fn decide_dispute(&mut self, capture: &str, outcome: Outcome) {
        let open = self.disputes.iter_mut().find(|dispute| dispute.capture == capture && dispute.outcome.is_none());
        if let Some(dispute) = open {
            dispute.outcome = Some(outcome);
        }
    }
}
