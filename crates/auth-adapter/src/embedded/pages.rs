//! The pages of the sandbox Google sign-in: the pop-up for choosing an account, and the hidden frame that passes the
//! choice to the shop's page. Scripts and styles are separate files, so that the content security policy can forbid
//! inline ones.
//!
//! The pop-up lists the names and addresses of up to twenty accounts that signed in through it before, never accounts
//! with only a password. Anyone who can open the page can sign in as any user anyway, which is why it is for one
//! machine only.

use autoparts_application::ports::identity_accounts::Account;
use http_types::{HeaderValue, Response, header};
use maud::html;

const CHOOSER: &str = include_str!("pages/handler.html");
const FRAME: &str = include_str!("pages/iframe.html");

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// The pop-up is a window, so no page may frame it; the shop's page embeds the frame.
const CHOOSER_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const FRAME_POLICY: &str = "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'self'";

/// The pop-up with the accounts to choose from.
pub(super) fn account_chooser(accounts: &[Account]) -> Response<Vec<u8>> {
    let list = html! {
        @for account in accounts {
            @if let Some(subject) = &account.google_subject {
                @let name = account.name.as_ref().map(ToString::to_string).unwrap_or_default();
                li {
                    button type="button" class="account js-reuse-account" data-sub=(subject)
                        data-email=(account.email.as_str()) data-name=(name) {
                        span class="name" { (name) }
                        " "
                        span class="email" { (account.email.as_str()) }
                    }
                }
            }
        }
    };
    let page = CHOOSER.replace("<!-- accounts -->", &list.into_string());
    page_with(HTML, page, Some(CHOOSER_POLICY))
}

/// A static file; `None` if the path has none.
pub(super) fn asset(path: &str) -> Option<Response<Vec<u8>>> {
    let (kind, text, policy) = match path {
        "/emulator/auth/iframe" => (HTML, FRAME, Some(FRAME_POLICY)),
        "/emulator/auth/handler.js" => (SCRIPT, include_str!("pages/handler.js"), None),
        "/emulator/auth/handler.css" => (STYLE, include_str!("pages/handler.css"), None),
        "/emulator/auth/iframe.js" => (SCRIPT, include_str!("pages/iframe.js"), None),
        _ => return None,
    };
    Some(page_with(kind, text.to_owned(), policy))
}

fn page_with(kind: &'static str, text: String, policy: Option<&'static str>) -> Response<Vec<u8>> {
    let mut response = Response::new(text.into_bytes());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Some(policy) = policy {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    }
    response
}
