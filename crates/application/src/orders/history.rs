//! What happened to an order, and who did it; for admins.

use super::{
    dossier::audit_of,
    lookup,
    ordering_error::{OrderingError, OrderingResult},
};
use crate::{
    accounts::access,
    ports::{outbox::Mail, store::Transaction},
    shop::Shop,
};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    email::Email,
    id::{OrderId, UserId},
    money::Money,
    orders::Order,
    payments::{PaymentAttempt, Refund},
    returns::{Return, ReturnState},
    time::Timestamp,
};
use std::collections::BTreeSet;

/// Something that happened to an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderEventKind {
    /// It was placed.
    Placed,
    /// The customer began to pay.
    PaymentStarted,
    /// It was paid.
    Paid,
    /// The customer withdrew from the contract before it was shipped.
    Withdrawn,
    /// It was shipped.
    Shipped,
    /// A refund became due.
    RefundDue,
    /// A refund was carried out.
    RefundDone,
    /// A return was requested.
    ReturnRequested,
    /// A return was approved.
    ReturnApproved,
    /// A return was declined.
    ReturnDeclined,
    /// The pieces of a return arrived.
    ReturnReceived,
    /// A return was canceled.
    ReturnCanceled,
    /// The pieces of a return did not arrive in time.
    ReturnExpired,
    /// The customer was sent an email.
    EmailSent,
    /// Another action in the audit log.
    Audited,
}

/// Who did it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderActor {
    /// The customer, or the holder of an emailed link.
    Customer,
    /// The shop, by its rules.
    Shop,
    /// An admin, with their current address; `None` if they no longer have one.
    Admin(Option<Email>),
    /// The operator of the server.
    Operator,
}

/// An event in the history of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderEvent {
    /// When it happened.
    pub at: Timestamp,
    /// What happened.
    pub kind: OrderEventKind,
    /// The action, if the event is known only from the audit log.
    pub action: Option<AuditAction>,
    /// Who did it.
    pub actor: OrderActor,
    /// The amount of a payment or refund.
    pub amount: Option<Money>,
    /// The number of a return, the subject of an email, or what the audit log says; several lines.
    pub detail: Option<String>,
}

impl OrderEventKind {
    /// Who does it if the audit log names no one else.
    const fn default_actor(self) -> OrderActor {
        match self {
            Self::Placed
            | Self::PaymentStarted
            | Self::Paid
            | Self::Withdrawn
            | Self::ReturnRequested
            | Self::ReturnCanceled => OrderActor::Customer,
            _ => OrderActor::Shop,
        }
    }

    /// Whether the audit log records it as this action, at the same time.
    const fn is_audited_as(self, action: AuditAction) -> bool {
        match action {
            AuditAction::ShipOrder => matches!(self, Self::Shipped),
            AuditAction::RefundOrder | AuditAction::RefundPart => matches!(self, Self::RefundDue),
            AuditAction::CloseRefund => matches!(self, Self::RefundDone),
            AuditAction::DecideReturn => matches!(
                self,
                Self::ReturnRequested
                    | Self::ReturnApproved
                    | Self::ReturnDeclined
                    | Self::ReturnReceived
                    | Self::ReturnCanceled
            ),
            _ => false,
        }
    }
}

impl OrderEvent {
    fn new(kind: OrderEventKind, at: Timestamp) -> Self {
        Self { at, kind, action: None, actor: kind.default_actor(), amount: None, detail: None }
    }

    fn with_amount(self, amount: Money) -> Self {
        Self { amount: Some(amount), ..self }
    }

    fn with_detail(self, detail: impl Into<String>) -> Self {
        Self { detail: Some(detail.into()), ..self }
    }
}

impl Shop {
    /// Returns what happened to an order, oldest first; for admins.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn order_history(&self, caller: UserId, id: OrderId) -> OrderingResult<Vec<OrderEvent>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                let order = lookup::find(tx, &id)?.ok_or(OrderingError::NoSuchOrder)?;
                history(tx, &order)
            })
            .await
    }
}

