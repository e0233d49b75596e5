//! Listings, the numbers that lead to parts, brands and categories.

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

/// A part that a number leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberHit {
    /// The part, which is in the catalogue.
    pub part: PartId,
    /// What the number is to it; `None` for its own one.
    pub kind: Option<NumberKind>,
    /// Whose number it is, if that is known and the number is not its own one.
    pub maker: Option<MakerName>,
    /// The number.
    pub number: PartNumber,
}

/// Listings and numbers.
pub trait ListingRepository {
    /// The listing of a part, deleted parts too; the default one when nothing was said about it.
    fn listing(&mut self, part: &PartId) -> StoreResult<Listing>;

    /// Puts a listing in the place of the one before. Claims are apart: see [`Self::claim_number`].
    fn save_listing(&mut self, part: &PartId, listing: &Listing) -> StoreResult<()>;

    /// The part that has a number of a brand.
    fn number_owner(&mut self, brand: &BrandId, number: &NormalNumber) -> StoreResult<Option<PartId>>;

    /// Gives a number of a brand to a part. A number that another part has is a `Duplicate`.
    fn claim_number(&mut self, brand: &BrandId, number: &NormalNumber, part: &PartId) -> StoreResult<()>;

    /// Takes a number of a brand back, so that another part may have it. Nothing happens when nobody has it.
    fn release_number(&mut self, brand: &BrandId, number: &NormalNumber) -> StoreResult<()>;

    /// Parts of the catalogue that a number leads to: own numbers first, then by kind and part.
    fn parts_by_number(&mut self, number: &NormalNumber, limit: u32) -> StoreResult<Vec<NumberHit>>;

    /// The newest part of the catalogue, of a brand and not `part` itself, that supersedes a number.
    fn superseding_part(
        &mut self,
        brand: &BrandId,
        number: &NormalNumber,
        part: &PartId,
    ) -> StoreResult<Option<PartId>>;

    /// Parts of the catalogue with a number that begins so, in the order of the numbers.
    fn parts_by_number_beginning(&mut self, beginning: &NormalNumber, limit: u32) -> StoreResult<Vec<NumberHit>>;

    /// Parts of the catalogue that one of some numbers leads to, in the order of the numbers.
    fn parts_by_any_number(&mut self, numbers: &[NormalNumber], limit: u32) -> StoreResult<Vec<NumberHit>>;
}

/// Brands and categories.
pub trait CategoryRepository {
    /// All brands, by id.
    fn brands(&mut self) -> StoreResult<Vec<Brand>>;

    /// A brand.
    fn brand(&mut self, id: &BrandId) -> StoreResult<Option<Brand>>;

    /// Adds a brand.
    fn insert_brand(&mut self, brand: &Brand) -> StoreResult<()>;

    /// Renames a brand; `false` when there is none.
    fn update_brand(&mut self, brand: &Brand) -> StoreResult<bool>;

    /// Takes a brand away that no listing names; `false` when there is none.
    fn delete_brand(&mut self, id: &BrandId) -> StoreResult<bool>;

    /// Parts of a brand, deleted ones too, by id.
    fn parts_of_brand(&mut self, id: &BrandId, page: &Page<PartId>) -> StoreResult<Vec<PartId>>;

    /// All categories.
    fn categories(&mut self) -> StoreResult<CategoryTree>;

    /// All categories, for a unit of work that changes where they stand: another one that asks this waits until the
    /// first has ended, or is run again. Otherwise two moves that are each right could make a circle together.
    fn categories_to_change(&mut self) -> StoreResult<CategoryTree>;

    /// Adds a category.
    fn insert_category(&mut self, category: &Category) -> StoreResult<()>;

    /// Renames or moves a category; `false` when there is none.
    fn update_category(&mut self, category: &Category) -> StoreResult<bool>;

    /// Takes a category away that no listing and no other category names; `false` when there is none.
    fn delete_category(&mut self, id: &CategoryId) -> StoreResult<bool>;

    /// Parts that are in a category itself, deleted ones too, by id.
    fn parts_of_category(&mut self, id: &CategoryId, page: &Page<PartId>) -> StoreResult<Vec<PartId>>;
}
