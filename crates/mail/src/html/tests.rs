//! How paragraphs of a text are rendered.

use super::*;

fn html(text: &str) -> String {
    page("Your order", text, &Seller::default())
}

/// The text of a page, without its tags.
fn said(page: &str) -> String {
    let (_, body) = page.split_once("<div role=\"article\"").unwrap();
    let words = body.split('<').filter_map(|piece| Some(piece.split_once('>')?.1));
    words.map(|words| words.replace('\n', " ")).collect::<Vec<_>>().join("|")
}

const JOURNEY: &str = "✓ Ordered: Nov 21, 2026\n→ Payment: not paid yet\n✓ Shipped\n· Returnable until: May 2, 2027";

#[test]
fn what_people_typed_stays_text() {
    let page = page("A <b> & a \"C\"", "Hello <script>alert(1)</script> & \"Olga\",\n\nbye", &Seller::default());
    assert!(page.contains("Hello &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Olga&quot;,"), "{page}");
    assert!(page.contains("<title>A &lt;b&gt; &amp; a &quot;C&quot;</title>"), "{page}");
    assert!(page.contains("aria-label=\"A &lt;b&gt; &amp; a &quot;C&quot;\""), "{page}");
    assert!(!page.contains("<script"), "{page}");
}

#[test]
fn an_address_by_itself_is_a_button_and_can_be_copied() {
    let plain = html("Hello,\n\nhere:\n\nhttps://shop.example/coupon#token=a&b=1\n");
    let to = "href=\"https://shop.example/coupon#token=a&amp;b=1\"";
    assert_eq!(plain.matches(to).count(), 2, "{plain}");
    assert!(plain.contains(">Confirm your email address</a>"), "{plain}");
    assert!(plain.contains(">https://shop.example/coupon#token=a&amp;b=1</a>"), "{plain}");
}

#[test]
fn addresses_cannot_break_out_of_their_links() {
    for begin in ["https://x", "https://x/payment/"] {
        let page = html(&format!("{begin}\"onmouseover=\"alert(1)"));
        let links: Vec<_> = page.split("href=\"").skip(1).collect();
        let safe = format!("{begin}&quot;onmouseover=&quot;alert(1)\"");
        assert!(!links.is_empty() && links.iter().all(|link| link.starts_with(&safe)), "{page}");
    }
}

#[test]
fn a_button_says_what_is_done_at_its_page_and_is_rose_when_the_mail_is_for_it() {
    for (page, does, class) in [
        ("payment/1", "Pay for your order", "action"),
        ("shop-in-a-folder/my-order#token=a", "See your order", "action"),
        ("reset-password#oobCode=a", "Choose a new password", "action"),
        ("reset-password#mode=verifyEmail&oobCode=a", "Confirm your email address", "action"),
        ("coupon#token=a", "Confirm your email address", "action"),
        ("shop/1", "See the part", "action"),
        ("signin", "Sign in", "outline"),
        ("dashboard", "See your orders", "outline"),
        ("unsubscribe#token=a", "Unsubscribe", "link"),
        ("stop-alerts#token=a", "Stop these emails", "link"),
    ] {
        let page = html(&format!("https://shop.example/{page}"));
        let (link, _) = page.split_once(&format!(">{does}</a>")).expect(does);
        let (_, link) = link.rsplit_once("<a ").unwrap();
        assert!(link.contains(&format!(" class=\"{class}\"")), "{link}");
    }
    let unknown = html("https://shop.example/somewhere");
    assert_eq!(unknown.matches("<a ").count(), 1, "what it is for is not made up: {unknown}");
}

#[test]
fn an_address_inside_a_line_or_a_block_is_no_link() {
    let page = html("Hello https://evil.example,\n\n    4 × https://evil.example, $40\n    https://evil.example");
    assert!(!page.contains("<a "), "{page}");
}

#[test]
fn an_address_on_a_line_of_a_paragraph_is_a_link_without_a_button() {
    let page = html("here:\nhttps://shop.example/payment/1");
    assert_eq!(page.matches("<a ").count(), 1, "{page}");
    assert!(page.contains(">https://shop.example/payment/1</a></p>"), "{page}");
}

#[test]
fn paragraphs_and_their_lines_survive() {
    let page = html("Hello,\n\nOne,\ntwo\n\nthree\n");
    assert!(page.contains(">One,<br>\ntwo</p>") && page.contains(">three</p>"), "{page}");
}

#[test]
fn a_block_has_its_amounts_in_a_column() {
    let page = html(
        "    2 × 3/4\" <R&D> bolt 'M8', $1,077.50\n      Fits your 2018 Honda: yes, $5\n    Coupon: −$0.60\n    Shipping, Ground: free\n    Total: $77\n    Order 7\n",
    );
    let said = said(&page);
    for row in [
        "|2 × 3/4&quot; &lt;R&amp;D&gt; bolt 'M8'| |$1,077.50|",
        "|Fits your 2018 Honda: yes, $5|",
        "|Coupon| |−$0.60|",
        "|Shipping, Ground| |free|",
        "|Total| |$77|",
        "|Order 7|",
    ] {
        assert!(said.contains(row), "{row} is missing in: {said}");
    }
    assert!(page.contains("class=\"total\""), "{page}");
}

