//! Editing parts and their listings. Orders store their own title and price, so edits do not affect them.

use super::{CatalogueError, CatalogueResult, stock::below_minimum};
use crate::{
    accounts::access,
    imports::parts::part_facts,
    ports::{
        catalogue::{ListedPart, PartRecord},
        store::Transaction,
        store_error::StoreError,
    },
    shop::Shop,
};
use autoparts_domain::{
    audit::{AuditAction, Facts},
    catalogue::{
        Part, PartDetails,
        listing::Listing,
        part_number::{NormalNumber, PartNumber},
    },
    id::{PartId, UserId},
    quantity::Stock,
    slug::BrandId,
    time::Timestamp,
};

/// A part with all its editable fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditablePart {
    /// The part and its listing.
    pub listed: ListedPart,
    /// The part is running low at or below this number of pieces.
    pub reorder_at: Stock,
}

impl Shop {
    /// Returns the listing of a part of the catalog. Public.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn listing(&self, id: PartId) -> CatalogueResult<Listing> {
        self.store
            .read_public(move |tx| {
                tx.part(&id)?.ok_or(CatalogueError::NoSuchPart)?;
                Ok(tx.listing(&id)?)
            })
            .await
    }

    /// Returns a part with all its editable fields, deleted or not. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn part_to_edit(&self, caller: UserId, id: PartId) -> CatalogueResult<EditablePart> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                let record = tx.part_record(&id)?.ok_or(CatalogueError::NoSuchPart)?;
                let listing = tx.listing(&id)?;
                let reorder_at = tx.reorder_point(&id)?.ok_or(CatalogueError::NoSuchPart)?;
                Ok(EditablePart { listed: ListedPart { record, listing }, reorder_at })
            })
            .await
    }

    /// Changes the details of a part that orders depend on, if it still has the revision that the caller read. Returns
    /// the new revision. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn edit_part(
        &self,
        caller: UserId,
        id: PartId,
        revision: i64,
        details: PartDetails,
    ) -> CatalogueResult<i64> {
        details.check()?;
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                let record = to_edit(tx, &caller, &id, revision)?;
                replace_details(tx, &record, details.clone(), audit.at)?;
                let before = &record.part.details;
                let listing = Listing::default();
                let prices = (&price_facts(before), &price_facts(&details));
                audit.changed(tx, AuditAction::ChangePrice, &id.to_string(), prices)?;
                let rest = (&part_facts(before, &listing), &part_facts(&details, &listing));
                audit.changed(tx, AuditAction::EditPart, &id.to_string(), rest)?;
                Ok(record.revision + 1)
            })
            .await
    }

    /// Changes the listing of a part, if it still has the revision that the caller read. Returns the new revision.
    /// Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn edit_listing(
        &self,
        caller: UserId,
        id: PartId,
        revision: i64,
        listing: Listing,
    ) -> CatalogueResult<i64> {
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                let record = to_edit(tx, &caller, &id, revision)?;
                save(tx, &record, audit.at)?;
                let before = tx.listing(&id)?;
                replace_listing_of(tx, &record, &before, &listing)?;
                let details = &record.part.details;
                let facts = (&part_facts(details, &before), &part_facts(details, &listing));
                audit.changed(tx, AuditAction::EditPart, &id.to_string(), facts)?;
                Ok(record.revision + 1)
            })
            .await
    }

    /// Returns a removed part to the catalog. Returns `false` if it is already in the catalog. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn show_part(&self, caller: UserId, id: PartId) -> CatalogueResult<bool> {
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let record = tx.part_record(&id)?.ok_or(CatalogueError::NoSuchPart)?;
                if !record.hidden {
                    return Ok(false);
                }
                set_hidden(tx, record, false, audit.at)?;
                audit.note(tx, AuditAction::ShowPart, id.to_string())?;
                Ok(true)
            })
            .await
    }
}

/// Returns the price and core charge of a part for the audit log.
fn price_facts(details: &PartDetails) -> Facts {
    let prices = [("price", details.price.amount()), ("core", details.core.amount())];
    prices.into_iter().map(|(name, amount)| (name, amount.shown())).collect()
}

fn to_edit(tx: &mut dyn Transaction, caller: &UserId, id: &PartId, revision: i64) -> CatalogueResult<PartRecord> {
    access::require_admin(tx, caller)?;
    let record = tx.part_record(id)?.ok_or(CatalogueError::NoSuchPart)?;
    if record.revision == revision { Ok(record) } else { Err(CatalogueError::ChangedMeanwhile.into()) }
}

