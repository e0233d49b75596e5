//! Emails about orders. Each is written in the transaction of its cause. They contain nothing that a
//! customer typed: the address may be another person's, and the shop must not send them a stranger's words.

mod contents;
mod cores;
pub(crate) mod examples;
mod journey;
mod links;
mod returns;

pub(crate) use contents::{headline, item, remaining_lines};
pub(crate) use cores::RefusedCores;
pub(crate) use journey::day;
pub(crate) use links::{NewLink, OrderEmail, guest_link, order_link, payment_page, with_all_orders};

use crate::ports::{
    email_content::{Block, EmailContent},
    outbox::Mail,
};
use autoparts_domain::{
    id::MailId,
    link_token::LinkToken,
    money::Money,
    orders::{Order, OrderSnapshot, PiecesToRefund, Tracking},
    payments::RefundReason,
    returns::ReturnTerms,
    time::Timestamp,
};
use contents::some_of;
use std::{sync::Arc, time::Duration};

/// What becomes of a refund.
pub(crate) const MONEY_ON_ITS_WAY: &str =
    "The money is on its way to the card you paid with; banks take up to ten days to show it.";

/// Data for one email about an order.
#[derive(Debug, Clone)]
pub(crate) struct OrderEmails {
    /// The email's id.
    pub(crate) mail: MailId,
    /// The shop's public URL.
    pub(crate) shop: Arc<str>,
    /// When it is written.
    pub(crate) now: Timestamp,
    /// The link to include if the reader is a guest.
    pub(crate) link: Option<NewLink>,
    /// The terms for returning lines without agreed ones.
    pub(crate) returns: ReturnTerms,
    /// More about the cause of the email, which it adds to its own words.
    pub(crate) postscript: Vec<Block>,
}

/// Why an order could not accept a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotTaken {
    /// It had been deleted.
    OrderCancelled,
    /// Another payment had already paid it.
    PaidTwice,
    /// Its pieces had been sold.
    SoldOut,
    /// The card, the customer or the destination has another order with a coupon.
    CouponReused,
}

impl From<NotTaken> for RefundReason {
    fn from(why: NotTaken) -> Self {
        match why {
            NotTaken::OrderCancelled => Self::OrderCancelled,
            NotTaken::PaidTwice => Self::PaidTwice,
            NotTaken::SoldOut => Self::SoldOut,
            NotTaken::CouponReused => Self::CouponReused,
        }
    }
}

impl OrderEmails {
    /// The order was placed, and its pieces are reserved for `kept_for`, which is how long the email stays valid. A
    /// guest gets the link to their order.
    pub(crate) fn placed(&self, snapshot: &OrderSnapshot, kept_for: Duration, link: Option<&LinkToken>) -> Mail {
        let reserved = format!("The parts are reserved for you for {}.", in_words(kept_for));
        let begin = EmailContent::new()
            .heading("We have received your order:")
            .block(item(snapshot))
            .block(journey::begun(snapshot, self.returns));
        let content = match link {
            None => begin
                .paragraph(format!("{reserved} Pay for them here:"))
                .button("Pay for your order", payment_page(&self.shop, snapshot.id)),
            Some(token) => begin
                .paragraph(format!("{reserved} See your order and pay for it here:"))
                .button("See your order", order_link(&self.shop, token))
                .paragraph("Keep this email: you need its link to get back to your order."),
        };
        let content = content.paragraph(
            "If you did not place this order, you can ignore this email: nothing is charged unless someone pays.",
        );
        let email = OrderEmail::about(snapshot, "Your order", content);
        match link {
            None => Mail { good_until: self.now.plus(kept_for), ..self.to_member(&email) },
            // There is no other way back to the order, so this email stays valid longer than the reservation.
            Some(_) => self.to_guest(&email, None),
        }
    }

    /// The order was paid.
    pub(crate) fn paid(&self, order: &Order) -> OrderEmail {
        let snapshot = order.snapshot();
        let next = if order.is_shipped() {
            "Your order is already on its way."
        } else {
            "We will email you when your order ships."
        };
        let content = EmailContent::new()
            .heading(format!("We have received {} for:", snapshot.total.shown()))
            .block(item(snapshot))
            .block(journey::of(order, self.returns))
            .paragraph(next);
        OrderEmail::about(snapshot, "We have received your payment", content)
    }

    /// The order was shipped.
    pub(crate) fn shipped(&self, order: &Order) -> OrderEmail {
        let snapshot = order.snapshot();
        let content = EmailContent::new()
            .heading("This is on its way to you:")
            .block(remaining_lines(order))
            .block(journey::of(order, self.returns));
        let content = tracking(order).into_iter().fold(content, EmailContent::block);
        let email = OrderEmail::about(snapshot, "Your order is on its way", content);
        if order.is_paid() { email } else { email.asking_to_pay() }
    }