#[test]
fn what_is_no_amount_stays_where_it_is() {
    for line in ["SAVE-50, worth $50", "Disc, $38 a piece", "2 × Disc, $", "2 × Disc, $,", "2 × Disc, 5", "Disc,$5"]
    {
        let page = html(&format!("    {line}\n    Order 7"));
        assert!(said(&page).contains(&format!("|{line}|")), "{page}");
    }
}

#[test]
fn one_line_alone_is_framed() {
    let page = html("    SAVE-50, worth $50\n");
    assert!(page.contains("border:1px solid #dbe0e6;border-radius:4px;font-size:18px"), "{page}");
}

#[test]
fn a_journey_shows_what_is_done_what_is_next_and_what_is_ahead() {
    let page = html(JOURNEY);
    let said = said(&page);
    for step in [
        "|Ordered|",
        "|Nov 21, 2026|",
        "|Payment|",
        "|not paid yet|",
        "|Shipped|",
        "|Returnable until|",
        "|May 2, 2027|",
    ] {
        assert!(said.contains(step), "{step} is missing in: {said}");
    }
    let count = |class: &str| page.matches(&format!("<td class=\"{class}\"")).count();
    assert_eq!((count("done"), count("next"), count("ahead")), (2, 1, 1), "{page}");
    let joined = |class: &str| page.matches(&format!("<div class=\"{class}\"")).count();
    assert_eq!(
        (joined("on"), joined("off"), joined("say ")),
        (1, 2, 1),
        "lines lead to what is done, or will be: {page}"
    );
}

#[test]
fn what_people_typed_is_no_journey() {
    for text in [
        "    ✓ Paid\n    · Shipped",
        "    2 × ✓ Paid: $5, $5",
        "Carrier: ✓ Paid\nTracking number: → 1",
        "✓ Paid\nTracking number: 1",
        " ✓ Paid",
        "✓Paid",
    ] {
        let page = html(text);
        assert!(!page.contains("class=\"step\""), "{text}: {page}");
    }
    let escaped = html("✓ <b>: \"<i>\"");
    assert!(
        escaped.contains("&lt;b&gt;") && escaped.contains("&quot;&lt;i&gt;&quot;") && !escaped.contains("<i>"),
        "{escaped}"
    );
}

#[test]
fn a_short_sentence_after_the_greeting_is_a_heading() {
    for (begin, is_heading) in [
        ("We have <your> order:", true),
        ("here is where your orders stand:", false),
        (&*format!("A{}", "b".repeat(MAX_HEADING)), false),
        ("One\ntwo", false),
        ("    Part", false),
    ] {
        let page = html(&format!("Hello,\n\n{begin}\n\nIt is so."));
        assert_eq!(page.contains("<h1"), is_heading, "{page}");
    }
    assert!(html("Hello,\n\nWe have <your> order:").contains(">We have &lt;your&gt; order:</h1>"));
}

#[test]
fn lists_of_mails_show_what_it_is_about() {
    let page = html("Hello,\n\nWe have your order:\n\n    2 × <Disc>, $76\n    Total: $76");
    assert!(page.contains("overflow:hidden\">We have your order: 2 × &lt;Disc&gt;, $76&#847;"), "{page}");
    let link = html("Hello,\n\nhttps://shop.example/coupon#token=secret");
    assert!(link.contains("overflow:hidden\">&#847;"), "codes are for those who open it: {link}");
}

#[test]
fn the_shop_stands_at_the_head_and_who_sells_at_the_foot() {
    let text = "Hello,\n\nbye\n\nAutoparts\n";
    let seller = Seller {
        name: "Vale & Sons".to_owned(),
        address: vec!["1 Mill Road".to_owned(), "Ely <CB7>".to_owned()],
        phone: Some("+44 1353 555014".to_owned()),
        email: Some("o'vale@vale.example".to_owned()),
    };
    let with = page("News", text, &seller);
    let without = html(text);
    assert!(
        with.contains(">Vale &amp; Sons<br>\n1 Mill Road<br>\nEly &lt;CB7&gt;<br>\n+44 1353 555014<br>\n<a "),
        "{with}"
    );
    assert!(with.contains("href=\"mailto:o'vale@vale.example\""), "{with}");
    for page in [&with, &without] {
        assert_eq!(said(page).matches("|Autoparts|").count(), 1, "{page}");
    }
    assert!(!without.contains("border-top:1px solid #dbe0e6;color:#515b69"), "{without}");
}

#[test]
fn nothing_is_fetched_and_nothing_runs() {
    let page =
        html(&format!("Hello,\n\n    2 × Disc, $76\n    Order 7\n\n{JOURNEY}\n\nhttps://shop.example/payment/1"));
    for word in ["<img", "<script", "<link", "url(", "@import", "src="] {
        assert!(!page.contains(word), "{word}: {page}");
    }
}
