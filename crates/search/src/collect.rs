//! Iterates once over the matching documents: computes the count and facets, and collects the requested page.

use crate::{
    page::{Hit, PageSpec, SegmentPage, merged},
    ranked::Ranking,
    segment::{Counts, KeyCounts, Segment},
};
use std::{collections::BTreeMap, sync::Arc};
use tantivy::{
    DocId, Score, SegmentOrdinal, SegmentReader, TantivyError,
    collector::{Collector, SegmentCollector},
    query::Weight,
};

/// What to count in addition to the documents.
#[expect(clippy::struct_excessive_bools, reason = "any combination is possible")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Wanted {
    pub(crate) brands: bool,
    pub(crate) categories: bool,
    pub(crate) conditions: bool,
    pub(crate) prices: bool,
    pub(crate) attributes: bool,
}

/// Counts by the index's own keys.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counted {
    pub(crate) total: u64,
    /// Indexed by key number, as in [`KeyNames`](crate::segment::KeyNames).
    pub(crate) brands: Vec<u64>,
    pub(crate) categories: Vec<u64>,
    pub(crate) conditions: [u64; 3],
    pub(crate) prices: Option<(i64, i64)>,
    pub(crate) attributes: BTreeMap<String, u64>,
}

/// Which of the matching documents count, what is counted, and which are listed.
pub(crate) struct Collect<'a> {
    pub(crate) segments: Arc<Vec<Segment>>,
    pub(crate) in_stock: bool,
    /// Minimum and maximum price.
    pub(crate) price: (i64, i64),
    pub(crate) wanted: Wanted,
    pub(crate) page: Option<PageSpec>,
    /// Weights whose scores are added up, when sorting by relevance.
    pub(crate) ranking: &'a [Box<dyn Weight>],
}

/// Any price.
pub(crate) const ANY_PRICE: (i64, i64) = (0, i64::MAX);

/// What was collected from a segment so far.
pub(crate) struct CollectSegment {
    segment: Segment,
    in_stock: bool,
    /// Lowest and highest passing price.
    price: (i64, i64),
    wanted: Wanted,
    counted: Counted,
    brands: Option<KeyCounts>,
    categories: Option<KeyCounts>,
    attributes: Option<Counts>,
    page: Option<SegmentPage>,
    ranking: Ranking,
}

impl Collector for Collect<'_> {
    type Fruit = (Counted, Vec<Hit>);
    type Child = CollectSegment;

    fn for_segment(&self, ordinal: SegmentOrdinal, reader: &SegmentReader) -> tantivy::Result<CollectSegment> {
        let ordinal = usize::try_from(ordinal).unwrap_or(usize::MAX);
        let unknown = || TantivyError::InternalError("a segment that was not opened".to_owned());
        let segment = self.segments.get(ordinal).ok_or_else(unknown)?.clone();
        let columns = &segment.columns;
        let keys = |wanted: bool, column| if wanted { KeyCounts::of(column) } else { None };
        Ok(CollectSegment {
            in_stock: self.in_stock,
            price: self.price,
            wanted: self.wanted,
            counted: Counted::default(),
            brands: keys(self.wanted.brands, columns.brand.as_ref()),
            categories: keys(self.wanted.categories, columns.category.as_ref()),
            attributes: if self.wanted.attributes { Counts::of(columns.attribute.as_ref()) } else { None },
            page: self.page.as_ref().map(|page| SegmentPage::new(page, columns)).transpose()?,
            ranking: Ranking::of(self.ranking, reader)?,
            segment,
        })
    }

    fn requires_scoring(&self) -> bool {
        // This collector scores only matching documents. A scoring query would also score documents that have only some
        // of the words.
        false
    }

    fn merge_fruits(&self, fruits: Vec<(Counted, Vec<Hit>)>) -> tantivy::Result<(Counted, Vec<Hit>)> {
        let mut sum = Counted::default();
        let mut hits = Vec::new();
        for (counted, page) in fruits {
            sum.add(counted);
            hits.extend(page);
        }
        let most = self.page.as_ref().map_or(0, |page| page.most);
        Ok((sum, merged(hits, most)))
    }
}

/// The union of two price ranges.
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

impl SegmentCollector for CollectSegment {
    type Fruit = (Counted, Vec<Hit>);

    fn collect(&mut self, document: DocId, _: Score) {
        let Self { segment, counted, wanted, .. } = self;
        let columns = &segment.columns;
        if self.price != ANY_PRICE && !(self.price.0..=self.price.1).contains(&columns.price_of(document))
            || self.in_stock && !segment.orderable(document)
        {
            return;
        }
        counted.total += 1;
        if wanted.conditions {
            let number = columns.condition.first(document).and_then(|number| usize::try_from(number).ok());
            if let Some(count) = number.and_then(|number| counted.conditions.get_mut(number)) {
                *count += 1;
            }
        }
        if wanted.prices {
            let price = columns.price_of(document);
            counted.prices = range(counted.prices, Some((price, price)));
        }
        let keys = [(&mut self.brands, &columns.brand), (&mut self.categories, &columns.category)];
        for (counts, keys) in keys.into_iter().filter_map(|(counts, keys)| counts.as_mut().zip(keys.as_ref())) {
            counts.count(keys, document);
        }
        if let Some(attributes) = &mut self.attributes {
            attributes.count(document);
        }
        if let Some(page) = &mut self.page {
            page.offer(document, || self.ranking.score(document), columns);
        }
    }

    fn harvest(self) -> (Counted, Vec<Hit>) {
        let columns = &self.segment.columns;
        let mut counted = self.counted;
        let keys = [
            (&self.brands, &columns.brand, &mut counted.brands),
            (&self.categories, &columns.category, &mut counted.categories),
        ];
        for (counts, keys, sums) in keys {
            if let Some((counts, keys)) = counts.as_ref().zip(keys.as_ref()) {
                counts.add_to(keys, sums);
            }
        }
        if let Some(attributes) = self.attributes {
            attributes.add_to(&mut counted.attributes);
        }
        (counted, self.page.map(|page| page.hits(columns)).unwrap_or_default())
    }
}
