//! Price order for searches with many matches by bit set, for lists by price and price ranges: documents are scanned
//! in price order until the page is full, and from both ends until one passes. Most prices are then never read. If the
//! matches are all expensive or all cheap, a scan could take long, so it is limited.

use crate::{
    page::SegmentPage,
    segment::{BLOCK, Block, Columns},
};
use tantivy::{DocId, SegmentReader, columnar::Column};

/// A smaller segment has no price order: its prices are read quickly.
const WORTH_AN_ORDER: DocId = 50_000;

/// Minimum fraction of matches, as one in this many documents: below it, reading the prices of all matches is faster.
const SPARSE: u64 = 64;

/// Whether a segment has enough matches to scan it in price order.
pub(crate) fn is_much(found: u64, segment: &SegmentReader) -> bool {
    found.saturating_mul(SPARSE) >= segment.max_doc().into()
}

/// The documents of a segment, sorted by price.
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

    /// Lowest and highest price of the passing documents; `None` if either is not found within `looks` documents from
    /// its end.
    pub(crate) fn range(&self, columns: &Columns, looks: usize, passes: impl Fn(DocId) -> bool) -> Option<(i64, i64)> {
        let lowest = self.0.iter().take(looks).find(|document| passes(**document))?;
        let highest = self.0.iter().rev().take(looks).find(|document| passes(**document))?;
        Some((columns.price_of(*lowest), columns.price_of(*highest)))
    }

    /// Fills an empty page of a list by price with passing documents. Returns whether `looks` documents were enough;
    /// if not, the page is empty again.
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
