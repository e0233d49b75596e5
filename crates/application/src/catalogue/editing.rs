//! Changing parts and their listings. Orders keep their own title and price, so no change reaches them.

use super::{CatalogueError, stock::below_minimum};
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

/// A part with all that can be changed about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditablePart {
    /// The part and its listing.
    pub listed: ListedPart,
    /// At or below how many pieces it is running low.
    pub reorder_at: Stock,
}

impl Shop {
    /// What is said about a part of the catalogue; for everybody.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn listing(&self, id: PartId) -> Result<Listing, CatalogueError> {
        self.store
            .read_public(move |tx| {
                tx.part(&id)?.ok_or(CatalogueError::NoSuchPart)?;
                Ok(tx.listing(&id)?)
            })
            .await
    }

    /// A part with all that can be changed about it, deleted or not; for admins.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn part_to_edit(&self, caller: UserId, id: PartId) -> Result<EditablePart, CatalogueError> {
        self.store
            .read(move |tx| {
                access::require_admin::<CatalogueError>(tx, &caller)?;
                let record = tx.part_record(&id)?.ok_or(CatalogueError::NoSuchPart)?;
                let listing = tx.listing(&id)?;
                let reorder_at = tx.reorder_point(&id)?.ok_or(CatalogueError::NoSuchPart)?;
                Ok(EditablePart { listed: ListedPart { record, listing }, reorder_at })
            })
            .await
    }

    /// Changes what an order needs to know of a part, provided that it is still at the revision that the caller saw;
    /// for admins. Answers its revision since then.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn edit_part(
        &self,
        caller: UserId,
        id: PartId,
        revision: i64,
        details: PartDetails,
    ) -> Result<i64, CatalogueError> {
        details.check()?;
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                let record = to_edit(tx, &caller, &id, revision)?;
                replace_details(tx, &record, details.clone(), audit.at)?;
                let (before, listing) = (&record.part.details, Listing::default());
                let prices = (&price_facts(before), &price_facts(&details));
                audit.changed(tx, AuditAction::ChangePrice, &id.to_string(), prices)?;
                let rest = (&part_facts(before, &listing), &part_facts(&details, &listing));
                audit.changed(tx, AuditAction::EditPart, &id.to_string(), rest)?;
                Ok(record.revision + 1)
            })
            .await
    }

    /// Changes what else is said about a part, provided that it is still at the revision that the caller saw; for
    /// admins. Answers its revision since then.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn edit_listing(
        &self,
        caller: UserId,
        id: PartId,
        revision: i64,
        listing: Listing,
    ) -> Result<i64, CatalogueError> {
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

    /// Puts a part that was taken out of the catalogue back; for admins. `false` when it is in the catalogue.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %id))]
    pub async fn show_part(&self, caller: UserId, id: PartId) -> Result<bool, CatalogueError> {
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin::<CatalogueError>(tx, &caller)?;
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

/// The price and core charge of a part for the audit log.
fn price_facts(details: &PartDetails) -> Facts {
    let prices = [("price", details.price.amount()), ("core", details.core.amount())];
    prices.into_iter().map(|(name, amount)| (name, amount.shown())).collect()
}

fn to_edit(
    tx: &mut dyn Transaction,
    caller: &UserId,
    id: &PartId,
    revision: i64,
) -> Result<PartRecord, CatalogueError> {
    access::require_admin::<CatalogueError>(tx, caller)?;
    let record = tx.part_record(id)?.ok_or(CatalogueError::NoSuchPart)?;
    if record.revision == revision { Ok(record) } else { Err(CatalogueError::ChangedMeanwhile) }
}

/// Puts other details in the place of those of a part.
pub(super) fn replace_details(
    tx: &mut dyn Transaction,
    record: &PartRecord,
    details: PartDetails,
    now: Timestamp,
) -> Result<(), StoreError> {
    let id = record.part.id;
    let (before, after) = (below_minimum(&record.part.details), below_minimum(&details));
    // Before the part: who gives pieces back changes the stock and then the part, and two that meet shall not wait for
    // each other. Whoever never said when a part runs low has it follow the minimum.
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

/// Takes a part out of the catalogue, or puts it back. While it is out, another part may have its number.
pub(crate) fn set_hidden(
    tx: &mut dyn Transaction,
    record: PartRecord,
    hidden: bool,
    now: Timestamp,
) -> Result<(), CatalogueError> {
    let id = record.part.id;
    // First, because it locks the part: who edits it meanwhile comes before or after.
    save(tx, &PartRecord { hidden, ..record }, now)?;
    let listing = tx.listing(&id)?;
    if hidden { Ok(release(tx, &listing)?) } else { claim(tx, &id, &listing) }
}

/// Puts a listing of a part in the catalogue in the place of the one before, in a unit of work of the caller's, who
/// counts the part's revision up. For those who fill a catalogue; visitors and admins go through [`Shop`].
pub fn replace_listing(
    tx: &mut dyn Transaction,
    id: &PartId,
    before: &Listing,
    after: &Listing,
) -> Result<(), CatalogueError> {
    check(tx, id, before, after)?;
    put_listing(tx, id, before, after)
}

/// The same when it is known that what the listing names is there.
fn put_listing(tx: &mut dyn Transaction, id: &PartId, before: &Listing, after: &Listing) -> Result<(), CatalogueError> {
    if key(before) != key(after) {
        release(tx, before)?;
        claim(tx, id, after)?;
    }
    Ok(tx.save_listing(id, after)?)
}

/// Puts a listing in the place of the one before, whether the part is in the catalogue or not.
pub(super) fn replace_listing_of(
    tx: &mut dyn Transaction,
    record: &PartRecord,
    before: &Listing,
    after: &Listing,
) -> Result<(), CatalogueError> {
    let id = &record.part.id;
    if !record.hidden {
        return replace_listing(tx, id, before, after);
    }
    // It holds no number until it is shown again.
    check(tx, id, before, after)?;
    Ok(tx.save_listing(id, after)?)
}

/// Puts a listing in the place of the one before, whether the part is in the catalogue or not, for those who have found out for
/// many parts at once that what it names is there.
pub(crate) fn replace_checked_listing(
    tx: &mut dyn Transaction,
    record: &PartRecord,
    before: &Listing,
    after: &Listing,
) -> Result<(), CatalogueError> {
    if record.hidden {
        Ok(tx.save_listing(&record.part.id, after)?)
    } else {
        put_listing(tx, &record.part.id, before, after)
    }
}

/// Whether what a listing names, and the one before did not, is there.
fn check(tx: &mut dyn Transaction, id: &PartId, before: &Listing, after: &Listing) -> Result<(), CatalogueError> {
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

/// What a part has of its brand and nobody else.
pub(crate) fn key(listing: &Listing) -> Option<(&BrandId, &NormalNumber)> {
    listing.brand.as_ref().zip(listing.number.as_ref().map(PartNumber::normal))
}

fn claim(tx: &mut dyn Transaction, id: &PartId, listing: &Listing) -> Result<(), CatalogueError> {
    let Some((brand, number)) = key(listing) else { return Ok(()) };
    match tx.number_owner(brand, number)? {
        // The release before deletes parts without giving their numbers back.
        Some(owner) if owner == *id => return Ok(()),
        Some(_) => return Err(CatalogueError::NumberTaken),
        None => {}
    }
    tx.claim_number(brand, number, id).map_err(|error| match error {
        // Somebody was faster.
        StoreError::Duplicate => CatalogueError::NumberTaken,
        error => error.into(),
    })
}

fn release(tx: &mut dyn Transaction, listing: &Listing) -> Result<(), StoreError> {
    key(listing).map_or(Ok(()), |(brand, number)| tx.release_number(brand, number))
}
