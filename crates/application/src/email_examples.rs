//! The shop's emails with example data, so that operators can see what customers get.

use crate::{newsletter, orders, outbox::template::EmailTemplate, ports::outbox::Mail, stock_alerts, withdrawals};
use autoparts_domain::{
    catalogue::{Part, PartDetails},
    id::MailId,
    link_token::LinkToken,
    money::{Money, Price},
    quantity::{MinimumOrder, Stock},
    time::Timestamp,
};
use std::{error::Error, time::Duration};
use uuid::Uuid;

/// A short name for files, and the email.
pub type Example = (&'static str, Mail);

/// An example value is invalid.
pub type ExampleError = Box<dyn Error + Send + Sync>;

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

/// May 4, 2026.
pub(crate) fn moment() -> Timestamp {
    Timestamp::from_micros(1_777_896_000_000_000)
}

/// Some days later.
pub(crate) fn at(days: u64) -> Timestamp {
    moment().plus(Duration::from_hours(days.saturating_mul(24)))
}

pub(crate) fn money(cents: i64) -> Money {
    Money::from_cents(cents).unwrap_or(Money::ZERO)
}

pub(crate) fn a_part(number: u128, title: &str, cents: i64) -> Result<Part, ExampleError> {
    let details = PartDetails::new(
        title.parse()?,
        "An example.".parse()?,
        "/catalogue/brake-disc.svg".parse()?,
        MinimumOrder::new(2)?,
        Price::new(money(cents))?,
    );
    Ok(Part { id: Uuid::from_u128(number).into(), details, available: Stock::new(10)? })
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
