//! The texts of emails about orders. Each is written in the transaction of its cause. They contain nothing that a
//! customer typed: the address may be another person's, and the shop must not send them a stranger's words.

mod contents;
pub(crate) mod examples;
mod journey;
mod links;

pub(crate) use contents::{headline, item, kept};
pub(crate) use journey::day;
pub(crate) use links::{NewLink, OrderEmail, guest_link, order_link, payment_page};

use crate::{outbox::template::HIDDEN_LINK, ports::outbox::Mail};
use autoparts_domain::{
    id::MailId,
    link_token::LinkToken,
    money::Money,
    orders::{Order, OrderSnapshot, TakenBack, Tracking},
    payments::RefundReason,
    time::Timestamp,
};
use contents::some_of;
use links::guest_page;
use std::{sync::Arc, time::Duration};

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
    /// How long an order can be returned, counted from its shipment.
    pub(crate) returns: Duration,
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
        let text = |page: &str, keep: &str| {
            format!(
                "We have received your order:\n\n{}\n\n{}\n\nThe parts are reserved for you for {}. {page}\n\n{keep}\
                 If you did not place this order, you can ignore this email: nothing is charged unless someone pays.",
                item(snapshot),
                journey::begun(snapshot),
                in_words(kept_for),
            )
        };
        let Some(token) = link else {
            let page = format!("Pay for them here:\n\n{}", payment_page(&self.shop, snapshot.id));
            let mail = self.to_member(&OrderEmail::about(snapshot, "Your order", text(&page, "")));
            return Mail { good_until: self.now.plus(kept_for), ..mail };
        };
        let with = |link: &str| {
            let keep = "Keep this email: you need its link to get back to your order.\n\n";
            with_greeting(&text(&format!("See your order and pay for it here:\n\n{link}"), keep))
        };
        let link = format!("{}{}", guest_page(&self.shop), token.reveal());
        // There is no other way back to the order, so this email stays valid longer than the reservation.
        let mail = self.to_guest(&OrderEmail::about(snapshot, "Your order", String::new()), None);
        Mail { text: with(&link), ..mail }.with_secrets(with(HIDDEN_LINK))
    }

    /// The order was paid.
    pub(crate) fn paid(&self, order: &Order) -> OrderEmail {
        let snapshot = order.snapshot();
        let next = if order.is_shipped() {
            "Your order is already on its way."
        } else {
            "We will email you when your order ships."
        };
        let total = snapshot.total.shown();
        let item = item(snapshot);
        let journey = journey::of(order, self.returns);
        let text = format!("We have received {total} for:\n\n{item}\n\n{journey}\n\n{next}");
        OrderEmail::about(snapshot, "We have received your payment", text)
    }

    /// The order was shipped.
    pub(crate) fn shipped(&self, order: &Order) -> OrderEmail {
        let snapshot = order.snapshot();
        let mut text = format!("This is on its way to you:\n\n{}\n\n{}", kept(order), journey::of(order, self.returns));
        if let Some(tracking) = tracking(order) {
            text.push_str("\n\n");
            text.push_str(&tracking);
        }
        let email = OrderEmail::about(snapshot, "Your order is on its way", text);
        if order.is_paid() { email } else { email.asking_to_pay() }
    }

    /// The shop refunds an order: its whole amount, or what had not been refunded before.
    pub(crate) fn given_back(&self, order: &Order, amount: Money) -> OrderEmail {
        let snapshot = order.snapshot();
        let why = if order.is_shipped() { "" } else { "We have canceled this order. " };
        let text = format!(
            "We are refunding {} for:\n\n{}\n\n{}\n\n{why}The money is on its way to the card you paid with; \
             banks take up to ten days to show it.",
            amount.shown(),
            item(snapshot),
            journey::of(order, self.returns),
        );
        OrderEmail::about(snapshot, "Your refund is on its way", text)
    }
}

impl OrderEmail {
    /// The shop has deleted the unpaid order.
    pub(crate) fn deleted(snapshot: &OrderSnapshot) -> OrderEmail {
        let text = format!(
            "We have deleted your unpaid order:\n\n{}\n\nNothing was charged, and you do not need to do anything. \
             If you still want it, please order again.",
            item(snapshot),
        );
        OrderEmail::about(snapshot, "We have deleted your order", text).about_a_deleted_order()
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
        let text = format!(
            "We are refunding {} for:\n\n{}\n\n{reason} The money is on its way to the card you paid with; \
             banks take up to ten days to show it.",
            snapshot.total.shown(),
            item(snapshot),
        );
        let email = OrderEmail::about(snapshot, "Your refund is on its way", text);
        if why == NotTaken::OrderCancelled { email.about_a_deleted_order() } else { email }
    }

    /// The shop refunds part of an order: for pieces that it took back, or an amount.
    pub(crate) fn partly_given_back(snapshot: &OrderSnapshot, amount: Money, taken: Option<&TakenBack>) -> OrderEmail {
        let items = taken.map_or_else(|| item(snapshot), |taken| some_of(snapshot, taken));
        let text = format!(
            "We are refunding {} of the {} that you paid, for:\n\n{items}\n\nThe rest of your order stays as it is. The \
             money is on its way to the card you paid with; banks take up to ten days to show it.",
            amount.shown(),
            snapshot.total.shown(),
        );
        OrderEmail::about(snapshot, "A partial refund is on its way", text)
    }
}

/// Adds the greeting and the closing to the text of an email.
fn with_greeting(text: &str) -> String {
    format!("Hello,\n\n{text}\n\nAutoparts\n")
}

/// The carrier and tracking number in words; `None` if the shop has not entered any.
pub(crate) fn tracking(order: &Order) -> Option<String> {
    let Tracking { carrier, number } = &order.milestones().tracking;
    let carrier = carrier.as_ref().map(|carrier| format!("Carrier: {carrier}"));
    let number = number.as_ref().map(|number| format!("Tracking number: {number}"));
    let details: Vec<String> = carrier.into_iter().chain(number).collect();
    (!details.is_empty()).then(|| details.join("\n"))
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
