//! Brands and the category tree.

use crate::{
    slug::{BrandId, CategoryId},
    text::{BrandName, CategoryName},
};
use std::collections::{BTreeMap, BTreeSet};

/// A brand of parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brand {
    /// Its key.
    pub id: BrandId,
    /// Display name.
    pub name: BrandName,
}

/// A category of the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    /// Its key.
    pub id: CategoryId,
    /// Display name.
    pub name: CategoryName,
    /// The parent category; `None` at the top.
    pub parent: Option<CategoryId>,
    /// Sort position among its siblings; ties are sorted by name.
    pub position: i64,
}

/// Why a category cannot be placed there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MisplacedCategory {
    /// The parent does not exist.
    #[error("The parent category does not exist.")]
    NoSuchParent,
    /// It would be its own ancestor.
    #[error("A category cannot be inside itself.")]
    InItself,
    /// The tree would be too deep.
    #[error("Categories have at most {max} levels.")]
    TooDeep {
        /// Maximum number of levels.
        max: usize,
    },
}

/// All categories of a shop.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CategoryTree {
    /// Sorted by key.
    categories: Vec<Category>,
    /// Indexes into `categories` in tree order, each category before its descendants. Computed once, because every
    /// search lists them in this order.
    order: Vec<usize>,
}

/// Siblings in display order.
fn in_place(mut siblings: Vec<&Category>) -> Vec<&Category> {
    siblings.sort_by(|a, b| (a.position, a.name.as_str(), &a.id).cmp(&(b.position, b.name.as_str(), &b.id)));
    siblings
}

/// The index of a key in a list sorted by key.
fn position(categories: &[Category], id: &CategoryId) -> Option<usize> {
    categories.binary_search_by(|category| category.id.cmp(id)).ok()
}

/// All categories in tree order, each before its descendants.
fn ordered(categories: &[Category]) -> Vec<&Category> {
    let mut children: BTreeMap<Option<&CategoryId>, Vec<&Category>> = BTreeMap::new();
    for category in categories {
        children.entry(category.parent.as_ref()).or_default().push(category);
    }
    let mut ordered = Vec::with_capacity(categories.len());
    let mut below = |parent| in_place(children.remove(&parent).unwrap_or_default()).into_iter().rev();
    let mut waiting: Vec<&Category> = below(None).collect();
    while let Some(category) = waiting.pop() {
        ordered.push(category);
        waiting.extend(below(Some(&category.id)));
    }
    ordered
}

impl FromIterator<Category> for CategoryTree {
    fn from_iter<T: IntoIterator<Item = Category>>(categories: T) -> Self {
        let by_key: BTreeMap<CategoryId, Category> =
            categories.into_iter().map(|category| (category.id.clone(), category)).collect();
        let categories: Vec<Category> = by_key.into_values().collect();
        let order =
            ordered(&categories).into_iter().filter_map(|category| position(&categories, &category.id)).collect();
        Self { categories, order }
    }
}

impl CategoryTree {
    /// Maximum depth.
    pub const MAX_LEVELS: usize = 4;

    /// The category with this key.
    #[must_use]
    pub fn get(&self, id: &CategoryId) -> Option<&Category> {
        self.categories.get(position(&self.categories, id)?)
    }

