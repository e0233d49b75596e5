//! How often what the public sees was changed through one store. Those who keep it in memory learn from this,
//! without asking the database, whether what they keep still holds.
//!
//! A repository notes in its transaction what it touches ([`Touched`]). After the commit, and before the caller
//! gets its answer, the store raises the numbers ([`Generations::raise`]). A reader takes the number first and
//! reads then, so that it never takes old data for new. What other servers change in the same database does not
//! count here.

use autoparts_domain::id::PartId;
use std::{
    array,
    sync::atomic::{AtomicU64, Ordering},
};

/// What the public is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Any part of the catalogue, its listing, its stock, a brand or a category.
    Parts,
    /// One part, its listing and its stock, the brands and categories.
    Part(PartId),
    /// The brands and categories.
    Names,
    /// Any review.
    Reviews,
    /// What is charged beside parts.
    Rates,
}

/// How often each [`Source`] was changed since the store was opened.
#[derive(Debug)]
pub struct Generations {
    parts: AtomicU64,
    /// By the last byte of the id. Parts may share a number: then a change of one costs the other a read.
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
    /// The number of a source now. To be taken before it is read.
    #[must_use]
    pub fn current(&self, source: Source) -> u64 {
        self.counter(source).load(Ordering::Acquire)
    }

    /// For stores: a transaction that touched something was committed, or nobody knows whether it was. For the search
    /// index: it has taken that over.
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
    /// All there is: what was read before may have nothing to do with what is there now.
    #[must_use]
    pub const fn everything() -> Self {
        Self { parts: Vec::new(), catalogue: true, reviews: true, rates: true }
    }

    /// A part, its listing or its stock.
    pub fn part(&mut self, id: PartId) {
        self.parts.push(id);
    }

    /// Several parts.
    pub fn parts(&mut self, ids: &[PartId]) {
        self.parts.extend_from_slice(ids);
    }

    /// What parts share: brands and categories.
    pub fn catalogue(&mut self) {
        self.catalogue = true;
    }

    /// A review.
    pub fn review(&mut self) {
        self.reviews = true;
    }

    /// What is charged beside parts.
    pub fn rates(&mut self) {
        self.rates = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::clock::numbered;

    #[test]
    fn only_what_was_touched_gets_another_number() {
        let generations = Generations::default();
        let (one, other) = (numbered(1).into(), numbered(2).into());
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
