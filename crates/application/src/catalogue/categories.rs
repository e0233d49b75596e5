//! Reading and editing brands and categories.
//!
//! The search index stores the names of brands and categories with each part, so renaming one marks its parts as
//! changed, in batches. An interrupted call can be repeated.

mod entries;

use self::entries::{begun, brand_facts, category_facts};
use super::{CatalogueError, CatalogueResult};
use crate::{
    accounts::access,
    ports::{page::Page, store::Transaction, store_error::StoreError},
    shop::Shop,
    use_case_error::UseCaseError,
};
use autoparts_domain::{
    audit::{AuditAction, Facts},
    catalogue::category::{Brand, Category, CategoryTree},
    id::{PartId, UserId},
    slug::{BrandId, CategoryId},
};

/// Batch size per unit of work.
const BATCH: u32 = 50;

/// A page to check whether any part exists.
const ONE: Page<PartId> = Page { after: None, limit: 1 };

fn require_empty(tx: &mut dyn Transaction, id: &CategoryId) -> CatalogueResult<()> {
    let empty = tx.categories_to_change()?.children(Some(id)).is_empty() && tx.parts_of_category(id, &ONE)?.is_empty();
    Ok(empty.then_some(()).ok_or(CatalogueError::InUse)?)
}

/// Maps a duplicate: it may have been added between the check and the write.
fn taken(error: UseCaseError<CatalogueError>) -> UseCaseError<CatalogueError> {
    match error {
        UseCaseError::Store(StoreError::Duplicate) => CatalogueError::KeyTaken.into(),
        error => error,
    }
}

