//! Goes through the documents that match, once: counts them and what they have, and keeps the page that is asked for.

use crate::{
    page::{Hit, PageSpec, SegmentPage, merged},
    segment::{Counts, Segment},
};
use std::{collections::BTreeMap, sync::Arc};
use tantivy::{
    DocId, Score, SegmentOrdinal, SegmentReader, TantivyError,
    collector::{Collector, SegmentCollector},
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
    pub(crate) brands: BTreeMap<String, u64>,
    pub(crate) categories: BTreeMap<String, u64>,
    pub(crate) conditions: [u64; 3],
    pub(crate) prices: Option<(i64, i64)>,
    pub(crate) attributes: BTreeMap<String, u64>,
}

/// Which of the documents that match count, what is counted, and which of them are listed.
pub(crate) struct Collect {
    pub(crate) segments: Arc<Vec<Segment>>,
    pub(crate) in_stock: bool,
    /// The lowest and the highest price.
    pub(crate) price: (i64, i64),
    pub(crate) wanted: Wanted,
    pub(crate) page: Option<PageSpec>,
}

/// Any price.
pub(crate) const ANY_PRICE: (i64, i64) = (0, i64::MAX);

pub(crate) struct CollectSegment {
    segments: Arc<Vec<Segment>>,
    ordinal: usize,
    in_stock: bool,
    price: (i64, i64),
    wanted: Wanted,
    total: u64,
    brands: Option<Counts>,
    categories: Option<Counts>,
    attributes: Option<Counts>,
    conditions: [u64; 3],
    prices: Option<(i64, i64)>,
    page: Option<SegmentPage>,
}

impl Collector for Collect {
    type Fruit = (Counted, Vec<Hit>);
    type Child = CollectSegment;

    fn for_segment(&self, ordinal: SegmentOrdinal, _: &SegmentReader) -> tantivy::Result<CollectSegment> {
        let ordinal = usize::try_from(ordinal).unwrap_or(usize::MAX);
        let unknown = || TantivyError::InternalError("a segment that was not opened".to_owned());
        let columns = &self.segments.get(ordinal).ok_or_else(unknown)?.columns;
        let counts = |wanted: bool, column| if wanted { Counts::of(column) } else { None };
        Ok(CollectSegment {
            segments: Arc::clone(&self.segments),
            ordinal,
            in_stock: self.in_stock,
            price: self.price,
            wanted: self.wanted,
            total: 0,
            brands: counts(self.wanted.brands, columns.brand.as_ref()),
            categories: counts(self.wanted.categories, columns.category.as_ref()),
            attributes: counts(self.wanted.attributes, columns.attribute.as_ref()),
            conditions: [0; 3],
            prices: None,
            page: self.page.as_ref().map(|page| SegmentPage::new(page, columns)).transpose()?,
        })
    }

    fn requires_scoring(&self) -> bool {
        self.page.as_ref().is_some_and(PageSpec::by_score)
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

impl Counted {
    fn add(&mut self, other: Self) {
        let add = |sum: &mut BTreeMap<String, u64>, other: BTreeMap<String, u64>| {
            if sum.is_empty() {
                *sum = other;
            } else {
                for (term, count) in other {
                    *sum.entry(term).or_default() += count;
                }
            }
        };
        self.total += other.total;
        add(&mut self.brands, other.brands);
        add(&mut self.categories, other.categories);
        add(&mut self.attributes, other.attributes);
        self.conditions.iter_mut().zip(other.conditions).for_each(|(sum, count)| *sum += count);
        self.prices = match (self.prices, other.prices) {
            (Some((low, high)), Some((lower, higher))) => Some((low.min(lower), high.max(higher))),
            (known, other) => known.or(other),
        };
    }
}

impl SegmentCollector for CollectSegment {
    type Fruit = (Counted, Vec<Hit>);

    fn collect(&mut self, document: DocId, score: Score) {
        let Some(segment) = self.segments.get(self.ordinal) else { return };
        let columns = &segment.columns;
        let (low, high) = self.price;
        let limits_price = self.price != ANY_PRICE;
        let price = if limits_price || self.wanted.prices { columns.price.first(document).unwrap_or(0) } else { 0 };
        if (limits_price && !(low..=high).contains(&price)) || (self.in_stock && !segment.orderable(document)) {
            return;
        }
        self.total += 1;
        if self.wanted.prices {
            let (lowest, highest) = self.prices.unwrap_or((price, price));
            self.prices = Some((lowest.min(price), highest.max(price)));
        }
        if self.wanted.conditions {
            let number = columns.condition.first(document).and_then(|number| usize::try_from(number).ok());
            if let Some(count) = number.and_then(|number| self.conditions.get_mut(number)) {
                *count += 1;
            }
        }
        for counts in [&mut self.brands, &mut self.categories, &mut self.attributes].into_iter().flatten() {
            counts.count(document);
        }
        if let Some(page) = &mut self.page {
            page.offer(document, score, columns);
        }
    }

    fn harvest(self) -> (Counted, Vec<Hit>) {
        let mut counted =
            Counted { total: self.total, conditions: self.conditions, prices: self.prices, ..Counted::default() };
        let fields = [
            (self.brands, &mut counted.brands),
            (self.categories, &mut counted.categories),
            (self.attributes, &mut counted.attributes),
        ];
        for (counts, sums) in fields {
            if let Some(counts) = counts {
                counts.add_to(sums);
            }
        }
        let columns = self.segments.get(self.ordinal).map(|segment| &segment.columns);
        let hits = self.page.zip(columns).map(|(page, columns)| page.hits(columns)).unwrap_or_default();
        (counted, hits)
    }
}
