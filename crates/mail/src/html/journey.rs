//! Progress of an order as a strip: a solid line joins completed steps, the current one is rose, and later ones are
//! dashed. It is horizontal if there is room, and vertical on a narrow screen. Mail programs that drop the style sheet
//! show it on two rows there.

use super::{JOURNEY_MARKS, look};
use maud::{Markup, PreEscaped, html};

/// A step.
struct Step<'t> {
    is: Is,
    label: &'t str,
    note: &'t str,
}

#[derive(Clone, Copy, PartialEq)]
enum Is {
    Done,
    Next,
    Ahead,
}

/// Parses a line; `None` without a mark, which no line of a journey lacks.
fn step(line: &str) -> Option<Step<'_>> {
    let marks = JOURNEY_MARKS.into_iter().zip([Is::Done, Is::Next, Is::Ahead]);
    let (is, text) = marks.into_iter().find_map(|(mark, is)| Some((is, line.strip_prefix(mark)?)))?;
    let (label, note) = text.split_once(": ").unwrap_or((text, ""));
    Some(Step { is, label: label.trim(), note: note.trim() })
}

pub(super) fn html(lines: &[&str]) -> Markup {
    let steps: Vec<_> = lines.iter().filter_map(|line| step(line)).collect();
    let width = 100_usize.checked_div(steps.len()).unwrap_or(100);
    let follower = |at: usize| steps.get(at + 1).map(|step| step.is);
    // No white space between the steps: it would take up room.
    let row = html! {
        tr {
            td style="padding:0 0 16px" {
                @for (at, step) in steps.iter().enumerate() { (cell(step, follower(at), width)) }
            }
        }
    };
    html! { (look::table(&row)) "\n" }
}

const NBSP: &str = "&nbsp;";
const MARK: &str = "width:20px;height:20px;border-radius:50%;box-sizing:border-box;text-align:center;font-size:13px;\
    line-height:20px;font-weight:700";
const STEP: &str = "display:inline-block;min-width:7.5rem;vertical-align:top";
const SAY: &str = "padding:6px 8px 4px 0;font-size:13px;line-height:20px";

/// `follower` is the state of the next step; `None` for the last one.
fn cell(Step { is, label, note }: &Step<'_>, follower: Option<Is>, width: usize) -> Markup {
    let (mark, class, style) = match is {
        Is::Done => ("✓", "done", "background:#12161c;color:#ffffff"),
        Is::Next => ("→", "next", "background:#d3195a;color:#ffffff"),
        Is::Ahead => (NBSP, "ahead", "background:#ffffff;border:2px dashed #7d8794;line-height:16px"),
    };
    let joined = match follower {
        Some(Is::Done) => Some(("on", "border-top:2px solid #12161c;font-size:0;line-height:0")),
        Some(_) => Some(("off", "border-top:2px dashed #7d8794;font-size:0;line-height:0")),
        None => None,
    };
    let (color, tone) = match is {
        Is::Done => ("", ""),
        Is::Next => ("link", "color:#c01350"),
        Is::Ahead => ("muted", "color:#515b69"),
    };
    html! {
        div class="step" style={ (STEP) ";width:" (width) "%" } {
            "\n"
            table role="presentation" class="axis" width="100%" cellpadding="0" cellspacing="0" border="0" {
                tr {
                    td class=(class) width="20" style={ (MARK) ";" (style) } { (PreEscaped(mark)) }
                    td class="between" {
                        @if let Some((class, style)) = joined { div class=(class) style=(style) { (PreEscaped(NBSP)) } }
                    }
                }
            }
            "\n"
            div class={ "say " (joined.map_or("", |(class, _)| class)) } style=(SAY) {
                b class=(color) style=(tone) { (label) }
                @if !note.is_empty() {
                    br; "\n"
                    span class="muted" style="color:#515b69" { (note) }
                }
            }
            "\n"
        }
    }
}
