//! What one page says about itself in its head.

use super::{Site, addresses};
use autoparts_domain::{
    catalogue::Part,
    pictures::{PictureName, PictureSize},
    text::ImageSource,
};
use serde_json::{Value, json};
use std::fmt::Write;

/// The picture of links that others share, for pages without a picture of their own.
const CARD: &str = "/social-card.png";

/// The longest description that search engines show whole, in characters.
const SHOWN_DESCRIPTION: usize = 155;

/// Title, description and what belongs to them.
pub(super) struct Head {
    title: String,
    /// `None` for pages that are one person's business: those have no address to share.
    public: Option<Public>,
}

struct Public {
    path: String,
    description: String,
    kind: &'static str,
    /// The path of its own picture, and what that shows.
    picture: Option<(String, String)>,
    /// Facts for search engines, as schema.org names them.
    facts: Option<Value>,
}

impl Head {
    /// A page that search engines leave alone.
    pub(super) fn unlisted(title: &str) -> Self {
        Self { title: title.to_owned(), public: None }
    }

    /// A page whose words are always the same.
    pub(super) fn of_page(path: &str, title: &str, description: &str) -> Self {
        let public = Public {
            path: path.to_owned(),
            description: description.to_owned(),
            kind: "website",
            picture: None,
            facts: None,
        };
        Self { title: title.to_owned(), public: Some(public) }
    }

    /// The public page of a part.
    pub(super) fn of_part(part: &Part, site: &Site) -> Self {
        let path = addresses::of_part(part.id);
        let facts = facts(part, &path, site);
        let description = shortened(part.details.description.as_str());
        // Of other pictures nobody knows whether they are of a kind that links are shown with.
        let uploaded = PictureName::at(&part.details.image).map(|_| largest(&part.details.image));
        let picture = uploaded.map(|path| (path, part.details.title.to_string()));
        let public = Public { path, description, kind: "product", picture, facts: Some(facts) };
        Self { title: format!("{} | Autoparts", part.details.title), public: Some(public) }
    }

    /// The elements of the head, ready to be put into the page.
    pub(super) fn html(&self, site: &Site) -> String {
        let title = escaped(&self.title);
        let mut html = format!("<title>{title}</title>");
        let mut tag = |text: std::fmt::Arguments<'_>| {
            // Writing into a string cannot fail.
            let _ = write!(html, "\n    {text}");
        };
        let Some(page) = &self.public else {
            tag(format_args!("<meta name=\"robots\" content=\"noindex\" />"));
            return html;
        };
        let (description, url) = (escaped(&page.description), escaped(&site.address(&page.path)));
        let kind = page.kind;
        tag(format_args!("<meta name=\"description\" content=\"{description}\" />"));
        tag(format_args!("<link rel=\"canonical\" href=\"{url}\" />"));
        for (property, content) in [
            ("og:site_name", "Autoparts"),
            ("og:type", kind),
            ("og:title", &title),
            ("og:description", &description),
            ("og:url", &url),
        ] {
            tag(format_args!("<meta property=\"{property}\" content=\"{content}\" />"));
        }
        let mut image = |property: &str, content: &str| {
            let content = escaped(content);
            tag(format_args!("<meta property=\"og:image{property}\" content=\"{content}\" />"));
        };
        match &page.picture {
            Some((path, shown)) => {
                image("", &site.address(path));
                image(":alt", shown);
            }
            None => {
                image("", &site.address(CARD));
                image(":width", "1200");
                image(":height", "630");
                image(":alt", "Autoparts: Find The Right Parts Faster");
            }
        }
        tag(format_args!("<meta name=\"twitter:card\" content=\"summary_large_image\" />"));
        if let Some(facts) = &page.facts {
            // Inside a script only the end of the script matters.
            let facts = facts.to_string().replace('<', "\\u003c");
            tag(format_args!("<script type=\"application/ld+json\" id=\"facts\">{facts}</script>"));
        }
        html
    }
}

/// A part as schema.org describes products.
fn facts(part: &Part, path: &str, site: &Site) -> Value {
    let details = &part.details;
    let sellable = part.available.pieces() >= details.minimum_order.quantity().pieces();
    let availability = if sellable { "InStock" } else { "OutOfStock" };
    json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "name": details.title.as_str(),
        "description": details.description.as_str(),
        "image": site.address(&largest(&details.image)),
        "sku": part.id.to_string(),
        "url": site.address(path),
        "offers": {
            "@type": "Offer",
            "price": details.price.amount().to_string(),
            "priceCurrency": "USD",
            "availability": format!("https://schema.org/{availability}"),
            "itemCondition": "https://schema.org/NewCondition",
            "eligibleQuantity": {
                "@type": "QuantitativeValue",
                "minValue": details.minimum_order.quantity().pieces(),
            },
            "url": site.address(path),
        },
    })
}

/// Where a picture is, of the shop's own ones in their largest size.
fn largest(image: &ImageSource) -> String {
    let own = PictureName::at(image).map(|name| PictureName { size: PictureSize::Large, ..name }.path());
    own.unwrap_or_else(|| image.to_string())
}

/// The first words of a text, as many as are shown.
fn shortened(text: &str) -> String {
    if text.chars().count() <= SHOWN_DESCRIPTION {
        return text.to_owned();
    }
    let start: String = text.chars().take(SHOWN_DESCRIPTION).collect();
    let whole_words = start.rsplit_once(char::is_whitespace).map_or(start.as_str(), |(words, _)| words);
    format!("{whole_words} …")
}

fn escaped(text: &str) -> String {
    html_escape::encode_double_quoted_attribute(text).into_owned()
}
