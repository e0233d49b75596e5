//! Lists by price, and the range of prices, of searches that find much by the bits of words: documents are looked at in the order
//! of their prices until the page is full, and from both ends until one is found. Most prices are never read then. Where
//! what is found is dear or cheap throughout, one would look in vain for long: this is given up after a while.

use crate::{
    page::SegmentPage,
    segment::{BLOCK, Block, Columns},
};
use tantivy::{DocId, SegmentReader, columnar::Column};

/// A segment with fewer documents has no such order: their prices are read quickly.
const WORTH_AN_ORDER: DocId = 50_000;

/// One document in so many at least must be found: else reading the prices of those that are takes less.
const SPARSE: u64 = 64;

/// Whether so much is found of a segment that it may be looked at in the order of prices.
pub(crate) fn is_much(found: u64, segment: &SegmentReader) -> bool {
    found.saturating_mul(SPARSE) >= segment.max_doc().into()
}

/// The documents of a segment in the order of their prices.
pub(crate) struct PriceOrder(Box<[DocId]>);

impl PriceOrder {
    pub(crate) fn of(segment: &SegmentReader, prices: &Column<i64>) -> Option<Self> {
        if segment.max_doc() < WORTH_AN_ORDER {
            return None;
        }
        let documents: Vec<DocId> = (0..segment.max_doc()).collect();
        let prices = documents.chunks(BLOCK).flat_map(|block| Block::first_of(prices, block).into_values());
        let mut order: Vec<(i64, DocId)> = prices.zip(documents.iter().copied()).collect();
        order.sort_unstable();
        Some(Self(order.into_iter().map(|(_, document)| document).collect()))
    }

    /// The lowest and the highest price of the documents that pass; `None` when so many looks from an end do not find one.
    pub(crate) fn range(&self, columns: &Columns, looks: usize, passes: impl Fn(DocId) -> bool) -> Option<(i64, i64)> {
        let lowest = self.0.iter().take(looks).find(|document| passes(**document))?;
        let highest = self.0.iter().rev().take(looks).find(|document| passes(**document))?;
        Some((columns.price_of(*lowest), columns.price_of(*highest)))
    }

    /// Fills an empty page that is listed by price with documents that pass. Says whether so many looks were enough; else
    /// the page is empty again.
    pub(crate) fn fill(
        &self,
        page: &mut SegmentPage,
        columns: &Columns,
        looks: usize,
        passes: impl Fn(DocId) -> bool,
    ) -> bool {
        let price = |document: DocId| columns.price_of(document);
        let after = page.after_price();
        if page.is_descending() {
            let end = after.map(|after| self.0.partition_point(|document| price(*document) <= after));
            let before = self.0.get(..end.unwrap_or(self.0.len())).unwrap_or_default();
            page.fill_by_price(before.iter().rev().copied(), columns, looks, passes)
        } else {
            let begin = after.map(|after| self.0.partition_point(|document| price(*document) < after));
            let behind = self.0.get(begin.unwrap_or(0)..).unwrap_or_default();
            page.fill_by_price(behind.iter().copied(), columns, looks, passes)
        }
    }
}
