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
use maud::{Markup, PreEscaped, html};

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

    fn html(&self) -> Markup {
        match self {
            Self::Journey(lines) => journey::html(lines),
            Self::Block(lines) => block::html(lines),
            Self::Address(address) => link::html(address),
            Self::Words(lines) => html! {
                p style=(look::WORDS) { (on_lines(lines, |line| linked(line.trim()))) }
                "\n"
            },
        }
    }
}

/// Lines with breaks between them.
fn on_lines(lines: &[&str], html: impl Fn(&str) -> Markup) -> Markup {
    html! {
        @for (at, line) in lines.iter().enumerate() {
            @if at > 0 { br; "\n" }
            (html(line))
        }
    }
}

/// The complete HTML page of an email. Line breaks keep lines short, because mail servers limit their length.
pub(crate) fn page(subject: &str, text: &str, seller: &Seller) -> String {
    let mut paragraphs: Vec<_> = text.split("\n\n").filter_map(Paragraph::of).collect();
    paragraphs.pop_if(|last| matches!(last, Paragraph::Words(lines) if lines.as_slice() == [SHOP]));
    let page = html! {
        (PreEscaped("<!doctype html>\n"))
        html lang="en" {
            (head(subject)) "\n"
            body class="ground" style=(look::BODY) {
                "\n"
                div style=(look::UNSEEN) { (glimpse(&paragraphs)) }
                "\n"
                div role="article" aria-roledescription="email" aria-label=(subject) lang="en" {
                    "\n"
                    (look::table(&html! {
                        tr {
                            td class="ground gutter" align="center" style=(look::GROUND) {
                                "\n"
                                (paper(&paragraphs, seller)) "\n"
                            }
                        }
                    })) "\n"
                }
                "\n"
            }
            "\n"
        }
        "\n"
    };
    page.into_string()
}

fn head(subject: &str) -> Markup {
    html! {
        "\n"
        head {
            "\n"
            meta charset="utf-8"; "\n"
            meta name="viewport" content="width=device-width, initial-scale=1"; "\n"
            meta name="color-scheme" content="light dark"; "\n"
            meta name="supported-color-schemes" content="light dark"; "\n"
            meta name="format-detection" content="telephone=no, date=no, address=no, email=no"; "\n"
            title { (subject) } "\n"
            style { "\n" (PreEscaped(look::SHEET)) } "\n"
        }
    }
}

/// The visible part of the page: the shop, the paragraphs and the seller.
fn paper(paragraphs: &[Paragraph<'_>], seller: &Seller) -> Markup {
    let heading = paragraphs.get(1).and_then(Paragraph::heading);
    html! {
        table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0"
            style=(look::PAPER) {
            "\n"
            tr { td class="side rule" style=(look::HEAD) { (SHOP) } } "\n"
            tr {
                td class="side" style=(look::CONTENT) {
                    "\n"
                    @for (at, paragraph) in paragraphs.iter().enumerate() {
                        @match heading {
                            Some(words) if at == 1 => { h1 style=(look::HEADING) { (words) } "\n" }
                            _ => { (paragraph.html()) }
                        }
                    }
                }
            }
            "\n"
            (foot(seller))
        }
    }
}

/// The preview in email lists, after the subject: the first sentence after the greeting, with the first line that it
/// introduces. Blanks hide the text that follows.
fn glimpse(paragraphs: &[Paragraph<'_>]) -> Markup {
    let mut words = String::new();
    if let Some(Paragraph::Words(lines)) = paragraphs.get(1) {
        words = lines.join(" ");
        if let Some(Paragraph::Block(lines)) = paragraphs.get(2) {
            words.push(' ');
            words.push_str(lines.first().map_or("", |line| line.trim()));
        }
    }
    let words: String = words.chars().take(MAX_GLIMPSE).collect();
    let blanks = "&#847;&nbsp;".repeat(MAX_GLIMPSE.saturating_sub(words.chars().count()));
    html! { (words) (PreEscaped(blanks)) }
}

fn foot(seller: &Seller) -> Markup {
    let linked = |line: &str| {
        html! {
            @if seller.email.as_deref() == Some(line) {
                a href={ "mailto:" (line) } class="muted" style=(look::QUIET_LINK) { (line) }
            } @else {
                (line)
            }
        }
    };
    let lines = seller.lines();
    html! {
        @if !lines.is_empty() {
            tr { td class="side rule muted" style=(look::FOOT) { (on_lines(&lines, linked)) } }
            "\n"
        }
    }
}

fn is_address(line: &str) -> bool {
    (line.starts_with("https://") || line.starts_with("http://")) && !line.contains(' ')
}

fn linked(text: &str) -> Markup {
    html! {
        @if is_address(text) {
            a href=(text) class="link" style=(look::LINK) { (text) }
        } @else {
            (text)
        }
    }
}

#[cfg(test)]
mod tests;
