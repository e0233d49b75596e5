//! A block: the lines of an order, or a single item that the email delivers.

use super::look;
use html_escape::encode_text;

pub(super) fn html(lines: &[&str]) -> String {
    let rows: String = match lines {
        [line] => format!("<tr><td class=\"rule\" style=\"{ALONE}\">{}</td></tr>\n", encode_text(line.trim())),
        lines => lines.iter().map(|line| row(line)).collect(),
    };
    format!("{}\n{rows}{GAP}</table>\n", look::TABLE)
}

/// Mail programs respect the height of a cell, but not every margin of a table.
const GAP: &str =
    "<tr><td colspan=\"2\" height=\"20\" style=\"height:20px;font-size:0;line-height:0\">&nbsp;</td></tr>\n";

const ALONE: &str = "padding:14px 16px;border:1px solid #dbe0e6;border-radius:4px;font-size:18px;line-height:26px;\
    font-weight:700";
const ROW: &str = "padding:9px 0 8px;border-top:1px solid #dbe0e6";
const TOTAL: &str = "padding:9px 0 10px;border-top:2px solid #12161c;font-weight:700";
const DETAIL: &str = "padding:0 0 8px;color:#515b69;font-size:14px;line-height:20px";
const NAME: &str = "padding:9px 0 8px;border-top:1px solid #dbe0e6;color:#515b69;font-size:14px;line-height:20px";
const AMOUNT: &str = "padding-left:16px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums";

fn row(line: &str) -> String {
    let text = line.trim();
    if line.starts_with("      ") {
        return format!("<tr><td colspan=\"2\" class=\"muted\" style=\"{DETAIL}\">{}</td></tr>\n", encode_text(text));
    }
    let (class, style) = if text.starts_with("Total: ") {
        ("total", TOTAL)
    } else if text.starts_with("Order ") {
        ("rule muted", NAME)
    } else {
        ("rule", ROW)
    };
    match priced(text) {
        Some((what, amount)) => format!(
            "<tr><td class=\"{class}\" width=\"100%\" style=\"{style}\">{}</td>\n\
             <td class=\"{class}\" valign=\"top\" style=\"{style};{AMOUNT}\">{}</td></tr>\n",
            encode_text(what),
            encode_text(amount)
        ),
        None => {
            format!("<tr><td colspan=\"2\" class=\"{class}\" style=\"{style}\">{}</td></tr>\n", encode_text(text))
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