    /// The shop refunds an order: its whole amount, or what had not been refunded before.
    pub(crate) fn refunded(&self, order: &Order, amount: Money) -> OrderEmail {
        let snapshot = order.snapshot();
        let why = if order.is_shipped() { "" } else { "We have canceled this order. " };
        let content = EmailContent::new()
            .heading(format!("We are refunding {} for:", amount.shown()))
            .block(item(snapshot))
            .block(journey::of(order, self.returns))
            .paragraph(format!("{why}{MONEY_ON_ITS_WAY}"));
        OrderEmail::about(snapshot, "Your refund is on its way", content)
    }
}

impl OrderEmail {
    /// The shop has deleted the unpaid order.
    pub(crate) fn deleted(snapshot: &OrderSnapshot) -> OrderEmail {
        let content =
            EmailContent::new().heading("We have deleted your unpaid order:").block(item(snapshot)).paragraph(
                "Nothing was charged, and you do not need to do anything. If you still want it, please order again.",
            );
        OrderEmail::about(snapshot, "We have deleted your order", content).about_a_deleted_order()
    }

    /// The order could not accept a payment, which is refunded.
    pub(crate) fn refunded(snapshot: &OrderSnapshot, why: NotTaken) -> OrderEmail {
        let reason = match why {
            NotTaken::OrderCancelled => "Your payment arrived after the order was deleted.",
            NotTaken::PaidTwice => {
                "This order was paid twice. We are refunding one of the payments; the order stays as it is."
            }
            NotTaken::SoldOut => "Your payment arrived after the reservation had ended, and the parts have sold out.",
            NotTaken::CouponReused => {
                "This card or this delivery address was already used with another coupon, and each can be used with \
                 only one. Your order is still unpaid: delete it and order again without the coupon. If the card is \
                 the reason, you can also pay with another one."
            }
        };
        let content = EmailContent::new()
            .heading(format!("We are refunding {} for:", snapshot.total.shown()))
            .block(item(snapshot))
            .paragraph(format!("{reason} {MONEY_ON_ITS_WAY}"));
        let email = OrderEmail::about(snapshot, "Your refund is on its way", content);
        if why == NotTaken::OrderCancelled { email.about_a_deleted_order() } else { email }
    }

    /// The shop refunds part of an order: for pieces that came back, from which a fee may be deducted, or an amount.
    pub(crate) fn partly_refunded(
        snapshot: &OrderSnapshot,
        (amount, fee): (Money, Money),
        taken: Option<&PiecesToRefund>,
    ) -> OrderEmail {
        let (amount, total) = (amount.shown(), snapshot.total.shown());
        let deducted = if fee > Money::ZERO {
            format!("We have deducted a restocking fee of {}. ", fee.shown())
        } else {
            String::new()
        };
        let content = EmailContent::new()
            .heading(format!("We are refunding {amount} of the {total} that you paid, for:"))
            .block(taken.map_or_else(|| item(snapshot), |taken| some_of(snapshot, taken)))
            .paragraph(format!("{deducted}The rest of your order stays as it is. {MONEY_ON_ITS_WAY}"));
        OrderEmail::about(snapshot, "A partial refund is on its way", content)
    }
}

/// The carrier and tracking number; `None` if the shop has not entered any.
pub(crate) fn tracking(order: &Order) -> Option<Block> {
    let Tracking { carrier, number } = &order.milestones().tracking;
    let carrier = carrier.as_ref().map(|carrier| ("Carrier".to_owned(), carrier.to_string()));
    let number = number.as_ref().map(|number| ("Tracking number".to_owned(), number.to_string()));
    let details: Vec<_> = carrier.into_iter().chain(number).collect();
    (!details.is_empty()).then_some(Block::Details(details))
}

/// A duration in the largest unit that fits it.
pub(crate) fn in_words(span: Duration) -> String {
    let minutes = span.as_secs() / 60;
    let (count, unit) = match minutes {
        minutes if minutes >= 48 * 60 && minutes.is_multiple_of(24 * 60) => (minutes / (24 * 60), "day"),
        minutes if minutes >= 60 && minutes.is_multiple_of(60) => (minutes / 60, "hour"),
        minutes => (minutes, "minute"),
    };
    if count == 1 { format!("1 {unit}") } else { format!("{count} {unit}s") }
}

#[cfg(test)]
mod tests;
