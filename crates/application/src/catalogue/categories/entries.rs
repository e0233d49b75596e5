//! What the audit log says of brands and categories.

use autoparts_domain::{
    audit::Facts,
    catalogue::category::{Brand, Category},
};
use std::fmt::Display;

/// What a brand is, as the audit log compares it; nothing when there is none.
pub(super) fn brand_facts(brand: Option<&Brand>) -> Facts {
    brand.into_iter().map(|brand| ("name", brand.name.to_string())).collect()
}

/// What a category is, as the audit log compares it; nothing when there is none.
pub(super) fn category_facts(category: Option<&Category>) -> Facts {
    let facts = category.into_iter().flat_map(|Category { id: _, name, parent, position }| {
        let parent = parent.as_ref().map(ToString::to_string).unwrap_or_default();
        [("name", name.to_string()), ("parent", parent), ("position", position.to_string())]
    });
    facts.collect()
}

/// The first entry about a brand or a category that is deleted although parts or categories are in it. The second one says
/// that it is gone; without that one, the deletion has broken off.
pub(super) fn begun(id: &impl Display, into: Option<&impl Display>) -> String {
    let into = into.map_or_else(|| "nowhere".to_owned(), ToString::to_string);
    format!("{id}: deletion begun, what is in it goes to {into}")
}
