//! Goes through the documents that match, once: counts them and what they have, and keeps the page that is asked for.

use crate::{
    page::{Hit, PageSpec, SegmentPage, merged},
    segment::{BLOCK, Block, Columns, Counts, KeyCounts, Segment},
};
use std::{collections::BTreeMap, sync::Arc};
use tantivy::{
    DocId, Score, SegmentOrdinal, SegmentReader, TERMINATED, TantivyError,
    collector::{Collector, SegmentCollector},
    query::{Scorer, Weight},
};

/// What to count beside the documents.
#[expect(clippy::struct_excessive_bools, reason = "any of them goes with any other")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Wanted {
    pub(crate) brands: bool,
    pub(crate) categories: bool,
    pub(crate) conditions: bool,
    pub(crate) prices: bool,
    pub(crate) attributes: bool,
}

/// What was counted, by the index's own keys.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counted {
    pub(crate) total: u64,
    /// By the numbers of their keys, as [`KeyNames`](crate::segment::KeyNames) has them.
    pub(crate) brands: Vec<u64>,
    pub(crate) categories: Vec<u64>,
    pub(crate) conditions: [u64; 3],
    pub(crate) prices: Option<(i64, i64)>,
    pub(crate) attributes: BTreeMap<String, u64>,
}

/// Which of the documents that match count, what is counted, and which of them are listed.
pub(crate) struct Collect<'a> {
    pub(crate) segments: Arc<Vec<Segment>>,
    pub(crate) in_stock: bool,
    /// The lowest and the highest price.
    pub(crate) price: (i64, i64),
    pub(crate) wanted: Wanted,
    pub(crate) page: Option<PageSpec>,
    /// What adds to the score of a document, in a list by relevance.
    pub(crate) ranking: &'a [Box<dyn Weight>],
}

/// Any price.
pub(crate) const ANY_PRICE: (i64, i64) = (0, i64::MAX);

pub(crate) struct CollectSegment {
    segments: Arc<Vec<Segment>>,
    ordinal: usize,
    in_stock: bool,
    price: (i64, i64),
    wanted: Wanted,
    counted: Counted,
    brands: Option<KeyCounts>,
    categories: Option<KeyCounts>,
    attributes: Option<Counts>,
    page: Option<SegmentPage>,
    scorers: Vec<Box<dyn Scorer>>,
    /// Of the documents that are looked at, those that pass.
    passing: Vec<DocId>,
}

impl Collector for Collect<'_> {
    type Fruit = (Counted, Vec<Hit>);
    type Child = CollectSegment;

    fn for_segment(&self, ordinal: SegmentOrdinal, reader: &SegmentReader) -> tantivy::Result<CollectSegment> {
        let ordinal = usize::try_from(ordinal).unwrap_or(usize::MAX);
        let unknown = || TantivyError::InternalError("a segment that was not opened".to_owned());
        let columns = &self.segments.get(ordinal).ok_or_else(unknown)?.columns;
        let keys = |wanted: bool, column| if wanted { KeyCounts::of(column) } else { None };
        let scorers = self.ranking.iter().map(|weight| weight.scorer(reader, 1.0));
        let mut scorers: Vec<Box<dyn Scorer>> = scorers.collect::<tantivy::Result<_>>()?;
        scorers.retain(|scorer| scorer.doc() != TERMINATED);
        Ok(CollectSegment {
            segments: Arc::clone(&self.segments),
            ordinal,
            in_stock: self.in_stock,
            price: self.price,
            wanted: self.wanted,
            counted: Counted::default(),
            brands: keys(self.wanted.brands, columns.brand.as_ref()),
            categories: keys(self.wanted.categories, columns.category.as_ref()),
            attributes: if self.wanted.attributes { Counts::of(columns.attribute.as_ref()) } else { None },
            page: self.page.as_ref().map(|page| SegmentPage::new(page, columns)).transpose()?,
            scorers,
            passing: Vec::with_capacity(BLOCK),
        })
    }

    fn collect_segment(
        &self,
        weight: &dyn Weight,
        ordinal: SegmentOrdinal,
        reader: &SegmentReader,
    ) -> tantivy::Result<(Counted, Vec<Hit>)> {
        // The library would hand documents over one by one as soon as any of the segment was deleted.
        let (mut collected, mut found) = (self.for_segment(ordinal, reader)?, weight.scorer(reader, 1.0)?);
        let (mut block, mut alive) = ([0; BLOCK], Vec::with_capacity(BLOCK));
        loop {
            let count = found.fill_buffer(&mut block);
            alive.clear();
            alive.extend(block.iter().take(count).filter(|document| !reader.is_deleted(**document)));
            collected.look_at(&alive);
            if count < BLOCK {
                return Ok(collected.harvest());
            }
        }
    }

    fn requires_scoring(&self) -> bool {
        // Only what is found is scored, here. A query with scores would score everything that has any of the words.
        false
    }

    fn merge_fruits(&self, fruits: Vec<(Counted, Vec<Hit>)>) -> tantivy::Result<(Counted, Vec<Hit>)> {
        let (mut sum, mut hits) = (Counted::default(), Vec::new());
        for (counted, page) in fruits {
            sum.add(counted);
            hits.extend(page);
        }
        let most = self.page.as_ref().map_or(0, |page| page.most);
        Ok((sum, merged(hits, most)))
    }
}

