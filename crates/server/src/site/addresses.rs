//! Which addresses the app has: read from the list that the app is built with, so that a new page is one
//! entry there. What a page shows is the app's business.

use autoparts_domain::id::PartId;
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor},
};
use std::{fmt, sync::LazyLock};

const LIST: &str = include_str!("../../../../frontend/src/lib/pages.json");

/// Ends the path of a page that exists once for each id.
const ID: &str = ":id";

/// The name of the public page of a part in the list.
const PART: &str = "part";

static PAGES: LazyLock<Pages> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the list is part of the binary, and a test reads it")]
    serde_json::from_str(LIST).expect("the list of pages")
});

/// One page of the app.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    path: String,
    title: Option<String>,
    description: Option<String>,
}

/// One page of the app, or one for each id.
pub(super) struct Address {
    /// May end in `:id`.
    pub(super) path: String,
    /// `None` for pages that are one person's business, and for those of parts.
    pub(super) listed: Option<Listed>,
}

/// What search engines list of a page for everybody.
pub(super) struct Listed {
    /// As the app shows it.
    pub(super) title: String,
    pub(super) description: String,
}

struct Pages {
    all: Vec<Address>,
    /// Where the public pages of parts are; the id follows.
    parts: String,
}

impl Address {
    /// Where the pages for the single ids are.
    fn folder(&self) -> Option<&str> {
        self.path.strip_suffix(ID)
    }

    /// Whether a path, without a slash at its end, leads here.
    pub(super) fn is_at(&self, path: &str) -> bool {
        match self.folder() {
            Some(folder) => path.strip_prefix(folder).is_some_and(|id| !id.is_empty() && !id.contains('/')),
            None => path == self.path,
        }
    }
}

/// Every page.
pub(super) fn all() -> &'static [Address] {
    &PAGES.all
}

/// Where the public pages of parts are; the id follows.
pub(super) fn parts() -> &'static str {
    &PAGES.parts
}

/// The public page of a part.
pub(super) fn of_part(id: PartId) -> String {
    format!("{}{id}", parts())
}

/// The pages that search engines may list, without those of parts.
pub(super) fn public() -> impl Iterator<Item = &'static str> {
    all().iter().filter(|page| page.listed.is_some()).map(|page| page.path.as_str())
}

/// Where the pages for one person begin; what begins with one of them is not named again.
pub(super) fn private() -> Vec<&'static str> {
    let mut beginnings: Vec<&str> = Vec::new();
    for page in all().iter().filter(|page| page.listed.is_none()) {
        let path = page.folder().unwrap_or(&page.path);
        if path != parts() && !beginnings.iter().any(|known| path.starts_with(known)) {
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
                let (mut all, mut parts) = (Vec::new(), None);
                while let Some((name, Entry { path, title, description })) = map.next_entry::<String, Entry>()? {
                    let listed = match (title, description) {
                        (Some(title), Some(description)) => Some(Listed { title, description }),
                        (None, None) => None,
                        _ => return Err(A::Error::custom(format!("{name} needs both a title and a description"))),
                    };
                    let page = Address { path, listed };
                    if name == PART {
                        parts = page.folder().map(str::to_owned);
                    }
                    all.push(page);
                }
                let parts = parts.ok_or_else(|| A::Error::missing_field(PART))?;
                Ok(Pages { all, parts })
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
        assert_eq!(public, ["/", "/shop", "/portfolio", "/blogs", "/signin", "/signup"]);
        assert_eq!(parts(), "/shop/");
    }

    #[test]
    fn a_page_for_each_id_is_at_one_segment() {
        let purchase = all().iter().find(|page| page.path == "/purchase/:id").unwrap();
        assert!(purchase.is_at("/purchase/some-part"));
        for path in ["/purchase", "/purchase/", "/purchase/some/part"] {
            assert!(!purchase.is_at(path), "{path}");
        }
    }

    #[test]
    fn a_title_without_a_description_is_no_entry() {
        let list = r#"{ "part": { "path": "/shop/:id" }, "blogs": { "path": "/blogs", "title": "Blogs" } }"#;
        let problem = serde_json::from_str::<Pages>(list).err().unwrap().to_string();
        assert!(problem.starts_with("blogs needs both"), "{problem}");
    }
}
