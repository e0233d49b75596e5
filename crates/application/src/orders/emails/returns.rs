//! Emails about returns.

use super::{OrderEmail, OrderEmails, contents::some_of, journey::day};
use crate::ports::email_content::{Block, EmailContent};
use autoparts_domain::{
    money::Money,
    orders::{Order, OrderSnapshot, PiecesToRefund},
    returns::Return,
    time::Timestamp,
};

impl OrderEmails {
    /// These emails, naming a received return in the email about its refund, with the pieces that are not refunded and
    /// the shop's own words.
    pub(crate) fn of_received(&self, snapshot: &OrderSnapshot, returned: &Return) -> Self {
        let refused = PiecesToRefund { pieces: returned.refused(), ..PiecesToRefund::default() };
        let not_refunded = (!refused.pieces.is_empty())
            .then(|| [Block::Paragraph("We cannot refund these pieces:".to_owned()), some_of(snapshot, &refused)]);
        let blocks = [number(returned)].into_iter().chain(not_refunded.into_iter().flatten()).chain(answer(returned));
        Self { postscript: blocks.collect(), ..self.clone() }
    }
}

impl OrderEmail {
    /// The shop has a request to decide about.
    pub(crate) fn return_requested(snapshot: &OrderSnapshot, returned: &Return) -> Self {
        let content = about("We have received your request to return:", snapshot, returned)
            .paragraph("We will email you our answer. Please do not send the parts before that.");
        Self::about(snapshot, "Your return request", content)
    }

    /// The customer may send the pieces, which should arrive by a time.
    pub(crate) fn return_approved(order: &Order, returned: &Return, arrives_by: Timestamp) -> Self {
        let snapshot = order.snapshot();
        let fee = returned.expected_refund(order).map_or(Money::ZERO, |expected| expected.fee);
        let less_fee =
            if fee > Money::ZERO { format!(", less the restocking fee of {}", fee.shown()) } else { String::new() };
        let content = answered(about("You can send these parts back to us:", snapshot, returned), returned)
            .paragraph(format!(
                "Print the return slip on the page of your order and put it into the parcel, or write the number of \
                 the return on the parcel. It should reach us by {}.",
                day(arrives_by)
            ))
            .paragraph(format!("We refund you as soon as the parts have arrived and we have checked them{less_fee}."));
        Self::about(snapshot, "Your return is approved", content)
    }

    /// The shop does not take the pieces back.
    pub(crate) fn return_declined(snapshot: &OrderSnapshot, returned: &Return) -> Self {
        let content = answered(about("We cannot take these parts back:", snapshot, returned), returned);
        Self::about(snapshot, "Your return request", content)
    }

    /// The pieces arrived, and there is no money to refund for them.
    pub(crate) fn return_not_refunded(snapshot: &OrderSnapshot, returned: &Return) -> Self {
        let heading = if returned.accepted().pieces.is_empty() {
            "Your return has arrived, and we cannot refund it:"
        } else {
            "Your return has arrived:"
        };
        let content = answered(about(heading, snapshot, returned), returned);
        Self::about(snapshot, "Your return has arrived", content)
    }

    /// The pieces should arrive soon.
    pub(crate) fn return_reminder(snapshot: &OrderSnapshot, returned: &Return, arrives_by: Timestamp) -> Self {
        let content = about("We are waiting for your return:", snapshot, returned).paragraph(format!(
            "It should reach us by {}. If you keep the parts, you do not need to do anything.",
            day(arrives_by)
        ));
        Self::about(snapshot, "We are waiting for your return", content)
    }

    /// Nothing arrived in time.
    pub(crate) fn return_expired(snapshot: &OrderSnapshot, returned: &Return) -> Self {
        let content = about("We have closed your return because these parts have not arrived:", snapshot, returned)
            .paragraph("If you have sent the parts, please write to us.");
        Self::about(snapshot, "We have closed your return", content)
    }
}

/// What is returned, and the number of the return.
fn about(heading: &str, snapshot: &OrderSnapshot, returned: &Return) -> EmailContent {
    let taken = PiecesToRefund { pieces: returned.announced(), ..PiecesToRefund::default() };
    EmailContent::new().heading(heading).block(some_of(snapshot, &taken)).block(number(returned))
}

fn number(returned: &Return) -> Block {
    Block::Details(vec![("Return".to_owned(), returned.number.to_string())])
}

/// The shop's own words, line by line.
fn answer(returned: &Return) -> impl Iterator<Item = Block> {
    let words = returned.answer.as_ref().map(ToString::to_string).unwrap_or_default();
    let lines: Vec<String> = words.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    lines.into_iter().map(Block::Paragraph)
}

fn answered(content: EmailContent, returned: &Return) -> EmailContent {
    answer(returned).fold(content, EmailContent::block)
}
