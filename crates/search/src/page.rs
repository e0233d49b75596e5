//! Collects the top documents of a segment in some order without sorting the rest, and handles page boundaries.

use crate::{
    schema::halves,
    segment::{Columns, part},
};
use autoparts_domain::{
    catalogue::search::{NameKey, SearchCursor, Sort},
    id::PartId,
    money::Money,
};
use tantivy::{
    DocId, Score,
    collector::{TopNComputer, sort_key::ReverseComparator},
    columnar::TermOrdHit,
};

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

/// A number that increases with the price.
fn price_value(cents: i64) -> u64 {
    u64::try_from(cents).unwrap_or(0)
}

/// The top documents of a segment, unordered.
pub(crate) struct SegmentPage {
    sort: Sort,
    /// Documents up to this rank were on earlier pages.
    after: Option<Rank>,
    top: TopNComputer<Rank, (), ReverseComparator>,
}

impl SegmentPage {
    pub(crate) fn new(page: &PageSpec, columns: &Columns) -> tantivy::Result<Self> {
        let after = page.after.as_ref().map(|after| place(after, columns)).transpose()?.flatten();
        let top = TopNComputer::new_with_comparator(page.most, ReverseComparator);
        Ok(Self { sort: page.sort, after, top })
    }

    /// Adds a document if it is among the top ones. `score` is called only in a list by relevance.
    pub(crate) fn offer(&mut self, document: DocId, score: impl FnOnce() -> Score, columns: &Columns) {
        let value = match self.sort {
            // Scores are not negative, so their bits increase with them.
            Sort::Relevance => u64::from(!score().max(0.0).to_bits()),
            Sort::Newest => !columns.id_high(document),
            Sort::Name => {
                let ordinal = columns.name.as_ref().and_then(|name| name.ords().first(document));
                ordinal.map_or(0, |ordinal| ordinal + 1)
            }
            Sort::PriceUp => price_value(columns.price_of(document)),
            Sort::PriceDown => !price_value(columns.price_of(document)),
        };
        // Most documents need not be compared by id.
        if self.top.threshold.is_some_and(|threshold| value > threshold.value)
            || self.after.is_some_and(|after| value < after.value)
        {
            return;
        }
        let high = columns.id_high(document);
        let low = columns.id_low(document);
        let rank = if self.sort == Sort::Newest { newest(value, (high, low)) } else { Rank { value, high, low } };
        if self.after.is_none_or(|after| rank > after) {
            self.top.push(rank, ());
        }
    }

    pub(crate) fn hits(self, columns: &Columns) -> Vec<Hit> {
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
        self.top.into_vec().into_iter().map(|top| hit(top.sort_key)).collect()
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
                // No key equals it: smaller keys were on earlier pages, and the next key comes after it.
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
