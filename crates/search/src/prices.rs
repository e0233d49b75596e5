//! Much that is found by price: it is looked at in the order of prices, until the page is full, and its lowest and highest
//! price are the first that one comes upon from both ends. So most prices are never read.

use crate::{
    page::SegmentPage,
    segment::{BLOCK, Block, Columns},
};
use tantivy::{DocId, SegmentReader, columnar::Column};

/// A segment with fewer documents has no such order: their prices are read soon.
const WORTH_AN_ORDER: DocId = 50_000;

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

    /// The lowest and the highest price of the documents that pass.
    pub(crate) fn range(&self, columns: &Columns, passes: impl Fn(DocId) -> bool) -> Option<(i64, i64)> {
        let passing = |document: &&DocId| passes(**document);
        let lowest = self.0.iter().find(passing)?;
        let highest = self.0.iter().rfind(passing)?;
        Some((columns.price_of(*lowest), columns.price_of(*highest)))
    }

    /// Fills a page that is listed by price with documents that pass.
    pub(crate) fn fill(&self, page: &mut SegmentPage, columns: &Columns, passes: impl Fn(DocId) -> bool) {
        let price = |document: DocId| columns.price_of(document);
        let after = page.after_price();
        if page.is_descending() {
            let end = after.map(|after| self.0.partition_point(|document| price(*document) <= after));
            let before = self.0.get(..end.unwrap_or(self.0.len())).unwrap_or_default();
            page.fill_by_price(before.iter().rev().copied().filter(|document| passes(*document)), columns);
        } else {
            let begin = after.map(|after| self.0.partition_point(|document| price(*document) < after));
            let behind = self.0.get(begin.unwrap_or(0)..).unwrap_or_default();
            page.fill_by_price(behind.iter().copied().filter(|document| passes(*document)), columns);
        }
    }
}
