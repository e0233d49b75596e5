//! Which part takes the place of one that is no longer made.

use crate::ports::{
    catalogue::{PartCard, listings::NumberHit},
    store::Transaction,
    store_error::StoreResult,
};
use autoparts_domain::{
    catalogue::{listing::Listing, part_number::NumberKind},
    id::PartId,
};
use std::collections::BTreeSet;

/// Parts that are followed; a longer chain is a mistake.
const MAX_STEPS: usize = 10;

/// Numbers of other parts that are looked at in a step.
const MAX_HITS: u32 = 20;

/// Names the part on sale as the successor of a part whose successor has one itself. Parts between them may have been
/// taken out of the catalogue. `None` when no part of the chain is in it.
pub(super) fn follow(tx: &mut dyn Transaction, card: &mut PartCard) -> StoreResult<()> {
    if let Some(first) = card.successor {
        card.successor = on_sale(tx, card.part.id, first)?;
    }
    Ok(())
}

/// The same for a part that a number leads to, which another part may supersede by its number.
pub(super) fn follow_hit(tx: &mut dyn Transaction, card: &mut PartCard, hit: &NumberHit) -> StoreResult<()> {
    if card.successor.is_none() && hit.kind == Some(NumberKind::Supersedes) {
        let listing = tx.listing(&card.part.id)?;
        card.successor = superseding(tx, card.part.id, &listing)?;
    }
    follow(tx, card)
}

/// The last part of a chain that is in the catalogue. A chain that leads back ends there.
fn on_sale(tx: &mut dyn Transaction, from: PartId, first: PartId) -> StoreResult<Option<PartId>> {
    let (mut seen, mut next, mut last) = (BTreeSet::from([from]), Some(first), None);
    while let Some(id) = next.filter(|id| seen.len() <= MAX_STEPS && !seen.contains(id)) {
        seen.insert(id);
        if tx.card(&id)?.is_some() {
            last = Some(id);
        }
        let listing = tx.listing(&id)?;
        next = match listing.successor {
            Some(successor) => Some(successor),
            None => superseding(tx, id, &listing)?,
        };
    }
    Ok(last)
}

/// The part of the same brand that supersedes the number of a part.
fn superseding(tx: &mut dyn Transaction, part: PartId, listing: &Listing) -> StoreResult<Option<PartId>> {
    let (Some(brand), Some(number)) = (&listing.brand, &listing.number) else { return Ok(None) };
    for hit in tx.parts_by_number(number.normal(), MAX_HITS)? {
        let is_other = hit.part != part && hit.kind == Some(NumberKind::Supersedes);
        if is_other && tx.listing(&hit.part)?.brand.as_ref() == Some(brand) {
            return Ok(Some(hit.part));
        }
    }
    Ok(None)
}
