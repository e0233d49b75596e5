//! The progress of an order, step by step, in the words of its page in the shop.

use crate::ports::email_content::{Block, Step, StepState};
use autoparts_domain::{
    orders::{Milestones, Order, OrderSnapshot},
    returns::ReturnTerms,
    time::Timestamp,
};
use std::time::Duration;

/// The progress of an order that was just placed.
pub(super) fn begun(snapshot: &OrderSnapshot, returns: ReturnTerms) -> Block {
    let shipped = later("Shipped", "once it is paid");
    Block::Progress(vec![ordered(snapshot), to_pay(), shipped, returnable_later(snapshot, returns)])
}

/// The progress of an order that continues, or that ended with a refund. `returns`: the terms for returning lines without
/// agreed ones.
pub(super) fn of(order: &Order, returns: ReturnTerms) -> Block {
    let Milestones { paid_at, shipped_at, .. } = order.milestones();
    let ordered = ordered(order.snapshot());
    let paid = done("Paid", *paid_at);
    let shipped = done("Shipped", *shipped_at);
    let to_ship = step(StepState::Current, "Shipping", Some("not shipped yet".to_owned()));
    Block::Progress(match (order.is_paid(), order.is_shipped()) {
        (_, true) if order.is_refunded() => vec![ordered, paid, shipped, done("Refunded", None)],
        (_, false) if order.is_refunded() => vec![ordered, paid, done("Refunded", None)],
        (true, true) => vec![ordered, paid, shipped, returnable(order, returns)],
        (true, false) => vec![ordered, paid, to_ship, returnable_later(order.snapshot(), returns)],
        (false, true) => vec![ordered, to_pay(), shipped, returnable(order, returns)],
        (false, false) => return begun(order.snapshot(), returns),
    })
}

fn step(state: StepState, label: &str, note: Option<String>) -> Step {
    Step { state, label: label.to_owned(), note }
}

fn ordered(snapshot: &OrderSnapshot) -> Step {
    done("Ordered", Some(snapshot.placed_at))
}

/// Early releases did not record every moment.
fn done(what: &str, at: Option<Timestamp>) -> Step {
    step(StepState::Done, what, at.map(day))
}

fn to_pay() -> Step {
    step(StepState::Current, "Payment", Some("not paid yet".to_owned()))
}

fn later(what: &str, when: &str) -> Step {
    step(StepState::Later, what, Some(when.to_owned()))
}

fn returnable_later(snapshot: &OrderSnapshot, returns: ReturnTerms) -> Step {
    match snapshot.lines.return_days(returns) {
        Some(_) => later("Returnable", "once it has arrived"),
        None => only_if_wrong(),
    }
}

fn only_if_wrong() -> Step {
    later("Returnable", "only if something is wrong with it")
}

/// As on the order's page; without a date if an early release did not record when it was shipped.
fn returnable(order: &Order, returns: ReturnTerms) -> Step {
    let Some(days) = order.snapshot().lines.return_days(returns) else {
        return only_if_wrong();
    };
    let days = Duration::from_hours(24 * u64::from(days.days()));
    match order.milestones().shipped_at {
        Some(at) => later("Returnable until", &day(at.plus(days))),
        None => returnable_later(order.snapshot(), returns),
    }
}

/// `Nov 21, 2026`, in UTC: the reader's time zone is not known.
pub(crate) fn day(at: Timestamp) -> String {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (year, month, day) = at.date();
    let month = MONTHS.get(month.saturating_sub(1)).copied().unwrap_or_default();
    format!("{month} {day}, {year}")
}
