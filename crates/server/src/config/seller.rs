//! The seller and their promises.

use super::{
    PROMISE_RETURN_DAYS, PROMISE_SHIPPING, SELLER_ADDRESS, SELLER_EMAIL, SELLER_LINKS, SELLER_NAME, SELLER_PHONE,
    SELLER_TAX_NUMBER, reader::Reader,
};
use autoparts_domain::email::Email;
use autoparts_http::browser_config::{Promises, Seller};

/// The seller's name if none is set.
pub(crate) const NAME: &str = "Autoparts";

/// The social networks the shop has icons for.
const NETWORKS: [&str; 4] = ["facebook.com", "instagram.com", "linkedin.com", "youtube.com"];

/// The default promises, with the wording and days of the specification. Noon is in the shop's time zone, or Eastern
/// Time if none is set.
const SHIPPING: &str = "As little as two business days within the continental U.S. when you order by";
const EASTERN: &str = "ET";
const RETURN_DAYS: &str = "90";

/// Maximum length of a promise, in characters.
const MAX_PROMISE: usize = 200;

/// Maximum number of address lines, and maximum length of a line in characters.
const MAX_LINES: usize = 6;
const MAX_TEXT: usize = 100;

impl Reader<'_> {
    /// Returns the seller; `None` if no detail is set.
    pub(super) fn seller(&mut self) -> Option<Seller> {
        let all = [SELLER_NAME, SELLER_ADDRESS, SELLER_PHONE, SELLER_EMAIL, SELLER_TAX_NUMBER, SELLER_LINKS];
        if all.iter().all(|name| self.text(name).is_none()) {
            return None;
        }
        let name = self.parsed(SELLER_NAME, NAME, "a name of at most 100 characters", short);
        let address = "1 to 6 lines of at most 100 characters, separated by semicolons";
        let address = self.parsed(SELLER_ADDRESS, "", address, lines);
        let phone = self.optional(SELLER_PHONE, "a number such as +1 937 555 0148", |text: &String| is_number(text));
        let email = self.optional(SELLER_EMAIL, "an email address", |_: &Email| true);
        let tax_number = "a number such as DE123456789";
        let tax_number = self.optional(SELLER_TAX_NUMBER, tax_number, |text: &String| is_tax_number(text));
        let links =
            "https:// pages at Facebook, Instagram, LinkedIn or YouTube, at most one at each, separated by commas";
        let links = self.parsed(SELLER_LINKS, "", links, pages);
        let email = email.map(|email| email.to_string());
        Some(Seller { name: name?, address: address?, phone, email, tax_number, links: links? })
    }

    pub(super) fn promises(&mut self) -> Option<Promises> {
        let sentence = "a sentence of at most 200 characters";
        let order_by = format!("12pm {}", self.time_zone_label().as_deref().unwrap_or(EASTERN));
        let default = format!("{SHIPPING} {order_by}.");
        let shipping = self.parsed(PROMISE_SHIPPING, &default, sentence, |text| {
            (text.chars().count() <= MAX_PROMISE).then(|| text.to_owned())
        });
        let return_days = self.parsed(PROMISE_RETURN_DAYS, RETURN_DAYS, "a number from 14 to 3650", |text| {
            text.parse().ok().filter(|days| (14..=3650).contains(days))
        });
        let shipping = shipping?;
        let order_by = (shipping == default).then_some(order_by);
        Some(Promises { shipping, order_by, return_days: return_days? })
    }
}

fn short(text: &str) -> Option<String> {
    (text.chars().count() <= MAX_TEXT).then(|| text.to_owned())
}

fn parts(text: &str, separator: char) -> impl Iterator<Item = &str> {
    text.split(separator).map(str::trim).filter(|part| !part.is_empty())
}

fn lines(text: &str) -> Option<Vec<String>> {
    let lines: Option<Vec<String>> = parts(text, ';').map(short).collect();
    lines.filter(|lines| lines.len() <= MAX_LINES && lines.is_empty() == text.is_empty())
}

/// Whether a text is a phone number.
fn is_number(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (5..=20).contains(&digits) && text.chars().all(|sign| sign.is_ascii_digit() || "+ -().".contains(sign))
}

/// Whether a text can be a tax number of any country.
fn is_tax_number(text: &str) -> bool {
    let is_allowed = |sign: char| sign.is_ascii_alphanumeric() || " -./".contains(sign);
    text.len() <= 40 && text.contains(|sign: char| sign.is_ascii_digit()) && text.chars().all(is_allowed)
}

fn pages(text: &str) -> Option<Vec<String>> {
    let pages: Vec<String> = parts(text, ',').map(str::to_owned).collect();
    let networks: Option<Vec<&str>> = pages.iter().map(|page| network(page)).collect();
    let mut networks = networks?;
    networks.sort_unstable();
    networks.windows(2).all(|pair| pair.first() != pair.last()).then_some(pages)
}

/// Returns the social network that hosts a page.
fn network(page: &str) -> Option<&'static str> {
    let host = page.strip_prefix("https://")?.split(['/', '?', '#']).next()?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    NETWORKS.into_iter().find(|network| host == *network)
}

/// Returns a made-up seller for a demo.
pub(crate) fn made_up() -> Seller {
    Seller {
        name: NAME.to_owned(),
        address: vec!["48 Foundry Lane".to_owned(), "Dayton, OH 45402".to_owned()],
        phone: Some("+1 937 555 0148".to_owned()),
        email: Some("parts@autoparts.example".to_owned()),
        tax_number: Some("00-0000000".to_owned()),
        links: NETWORKS.iter().map(|network| format!("https://www.{network}/")).collect(),
    }
}

/// Returns a seller with only a name, for a real shop without details.
pub(crate) fn name_only() -> Seller {
    Seller { name: NAME.to_owned(), address: Vec::new(), phone: None, email: None, tax_number: None, links: Vec::new() }
}
