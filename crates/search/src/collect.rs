//! Iterates once over the matching documents: computes the count and facets, and collects the requested page.

use crate::{
    bits::BitsScorer,
    page::{Hit, PageSpec, SegmentPage, merged},
    prices::is_much,
    ranked::Ranker,
    segment::{BLOCK, Block, Columns, Counts, KeyCounts, Segment},
};
use std::{collections::BTreeMap, sync::Arc};
use tantivy::{
    DocId, DocSet, Score, SegmentOrdinal, SegmentReader, TantivyError,
    collector::{Collector, SegmentCollector},
    query::{Scorer, Weight},
};

/// What to count in addition to the documents.
#[expect(clippy::struct_excessive_bools, reason = "any of them goes with any other")]
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
    /// Weights that add to the score of a document, for a list by relevance.
    pub(crate) ranking: &'a [Box<dyn Weight>],
}

/// Any price.
pub(crate) const ANY_PRICE: (i64, i64) = (0, i64::MAX);

pub(crate) struct CollectSegment {
    segment: Segment,
    collected: Collected,
}

/// What was collected from a segment so far.
struct Collected {
    in_stock: bool,
    /// Lowest and highest passing price.
    price: (i64, i64),
    wanted: Wanted,
    counted: Counted,
    brands: Option<KeyCounts>,
    categories: Option<KeyCounts>,
    attributes: Option<Counts>,
    page: Option<SegmentPage>,
    rankers: Vec<Ranker>,
    /// Passing documents of the current block.
    passing: Vec<DocId>,
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
        let rankers = self.ranking.iter().filter_map(|weight| Ranker::of(&**weight, reader).transpose());
        let rankers = rankers.collect::<tantivy::Result<_>>()?;
        let collected = Collected {
            in_stock: self.in_stock,
            price: self.price,
            wanted: self.wanted,
            counted: Counted::default(),
            brands: keys(self.wanted.brands, columns.brand.as_ref()),
            categories: keys(self.wanted.categories, columns.category.as_ref()),
            attributes: if self.wanted.attributes { Counts::of(columns.attribute.as_ref()) } else { None },
            page: self.page.as_ref().map(|page| SegmentPage::new(page, columns)).transpose()?,
            rankers,
            passing: Vec::with_capacity(BLOCK),
        };
        Ok(CollectSegment { segment, collected })
    }

    fn collect_segment(
        &self,
        weight: &dyn Weight,
        ordinal: SegmentOrdinal,
        reader: &SegmentReader,
    ) -> tantivy::Result<(Counted, Vec<Hit>)> {
        let CollectSegment { segment, mut collected } = self.for_segment(ordinal, reader)?;
        let mut found = weight.scorer(reader, 1.0)?;
        let bits = found.downcast_ref::<BitsScorer>().filter(|_| collected.may_go_by_prices(&segment));
        let Some(mut bits) = bits.filter(|bits| is_much(bits.size_hint().into(), reader)).map(BitsScorer::again) else {
            for_each_block(&mut *found, reader, |block| collected.look_at(block, &segment));
            return Ok(collected.harvest(&segment.columns));
        };
        for_each_block(&mut *found, reader, |block| collected.look_at_all_but_prices(block, &segment));
        let is_found = |document| bits.has(document) && !reader.is_deleted(document);
        if !is_much(collected.counted.total, reader) || !collected.go_by_prices(&segment, is_found) {
            for_each_block(&mut bits, reader, |block| collected.look_at_prices(block, &segment));
        }
        Ok(collected.harvest(&segment.columns))
    }

    fn requires_scoring(&self) -> bool {
        // Only matching documents are scored, in this collector. A scoring query would score every document with any
        // of the words.
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

/// The scores of up to [`BLOCK`] documents, in ascending order, summed over the rankers.
fn scores(rankers: &mut [Ranker], documents: &[DocId]) -> [Score; BLOCK] {
    let mut sums = [0.0; BLOCK];
    for ranker in rankers {
        ranker.add_to(&mut sums, documents);
    }
    sums
}

/// Passes on the matching documents that are not deleted, up to [`BLOCK`] at once. The library does it one by one as
/// soon as any document of the segment is deleted.
fn for_each_block(found: &mut dyn Scorer, reader: &SegmentReader, mut look_at: impl FnMut(&[DocId])) {
    let (mut block, mut alive) = ([0; BLOCK], Vec::with_capacity(BLOCK));
    loop {
        let count = found.fill_buffer(&mut block);
        let documents = block.get(..count).unwrap_or_default();
        if reader.has_deletes() {
            alive.clear();
            alive.extend(documents.iter().filter(|document| !reader.is_deleted(**document)));
            look_at(&alive);
        } else {
            look_at(documents);
        }
        if count < BLOCK {
            return;
        }
    }
}

impl Collected {
    /// Selects the passing documents.
    fn choose(&mut self, documents: &[DocId], segment: &Segment) {
        self.passing.clear();
        if self.price == ANY_PRICE {
            self.passing.extend_from_slice(documents);
        } else {
            let prices = Block::first_of(&segment.columns.price, documents);
            let passes = |(_, price): &(&DocId, i64)| (self.price.0..=self.price.1).contains(price);
            self.passing.extend(documents.iter().zip(prices.values()).filter(passes).map(|(document, _)| *document));
        }
        if self.in_stock {
            self.passing.retain(|document| segment.orderable(*document));
        }
    }

    /// Collects up to [`BLOCK`] documents.
    fn look_at(&mut self, documents: &[DocId], segment: &Segment) {
        self.look_at_all_but_prices(documents, segment);
        self.look_at_chosen_prices(&segment.columns);
    }

    /// Collects up to [`BLOCK`] documents, but reads prices only of selected ones.
    fn look_at_all_but_prices(&mut self, documents: &[DocId], segment: &Segment) {
        self.choose(documents, segment);
        let (columns, passing) = (&segment.columns, self.passing.as_slice());
        self.counted.count(passing, columns, self.wanted);
        let keys = [(&mut self.brands, &columns.brand), (&mut self.categories, &columns.category)];
        for (counts, keys) in keys.into_iter().filter_map(|(counts, keys)| counts.as_mut().zip(keys.as_ref())) {
            counts.count(keys, passing);
        }
        if let Some(attributes) = &mut self.attributes {
            for document in passing {
                attributes.count(*document);
            }
        }
        if let Some(page) = self.page.as_mut().filter(|page| !page.by_price()) {
            page.offer(passing, None, |documents| scores(&mut self.rankers, documents), columns);
        }
    }

    /// Collects the prices of up to [`BLOCK`] documents.
    fn look_at_prices(&mut self, documents: &[DocId], segment: &Segment) {
        self.choose(documents, segment);
        self.look_at_chosen_prices(&segment.columns);
    }

    fn look_at_chosen_prices(&mut self, columns: &Columns) {
        let page = self.page.as_mut().filter(|page| page.by_price());
        if !self.wanted.prices && page.is_none() {
            return;
        }
        let prices = Block::first_of(&columns.price, &self.passing);
        if self.wanted.prices {
            self.counted.prices = range(self.counted.prices, prices.values().min().zip(prices.values().max()));
        }
        if let Some(page) = page {
            page.offer(&self.passing, Some(&prices), |_| [0.0; BLOCK], columns);
        }
    }

    /// Whether prices are needed, and a price order is available.
    fn may_go_by_prices(&self, segment: &Segment) -> bool {
        let by_price = self.page.as_ref().is_some_and(SegmentPage::by_price);
        segment.columns.by_price.is_some() && self.price == ANY_PRICE && (self.wanted.prices || by_price)
    }

    /// Scans documents in price order as far as needed; `false` if that would take more than reading the prices of all
    /// matches.
    fn go_by_prices(&mut self, segment: &Segment, is_found: impl Fn(DocId) -> bool) -> bool {
        let Some(order) = &segment.columns.by_price else { return false };
        let looks = usize::try_from(self.counted.total).unwrap_or(usize::MAX);
        let passes = |document| is_found(document) && (!self.in_stock || segment.orderable(document));
        let range = if self.wanted.prices { order.range(&segment.columns, looks, passes) } else { None };
        if self.wanted.prices && range.is_none() {
            return false;
        }
        let page = self.page.as_mut().filter(|page| page.by_price());
        let is_filled = page.is_none_or(|page| order.fill(page, &segment.columns, looks, passes));
        if is_filled {
            self.counted.prices = range;
        }
        is_filled
    }

    fn harvest(self, columns: &Columns) -> (Counted, Vec<Hit>) {
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

impl Counted {
    /// Counts documents of a segment, and their few-valued fields.
    fn count(&mut self, documents: &[DocId], columns: &Columns, wanted: Wanted) {
        self.total += u64::try_from(documents.len()).unwrap_or(0);
        if wanted.conditions {
            columns.condition.count(documents, &mut self.conditions);
        }
    }
}

impl SegmentCollector for CollectSegment {
    type Fruit = (Counted, Vec<Hit>);

    // Required by the trait; documents come in blocks.
    fn collect(&mut self, document: DocId, _: Score) {
        self.collected.look_at(&[document], &self.segment);
    }

    fn harvest(self) -> (Counted, Vec<Hit>) {
        self.collected.harvest(&self.segment.columns)
    }
}
