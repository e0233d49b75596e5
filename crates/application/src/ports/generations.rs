//! Change counters of public data, per store. Caches use them to check whether their data is current without querying
//! the database.
//!
//! A repository records in its transaction what it touches ([`Touched`]). After the commit, and before the caller gets
//! its response, the store increments the counters ([`Generations::raise`]). A reader gets the counter before it reads
//! the data, so that it never treats old data as new. Changes by other servers to the same database are not counted
//! here.

use autoparts_domain::id::PartId;
use std::{
    array,
    sync::atomic::{AtomicU64, Ordering},
};

/// A kind of public data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Any part of the catalog, its listing, its stock, a brand, a category or a return policy.
    Parts,
    /// One part, its listing and its stock, the brands, categories and return policies.
    Part(PartId),
    /// The brands, categories and return policies.
    Names,
    /// Any review.
    Reviews,
    /// Charges other than parts.
    Rates,
}

/// The number of changes of each [`Source`] since the store was opened.
#[derive(Debug)]
pub struct Generations {
    parts: AtomicU64,
    /// Counters by the last byte of the id. Parts may share a counter: a change of one then causes a read of the other.
    each_part: [AtomicU64; 256],
    names: AtomicU64,
    reviews: AtomicU64,
    rates: AtomicU64,
}

impl Default for Generations {
    fn default() -> Self {
        let each_part = array::from_fn(|_| AtomicU64::new(0));
        let zero = || AtomicU64::new(0);
        Self { parts: zero(), each_part, names: zero(), reviews: zero(), rates: zero() }
    }
}

impl Generations {
    /// Returns the current counter of a source. Get it before reading the data.
    #[must_use]
    pub fn current(&self, source: Source) -> u64 {
        self.counter(source).load(Ordering::Acquire)
    }

    /// Increments counters. Stores call it when a transaction that touched something was committed, or its outcome is
    /// unknown. The search index calls it after applying the change.
    pub fn raise(&self, touched: &Touched) {
        let raise = |source| self.counter(source).fetch_add(1, Ordering::AcqRel);
        for part in &touched.parts {
            raise(Source::Part(*part));
        }
        if touched.catalogue {
            raise(Source::Names);
            self.each_part.iter().for_each(|number| _ = number.fetch_add(1, Ordering::AcqRel));
        }
        if touched.catalogue || !touched.parts.is_empty() {
            raise(Source::Parts);
        }
        if touched.reviews {
            raise(Source::Reviews);
        }
        if touched.rates {
            raise(Source::Rates);
        }
    }

    fn counter(&self, source: Source) -> &AtomicU64 {
        match source {
            Source::Parts => &self.parts,
            Source::Part(id) => {
                let [.., last] = id.uuid().into_bytes();
                // There is one for each byte.
                self.each_part.get(usize::from(last)).unwrap_or(&self.parts)
            }
            Source::Names => &self.names,
            Source::Reviews => &self.reviews,
            Source::Rates => &self.rates,
        }
    }
}

/// What one transaction has touched, whether or not that changed anything.
#[derive(Debug, Default)]
pub struct Touched {
    parts: Vec<PartId>,
    catalogue: bool,
    reviews: bool,
    rates: bool,
}

impl Touched {
    /// Marks everything: the data may be completely different from before.
    #[must_use]
    pub const fn everything() -> Self {
        Self { parts: Vec::new(), catalogue: true, reviews: true, rates: true }
    }

    /// Marks a part, its listing or its stock.
    pub fn part(&mut self, id: PartId) {
        self.parts.push(id);
    }

    /// Marks several parts.
    pub fn parts(&mut self, ids: &[PartId]) {
        self.parts.extend_from_slice(ids);
    }

    /// Marks what parts share: brands, categories and return policies.
    pub fn catalogue(&mut self) {
        self.catalogue = true;
    }

    /// Marks a review.
    pub fn review(&mut self) {
        self.reviews = true;
    }

    /// Marks charges other than parts.
    pub fn rates(&mut self) {
        self.rates = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_testing::clock::numbered;

    #[test]
    fn only_changed_items_get_a_new_generation() {
        let generations = Generations::default();
        let one = numbered(1).into();
        let other = numbered(2).into();
        let sources =
            [Source::Parts, Source::Part(one), Source::Part(other), Source::Names, Source::Reviews, Source::Rates];
        let numbers = || sources.map(|source| generations.current(source));
        generations.raise(&Touched::default());
        assert_eq!(numbers(), [0, 0, 0, 0, 0, 0]);
        let mut touched = Touched::default();
        touched.part(one);
        generations.raise(&touched);
        assert_eq!(numbers(), [1, 1, 0, 0, 0, 0]);
        let mut touched = Touched::default();
        touched.review();
        generations.raise(&touched);
        assert_eq!(numbers(), [1, 1, 0, 0, 1, 0]);
        let mut touched = Touched::default();
        touched.catalogue();
        generations.raise(&touched);
        assert_eq!(numbers(), [2, 2, 1, 1, 1, 0]);
        let mut touched = Touched::default();
        touched.rates();
        generations.raise(&touched);
        assert_eq!(numbers(), [2, 2, 1, 1, 1, 1]);
    }
}