/// Replaces the details of a part.
pub(super) fn replace_details(
    tx: &mut dyn Transaction,
    record: &PartRecord,
    details: PartDetails,
    now: Timestamp,
) -> Result<(), StoreError> {
    let id = record.part.id;
    let before = below_minimum(&record.part.details);
    let after = below_minimum(&details);
    // Before the part, to avoid a deadlock: returning stock locks the stock and then the part. A part without its own
    // reorder point follows the minimum.
    let point = tx.reorder_point(&id)?.unwrap_or(before);
    if point != after && (point == before || point < after) {
        tx.set_reorder_point(&id, after)?;
    }
    let part = Part { details, ..record.part.clone() };
    save(tx, &PartRecord { part, ..record.clone() }, now)
}

pub(super) fn save(tx: &mut dyn Transaction, record: &PartRecord, now: Timestamp) -> Result<(), StoreError> {
    tx.update_part(&PartRecord { changed_at: now, ..record.clone() })
}

/// Removes a part from the catalog, or returns it. While it is removed, another part may take its number.
pub(crate) fn set_hidden(
    tx: &mut dyn Transaction,
    record: PartRecord,
    hidden: bool,
    now: Timestamp,
) -> CatalogueResult<()> {
    let id = record.part.id;
    // First, because this locks the part and serializes with concurrent edits.
    save(tx, &PartRecord { hidden, ..record }, now)?;
    let listing = tx.listing(&id)?;
    if hidden { Ok(release(tx, &listing)?) } else { claim(tx, &id, &listing) }
}

/// Replaces the listing of a part in the catalog, in the caller's unit of work. The caller increments the part's
/// revision. For code that fills a catalog; visitors and admins use [`Shop`].
pub fn replace_listing(
    tx: &mut dyn Transaction,
    id: &PartId,
    before: &Listing,
    after: &Listing,
) -> CatalogueResult<()> {
    check(tx, id, before, after)?;
    put_listing(tx, id, before, after)
}

/// Does the same without checking that everything the listing names exists.
fn put_listing(tx: &mut dyn Transaction, id: &PartId, before: &Listing, after: &Listing) -> CatalogueResult<()> {
    if key(before) != key(after) {
        release(tx, before)?;
        claim(tx, id, after)?;
    }
    Ok(tx.save_listing(id, after)?)
}

/// Replaces a listing, whether the part is in the catalog or not.
pub(super) fn replace_listing_of(
    tx: &mut dyn Transaction,
    record: &PartRecord,
    before: &Listing,
    after: &Listing,
) -> CatalogueResult<()> {
    let id = &record.part.id;
    if !record.hidden {
        return replace_listing(tx, id, before, after);
    }
    // A removed part holds no number until it is returned to the catalog.
    check(tx, id, before, after)?;
    Ok(tx.save_listing(id, after)?)
}

/// Replaces a listing, whether the part is in the catalog or not, without checking that what it names exists. For
/// callers that have checked this for many parts at once.
pub(crate) fn replace_checked_listing(
    tx: &mut dyn Transaction,
    record: &PartRecord,
    before: &Listing,
    after: &Listing,
) -> CatalogueResult<()> {
    if record.hidden {
        Ok(tx.save_listing(&record.part.id, after)?)
    } else {
        put_listing(tx, &record.part.id, before, after)
    }
}

/// Checks that everything the listing newly names exists.
fn check(tx: &mut dyn Transaction, id: &PartId, before: &Listing, after: &Listing) -> CatalogueResult<()> {
    if let Some(brand) = after.brand.as_ref().filter(|_| before.brand != after.brand) {
        tx.brand(brand)?.ok_or(CatalogueError::NoSuchBrand)?;
    }
    if let Some(category) = after.category.as_ref().filter(|_| before.category != after.category) {
        tx.categories()?.get(category).ok_or(CatalogueError::NoSuchCategory)?;
    }
    if let Some(successor) = after.successor.as_ref().filter(|_| before.successor != after.successor) {
        let there = successor != id && tx.part_record(successor)?.is_some();
        there.then_some(()).ok_or(CatalogueError::NoSuchSuccessor)?;
    }
    Ok(())
}

/// Returns the brand and number, which only one part can have.
pub fn key(listing: &Listing) -> Option<(&BrandId, &NormalNumber)> {
    listing.brand.as_ref().zip(listing.number.as_ref().map(PartNumber::normal))
}

fn claim(tx: &mut dyn Transaction, id: &PartId, listing: &Listing) -> CatalogueResult<()> {
    let Some((brand, number)) = key(listing) else { return Ok(()) };
    match tx.number_owner(brand, number)? {
        // The previous release deletes parts without releasing their numbers.
        Some(owner) if owner == *id => return Ok(()),
        Some(_) => return Err(CatalogueError::NumberTaken.into()),
        None => {}
    }
    tx.claim_number(brand, number, id).map_err(|error| match error {
        // Another transaction claimed the number first.
        StoreError::Duplicate => CatalogueError::NumberTaken.into(),
        error => error.into(),
    })
}

fn release(tx: &mut dyn Transaction, listing: &Listing) -> Result<(), StoreError> {
    key(listing).map_or(Ok(()), |(brand, number)| tx.release_number(brand, number))
}
