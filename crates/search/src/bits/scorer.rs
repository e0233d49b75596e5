//! Iterates over the intersection of several sets, 64 documents at a time.

use super::{BITS, Bits, ROW, Row, index, place};
use std::sync::Arc;
use tantivy::{COLLECT_BLOCK_BUFFER_LEN, DocId, DocSet, Score, TERMINATED, query::Scorer};

/// Iterates over the documents in all of several bit sets.
pub(crate) struct BitsScorer {
    first: Arc<Bits>,
    others: Vec<Arc<Bits>>,
    /// The current row, with the bits common to all sets.
    row: usize,
    words: Row,
    /// The current word of the row, and its remaining bits.
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

    /// Intersects a row and moves to one of its words; `false` past the last row.
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

    /// Moves to the next non-empty row of the intersection, or past the last row.
    fn go_on(&mut self) -> bool {
        let next = self.kept_by_all(self.row.saturating_add(1));
        self.go_to(next.unwrap_or(self.first.row_numbers.len()), 0)
    }

    /// The first row at or after a position that all sets store.
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

    /// Whether a document is in all sets, independent of the current position.
    pub(crate) fn has(&self, document: DocId) -> bool {
        let (row, word, bit) = place(document);
        let has = |bits: &Arc<Bits>| bits.row(row).and_then(|row| row.get(word)).is_some_and(|word| word & bit != 0);
        self.sets().all(has)
    }

    /// Which of up to 64 documents are in all sets: one bit each, the lowest for the first.
    pub(crate) fn which(&self, documents: &[DocId]) -> u64 {
        self.sets().fold(u64::MAX, |found, bits| found & bits.which(documents))
    }

    /// The same scorer, reset to the start.
    pub(crate) fn again(&self) -> Self {
        Self::new(Arc::clone(&self.first), self.others.clone())
    }

    /// The intersected sets.
    pub(crate) fn sets(&self) -> impl Iterator<Item = &Arc<Bits>> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The intersection as a set.
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
        // From this document on.
        self.left &= !(bit - 1);
        self.advance()
    }

    fn fill_buffer(&mut self, buffer: &mut [DocId; COLLECT_BLOCK_BUFFER_LEN]) -> usize {
        let mut filled = 0;
        // Reads whole words from the current document on, instead of calling `advance` for each document.
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
mod tests {
    use super::{
        super::tests::{bits, documents},
        *,
    };

    /// The documents, read in blocks.
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

    /// Documents in several rows, two of which are empty.
    const SOME: [DocId; 15] = [0, 1, 63, 64, 65, 200, 319, 640, 1_000, 1_023, 1_024, 2_047, 4_100, 5_119, 5_120];

    #[test]
    fn one_can_jump_to_any_document() {
        let some = bits(5_200, SOME);
        // Together with other sets; only these documents are in all of them.
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
            // Does not move backward.
            assert_eq!(scorer.seek(0), expected, "{target}");
            assert_eq!(documents(Box::new(scorer)), rest);
        }
        assert_eq!(BitsScorer::new(Arc::new(Bits::none(0)), Vec::new()).doc(), TERMINATED);
        assert_eq!(BitsScorer::new(Arc::new(Bits::none(70)), Vec::new()).doc(), TERMINATED);
    }

    #[test]
    fn rows_that_not_all_sets_keep_are_passed_over() {
        // The first and last words of the bitmap of stored rows, and past the last of 200 rows.
        let common = [5, 63 * 1_024, 64 * 1_024 + 1_023, 127 * 1_024 + 64, 128 * 1_024, 199 * 1_024 + 800];
        let of = 200 * 1_024;
        // Rows that only one set has, and one that both have without a common document.
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
    fn one_can_ask_which_of_some_documents_are_in_all_sets() {
        let [halves, thirds] = [2, 3].map(|step| bits(9_000, (0..9_000).step_by(step)));
        let scorer = BitsScorer::new(halves, vec![thirds]);
        let asked: Vec<DocId> = (0..64).map(|number| number * 139).collect();
        let which = scorer.which(&asked);
        for (at, document) in asked.iter().enumerate() {
            assert_eq!(
                (which >> at & 1 == 1, scorer.has(*document)),
                (document % 6 == 0, document % 6 == 0),
                "{document}"
            );
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
}
