//! Brands and categories: looking at them, and keeping them.
//!
//! What a search finds by the name of a brand or category follows the parts, so parts are marked as changed when
//! such a name changes, some in each unit of work. Whoever is interrupted halfway does the same again.

mod entries;

use self::entries::{begun, brand_facts, category_facts};
use super::CatalogueError;
use crate::{
    accounts::access,
    ports::{page::Page, store::Transaction, store_error::StoreError},
    shop::Shop,
};
use autoparts_domain::{
    audit::{AuditAction, Facts},
    catalogue::category::{Brand, Category, CategoryTree},
    id::{PartId, UserId},
    slug::{BrandId, CategoryId},
};

/// Parts that are changed in one unit of work.
const AT_ONCE: u32 = 50;

/// Whether there is any.
const ONE: Page<PartId> = Page { after: None, limit: 1 };

fn require_empty(tx: &mut dyn Transaction, id: &CategoryId) -> Result<(), CatalogueError> {
    let empty = tx.categories_to_change()?.children(Some(id)).is_empty() && tx.parts_of_category(id, &ONE)?.is_empty();
    empty.then_some(()).ok_or(CatalogueError::InUse)
}

/// What was not there when it was looked for may have been added before it was written.
fn taken(error: CatalogueError) -> CatalogueError {
    match error {
        CatalogueError::Store(StoreError::Duplicate) => CatalogueError::KeyTaken,
        error => error,
    }
}

