//! Renders the content of an email as an HTML page. Maud escapes everything that is interpolated.
//!
//! The shop's name at the end of the text is left out, because it is in the page header.

mod link;
mod look;
mod progress;
mod table;

use crate::seller::Seller;
use autoparts_application::ports::email_content::{Block, EmailContent, Row};
use maud::{Markup, PreEscaped, html};

/// Name of the shop.
const SHOP: &str = "Autoparts";

/// Maximum characters of the preview in a list of emails.
const MAX_PREVIEW: usize = 120;

fn block(block: &Block) -> Markup {
    html! {
        @match block {
            Block::Heading(text) => { h1 style=(look::HEADING) { (text) } "\n" }
            Block::Paragraph(text) => { p style=(look::WORDS) { (text) } "\n" }
            Block::Details(details) => {
                p style=(look::WORDS) { (on_lines(details, |(label, value)| html! { (label) ": " (value) })) } "\n"
            }
            Block::Progress(steps) => { (progress::html(steps)) }
            Block::Table(rows) => { (table::html(rows)) }
            Block::Highlight { value, note } => { (table::highlight(value.as_str(), note.as_deref())) }
            Block::Link { label, emphasis, url } => { (link::html(label, *emphasis, url.as_str())) }
        }
    }
}

/// Lines separated by breaks.
fn on_lines<T>(lines: &[T], html: impl Fn(&T) -> Markup) -> Markup {
    html! {
        @for (at, line) in lines.iter().enumerate() {
            @if at > 0 { br; "\n" }
            (html(line))
        }
    }
}

/// The complete HTML page of an email. Line breaks keep lines short, because mail servers limit their length.
pub(crate) fn page(subject: &str, content: &EmailContent, seller: &Seller) -> String {
    let page = html! {
        (PreEscaped("<!doctype html>\n"))
        html lang="en" {
            (head(subject)) "\n"
            body class="ground" style=(look::BODY) {
                "\n"
                div style=(look::UNSEEN) { (preview(&content.blocks)) }
                "\n"
                div role="article" aria-roledescription="email" aria-label=(subject) lang="en" {
                    "\n"
                    (look::table(&html! {
                        tr {
                            td class="ground gutter" align="center" style=(look::GROUND) {
                                "\n"
                                (paper(content, seller)) "\n"
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

/// The visible part of the page: the shop, the content and the seller.
fn paper(content: &EmailContent, seller: &Seller) -> Markup {
    html! {
        table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0"
            style=(look::PAPER) {
            "\n"
            tr { td class="side rule" style=(look::HEAD) { (SHOP) } } "\n"
            tr {
                td class="side" style=(look::CONTENT) {
                    "\n"
                    @if content.greets { p style=(look::WORDS) { "Hello," } "\n" }
                    @for part in &content.blocks { (block(part)) }
                }
            }
            "\n"
            (foot(seller))
        }
    }
}

/// The preview in email lists, after the subject: the first sentence, with the first row that it introduces. Blanks
/// after it keep the rest of the email out of the preview.
fn preview(blocks: &[Block]) -> Markup {
    let words = match blocks {
        [Block::Heading(text) | Block::Paragraph(text), rest @ ..] => format!("{text}{}", first_row(rest)),
        _ => String::new(),
    };
    let words: String = words.chars().take(MAX_PREVIEW).collect();
    let blanks = "&#847;&nbsp;".repeat(MAX_PREVIEW.saturating_sub(words.chars().count()));
    html! { (words) (PreEscaped(blanks)) }
}

/// The first row of the block that follows the first sentence.
fn first_row(blocks: &[Block]) -> String {
    let (row, more) = match blocks.first() {
        Some(Block::Highlight { value, note }) => (value.as_str(), note),
        Some(Block::Table(rows)) => match rows.first() {
            Some(Row::Item { text, amount, .. }) => (text.as_str(), amount),
            _ => return String::new(),
        },
        _ => return String::new(),
    };
    more.as_ref().map_or_else(|| format!(" {row}"), |more| format!(" {row}, {more}"))
}

fn foot(seller: &Seller) -> Markup {
    let linked = |line: &&str| {
        html! {
            @if seller.email.as_deref() == Some(*line) {
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

#[cfg(test)]
mod tests;
