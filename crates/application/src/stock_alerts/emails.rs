//! The e-mails about stock alerts: what they say, and the links in them.

use crate::ports::outbox::{Mail, NEWS_LASTS};
use autoparts_domain::{
    catalogue::Part,
    id::{MailId, UserId},
    link_token::LinkToken,
    stock_alerts::{CONFIRM_WITHIN, StockAlert},
    time::Timestamp,
};
use std::sync::Arc;

/// What stands in an e-mail's place for its link when it is hidden.
const HIDDEN_LINK: &str = "[link hidden]";

/// One e-mail, before it says something.
pub(super) struct EmailTemplate {
    /// The e-mail's id.
    pub(super) mail: MailId,
    /// The token of its link.
    pub(super) token: LinkToken,
    /// The digest that the token is stored by.
    pub(super) digest: String,
    /// How browsers reach the shop.
    pub(super) shop: Arc<str>,
    /// When it is written.
    pub(super) now: Timestamp,
}

impl EmailTemplate {
    /// Asks whether the address wants stock alerts.
    pub(super) fn confirmation(&self, alert: &StockAlert, part: &Part) -> Mail {
        let title = &part.details.title;
        let text = |link: &str| {
            format!(
                "Hello,\n\nSomeone, probably you, asked us to email this address when this part is back:\n\n    {title}\n\n\
                 Please confirm within the next seven days that you want that:\n\n{link}\n\nYou confirm once for this \
                 address, not for each part. If it was not you, you can ignore this email: we will send no stock alerts to \
                 this address.\n\nAutoparts\n",
            )
        };
        let (owner, link) = (UserId::from(alert.id.uuid()), self.link("confirm-alerts"));
        Mail::new(
            self.mail,
            owner,
            alert.email.clone(),
            "Confirm your stock alert",
            text(&link),
            self.now,
            CONFIRM_WITHIN,
        )
        .with_secrets(text(HIDDEN_LINK))
        .unasked()
    }

    /// Says which parts can be ordered again, in one e-mail.
    pub(super) fn back_in_stock(&self, alert: &StockAlert, parts: &[Part]) -> Mail {
        let shop = self.shop.trim_end_matches('/');
        let told: Vec<String> = parts.iter().map(|part| told(part, shop)).collect();
        let (subject, this, it) = match parts {
            [part] => (format!("Back in stock: {}", part.details.title), "this part is", "It"),
            several => (format!("Back in stock: {} parts", several.len()), "these parts are", "They"),
        };
        let text = |link: &str| {
            format!(
                "Hello,\n\nSomeone, probably you, asked us to email this address when {this} back. {it} can be \
                 ordered again:\n\n{}\n\nNothing is reserved \
                 for you: order while stock lasts. There will be no further email about {} unless you ask for \
                 one.\n\n\
                 If it was not you, or if you do not want any other stock alerts, follow this link:\n\n\
                 {link}\n\nAutoparts\n",
                told.join("\n\n"),
                if parts.len() == 1 { "this part" } else { "these parts" },
            )
        };
        let (owner, link) = (UserId::from(alert.id.uuid()), self.link("stop-alerts"));
        Mail::new(self.mail, owner, alert.email.clone(), &subject, text(&link), self.now, NEWS_LASTS)
            .with_secrets(text(HIDDEN_LINK))
    }

    fn link(&self, page: &str) -> String {
        format!("{}/{page}#token={}", self.shop.trim_end_matches('/'), self.token.reveal())
    }
}

/// A part, what it costs, and where it is ordered.
fn told(part: &Part, shop: &str) -> String {
    let (title, price) = (&part.details.title, part.details.price.amount().shown());
    let pieces = match part.details.minimum_order.quantity().pieces() {
        1 => String::new(),
        minimum => format!(", minimum order {minimum} pieces"),
    };
    format!("    {title}, {price} per piece{pieces}\n\n{shop}/shop/{}", part.id)
}
