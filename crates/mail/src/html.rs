//! A plain text as HTML.

use html_escape::{encode_double_quoted_attribute, encode_text};

/// The whole page. Empty lines part paragraphs; a paragraph whose lines are all indented is set
/// apart; a line that is nothing but an address of the web is a link. One inside a line is none: it
/// may be part of what a customer typed.
pub(crate) fn page(text: &str) -> String {
    let paragraphs: Vec<_> = text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()).collect();
    let body: String = paragraphs.into_iter().map(paragraph).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\">\
         </head>\n<body style=\"font: 16px/1.5 Arial, sans-serif; max-width: 36rem; margin: 1.5rem; overflow-wrap: break-word\">\n{body}</body></html>\n"
    )
}

fn paragraph(text: &str) -> String {
    let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let apart = lines.iter().all(|line| line.starts_with("    "));
    let style =
        if apart { " style=\"margin-left: 1rem; padding-left: 1rem; border-left: 3px solid #e0245e\"" } else { "" };
    let lines: Vec<_> = lines.into_iter().map(|line| linked(line.trim())).collect();
    format!("<p{style}>{}</p>\n", lines.join("<br>\n"))
}

fn linked(text: &str) -> String {
    let is_address = (text.starts_with("https://") || text.starts_with("http://")) && !text.contains(' ');
    if is_address {
        format!("<a href=\"{}\">{}</a>", encode_double_quoted_attribute(text), encode_text(text))
    } else {
        encode_text(text).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_typed_stays_text() {
        let page = page("Hello <script>alert(1)</script> & \"Olga\",\n\nbye");
        assert!(page.contains("Hello &lt;script&gt;alert(1)&lt;/script&gt; &amp; \"Olga\","), "{page}");
        assert!(!page.contains("<script"), "{page}");
    }

    #[test]
    fn addresses_are_links_and_cannot_break_out_of_them() {
        let plain = page("here:\n\nhttps://shop.example/coupon?token=a&b=1\n");
        let link =
            "<a href=\"https://shop.example/coupon?token=a&amp;b=1\">https://shop.example/coupon?token=a&amp;b=1</a>";
        assert!(plain.contains(link), "{plain}");
        let hostile = page("https://x\"onmouseover=\"alert(1)");
        assert!(hostile.contains("href=\"https://x&quot;onmouseover=&quot;alert(1)\">"), "{hostile}");
    }

    #[test]
    fn a_part_is_called_what_it_is_called() {
        let page = page("    2 × 3/4\" <R&D> bolt 'M8', $77\n    Total: $77\n    Order 7\n");
        assert!(page.contains(">2 × 3/4\" &lt;R&amp;D&gt; bolt 'M8', $77<br>\nTotal: $77<br>\nOrder 7</p>"), "{page}");
    }

    #[test]
    fn an_address_inside_a_line_is_no_link() {
        let page = page("Hello https://evil.example,\n\n    4 × https://evil.example, $40");
        assert!(!page.contains("<a "), "{page}");
    }

    #[test]
    fn paragraphs_and_lines_survive_and_indented_ones_stand_apart() {
        let page = page("one\ntwo\n\n    three\n    four\n");
        assert!(page.contains("<p>one<br>\ntwo</p>"), "{page}");
        assert!(page.contains("border-left"), "{page}");
        assert!(page.contains(">three<br>\nfour</p>"), "{page}");
    }
}
