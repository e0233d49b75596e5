//! The HTML head of a page.

use super::{Site, addresses, return_policy};
use autoparts_application::{
    catalogue::{part_pages::PartPage, vehicle_pages::VehiclePage},
    ports::catalogue::PartCard,
    vehicles::KnownVehicle,
};
use autoparts_domain::{
    catalogue::{category::Category, listing::Condition},
    pictures::PictureName,
    text::ImageSource,
};
use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

/// The preview picture for pages without their own.
const CARD: &str = "/social-card.png";

/// The vocabulary of the structured data.
const SCHEMA: &str = "https://schema.org";

/// Maximum length of a description that search engines show in full, in characters.
const SHOWN_DESCRIPTION: usize = 155;

/// Title, description and other metadata.
pub(super) struct Head {
    title: String,
    /// `None` for private pages, which have no URL to share.
    public: Option<Public>,
}

struct Public {
    path: String,
    description: String,
    kind: &'static str,
    /// The path of the page's own picture, and its alternative text.
    picture: Option<(String, String)>,
    /// Structured data in the schema.org vocabulary.
    facts: Option<Value>,
}

impl Head {
    /// Returns the head of a page that search engines must not index.
    pub(super) fn unlisted(title: &str) -> Self {
        Self { title: title.to_owned(), public: None }
    }

    /// Returns the head of a static page.
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

    /// Returns the head of a category page.
    ///
    /// * `path` - the category and its ancestors, from the top
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

    /// Returns the head of the public page of a part.
    pub(super) fn of_part(page: &PartPage, site: &Site) -> Self {
        let part = &page.card.part;
        let path = addresses::of_part(part.id);
        let mut facts = with(product(&page.card, site), "@context", json!(SCHEMA));
        if let Some(offer) = facts.get_mut("offers") {
            *offer = with(offer.take(), "hasMerchantReturnPolicy", return_policy::facts(page.returns, site));
        }
        let description = shortened(part.details.description.as_str());
        // Other pictures may have a format that link previews do not support.
        let uploaded = PictureName::at(&part.details.image).map(|_| largest(&part.details.image));
        let picture = uploaded.map(|path| (path, part.details.title.to_string()));
        let public = Public { path, description, kind: "product", picture, facts: Some(facts) };
        Self { title: format!("{} | Autoparts", part.details.title), public: Some(public) }
    }

    /// Returns the head of the parts page of a vehicle. Not indexed if no part can be ordered.
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
            // Parts that fit only under a condition are not stated to fit.
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

    /// Returns the elements of the head.
    pub(super) fn html(&self, site: &Site) -> Markup {
        html! {
            title { (self.title) }
            @match &self.public {
                None => { meta name="robots" content="noindex"; }
                Some(page) => { (page.html(&self.title, site)) }
            }
        }
    }
}

impl Public {
    /// Returns the elements for search engines and link previews.
    fn html(&self, title: &str, site: &Site) -> Markup {
        let url = site.address(&self.path);
        html! {
            meta name="description" content=(self.description);
            link rel="canonical" href=(url);
            meta property="og:site_name" content="Autoparts";
            meta property="og:type" content=(self.kind);
            meta property="og:title" content=(title);
            meta property="og:description" content=(self.description);
            meta property="og:url" content=(url);
            @if let Some((path, shown)) = &self.picture {
                meta property="og:image" content=(site.address(path));
                meta property="og:image:alt" content=(shown);
            } @else {
                meta property="og:image" content=(site.address(CARD));
                meta property="og:image:width" content="1200";
                meta property="og:image:height" content="630";
                meta property="og:image:alt" content="Autoparts: Find The Right Parts Faster";
            }
            meta name="twitter:card" content="summary_large_image";
            @if let Some(facts) = &self.facts {
                (data_block("facts", "application/ld+json", facts))
            }
        }
    }
}

/// Returns a data block for scripts and search engines.
pub(super) fn data_block(id: &str, media_type: &str, data: &Value) -> Markup {
    // Within a script element, only the end tag has to be escaped.
    let data = data.to_string().replace('<', "\\u003c");
    html! { script type=(media_type) id=(id) { (PreEscaped(data)) } }
}

/// Returns the facts with one more property.
fn with(mut facts: Value, name: &str, fact: Value) -> Value {
    if let Value::Object(facts) = &mut facts {
        facts.insert(name.to_owned(), fact);
    }
    facts
}

/// Returns a vehicle as schema.org data.
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

/// Returns a part as a schema.org product.
fn product(card: &PartCard, site: &Site) -> Value {
    let part = &card.part;
    let details = &card.part.details;
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

/// Returns the URL of a picture; for the shop's own, that of the largest size.
fn largest(image: &ImageSource) -> String {
    files(image).last().map_or_else(|| image.to_string(), PictureName::path)
}

/// Returns the files of one of the shop's own pictures, smallest first; empty for others.
pub(super) fn files(image: &ImageSource) -> Vec<PictureName> {
    PictureName::at(image).map(|name| PictureName::all(name.id).to_vec()).unwrap_or_default()
}

/// Returns the start of a text, up to the length that is shown.
fn shortened(text: &str) -> String {
    if text.chars().count() <= SHOWN_DESCRIPTION {
        return text.to_owned();
    }
    let start: String = text.chars().take(SHOWN_DESCRIPTION).collect();
    let whole_words = start.rsplit_once(char::is_whitespace).map_or(start.as_str(), |(words, _)| words);
    format!("{whole_words} …")
}
