//! Collects the top documents of a segment in some order without sorting the rest, and handles page boundaries.

use crate::{
    schema::halves,
    segment::{BLOCK, Block, Columns, part},
};
use autoparts_domain::{
    catalogue::search::{NameKey, SearchCursor, Sort},
    id::PartId,
    money::Money,
};
use tantivy::{DocId, Score, columnar::TermOrdHit};

/// The requested page.
#[derive(Debug, Clone)]
pub(crate) struct PageSpec {
    pub(crate) sort: Sort,
    /// Maximum number of documents.
    pub(crate) most: usize,
    /// Only documents after this position; ignored here for lists by relevance.
    pub(crate) after: Option<SearchCursor>,
}

impl PageSpec {
    pub(crate) fn by_score(&self) -> bool {
        self.sort == Sort::Relevance
    }
}

/// A document of the page. Sorts in list order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Hit {
    /// The title's sort key in a list by title: ordinals of different segments are not comparable.
    pub(crate) name: String,
    pub(crate) rank: Rank,
}

/// Sort key of a document within a segment, ascending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    value: u64,
    /// Both halves of the id. In a list by newest, `value` is the inverted first half, and this is the inverted second
    /// half.
    high: u64,
    low: u64,
}

/// The rank of a part in a list by newest.
fn newest(value: u64, (_, low): (u64, u64)) -> Rank {
    Rank { value, high: !low, low: 0 }
}

impl Hit {
    pub(crate) fn part(&self, sort: Sort) -> PartId {
        let Rank { value, high, low } = self.rank;
        part(if sort == Sort::Newest { (!value, !high) } else { (high, low) })
    }

    /// The price of the part, in a list by price.
    pub(crate) fn price(&self, sort: Sort) -> Money {
        let value = if sort == Sort::PriceDown { !self.rank.value } else { self.rank.value };
        i64::try_from(value).ok().and_then(Money::from_cents).unwrap_or(Money::ZERO)
    }
}

fn fill(values: &mut [u64; BLOCK], with: impl IntoIterator<Item = u64>) {
    values.iter_mut().zip(with).for_each(|(value, known)| *value = known);
}

/// A number that increases with the price.
fn price_value(cents: i64) -> u64 {
    u64::try_from(cents).unwrap_or(0)
}

/// The top documents of a segment, unordered.
pub(crate) struct SegmentPage {
    sort: Sort,
    most: usize,
    /// Documents up to this rank were on earlier pages.
    after: Option<Rank>,
    /// Up to twice the requested number; then the worse half is dropped.
    kept: Vec<Rank>,
    /// Documents that do not rank before this one are rejected.
    threshold: Option<Rank>,
}

impl SegmentPage {
    pub(crate) fn new(page: &PageSpec, columns: &Columns) -> tantivy::Result<Self> {
        let after = page.after.as_ref().map(|after| place(after, columns)).transpose()?.flatten();
        Ok(Self { sort: page.sort, most: page.most, after, kept: Vec::new(), threshold: None })
    }

    pub(crate) fn by_price(&self) -> bool {
        matches!(self.sort, Sort::PriceUp | Sort::PriceDown)
    }

    /// Whether the highest price comes first, in a list by price.
    pub(crate) fn is_descending(&self) -> bool {
        self.sort == Sort::PriceDown
    }

    fn value_of_price(&self, cents: i64) -> u64 {
        if self.is_descending() { !price_value(cents) } else { price_value(cents) }
    }

    /// The price at the end of the previous page, in a list by price.
    pub(crate) fn after_price(&self) -> Option<i64> {
        let value = self.after?.value;
        i64::try_from(if self.is_descending() { !value } else { value }).ok()
    }

    /// Fills an empty page with passing documents. They come in list order, those with the same price in any order.
    /// Returns whether the page is complete within the scan limit; if not, it is empty again.
    pub(crate) fn fill_by_price(
        &mut self,
        documents: impl Iterator<Item = DocId>,
        columns: &Columns,
        looks: usize,
        passes: impl Fn(DocId) -> bool,
    ) -> bool {
        let mut last = 0;
        for (looked, document) in documents.enumerate() {
            if looked >= looks {
                (self.kept, self.threshold) = (Vec::new(), None);
                return false;
            }
            if !passes(document) {
                continue;
            }
            let value = self.value_of_price(columns.price_of(document));
            if self.kept.len() >= self.most && last < value {
                break;
            }
            self.offer_one(document, value, columns);
            last = value;
        }
        true
    }

