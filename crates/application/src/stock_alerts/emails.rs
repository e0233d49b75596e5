//! The emails about stock alerts: their texts and links.

use crate::{
    email_examples::{Example, ExampleError, a_part, moment},
    outbox::template::{EmailTemplate, HIDDEN_LINK},
    ports::outbox::{Mail, NEWS_LASTS},
};
use autoparts_domain::{
    catalogue::Part,
    id::UserId,
    stock_alerts::{AlertConsent, CONFIRM_WITHIN, StockAlert},
};
use uuid::Uuid;

impl EmailTemplate {
    /// Returns the email that asks to confirm stock alerts.
    pub(super) fn confirmation(&self, alert: &StockAlert, part: &Part) -> Mail {
        let title = &part.details.title;
        let text = |link: &str| {
            format!(
                "Hello,\n\nSomeone, probably you, asked us to email this address when this part is back:\n\n    {title}\n\n\
                 Please confirm within the next seven days that you want this email:\n\n{link}\n\nYou only need to \
                 confirm this address once, not for each part. If it was not you, you can ignore this email: we will \
                 send no stock alerts to this address.\n\nAutoparts\n",
            )
        };
        let owner = UserId::from(alert.id.uuid());
        let link = self.link("confirm-alerts");
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

    /// Returns the email about all parts that can be ordered again.
    pub(super) fn back_in_stock(&self, alert: &StockAlert, parts: &[Part]) -> Mail {
        let shop = self.shop.trim_end_matches('/');
        let lines: Vec<String> = parts.iter().map(|part| part_lines(part, shop)).collect();
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
                lines.join("\n\n"),
                if parts.len() == 1 { "this part" } else { "these parts" },
            )
        };
        let owner = UserId::from(alert.id.uuid());
        let link = self.link("stop-alerts");
        Mail::new(self.mail, owner, alert.email.clone(), &subject, text(&link), self.now, NEWS_LASTS)
            .with_secrets(text(HIDDEN_LINK))
    }
}

/// Formats a part with its price and the link to order it.
fn part_lines(part: &Part, shop: &str) -> String {
    let title = &part.details.title;
    let price = part.details.price.amount().shown();
    let pieces = match part.details.minimum_order.quantity().pieces() {
        1 => String::new(),
        minimum => format!(", minimum order {minimum} pieces"),
    };
    format!("    {title}, {price} per piece{pieces}\n\n{shop}/shop/{}", part.id)
}

/// Every email about stock alerts, with example data.
pub(crate) fn examples(template: &EmailTemplate) -> Result<Vec<Example>, ExampleError> {
    let parts = [a_part(1, "Ceramic brake pads, front", 4_999)?, a_part(2, "Oil filter", 1_250)?];
    let [pads, _] = &parts;
    let alert = StockAlert {
        part: pads.id,
        email: "marta@example.com".parse()?,
        id: Uuid::nil().into(),
        asked_at: moment(),
        consent: AlertConsent::Waiting,
    };
    Ok(vec![
        ("stock-alert-confirm", template.confirmation(&alert, pads)),
        ("back-in-stock", template.back_in_stock(&alert, std::slice::from_ref(pads))),
        ("back-in-stock-several", template.back_in_stock(&alert, &parts)),
    ])
}
