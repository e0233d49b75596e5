//! Decides whether a report removes so much that applying it requires confirming the number of removals.

use super::{ImportError, ImportResult, Importer};
use crate::{
    ports::{
        imports::{Brake, Import},
        page::Page,
        part_rows::PartColumn,
        store::Transaction,
    },
    use_case_error::UseCaseError,
};
use autoparts_domain::slug::BrandId;
use std::collections::BTreeMap;

/// Parts of a brand per counting batch.
const BATCH: u32 = 500;

/// The share of existing entries that an import may remove without a confirmation, in percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RemovalShare(u64);

impl RemovalShare {
    /// The default share.
    pub const DEFAULT: Self = Self(20);

    /// The maximum: however many entries an import removes, the share is not exceeded.
    pub const MAX: u64 = 100;

    /// A share of at most [`Self::MAX`]; `None` for more.
    #[must_use]
    pub fn new(per_cent: u64) -> Option<Self> {
        (per_cent <= Self::MAX).then_some(Self(per_cent))
    }

    fn is_exceeded(self, removed: u64, existing: u64) -> bool {
        u128::from(removed) * 100 > u128::from(existing) * u128::from(self.0)
    }
}

/// The caller's confirmation to apply an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Consent {
    /// The confirmed number of removals, from the report; `None` if not given.
    pub removals: Option<u64>,
    /// Apply it even if the file is doubtful.
    pub force: bool,
}

impl Consent {
    /// Refuses an import that lacks the confirmation it requires.
    pub(super) fn check(self, import: &Import) -> ImportResult<()> {
        let removed = import.counts.removed;
        let is_confirmed = self.removals == Some(removed) || removed == 0;
        match import.brake {
            Brake::None => Ok(()),
            Brake::Confirm if is_confirmed => Ok(()),
            Brake::Confirm => Err(ImportError::NotConfirmed { removed }.into()),
            Brake::Force if is_confirmed && self.force => Ok(()),
            Brake::Force => Err(ImportError::NotForced { removed }.into()),
            Brake::Unknown => Err(ImportError::Changed.into()),
        }
    }
}

/// What a report removes, and the totals to compare with.
#[derive(Debug, Default)]
pub(super) struct Removals {
    /// Lost applications by brand.
    pub(super) by_brand: BTreeMap<BrandId, u64>,
    /// Lost applications of parts without a brand.
    pub(super) without_brand: u64,
    /// Entries by column of a part file: how many are lost, and how many the listed parts have.
    pub(super) columns: BTreeMap<PartColumn, (u64, u64)>,
}

impl Removals {
    pub(super) fn add(&mut self, brand: Option<&BrandId>, lost: u64) {
        match brand {
            _ if lost == 0 => {}
            Some(brand) => *self.by_brand.entry(brand.clone()).or_default() += lost,
            None => self.without_brand += lost,
        }
    }

    pub(super) fn extend(&mut self, others: Self) {
        self.without_brand += others.without_brand;
        for (brand, lost) in others.by_brand {
            self.add(Some(&brand), lost);
        }
        for (column, (lost, existing)) in others.columns {
            let (all_lost, all) = self.columns.entry(column).or_default();
            (*all_lost, *all) = (*all_lost + lost, *all + existing);
        }
    }

    fn total(&self) -> u64 {
        let columns = self.columns.values().map(|(lost, _)| lost);
        self.without_brand + self.by_brand.values().chain(columns).sum::<u64>()
    }
}

impl Importer {
    /// Sets an import's number of removals, and the confirmation that they require.
    pub(super) async fn set_brake(
        &self,
        import: &mut Import,
        removals: &Removals,
        is_doubtful: bool,
    ) -> ImportResult<()> {
        let counts = &mut import.counts;
        counts.removed = removals.total();
        let is_empty = counts.understood() == 0 && (counts.set_aside > 0 || counts.removed > 0);
        import.brake = if counts.changes() > 0 && (is_doubtful || is_empty) {
            Brake::Force
        } else if self.removes_too_much(removals).await? {
            Brake::Confirm
        } else {
            Brake::None
        };
        Ok(())
    }

    async fn removes_too_much(&self, removals: &Removals) -> ImportResult<bool> {
        let share = self.removal_share;
        if removals.columns.values().any(|(lost, existing)| share.is_exceeded(*lost, *existing)) {
            return Ok(true);
        }
        for (brand, lost) in &removals.by_brand {
            if self.exceeds_share_of_brand(brand, *lost).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the lost applications exceed the share of their brand. Stops counting as soon as they do not.
    async fn exceeds_share_of_brand(&self, brand: &BrandId, lost: u64) -> ImportResult<bool> {
        let mut existing = 0;
        let mut after = None;
        loop {
            let brand = brand.clone();
            let from = after;
            let work = move |tx: &mut dyn Transaction| {
                let page = tx.parts_of_brand(&brand, &Page { after: from, limit: BATCH })?;
                let counts = tx.fitment_counts(&page)?;
                let applications: u64 = counts.values().map(|counts| u64::from(counts.listed)).sum();
                Ok::<_, UseCaseError<_>>((page.last().copied(), applications))
            };
            let (next, applications) = self.store.read(work).await?;
            existing += applications;
            if !self.removal_share.is_exceeded(lost, existing) {
                return Ok(false);
            }
            match next {
                Some(next) => after = Some(next),
                None => return Ok(true),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removing_exactly_the_share_is_allowed() {
        let share = RemovalShare::DEFAULT;
        for (removed, existing, is_exceeded) in
            [(0, 0, false), (20, 100, false), (21, 100, true), (1, 4, true), (1, 5, false), (u64::MAX, 1, true)]
        {
            assert_eq!(share.is_exceeded(removed, existing), is_exceeded, "{removed} of {existing}");
        }
        assert_eq!(RemovalShare::new(101), None);
        assert!(!RemovalShare::new(100).unwrap().is_exceeded(5, 5));
        assert!(RemovalShare::new(0).unwrap().is_exceeded(1, 1_000));
    }
}