    /// Adds those documents that are among the top ones.
    ///
    /// # Arguments
    /// * `prices` - prices of the documents, in a list by price
    /// * `scores` - computes the scores of documents, in a list by relevance
    pub(crate) fn offer(
        &mut self,
        documents: &[DocId],
        prices: Option<&Block<i64>>,
        scores: impl FnOnce(&[DocId]) -> [Score; BLOCK],
        columns: &Columns,
    ) {
        let mut values = [0; BLOCK];
        match self.sort {
            // Scores are not negative, so their bits increase with them.
            Sort::Relevance => fill(&mut values, scores(documents).map(|score| u64::from(!score.max(0.0).to_bits()))),
            Sort::Newest => fill(&mut values, columns.id_highs(documents).values().map(|high| !high)),
            Sort::Name => {
                let ordinals = columns.name.as_ref().map(|name| Block::first_of(name.ords(), documents));
                let ordinals = ordinals.iter().flat_map(Block::all);
                fill(&mut values, ordinals.map(|ordinal| ordinal.map_or(0, |ordinal| ordinal + 1)));
            }
            Sort::PriceUp | Sort::PriceDown => {
                let prices = prices.iter().flat_map(|prices| prices.values());
                fill(&mut values, prices.map(|cents| self.value_of_price(cents)));
            }
        }
        for (document, value) in documents.iter().zip(values) {
            self.offer_one(*document, value, columns);
        }
    }

    fn offer_one(&mut self, document: DocId, value: u64, columns: &Columns) {
        if self.threshold.is_some_and(|threshold| value > threshold.value)
            || self.after.is_some_and(|after| value < after.value)
        {
            return;
        }
        let high = columns.id_high(document);
        // Many have the same score. Then the first half of the id mostly decides, and the second need not be read.
        if self.sort != Sort::Newest && self.threshold.is_some_and(|last| (value, high) > (last.value, last.high)) {
            return;
        }
        let low = columns.id_low(document);
        let rank = if self.sort == Sort::Newest { newest(value, (high, low)) } else { Rank { value, high, low } };
        if self.threshold.is_some_and(|threshold| rank >= threshold) || self.after.is_some_and(|after| rank <= after) {
            return;
        }
        self.kept.push(rank);
        if self.kept.len() >= self.most.saturating_mul(2).max(64) {
            self.cut();
        }
    }

    /// Keeps only the top documents.
    fn cut(&mut self) {
        if let Some(last) = self.most.checked_sub(1).filter(|last| *last < self.kept.len()) {
            self.threshold = Some(*self.kept.select_nth_unstable(last).1);
        }
        self.kept.truncate(self.most);
    }

    pub(crate) fn hits(mut self, columns: &Columns) -> Vec<Hit> {
        self.cut();
        let name = |rank: &Rank| {
            let mut name = String::new();
            if let (Sort::Name, Some(names), Some(ordinal)) = (self.sort, &columns.name, rank.value.checked_sub(1)) {
                // An unreadable title sorts first; the segment is then damaged, which is reported elsewhere.
                names.ord_to_str(ordinal, &mut name).unwrap_or(false);
            }
            name
        };
        let hit = |rank: Rank| match self.sort {
            Sort::Name => Hit { name: name(&rank), rank: Rank { value: 0, ..rank } },
            _ => Hit { name: String::new(), rank },
        };
        self.kept.iter().copied().map(hit).collect()
    }
}

/// The top documents of several segments, in order.
pub(crate) fn merged(mut hits: Vec<Hit>, most: usize) -> Vec<Hit> {
    hits.sort_unstable();
    hits.truncate(most);
    hits
}

/// The end of the previous page as a rank in this segment.
fn place(after: &SearchCursor, columns: &Columns) -> tantivy::Result<Option<Rank>> {
    let rank = |value, id: &PartId| {
        let (high, low) = halves(*id);
        Rank { value, high, low }
    };
    Ok(match after {
        SearchCursor::Relevance(..) => None,
        SearchCursor::Newest(id) => {
            let id = halves(*id);
            Some(newest(!id.0, id))
        }
        SearchCursor::PriceUp(price, id) => Some(rank(price_value(price.cents()), id)),
        SearchCursor::PriceDown(price, id) => Some(rank(!price_value(price.cents()), id)),
        SearchCursor::Name(key, id) => match &columns.name {
            None => None,
            Some(names) => Some(match names.dictionary().term_ord_or_next(key.as_str())? {
                TermOrdHit::Exact(ordinal) => rank(ordinal + 1, id),
                // All smaller keys are after it, the next key and later ones are not: it is between both.
                TermOrdHit::Next(ordinal) => Rank { value: ordinal.min(u64::MAX - 1), high: u64::MAX, low: u64::MAX },
            }),
        },
    })
}

/// The cursor after this page; `None` for lists by relevance, whose cursors are created elsewhere.
pub(crate) fn cursor(last: &Hit, sort: Sort) -> Option<SearchCursor> {
    let part = last.part(sort);
    match sort {
        Sort::Relevance => None,
        Sort::Newest => Some(SearchCursor::Newest(part)),
        Sort::Name => Some(SearchCursor::Name(NameKey::kept(&last.name), part)),
        Sort::PriceUp => Some(SearchCursor::PriceUp(last.price(sort), part)),
        Sort::PriceDown => Some(SearchCursor::PriceDown(last.price(sort), part)),
    }
}
