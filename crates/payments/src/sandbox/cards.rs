//! Test cards: their numbers, what happens when they are charged, and validation of card fields. The card number does
//! not leave this module.

use super::{
    form::Form,
    refusal::Refusal,
    state::{Behaviour, Method},
};
use crate::random::hex;
use autoparts_domain::time::Timestamp;
use aws_lc_rs::digest;
use jiff::tz::TimeZone;

const CARDS: [(&str, Behaviour); 8] = [
    ("4242424242424242", Behaviour::Succeeds),
    ("5555555555554444", Behaviour::Succeeds),
    ("4000000000000002", Behaviour::Declined),
    ("4000000000009995", Behaviour::InsufficientFunds),
    ("4000000000000069", Behaviour::Expired),
    ("4000000000000127", Behaviour::IncorrectCvc),
    ("4000002500003155", Behaviour::Challenges),
    ("4000002760003184", Behaviour::Challenges),
];

impl Behaviour {
    /// The bank's refusal when the card is charged; `None` if it succeeds.
    pub(super) fn decline(self) -> Option<Refusal> {
        match self {
            Self::Succeeds | Self::Challenges => None,
            Self::Declined => {
                Some(Refusal::card("card_declined", "Your card was declined.").declined_because("generic_decline"))
            }
            Self::InsufficientFunds => Some(
                Refusal::card("card_declined", "Your card has insufficient funds.")
                    .declined_because("insufficient_funds"),
            ),
            Self::Expired => Some(Refusal::card("expired_card", "Your card has expired.")),
            Self::IncorrectCvc => Some(Refusal::card("incorrect_cvc", "Your card's security code is incorrect.")),
        }
    }
}

/// Validates the fields of a card.
pub(super) fn read(form: &Form, id: String, now: Timestamp) -> Result<Method, Refusal> {
    let number: String = form.required("card[number]")?.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
    let behaviour = behaviour(&number)?;
    let (exp_month, exp_year) = expiry(form, now)?;
    security_code(form)?;
    Ok(Method {
        id,
        created: now.seconds(),
        brand: if number.starts_with('4') { "visa" } else { "mastercard" }.to_owned(),
        last4: number.get(12..).unwrap_or_default().to_owned(),
        exp_month,
        exp_year,
        behaviour,
        fingerprint: Some(fingerprint(&number)),
    })
}

/// The fingerprint of a card, the same for all customers.
fn fingerprint(number: &str) -> String {
    let digest = digest::digest(&digest::SHA256, number.as_bytes());
    hex(digest.as_ref()).chars().take(16).collect()
}

fn behaviour(number: &str) -> Result<Behaviour, Refusal> {
    let field = |code, message| Refusal::card(code, message).param("card[number]");
    if !number.bytes().all(|byte| byte.is_ascii_digit()) || number.len() > 19 {
        return Err(field("invalid_number", "Your card number is invalid."));
    }
    // American Express numbers have 15 digits, all others at least 16.
    let complete = if number.starts_with("34") || number.starts_with("37") { 15 } else { 16 };
    if number.len() < complete {
        return Err(field("incomplete_number", "Your card number is incomplete."));
    }
    if !passes_luhn(number) {
        return Err(field("invalid_number", "Your card number is invalid."));
    }
    let known = CARDS.iter().find(|(card, _)| *card == number);
    known.map(|(_, behaviour)| *behaviour).ok_or_else(|| {
        field(
            "card_declined",
            "Your card was declined. Your request was in test mode, but used a non test card. For a list of valid \
             test cards, visit: https://stripe.com/docs/testing.",
        )
        .declined_because("test_mode_live_card")
    })
}

fn passes_luhn(number: &str) -> bool {
    let digits = number.bytes().rev().map(|byte| u32::from(byte - b'0'));
    let sum: u32 = digits
        .enumerate()
        .map(|(place, digit)| if place % 2 == 1 { digit * 2 / 10 + digit * 2 % 10 } else { digit })
        .sum();
    sum.is_multiple_of(10)
}

/// A card is valid until the end of its month, UTC.
fn expiry(form: &Form, now: Timestamp) -> Result<(i64, i64), Refusal> {
    let field = |name, code, message| Refusal::card(code, message).param(name);
    let incomplete = |name| field(name, "incomplete_expiry", "Your card's expiration date is incomplete.");
    let month = form.integer("card[exp_month]")?.ok_or_else(|| incomplete("card[exp_month]"))?;
    let year = form.integer("card[exp_year]")?.ok_or_else(|| incomplete("card[exp_year]"))?;
    if !(1..=12).contains(&month) {
        let message = "Your card's expiration date is invalid.";
        return Err(field("card[exp_month]", "invalid_expiry_month", message));
    }
    let year = if (0..100).contains(&year) { 2000 + year } else { year };
    let (this_year, this_month) = year_and_month(now);
    if year > this_year + 50 {
        let message = "Your card's expiration year is invalid.";
        return Err(field("card[exp_year]", "invalid_expiry_year", message));
    }
    if (year, month) < (this_year, this_month) {
        let message = "Your card's expiration date is in the past.";
        return Err(field("card[exp_year]", "invalid_expiry_year_past", message));
    }
    Ok((month, year))
}

fn year_and_month(now: Timestamp) -> (i64, i64) {
    let today =
        jiff::Timestamp::from_second(now.seconds()).unwrap_or(jiff::Timestamp::MAX).to_zoned_datetime(TimeZone::UTC);
    (today.year().into(), today.month().into())
}

fn security_code(form: &Form) -> Result<(), Refusal> {
    let field = |code, message| Refusal::card(code, message).param("card[cvc]");
    let code = form.get("card[cvc]").unwrap_or_default();
    if !code.bytes().all(|byte| byte.is_ascii_digit()) || code.len() > 4 {
        Err(field("invalid_cvc", "Your card's security code is invalid."))
    } else if code.len() < 3 {
        Err(field("incomplete_cvc", "Your card's security code is incomplete."))
    } else {
        Ok(())
    }
}
