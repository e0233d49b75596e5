//! Colors, fonts and spacing: dark text on white, hairlines, and rose for the primary action.
//!
//! Styles are inline, because some mail programs drop `<style>`; that element is used only for dark mode and narrow
//! screens. The colors are those of the web app (`frontend/src/app/styles`), written out because mail programs do not
//! support variables.

use maud::{Markup, html};

/// A table used only for layout.
pub(super) fn table(rows: &Markup) -> Markup {
    html! {
        table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" { (rows) }
    }
}

pub(super) const BODY: &str = "margin:0;padding:0;background:#f3f5f7;color:#12161c;\
    font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;overflow-wrap:break-word;\
    -webkit-text-size-adjust:100%;text-size-adjust:100%";

/// Hides the preview, which only email lists show.
pub(super) const UNSEEN: &str = "display:none;max-height:0;overflow:hidden";

pub(super) const GROUND: &str = "padding:24px 12px;background:#f3f5f7;color:#12161c;\
    font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

pub(super) const PAPER: &str = "max-width:36rem;text-align:left;background:#ffffff;border:1px solid #dbe0e6;\
    border-radius:6px;table-layout:fixed";

pub(super) const HEAD: &str = "padding:18px 24px;border-bottom:1px solid #dbe0e6;font-size:18px;line-height:24px;\
    font-weight:800;letter-spacing:0.02em";

pub(super) const CONTENT: &str = "padding:24px 24px 8px;overflow-wrap:break-word";

pub(super) const FOOT: &str = "padding:16px 24px 18px;border-top:1px solid #dbe0e6;color:#515b69;font-size:13px;\
    line-height:20px;overflow-wrap:break-word";

pub(super) const WORDS: &str = "margin:0 0 16px";

pub(super) const HEADING: &str = "margin:0 0 16px;font-size:22px;line-height:28px;font-weight:800";

pub(super) const LINK: &str = "color:#c01350;text-decoration:underline;word-break:break-word";

/// A secondary link, or the URL below a button.
pub(super) const QUIET_LINK: &str = "color:#515b69;text-decoration:underline;word-break:break-word";

/// Dark mode, and screens too narrow for a horizontal progress strip.
pub(super) const SHEET: &str = ":root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 36em) {
  .gutter { padding: 0 !important; }
  .paper { border-width: 0 !important; border-radius: 0 !important; }
  .side { padding-left: 16px !important; padding-right: 16px !important; }
  .step { display: block !important; width: auto !important; min-width: 0 !important; }
  .axis { float: left; width: 20px !important; }
  .between { display: none !important; }
  .say { margin: 0 0 0 9px !important; padding: 0 0 14px 23px !important; border-left: 2px solid transparent; }
  .say.on { border-left: 2px solid #12161c; }
  .say.off { border-left: 2px dashed #7d8794; }
}
@media (prefers-color-scheme: dark) {
  .ground { background: #0c0f13 !important; color: #eef1f5 !important; }
  .paper { background: #1a2028 !important; color: #eef1f5 !important; border-color: #2c343f !important; }
  .rule { border-color: #2c343f !important; }
  .muted { color: #a5afbc !important; }
  .link { color: #ff86ab !important; }
  .outline { color: #eef1f5 !important; border-color: #eef1f5 !important; }
  .total, .on { border-color: #eef1f5 !important; }
  .off, .ahead { border-color: #727d8c !important; }
  .ahead { background: #1a2028 !important; }
  .done { background: #eef1f5 !important; color: #12161c !important; }
}
";
