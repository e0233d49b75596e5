//! A URL on its own line: a button for its purpose, and the URL itself to copy.

use super::look;
use maud::{Markup, html};
use url::Url;

/// Prominence of a link.
#[derive(Clone, Copy)]
enum Weight {
    /// The purpose of the email.
    Rose,
    /// A secondary action.
    Outline,
    /// Unsubscribing and similar.
    Quiet,
}

/// Actions on the pages of the shop that emails link to.
const PAGES: [(&str, &str, Weight); 9] = [
    ("payment", "Pay for your order", Weight::Rose),
    ("my-order", "See your order", Weight::Rose),
    ("reset-password", "Choose a new password", Weight::Rose),
    ("coupon", "Confirm your email address", Weight::Rose),
    ("shop", "See the part", Weight::Rose),
    ("signin", "Sign in", Weight::Outline),
    ("dashboard", "See your orders", Weight::Outline),
    ("unsubscribe", "Unsubscribe", Weight::Quiet),
    ("stop-alerts", "Stop these emails", Weight::Quiet),
];

pub(super) fn html(address: &str) -> Markup {
    let Some((does, weight)) = purpose(address) else {
        return html! {
            p style=(look::WORDS) { a href=(address) class="link" style=(look::LINK) { (address) } }
            "\n"
        };
    };
    html! {
        div style="margin:0 0 20px" {
            "\n"
            @match weight {
                Weight::Rose => { (button(address, does, ("action", ROSE))) }
                Weight::Outline => { (button(address, does, ("outline", OUTLINE))) }
                Weight::Quiet => { a href=(address) class="link" style=(look::LINK) { (does) } }
            }
            "\n"
            div style=(SMALL) {
                "\n"
                a href=(address) class="muted" style=(look::QUIET_LINK) { (address) }
            }
            "\n"
        }
        "\n"
    }
}

/// The padding that fills the button belongs to the link, so that all of it can be clicked.
fn button(to: &str, does: &str, (class, style): (&str, &str)) -> Markup {
    html! { a href=(to) class=(class) style={ (BUTTON) ";" (style) } { (does) } }
}

const BUTTON: &str = "display:inline-block;margin:0 0 8px;padding:9px 20px;border-radius:4px;font-weight:700;\
    line-height:24px;text-decoration:none";
const ROSE: &str = "background:#d3195a;border:1px solid #d3195a;color:#ffffff";
const OUTLINE: &str = "border:1px solid #12161c;color:#12161c";
const SMALL: &str = "font-size:13px;line-height:20px";

/// The action of a URL; `None` if unknown. The shop may be in a subfolder of its site.
fn purpose(address: &str) -> Option<(&'static str, Weight)> {
    let address = Url::parse(address).ok()?;
    // Its values are in the fragment; in emails of earlier releases, in the query.
    let values = address.fragment().or_else(|| address.query()).unwrap_or_default();
    if values.split('&').any(|value| value == "mode=verifyEmail") {
        return Some(("Confirm your email address", Weight::Rose));
    }
    let known = |segment| PAGES.into_iter().find(|(page, ..)| *page == segment);
    address.path_segments()?.find_map(known).map(|(_, does, weight)| (does, weight))
}
