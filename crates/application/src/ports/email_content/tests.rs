//! The plain text of content, and its secrets.

use super::*;

fn step(state: StepState, label: &str, note: Option<&str>) -> Step {
    Step { state, label: label.to_owned(), note: note.map(str::to_owned) }
}

fn item(text: &str, amount: Option<&str>, detail: Option<&str>) -> Row {
    Row::Item { text: text.to_owned(), amount: amount.map(str::to_owned), detail: detail.map(str::to_owned) }
}

/// Every kind of block, with two secrets.
fn content() -> EmailContent {
    EmailContent::new()
        .heading("This is your coupon:")
        .block(Block::Highlight { value: EmailValue::secret("AP50"), note: Some("worth $50".to_owned()) })
        .block(Block::Table(vec![
            item("2 × <Disc>", Some("$76"), Some("Fits your 2018 Honda")),
            item("1 × Core", None, None),
            Row::Charge { label: "Coupon".to_owned(), amount: "−$5".to_owned() },
            Row::Total("$71".to_owned()),
            Row::Order("AP-1".to_owned()),
        ]))
        .block(Block::Progress(vec![
            step(StepState::Done, "Ordered", Some("Jan 1, 2026")),
            step(StepState::Current, "Payment", Some("not paid yet")),
            step(StepState::Later, "Shipped", None),
        ]))
        .block(Block::Details(vec![
            ("Carrier".to_owned(), "UPS".to_owned()),
            ("Tracking number".to_owned(), "1Z".to_owned()),
        ]))
        .paragraph("See & pay:")
        .button("Pay", "https://shop.example/payment/1")
        .link("Unsubscribe", Emphasis::Quiet, EmailValue::secret("https://shop.example/unsubscribe#token=a"))
}

const TEXT: &str = "Hello,

This is your coupon:

    AP50, worth $50

    2 × <Disc>, $76
      Fits your 2018 Honda
    1 × Core
    Coupon: −$5
    Total: $71
    Order AP-1

✓ Ordered: Jan 1, 2026
→ Payment: not paid yet
· Shipped

Carrier: UPS
Tracking number: 1Z

See & pay:

https://shop.example/payment/1

https://shop.example/unsubscribe#token=a

Autoparts
";

#[test]
fn every_kind_of_block_has_its_plain_text() {
    assert_eq!(content().text(), TEXT);
    let bare = EmailContent { greets: false, ..EmailContent::new() }.paragraph("One.").paragraph("Two.");
    assert_eq!(bare.text(), "One.\n\nTwo.\n");
}

#[test]
fn a_redacted_text_hides_exactly_the_secrets() {
    let hidden = TEXT
        .replace("    AP50,", "    [coupon hidden],")
        .replace("https://shop.example/unsubscribe#token=a", "[link hidden]");
    assert_eq!(content().redacted_text(), Some(hidden));
    assert_eq!(EmailContent::new().paragraph("No secrets.").redacted_text(), None);
}

#[test]
fn secrets_are_filled_in_from_the_text() {
    let content = content();
    let mut stored = content.clone();
    for secret in stored.blocks.iter_mut().filter_map(Block::secret_mut) {
        secret.clear();
    }
    assert_ne!(stored, content);
    assert_eq!(stored.clone().with_secrets_of(TEXT), Some(content));
    for other in ["", "Hello,\n", &TEXT.replace("$76", "$7"), &format!("{TEXT}\n"), &TEXT.replace("AP50, w", "AP50")] {
        assert_eq!(stored.clone().with_secrets_of(other), None, "{other}");
    }
}
