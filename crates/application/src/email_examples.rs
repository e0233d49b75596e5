//! The shop's emails with example data, so that operators can see what customers get.

pub(crate) mod values;

use self::values::moment;
pub use self::values::{Example, ExampleError};
use crate::{newsletter, orders, outbox::template::EmailTemplate, stock_alerts, withdrawals};
use autoparts_domain::{id::MailId, link_token::LinkToken};
use uuid::Uuid;

/// Every email that the shop sends to customers, except two that read a store: the summary of several orders, and the one
/// about an account that starts empty.
///
/// * `shop` - the shop's public URL
pub fn email_examples(shop: &str) -> Result<Vec<Example>, ExampleError> {
    let template = EmailTemplate {
        mail: MailId::from(Uuid::nil()),
        token: LinkToken::from_random([7; 32]),
        digest: String::new(),
        shop: shop.into(),
        now: moment(),
    };
    let mut examples = orders::emails::examples::examples(shop)?;
    examples.extend(newsletter::emails::examples(&template)?);
    examples.extend(stock_alerts::emails::examples(&template)?);
    examples.extend(withdrawals::emails::examples()?);
    Ok(examples)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_example_can_be_written_and_has_its_own_name() {
        let examples = email_examples("https://shop.example").unwrap();
        let names: BTreeSet<_> = examples.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), examples.len());
        for (name, mail) in &examples {
            assert!(
                mail.text.starts_with("Hello,\n\n") && mail.text.ends_with("\n\nAutoparts\n"),
                "{name}: {}",
                mail.text
            );
        }
        let text = |name: &str| &examples.iter().find(|(example, _)| *example == name).unwrap().1.text;
        for (name, words) in [
            ("order-placed", "    2 × Ceramic brake pads, front, $99.98\n"),
            ("order-placed-guest", "https://shop.example/my-order#token="),
            ("order-shipped", "Tracking number: 1Z999AA10123456784"),
            ("order-partly-refunded", "We are refunding $49.99 of the "),
            ("newsletter-coupon", "    AP50-27CH-NTY5, worth $50\n"),
            ("back-in-stock-several", "https://shop.example/shop/"),
        ] {
            assert!(text(name).contains(words), "{name}: {}", text(name));
        }
    }
}
