//! Documents of a segment, one bit each.

mod scorer;

pub(crate) use scorer::BitsScorer;
use tantivy::{COLLECT_BLOCK_BUFFER_LEN, DocId, DocSet};

/// So many words of bits are put together at once.
const ROW: usize = 16;

/// The bits of so many documents are in a word.
const BITS: u32 = u64::BITS;

/// The bits of so many documents are in a row.
const BITS_OF_ROW: u32 = 1_024;
const _: () = assert!(size_of::<Row>() * 8 == 1_024, "a row has as many bits as it is said to have");

type Row = [u64; ROW];

/// Documents of a segment. Rows without any are not kept: parts of a
/// category are neighbours, and most terms are of few categories.
#[derive(Debug, Clone)]
pub(crate) struct Bits {
    /// The number of each row in the list of those that are kept; that of all that are empty is the first one.
    row_numbers: Vec<u32>,
    rows: Vec<Row>,
    /// Which rows are kept, one bit each.
    kept: Vec<u64>,
    /// How many they are at most: counting them takes longer than it is worth.
    most: u32,
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The place of a document: its row, its word in it, and its bit in that.
fn place(document: DocId) -> (usize, usize, u64) {
    (index(document / BITS_OF_ROW), index(document % BITS_OF_ROW / BITS), 1 << (document % BITS))
}

impl Bits {
    /// None of so many documents.
    pub(crate) fn none(of: DocId) -> Self {
        Self::without_documents(index(of.div_ceil(BITS_OF_ROW)))
    }

    /// So many rows, all of them empty.
    fn without_documents(rows: usize) -> Self {
        let kept = vec![0; rows.div_ceil(index(BITS))];
        Self { row_numbers: vec![0; rows], rows: vec![[0; ROW]], kept, most: 0 }
    }

    fn row(&self, row: usize) -> Option<&Row> {
        self.row_numbers.get(row).and_then(|number| self.rows.get(index(*number)))
    }

    /// A row that is kept, as those that have documents are.
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

    /// The documents of a list, of so many, without room for more.
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

    /// Adds other documents.
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

    /// Which of some documents are among these, at most 64: a bit for each, the lowest for the first one.
    pub(crate) fn which(&self, documents: &[DocId]) -> u64 {
        debug_assert!(documents.len() <= index(BITS), "one bit for each");
        // Without a branch for each, which the processor could not predict.
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

    /// The bits of some of so many documents.
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
        // The empty one, and three more.
        assert_eq!(all.rows.len(), 4);
        assert_eq!(documents(Box::new(BitsScorer::new(Arc::new(all), Vec::new()))), [5, 6, 500_000, 999_999]);
    }
}
