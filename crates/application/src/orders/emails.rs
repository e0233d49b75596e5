//! The mails about orders: what they say. Each is written in the transaction of its cause. Nothing
//! that a customer typed stands in them: an address may be another person's, who must not get a
//! stranger's words from us.

use crate::ports::outbox::{Mail, NEWS_LASTS};
use autoparts_domain::{
    id::MailId,
    link_token::LinkToken,
    money::Money,
    orders::{LinePieces, Order, OrderSnapshot, TakenBack, Tracking},
    payments::RefundReason,
    time::Timestamp,
};
use std::{sync::Arc, time::Duration};

/// What stands in an e-mail's place for its link when it is hidden.
pub(crate) const HIDDEN_LINK: &str = "[link hidden]";

/// One mail about an order, before it says what happened.
#[derive(Debug, Clone)]
pub(crate) struct OrderEmails {
    /// The mail's id.
    pub(crate) mail: MailId,
    /// How browsers reach the shop.
    pub(crate) shop: Arc<str>,
    /// When it is written.
    pub(crate) now: Timestamp,
}

impl OrderEmails {
    /// The order was placed, and its pieces are kept for a while, which is how long the mail is true. A guest gets the link by
    /// which they come back to it.
    pub(crate) fn placed(&self, snapshot: &OrderSnapshot, kept_for: Duration, link: Option<&LinkToken>) -> Mail {
        let text = |page: &str, keep: &str| {
            format!(
                "We have your order:\n\n{}\n\nThe pieces are set aside for you for {}. {page}\n\n{keep}\
                 If it was not you who ordered, you need not do anything: an order that nobody pays for ends by itself.",
                item(snapshot),
                in_words(kept_for),
            )
        };
        let subject = "Your order";
        let Some(token) = link else {
            let page = format!("Pay for them here:\n\n{}", self.payment_page(snapshot));
            return self.mail(snapshot, subject, &text(&page, ""), kept_for);
        };
        let with = |link: &str| {
            let keep = "Keep this email: its link is how you come back to your order.\n\n";
            letter(&text(&format!("See your order and pay for it here:\n\n{link}"), keep))
        };
        let link = format!("{}{}", guest_page(&self.shop), token.reveal());
        // There is no other way back to the order, so the link is true for longer than the reservation.
        Mail { text: with(&link), ..self.mail(snapshot, subject, "", NEWS_LASTS) }.with_secrets(with(HIDDEN_LINK))
    }

    /// The money arrived.
    pub(crate) fn paid(&self, order: &Order) -> Mail {
        let snapshot = order.snapshot();
        let next =
            if order.is_shipped() { "Your order is on its way already." } else { "We will ship your order next." };
        let text = format!("We have received {} for:\n\n{}\n\n{next}", snapshot.total.shown(), item(snapshot));
        self.mail(snapshot, "We have received your payment", &text, NEWS_LASTS)
    }

    /// The goods left.
    pub(crate) fn shipped(&self, order: &Order) -> Mail {
        let snapshot = order.snapshot();
        let mut text = format!("This is on its way to you:\n\n{}", kept(order));
        if let Some(tracking) = tracking(order) {
            text.push_str("\n\n");
            text.push_str(&tracking);
        }
        if !order.is_paid() {
            text.push_str("\n\nIt is not paid yet. Please pay for it here:\n\n");
            text.push_str(&self.payment_page(snapshot));
        }
        self.mail(snapshot, "Your order is on its way", &text, NEWS_LASTS)
    }

    /// The shop has deleted it, unpaid.
    pub(crate) fn deleted(&self, snapshot: &OrderSnapshot) -> Mail {
        let text = format!(
            "We have deleted this order of yours, which was not paid:\n\n{}\n\nNothing was charged, and you need not do \
             anything. If you still want it, please order again.",
            item(snapshot),
        );
        self.mail(snapshot, "We have deleted your order", &text, NEWS_LASTS)
    }

    /// The money goes back.
    pub(crate) fn refunded(&self, snapshot: &OrderSnapshot, reason: RefundReason) -> Mail {
        let why = match reason {
            RefundReason::OrderCancelled => "Your payment arrived after the order was deleted.",
            RefundReason::PaidTwice => {
                "This order was paid twice. One of the payments goes back; the order stays as it is."
            }
            RefundReason::SoldOut => {
                "Your payment arrived after the time we could keep the pieces, and they are sold out."
            }
            RefundReason::ByAdmin => "We have cancelled this order.",
            RefundReason::LinesCancelled | RefundReason::Returned | RefundReason::Goodwill => {
                "The rest of your order stays as it is."
            }
        };
        let text = format!(
            "We are giving you back {} for:\n\n{}\n\n{why} The money is on its way to the card you paid with; \
             banks take up to ten days to show it.",
            snapshot.total.shown(),
            item(snapshot),
        );
        self.mail(snapshot, "Your money is on its way back", &text, NEWS_LASTS)
    }

