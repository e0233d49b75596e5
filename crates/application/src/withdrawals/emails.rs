//! The acknowledgment of a withdrawal, which the law requires at once, with content, date and time.

use crate::{
    email_examples::values::{Example, ExampleError, moment},
    orders::emails::day,
    ports::{email_content::EmailContent, outbox::Mail},
};
use autoparts_domain::{
    id::{MailId, OrderKey, UserId},
    time::Timestamp,
    time_zone::TimeZone,
    withdrawals::{NamedOrder, Statement, Withdrawal, WithdrawalOutcome},
};
use std::time::Duration;
use uuid::Uuid;

/// How long the acknowledgment is tried: the law requires it, however long the mail server is away.
const PROOF_LASTS: Duration = Duration::from_hours(30 * 24);

/// The acknowledgment. It is not marked as an email about the order, which would count against the mailbox's quota.
///
/// * `zone` - the time zone of the destination, if it is known
/// * `is_customer` - the address is that of a paid order; others get no words that a stranger may have typed
pub(super) fn acknowledgment(id: MailId, withdrawal: &Withdrawal, zone: Option<&TimeZone>, is_customer: bool) -> Mail {
    let Withdrawal { statement, received_at, .. } = withdrawal;
    let mut details = Vec::new();
    let mut detail = |label: &str, value: String| details.push((label.to_owned(), value));
    if let Some(order) = statement.named_order() {
        detail("Order", shown(order));
    }
    if let Some(name) = statement.name.as_ref().filter(|_| is_customer) {
        detail("Name", name.to_string());
    }
    detail("Email address", statement.email.to_string());
    if is_customer {
        detail("Parts", parts(statement));
    }
    detail("Received", format!("{} UTC", clock(*received_at)));
    if let Some(zone) = zone {
        detail("Local time", format!("{} ({})", clock(zone.shown_at(*received_at)), zone.name()));
    }
    let content = EmailContent::new()
        .heading("We have received your withdrawal from the contract:")
        .block(crate::ports::email_content::Block::Details(details));
    let content = next_steps(withdrawal.outcome, is_customer)
        .into_iter()
        .fold(content, EmailContent::paragraph)
        .paragraph("Keep this email: it shows when your withdrawal reached us.");
    let owner = withdrawal.order.map_or_else(|| UserId::from(withdrawal.id.uuid()), |order| order.customer);
    let to = statement.email.clone();
    Mail::new(id, owner, to, "We have received your withdrawal", content, *received_at, PROOF_LASTS)
}

fn shown(order: NamedOrder) -> String {
    match order {
        NamedOrder::Number(number) => number.to_string(),
        NamedOrder::Id(id) => id.to_string(),
    }
}

/// The customer's words on one line.
fn parts(statement: &Statement) -> String {
    let Some(parts) = &statement.parts else { return "The whole order".to_owned() };
    let lines: Vec<&str> = parts.as_str().lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" / ")
}

/// Only the customer of a paid order reads what became of it.
fn next_steps(outcome: WithdrawalOutcome, is_customer: bool) -> [&'static str; 2] {
    match outcome {
        WithdrawalOutcome::Approved if is_customer => [
            "Another email tells you how to send the parts back. When they have arrived, we refund them, and the shipping \
             charge if you send back everything.",
            "If you did not send this, cancel the return on the page of your order.",
        ],
        WithdrawalOutcome::NotShipped if is_customer => [
            "We have not shipped your order yet. We will cancel it and refund what you paid.",
            "If you did not send this, please write to us soon.",
        ],
        _ => ["We will check it and write to you.", "If you did not send this, you can ignore this email."],
    }
}

/// `Nov 21, 2026, 23:05:59`.
fn clock(at: Timestamp) -> String {
    let second = at.seconds().rem_euclid(86_400);
    format!("{}, {:02}:{:02}:{:02}", day(at), second / 3_600, second / 60 % 60, second % 60)
}

/// Every acknowledgment, with example data.
pub(crate) fn examples() -> Result<Vec<Example>, ExampleError> {
    let berlin = TimeZone::new("Europe/Berlin".to_owned(), 7_200_000_000, Vec::new());
    let statement = Statement {
        order: "AP-7KQD-M2XW".parse()?,
        email: "marta@example.com".parse()?,
        name: Some("Marta Novak".parse()?),
        parts: None,
    };
    let example = |outcome, order: Option<OrderKey>| {
        let statement = statement.clone();
        let id = Uuid::nil();
        let withdrawal = Withdrawal { id: id.into(), statement, received_at: moment(), outcome, order, returned: None };
        acknowledgment(id.into(), &withdrawal, order.map(|_| &berlin), order.is_some())
    };
    let order = Some(OrderKey { customer: Uuid::nil().into(), order: Uuid::nil().into() });
    Ok(vec![
        ("withdrawal", example(WithdrawalOutcome::Approved, order)),
        ("withdrawal-not-shipped", example(WithdrawalOutcome::NotShipped, order)),
        ("withdrawal-not-matched", example(WithdrawalOutcome::UnknownOrder, None)),
    ])
}
