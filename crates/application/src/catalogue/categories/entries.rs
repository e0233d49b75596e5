//! Audit log entries about brands and categories.

use autoparts_domain::{
    audit::Facts,
    catalogue::category::{Brand, Category},
};
use std::fmt::Display;

/// Returns the facts of a brand for the audit log; empty for `None`.
pub(super) fn brand_facts(brand: Option<&Brand>) -> Facts {
    brand.into_iter().map(|brand| ("name", brand.name.to_string())).collect()
}

/// Returns the facts of a category for the audit log; empty for `None`.
pub(super) fn category_facts(category: Option<&Category>) -> Facts {
    let facts = category.into_iter().flat_map(|Category { id: _, name, parent, position }| {
        let parent = parent.as_ref().map(ToString::to_string).unwrap_or_default();
        [("name", name.to_string()), ("parent", parent), ("position", position.to_string())]
    });
    facts.collect()
}

/// Returns the first entry about deleting a brand or category that is in use. A second entry records its deletion; if
/// that is missing, the deletion was interrupted.
pub(super) fn begun(id: &impl Display, into: Option<&impl Display>) -> String {
    let into = into.map_or_else(|| "nowhere".to_owned(), ToString::to_string);
    format!("{id}: deletion started, contents move to {into}")
}
