//! Documents of a segment, one bit each. Those that are in several sets are found 64 documents at a time.

use std::sync::Arc;
use tantivy::{COLLECT_BLOCK_BUFFER_LEN, DocId, DocSet, Score, TERMINATED, query::Scorer};

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

/// Goes through the documents that are in all of several bit sets.
pub(crate) struct BitsScorer {
    first: Arc<Bits>,
    others: Vec<Arc<Bits>>,
    /// Which row is looked at, and the bits of it that all sets have.
    row: usize,
    words: Row,
    /// Which word of the row is looked at, and what is left of it.
    at: usize,
    left: u64,
    document: DocId,
}

impl BitsScorer {
    pub(crate) fn new(first: Arc<Bits>, others: Vec<Arc<Bits>>) -> Self {
        let mut scorer = Self { first, others, row: 0, words: [0; ROW], at: 0, left: 0, document: 0 };
        scorer.go_to(0, 0);
        scorer.advance();
        scorer
    }

    /// Puts a row together and looks at a word of it; behind the last row there is none.
    fn go_to(&mut self, row: usize, at: usize) -> bool {
        let first = self.first.row(row).copied();
        self.words = first.unwrap_or([0; ROW]);
        for other in &self.others {
            let other = other.row(row).unwrap_or(&[0; ROW]);
            self.words.iter_mut().zip(other).for_each(|(bits, other)| *bits &= other);
        }
        self.row = row;
        self.look_at(at);
        first.is_some()
    }

    /// Goes to the next row in which all sets have any, or behind the last one.
    fn go_on(&mut self) -> bool {
        let next = self.kept_by_all(self.row.saturating_add(1));
        self.go_to(next.unwrap_or(self.first.row_numbers.len()), 0)
    }

    /// The first row from a place on that all sets keep.
    fn kept_by_all(&self, from: usize) -> Option<usize> {
        let bits = index(BITS);
        let mut behind = u64::MAX << (from % bits);
        (from / bits..self.first.kept.len()).find_map(|at| {
            let kept = self.sets().fold(behind, |kept, set| kept & set.kept.get(at).copied().unwrap_or(0));
            behind = u64::MAX;
            (kept != 0).then(|| at.saturating_mul(bits).saturating_add(index(kept.trailing_zeros())))
        })
    }

    fn look_at(&mut self, at: usize) {
        (self.at, self.left) = (at, self.words.get(at).copied().unwrap_or(0));
    }

    /// Whether a document is in all sets, whatever the current one is.
    pub(crate) fn has(&self, document: DocId) -> bool {
        let (row, word, bit) = place(document);
        let has = |bits: &Arc<Bits>| bits.row(row).and_then(|row| row.get(word)).is_some_and(|word| word & bit != 0);
        self.sets().all(has)
    }

    /// Which of some documents are in all sets, at most 64: a bit for each, the lowest for the first one.
    pub(crate) fn which(&self, documents: &[DocId]) -> u64 {
        self.sets().fold(u64::MAX, |found, bits| found & bits.which(documents))
    }

    /// The same from the beginning.
    pub(crate) fn again(&self) -> Self {
        Self::new(Arc::clone(&self.first), self.others.clone())
    }

    /// The sets that a document must be in.
    pub(crate) fn sets(&self) -> impl Iterator<Item = &Arc<Bits>> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The documents that are in all of them, as one set.
    pub(crate) fn intersection(self) -> Arc<Bits> {
        if self.others.is_empty() {
            return self.first;
        }
        let mut all = Bits::without_documents(self.first.row_numbers.len());
        all.add(&mut self.again());
        Arc::new(all)
    }
}

impl DocSet for BitsScorer {
    fn advance(&mut self) -> DocId {
        while self.left == 0 {
            if self.at + 1 < ROW {
                self.look_at(self.at + 1);
            } else if !self.go_on() {
                self.document = TERMINATED;
                return TERMINATED;
            }
        }
        let place = self.row.saturating_mul(ROW).saturating_add(self.at);
        let first = DocId::try_from(place).unwrap_or(0).saturating_mul(BITS);
        self.document = first + self.left.trailing_zeros();
        self.left &= self.left - 1;
        self.document
    }

    fn seek(&mut self, target: DocId) -> DocId {
        if target <= self.document {
            return self.document;
        }
        let (row, at, bit) = place(target);
        if row == self.row {
            self.look_at(at);
        } else if !self.go_to(row, at) {
            self.document = TERMINATED;
            return TERMINATED;
        }
        // From the document on.
        self.left &= !(bit - 1);
        self.advance()
    }

    fn fill_buffer(&mut self, buffer: &mut [DocId; COLLECT_BLOCK_BUFFER_LEN]) -> usize {
        let mut filled = 0;
        // From the current document on, word by word: as its bits come, not one `advance` after the other.
        while self.document != TERMINATED {
            let first = self.document - self.document % BITS;
            let mut documents = buffer.iter_mut().skip(filled);
            let Some(slot) = documents.next() else { return filled };
            *slot = self.document;
            filled += 1;
            for slot in documents {
                if self.left == 0 {
                    break;
                }
                *slot = first + self.left.trailing_zeros();
                self.left &= self.left - 1;
                filled += 1;
            }
            self.advance();
        }
        filled
    }

    fn doc(&self) -> DocId {
        self.document
    }

    fn size_hint(&self) -> u32 {
        self.sets().map(|bits| bits.most).min().unwrap_or(0)
    }
}

