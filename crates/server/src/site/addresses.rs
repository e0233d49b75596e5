//! The addresses of the app's pages, read from the list that the frontend is built with, so that a new page is one
//! entry there. The app decides what a page shows.

use autoparts_domain::{id::PartId, slug::CategoryId, vehicles::Vehicle};
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor},
};
use std::{fmt, sync::LazyLock};

const LIST: &str = include_str!("../../../../frontend/src/lib/pages.json");

/// Starts a path segment that matches any value, as in `/shop/:id`.
const ANY: char = ':';

/// The name of the shop's page in the list.
const SHOP: &str = "shop";

/// The name of the public page of a part in the list.
const PART: &str = "part";

/// The name of the public page of a vehicle in the list.
const VEHICLE: &str = "fit";

static PAGES: LazyLock<Pages> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the list is part of the binary, and a test reads it")]
    serde_json::from_str(LIST).expect("the list of pages")
});

/// A page entry in the list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    path: String,
    title: Option<String>,
    description: Option<String>,
}

/// A page of the app, or one page per id.
pub(super) struct Address {
    /// Its name in the list.
    pub(super) name: String,
    /// Its path; segments may begin with `:`.
    pub(super) path: String,
    /// `None` for private pages, and for those of parts and vehicles.
    pub(super) listed: Option<Listed>,
}

/// What search engines show of a public page.
pub(super) struct Listed {
    /// The title, as the app shows it.
    pub(super) title: String,
    pub(super) description: String,
}

struct Pages {
    all: Vec<Address>,
    /// The path of the shop.
    shop: String,
    /// The prefix of the public part pages; the id follows.
    parts: String,
    /// The prefix of the public vehicle pages; make, model, year and optionally a category follow.
    vehicles: String,
}

impl Address {
    /// Returns the path prefix before the id.
    fn folder(&self) -> Option<&str> {
        self.path.find(ANY).and_then(|end| self.path.get(..end))
    }

    /// Whether a path without a trailing slash matches this page.
    pub(super) fn is_at(&self, path: &str) -> bool {
        let mut asked = path.split('/');
        let mut own = self.path.split('/');
        loop {
            match (asked.next(), own.next()) {
                (None, None) => return true,
                (Some(asked), Some(own)) if own == asked || own.starts_with(ANY) && !asked.is_empty() => {}
                _ => return false,
            }
        }
    }
}

/// Returns all pages.
pub(super) fn all() -> &'static [Address] {
    &PAGES.all
}

/// Returns the page at a path, if any.
pub(super) fn at(path: &str) -> Option<&'static Address> {
    let path = if path == "/" { path } else { path.trim_end_matches('/') };
    all().iter().find(|page| page.is_at(path))
}

/// Returns the path of the page with this name in the list, if any.
pub(super) fn named(name: &str) -> Option<&'static str> {
    all().iter().find(|page| page.name == name).map(|page| page.path.as_str())
}

/// Returns the path of the shop.
pub(super) fn shop() -> &'static str {
    &PAGES.shop
}

/// Returns the page of a category.
pub(super) fn of_category(id: &CategoryId) -> String {
    format!("{}?category={id}", shop())
}

/// Returns the prefix of the public part pages; the id follows.
pub(super) fn parts() -> &'static str {
    &PAGES.parts
}

/// Returns the prefix of the public vehicle pages; make, model, year and optionally a category follow.
pub(super) fn vehicles() -> &'static str {
    &PAGES.vehicles
}

/// Returns the public page of a vehicle, or of its parts in a category.
pub(super) fn of_vehicle(vehicle: &Vehicle, category: Option<&CategoryId>) -> String {
    let path = format!("{}{}/{}", vehicles(), vehicle.model, vehicle.year);
    category.map_or_else(|| path.clone(), |category| format!("{path}/{category}"))
}

/// Returns the public page of a part.
pub(super) fn of_part(id: PartId) -> String {
    format!("{}{id}", parts())
}

