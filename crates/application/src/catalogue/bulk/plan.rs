//! Plans the effect of a change on each part, before anything is written.

use super::{ChangeRefused, PartValue};
use crate::{
    catalogue::editing,
    ports::{
        catalogue::{ListedPart, PartRecord},
        store::Transaction,
        store_error::StoreResult,
    },
};
use autoparts_domain::{
    catalogue::{PartDetails, change::BulkChange, listing::Listing, part_number::NormalNumber},
    id::PartId,
    slug::BrandId,
};
use std::collections::BTreeMap;

/// The new state of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    Details(PartDetails),
    Listing(Listing),
    Hidden(bool),
}

/// What to do with a part; `None` if it already has the new value.
pub(super) type Planned = Result<Option<Outcome>, ChangeRefused>;

/// A brand and number, which only one part can have.
pub(super) type Key = (BrandId, NormalNumber);

/// Plans a change part by part. If two parts would get the same number of a brand, the part that was added first gets
/// it.
pub(super) struct Planning<'a> {
    change: &'a BulkChange,
    taken: BTreeMap<Key, PartId>,
}

impl<'a> Planning<'a> {
    pub(super) fn new(change: &'a BulkChange) -> Self {
        Self { change, taken: BTreeMap::new() }
    }

    /// Returns the numbers that these parts would acquire.
    pub(super) fn claims(&self, parts: &[ListedPart]) -> Vec<Key> {
        parts.iter().filter_map(|part| claimed(part, &becomes(self.change, part))).collect()
    }

    /// Returns the owners of some numbers.
    pub(super) fn owners(tx: &mut dyn Transaction, keys: &[Key]) -> StoreResult<BTreeMap<Key, PartId>> {
        let mut owners = BTreeMap::new();
        for (brand, number) in keys {
            if let Some(owner) = tx.number_owner(brand, number)? {
                owners.insert((brand.clone(), number.clone()), owner);
            }
        }
        Ok(owners)
    }

    /// Plans the change of a part. `owners` contains the owners of the numbers that the part may need.
    pub(super) fn of(&mut self, part: &ListedPart, owners: &BTreeMap<Key, PartId>) -> Planned {
        let planned = becomes(self.change, part);
        let Some(key) = claimed(part, &planned) else { return planned };
        let id = part.record.part.id;
        let owner = self.taken.get(&key).or_else(|| owners.get(&key));
        if owner.is_some_and(|owner| *owner != id) {
            return Err(ChangeRefused::NumberTaken);
        }
        self.taken.insert(key, id);
        planned
    }
}

/// Returns the number that a part would acquire, if any.
fn claimed(part: &ListedPart, planned: &Planned) -> Option<Key> {
    let key = match planned {
        Ok(Some(Outcome::Listing(after))) if !part.record.hidden => {
            editing::key(after).filter(|key| editing::key(&part.listing) != Some(*key))
        }
        Ok(Some(Outcome::Hidden(false))) => editing::key(&part.listing),
        _ => None,
    };
    key.map(|(brand, number)| (brand.clone(), number.clone()))
}

/// Plans the change of a part, looking only at the part itself.
fn becomes(change: &BulkChange, ListedPart { record, listing }: &ListedPart) -> Planned {
    let details = &record.part.details;
    let priced = |price| Outcome::Details(PartDetails { price, ..details.clone() });
    let outcome = match change {
        BulkChange::PriceBy { step, rounding } => {
            priced(step.applied(details.price, *rounding).ok_or(ChangeRefused::PriceOutOfRange)?)
        }
        BulkChange::PriceTo(price) => priced(*price),
        BulkChange::MinimumOrder(minimum) => {
            let details = PartDetails { minimum_order: *minimum, ..details.clone() };
            details.check().map_err(|_| ChangeRefused::NotWholePacks)?;
            Outcome::Details(details)
        }
        BulkChange::Brand(brand) => Outcome::Listing(Listing { brand: brand.clone(), ..listing.clone() }),
        BulkChange::Category(category) => Outcome::Listing(Listing { category: category.clone(), ..listing.clone() }),
        BulkChange::Condition(condition) => Outcome::Listing(Listing { condition: *condition, ..listing.clone() }),
        BulkChange::Hide => Outcome::Hidden(true),
        BulkChange::Show => Outcome::Hidden(false),
    };
    let is_so = match &outcome {
        Outcome::Details(after) => after == details,
        Outcome::Listing(after) => after == listing,
        Outcome::Hidden(hidden) => *hidden == record.hidden,
    };
    Ok((!is_so).then_some(outcome))
}

/// Returns the current value of the changed field.
pub(super) fn value(change: &BulkChange, record: &PartRecord, listing: &Listing) -> PartValue {
    let details = &record.part.details;
    match change {
        BulkChange::PriceBy { .. } | BulkChange::PriceTo(_) => PartValue::Price(details.price),
        BulkChange::MinimumOrder(_) => PartValue::MinimumOrder(details.minimum_order),
        BulkChange::Brand(_) => PartValue::Brand(listing.brand.clone()),
        BulkChange::Category(_) => PartValue::Category(listing.category.clone()),
        BulkChange::Condition(_) => PartValue::Condition(listing.condition),
        BulkChange::Hide | BulkChange::Show => PartValue::Hidden(record.hidden),
    }
}

/// Returns the value of the field after the change.
pub(super) fn value_after(change: &BulkChange, part: &ListedPart, outcome: &Outcome) -> PartValue {
    let mut record = part.record.clone();
    let mut listing = part.listing.clone();
    match outcome {
        Outcome::Details(details) => record.part.details = details.clone(),
        Outcome::Listing(after) => listing = after.clone(),
        Outcome::Hidden(hidden) => record.hidden = *hidden,
    }
    value(change, &record, &listing)
}
