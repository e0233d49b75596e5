//! Resolves the replacement of a discontinued part.

use crate::ports::{
    catalogue::{PartCard, listings::NumberHit},
    store::Transaction,
    store_error::StoreResult,
};
use autoparts_domain::{catalogue::part_number::NumberKind, id::PartId};
use std::collections::BTreeSet;

/// Maximum length of a successor chain; a longer chain is a mistake.
const MAX_STEPS: usize = 10;

/// Sets the part on sale that replaces a part: its successor, the part that supersedes its number, or the last of such
/// a chain. Intermediate parts may have been removed from the catalog. `None` if no part of the chain is in the
/// catalog.
pub(super) fn follow(tx: &mut dyn Transaction, card: &mut PartCard) -> StoreResult<()> {
    let first = match (card.successor, &card.brand, &card.number) {
        (Some(first), _, _) => Some(first),
        (None, Some(brand), Some(number)) => tx.superseding_part(&brand.id, number.normal(), &card.part.id)?,
        (None, _, _) => None,
    };
    card.successor = first.map_or(Ok(None), |first| on_sale(tx, card.part.id, first))?;
    Ok(())
}

/// Does the same for a part found by number. Parts that supersede its own number are found by that number as well, so
/// only replacements of other numbers are resolved.
pub(super) fn follow_hit(tx: &mut dyn Transaction, card: &mut PartCard, hit: &NumberHit) -> StoreResult<()> {
    if card.successor.is_some() || hit.kind == Some(NumberKind::Supersedes) { follow(tx, card) } else { Ok(()) }
}

/// Returns the last part of a chain that is in the catalog. A cycle ends the chain.
fn on_sale(tx: &mut dyn Transaction, from: PartId, first: PartId) -> StoreResult<Option<PartId>> {
    let mut seen = BTreeSet::from([from]);
    let mut next = Some(first);
    let mut last = None;
    while let Some(id) = next.filter(|id| seen.len() <= MAX_STEPS && !seen.contains(id)) {
        seen.insert(id);
        if tx.card(&id)?.is_some() {
            last = Some(id);
        }
        let listing = tx.listing(&id)?;
        next = match (listing.successor, &listing.brand, &listing.number) {
            (Some(successor), _, _) => Some(successor),
            (None, Some(brand), Some(number)) => tx.superseding_part(brand, number.normal(), &id)?,
            (None, _, _) => None,
        };
    }
    Ok(last)
}
