//! How the content of an email is rendered.

use super::*;
use autoparts_application::ports::email_content::{EmailValue, Emphasis, Step, StepState};

fn html(content: &EmailContent) -> String {
    page("Your order", content, &Seller::default())
}

/// Content that consists of one block.
fn only(block: Block) -> EmailContent {
    EmailContent::new().block(block)
}

/// The text of a page, without its tags.
fn text_of(page: &str) -> String {
    let (_, body) = page.split_once("<div role=\"article\"").unwrap();
    let words = body.split('<').filter_map(|piece| Some(piece.split_once('>')?.1));
    words.map(|words| words.replace('\n', " ")).collect::<Vec<_>>().join("|")
}

fn item(text: &str, amount: Option<&str>, detail: Option<&str>) -> Row {
    Row::Item { text: text.to_owned(), amount: amount.map(str::to_owned), detail: detail.map(str::to_owned) }
}

fn progress() -> Block {
    let step =
        |state, label: &str, note: Option<&str>| Step { state, label: label.to_owned(), note: note.map(str::to_owned) };
    Block::Progress(vec![
        step(StepState::Done, "Ordered", Some("Nov 21, 2026")),
        step(StepState::Current, "Payment", Some("not paid yet")),
        step(StepState::Done, "Shipped", None),
        step(StepState::Later, "Returnable until", Some("May 2, 2027")),
    ])
}

#[test]
fn typed_markup_is_escaped() {
    const TYPED: &str = "<script>alert(\"1\")</script> & <b onclick='x'>";
    let typed = || TYPED.to_owned();
    let some = || Some(typed());
    let step = Step { state: StepState::Current, label: typed(), note: some() };
    let content = EmailContent::new()
        .heading(TYPED)
        .paragraph(TYPED)
        .block(Block::Details(vec![(typed(), typed())]))
        .block(Block::Progress(vec![step]))
        .block(Block::Table(vec![
            Row::Item { text: typed(), amount: some(), detail: some() },
            Row::Charge { label: typed(), amount: typed() },
            Row::Total(typed()),
            Row::Order(typed()),
        ]))
        .block(Block::Highlight { value: typed().into(), note: some() })
        .button(TYPED, TYPED);
    let seller = Seller { name: typed(), address: vec![typed()], phone: some(), email: some() };
    let page = page(TYPED, &content, &seller);
    // The subject, the preview, each block, and the seller: four lines, each a link because it equals the email.
    let escaped = TYPED.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    assert_eq!(page.matches(&escaped).count(), 2 + 1 + 2 + 2 + 2 + 7 + 2 + 4 + 8, "{page}");
    assert!(!page.contains("<script") && !page.contains("<b on") && !page.contains("\"1\""), "{page}");
}

#[test]
fn a_link_is_a_button_and_can_be_copied() {
    let url = EmailValue::secret("https://shop.example/coupon#token=a&b=1");
    let plain = html(&EmailContent::new().paragraph("here:").button("Confirm your email address", url));
    let to = "href=\"https://shop.example/coupon#token=a&amp;b=1\"";
    assert_eq!(plain.matches(to).count(), 2, "{plain}");
    assert!(plain.contains(">Confirm your email address</a>"), "{plain}");
    assert!(plain.contains(">https://shop.example/coupon#token=a&amp;b=1</a>"), "{plain}");
}

#[test]
fn urls_cannot_break_out_of_their_links() {
    for emphasis in [Emphasis::Primary, Emphasis::Secondary, Emphasis::Quiet] {
        let page = html(&EmailContent::new().link("Go", emphasis, "https://x\"onmouseover=\"alert(1)"));
        let links: Vec<_> = page.split("href=\"").skip(1).collect();
        let safe = "https://x&quot;onmouseover=&quot;alert(1)\"";
        assert!(links.len() == 2 && links.iter().all(|link| link.starts_with(safe)), "{page}");
    }
}

#[test]
fn the_emphasis_decides_how_a_link_looks() {
    for (emphasis, class) in
        [(Emphasis::Primary, "action"), (Emphasis::Secondary, "outline"), (Emphasis::Quiet, "link")]
    {
        let page = html(&EmailContent::new().link("See your order", emphasis, "https://shop.example/my-order"));
        let (link, _) = page.split_once(">See your order</a>").unwrap();
        let (_, link) = link.rsplit_once("<a ").unwrap();
        assert!(link.contains(&format!(" class=\"{class}\"")), "{link}");
    }
}

#[test]
fn a_url_in_any_other_block_is_not_a_link() {
    const URL: &str = "https://evil.example";
    let content = EmailContent::new()
        .heading(URL)
        .paragraph(URL)
        .block(Block::Table(vec![item(URL, Some(URL), Some(URL)), Row::Order(URL.to_owned())]))
        .block(Block::Highlight { value: URL.into(), note: None })
        .block(Block::Details(vec![("Carrier".to_owned(), URL.to_owned())]));
    let page = html(&content);
    assert!(!page.contains("<a "), "{page}");
}

#[test]
fn paragraphs_and_details_are_rendered() {
    let details =
        Block::Details(vec![("Carrier".to_owned(), "UPS".to_owned()), ("Tracking number".to_owned(), "1Z".to_owned())]);
    let page = html(&EmailContent::new().block(details).paragraph("three"));
    assert!(page.contains(">Hello,</p>") && page.contains(">three</p>"), "{page}");
    assert!(page.contains(">Carrier: UPS<br>\nTracking number: 1Z</p>"), "{page}");
    let without_greeting = html(&EmailContent { greets: false, ..EmailContent::new() }.paragraph("three"));
    assert!(!without_greeting.contains("Hello"), "{without_greeting}");
}