    /// Whether there are no categories.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.categories.is_empty()
    }

    /// A category and its ancestors, from the top. Empty if there is no such category.
    #[must_use]
    pub fn path(&self, id: &CategoryId) -> Vec<&Category> {
        let mut path: Vec<&Category> = Vec::new();
        let mut next = self.get(id);
        // Bounded even if a row makes a category its own ancestor.
        while let Some(category) = next.filter(|_| path.len() < Self::MAX_LEVELS) {
            path.push(category);
            next = category.parent.as_ref().and_then(|parent| self.get(parent));
        }
        path.reverse();
        path
    }

    /// The direct children of a category, or the top level, in display order.
    #[must_use]
    pub fn children(&self, parent: Option<&CategoryId>) -> Vec<&Category> {
        in_place(self.categories.iter().filter(|category| category.parent.as_ref() == parent).collect())
    }

    /// A category and all its descendants.
    #[must_use]
    pub fn subtree(&self, id: &CategoryId) -> BTreeSet<CategoryId> {
        let below = |other: &&Category| self.path(&other.id).iter().any(|ancestor| ancestor.id == *id);
        self.categories.iter().filter(below).map(|category| category.id.clone()).collect()
    }

    /// All categories in tree order, each before its descendants.
    #[must_use]
    pub fn in_order(&self) -> Vec<&Category> {
        self.order.iter().filter_map(|at| self.categories.get(*at)).collect()
    }

    /// Checks whether a category may be placed under its parent.
    pub fn check_place(&self, category: &Category) -> Result<(), MisplacedCategory> {
        let Some(parent) = &category.parent else { return Ok(()) };
        let above = self.path(parent);
        if above.is_empty() {
            return Err(MisplacedCategory::NoSuchParent);
        }
        if above.iter().any(|ancestor| ancestor.id == category.id) {
            return Err(MisplacedCategory::InItself);
        }
        let own = self.path(&category.id).len();
        let deepest = self.subtree(&category.id).iter().map(|id| self.path(id).len()).max().unwrap_or(own);
        // Its descendants move along with it.
        if above.len() + 1 + deepest.saturating_sub(own) > Self::MAX_LEVELS {
            return Err(MisplacedCategory::TooDeep { max: Self::MAX_LEVELS });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn category(id: &str, parent: Option<&str>, position: i64) -> Category {
        Category {
            id: id.parse().unwrap(),
            name: id.parse().unwrap(),
            parent: parent.map(|parent| parent.parse().unwrap()),
            position,
        }
    }

    /// brakes › (pads › ceramic, discs), engine
    fn tree() -> CategoryTree {
        [
            category("brakes", None, 2),
            category("discs", Some("brakes"), 2),
            category("pads", Some("brakes"), 1),
            category("ceramic", Some("pads"), 0),
            category("engine", None, 1),
        ]
        .into_iter()
        .collect()
    }

    fn names(categories: &[&Category]) -> String {
        categories.iter().map(|category| category.id.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_category_has_its_path_and_its_subtree() {
        let tree = tree();
        let id = |id: &str| id.parse::<CategoryId>().unwrap();
        assert_eq!(names(&tree.path(&id("ceramic"))), "brakes pads ceramic");
        assert!(tree.path(&id("nowhere")).is_empty());
        assert_eq!(names(&tree.in_order()), "engine brakes pads ceramic discs");
        assert_eq!(names(&tree.children(Some(&id("brakes")))), "pads discs");
        assert_eq!(tree.subtree(&id("pads")), [id("pads"), id("ceramic")].into());
    }

    #[test]
    fn a_category_is_never_in_itself_nor_too_deep() {
        let tree = tree();
        let place = |id: &str, parent: Option<&str>| tree.check_place(&category(id, parent, 0));
        assert_eq!(place("brakes", Some("ceramic")), Err(MisplacedCategory::InItself));
        assert_eq!(place("brakes", Some("brakes")), Err(MisplacedCategory::InItself));
        assert_eq!(place("new", Some("new")), Err(MisplacedCategory::NoSuchParent));
        assert_eq!(place("new", Some("nowhere")), Err(MisplacedCategory::NoSuchParent));
        assert_eq!(place("new", Some("ceramic")), Ok(()), "four levels");
        assert_eq!(place("pads", Some("discs")), Ok(()), "brakes, discs, pads, ceramic");
        assert_eq!(place("brakes", Some("engine")), Ok(()), "engine, brakes, pads, ceramic");
        assert_eq!(place("engine", Some("ceramic")), Ok(()));
        let deeper: CategoryTree =
            tree.in_order().into_iter().cloned().chain([category("x", Some("ceramic"), 0)]).collect();
        assert_eq!(
            deeper.check_place(&category("brakes", Some("engine"), 0)),
            Err(MisplacedCategory::TooDeep { max: 4 })
        );
        assert_eq!(deeper.check_place(&category("y", Some("x"), 0)), Err(MisplacedCategory::TooDeep { max: 4 }));
    }

    #[test]
    fn a_cycle_in_the_rows_ends() {
        let tree: CategoryTree = [category("a", Some("b"), 0), category("b", Some("a"), 0)].into_iter().collect();
        assert_eq!(tree.path(&"a".parse().unwrap()).len(), CategoryTree::MAX_LEVELS);
        assert!(tree.in_order().is_empty());
    }
}
