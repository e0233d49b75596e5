//! The first view of a page: HTML shown until the app has loaded, where the server knows more than the built page.
//! The app then renders the same content in its place.

use super::{
    addresses,
    head::{escaped, files},
};
use autoparts_application::catalogue::part_pages::PartPage;
use autoparts_domain::{catalogue::listing::Condition, money::Price, pictures::PictureName, text::ImageSource};

/// The display width of a part's picture, as in the app.
const SIZES: &str = "(max-width: 64em) 60vw, 34rem";

/// Returns the top of a part page: breadcrumbs, pictures, title and price.
pub(super) fn of_part(page: &PartPage) -> String {
    let details = &page.card.part.details;
    let title = escaped(details.title.as_str());
    let crumbs: Vec<String> = page
        .path
        .iter()
        .map(|category| {
            let name = escaped(category.name.as_str());
            format!("<li><a href=\"{}?category={}\">{name}</a></li>", addresses::shop(), category.id)
        })
        .collect();
    let long = if is_long(details.title.as_str()) { " data-long=\"true\"" } else { "" };
    let main = picture(&details.image, &format!("alt=\"{title}\" sizes=\"{SIZES}\" fetchpriority=\"high\""));
    let (crumbs, cells, price, thumbs) = (crumbs.concat(), cells(page), price(page), thumbs(page));
    // The app fills the last three elements: the part's details, the order form, and the shop's promises.
    format!(
        "<article class=\"page part-page\"><nav aria-label=\"Breadcrumbs\"><ol class=\"crumbs\"><li><a href=\"/\">Home</a></li>\
         <li><a href=\"{shop}\">Parts</a></li>{crumbs}<li aria-current=\"page\">{title}</li></ol></nav>\
         <div class=\"part-top\"><div class=\"gallery\"><div class=\"plate part-picture\">{main}</div>{thumbs}</div>\
         <div class=\"title-block\"><div><h1{long}>{title}</h1></div>{cells}<div class=\"pricing\">{price}</div><div></div><div></div><div></div>\
         </div></div></article>",
        shop = addresses::shop(),
    )
}

/// Whether a title is set in a smaller size; the app's rule, in UTF-16 units like JavaScript's.
fn is_long(title: &str) -> bool {
    title.encode_utf16().count() > 60
}

/// Returns a picture, with all sizes that the shop has of it.
fn picture(image: &ImageSource, attributes: &str) -> String {
    let files = files(image);
    let set: Vec<String> = files.iter().map(|file| format!("{} {}w", file.path(), file.size.pixels())).collect();
    let set = if set.is_empty() { String::new() } else { format!(" srcset=\"{}\"", set.join(", ")) };
    let source = escaped(image.as_str());
    format!("<img src=\"{source}\"{set} width=\"480\" height=\"360\" {attributes} />")
}

/// Returns the thumbnails of the part's own picture and the others.
fn thumbs(page: &PartPage) -> String {
    if page.pictures.is_empty() {
        return String::new();
    }
    let own = &page.card.part.details.image;
    let all = [own].into_iter().chain(page.pictures.iter().map(|picture| &picture.image));
    let thumb = |image: &ImageSource| {
        let smallest = files(image).first().map(PictureName::path);
        let source = escaped(smallest.as_deref().unwrap_or(image.as_str()));
        format!(
            "<button class=\"plate\" disabled><img src=\"{source}\" alt=\"\" width=\"80\" height=\"60\" /></button>"
        )
    };
    format!("<div class=\"thumbs\" aria-hidden=\"true\">{}</div>", all.map(thumb).collect::<Vec<_>>().concat())
}

/// Returns the brand, the number and the earlier numbers of a part.
fn cells(page: &PartPage) -> String {
    let card = &page.card;
    let brand = card.brand.as_ref().map(|brand| {
        let name = escaped(brand.name.as_str());
        ("Brand", format!("<a href=\"{}?brand={}\">{name}</a>", addresses::shop(), brand.id))
    });
    let number = card.number.as_ref().map(|number| ("Number", escaped(&number.to_string())));
    let condition = match card.condition {
        Condition::New => "New",
        Condition::Remanufactured => "Remanufactured",
        Condition::Used => "Used",
    };
    let cells = brand.into_iter().chain(number).chain([("Condition", condition.to_owned())]);
    cells
        .map(|(label, value)| {
            format!("<p class=\"cell\"><span class=\"label\">{label}</span> <b class=\"part-number\">{value}</b></p>")
        })
        .collect::<Vec<_>>()
        .concat()
}

fn price(page: &PartPage) -> String {
    let price = page.card.part.details.price.amount();
    let list_price = page.card.list_price.map(Price::amount).filter(|amount| *amount > price);
    let instead = list_price.map(|amount| {
        let said = "<span class=\"sr-only\"> instead of the list price </span>";
        format!("<s>{said}{}</s>", amount.shown())
    });
    format!("<p class=\"price\"><small>Price: </small>{}{}</p>", price.shown(), instead.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_application::{
        ports::catalogue::PartCard,
        testing::samples::{brand, category, part, part_details},
    };
    use autoparts_domain::catalogue::{Part, PartDetails, listing::Picture};

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
        PartPage { card, path: vec![category("brakes", None)], pictures: Vec::new() }
    }

    #[test]
    fn a_long_title_steps_down_in_size_as_the_app_has_it() {
        let title = "Ü".repeat(60);
        assert!(of_part(&page(&title, "/catalogue/brake-disc.svg")).contains("<h1>Ü"));
        assert!(of_part(&page(&format!("{title}x"), "/catalogue/brake-disc.svg")).contains("<h1 data-long=\"true\">Ü"));
    }

    #[test]
    fn it_says_what_the_part_is_and_what_it_costs() {
        let html = of_part(&page("Brake disc", "/catalogue/brake-disc.svg"));
        for piece in [
            "<h1>Brake disc</h1>",
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
        let html = of_part(&page);
        assert!(html.contains("-320.jpg 320w, /pictures/00112233445566778899aabbccddeeff-800.jpg 800w"), "{html}");
        assert_eq!(html.matches("-320.jpg\" alt=\"\"").count(), 2, "{html}");
    }

    #[test]
    fn user_input_is_escaped() {
        let html = of_part(&page("<b>\"Disc\" & <!-- only shop -->", "https://pictures.example/a.png?b=1&c=2"));
        assert!(!html.contains("<b>\"Disc") && !html.contains("<!--"), "{html}");
        assert!(html.contains("src=\"https://pictures.example/a.png?b=1&amp;c=2\""), "{html}");
        assert!(html.contains("&lt;b&gt;&quot;Disc&quot; &amp; &lt;!-- only shop --&gt;"), "{html}");
    }
}