#[test]
fn a_table_has_its_amounts_in_a_column() {
    let page = html(&only(Block::Table(vec![
        item("2 × 3/4\" <R&D> bolt 'M8', $5", Some("$1,077.50"), Some("Fits your 2018 Honda: yes, $5")),
        item("1 × Disc, $38", None, None),
        Row::Charge { label: "Coupon".to_owned(), amount: "−$0.60".to_owned() },
        Row::Charge { label: "Shipping, Ground".to_owned(), amount: "free".to_owned() },
        Row::Total("$77".to_owned()),
        Row::Order("7".to_owned()),
    ])));
    let text = text_of(&page);
    for row in [
        "|2 × 3/4&quot; &lt;R&amp;D&gt; bolt 'M8', $5| |$1,077.50|",
        "|Fits your 2018 Honda: yes, $5|",
        "|1 × Disc, $38|",
        "|Coupon| |−$0.60|",
        "|Shipping, Ground| |free|",
        "|Total| |$77|",
        "|Order 7|",
    ] {
        assert!(text.contains(row), "{row} is missing in: {text}");
    }
    assert!(page.contains("class=\"total\""), "{page}");
}

#[test]
fn a_highlight_is_framed() {
    let page = html(&only(Block::Highlight { value: "SAVE-50".into(), note: Some("worth $50".to_owned()) }));
    assert!(page.contains("border:1px solid #dbe0e6;border-radius:4px;font-size:18px"), "{page}");
    assert!(text_of(&page).contains("|SAVE-50|worth $50|"), "{page}");
}

#[test]
fn progress_shows_done_current_and_later_steps() {
    let page = html(&only(progress()));
    let text = text_of(&page);
    for step in [
        "|Ordered|",
        "|Nov 21, 2026|",
        "|Payment|",
        "|not paid yet|",
        "|Shipped|",
        "|Returnable until|",
        "|May 2, 2027|",
    ] {
        assert!(text.contains(step), "{step} is missing in: {text}");
    }
    let count = |class: &str| page.matches(&format!("<td class=\"{class}\"")).count();
    assert_eq!((count("done"), count("next"), count("ahead")), (2, 1, 1), "{page}");
    let joined = |class: &str| page.matches(&format!("<div class=\"{class}\"")).count();
    assert_eq!(
        (joined("on"), joined("off"), joined("say ")),
        (1, 2, 1),
        "a line is solid if it leads to a completed step: {page}"
    );
}

#[test]
fn typed_check_marks_are_not_progress() {
    let content = EmailContent::new()
        .paragraph("✓ Paid\n· Shipped")
        .block(Block::Table(vec![item("2 × ✓ Paid: $5", Some("$5"), None)]))
        .block(Block::Details(vec![("Carrier".to_owned(), "✓ Paid".to_owned())]))
        .block(Block::Highlight { value: "✓ Paid".into(), note: None });
    let page = html(&content);
    assert!(!page.contains("class=\"step\""), "{page}");
}

#[test]
fn a_heading_is_an_h1() {
    let page = html(&EmailContent::new().heading("We have <your> order:").paragraph("It is so."));
    assert!(page.contains(">We have &lt;your&gt; order:</h1>"), "{page}");
    assert!(page.contains(">It is so.</p>") && page.matches("<h1").count() == 1, "{page}");
}

#[test]
fn the_preview_summarizes_the_email() {
    let table = Block::Table(vec![item("2 × <Disc>", Some("$76"), None), Row::Total("$76".to_owned())]);
    let page = html(&EmailContent::new().heading("We have your order:").block(table));
    assert!(page.contains("overflow:hidden\">We have your order: 2 × &lt;Disc&gt;, $76&#847;"), "{page}");
    let part = Block::Highlight { value: "Disc".into(), note: None };
    let page = html(&EmailContent::new().paragraph("This is back:").block(part));
    assert!(page.contains("overflow:hidden\">This is back: Disc&#847;"), "{page}");
    let link =
        html(&EmailContent::new().button("Confirm", EmailValue::secret("https://shop.example/coupon#token=secret")));
    assert!(link.contains("overflow:hidden\">&#847;"), "a preview has no secret: {link}");
}

#[test]
fn the_header_names_the_shop_and_the_footer_the_seller() {
    let content = EmailContent::new().paragraph("bye");
    let seller = Seller {
        name: "Vale & Sons".to_owned(),
        address: vec!["1 Mill Road".to_owned(), "Ely <CB7>".to_owned()],
        phone: Some("+44 1353 555014".to_owned()),
        email: Some("o'vale@vale.example".to_owned()),
    };
    let with = page("News", &content, &seller);
    let without = html(&content);
    assert!(
        with.contains(">Vale &amp; Sons<br>\n1 Mill Road<br>\nEly &lt;CB7&gt;<br>\n+44 1353 555014<br>\n<a "),
        "{with}"
    );
    assert!(with.contains("href=\"mailto:o'vale@vale.example\""), "{with}");
    for page in [&with, &without] {
        assert_eq!(text_of(page).matches("|Autoparts|").count(), 1, "{page}");
    }
    assert!(!without.contains("border-top:1px solid #dbe0e6;color:#515b69"), "{without}");
}

#[test]
fn nothing_is_fetched_and_nothing_runs() {
    let table = Block::Table(vec![item("2 × Disc", Some("$76"), None), Row::Order("7".to_owned())]);
    let page =
        html(&EmailContent::new().block(table).block(progress()).button("Pay", "https://shop.example/payment/1"));
    for word in ["<img", "<script", "<link", "url(", "@import", "src="] {
        assert!(!page.contains(word), "{word}: {page}");
    }
}
