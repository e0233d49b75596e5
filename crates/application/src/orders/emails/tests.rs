//! Texts of the emails about orders.

use super::*;
use crate::{
    ports::{
        secrets::{NoRandomness, SecretSource},
        store_error::StoreResult,
    },
    shop_rules::ReturnRules,
};
use autoparts_domain::{
    id::MailId,
    orders::{LineNumber, LinePieces, Tracking},
    quantity::Quantity,
};
use autoparts_testing::{clock::NEW_YEAR, samples};
use uuid::Uuid;

/// The crate for tests has secrets of its own, for the library and not for its unit tests.
struct FixedSecrets;

impl SecretSource for FixedSecrets {
    fn random(&self) -> Result<[u8; 32], NoRandomness> {
        Ok([7; 32])
    }

    fn digest(&self, secret: &str) -> String {
        format!("digest of {secret}")
    }

    fn keyed_digest(&self, text: &str) -> StoreResult<String> {
        Ok(format!("digest of {text}"))
    }
}

fn emails() -> OrderEmails {
    OrderEmails {
        mail: MailId::from(Uuid::from_u128(1)),
        shop: "https://shop.example".into(),
        now: Timestamp::from_micros(1),
        link: NewLink::draw(&FixedSecrets),
        returns: ReturnRules::default().terms(),
        postscript: Vec::new(),
    }
}

fn to_member(email: &OrderEmail) -> Mail {
    emails().to_member(email)
}

fn order() -> Order {
    samples::order(1, &samples::customer(1), &samples::part(1, 100))
}

#[test]
fn a_new_order_email_states_the_price_deadline_and_payment_link() {
    let order = order();
    let snapshot = order.snapshot();
    let mail = emails().placed(snapshot, Duration::from_hours(24), None);
    assert_eq!((&mail.to, mail.owner), (&snapshot.email, snapshot.customer));
    for words in [
        "    2 × Brake disc 1, $76\n    Total: $76\n    Order ".to_owned(),
        "for 24 hours".to_owned(),
        format!("Order {}\n", snapshot.number.as_ref().unwrap()),
        format!("https://shop.example/payment/{}\n", snapshot.id),
    ] {
        assert!(mail.text.contains(&words), "{words} is missing in: {}", mail.text);
    }
    let number = snapshot.number.as_ref().unwrap();
    assert_eq!(mail.subject, format!("Your order: {} ({number})", snapshot.lines.headline()));
}

fn text_of(block: Block) -> String {
    EmailContent { greets: false, blocks: vec![block] }.text()
}

/// The paragraph of an email with the progress of its order.
fn journey(mail: &Mail) -> Vec<&str> {
    let is_journey =
        |text: &&str| text.lines().all(|line| ["✓ ", "→ ", "· "].iter().any(|mark| line.starts_with(mark)));
    let mut found = mail.text.split("\n\n").filter(is_journey);
    let journey = found.next().map(|text| text.lines().collect()).unwrap_or_default();
    assert_eq!(found.next(), None, "{}", mail.text);
    journey
}

#[test]
fn emails_show_the_progress_of_the_order() {
    let day = |days: u64| NEW_YEAR.plus(Duration::from_hours(24 * days));
    let returnable = "· Returnable: once it has arrived";
    let placed = emails().placed(order().snapshot(), Duration::from_hours(24), None);
    let guests = emails().placed(order().snapshot(), Duration::from_hours(24), Some(&LinkToken::from_random([7; 32])));
    let begun = ["✓ Ordered: Jan 1, 2026", "→ Payment: not paid yet", "· Shipped: once it is paid", returnable];
    assert_eq!((journey(&placed), journey(&guests)), (begun.to_vec(), begun.to_vec()));

    let mut paid = order();
    let mut unpaid = order();
    paid.pay("pi_1".parse().unwrap(), day(1)).unwrap();
    assert_eq!(
        journey(&to_member(&emails().paid(&paid))),
        ["✓ Ordered: Jan 1, 2026", "✓ Paid: Jan 2, 2026", "→ Shipping: not shipped yet", returnable]
    );
    let mut refunded = paid.clone();
    paid.ship(Tracking::default(), day(31)).unwrap();
    assert_eq!(
        journey(&to_member(&emails().shipped(&paid))),
        ["✓ Ordered: Jan 1, 2026", "✓ Paid: Jan 2, 2026", "✓ Shipped: Feb 1, 2026", "· Returnable until: May 2, 2026"]
    );
    unpaid.ship(Tracking::default(), day(31)).unwrap();
    assert_eq!(
        journey(&to_member(&emails().shipped(&unpaid))),
        [
            "✓ Ordered: Jan 1, 2026",
            "→ Payment: not paid yet",
            "✓ Shipped: Feb 1, 2026",
            "· Returnable until: May 2, 2026"
        ]
    );
    refunded.refund().unwrap();
    assert_eq!(
        journey(&to_member(&emails().refunded(&refunded, Money::ZERO))),
        ["✓ Ordered: Jan 1, 2026", "✓ Paid: Jan 2, 2026", "✓ Refunded"]
    );
    paid.refund().unwrap();
    assert_eq!(
        journey(&to_member(&emails().refunded(&paid, Money::ZERO))),
        ["✓ Ordered: Jan 1, 2026", "✓ Paid: Jan 2, 2026", "✓ Shipped: Feb 1, 2026", "✓ Refunded"]
    );
    assert_eq!(journey(&to_member(&OrderEmail::deleted(order().snapshot()))), [""; 0], "it goes nowhere");
}

