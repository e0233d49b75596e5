//! The texts and links of newsletter emails.

use crate::{
    email_examples::values::{Example, ExampleError, at, moment, money},
    orders::emails::day,
    outbox::template::EmailTemplate,
    ports::{
        email_content::{Block, EmailContent, EmailValue, Emphasis},
        outbox::{Mail, NEWS_LASTS},
    },
};
use autoparts_domain::{
    id::UserId,
    money::Money,
    newsletter::{Coupon, CouponOffer, LINK_LASTS, Subscription},
};
use std::time::Duration;
use uuid::Uuid;

impl EmailTemplate {
    /// Returns the email that asks to confirm the address while the link is valid, and describes its coupon.
    pub(super) fn invitation(&self, to: &Subscription, offer: Option<&CouponOffer>) -> Mail {
        let subject = offer.map_or_else(
            || "Confirm your email".to_owned(),
            |offer| format!("Confirm your email and get your {} coupon", offer.amount.shown()),
        );
        let promise = offer.map(promise).unwrap_or_default();
        let content = EmailContent::new()
            .paragraph(format!(
                "Someone, probably you, signed up for the Autoparts newsletter with this address.{promise} Confirm the \
                 address here within the next seven days:"
            ))
            .button("Confirm your email address", self.link("coupon"))
            .paragraph(
                "If it was not you, you can ignore this email: you are not subscribed until you follow the link.",
            );
        self.mail(to, &subject, content, LINK_LASTS).unasked()
    }

    /// Returns the welcome email, with the coupon or the statement that there is none.
    pub(super) fn welcome(&self, to: &Subscription, coupon: Option<&Coupon>) -> Mail {
        if let Some(coupon) = coupon {
            let begin = EmailContent::new().heading("Thank you, your address is confirmed. This is your coupon:");
            return self.with_coupon(to, &format!("Your {} coupon", coupon.amount.shown()), begin, coupon);
        }
        let content = EmailContent::new()
            .paragraph(
                "Thank you, your address is confirmed, and you are subscribed to the Autoparts newsletter. There is no \
                 coupon with it: this mailbox has already had one, or the shop offers none at the moment.",
            )
            .paragraph("To unsubscribe, follow this link:");
        self.mail(to, "You are subscribed to the Autoparts newsletter", self.with_way_out(content), NEWS_LASTS)
    }

    /// Returns the reminder of an unused coupon.
    pub(super) fn reminder(&self, to: &Subscription, coupon: &Coupon) -> Mail {
        let begin = EmailContent::new().paragraph(
            "Someone, probably you, signed up for the Autoparts newsletter with this address again. You are already \
             subscribed. Here is your coupon:",
        );
        self.with_coupon(to, &format!("You already have a {} coupon", coupon.amount.shown()), begin, coupon)
    }

    fn with_coupon(&self, to: &Subscription, subject: &str, begin: EmailContent, coupon: &Coupon) -> Mail {
        let note = Some(format!("worth {}", coupon.amount.shown()));
        let content = begin
            .block(Block::Highlight { value: EmailValue::secret(coupon.code.as_str()), note })
            .paragraph(terms(coupon))
            .paragraph("To unsubscribe, follow this link; your coupon stays valid:");
        self.mail(to, subject, self.with_way_out(content), NEWS_LASTS)
    }

    fn with_way_out(&self, content: EmailContent) -> EmailContent {
        content.link("Unsubscribe", Emphasis::Quiet, self.link("unsubscribe"))
    }

    fn mail(&self, to: &Subscription, subject: &str, content: EmailContent, good_for: Duration) -> Mail {
        let owner = UserId::from(to.id.uuid());
        Mail::new(self.mail, owner, to.email.clone(), subject, content, self.now, good_for)
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