fn history(tx: &mut dyn Transaction, order: &Order) -> OrderingResult<Vec<OrderEvent>> {
    let key = order.key();
    let placed =
        OrderEvent::new(OrderEventKind::Placed, order.snapshot().placed_at).with_amount(order.snapshot().total);
    let mut events = vec![placed];
    events.extend(tx.attempts(&key)?.iter().map(payment_started));
    events.extend(milestones(order));
    events.extend(tx.returns_of(&key)?.iter().flat_map(return_events));
    events.extend(tx.refunds(&key)?.iter().flat_map(refund_events));
    events.extend(tx.mails_about(&key)?.into_iter().filter_map(email_sent));
    let audit = audit_of(tx, &key, order.snapshot().placed_at)?;
    let admins: BTreeSet<UserId> = audit.iter().filter_map(|entry| entry.actor).collect();
    let addresses = tx.email_addresses(&admins)?;
    for entry in audit {
        let admin = |admin| OrderActor::Admin(addresses.get(&admin).cloned());
        attribute(&mut events, &entry, entry.actor.map_or(OrderActor::Operator, admin), &key.order);
    }
    events.sort_by_key(|event| event.at);
    Ok(events)
}

/// Adds what an audit entry says to the events that it is about; without any, adds an event of its own.
fn attribute(events: &mut Vec<OrderEvent>, entry: &AuditEntry, actor: OrderActor, order: &OrderId) {
    let detail = entry.detail.as_ref().and_then(|detail| detail.strip_prefix(&order.to_string()));
    let detail = detail.map(|rest| rest.trim_start_matches([',', ' ', '\n'])).filter(|rest| !rest.is_empty());
    let is_about = |event: &&mut OrderEvent| event.at == entry.at && event.kind.is_audited_as(entry.action);
    let mut is_known = false;
    for event in events.iter_mut().filter(is_about) {
        event.actor = actor.clone();
        // The amount of a refund is known.
        if event.kind != OrderEventKind::RefundDue {
            event.detail = detail.map(str::to_owned).or_else(|| event.detail.take());
        }
        is_known = true;
    }
    if !is_known {
        let event = OrderEvent::new(OrderEventKind::Audited, entry.at);
        let action = Some(entry.action);
        events.push(OrderEvent { action, actor, detail: detail.map(str::to_owned), ..event });
    }
}

fn milestones(order: &Order) -> impl Iterator<Item = OrderEvent> {
    let milestones = order.milestones();
    let all = [
        (OrderEventKind::Paid, milestones.paid_at),
        (OrderEventKind::Withdrawn, milestones.withdrawn_at),
        (OrderEventKind::Shipped, milestones.shipped_at),
    ];
    all.into_iter().filter_map(|(kind, at)| Some(OrderEvent::new(kind, at?)))
}

fn payment_started(attempt: &PaymentAttempt) -> OrderEvent {
    OrderEvent::new(OrderEventKind::PaymentStarted, attempt.started_at).with_amount(attempt.amount)
}

fn refund_events(refund: &Refund) -> impl Iterator<Item = OrderEvent> {
    let due = OrderEvent::new(OrderEventKind::RefundDue, refund.due_at);
    let done = refund.done_at.map(|at| OrderEvent::new(OrderEventKind::RefundDone, at));
    let amount = refund.amount;
    std::iter::once(due).chain(done).map(move |event| event.with_amount(amount))
}

fn return_events(returned: &Return) -> impl Iterator<Item = OrderEvent> {
    use OrderEventKind::{
        ReturnApproved, ReturnCanceled, ReturnDeclined, ReturnExpired, ReturnReceived, ReturnRequested,
    };
    let decided = if returned.state == ReturnState::Declined { ReturnDeclined } else { ReturnApproved };
    let ended = match returned.state {
        ReturnState::Received => ReturnReceived,
        ReturnState::Expired => ReturnExpired,
        _ => ReturnCanceled,
    };
    let number = returned.number.to_string();
    let later = [(decided, returned.decided_at), (ended, returned.ended_at)];
    let later = later.into_iter().filter_map(|(kind, at)| Some(OrderEvent::new(kind, at?)));
    let requested = OrderEvent::new(ReturnRequested, returned.requested_at);
    std::iter::once(requested).chain(later).map(move |event| event.with_detail(&number))
}

fn email_sent(mail: Mail) -> Option<OrderEvent> {
    let at = mail.delivery.sent_at()?;
    Some(OrderEvent::new(OrderEventKind::EmailSent, at).with_detail(mail.subject))
}