#[test]
fn part_titles_cannot_fake_the_state_of_an_order() {
    let mut part = samples::part(1, 100);
    part.details.title = "✓ Paid".parse().unwrap();
    let order = samples::order(1, &samples::customer(1), &part);
    let mail = emails().placed(order.snapshot(), Duration::from_hours(24), None);
    let paid_lines: Vec<_> = mail.text.lines().filter(|line| line.contains("✓ Paid")).collect();
    assert_eq!(paid_lines, ["    2 × ✓ Paid, $76"]);
    assert_eq!(journey(&mail).len(), 4);
}

#[test]
fn emails_list_the_order_lines_extra_charges_and_total() {
    let parts = [samples::part(1, 100), samples::part(2, 100)];
    let order = samples::order_with_charges(1, &samples::customer(1), &parts);
    let number = order.snapshot().number.as_ref().unwrap();
    let text = text_of(item(order.snapshot()));
    assert_eq!(
        text.lines().map(str::trim_start).collect::<Vec<_>>(),
        [
            "2 × Brake disc 1, $76",
            "4 × Brake disc 2, $152",
            "Fits your 2018 Honda Civic 2.0L L4",
            "3 × Brake disc 1, $114",
            "For your 2018 Honda Civic 2.0L L4, as you confirmed (With A/C; Engine: 2.0L L4)",
            "Core charge, refunded when you return the old part: $19",
            "Coupon: −$0.60",
            "Shipping, Ground: $9.90",
            "Tax: $0.63",
            "Total: $370.93",
            &format!("Order {number}"),
        ]
    );
    assert!(text.lines().all(|line| line.starts_with("    ")), "{text}");
}

#[test]
fn emails_omit_zero_charges_except_free_shipping() {
    let mut snapshot = order().snapshot().clone();
    let text = text_of(item(&snapshot));
    assert_eq!(text.lines().count(), 3, "{text}");
    snapshot.charges.method = Some("Ground".parse().unwrap());
    let text = text_of(item(&snapshot));
    assert!(text.contains("    Shipping, Ground: free\n"), "{text}");
}

#[test]
fn subjects_name_an_order_without_number_by_its_parts() {
    let snapshot = OrderSnapshot { number: None, ..order().snapshot().clone() };
    let mail = to_member(&OrderEmail::deleted(&snapshot));
    assert_eq!(mail.subject, format!("We have deleted your order: {}", snapshot.lines.headline()));
    assert!(mail.text.contains(&format!("Order {}", snapshot.id)), "{}", mail.text);
}

#[test]
fn emails_contain_no_text_of_the_customer() {
    let order = order();
    let snapshot = order.snapshot();
    for mail in [
        emails().placed(snapshot, Duration::from_hours(24), None),
        to_member(&emails().paid(&order)),
        to_member(&emails().shipped(&order)),
        to_member(&OrderEmail::deleted(snapshot)),
        to_member(&OrderEmail::refunded(snapshot, NotTaken::SoldOut)),
        to_member(&OrderEmail::partly_refunded(snapshot, (Money::ZERO, Money::ZERO), None)),
    ] {
        for typed in [snapshot.name.to_string(), snapshot.address.to_string(), snapshot.phone.to_string()] {
            assert!(!mail.text.contains(&typed) && !mail.subject.contains(&typed), "{typed}: {}", mail.text);
        }
    }
}

