//! Listings, part numbers, brands and categories.

use super::super::{
    MemoryTransaction,
    tables::{Tables, ascending, bounded, claim, require},
};
use autoparts_application::ports::{
    catalogue::listings::{CategoryRepository, ListingRepository, NumberHit},
    page::Page,
    store_error::StoreResult,
};
use autoparts_domain::{
    catalogue::{
        category::{Brand, Category, CategoryTree},
        listing::{Listing, OtherNumber},
        part_number::{NormalNumber, NumberKind},
    },
    id::PartId,
    slug::{BrandId, CategoryId},
};
use std::collections::BTreeSet;

/// The hits of wanted numbers in the catalog, ordered by number, part and kind.
fn hits(tables: &Tables, wanted: impl Fn(&NormalNumber) -> bool) -> Vec<NumberHit> {
    let mut hits = Vec::new();
    let shown = |part: &PartId| tables.parts.get(part).is_some_and(|row| !row.hidden);
    for (part, listing) in tables.listings.iter().filter(|(part, _)| shown(part)) {
        let own = listing.number.iter().map(|number| (None, None, number));
        let others = listing.numbers.iter().map(|other| (Some(other.kind), other.maker.clone(), &other.number));
        hits.extend(
            own.chain(others).filter(|(_, _, number)| wanted(number.normal())).map(|(kind, maker, number)| NumberHit {
                part: *part,
                kind,
                maker,
                number: number.clone(),
            }),
        );
    }
    let name = |hit: &NumberHit| hit.kind.map_or("own", |kind| kind.name());
    hits.sort_by(|a, b| (a.number.normal(), a.part, name(a)).cmp(&(b.number.normal(), b.part, name(b))));
    hits
}

/// Removes duplicate numbers, as the primary key of the SQL table does.
fn without_repeats(listing: &Listing) -> Listing {
    let key = |other: &OtherNumber| {
        (other.number.normal().clone(), other.kind, other.maker.as_ref().map(ToString::to_string))
    };
    let mut known = BTreeSet::new();
    let mut listing = listing.clone();
    listing.numbers.retain(|other| known.insert(key(other)));
    listing
}

impl ListingRepository for MemoryTransaction {
    fn listing(&mut self, part: &PartId) -> StoreResult<Listing> {
        self.query(|tables| Ok(tables.listings.get(part).cloned().unwrap_or_default()))
    }

    fn save_listing(&mut self, part: &PartId, listing: &Listing) -> StoreResult<()> {
        self.touched.part(*part);
        self.change(|tables| {
            require(tables.parts.contains_key(part), "there is no such part")?;
            require(listing.brand.as_ref().is_none_or(|id| tables.brands.contains_key(id)), "there is no such brand")?;
            let category = listing.category.as_ref();
            require(category.is_none_or(|id| tables.categories.contains_key(id)), "there is no such category")?;
            let successor = listing.successor;
            require(successor.is_none_or(|id| tables.parts.contains_key(&id)), "there is no such successor")?;
            tables.listings.insert(*part, without_repeats(listing));
            Ok(())
        })
    }

    fn number_owner(&mut self, brand: &BrandId, number: &NormalNumber) -> StoreResult<Option<PartId>> {
        let key = (brand.clone(), number.clone());
        self.query(|tables| Ok(tables.part_keys.get(&key).copied()))
    }

    fn claim_number(&mut self, brand: &BrandId, number: &NormalNumber, part: &PartId) -> StoreResult<()> {
        let key = (brand.clone(), number.clone());
        self.change(|tables| claim(&mut tables.part_keys, key, *part))
    }

    fn release_number(&mut self, brand: &BrandId, number: &NormalNumber) -> StoreResult<()> {
        let key = (brand.clone(), number.clone());
        self.change(|tables| {
            tables.part_keys.remove(&key);
            Ok(())
        })
    }

    fn parts_by_number(&mut self, number: &NormalNumber, limit: u32) -> StoreResult<Vec<NumberHit>> {
        self.query(|tables| {
            let (own, others): (Vec<_>, Vec<_>) =
                hits(tables, |other| other == number).into_iter().partition(|hit| hit.kind.is_none());
            let mut others =
                bounded(others.into_iter(), limit.saturating_sub(u32::try_from(own.len()).unwrap_or(u32::MAX)));
            others.sort_by_key(|hit| (hit.kind, hit.part));
            Ok(bounded(own.into_iter().chain(others), limit))
        })
    }

