//! Listings, part numbers, brands and categories.

use crate::ports::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    catalogue::{
        category::{Brand, Category, CategoryTree},
        listing::Listing,
        part_number::{NormalNumber, NumberKind, PartNumber},
    },
    id::PartId,
    slug::{BrandId, CategoryId},
    text::MakerName,
};

/// A part found by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberHit {
    /// The part, which is in the catalog.
    pub part: PartId,
    /// The kind of the number; `None` for the part's own number.
    pub kind: Option<NumberKind>,
    /// The maker that uses the number, if known; `None` for the part's own number.
    pub maker: Option<MakerName>,
    /// The number.
    pub number: PartNumber,
}

/// Listings and numbers.
pub trait ListingRepository {
    /// Returns the listing of a part, including deleted parts; the default if none was saved.
    fn listing(&mut self, part: &PartId) -> StoreResult<Listing>;

    /// Replaces the listing of a part. Claims are separate: see [`Self::claim_number`].
    fn save_listing(&mut self, part: &PartId, listing: &Listing) -> StoreResult<()>;

    /// Returns the part that has a number of a brand.
    fn number_owner(&mut self, brand: &BrandId, number: &NormalNumber) -> StoreResult<Option<PartId>>;

    /// Claims a number of a brand for a part. Returns `Duplicate` if another part has it.
    fn claim_number(&mut self, brand: &BrandId, number: &NormalNumber, part: &PartId) -> StoreResult<()>;

    /// Releases a number of a brand, so that another part may claim it. Does nothing if it is not claimed.
    fn release_number(&mut self, brand: &BrandId, number: &NormalNumber) -> StoreResult<()>;

    /// Returns parts of the catalog that a number leads to: own numbers first, then by kind and part.
    fn parts_by_number(&mut self, number: &NormalNumber, limit: u32) -> StoreResult<Vec<NumberHit>>;

    /// Returns the newest part of the catalog, of a brand and other than `part`, that supersedes a number.
    fn superseding_part(
        &mut self,
        brand: &BrandId,
        number: &NormalNumber,
        part: &PartId,
    ) -> StoreResult<Option<PartId>>;

    /// Returns parts of the catalog with a number that begins with `beginning`, ordered by number.
    fn parts_by_number_beginning(&mut self, beginning: &NormalNumber, limit: u32) -> StoreResult<Vec<NumberHit>>;

    /// Returns parts of the catalog that any of some numbers leads to, ordered by number.
    fn parts_by_any_number(&mut self, numbers: &[NormalNumber], limit: u32) -> StoreResult<Vec<NumberHit>>;
}

/// Brands and categories.
pub trait CategoryRepository {
    /// Returns all brands, by id.
    fn brands(&mut self) -> StoreResult<Vec<Brand>>;

    /// A brand.
    fn brand(&mut self, id: &BrandId) -> StoreResult<Option<Brand>>;

    /// Adds a brand.
    fn insert_brand(&mut self, brand: &Brand) -> StoreResult<()>;

    /// Renames a brand; `false` if it does not exist.
    fn update_brand(&mut self, brand: &Brand) -> StoreResult<bool>;

    /// Deletes a brand that no listing names; `false` if it does not exist.
    fn delete_brand(&mut self, id: &BrandId) -> StoreResult<bool>;

    /// Returns the parts of a brand, including deleted ones, by id.
    fn parts_of_brand(&mut self, id: &BrandId, page: &Page<PartId>) -> StoreResult<Vec<PartId>>;

    /// Returns all categories.
    fn categories(&mut self) -> StoreResult<CategoryTree>;

    /// Returns all categories, for a unit of work that moves some. Serializes such units of work until they end, by
    /// waiting or retrying. Otherwise two moves that are valid on their own could together create a cycle.
    fn categories_to_change(&mut self) -> StoreResult<CategoryTree>;

    /// Adds a category.
    fn insert_category(&mut self, category: &Category) -> StoreResult<()>;

    /// Renames or moves a category; `false` if it does not exist.
    fn update_category(&mut self, category: &Category) -> StoreResult<bool>;

    /// Deletes a category that no listing and no other category names; `false` if it does not exist.
    fn delete_category(&mut self, id: &CategoryId) -> StoreResult<bool>;

    /// Returns the parts directly in a category, including deleted ones, by id.
    fn parts_of_category(&mut self, id: &CategoryId, page: &Page<PartId>) -> StoreResult<Vec<PartId>>;
}