#[test]
fn new_order_emails_expire_with_the_reservation_others_after_three_days() {
    let order = order();
    let now = emails().now;
    let snapshot = order.snapshot();
    let kept_for = Duration::from_mins(90);
    assert_eq!(emails().placed(snapshot, kept_for, None).good_until, now.plus(kept_for));
    for mail in [
        to_member(&emails().paid(&order)),
        to_member(&emails().shipped(&order)),
        to_member(&OrderEmail::refunded(snapshot, NotTaken::SoldOut)),
    ] {
        assert_eq!(mail.good_until, now.plus(Duration::from_hours(3 * 24)), "{}", mail.subject);
    }
}

#[test]
fn the_email_about_unpaid_shipped_goods_asks_for_payment() {
    let mut unpaid = order();
    unpaid.ship(Tracking::default(), NEW_YEAR).unwrap();
    let page = format!("https://shop.example/payment/{}\n", unpaid.snapshot().id);
    assert!(to_member(&emails().shipped(&unpaid)).text.contains(&page));
    let mut paid = order();
    paid.pay("pi_1".parse().unwrap(), NEW_YEAR).unwrap();
    paid.ship(Tracking::default(), NEW_YEAR).unwrap();
    assert!(!to_member(&emails().shipped(&paid)).text.contains("/payment/"));
}

#[test]
fn emails_omit_returned_pieces() {
    let mut order = order();
    order.pay("pi_1".parse().unwrap(), NEW_YEAR).unwrap();
    let whole = remaining_lines(&order);
    assert_eq!(whole, item(order.snapshot()));
    let first = LineNumber::new(1).unwrap();
    let taken = |pieces| PiecesToRefund {
        pieces: LinePieces::from([(first, Quantity::new(pieces).unwrap())]),
        ..PiecesToRefund::default()
    };
    order.refund_pieces(&taken(1)).unwrap();
    let text = text_of(remaining_lines(&order));
    assert!(text.starts_with("    1 × ") && !text.contains("Total"), "{text}");
    order.refund_pieces(&taken(1)).unwrap();
    assert_eq!(remaining_lines(&order), whole, "with all pieces returned, the email lists the original ones");
}

#[test]
fn every_refund_says_why() {
    let order = order();
    let reasons = [NotTaken::OrderCancelled, NotTaken::PaidTwice, NotTaken::SoldOut];
    let texts = reasons.map(|reason| to_member(&OrderEmail::refunded(order.snapshot(), reason)).text);
    for (number, text) in texts.iter().enumerate() {
        assert!(!texts.iter().skip(number + 1).any(|other| other == text), "{text}");
    }
}

#[test]
fn durations_use_the_largest_exact_unit() {
    for (minutes, words) in [
        (1, "1 minute"),
        (90, "90 minutes"),
        (60, "1 hour"),
        (24 * 60, "24 hours"),
        (48 * 60, "2 days"),
        (49 * 60, "49 hours"),
    ] {
        assert_eq!(in_words(Duration::from_mins(minutes)), words);
    }
}

#[test]
fn emails_to_guests_link_only_to_their_order() {
    let order = order();
    let snapshot = order.snapshot();
    let emails = emails();
    for email in [
        emails.paid(&order),
        emails.shipped(&order),
        OrderEmail::refunded(snapshot, NotTaken::PaidTwice),
        emails.refunded(&order, Money::ZERO),
        OrderEmail::partly_refunded(snapshot, (Money::ZERO, Money::ZERO), None),
    ] {
        let mail = emails.to_guest(&email, emails.link.as_ref());
        let hidden = mail.redacted.as_deref().unwrap();
        let link = guest_link(&mail, &emails.shop).expect("a link");
        assert_eq!(mail.text.matches(link).count(), 1, "{}", mail.text);
        assert!(!mail.text.contains("/dashboard") && !mail.text.contains("/payment/"), "{}", mail.text);
        assert!(!hidden.contains("token=") && hidden.contains("[link hidden]"), "{hidden}");
    }
    for email in [OrderEmail::deleted(snapshot), OrderEmail::refunded(snapshot, NotTaken::OrderCancelled)] {
        assert!(!emails.to_guest(&email, None).text.contains("://"), "{email:?}");
    }
}
