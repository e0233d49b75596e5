//! The emails about stock alerts.

use crate::{
    email_examples::values::{Example, ExampleError, a_part, moment},
    outbox::template::EmailTemplate,
    ports::{
        email_content::{Block, EmailContent, Emphasis},
        outbox::{Mail, NEWS_LASTS},
    },
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
        let content = EmailContent::new()
            .paragraph("Someone, probably you, asked us to email this address when this part is back:")
            .block(Block::Highlight { value: part.details.title.to_string().into(), note: None })
            .paragraph("Please confirm within the next seven days that you want this email:")
            .button("Confirm your email address", self.link("confirm-alerts"))
            .paragraph(
                "You only need to confirm this address once, not for each part. If it was not you, you can ignore this \
                 email: we will send no stock alerts to this address.",
            );
        let owner = UserId::from(alert.id.uuid());
        let to = alert.email.clone();
        Mail::new(self.mail, owner, to, "Confirm your stock alert", content, self.now, CONFIRM_WITHIN).unasked()
    }

    /// Returns the email about all parts that can be ordered again.
    pub(super) fn back_in_stock(&self, alert: &StockAlert, parts: &[Part]) -> Mail {
        let shop = self.shop.trim_end_matches('/');
        let (subject, these, are, they) = match parts {
            [part] => (format!("Back in stock: {}", part.details.title), "this part", "is", "It"),
            several => (format!("Back in stock: {} parts", several.len()), "these parts", "are", "They"),
        };
        let begin = EmailContent::new().paragraph(format!(
            "Someone, probably you, asked us to email this address when {these} {are} back. {they} can be ordered again:"
        ));
        let content = parts
            .iter()
            .fold(begin, |content, part| {
                content.block(with_price(part)).button("See the part", format!("{shop}/shop/{}", part.id))
            })
            .paragraph(format!(
                "Nothing is reserved for you: order while stock lasts. There will be no further email about {these} \
                 unless you ask for one."
            ))
            .paragraph("If it was not you, or if you do not want any other stock alerts, follow this link:")
            .link("Stop these emails", Emphasis::Quiet, self.link("stop-alerts"));
        let owner = UserId::from(alert.id.uuid());
        Mail::new(self.mail, owner, alert.email.clone(), &subject, content, self.now, NEWS_LASTS)
    }
}

/// A part with its price.
fn with_price(part: &Part) -> Block {
    let price = part.details.price.amount().shown();
    let pieces = match part.details.minimum_order.quantity().pieces() {
        1 => String::new(),
        minimum => format!(", minimum order {minimum} pieces"),
    };
    let note = Some(format!("{price} per piece{pieces}"));
    Block::Highlight { value: part.details.title.to_string().into(), note }
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
