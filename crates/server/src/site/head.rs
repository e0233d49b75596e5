//! What one page says about itself in its head.

use super::{Site, addresses};
use autoparts_application::{
    catalogue::vehicle_pages::VehiclePage, ports::catalogue::PartCard, vehicles::KnownVehicle,
};
use autoparts_domain::{
    catalogue::{category::Category, listing::Condition},
    pictures::PictureName,
    text::ImageSource,
};
use serde_json::{Value, json};
use std::fmt::Write;

/// The picture of links that others share, for pages without a picture of their own.
const CARD: &str = "/social-card.png";

/// Whose words the facts for search engines are.
const SCHEMA: &str = "https://schema.org";

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

    /// The page of a category.
    ///
    /// * `path` - the category and those that it is in, from the top
    pub(super) fn of_category(path: &[&Category], site: &Site) -> Self {
        let names: Vec<&str> = path.iter().map(|category| category.name.as_str()).collect();
        let (name, inside) = names.split_last().map_or(("Parts", &[][..]), |(name, inside)| (*name, inside));
        let within = if inside.is_empty() { String::new() } else { format!(" in {}", inside.join(", ")) };
        let description =
            format!("{name}{within}: find what fits your car, with stock, price per piece and minimum order.");
        let home = [("Home".to_owned(), "/".to_owned()), ("Parts".to_owned(), addresses::shop().to_owned())];
        let own = path.iter().map(|category| (category.name.to_string(), addresses::of_category(&category.id)));
        let crumb = |(position, (name, path)): (usize, (String, String))| json!({ "@type": "ListItem", "position": position, "name": name, "item": site.address(&path) });
        let facts = json!({
            "@context": SCHEMA,
            "@type": "BreadcrumbList",
            "itemListElement": (1..).zip(home.into_iter().chain(own)).map(crumb).collect::<Value>(),
        });
        let address = path.last().map_or_else(|| addresses::shop().to_owned(), |it| addresses::of_category(&it.id));
        let public = Public {
            path: address,
            description: shortened(&description),
            kind: "website",
            picture: None,
            facts: Some(facts),
        };
        Self { title: format!("{name} | Autoparts"), public: Some(public) }
    }

    /// The public page of a part.
    pub(super) fn of_part(card: &PartCard, site: &Site) -> Self {
        let part = &card.part;
        let path = addresses::of_part(part.id);
        let facts = with(product(card, site), "@context", json!(SCHEMA));
        let description = shortened(part.details.description.as_str());
        // Of other pictures nobody knows whether they are of a kind that links are shown with.
        let uploaded = PictureName::at(&part.details.image).map(|_| largest(&part.details.image));
        let picture = uploaded.map(|path| (path, part.details.title.to_string()));
        let public = Public { path, description, kind: "product", picture, facts: Some(facts) };
        Self { title: format!("{} | Autoparts", part.details.title), public: Some(public) }
    }

    /// The page of the parts for a vehicle. Without any that can be ordered, search engines leave it alone.
    pub(super) fn of_vehicle(page: &VehiclePage, site: &Site) -> Self {
        let what = page.category.as_ref().map_or("Parts", |category| category.name.as_str());
        let heading = format!("{what} for {}", page.vehicle);
        let title = format!("{heading} | Autoparts");
        if page.parts.is_empty() {
            return Self::unlisted(&title);
        }
        let path = addresses::of_vehicle(&page.vehicle.vehicle, page.category.as_ref().map(|category| &category.id));
        let mut names: Vec<&str> = page.parts.iter().map(|(card, _)| card.part.details.title.as_str()).collect();
        names.dedup();
        let description = format!("{heading}, in stock: {}. Price per piece and minimum order.", names.join(", "));
        let car = car(page);
        let entry = |(position, (card, fits)): (usize, &(PartCard, bool))| {
            let mut item = product(card, site);
            // What fits under a condition is not said to fit.
            if *fits {
                item = with(item, "isAccessoryOrSparePartFor", car.clone());
            }
            json!({ "@type": "ListItem", "position": position, "item": item })
        };
        let facts = json!({
            "@context": SCHEMA,
            "@type": "ItemList",
            "name": heading,
            "url": site.address(&path),
            "itemListElement": (1..).zip(&page.parts).map(entry).collect::<Value>(),
        });
        let description = shortened(&description);
        let public = Public { path, description, kind: "website", picture: None, facts: Some(facts) };
        Self { title, public: Some(public) }
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
            tag(format_args!("{}", data_block("facts", "application/ld+json", facts)));
        }
        html
    }
}

/// Data that a page carries, for scripts and search engines to read.
pub(super) fn data_block(id: &str, media_type: &str, data: &Value) -> String {
    // Inside a script only the end of the script matters.
    let data = data.to_string().replace('<', "\\u003c");
    format!("<script type=\"{media_type}\" id=\"{id}\">{data}</script>")
}

/// Facts with another one.
fn with(mut facts: Value, name: &str, fact: Value) -> Value {
    if let Value::Object(facts) = &mut facts {
        facts.insert(name.to_owned(), fact);
    }
    facts
}

/// A vehicle as schema.org describes them.
fn car(page: &VehiclePage) -> Value {
    let KnownVehicle { vehicle, make, model, .. } = &page.vehicle;
    json!({
        "@type": "Car",
        "name": page.vehicle.to_string(),
        "brand": { "@type": "Brand", "name": make.name.as_str() },
        "model": model.name.as_str(),
        "vehicleModelDate": vehicle.year.to_string(),
    })
}

/// A part as schema.org describes products.
fn product(card: &PartCard, site: &Site) -> Value {
    let (part, details) = (&card.part, &card.part.details);
    let url = site.address(&addresses::of_part(part.id));
    let sellable = part.available.pieces() >= details.minimum_order.quantity().pieces();
    let availability = if sellable { "InStock" } else { "OutOfStock" };
    let condition = match card.condition {
        Condition::New => "NewCondition",
        Condition::Remanufactured => "RefurbishedCondition",
        Condition::Used => "UsedCondition",
    };
    let mut product = json!({
        "@type": "Product",
        "name": details.title.as_str(),
        "description": details.description.as_str(),
        "image": site.address(&largest(&details.image)),
        "sku": part.id.to_string(),
        "url": url,
        "offers": {
            "@type": "Offer",
            "price": details.price.amount().to_string(),
            "priceCurrency": "USD",
            "availability": format!("https://schema.org/{availability}"),
            "itemCondition": format!("https://schema.org/{condition}"),
            "eligibleQuantity": {
                "@type": "QuantitativeValue",
                "minValue": details.minimum_order.quantity().pieces(),
            },
            "url": url,
        },
    });
    if let Some(number) = &card.number {
        product = with(product, "mpn", json!(number.to_string()));
    }
    if let Some(brand) = &card.brand {
        product = with(product, "brand", json!({ "@type": "Brand", "name": brand.name.as_str() }));
    }
    product
}

/// Where a picture is, of the shop's own ones in their largest size.
fn largest(image: &ImageSource) -> String {
    files(image).last().map_or_else(|| image.to_string(), PictureName::path)
}

/// The files of one of the shop's own pictures, smallest first; none of others.
pub(super) fn files(image: &ImageSource) -> Vec<PictureName> {
    PictureName::at(image).map(|name| PictureName::all(name.id).to_vec()).unwrap_or_default()
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

/// Text as it stands in HTML, between tags and in attributes.
pub(super) fn escaped(text: &str) -> String {
    html_escape::encode_double_quoted_attribute(text).into_owned()
}
