//! The newsletter's mails: what they say, and the links in them.

use crate::ports::outbox::{Mail, NEWS_LASTS};
use autoparts_domain::{
    id::{MailId, UserId},
    newsletter::{Coupon, LINK_LASTS, LinkToken, Subscription},
    time::Timestamp,
};
use std::{sync::Arc, time::Duration};

/// What one mail is written on.
pub(super) struct Sheet {
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

impl Sheet {
    /// Asks whether the address is theirs, for as long as the link can answer.
    pub(super) fn invitation(&self, to: &Subscription) -> Mail {
        let text = format!(
            "Hello,\n\nSomebody, probably you, asked for the Autoparts newsletter under this address. It begins with \
             a $50 coupon. Confirm the address here within the next seven days, and the coupon is yours:\n\n{}\n\n\
             If it was not you, you need not do anything: unless you follow the link, no newsletter comes.\n\nAutoparts\n",
            self.link("coupon"),
        );
        self.mail(to, "Confirm your email and get your $50 coupon", text, LINK_LASTS)
    }

    /// Brings the coupon.
    pub(super) fn welcome(&self, to: &Subscription, coupon: &Coupon) -> Mail {
        let text = format!(
            "Hello,\n\nThank you, your address is confirmed. This is your coupon:\n\n{}\n\n{}",
            in_words(coupon),
            self.way_out(),
        );
        self.mail(to, "Your $50 coupon", text, NEWS_LASTS)
    }

    /// Reminds of the coupon.
    pub(super) fn reminder(&self, to: &Subscription, coupon: &Coupon) -> Mail {
        let text = format!(
            "Hello,\n\nSomebody, probably you, asked for the Autoparts newsletter under this address again. You get \
             it already, and this is your coupon:\n\n{}\n\n{}",
            in_words(coupon),
            self.way_out(),
        );
        self.mail(to, "You already have a $50 coupon", text, NEWS_LASTS)
    }

    fn way_out(&self) -> String {
        format!(
            "To leave the newsletter, follow this link; the coupon stays good:\n\n{}\n\nAutoparts\n",
            self.link("unsubscribe")
        )
    }

    fn link(&self, page: &str) -> String {
        format!("{}/{page}?token={}", self.shop.trim_end_matches('/'), self.token.reveal())
    }

    fn mail(&self, to: &Subscription, subject: &str, text: String, good_for: Duration) -> Mail {
        Mail::new(self.mail, UserId::from(to.id.uuid()), to.email.clone(), subject, text, self.now, good_for)
    }
}

fn in_words(coupon: &Coupon) -> String {
    format!("    {}, worth {}", coupon.code, coupon.amount.shown())
}
