//! A block: the lines of an order, or a single item that the email delivers.

use super::look;
use maud::{Markup, PreEscaped, html};

pub(super) fn html(lines: &[&str]) -> Markup {
    let rows = html! {
        "\n"
        @if let [line] = lines {
            tr { td class="rule" style=(ALONE) { (line.trim()) } } "\n"
        } @else {
            @for line in lines { (row(line)) "\n" }
        }
        (gap())
    };
    html! { (look::table(&rows)) "\n" }
}

/// Mail programs respect the height of a cell, but not every margin of a table.
fn gap() -> Markup {
    html! {
        tr { td colspan="2" height="20" style="height:20px;font-size:0;line-height:0" { (PreEscaped("&nbsp;")) } }
        "\n"
    }
}

const ALONE: &str = "padding:14px 16px;border:1px solid #dbe0e6;border-radius:4px;font-size:18px;line-height:26px;\
    font-weight:700";
const ROW: &str = "padding:9px 0 8px;border-top:1px solid #dbe0e6";
const TOTAL: &str = "padding:9px 0 10px;border-top:2px solid #12161c;font-weight:700";
const DETAIL: &str = "padding:0 0 8px;color:#515b69;font-size:14px;line-height:20px";
const NAME: &str = "padding:9px 0 8px;border-top:1px solid #dbe0e6;color:#515b69;font-size:14px;line-height:20px";
const AMOUNT: &str = "padding-left:16px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums";

fn row(line: &str) -> Markup {
    let text = line.trim();
    if line.starts_with("      ") {
        return html! { tr { td colspan="2" class="muted" style=(DETAIL) { (text) } } };
    }
    let (class, style) = if text.starts_with("Total: ") {
        ("total", TOTAL)
    } else if text.starts_with("Order ") {
        ("rule muted", NAME)
    } else {
        ("rule", ROW)
    };
    html! {
        tr {
            @if let Some((what, amount)) = priced(text) {
                td class=(class) width="100%" style=(style) { (what) }
                "\n"
                td class=(class) valign="top" style={ (style) ";" (AMOUNT) } { (amount) }
            } @else {
                td colspan="2" class=(class) style=(style) { (text) }
            }
        }
    }
}

/// The text of a line, and the amount at its end.
fn priced(text: &str) -> Option<(&str, &str)> {
    let at = [", ", ": "].into_iter().filter_map(|mark| text.rsplit_once(mark));
    at.min_by_key(|(_, end)| end.len()).filter(|(_, end)| *end == "free" || is_amount(end))
}

fn is_amount(text: &str) -> bool {
    let digits = text.strip_prefix('−').unwrap_or(text).strip_prefix('$');
    digits.is_some_and(|digits| {
        digits.starts_with(|sign: char| sign.is_ascii_digit())
            && digits.chars().all(|sign| sign.is_ascii_digit() || ",.".contains(sign))
    })
}
