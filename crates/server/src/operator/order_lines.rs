//! Formats an order as plain text for the operator.

use autoparts_application::{
    orders::dossier::OrderDossier,
    ports::outbox::{Delivery, Mail},
    terminal,
};
use autoparts_domain::{
    audit::AuditEntry,
    ledger::{LedgerEntry, Movement},
    money::Money,
    orders::{Charges, Line, LineNumber, Order, OrderState, Reservation},
    payments::{AttemptStatus, PaymentAttempt, Refund, RefundReason, TransactionId},
    time::Timestamp,
};

/// Formats a time in UTC.
fn moment(at: Timestamp) -> String {
    jiff::Timestamp::from_microsecond(at.micros()).map(|at| format!("{at:.0}")).unwrap_or_default()
}

/// Formats everything about an order.
pub(super) fn describe(dossier: &OrderDossier) -> String {
    let OrderDossier { order, attempts, refunds, ledger, mails, audit } = dossier;
    let mut lines = head(order);
    section(&mut lines, "Lines", order_lines(order));
    section(&mut lines, "Payments", attempts.iter().map(attempt));
    section(&mut lines, "Refunds", refunds.iter().map(refund));
    section(&mut lines, "Ledger", ledger.iter().map(entry));
    section(&mut lines, "Mails", mails.iter().map(mail));
    section(&mut lines, "Audit", audit.iter().map(audited));
    lines.join("\n")
}

fn section(lines: &mut Vec<String>, title: &str, all: impl IntoIterator<Item = String>) {
    let mut all = all.into_iter().peekable();
    if all.peek().is_none() {
        lines.push(format!("{title}: none"));
        return;
    }
    lines.push(format!("{title}:"));
    lines.extend(all.map(|line| format!("  {line}")));
}

fn head(order: &Order) -> Vec<String> {
    let snapshot = order.snapshot();
    let milestones = order.milestones();
    let number = snapshot.number.as_ref().map_or_else(|| "without a number".to_owned(), ToString::to_string);
    let mut lines = vec![
        format!("Order {number} ({})", snapshot.id),
        format!("State: {}", state(order)),
        format!("Placed: {}", moment(snapshot.placed_at)),
    ];
    lines.extend(milestones.paid_at.map(|at| format!("Paid: {}", moment(at))));
    lines.extend(milestones.withdrawn_at.map(|at| format!("Customer withdrew: {}", moment(at))));
    lines.extend(milestones.shipped_at.map(|at| format!("Shipped: {}", moment(at))));
    let tracking = &milestones.tracking;
    let words = [tracking.carrier.as_ref().map(one_line), tracking.number.as_ref().map(one_line)];
    let words: Vec<String> = words.into_iter().flatten().collect();
    if !words.is_empty() {
        lines.push(format!("Tracking: {}", words.join(" ")));
    }
    lines.push(format!(
        "Customer: {}, {}, {}",
        one_line(&snapshot.name),
        one_line(&snapshot.email),
        one_line(&snapshot.phone)
    ));
    lines.push(format!("Customer id: {}", snapshot.customer));
    lines.push(format!("Address: {}", one_line(&snapshot.address)));
    lines.push(format!("Total: {}", snapshot.total));
    let left = if order.is_paid() { order.money_left() } else { Money::ZERO };
    lines.push(format!("Left with the shop: {left}"));
    lines
}

/// A multi-line text as one line, with terminal control characters escaped.
fn one_line(text: &impl ToString) -> String {
    let text = text.to_string();
    let parts: Vec<&str> = text.lines().map(str::trim).filter(|part| !part.is_empty()).collect();
    terminal::line(&parts.join(", ")).into_owned()
}

fn state(order: &Order) -> String {
    let paid_by = |transaction: &TransactionId| format!("paid by {transaction}");
    match order.state() {
        OrderState::Pending(Reservation::Active { until }) => {
            format!("not paid, pieces reserved until {}", moment(*until))
        }
        OrderState::Pending(Reservation::Expired) => "not paid, the reservation has expired".to_owned(),
        OrderState::Paid(transaction) => format!("{}, to ship", paid_by(transaction)),
        OrderState::Shipped(Some(transaction)) => format!("{}, shipped", paid_by(transaction)),
        OrderState::Shipped(None) => "shipped, not paid".to_owned(),
        OrderState::Cancelled => "deleted".to_owned(),
        OrderState::Refunded(transaction) => format!("{}, refunded", paid_by(transaction)),
        OrderState::RefundedAfterShipping(transaction) => format!("{}, shipped, refunded", paid_by(transaction)),
    }
}

