//! The first view of a page: HTML with data from the shop, shown until the app has loaded. The app then renders the
//! same content in its place. Both read the facts, their labels and their order from one file.

use super::{addresses, head::files};
use autoparts_application::catalogue::part_pages::PartPage;
use autoparts_domain::{catalogue::PartDetails, money::Price, pictures::PictureName, text::ImageSource};
use maud::{Markup, html};
use serde::Deserialize;
use std::{collections::BTreeMap, sync::LazyLock};

/// What is shown of a part, shared with the app.
static VIEW: LazyLock<View> = LazyLock::new(|| {
    let file = include_str!("../../../../frontend/src/lib/part-view.json");
    #[expect(clippy::expect_used, reason = "the file is part of the binary, and a test reads it")]
    serde_json::from_str(file).expect("the view of a part")
});

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct View {
    /// The breadcrumbs before the categories.
    crumbs: Vec<Crumb>,
    /// The display width of the picture.
    picture_sizes: String,
    /// Titles longer than this are set in a smaller size; in UTF-16 units, as JavaScript counts.
    long_title: usize,
    /// Facts with their labels, in order; those that a part does not have are left out.
    cells: Vec<Cell>,
    /// The conditions in words, by name.
    conditions: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Crumb {
    /// The name of the page.
    page: String,
    label: String,
}

#[derive(Deserialize)]
struct Cell {
    fact: Fact,
    label: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Fact {
    Brand,
    Number,
    Condition,
}

/// Returns the top of a part page: breadcrumbs, pictures, title and price.
pub(super) fn of_part(page: &PartPage) -> Markup {
    let details = &page.card.part.details;
    let title = details.title.as_str();
    html! {
        article class="page part-page" {
            nav aria-label="Breadcrumbs" {
                ol class="crumbs" {
                    @for Crumb { page, label } in &VIEW.crumbs {
                        li { a href=[addresses::named(page)] { (label) } }
                    }
                    @for category in &page.path {
                        li { a href={ (addresses::shop()) "?category=" (category.id) } { (category.name) } }
                    }
                    li aria-current="page" { (title) }
                }
            }
            div class="part-top" {
                div class="gallery" {
                    div class="plate part-picture" { (picture(details)) }
                    (thumbs(page))
                }
                div class="title-block" {
                    div { h1 data-long=[is_long(title).then_some("true")] { (title) } }
                    (cells(page))
                    div class="pricing" { (price(page)) }
                    // The app fills these: the part's details, the order form, and the shop's promises.
                    div {}
                    div {}
                    div {}
                }
            }
        }
    }
}

/// Whether a title is set in a smaller size.
fn is_long(title: &str) -> bool {
    title.encode_utf16().count() > VIEW.long_title
}

/// Returns the part's picture, with all sizes that the shop has of it.
fn picture(details: &PartDetails) -> Markup {
    let files = files(&details.image);
    let set: Vec<String> = files.iter().map(|file| format!("{} {}w", file.path(), file.size.pixels())).collect();
    let set = (!set.is_empty()).then(|| set.join(", "));
    html! {
        img src=(details.image.as_str()) srcset=[set] width="480" height="360" alt=(details.title)
            sizes=(VIEW.picture_sizes) fetchpriority="high";
    }
}

/// Returns the thumbnails of the part's own picture and the others.
fn thumbs(page: &PartPage) -> Markup {
    let own = &page.card.part.details.image;
    let all = [own].into_iter().chain(page.pictures.iter().map(|picture| &picture.image));
    let smallest =
        |image: &ImageSource| files(image).first().map_or_else(|| image.as_str().to_owned(), PictureName::path);
    html! {
        @if !page.pictures.is_empty() {
            div class="thumbs" aria-hidden="true" {
                @for image in all {
                    button class="plate" disabled { img src=(smallest(image)) alt="" width="80" height="60"; }
                }
            }
        }
    }
}

/// Returns the facts of a part with their labels.
fn cells(page: &PartPage) -> Markup {
    let card = &page.card;
    let value = |fact: &Fact| match fact {
        Fact::Brand => card
            .brand
            .as_ref()
            .map(|brand| html! { a href={ (addresses::shop()) "?brand=" (brand.id) } { (brand.name) } }),
        Fact::Number => card.number.as_ref().map(|number| html! { (number) }),
        Fact::Condition => VIEW.conditions.get(card.condition.name()).map(|condition| html! { (condition) }),
    };
    html! {
        @for Cell { fact, label } in &VIEW.cells {
            @if let Some(value) = value(fact) {
                p class="cell" {
                    span class="label" { (label) }
                    " "
                    b class="part-number" { (value) }
                }
            }
        }
    }
}

fn price(page: &PartPage) -> Markup {
    let price = page.card.part.details.price.amount();
    let list_price = page.card.list_price.map(Price::amount).filter(|amount| *amount > price);
    html! {
        p class="price" {
            small { "Price: " }
            (price.shown())
            @if let Some(list_price) = list_price {
                s {
                    span class="sr-only" { " instead of the list price " }
                    (list_price.shown())
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_application::ports::catalogue::PartCard;
    use autoparts_domain::{
        catalogue::{
            Part,
            listing::{Condition, Picture},
        },
        returns::{ReturnDays, ReturnTerms},
    };
    use autoparts_testing::samples::{brand, category, part, part_details};

    fn page(title: &str, image: &str) -> PartPage {
        let details = PartDetails { title: title.parse().unwrap(), image: image.parse().unwrap(), ..part_details() };
        let card = PartCard {
            part: Part { details, ..part(1, 5) },
            brand: Some(brand("ate")),
            number: Some("24.0110-0333.1".parse().unwrap()),
            category: None,
            condition: Condition::Used,
            list_price: None,
            successor: None,
        };
        let returns = ReturnTerms::default_within(ReturnDays::of_setting(90));
        PartPage { card, path: vec![category("brakes", None)], pictures: Vec::new(), returns }
    }

    fn shown(title: &str, image: &str) -> String {
        of_part(&page(title, image)).into_string()
    }

    #[test]
    fn every_condition_has_words() {
        assert!(Condition::ALL.iter().all(|condition| VIEW.conditions.contains_key(condition.name())));
    }

    #[test]
    fn a_long_title_is_smaller_as_in_the_app() {
        let title = "Ü".repeat(60);
        assert!(shown(&title, "/catalogue/brake-disc.svg").contains("<h1>Ü"));
        assert!(shown(&format!("{title}x"), "/catalogue/brake-disc.svg").contains("<h1 data-long=\"true\">Ü"));
    }

    #[test]
    fn the_view_has_title_category_facts_and_price() {
        let html = shown("Brake disc", "/catalogue/brake-disc.svg");
        for piece in [
            "<h1>Brake disc</h1>",
            "<li><a href=\"/\">Home</a></li><li><a href=\"/shop\">Parts</a></li>",
            "<li><a href=\"/shop?category=brakes\">brakes</a></li>",
            "<a href=\"/shop?brand=ate\">ate</a>",
            ">24.0110-0333.1</b>",
            ">Used</b>",
            "<small>Price: </small>$38</p>",
            "<img src=\"/catalogue/brake-disc.svg\" width=\"480\"",
        ] {
            assert!(html.contains(piece), "{piece} in {html}");
        }
        assert!(!html.contains("srcset") && !html.contains("thumbs"), "{html}");
    }

    #[test]
    fn the_shops_own_pictures_come_in_all_their_sizes() {
        let own = "/pictures/00112233445566778899aabbccddeeff-800.jpg";
        let mut page = page("Brake disc", own);
        page.pictures = vec![Picture { image: own.parse().unwrap(), alt: None }];
        let html = of_part(&page).into_string();
        assert!(html.contains("-320.jpg 320w, /pictures/00112233445566778899aabbccddeeff-800.jpg 800w"), "{html}");
        assert_eq!(html.matches("-320.jpg\" alt=\"\"").count(), 2, "{html}");
    }

    #[test]
    fn user_input_is_escaped() {
        let html = shown("<b>\"Disc\" & <!-- only shop -->", "https://pictures.example/a.png?b=1&c=2");
        assert!(!html.contains("<b>\"Disc") && !html.contains("<!--"), "{html}");
        assert!(html.contains("src=\"https://pictures.example/a.png?b=1&amp;c=2\""), "{html}");
        assert!(html.contains("&lt;b&gt;&quot;Disc&quot; &amp; &lt;!-- only shop --&gt;"), "{html}");
    }
}
