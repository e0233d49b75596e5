//! The table of an order's lines, and the frame around a highlight such as a coupon code.

use super::look;
use autoparts_application::ports::email_content::Row;
use maud::{Markup, PreEscaped, html};

pub(super) fn html(rows: &[Row]) -> Markup {
    let rows = html! {
        "\n"
        @for row in rows { (self::row(row)) "\n" }
        (gap())
    };
    html! { (look::table(&rows)) "\n" }
}

/// A highlight in a frame.
pub(super) fn highlight(value: &str, note: Option<&str>) -> Markup {
    let rows = html! {
        "\n"
        tr {
            td class="rule" style=(FRAME) {
                (value)
                @if let Some(note) = note { div class="muted" style=(NOTE) { (note) } }
            }
        }
        "\n"
        (gap())
    };
    html! { (look::table(&rows)) "\n" }
}

/// Space below a table. All mail programs respect the height of a cell; some ignore the margin of a table.
fn gap() -> Markup {
    html! {
        tr { td colspan="2" height="20" style="height:20px;font-size:0;line-height:0" { (PreEscaped("&nbsp;")) } }
        "\n"
    }
}

const FRAME: &str = "padding:14px 16px;border:1px solid #dbe0e6;border-radius:4px;font-size:18px;line-height:26px;\
    font-weight:700";
const NOTE: &str = "color:#515b69;font-size:14px;line-height:20px;font-weight:400";
const ROW: &str = "padding:9px 0 8px;border-top:1px solid #dbe0e6";
const TOTAL: &str = "padding:9px 0 10px;border-top:2px solid #12161c;font-weight:700";
const DETAIL: &str = "padding:0 0 8px;color:#515b69;font-size:14px;line-height:20px";
const NAME: &str = "padding:9px 0 8px;border-top:1px solid #dbe0e6;color:#515b69;font-size:14px;line-height:20px";
const AMOUNT: &str = "padding-left:16px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums";

fn row(row: &Row) -> Markup {
    let line = |class: &str, style: &str, text: &str, amount: Option<&str>| {
        html! {
            tr {
                @if let Some(amount) = amount {
                    td class=(class) width="100%" style=(style) { (text) }
                    "\n"
                    td class=(class) valign="top" style={ (style) ";" (AMOUNT) } { (amount) }
                } @else {
                    td colspan="2" class=(class) style=(style) { (text) }
                }
            }
        }
    };
    match row {
        Row::Item { text, amount, detail } => html! {
            (line("rule", ROW, text, amount.as_deref()))
            @if let Some(detail) = detail {
                "\n"
                tr { td colspan="2" class="muted" style=(DETAIL) { (detail) } }
            }
        },
        Row::Charge { label, amount } => line("rule", ROW, label, Some(amount)),
        Row::Total(amount) => line("total", TOTAL, "Total", Some(amount)),
        Row::Order(name) => line("rule muted", NAME, &format!("Order {name}"), None),
    }
}