    fn superseding_part(
        &mut self,
        brand: &BrandId,
        number: &NormalNumber,
        part: &PartId,
    ) -> StoreResult<Option<PartId>> {
        self.query(|tables| {
            let supersedes = |hit: &&NumberHit| hit.kind == Some(NumberKind::Supersedes) && hit.part != *part;
            let is_of_brand =
                |part: &PartId| tables.listings.get(part).is_some_and(|listing| listing.brand.as_ref() == Some(brand));
            let hits = hits(tables, |other| other == number);
            Ok(hits.iter().filter(supersedes).map(|hit| hit.part).filter(is_of_brand).max())
        })
    }

    fn parts_by_number_beginning(&mut self, beginning: &NormalNumber, limit: u32) -> StoreResult<Vec<NumberHit>> {
        let begins = |other: &NormalNumber| other.as_str().starts_with(beginning.as_str());
        self.query(|tables| Ok(bounded(hits(tables, begins).into_iter(), limit)))
    }

    fn parts_by_any_number(&mut self, numbers: &[NormalNumber], limit: u32) -> StoreResult<Vec<NumberHit>> {
        self.query(|tables| Ok(bounded(hits(tables, |other| numbers.contains(other)).into_iter(), limit)))
    }
}

fn in_page(tables: &Tables, page: &Page<PartId>, wanted: impl Fn(&Listing) -> bool) -> Vec<PartId> {
    ascending(tables.listings.iter().filter(|(_, listing)| wanted(listing)).map(|(part, _)| (*part, *part)), page)
}

impl CategoryRepository for MemoryTransaction {
    fn brands(&mut self) -> StoreResult<Vec<Brand>> {
        self.query(|tables| Ok(tables.brands.values().cloned().collect()))
    }

    fn brand(&mut self, id: &BrandId) -> StoreResult<Option<Brand>> {
        self.query(|tables| Ok(tables.brands.get(id).cloned()))
    }

    fn insert_brand(&mut self, brand: &Brand) -> StoreResult<()> {
        self.touched.catalogue();
        self.change(|tables| claim(&mut tables.brands, brand.id.clone(), brand.clone()))
    }

    fn update_brand(&mut self, brand: &Brand) -> StoreResult<bool> {
        self.touched.catalogue();
        self.change(|tables| Ok(tables.brands.get_mut(&brand.id).map(|known| known.clone_from(brand)).is_some()))
    }

    fn delete_brand(&mut self, id: &BrandId) -> StoreResult<bool> {
        self.touched.catalogue();
        self.change(|tables| {
            let is_used = tables.listings.values().any(|listing| listing.brand.as_ref() == Some(id));
            require(!is_used, "the brand has parts")?;
            Ok(tables.brands.remove(id).is_some())
        })
    }

    fn parts_of_brand(&mut self, id: &BrandId, page: &Page<PartId>) -> StoreResult<Vec<PartId>> {
        self.query(|tables| Ok(in_page(tables, page, |listing| listing.brand.as_ref() == Some(id))))
    }

    fn categories(&mut self) -> StoreResult<CategoryTree> {
        self.query(|tables| Ok(tables.categories.values().cloned().collect()))
    }

    fn categories_to_change(&mut self) -> StoreResult<CategoryTree> {
        // Writes are already serialized.
        self.categories()
    }

    fn insert_category(&mut self, category: &Category) -> StoreResult<()> {
        self.touched.catalogue();
        self.change(|tables| {
            let parent = category.parent.as_ref();
            require(parent.is_none_or(|id| tables.categories.contains_key(id)), "there is no such parent")?;
            claim(&mut tables.categories, category.id.clone(), category.clone())
        })
    }

    fn update_category(&mut self, category: &Category) -> StoreResult<bool> {
        self.touched.catalogue();
        self.change(|tables| {
            let known = tables.categories.get_mut(&category.id);
            Ok(known.map(|known| known.clone_from(category)).is_some())
        })
    }

    fn delete_category(&mut self, id: &CategoryId) -> StoreResult<bool> {
        self.touched.catalogue();
        self.change(|tables| {
            let is_used = tables.listings.values().any(|listing| listing.category.as_ref() == Some(id))
                || tables.categories.values().any(|category| category.parent.as_ref() == Some(id));
            require(!is_used, "the category is in use")?;
            Ok(tables.categories.remove(id).is_some())
        })
    }

    fn parts_of_category(&mut self, id: &CategoryId, page: &Page<PartId>) -> StoreResult<Vec<PartId>> {
        self.query(|tables| Ok(in_page(tables, page, |listing| listing.category.as_ref() == Some(id))))
    }
}
