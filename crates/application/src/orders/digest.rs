//! One email instead of many: the state of several orders placed under one address. It is written when it is sent,
//! from the orders as of then, so that nothing in it is outdated.

use crate::{
    orders::emails::{
        MONEY_ON_ITS_WAY, guest_link, headline, in_words, payment_page, remaining_lines, tracking, with_all_orders,
    },
    ports::{
        email_content::{Block, EmailContent, EmailValue},
        outbox::Mail,
        store::Transaction,
        store_error::StoreResult,
    },
};
use autoparts_domain::{
    id::{OrderId, OrderKey},
    money::Money,
    orders::{Order, OrderState, Reservation},
    payments::Refund,
    time::Timestamp,
};
use std::{collections::BTreeMap, time::Duration};

/// Maximum number of orders described in one email; further ones are only counted.
const MAX_ORDERS: usize = 50;

/// Combines emails about orders to one address: returns the first email, with a text that replaces all of them. Several
/// guests may share the address; the text has the links to their orders. `None` if there is nothing left to report: all
/// the orders were deleted, and no money moved.
pub(crate) fn digest(
    tx: &mut dyn Transaction,
    mails: &[Mail],
    shop: &str,
    now: Timestamp,
) -> StoreResult<Option<Mail>> {
    let Some(first) = mails.first() else { return Ok(None) };
    let key = |mail: &Mail| Some((mail.order?, OrderKey { customer: mail.owner, order: mail.order? }));
    let keys: BTreeMap<OrderId, OrderKey> = mails.iter().filter_map(key).collect();
    let links: BTreeMap<OrderId, &str> =
        mails.iter().filter_map(|mail| Some((mail.order?, guest_link(mail, shop)?))).collect();
    let mut updates = Vec::new();
    let mut for_members = false;
    for (id, key) in keys {
        let Some(order) = tx.order(&key)? else { continue };
        let page = links.get(&id).map_or_else(|| payment_page(shop, id).into(), |link| EmailValue::secret(*link));
        let since = mails.iter().filter(|mail| mail.order == Some(id)).map(|mail| mail.written_at).min();
        let refunds = tx.refunds(&key)?.into_iter().filter(|refund| since.is_some_and(|since| refund.due_at >= since));
        if let Some(blocks) = news(&order, &refunds.collect::<Vec<_>>(), &page, now) {
            for_members |= !tx.user(&key.customer)?.is_some_and(|customer| customer.guest);
            updates.push((headline(order.snapshot()), blocks));
        }
    }
    let count = updates.len();
    let subject = match updates.as_slice() {
        [] => return Ok(None),
        [(product, _)] => format!("Your order: {product}"),
        _ => format!("Updates on {count} of your orders"),
    };
    let mut content = EmailContent::new().heading("Here is where your orders stand:");
    content.blocks.extend(updates.into_iter().take(MAX_ORDERS).flat_map(|(_, blocks)| blocks));
    if count > MAX_ORDERS {
        content = content.paragraph(format!("There are {} more.", count - MAX_ORDERS));
    }
    if !links.is_empty() {
        content = content.paragraph("Keep this email: you need its links to get back to your orders.");
    } else if for_members {
        content = with_all_orders(content, shop);
    }
    Ok(Some(Mail { subject, ..first.clone() }.with_content(content)))
}

/// Describes an order, with the page to pay for it and the refunds that have not been reported. `None` if there is
/// nothing to report.
fn news(order: &Order, refunds: &[Refund], page: &EmailValue, now: Timestamp) -> Option<Vec<Block>> {
    let pay = |words: &str| vec![Block::paragraph(words), Block::button("Pay for your order", page.clone())];
    let state = match order.state() {
        OrderState::Pending(Reservation::Active { until }) => {
            let span = in_words(left(*until, now));
            pay(&format!("It is not paid yet. The parts are reserved for you for {span}. Pay for them here:"))
        }
        OrderState::Pending(Reservation::Expired) => {
            pay("It is not paid, and the parts are no longer reserved. You can pay while they are in stock:")
        }
        OrderState::Paid(_) => {
            vec![Block::paragraph("We have received your payment, and will email you when your order ships.")]
        }
        OrderState::Shipped(Some(_)) => vec![Block::paragraph("It is paid, and on its way to you.")],
        OrderState::Shipped(None) => {
            pay("It is on its way to you but has not been paid for yet. Please pay for it here:")
        }
        OrderState::Cancelled | OrderState::Refunded(_) | OrderState::RefundedAfterShipping(_) => Vec::new(),
    };
    let tracked = order.is_shipped() && !order.is_refunded();
    let mut news: Vec<Block> = state.into_iter().chain(tracking(order).filter(|_| tracked)).collect();
    news.extend(money_back(refunds).map(Block::paragraph));
    if news.is_empty() && order.is_refunded() {
        news.push(Block::paragraph("This order was refunded."));
    }
    if news.is_empty() {
        return None;
    }
    news.insert(0, remaining_lines(order));
    Some(news)
}

/// Describes some refunds of an order. A refund of nothing is left out, and a manual refund does not go to the card.
fn money_back(refunds: &[Refund]) -> impl Iterator<Item = String> {
    let of_kind = |by_hand: bool| refunds.iter().filter(move |one| one.by_hand == by_hand && one.amount > Money::ZERO);
    let by_hand = of_kind(true).map(|one| format!("{} was refunded by other means.", one.amount.shown()));
    let by_card = of_kind(false).map(|one| format!("We are refunding {}.", one.amount.shown()));
    let closing = of_kind(false).next().map(|_| MONEY_ON_ITS_WAY.to_owned());
    by_hand.chain(by_card).chain(closing)
}

/// The time from now to a moment, at least one minute.
fn left(until: Timestamp, now: Timestamp) -> Duration {
    let micros = u64::try_from(until.micros().saturating_sub(now.micros())).unwrap_or(0);
    Duration::from_micros(micros).max(Duration::from_mins(1))
}