impl Shop {
    /// All brands, by name; for everybody.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn brands(&self) -> Result<Vec<Brand>, CatalogueError> {
        let mut brands = self.store.read_public(|tx| Ok::<_, CatalogueError>(tx.brands()?)).await?;
        brands.sort_by_cached_key(|brand| (brand.name.as_str().to_lowercase(), brand.id.clone()));
        Ok(brands)
    }

    /// All categories; for everybody.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn categories(&self) -> Result<CategoryTree, CatalogueError> {
        self.store.read_public(|tx| Ok(tx.categories()?)).await
    }

    /// Adds a brand whose key nobody has taken; for admins.
    #[tracing::instrument(level = "debug", skip_all, fields(brand = %brand.id))]
    pub async fn add_brand(&self, caller: UserId, brand: Brand) -> Result<(), CatalogueError> {
        let audit = self.admin_audit(caller);
        let added = self.store.write(move |tx| {
            access::require_admin::<CatalogueError>(tx, &caller)?;
            if tx.brand(&brand.id)?.is_some() {
                return Err(CatalogueError::KeyTaken);
            }
            tx.insert_brand(&brand)?;
            let facts = (&Facts::none(), &brand_facts(Some(&brand)));
            Ok(audit.changed(tx, AuditAction::ChangeBrand, brand.id.as_str(), facts)?)
        });
        added.await.map_err(taken)
    }

    /// Adds a category whose key nobody has taken; for admins.
    #[tracing::instrument(level = "debug", skip_all, fields(category = %category.id))]
    pub async fn add_category(&self, caller: UserId, category: Category) -> Result<(), CatalogueError> {
        let audit = self.admin_audit(caller);
        let added = self.store.write(move |tx| {
            access::require_admin::<CatalogueError>(tx, &caller)?;
            let tree = tx.categories_to_change()?;
            if tree.get(&category.id).is_some() {
                return Err(CatalogueError::KeyTaken);
            }
            tree.check_place(&category)?;
            tx.insert_category(&category)?;
            let facts = (&Facts::none(), &category_facts(Some(&category)));
            Ok(audit.changed(tx, AuditAction::ChangeCategory, category.id.as_str(), facts)?)
        });
        added.await.map_err(taken)
    }

    /// Adds a brand, or renames the one with its id; for admins. `true` when it was added.
    #[tracing::instrument(level = "debug", skip_all, fields(brand = %brand.id))]
    pub async fn save_brand(&self, caller: UserId, brand: Brand) -> Result<bool, CatalogueError> {
        let (id, audit) = (brand.id.clone(), self.admin_audit(caller));
        let added = self
            .store
            .write(move |tx| {
                access::require_admin::<CatalogueError>(tx, &caller)?;
                let before = tx.brand(&brand.id)?;
                let is_new = !tx.update_brand(&brand)?;
                if is_new {
                    tx.insert_brand(&brand)?;
                }
                let facts = (&brand_facts(before.as_ref()), &brand_facts(Some(&brand)));
                audit.changed(tx, AuditAction::ChangeBrand, brand.id.as_str(), facts)?;
                Ok::<bool, CatalogueError>(is_new)
            })
            .await?;
        if !added {
            self.each_part(move |tx, page| tx.parts_of_brand(&id, page), |_, _| Ok(())).await?;
        }
        Ok(added)
    }

    /// Takes a brand away. Its parts go to another brand, or have none from then on; for admins. `NumberTaken` when
    /// a part of each brand has the same number: then the brand stays, with the parts that have not moved. `false`
    /// when there is no such brand.
    #[tracing::instrument(level = "debug", skip_all, fields(brand = %id))]
    pub async fn delete_brand(
        &self,
        caller: UserId,
        id: BrandId,
        into: Option<BrandId>,
    ) -> Result<bool, CatalogueError> {
        let (from, target, audit) = (id.clone(), into.clone(), self.admin_audit(caller));
        let known = self
            .store
            .write(move |tx| {
                access::require_admin::<CatalogueError>(tx, &caller)?;
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
                Ok::<bool, CatalogueError>(true)
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
                    return Err(CatalogueError::InUse);
                }
                let facts = (&brand_facts(tx.brand(&id)?.as_ref()), &Facts::none());
                audit.changed(tx, AuditAction::ChangeBrand, id.as_str(), facts)?;
                Ok(tx.delete_brand(&id)?)
            })
            .await
    }

    /// Adds a category, or renames and moves the one with its id; for admins. `true` when it was added.
    #[tracing::instrument(level = "debug", skip_all, fields(category = %category.id))]
    pub async fn save_category(&self, caller: UserId, category: Category) -> Result<bool, CatalogueError> {
        let (id, audit) = (category.id.clone(), self.admin_audit(caller));
        let (added, changed) = self
            .store
            .write(move |tx| {
                access::require_admin::<CatalogueError>(tx, &caller)?;
                let tree = tx.categories_to_change()?;
                tree.check_place(&category)?;
                let known = tree.get(&category.id);
                let facts = (&category_facts(known), &category_facts(Some(&category)));
                audit.changed(tx, AuditAction::ChangeCategory, category.id.as_str(), facts)?;
                let Some(before) = known else {
                    tx.insert_category(&category)?;
                    return Ok::<_, CatalogueError>((true, false));
                };
                tx.update_category(&category)?;
                // Where it stands is told by no part. Who says the same again finishes what was interrupted.
                let only_moved =
                    before.name == category.name && before.parent == category.parent && before != &category;
                Ok((false, !only_moved))
            })
            .await?;
        if changed {
            // What is in it is found by its name, too.
            for id in self.categories().await?.subtree(&id) {
                self.each_part(move |tx, page| tx.parts_of_category(&id, page), |_, _| Ok(())).await?;
            }
        }
        Ok(added)
    }

    /// Takes a category away. What is in it goes into another one; without another one it has to be empty. For
    /// admins. `false` when there is no such category.
    #[tracing::instrument(level = "debug", skip_all, fields(category = %id))]
    pub async fn delete_category(
        &self,
        caller: UserId,
        id: CategoryId,
        into: Option<CategoryId>,
    ) -> Result<bool, CatalogueError> {
        let (from, target, audit) = (id.clone(), into.clone(), self.admin_audit(caller));
        let moved: Option<Vec<CategoryId>> = self
            .store
            .write(move |tx| {
                access::require_admin::<CatalogueError>(tx, &caller)?;
                let tree = tx.categories_to_change()?;
                if tree.get(&from).is_none() {
                    return Ok(None);
                }
                let children: Vec<Category> = tree.children(Some(&from)).into_iter().cloned().collect();
                let Some(into) = &target else { return require_empty(tx, &from).map(|()| Some(Vec::new())) };
                tree.get(into).filter(|_| *into != from).ok_or(CatalogueError::NoSuchCategory)?;
                match require_empty(tx, &from) {
                    Err(CatalogueError::InUse) => {
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
            let (from, target) = (id.clone(), into);
            let move_part = move |tx: &mut dyn Transaction, part: &PartId| {
                let mut listing = tx.listing(part)?;
                listing.category = Some(target.clone());
                Ok(tx.save_listing(part, &listing)?)
            };
            self.each_part(move |tx, page| tx.parts_of_category(&from, page), move_part).await?;
            // What has moved along is found by other names, too.
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

    /// Does something with each of some parts and marks them as changed, some in each unit of work.
    async fn each_part(
        &self,
        parts: impl Fn(&mut dyn Transaction, &Page<PartId>) -> Result<Vec<PartId>, StoreError>
        + Clone
        + Send
        + Sync
        + 'static,
        change: impl Fn(&mut dyn Transaction, &PartId) -> Result<(), CatalogueError> + Clone + Send + Sync + 'static,
    ) -> Result<(), CatalogueError> {
        let mut page = Page { after: None, limit: AT_ONCE };
        loop {
            let (parts, change, now) = (parts.clone(), change.clone(), self.now());
            let last = self
                .store
                .write(move |tx| {
                    let ids = parts(tx, &page)?;
                    // First, because it locks the parts: who edits one of them meanwhile comes before or after.
                    tx.touch_parts(&ids, now)?;
                    for id in &ids {
                        change(tx, id)?;
                    }
                    Ok::<_, CatalogueError>(ids.last().copied())
                })
                .await?;
            match last {
                Some(last) => page.after = Some(last),
                None => return Ok(()),
            }
        }
    }
}
