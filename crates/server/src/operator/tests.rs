use super::*;
use autoparts_application::ports::email_content::{Block, Emphasis};

/// The headings and links of every email. The main button is in brackets, a less prominent one in parentheses, and a
/// quiet link is plain text.
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
return-requested | We have received your request to return: (See your orders)
return-requested-guest | We have received your request to return: [See your order]
return-approved | You can send these parts back to us: (See your orders)
return-approved-guest | You can send these parts back to us: [See your order]
return-declined | We cannot take these parts back: (See your orders)
return-declined-guest | We cannot take these parts back: [See your order]
return-not-refunded | Your return has arrived, and we cannot refund it: (See your orders)
return-not-refunded-guest | Your return has arrived, and we cannot refund it: [See your order]
return-reminder | We are waiting for your return: (See your orders)
return-reminder-guest | We are waiting for your return: [See your order]
return-expired | We have closed your return because these parts have not arrived: (See your orders)
return-expired-guest | We have closed your return because these parts have not arrived: [See your order]
core-reminder | Send us your old parts, and we refund their core charges: (See your orders)
core-reminder-guest | Send us your old parts, and we refund their core charges: [See your order]
cores-refused | We cannot refund the core charge of these old parts: (See your orders)
cores-refused-guest | We cannot refund the core charge of these old parts: [See your order]
newsletter-confirm [Confirm your email address]
newsletter-confirm-coupon [Confirm your email address]
newsletter-welcome Unsubscribe
newsletter-coupon | Thank you, your address is confirmed. This is your coupon: Unsubscribe
newsletter-reminder Unsubscribe
stock-alert-confirm [Confirm your email address]
back-in-stock [See the part] Stop these emails
back-in-stock-several [See the part] [See the part] Stop these emails
withdrawal | We have received your withdrawal from the contract:
withdrawal-not-shipped | We have received your withdrawal from the contract:
withdrawal-not-matched | We have received your withdrawal from the contract:
password-reset | You can choose a new password here within the next hour: [Choose a new password]
address-verification | Please confirm within the next hour that this address is yours: [Confirm your email address]
address-change | Please confirm within the next hour that you want to sign in with this address: [Use this address]
address-changed
google-added (Sign in)
google-replaces-password (Sign in)
";

#[test]
fn every_email_has_the_expected_headings_and_links() {
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