/// Returns the pages that search engines may list, except those of parts.
pub(super) fn public() -> impl Iterator<Item = &'static str> {
    all().iter().filter(|page| page.listed.is_some()).map(|page| page.path.as_str())
}

/// Returns the path prefixes of private pages, without those that another prefix covers.
pub(super) fn private() -> Vec<&'static str> {
    let mut beginnings: Vec<&str> = Vec::new();
    for page in all().iter().filter(|page| page.listed.is_none()) {
        let path = page.folder().unwrap_or(&page.path);
        if path != parts() && path != vehicles() && !beginnings.iter().any(|known| path.starts_with(known)) {
            beginnings.push(path);
        }
    }
    beginnings
}

/// Reads the list in its own order, which the sitemap keeps.
impl<'de> Deserialize<'de> for Pages {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Pages;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("pages by their names")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pages, A::Error> {
                let mut all = Vec::new();
                let mut shop = None;
                let mut parts = None;
                let mut vehicles = None;
                while let Some((name, Entry { path, title, description })) = map.next_entry::<String, Entry>()? {
                    let listed = match (title, description) {
                        (Some(title), Some(description)) => Some(Listed { title, description }),
                        (None, None) => None,
                        _ => return Err(A::Error::custom(format!("{name} needs both a title and a description"))),
                    };
                    let page = Address { name, path, listed };
                    match page.name.as_str() {
                        SHOP => shop = Some(page.path.clone()),
                        PART => parts = page.folder().map(str::to_owned),
                        VEHICLE => vehicles = page.folder().map(str::to_owned),
                        _ => {}
                    }
                    all.push(page);
                }
                let shop = shop.ok_or_else(|| A::Error::missing_field(SHOP))?;
                let parts = parts.ok_or_else(|| A::Error::missing_field(PART))?;
                let vehicles = vehicles.ok_or_else(|| A::Error::missing_field(VEHICLE))?;
                Ok(Pages { all, shop, parts, vehicles })
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_listed_in_the_order_of_the_list() {
        let public: Vec<_> = public().collect();
        let papers = ["/contact", "/return-policy", "/terms", "/privacy", "/withdraw"];
        assert_eq!(public, [&["/", "/shop", "/portfolio", "/blogs", "/signin", "/signup"][..], &papers].concat());
        assert_eq!((parts(), vehicles()), ("/shop/", "/fit/"));
        let vehicle = "2018/honda/civic".parse().unwrap();
        assert_eq!(of_vehicle(&vehicle, None), "/fit/honda/civic/2018");
        let discs = "brake-discs".parse().unwrap();
        assert_eq!(of_vehicle(&vehicle, Some(&discs)), "/fit/honda/civic/2018/brake-discs");
    }

    #[test]
    fn a_page_for_each_id_is_at_one_segment() {
        let purchase = all().iter().find(|page| page.path == "/purchase/:id").unwrap();
        assert!(purchase.is_at("/purchase/some-part"));
        for path in ["/purchase", "/purchase/", "/purchase/some/part"] {
            assert!(!purchase.is_at(path), "{path}");
        }
        let of = |path: &str| {
            all().iter().filter(|page| page.is_at(path)).map(|page| page.path.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(of("/fit/honda/civic/2018"), ["/fit/:make/:model/:year"]);
        assert_eq!(of("/fit/honda/civic/2018/brake-discs"), ["/fit/:make/:model/:year/:category"]);
        assert!(of("/fit/honda/civic").is_empty() && of("/fit/honda//2018").is_empty());
    }

    #[test]
    fn a_title_without_a_description_is_no_entry() {
        let list = r#"{ "part": { "path": "/shop/:id" }, "fit": { "path": "/fit/:make" }, "blogs": { "path": "/blogs", "title": "Blogs" } }"#;
        let problem = serde_json::from_str::<Pages>(list).err().unwrap().to_string();
        assert!(problem.starts_with("blogs needs both"), "{problem}");
    }
}