impl Shop {
    /// Returns all brands, by name. Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn brands(&self) -> CatalogueResult<Vec<Brand>> {
        let mut brands = self.store.read_public(|tx| tx.brands()).await?;
        brands.sort_by_cached_key(|brand| (brand.name.as_str().to_lowercase(), brand.id.clone()));
        Ok(brands)
    }

    /// Returns all categories. Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn categories(&self) -> CatalogueResult<CategoryTree> {
        self.store.read_public(|tx| Ok(tx.categories()?)).await
    }

    /// Adds a brand with an unused key. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(brand = %brand.id))]
    pub async fn add_brand(&self, caller: UserId, brand: Brand) -> CatalogueResult<()> {
        let audit = self.admin_audit(caller);
        let added = self.store.write(move |tx| {
            access::require_admin(tx, &caller)?;
            if tx.brand(&brand.id)?.is_some() {
                return Err(CatalogueError::KeyTaken.into());
            }
            tx.insert_brand(&brand)?;
            let facts = (&Facts::none(), &brand_facts(Some(&brand)));
            Ok(audit.changed(tx, AuditAction::ChangeBrand, brand.id.as_str(), facts)?)
        });
        added.await.map_err(taken)
    }

    /// Adds a category with an unused key. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(category = %category.id))]
    pub async fn add_category(&self, caller: UserId, category: Category) -> CatalogueResult<()> {
        let audit = self.admin_audit(caller);
        let added = self.store.write(move |tx| {
            access::require_admin(tx, &caller)?;
            let tree = tx.categories_to_change()?;
            if tree.get(&category.id).is_some() {
                return Err(CatalogueError::KeyTaken.into());
            }
            tree.check_place(&category)?;
            tx.insert_category(&category)?;
            let facts = (&Facts::none(), &category_facts(Some(&category)));
            Ok(audit.changed(tx, AuditAction::ChangeCategory, category.id.as_str(), facts)?)
        });
        added.await.map_err(taken)
    }

    /// Adds a brand, or renames the one with its id. Returns `true` if it was added. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(brand = %brand.id))]
    pub async fn save_brand(&self, caller: UserId, brand: Brand) -> CatalogueResult<bool> {
        let id = brand.id.clone();
        let audit = self.admin_audit(caller);
        let added = self
            .store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let before = tx.brand(&brand.id)?;
                let is_new = !tx.update_brand(&brand)?;
                if is_new {
                    tx.insert_brand(&brand)?;
                }
                let facts = (&brand_facts(before.as_ref()), &brand_facts(Some(&brand)));
                audit.changed(tx, AuditAction::ChangeBrand, brand.id.as_str(), facts)?;
                Ok::<_, UseCaseError<_>>(is_new)
            })
            .await?;
        if !added {
            self.each_part(move |tx, page| tx.parts_of_brand(&id, page), |_, _| Ok(())).await?;
        }
        Ok(added)
    }

    /// Deletes a brand. Its parts move to another brand, or then have none. Returns `NumberTaken` if a part of each
    /// brand has the same number; the brand then remains, with the parts that have not moved. Returns `false` if the
    /// brand does not exist. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(brand = %id))]
    pub async fn delete_brand(&self, caller: UserId, id: BrandId, into: Option<BrandId>) -> CatalogueResult<bool> {
        let from = id.clone();
        let target = into.clone();
        let audit = self.admin_audit(caller);
        let known = self
            .store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                if let Some(into) = &target {
                    let other = tx.brand(into)?.filter(|_| *into != from);
                    other.ok_or(CatalogueError::NoSuchBrand)?;
                }
                if tx.brand(&from)?.is_none() {
                    return Ok(false);
                }
                if !tx.parts_of_brand(&from, &ONE)?.is_empty() {
                    audit.note(tx, AuditAction::ChangeBrand, begun(&from, target.as_ref()))?;
                }
                Ok::<_, UseCaseError<_>>(true)
            })
            .await?;
        if !known {
            return Ok(false);
        }
        let from = id.clone();
        let move_part = move |tx: &mut dyn Transaction, part: &PartId| {
            let before = tx.listing(part)?;
            let mut after = before.clone();
            after.brand.clone_from(&into);
            let hidden = tx.part_record(part)?.is_none_or(|record| record.hidden);
            if hidden {
                return Ok(tx.save_listing(part, &after)?);
            }
            super::editing::replace_listing(tx, part, &before, &after)
        };
        self.each_part(move |tx, page| tx.parts_of_brand(&from, page), move_part).await?;
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                if !tx.parts_of_brand(&id, &ONE)?.is_empty() {
                    return Err(CatalogueError::InUse.into());
                }
                let facts = (&brand_facts(tx.brand(&id)?.as_ref()), &Facts::none());
                audit.changed(tx, AuditAction::ChangeBrand, id.as_str(), facts)?;
                Ok(tx.delete_brand(&id)?)
            })
            .await
    }

    /// Adds a category, or renames and moves the one with its id. Returns `true` if it was added. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(category = %category.id))]
    pub async fn save_category(&self, caller: UserId, category: Category) -> CatalogueResult<bool> {
        let id = category.id.clone();
        let audit = self.admin_audit(caller);
        let (added, changed) = self
            .store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let tree = tx.categories_to_change()?;
                tree.check_place(&category)?;
                let known = tree.get(&category.id);
                let facts = (&category_facts(known), &category_facts(Some(&category)));
                audit.changed(tx, AuditAction::ChangeCategory, category.id.as_str(), facts)?;
                let Some(before) = known else {
                    tx.insert_category(&category)?;
                    return Ok::<_, UseCaseError<_>>((true, false));
                };
                tx.update_category(&category)?;
                // A part does not contain the position of its category. Saving the same category again completes an
                // interrupted call.
                let only_moved =
                    before.name == category.name && before.parent == category.parent && before != &category;
                Ok((false, !only_moved))
            })
            .await?;
        if changed {
            // Its parts are also found by its name.
            for id in self.categories().await?.subtree(&id) {
                self.each_part(move |tx, page| tx.parts_of_category(&id, page), |_, _| Ok(())).await?;
            }
        }
        Ok(added)
    }

    /// Deletes a category. Its contents move to another category; without one, it must be empty. Returns `false` if it
    /// does not exist. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(category = %id))]
    pub async fn delete_category(
        &self,
        caller: UserId,
        id: CategoryId,
        into: Option<CategoryId>,
    ) -> CatalogueResult<bool> {
        let from = id.clone();
        let target = into.clone();
        let audit = self.admin_audit(caller);
        let moved: Option<Vec<CategoryId>> = self
            .store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let tree = tx.categories_to_change()?;
                if tree.get(&from).is_none() {
                    return Ok(None);
                }
                let children: Vec<Category> = tree.children(Some(&from)).into_iter().cloned().collect();
                let Some(into) = &target else { return require_empty(tx, &from).map(|()| Some(Vec::new())) };
                tree.get(into).filter(|_| *into != from).ok_or(CatalogueError::NoSuchCategory)?;
                match require_empty(tx, &from) {
                    Err(UseCaseError::Refused(CatalogueError::InUse)) => {
                        audit.note(tx, AuditAction::ChangeCategory, begun(&from, target.as_ref()))?;
                    }
                    empty => empty?,
                }
                let moved = children.iter().map(|child| child.id.clone()).collect();
                for child in children {
                    let moved = Category { parent: Some(into.clone()), ..child };
                    tree.check_place(&moved)?;
                    tx.update_category(&moved)?;
                }
                Ok(Some(moved))
            })
            .await?;
        let Some(moved) = moved else { return Ok(false) };
        if let Some(into) = into {
            let from = id.clone();
            let target = into;
            let move_part = move |tx: &mut dyn Transaction, part: &PartId| {
                let mut listing = tx.listing(part)?;
                listing.category = Some(target.clone());
                Ok(tx.save_listing(part, &listing)?)
            };
            self.each_part(move |tx, page| tx.parts_of_category(&from, page), move_part).await?;
            // Moved subcategories change the category names by which their parts are found.
            let tree = self.categories().await?;
            for id in moved.iter().flat_map(|child| tree.subtree(child)) {
                self.each_part(move |tx, page| tx.parts_of_category(&id, page), |_, _| Ok(())).await?;
            }
        }
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                require_empty(tx, &id)?;
                let facts = (&category_facts(tx.categories()?.get(&id)), &Facts::none());
                audit.changed(tx, AuditAction::ChangeCategory, id.as_str(), facts)?;
                Ok(tx.delete_category(&id)?)
            })
            .await
    }

    /// Runs an action for each part and marks it as changed, in batches.
    async fn each_part(
        &self,
        parts: impl Fn(&mut dyn Transaction, &Page<PartId>) -> Result<Vec<PartId>, StoreError>
        + Clone
        + Send
        + Sync
        + 'static,
        change: impl Fn(&mut dyn Transaction, &PartId) -> CatalogueResult<()> + Clone + Send + Sync + 'static,
    ) -> CatalogueResult<()> {
        let mut page = Page { after: None, limit: BATCH };
        loop {
            let parts = parts.clone();
            let change = change.clone();
            let now = self.now();
            let last = self
                .store
                .write(move |tx| {
                    let ids = parts(tx, &page)?;
                    // First, because this locks the parts and serializes with concurrent edits.
                    tx.touch_parts(&ids, now)?;
                    for id in &ids {
                        change(tx, id)?;
                    }
                    Ok::<_, UseCaseError<_>>(ids.last().copied())
                })
                .await?;
            match last {
                Some(last) => page.after = Some(last),
                None => return Ok(()),
            }
        }
    }
}
