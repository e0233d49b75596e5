use super::*;
use autoparts_application::ports::email_content::{Block, Emphasis};

/// The heading and the links of every email: in brackets the button that is its purpose, in parentheses a less prominent
/// one, and as plain text a quiet link.
const EMAILS: &str = "\
order-placed | We have received your order: [Pay for your order] (See your orders)
order-placed-guest | We have received your order: [See your order]
order-paid | We have received $324.45 for: (See your orders)
order-paid-guest | We have received $324.45 for: [See your order]
order-shipped | This is on its way to you: (See your orders)
order-shipped-guest | This is on its way to you: [See your order]
order-shipped-unpaid | This is on its way to you: [Pay for your order] (See your orders)
order-shipped-unpaid-guest | This is on its way to you: [Pay for your order]
order-refunded | We are refunding $324.45 for: (See your orders)
order-refunded-guest | We are refunding $324.45 for: [See your order]
order-partly-refunded | We are refunding $49.99 of the $324.45 that you paid, for: (See your orders)
order-partly-refunded-guest | We are refunding $49.99 of the $324.45 that you paid, for: [See your order]
order-deleted | We have deleted your unpaid order: (See your orders)
order-deleted-guest | We have deleted your unpaid order:
payment-refunded-order-deleted | We are refunding $324.45 for: (See your orders)
payment-refunded-order-deleted-guest | We are refunding $324.45 for:
payment-refunded-paid-twice | We are refunding $324.45 for: (See your orders)
payment-refunded-paid-twice-guest | We are refunding $324.45 for: [See your order]
payment-refunded-sold-out | We are refunding $324.45 for: (See your orders)
payment-refunded-sold-out-guest | We are refunding $324.45 for: [See your order]
payment-refunded-coupon-reused | We are refunding $324.45 for: (See your orders)
payment-refunded-coupon-reused-guest | We are refunding $324.45 for: [See your order]
newsletter-confirm [Confirm your email address]
newsletter-confirm-coupon [Confirm your email address]
newsletter-welcome Unsubscribe
newsletter-coupon | Thank you, your address is confirmed. This is your coupon: Unsubscribe
newsletter-reminder Unsubscribe
stock-alert-confirm [Confirm your email address]
back-in-stock [See the part] Stop these emails
back-in-stock-several [See the part] [See the part] Stop these emails
password-reset | You can choose a new password here within the next hour: [Choose a new password]
address-verification | Please confirm within the next hour that this address is yours: [Confirm your email address]
address-change | Please confirm within the next hour that you want to sign in with this address: [Use this address]
address-changed
google-added (Sign in)
google-replaces-password (Sign in)
";

#[test]
fn an_email_has_a_heading_and_says_what_is_done_at_its_links() {
    let shop = "https://shop.example";
    let mut examples = email_examples(shop).unwrap();
    examples.extend(embedded_email_examples(shop, &RandomIds, SystemClock.now()).unwrap());
    let mut emails = String::new();
    for (name, mail) in examples {
        emails += name;
        for block in mail.content.unwrap().blocks {
            emails += &match block {
                Block::Heading(text) => format!(" | {text}"),
                Block::Link { label, emphasis: Emphasis::Primary, .. } => format!(" [{label}]"),
                Block::Link { label, emphasis: Emphasis::Secondary, .. } => format!(" ({label})"),
                Block::Link { label, emphasis: Emphasis::Quiet, .. } => format!(" {label}"),
                _ => continue,
            };
        }
        emails += "\n";
    }
    assert_eq!(emails, EMAILS, "{emails}");
}
