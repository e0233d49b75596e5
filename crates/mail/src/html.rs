//! Renders the plain text of an email as a designed page.
//!
//! The text is the only source: the outbox stores nothing else, and both parts of an email have the same content. The
//! kind of a paragraph (separated by empty lines) follows from how its lines begin, and is defined only here:
//!
//! | the lines of a paragraph | kind | on the page |
//! |---|---|---|
//! | all begin with one of [`JOURNEY_MARKS`], then `Label` or `Label: note` | order progress | [a strip](journey) |
//! | all begin with four spaces | a block, such as order lines | [rows](block), amounts in a column at the end |
//! | a single line with only a URL | an action | [a button](link), with the URL below it to copy |
//! | anything else | text | a paragraph; a line with only a URL is a link |
//!
//! The marks are `✓ ` for a completed step, `→ ` for the current one, and `· ` for a later one. In a block, six spaces
//! or more begin a detail of the line above.
//!
//! The first paragraph after the greeting is a heading if it is a short sentence. The shop's name at the end is left
//! out, because it is in the page header.
//!
//! User input cannot pass for any of these. Emails contain no text by customers. Titles of parts and carriers, which
//! admins type, have one line and never start one: titles are inside blocks, carriers follow `Carrier: `. A URL inside
//! a line or a block is not a link.

mod block;
mod journey;
mod link;
mod look;

use crate::seller::Seller;
use autoparts_application::ports::outbox::JOURNEY_MARKS;
use html_escape::{encode_double_quoted_attribute, encode_text};

/// Name of the shop.
const SHOP: &str = "Autoparts";

/// Maximum characters of a heading: a line and a half.
const MAX_HEADING: usize = 60;

/// Maximum characters of the preview in a list of emails.
const MAX_GLIMPSE: usize = 120;

/// A paragraph of the text.
enum Paragraph<'t> {
    Journey(Vec<&'t str>),
    Block(Vec<&'t str>),
    Address(&'t str),
    Words(Vec<&'t str>),
}

impl<'t> Paragraph<'t> {
    fn of(text: &'t str) -> Option<Self> {
        let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let all = |are: fn(&str) -> bool| lines.iter().all(|line| are(line));
        Some(match lines.as_slice() {
            [] => return None,
            [line] if is_address(line) => Self::Address(line),
            _ if all(|line| JOURNEY_MARKS.iter().any(|mark| line.starts_with(mark))) => Self::Journey(lines),
            _ if all(|line| line.starts_with("    ")) => Self::Block(lines),
            _ => Self::Words(lines),
        })
    }

    /// Its text if it is a heading.
    fn heading(&self) -> Option<&'t str> {
        let Self::Words(lines) = self else { return None };
        let [line] = lines.as_slice() else { return None };
        (line.starts_with(char::is_uppercase) && line.chars().count() <= MAX_HEADING).then_some(*line)
    }

    fn html(&self) -> String {
        match self {
            Self::Journey(lines) => journey::html(lines),
            Self::Block(lines) => block::html(lines),
            Self::Address(address) => link::html(address),
            Self::Words(lines) => {
                let lines: Vec<_> = lines.iter().map(|line| linked(line.trim())).collect();
                format!("<p style=\"{}\">{}</p>\n", look::WORDS, lines.join("<br>\n"))
            }
        }
    }
}

/// The complete HTML page of an email.
pub(crate) fn page(subject: &str, text: &str, seller: &Seller) -> String {
    let mut paragraphs: Vec<_> = text.split("\n\n").filter_map(Paragraph::of).collect();
    paragraphs.pop_if(|last| matches!(last, Paragraph::Words(lines) if lines.as_slice() == [SHOP]));
    let heading = paragraphs.get(1).and_then(Paragraph::heading);
    let body = paragraphs.iter().enumerate().map(|(at, paragraph)| match heading {
        Some(words) if at == 1 => format!("<h1 style=\"{}\">{}</h1>\n", look::HEADING, encode_text(words)),
        _ => paragraph.html(),
    });
    let body: String = body.collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"supported-color-schemes\" content=\"light dark\">\n\
         <meta name=\"format-detection\" content=\"telephone=no, date=no, address=no, email=no\">\n\
         <title>{title}</title>\n<style>\n{sheet}</style>\n</head>\n\
         <body class=\"ground\" style=\"{BODY}\">\n<div style=\"{UNSEEN}\">{glimpse}</div>\n\
         <div role=\"article\" aria-roledescription=\"email\" aria-label=\"{label}\" lang=\"en\">\n\
         {TABLE}<tr><td class=\"ground gutter\" align=\"center\" style=\"{GROUND}\">\n\
         <table role=\"presentation\" class=\"paper\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"{PAPER}\">\n\
         <tr><td class=\"side rule\" style=\"{HEAD}\">{SHOP}</td></tr>\n\
         <tr><td class=\"side\" style=\"{CONTENT}\">\n{body}</td></tr>\n{foot}</table>\n</td></tr></table>\n</div>\n</body>\n</html>\n",
        title = encode_text(subject),
        label = encode_double_quoted_attribute(subject),
        sheet = look::SHEET,
        glimpse = glimpse(&paragraphs),
        foot = foot(seller),
        BODY = look::BODY,
        UNSEEN = look::UNSEEN,
        TABLE = look::TABLE,
        GROUND = look::GROUND,
        PAPER = look::PAPER,
        HEAD = look::HEAD,
        CONTENT = look::CONTENT,
    )
}

/// The preview in email lists, after the subject: the first sentence after the greeting, with the first line that it
/// introduces. Blanks hide the text that follows.
fn glimpse(paragraphs: &[Paragraph<'_>]) -> String {
    let mut words = String::new();
    if let Some(Paragraph::Words(lines)) = paragraphs.get(1) {
        words = lines.join(" ");
        if let Some(Paragraph::Block(lines)) = paragraphs.get(2) {
            words.push(' ');
            words.push_str(lines.first().map_or("", |line| line.trim()));
        }
    }
    let words: String = words.chars().take(MAX_GLIMPSE).collect();
    format!("{}{}", encode_text(&words), "&#847;&nbsp;".repeat(MAX_GLIMPSE.saturating_sub(words.chars().count())))
}

fn foot(seller: &Seller) -> String {
    let linked = |line: &&str| {
        let text = encode_text(line);
        if seller.email.as_deref() == Some(*line) {
            let to = encode_double_quoted_attribute(line);
            format!("<a href=\"mailto:{to}\" class=\"muted\" style=\"{}\">{text}</a>", look::QUIET_LINK)
        } else {
            text.into_owned()
        }
    };
    let lines: Vec<_> = seller.lines().iter().map(linked).collect();
    if lines.is_empty() {
        return String::new();
    }
    format!("<tr><td class=\"side rule muted\" style=\"{}\">{}</td></tr>\n", look::FOOT, lines.join("<br>\n"))
}

fn is_address(line: &str) -> bool {
    (line.starts_with("https://") || line.starts_with("http://")) && !line.contains(' ')
}

fn linked(text: &str) -> String {
    if is_address(text) {
        let (to, shown) = (encode_double_quoted_attribute(text), encode_text(text));
        format!("<a href=\"{to}\" class=\"link\" style=\"{}\">{shown}</a>", look::LINK)
    } else {
        encode_text(text).into_owned()
    }
}

#[cfg(test)]
mod tests;
