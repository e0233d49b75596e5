//! Bit sets of the documents of a segment.

mod scorer;

pub(crate) use scorer::BitsScorer;
use tantivy::{COLLECT_BLOCK_BUFFER_LEN, DocId, DocSet};

/// Number of 64-bit words in a row, which are combined at once.
const ROW: usize = 16;

/// Number of documents per 64-bit word.
const BITS: u32 = u64::BITS;

/// Number of documents per row.
const BITS_OF_ROW: u32 = 1_024;
const _: () = assert!(size_of::<Row>() * 8 == 1_024, "a row has the documented number of bits");

type Row = [u64; ROW];

/// A set of documents of a segment. Empty rows are not stored: parts of a category are adjacent, and most terms occur
/// in few categories.
#[derive(Debug, Clone)]
pub(crate) struct Bits {
    /// The index of each row in the list of stored rows; all empty rows share the first one.
    row_numbers: Vec<u32>,
    rows: Vec<Row>,
    /// Which rows are stored, one bit each.
    kept: Vec<u64>,
    /// Upper bound of the number of documents; an exact count would cost more than it is worth.
    most: u32,
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The position of a document: its row, the word in the row, and the bit mask.
fn place(document: DocId) -> (usize, usize, u64) {
    (index(document / BITS_OF_ROW), index(document % BITS_OF_ROW / BITS), 1 << (document % BITS))
}

impl Bits {
    /// The empty set for this many documents.
    pub(crate) fn none(of: DocId) -> Self {
        Self::without_documents(index(of.div_ceil(BITS_OF_ROW)))
    }

    /// A set with this many rows, all empty.
    fn without_documents(rows: usize) -> Self {
        let kept = vec![0; rows.div_ceil(index(BITS))];
        Self { row_numbers: vec![0; rows], rows: vec![[0; ROW]], kept, most: 0 }
    }

    fn row(&self, row: usize) -> Option<&Row> {
        self.row_numbers.get(row).and_then(|number| self.rows.get(index(*number)))
    }

    /// A stored row; `None` for an empty one.
    fn kept_row(&self, row: usize) -> Option<&Row> {
        let number = self.row_numbers.get(row).filter(|number| **number > 0)?;
        self.rows.get(index(*number))
    }

    fn row_to_fill(&mut self, row: usize) -> Option<&mut Row> {
        let number = self.row_numbers.get_mut(row)?;
        if *number == 0 {
            *number = u32::try_from(self.rows.len()).ok()?;
            self.rows.push([0; ROW]);
            *self.kept.get_mut(row / index(BITS))? |= 1 << (row % index(BITS));
        }
        self.rows.get_mut(index(*number))
    }

    /// The set of documents in a list, out of this many; without spare capacity.
    pub(crate) fn of(of: DocId, documents: &mut dyn DocSet) -> Self {
        let mut bits = Self::none(of);
        bits.add(documents);
        bits.rows.shrink_to_fit();
        bits
    }

    /// Adds the documents of a list.
    pub(crate) fn add(&mut self, documents: &mut dyn DocSet) {
        let mut block = [0; COLLECT_BLOCK_BUFFER_LEN];
        loop {
            let count = documents.fill_buffer(&mut block);
            self.most = self.most.saturating_add(u32::try_from(count).unwrap_or(u32::MAX));
            for document in block.iter().take(count) {
                self.add_one(*document);
            }
            if count < block.len() {
                return;
            }
        }
    }

    fn add_one(&mut self, document: DocId) {
        let (row, word, bit) = place(document);
        if let Some(word) = self.row_to_fill(row).and_then(|row| row.get_mut(word)) {
            *word |= bit;
        }
    }

    /// Adds the documents of another set.
    pub(crate) fn union(&mut self, other: &Self) {
        self.most = self.most.saturating_add(other.most);
        for row in 0..other.row_numbers.len() {
            if let Some(others) = other.kept_row(row)
                && let Some(bits) = self.row_to_fill(row)
            {
                bits.iter_mut().zip(others).for_each(|(bits, other)| *bits |= other);
            }
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.row_numbers.len() * size_of::<u32>() + size_of_val(&*self.rows) + size_of_val(&*self.kept)
    }

    /// Which of up to 64 documents are in the set: one bit each, the lowest for the first.
    pub(crate) fn which(&self, documents: &[DocId]) -> u64 {
        debug_assert!(documents.len() <= index(BITS), "one bit for each");
        // Branch-free, because the branches would be unpredictable.
        documents.iter().take(index(BITS)).enumerate().fold(0, |found, (at, document)| {
            let (row, word, _) = place(*document);
            let word = self.row(row).and_then(|row| row.get(word)).copied().unwrap_or(0);
            found | (word >> (document % BITS) & 1) << at
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::sync::Arc;
    use tantivy::{TERMINATED, query::Scorer};

    pub(crate) fn documents(mut scorer: Box<dyn Scorer>) -> Vec<DocId> {
        let mut documents = Vec::new();
        while scorer.doc() != TERMINATED {
            documents.push(scorer.doc());
            scorer.advance();
        }
        assert_eq!(scorer.advance(), TERMINATED);
        documents
    }

    /// The set of some of this many documents.
    pub(super) fn bits(of: DocId, some: impl IntoIterator<Item = DocId>) -> Arc<Bits> {
        let mut bits = Bits::none(of);
        some.into_iter().for_each(|document| bits.add_one(document));
        Arc::new(bits)
    }

    #[test]
    fn one_can_ask_which_of_some_documents_are_among_them() {
        let thirds = bits(9_000, (0..9_000).step_by(3));
        for asked in [0, 1, 63, 64] {
            let asked: Vec<DocId> = (0..asked).map(|number| number * 139).collect();
            let which = thirds.which(&asked);
            for (at, document) in asked.iter().enumerate() {
                assert_eq!(which >> at & 1 == 1, document % 3 == 0, "{document}");
            }
        }
    }

    #[test]
    fn rows_without_documents_are_not_kept() {
        let mut all = (*bits(1_000_000, [5, 999_999])).clone();
        all.union(&bits(1_000_000, [6, 500_000]));
        // The shared empty row, and three more.
        assert_eq!(all.rows.len(), 4);
        assert_eq!(documents(Box::new(BitsScorer::new(Arc::new(all), Vec::new()))), [5, 6, 500_000, 999_999]);
    }
}
