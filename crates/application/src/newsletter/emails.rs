//! The newsletter's mails: what they say, and the links in them.

use crate::ports::outbox::{Mail, NEWS_LASTS};
use autoparts_domain::{
    id::{MailId, UserId},
    link_token::LinkToken,
    newsletter::{Coupon, LINK_LASTS, Subscription},
    time::Timestamp,
};
use std::{sync::Arc, time::Duration};

/// What one mail is written on.
pub(super) struct EmailTemplate {
    /// The mail's id.
    pub(super) mail: MailId,
    /// The token of its one link.
    pub(super) token: LinkToken,
    /// What the token is kept by.
    pub(super) digest: String,
    /// How browsers reach the shop.
    pub(super) shop: Arc<str>,
    /// When it is written.
    pub(super) now: Timestamp,
}

/// What stands in a mail's place for links and coupons when they are hidden.
const HIDDEN_LINK: &str = "[link hidden]";
const HIDDEN_COUPON: &str = "[coupon hidden]";

impl EmailTemplate {
    /// Asks whether the address is theirs, for as long as the link can answer.
    pub(super) fn invitation(&self, to: &Subscription) -> Mail {
        let text = |link: &str| {
            format!(
                "Hello,\n\nSomeone, probably you, signed up for the Autoparts newsletter with this address. It comes \
                 with a $50 coupon. Confirm the address here within the next seven days, and the coupon is \
                 yours:\n\n{link}\n\nIf it was not you, you can ignore this email: you are not subscribed until you \
                 follow the link.\n\nAutoparts\n",
            )
        };
        let (whole, redacted) = (text(&self.link("coupon")), text(HIDDEN_LINK));
        self.mail(to, "Confirm your email and get your $50 coupon", whole, redacted, LINK_LASTS)
    }

    /// Brings the coupon.
    pub(super) fn welcome(&self, to: &Subscription, coupon: &Coupon) -> Mail {
        let begin = "Thank you, your address is confirmed. This is your coupon:";
        self.with_coupon(to, "Your $50 coupon", begin, coupon)
    }

    /// Reminds of the coupon.
    pub(super) fn reminder(&self, to: &Subscription, coupon: &Coupon) -> Mail {
        let begin = "Someone, probably you, signed up for the Autoparts newsletter with this address again. You are \
                     already subscribed. Here is your coupon:";
        self.with_coupon(to, "You already have a $50 coupon", begin, coupon)
    }

    fn with_coupon(&self, to: &Subscription, subject: &str, begin: &str, coupon: &Coupon) -> Mail {
        let text = |code: &str, way_out: &str| {
            format!(
                "Hello,\n\n{begin}\n\n    {code}, worth {}\n\nTo unsubscribe, follow this link; your coupon stays \
                 valid:\n\n{way_out}\n\nAutoparts\n",
                coupon.amount.shown(),
            )
        };
        let whole = text(coupon.code.as_str(), &self.link("unsubscribe"));
        self.mail(to, subject, whole, text(HIDDEN_COUPON, HIDDEN_LINK), NEWS_LASTS)
    }

    fn link(&self, page: &str) -> String {
        format!("{}/{page}?token={}", self.shop.trim_end_matches('/'), self.token.reveal())
    }

    fn mail(&self, to: &Subscription, subject: &str, text: String, redacted: String, good_for: Duration) -> Mail {
        let owner = UserId::from(to.id.uuid());
        Mail::new(self.mail, owner, to.email.clone(), subject, text, self.now, good_for).with_secrets(redacted)
    }
}