/// The lowest and the highest of two ranges of prices.
fn range(some: Option<(i64, i64)>, others: Option<(i64, i64)>) -> Option<(i64, i64)> {
    match (some, others) {
        (Some((low, high)), Some((lower, higher))) => Some((low.min(lower), high.max(higher))),
        (some, others) => some.or(others),
    }
}

impl Counted {
    fn add(&mut self, other: Self) {
        let add = |sum: &mut Vec<u64>, other: Vec<u64>| {
            sum.resize(sum.len().max(other.len()), 0);
            sum.iter_mut().zip(other).for_each(|(sum, count)| *sum += count);
        };
        self.total += other.total;
        add(&mut self.brands, other.brands);
        add(&mut self.categories, other.categories);
        for (term, count) in other.attributes {
            *self.attributes.entry(term).or_default() += count;
        }
        self.conditions.iter_mut().zip(other.conditions).for_each(|(sum, count)| *sum += count);
        self.prices = range(self.prices, other.prices);
    }
}

/// The scores of documents, at most [`BLOCK`], to which what ranks them adds. Documents come in ascending order.
fn scores(scorers: &mut [Box<dyn Scorer>], documents: &[DocId]) -> [Score; BLOCK] {
    let mut sums = [0.0; BLOCK];
    for scorer in scorers {
        for (sum, document) in sums.iter_mut().zip(documents) {
            let at = if scorer.doc() < *document { scorer.seek(*document) } else { scorer.doc() };
            if at == *document {
                *sum += scorer.score();
            }
        }
    }
    sums
}

impl CollectSegment {
    /// Looks at documents, at most [`BLOCK`].
    fn look_at(&mut self, documents: &[DocId]) {
        let Some(segment) = self.segments.get(self.ordinal) else { return };
        let columns = &segment.columns;
        self.passing.clear();
        if self.price == ANY_PRICE {
            self.passing.extend_from_slice(documents);
        } else {
            let prices = Block::first_of(&columns.price, documents);
            let passes = |(_, price): &(&DocId, i64)| (self.price.0..=self.price.1).contains(price);
            self.passing.extend(documents.iter().zip(prices.values()).filter(passes).map(|(document, _)| *document));
        }
        if self.in_stock {
            self.passing.retain(|document| segment.orderable(*document));
        }
        let passing = self.passing.as_slice();
        let by_price = self.page.as_ref().is_some_and(SegmentPage::by_price);
        let prices = (self.wanted.prices || by_price).then(|| Block::first_of(&columns.price, passing));
        self.counted.count(passing, prices.as_ref(), columns, self.wanted);
        let keys = [(&mut self.brands, &columns.brand), (&mut self.categories, &columns.category)];
        for (counts, keys) in keys.into_iter().filter_map(|(counts, keys)| counts.as_mut().zip(keys.as_ref())) {
            counts.count(keys, passing);
        }
        if let Some(attributes) = &mut self.attributes {
            for document in passing {
                attributes.count(*document);
            }
        }
        if let Some(page) = &mut self.page {
            page.offer(passing, prices.as_ref(), |documents| scores(&mut self.scorers, documents), columns);
        }
    }
}

impl Counted {
    /// Counts documents of a segment, and what they have of few kinds.
    fn count(&mut self, documents: &[DocId], prices: Option<&Block<i64>>, columns: &Columns, wanted: Wanted) {
        self.total += u64::try_from(documents.len()).unwrap_or(0);
        if let Some(prices) = prices.filter(|_| wanted.prices) {
            let of_block = prices.values().min().zip(prices.values().max());
            self.prices = range(self.prices, of_block);
        }
        if wanted.conditions {
            for number in Block::first_of(&columns.condition, documents).values() {
                let number = usize::try_from(number).unwrap_or(usize::MAX);
                if let Some(count) = self.conditions.get_mut(number) {
                    *count += 1;
                }
            }
        }
    }
}

impl SegmentCollector for CollectSegment {
    type Fruit = (Counted, Vec<Hit>);

    // The trait wants it; documents come in blocks.
    fn collect(&mut self, document: DocId, _: Score) {
        self.look_at(&[document]);
    }

    fn harvest(self) -> (Counted, Vec<Hit>) {
        let mut counted = self.counted;
        let columns = self.segments.get(self.ordinal).map(|segment| &segment.columns);
        if let Some(columns) = columns {
            let keys = [
                (&self.brands, &columns.brand, &mut counted.brands),
                (&self.categories, &columns.category, &mut counted.categories),
            ];
            for (counts, keys, sums) in keys {
                if let Some((counts, keys)) = counts.as_ref().zip(keys.as_ref()) {
                    counts.add_to(keys, sums);
                }
            }
        }
        if let Some(attributes) = self.attributes {
            attributes.add_to(&mut counted.attributes);
        }
        let hits = self.page.zip(columns).map(|(page, columns)| page.hits(columns)).unwrap_or_default();
        (counted, hits)
    }
}
