//! Progress of an order as a strip: a solid line joins completed steps, the current one is rose, and later ones are
//! dashed. It is horizontal if there is room, and vertical on a narrow screen; there, mail programs that drop the
//! style sheet wrap it onto two rows.

use super::look;
use autoparts_application::ports::email_content::{Step, StepState};
use maud::{Markup, PreEscaped, html};

pub(super) fn html(steps: &[Step]) -> Markup {
    let width = 100_usize.checked_div(steps.len()).unwrap_or(100);
    let next_state = |at: usize| steps.get(at + 1).map(|step| step.state);
    // No white space between the steps: their widths already fill the row.
    let row = html! {
        tr {
            td style="padding:0 0 16px" {
                @for (at, step) in steps.iter().enumerate() { (cell(step, next_state(at), width)) }
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

/// `next_state` is the state of the next step; `None` for the last one.
fn cell(Step { state, label, note }: &Step, next_state: Option<StepState>, width: usize) -> Markup {
    let (mark, class, style) = match state {
        StepState::Done => ("✓", "done", "background:#12161c;color:#ffffff"),
        StepState::Current => ("→", "next", "background:#d3195a;color:#ffffff"),
        StepState::Later => (NBSP, "ahead", "background:#ffffff;border:2px dashed #7d8794;line-height:16px"),
    };
    let joined = match next_state {
        Some(StepState::Done) => Some(("on", "border-top:2px solid #12161c;font-size:0;line-height:0")),
        Some(_) => Some(("off", "border-top:2px dashed #7d8794;font-size:0;line-height:0")),
        None => None,
    };
    let (color, tone) = match state {
        StepState::Done => ("", ""),
        StepState::Current => ("link", "color:#c01350"),
        StepState::Later => ("muted", "color:#515b69"),
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
                @if let Some(note) = note {
                    br; "\n"
                    span class="muted" style="color:#515b69" { (note) }
                }
            }
            "\n"
        }
    }
}