impl Scorer for BitsScorer {
    fn score(&mut self) -> Score {
        1.0
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

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
    fn bits(of: DocId, some: impl IntoIterator<Item = DocId>) -> Arc<Bits> {
        let mut bits = Bits::none(of);
        some.into_iter().for_each(|document| bits.add_one(document));
        Arc::new(bits)
    }

    /// The documents, as they come block by block.
    fn in_blocks(mut scorer: BitsScorer) -> Vec<DocId> {
        let (mut documents, mut block) = (Vec::new(), [0; COLLECT_BLOCK_BUFFER_LEN]);
        loop {
            let count = scorer.fill_buffer(&mut block);
            documents.extend_from_slice(&block[..count]);
            if count < block.len() {
                assert_eq!((scorer.doc(), scorer.fill_buffer(&mut block)), (TERMINATED, 0));
                return documents;
            }
        }
    }

    /// Of several rows, of which two are empty.
    const SOME: [DocId; 15] = [0, 1, 63, 64, 65, 200, 319, 640, 1_000, 1_023, 1_024, 2_047, 4_100, 5_119, 5_120];

    #[test]
    fn one_can_jump_to_any_document() {
        let some = bits(5_200, SOME);
        // Beside others, of which only these are all in each.
        let others = [2, 3].map(|divisor| bits(5_200, SOME.into_iter().chain((0..5_200).step_by(divisor))));
        let sixths = (0..5_200).filter(|document| document % 6 == 0 || SOME.contains(document)).collect::<Vec<_>>();
        let [halves, thirds] = others.each_ref().map(Arc::clone);
        assert_eq!(documents(Box::new(BitsScorer::new(halves, vec![thirds]))), sixths);
        for target in (0..1_100).chain((1_100..5_300).step_by(13)).chain([2_047, 2_048, 4_100, 5_119, 5_120]) {
            let others = if target % 2 == 0 { Vec::new() } else { others.to_vec() };
            let mut scorer = BitsScorer::new(Arc::clone(&some), others);
            let rest: Vec<DocId> = SOME.into_iter().filter(|document| *document >= target).collect();
            let expected = rest.first().copied().unwrap_or(TERMINATED);
            assert_eq!(scorer.seek(target), expected, "{target}");
            // Never back.
            assert_eq!(scorer.seek(0), expected, "{target}");
            assert_eq!(documents(Box::new(scorer)), rest);
        }
        assert_eq!(BitsScorer::new(Arc::new(Bits::none(0)), Vec::new()).doc(), TERMINATED);
        assert_eq!(BitsScorer::new(Arc::new(Bits::none(70)), Vec::new()).doc(), TERMINATED);
    }

    #[test]
    fn rows_that_not_all_sets_keep_are_passed_over() {
        // The first and last of the words that tell which rows are kept, and behind the last one of 200 rows.
        let common = [5, 63 * 1_024, 64 * 1_024 + 1_023, 127 * 1_024 + 64, 128 * 1_024, 199 * 1_024 + 800];
        let of = 200 * 1_024;
        // Rows that only one of them has, and one that both have without a document in common.
        let some = bits(of, common.into_iter().chain([2_000, 70 * 1_024, 150 * 1_024]));
        let others = bits(of, common.into_iter().chain([9_000, 70 * 1_024 + 1, 190 * 1_024]));
        let scorer = || BitsScorer::new(Arc::clone(&some), vec![Arc::clone(&others)]);
        assert_eq!(documents(Box::new(scorer())), common);
        for target in common.into_iter().flat_map(|document| [document.saturating_sub(1), document, document + 1]) {
            let mut found = scorer();
            found.seek(target);
            let rest: Vec<DocId> = common.into_iter().filter(|document| *document >= target).collect();
            assert_eq!(documents(Box::new(found)), rest, "{target}");
        }
        assert_eq!(scorer().seek(of), TERMINATED);
    }

    #[test]
    fn one_can_ask_which_of_some_documents_are_among_them() {
        let sets = [2, 3].map(|step| bits(9_000, (0..9_000).step_by(step)));
        for asked in [0, 1, 63, 64] {
            let asked: Vec<DocId> = (0..asked).map(|number| number * 139).collect();
            for count in [1, 2] {
                let [first, others @ ..] = &sets[..count] else { unreachable!("there is one") };
                let scorer = BitsScorer::new(Arc::clone(first), others.to_vec());
                let which = if count == 1 { first.which(&asked) } else { scorer.which(&asked) };
                for (at, document) in asked.iter().enumerate() {
                    assert_eq!(which >> at & 1 == 1, scorer.has(*document), "{document}");
                }
            }
        }
    }

    #[test]
    fn documents_come_in_blocks_as_they_come_one_by_one() {
        let of = 9_000;
        for step in [1, 2, 7, 63, 64, 65, 1_024, 4_000] {
            let (some, thirds) = (bits(of, (0..of).step_by(step)), bits(of, (0..of).step_by(3)));
            for others in [Vec::new(), vec![Arc::clone(&thirds)]] {
                let scorer = || BitsScorer::new(Arc::clone(&some), others.clone());
                let mut half = scorer();
                half.seek(of / 2);
                let after = documents(Box::new(scorer())).into_iter().filter(|document| *document >= of / 2);
                assert_eq!(in_blocks(half), after.collect::<Vec<_>>(), "{step}");
                let all = documents(Box::new(scorer()));
                assert_eq!(in_blocks(scorer()), all, "{step}");
                assert_eq!(documents(Box::new(BitsScorer::new(scorer().intersection(), Vec::new()))), all, "{step}");
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