    /// The money of an order goes back because the shop decided so: all of it, or what had not gone back
    /// before.
    pub(crate) fn given_back(&self, snapshot: &OrderSnapshot, amount: Money, after_shipping: bool) -> Mail {
        let why = if after_shipping { "" } else { "We have cancelled this order. " };
        let text = format!(
            "We are giving you back {} for:\n\n{}\n\n{why}The money is on its way to the card you paid with; \
             banks take up to ten days to show it.",
            amount.shown(),
            item(snapshot),
        );
        self.mail(snapshot, "Your money is on its way back", &text, NEWS_LASTS)
    }

    /// A part of the money of an order goes back: for pieces that the shop took back, or an amount.
    pub(crate) fn partly_given_back(&self, snapshot: &OrderSnapshot, amount: Money, taken: Option<&TakenBack>) -> Mail {
        let told = taken.map_or_else(|| item(snapshot), |taken| some_of(snapshot, taken));
        let text = format!(
            "We are giving you back {} of the {} that you paid, for:\n\n{told}\n\nThe rest of your order stays as it is. The \
             money is on its way to the card you paid with; banks take up to ten days to show it.",
            amount.shown(),
            snapshot.total.shown(),
        );
        self.mail(snapshot, "Part of your money is on its way back", &text, NEWS_LASTS)
    }

    fn payment_page(&self, snapshot: &OrderSnapshot) -> String {
        payment_page(&self.shop, snapshot)
    }

    fn mail(&self, snapshot: &OrderSnapshot, subject: &str, text: &str, good_for: Duration) -> Mail {
        let subject = format!("{subject}: {}", snapshot.lines.headline());
        let orders = format!("{}/dashboard", self.shop.trim_end_matches('/'));
        let text = letter(&format!("{text}\n\nAll your orders are here:\n\n{orders}"));
        Mail::new(self.mail, snapshot.customer, snapshot.email.clone(), &subject, text, self.now, good_for)
            .about(snapshot.id)
    }
}

fn letter(text: &str) -> String {
    format!("Hello,\n\n{text}\n\nAutoparts\n")
}

/// Where a guest sees an order and pays for it, but for the token.
fn guest_page(shop: &str) -> String {
    format!("{}/my-order?token=", shop.trim_end_matches('/'))
}

/// The link of a mail by which a guest comes back.
pub(crate) fn guest_link<'m>(mail: &'m Mail, shop: &str) -> Option<&'m str> {
    let page = guest_page(shop);
    mail.text.lines().find(|line| line.starts_with(&page))
}

/// Where an order is paid for.
pub(crate) fn payment_page(shop: &str, snapshot: &OrderSnapshot) -> String {
    format!("{}/payment/{}", shop.trim_end_matches('/'), snapshot.id)
}

/// What was ordered, and what to call it when writing to the shop.
pub(crate) fn item(snapshot: &OrderSnapshot) -> String {
    let lines: Vec<_> =
        snapshot.lines.iter().map(|line| format!("    {} × {}", line.quantity.pieces(), line.product)).collect();
    format!("{}, {} in all\n    Order {}", lines.join("\n"), snapshot.total.shown(), name(snapshot))
}

/// What is left of an order of which pieces were taken back; what was ordered when none were, or all.
pub(crate) fn kept(order: &Order) -> String {
    if order.keeps_nothing() || order.kept().all(|(_, line, kept)| kept == line.quantity.pieces()) {
        return item(order.snapshot());
    }
    let lines = order.kept().filter(|(_, _, kept)| *kept > 0);
    let lines: Vec<_> = lines.map(|(_, line, kept)| format!("    {kept} × {}", line.product)).collect();
    format!("{}\n    Order {}", lines.join("\n"), name(order.snapshot()))
}

/// Pieces of some lines and cores of others, and what to call their order.
fn some_of(snapshot: &OrderSnapshot, taken: &TakenBack) -> String {
    let told = |pieces: &LinePieces, what: &str| -> Vec<String> {
        let lines = pieces.iter().filter_map(|(number, pieces)| Some((snapshot.lines.get(*number)?, pieces)));
        lines.map(|(line, pieces)| format!("    {} × {}{what}", pieces.pieces(), line.product)).collect()
    };
    let lines = [told(&taken.pieces, ""), told(&taken.cores, ", the core charge alone")].concat();
    format!("{}\n    Order {}", lines.join("\n"), name(snapshot))
}

/// What to call an order when writing to the shop.
fn name(snapshot: &OrderSnapshot) -> String {
    snapshot.number.as_ref().map_or_else(|| snapshot.id.to_string(), ToString::to_string)
}

/// How the goods can be followed on their way; `None` when the shop does not say.
pub(crate) fn tracking(order: &Order) -> Option<String> {
    let Tracking { carrier, number } = &order.milestones().tracking;
    let carrier = carrier.as_ref().map(|carrier| format!("Carrier: {carrier}"));
    let number = number.as_ref().map(|number| format!("Tracking number: {number}"));
    let told: Vec<String> = carrier.into_iter().chain(number).collect();
    (!told.is_empty()).then(|| told.join("\n"))
}

