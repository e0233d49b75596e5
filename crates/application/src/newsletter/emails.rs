//! The texts and links of newsletter emails.

use crate::{
    email_examples::{Example, ExampleError, at, moment, money},
    orders::emails::day,
    outbox::template::{EmailTemplate, HIDDEN_LINK},
    ports::outbox::{Mail, NEWS_LASTS},
};
use autoparts_domain::{
    id::UserId,
    money::Money,
    newsletter::{Coupon, CouponOffer, LINK_LASTS, Subscription},
};
use std::time::Duration;
use uuid::Uuid;

/// Replaces a coupon where an email is shown without its secrets.
const HIDDEN_COUPON: &str = "[coupon hidden]";

impl EmailTemplate {
    /// Returns the email that asks to confirm the address while the link is valid, and describes its coupon.
    pub(super) fn invitation(&self, to: &Subscription, offer: Option<&CouponOffer>) -> Mail {
        let subject = offer.map_or_else(
            || "Confirm your email".to_owned(),
            |offer| format!("Confirm your email and get your {} coupon", offer.amount.shown()),
        );
        let promise = offer.map(promise).unwrap_or_default();
        let text = |link: &str| {
            format!(
                "Hello,\n\nSomeone, probably you, signed up for the Autoparts newsletter with this address.{promise} \
                 Confirm the address here within the next seven days:\n\n{link}\n\nIf it was not you, you can ignore this \
                 email: you are not subscribed until you follow the link.\n\nAutoparts\n",
            )
        };
        let whole = text(&self.link("coupon"));
        let redacted = text(HIDDEN_LINK);
        self.mail(to, &subject, whole, redacted, LINK_LASTS).unasked()
    }

    /// Returns the welcome email, with the coupon or the statement that there is none.
    pub(super) fn welcome(&self, to: &Subscription, coupon: Option<&Coupon>) -> Mail {
        if let Some(coupon) = coupon {
            let begin = "Thank you, your address is confirmed. This is your coupon:";
            return self.with_coupon(to, &format!("Your {} coupon", coupon.amount.shown()), begin, coupon);
        }
        let text = |way_out: &str| {
            format!(
                "Hello,\n\nThank you, your address is confirmed, and you are subscribed to the Autoparts newsletter. \
                 There is no coupon with it: this mailbox has already had one, or the shop offers none at the \
                 moment.\n\nTo unsubscribe, follow this link:\n\n{way_out}\n\nAutoparts\n",
            )
        };
        let whole = text(&self.link("unsubscribe"));
        self.mail(to, "You are subscribed to the Autoparts newsletter", whole, text(HIDDEN_LINK), NEWS_LASTS)
    }

    /// Returns the reminder of an unused coupon.
    pub(super) fn reminder(&self, to: &Subscription, coupon: &Coupon) -> Mail {
        let begin = "Someone, probably you, signed up for the Autoparts newsletter with this address again. You are \
                     already subscribed. Here is your coupon:";
        self.with_coupon(to, &format!("You already have a {} coupon", coupon.amount.shown()), begin, coupon)
    }

    fn with_coupon(&self, to: &Subscription, subject: &str, begin: &str, coupon: &Coupon) -> Mail {
        let terms = terms(coupon);
        let text = |code: &str, way_out: &str| {
            format!(
                "Hello,\n\n{begin}\n\n    {code}, worth {}\n\n{terms}\n\nTo unsubscribe, follow this link; your coupon stays \
                 valid:\n\n{way_out}\n\nAutoparts\n",
                coupon.amount.shown(),
            )
        };
        let whole = text(coupon.code.as_str(), &self.link("unsubscribe"));
        self.mail(to, subject, whole, text(HIDDEN_COUPON, HIDDEN_LINK), NEWS_LASTS)
    }

    fn mail(&self, to: &Subscription, subject: &str, text: String, redacted: String, good_for: Duration) -> Mail {
        let owner = UserId::from(to.id.uuid());
        Mail::new(self.mail, owner, to.email.clone(), subject, text, self.now, good_for).with_secrets(redacted)
    }
}

/// Describes the terms of an offered coupon in a follow-up sentence.
fn promise(offer: &CouponOffer) -> String {
    let CouponOffer { amount, minimum, valid_days } = offer;
    let least = if *minimum == Money::ZERO { String::new() } else { format!(" of at least {}", minimum.shown()) };
    format!(
        " It comes with a {} coupon for one order{least} before shipping and tax, valid for {valid_days} days; one for each \
         customer, delivery address and card.",
        amount.shown(),
    )
}

/// Describes the terms of a coupon.
fn terms(coupon: &Coupon) -> String {
    let least = match coupon.minimum {
        Money::ZERO => String::new(),
        minimum => format!(" of at least {}", minimum.shown()),
    };
    let end = coupon.valid_until.map(|until| format!(", placed before {}", day(until))).unwrap_or_default();
    format!(
        "Use it for one order{least} before shipping and tax{end}. One coupon for each customer, delivery address and card.",
    )
}

/// Every email of the newsletter, with example data.
pub(crate) fn examples(template: &EmailTemplate) -> Result<Vec<Example>, ExampleError> {
    let to = Subscription::new(Uuid::nil().into(), "marta@example.com".parse()?, moment());
    let offer = CouponOffer { amount: money(5_000), minimum: money(20_000), valid_days: 90 };
    let coupon = offer.issue("AP50-27CH-NTY5".parse()?, at(1));
    Ok(vec![
        ("newsletter-confirm", template.invitation(&to, None)),
        ("newsletter-confirm-coupon", template.invitation(&to, Some(&offer))),
        ("newsletter-welcome", template.welcome(&to, None)),
        ("newsletter-coupon", template.welcome(&to, Some(&coupon))),
        ("newsletter-reminder", template.reminder(&to, &coupon)),
    ])
}
