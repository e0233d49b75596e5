//! A link, as a button or as text, with the URL below it to copy.

use super::look;
use autoparts_application::ports::email_content::Emphasis;
use maud::{Markup, html};

pub(super) fn html(label: &str, emphasis: Emphasis, url: &str) -> Markup {
    html! {
        div style="margin:0 0 20px" {
            "\n"
            @match emphasis {
                Emphasis::Primary => { (button(label, url, ("action", ROSE))) }
                Emphasis::Secondary => { (button(label, url, ("outline", OUTLINE))) }
                Emphasis::Quiet => { a href=(url) class="link" style=(look::LINK) { (label) } }
            }
            "\n"
            div style=(SMALL) {
                "\n"
                a href=(url) class="muted" style=(look::QUIET_LINK) { (url) }
            }
            "\n"
        }
        "\n"
    }
}

/// The link itself has the padding, so that the whole button can be clicked.
fn button(label: &str, url: &str, (class, style): (&str, &str)) -> Markup {
    html! { a href=(url) class=(class) style={ (BUTTON) ";" (style) } { (label) } }
}

const BUTTON: &str = "display:inline-block;margin:0 0 8px;padding:9px 20px;border-radius:4px;font-weight:700;\
    line-height:24px;text-decoration:none";
const ROSE: &str = "background:#d3195a;border:1px solid #d3195a;color:#ffffff";
const OUTLINE: &str = "border:1px solid #12161c;color:#12161c";
const SMALL: &str = "font-size:13px;line-height:20px";