/// A span in the largest unit that fits it.
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
mod tests {
    use super::*;
    use crate::testing::{clock::NEW_YEAR, samples};
    use autoparts_domain::{
        id::MailId,
        orders::{LineNumber, Tracking},
        quantity::Quantity,
    };
    use uuid::Uuid;

    fn emails() -> OrderEmails {
        OrderEmails {
            mail: MailId::from(Uuid::from_u128(1)),
            shop: "https://shop.example".into(),
            now: Timestamp::from_micros(1),
        }
    }

    fn order() -> Order {
        samples::order(1, &samples::customer(1), &samples::part(1, 100))
    }

    #[test]
    fn a_new_order_is_told_what_it_costs_how_long_it_waits_and_where_to_pay() {
        let order = order();
        let snapshot = order.snapshot();
        let mail = emails().placed(snapshot, Duration::from_hours(24), None);
        assert_eq!((&mail.to, mail.owner), (&snapshot.email, snapshot.customer));
        for words in [
            snapshot.lines.headline(),
            format!("{} in all", snapshot.total.shown()),
            "for 24 hours".to_owned(),
            format!("Order {}\n", snapshot.number.as_ref().unwrap()),
            format!("https://shop.example/payment/{}\n", snapshot.id),
        ] {
            assert!(mail.text.contains(&words), "{words} is missing in: {}", mail.text);
        }
        assert!(mail.subject.contains(&snapshot.lines.headline()));
    }

    #[test]
    fn no_letter_carries_what_a_customer_typed() {
        let order = order();
        let snapshot = order.snapshot();
        for mail in [
            emails().placed(snapshot, Duration::from_hours(24), None),
            emails().paid(&order),
            emails().shipped(&order),
            emails().deleted(snapshot),
            emails().refunded(snapshot, RefundReason::ByAdmin),
            emails().partly_given_back(snapshot, Money::ZERO, None),
        ] {
            for typed in [snapshot.name.to_string(), snapshot.address.to_string(), snapshot.phone.to_string()] {
                assert!(!mail.text.contains(&typed) && !mail.subject.contains(&typed), "{typed}: {}", mail.text);
            }
        }
    }

    #[test]
    fn a_new_order_is_told_only_while_its_pieces_are_kept_and_other_news_for_three_days() {
        let (order, now) = (order(), emails().now);
        let snapshot = order.snapshot();
        let kept_for = Duration::from_mins(90);
        assert_eq!(emails().placed(snapshot, kept_for, None).good_until, now.plus(kept_for));
        for mail in
            [emails().paid(&order), emails().shipped(&order), emails().refunded(snapshot, RefundReason::ByAdmin)]
        {
            assert_eq!(mail.good_until, now.plus(Duration::from_hours(3 * 24)), "{}", mail.subject);
        }
    }

    #[test]
    fn goods_that_leave_unpaid_are_asked_to_be_paid_for() {
        let mut unpaid = order();
        unpaid.ship(Tracking::default(), NEW_YEAR).unwrap();
        let page = format!("https://shop.example/payment/{}\n", unpaid.snapshot().id);
        assert!(emails().shipped(&unpaid).text.contains(&page));
        let mut paid = order();
        paid.pay("pi_1".parse().unwrap(), NEW_YEAR).unwrap();
        paid.ship(Tracking::default(), NEW_YEAR).unwrap();
        assert!(!emails().shipped(&paid).text.contains("/payment/"));
    }

    #[test]
    fn an_order_is_told_without_the_pieces_that_were_taken_back() {
        let mut order = order();
        order.pay("pi_1".parse().unwrap(), NEW_YEAR).unwrap();
        let whole = kept(&order);
        assert_eq!(whole, item(order.snapshot()));
        let first = LineNumber::new(1).unwrap();
        let taken = |pieces| TakenBack {
            pieces: LinePieces::from([(first, Quantity::new(pieces).unwrap())]),
            ..TakenBack::default()
        };
        order.take_back(&taken(1)).unwrap();
        assert!(kept(&order).starts_with("    1 × ") && !kept(&order).contains("in all"), "{}", kept(&order));
        order.take_back(&taken(1)).unwrap();
        assert_eq!(kept(&order), whole, "of nothing there is nothing to tell");
    }

    #[test]
    fn every_refund_says_why() {
        let order = order();
        let reasons =
            [RefundReason::OrderCancelled, RefundReason::PaidTwice, RefundReason::SoldOut, RefundReason::ByAdmin];
        let texts = reasons.map(|reason| emails().refunded(order.snapshot(), reason).text);
        for (number, text) in texts.iter().enumerate() {
            assert!(!texts.iter().skip(number + 1).any(|other| other == text), "{text}");
        }
    }

    #[test]
    fn spans_are_told_in_the_largest_unit_that_fits() {
        for (minutes, words) in [
            (1, "1 minute"),
            (90, "90 minutes"),
            (60, "1 hour"),
            (24 * 60, "24 hours"),
            (48 * 60, "2 days"),
            (49 * 60, "49 hours"),
        ] {
            assert_eq!(in_words(Duration::from_mins(minutes)), words);
        }
    }
}