fn order_lines(order: &Order) -> Vec<String> {
    let line = |(number, line, kept): (LineNumber, &Line, i64)| {
        let pieces = line.quantity.pieces();
        let number = number.number();
        let back = if kept == pieces { String::new() } else { format!(", {} given back", pieces - kept) };
        let product = one_line(&line.product);
        let extras = [("core", line.core), ("discount", line.discount), ("tax", line.tax)];
        let extras = extras.into_iter().filter(|(_, amount)| *amount != Money::ZERO);
        let labeled = |(name, amount)| format!(", {name} {amount}");
        let extras = extras.map(labeled).collect::<Vec<String>>().concat();
        format!("{number}. {pieces} x {product} at {}{extras}, part {}{back}", line.unit_price, line.part)
    };
    let mut lines: Vec<String> = order.kept().map(line).collect();
    let Charges { method, shipping, shipping_tax } = &order.snapshot().charges;
    lines.extend(
        method.as_ref().map(|method| format!("Shipping: {}, {shipping}, tax {shipping_tax}", one_line(method))),
    );
    lines
}

fn attempt(attempt: &PaymentAttempt) -> String {
    let status = match attempt.status {
        AttemptStatus::Starting => "starting",
        AttemptStatus::Open => "open",
        AttemptStatus::Succeeded => "succeeded",
        AttemptStatus::Cancelled => "cancelled",
    };
    let transaction = attempt.transaction.as_ref().map_or_else(|| "no transaction yet".to_owned(), ToString::to_string);
    format!("{} {} {status}, {transaction}", moment(attempt.started_at), attempt.amount)
}

fn refund(refund: &Refund) -> String {
    let reason = match refund.reason {
        RefundReason::OrderCancelled => "the order was deleted",
        RefundReason::PaidTwice => "paid twice",
        RefundReason::SoldOut => "sold out",
        RefundReason::CouponReused => "the coupon was used before",
        RefundReason::ByAdmin => "the whole order",
        RefundReason::LinesCancelled => "pieces before shipping",
        RefundReason::Returned => "pieces that came back",
        RefundReason::Goodwill => "an amount",
    };
    let progress = match refund.done_at {
        Some(at) if refund.by_hand => format!("closed by hand {}", moment(at)),
        Some(at) => format!("done {}", moment(at)),
        None if refund.failures > 0 => {
            format!("failed {} times, next try {}", refund.failures, moment(refund.next_try_at))
        }
        None => "to do".to_owned(),
    };
    let note = refund.note.as_ref().map(|note| format!(", {}", one_line(note))).unwrap_or_default();
    format!("{} {} {progress}, {reason}, {}{note}", moment(refund.due_at), refund.amount, refund.transaction)
}

fn entry(entry: &LedgerEntry) -> String {
    let what = match entry.movement {
        Movement::Reserved(part, quantity) => format!("reserved {} of part {part}", quantity.pieces()),
        Movement::Released(part, quantity) => format!("released {} of part {part}", quantity.pieces()),
        Movement::Received(money) => format!("received {money}"),
        Movement::Refunded(money) => format!("refunded {money}"),
        Movement::RefundedElsewhere(money) => format!("refunded {money} at the provider"),
        Movement::ReturnedElsewhere(money) => format!("received {money} that the customer's bank did not take"),
        Movement::Withdrawn(money) => format!("withdrawn {money} by a dispute"),
        Movement::Reinstated(money) => format!("reinstated {money} of a dispute"),
    };
    format!("{} {what}", moment(entry.at))
}

fn mail(mail: &Mail) -> String {
    let delivery = match mail.delivery {
        Delivery::Sent(at) => format!("sent {}", moment(at)),
        Delivery::Waiting { tries: 0, .. } => "waits".to_owned(),
        Delivery::Waiting { tries, next_try_at } => format!("tried {tries} times, next try {}", moment(next_try_at)),
        Delivery::GivenUp => "given up".to_owned(),
    };
    format!("{} to {}, {}, {delivery}", moment(mail.written_at), one_line(&mail.to), one_line(&mail.subject))
}

fn audited(entry: &AuditEntry) -> String {
    let actor = entry.actor.map_or_else(|| "the operator or the server".to_owned(), |actor| actor.to_string());
    let detail = entry.detail.as_ref().map(|detail| format!(", {}", one_line(detail))).unwrap_or_default();
    format!("{} {} by {actor}{detail}", moment(entry.at), entry.action.name())
}
