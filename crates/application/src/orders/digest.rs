//! One mail instead of several: what has become of some orders of one customer. It is written when it
//! is sent, from the orders as they stand by then, so that nothing in it has gone stale.

use crate::{
    orders::emails::{in_words, kept, payment_page, tracking},
    ports::{outbox::Mail, store::Transaction, store_error::StoreResult},
};
use autoparts_domain::{
    id::{OrderId, OrderKey},
    orders::{Order, OrderState, Reservation},
    time::Timestamp,
};
use std::{collections::BTreeSet, time::Duration};

/// More orders than these are only counted.
const MAX_TOLD: usize = 50;

/// The first of some mails about orders of one customer, with a text that stands for all of them.
/// `None` when there is nothing to tell any more: all the orders were deleted, and no money moved.
pub(crate) fn digest(
    tx: &mut dyn Transaction,
    mails: &[Mail],
    shop: &str,
    now: Timestamp,
) -> StoreResult<Option<Mail>> {
    let Some(first) = mails.first() else { return Ok(None) };
    let ids: BTreeSet<OrderId> = mails.iter().filter_map(|mail| mail.order).collect();
    let mut told = Vec::new();
    for id in ids {
        let Some(order) = tx.order(&OrderKey { customer: first.owner, order: id })? else { continue };
        if let Some(text) = news(tx, &order, shop, now)? {
            told.push((order.snapshot().lines.headline(), text));
        }
    }
    let count = told.len();
    let subject = match told.as_slice() {
        [] => return Ok(None),
        [(product, _)] => format!("Your order: {product}"),
        _ => format!("News of {count} of your orders"),
    };
    let mut texts: Vec<String> = told.into_iter().map(|(_, text)| text).take(MAX_TOLD).collect();
    if count > MAX_TOLD {
        texts.push(format!("There are {} more.", count - MAX_TOLD));
    }
    let orders = format!("{}/dashboard", shop.trim_end_matches('/'));
    let text = format!(
        "Hello,\n\nthis is how your orders stand:\n\n{}\n\nAll your orders are here:\n\n{orders}\n\nAutoparts\n",
        texts.join("\n\n"),
    );
    Ok(Some(Mail { subject, text, ..first.clone() }))
}

/// What there is to tell about an order.
fn news(tx: &mut dyn Transaction, order: &Order, shop: &str, now: Timestamp) -> StoreResult<Option<String>> {
    let snapshot = order.snapshot();
    let pay = |words: &str| format!("{words}\n\n{}", payment_page(shop, snapshot));
    let state = match order.state() {
        OrderState::Pending(Reservation::Active { until }) => {
            let span = in_words(left(*until, now));
            Some(pay(&format!("It is not paid yet. The pieces are set aside for you for {span}. Pay for them here:")))
        }
        OrderState::Pending(Reservation::Expired) => {
            Some(pay("It is not paid, and the pieces are no longer set aside. You can pay while they are in stock:"))
        }
        OrderState::Paid(_) => Some("We have received your payment, and will ship your order next.".to_owned()),
        OrderState::Shipped(Some(_)) => Some("It is paid, and on its way to you.".to_owned()),
        OrderState::Shipped(None) => Some(pay("It is on its way to you, and not paid yet. Please pay for it here:")),
        OrderState::Cancelled | OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_) => None,
    };
    let tracked = order.is_shipped() && !order.is_refunded();
    let mut lines: Vec<String> = state.into_iter().chain(tracking(order).filter(|_| tracked)).collect();
    for refund in tx.refunds(&order.key())? {
        lines.push(format!(
            "We are giving you back {}. The money is on its way to the card you paid with; banks take up to ten days \
             to show it.",
            refund.amount.shown(),
        ));
    }
    if lines.is_empty() && order.is_refunded() {
        lines.push("Your money is on its way back to you.".to_owned());
    }
    Ok((!lines.is_empty()).then(|| format!("{}\n\n{}", kept(order), lines.join("\n\n"))))
}

/// From now to a moment, a minute at least.
fn left(until: Timestamp, now: Timestamp) -> Duration {
    let micros = u64::try_from(until.micros().saturating_sub(now.micros())).unwrap_or(0);
    Duration::from_micros(micros).max(Duration::from_mins(1))
}
