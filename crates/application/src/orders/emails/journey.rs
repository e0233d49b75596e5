//! The progress of an order, step by step, in the words of its page in the shop. Each line starts with a mark, by which
//! the HTML email recognizes it.

use crate::ports::outbox::JOURNEY_MARKS;
use autoparts_domain::{
    orders::{Milestones, Order, OrderSnapshot},
    time::Timestamp,
};
use std::time::Duration;

const DONE: &str = JOURNEY_MARKS[0];
const NEXT: &str = JOURNEY_MARKS[1];
const AHEAD: &str = JOURNEY_MARKS[2];

/// The progress of an order that was just placed.
pub(super) fn begun(snapshot: &OrderSnapshot) -> String {
    [ordered(snapshot), to_pay(), later("Shipped", "once it is paid"), returnable_later()].join("\n")
}

/// The progress of an order that continues, or that ended with a refund. `returns`: how long it can be returned,
/// counted from its shipment.
pub(super) fn of(order: &Order, returns: Duration) -> String {
    let Milestones { paid_at, shipped_at, .. } = order.milestones();
    let ordered = ordered(order.snapshot());
    let paid = done("Paid", *paid_at);
    let shipped = done("Shipped", *shipped_at);
    match (order.is_paid(), order.is_shipped()) {
        (_, true) if order.is_refunded() => [ordered, paid, shipped, done("Refunded", None)].join("\n"),
        (_, false) if order.is_refunded() => [ordered, paid, done("Refunded", None)].join("\n"),
        (true, true) => [ordered, paid, shipped, returnable(*shipped_at, returns)].join("\n"),
        (true, false) => [ordered, paid, format!("{NEXT}Shipping: not shipped yet"), returnable_later()].join("\n"),
        (false, true) => [ordered, to_pay(), shipped, returnable(*shipped_at, returns)].join("\n"),
        (false, false) => begun(order.snapshot()),
    }
}

fn ordered(snapshot: &OrderSnapshot) -> String {
    done("Ordered", Some(snapshot.placed_at))
}

/// Early releases did not record every moment.
fn done(what: &str, at: Option<Timestamp>) -> String {
    at.map_or_else(|| format!("{DONE}{what}"), |at| format!("{DONE}{what}: {}", day(at)))
}

fn to_pay() -> String {
    format!("{NEXT}Payment: not paid yet")
}

fn later(what: &str, when: &str) -> String {
    format!("{AHEAD}{what}: {when}")
}

fn returnable_later() -> String {
    later("Returnable", "once it has arrived")
}

/// As on the order's page; without a date if an early release did not record when it was shipped.
fn returnable(shipped_at: Option<Timestamp>, returns: Duration) -> String {
    shipped_at.map_or_else(returnable_later, |at| later("Returnable until", &day(at.plus(returns))))
}

/// `Nov 21, 2026`, in UTC: the reader's time zone is not known.
pub(crate) fn day(at: Timestamp) -> String {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (year, month, day) = at.date();
    let month = MONTHS.get(month.saturating_sub(1)).copied().unwrap_or_default();
    format!("{month} {day}, {year}")
}
