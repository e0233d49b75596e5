//! The documents of frequent words, one bit each. The library keeps a word's documents as a compressed list; where a word
//! is frequent, going through that list is most of what a search takes, and grows with the catalogue. The bits of a word
//! are made once for each segment, and those of several words are put together 64 documents at a time.

use lru::LruCache;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tantivy::{
    COLLECT_BLOCK_BUFFER_LEN, DocId, DocSet, Score, SegmentReader, TERMINATED, Term,
    index::SegmentId,
    query::{EnableScoring, Explanation, Query, Scorer, TermQuery, Weight},
    schema::IndexRecordOption,
};

/// A term is frequent when at least one document in so many has it: each word of its bits then has one bit set on average.
const SPARSE: u64 = 64;

/// The list of a term with fewer documents is short enough.
const FEW: u64 = 1_000;

/// Whether a term that so many of all documents have is frequent.
pub(crate) fn is_frequent(having: u64, all: u64) -> bool {
    having >= FEW && having.saturating_mul(SPARSE) >= all
}

/// The most memory for bits. Those that were not asked for the longest time go first.
const MAX_BYTES: usize = 24 * 1024 * 1024;

/// So many words of bits are put together at once.
const ROW: usize = 16;

/// Bits of so many documents are in a word, and in a row.
const BITS: u32 = u64::BITS;
const BITS_OF_ROW: u32 = 1_024;

type Row = [u64; ROW];

/// Documents of a segment. Rows without any are not kept: parts of a category are neighbours, and most words are of few categories.
#[derive(Debug, Clone)]
pub(crate) struct Bits {
    /// The number of each row in the list of those that are kept; that of all that are empty is the first one.
    numbers: Vec<u32>,
    kept: Vec<Row>,
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
    fn none(of: DocId) -> Self {
        Self { numbers: vec![0; index(of.div_ceil(BITS_OF_ROW))], kept: vec![[0; ROW]], most: 0 }
    }

    /// Whether a row has any; `None` behind the last one.
    fn has_any(&self, row: usize) -> Option<bool> {
        self.numbers.get(row).map(|number| *number > 0)
    }

    fn row(&self, row: usize) -> Option<&Row> {
        self.numbers.get(row).and_then(|number| self.kept.get(index(*number)))
    }

    fn row_to_fill(&mut self, row: usize) -> Option<&mut Row> {
        let number = self.numbers.get_mut(row)?;
        if *number == 0 {
            *number = u32::try_from(self.kept.len()).ok()?;
            self.kept.push([0; ROW]);
        }
        self.kept.get_mut(index(*number))
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
        for row in 0..other.numbers.len() {
            if let Some(others) = other.row(row).filter(|_| other.has_any(row) == Some(true))
                && let Some(bits) = self.row_to_fill(row)
            {
                bits.iter_mut().zip(others).for_each(|(bits, other)| *bits |= other);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.numbers.len() * size_of::<u32>() + self.kept.len() * size_of::<Row>()
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

    /// Goes to the next row of which all sets have any.
    fn go_on(&mut self) -> bool {
        let mut row = self.row;
        loop {
            row = row.saturating_add(1);
            match self.first.has_any(row) {
                None => return self.go_to(row, 0),
                Some(true) if self.others.iter().all(|other| other.has_any(row) == Some(true)) => {
                    return self.go_to(row, 0);
                }
                Some(_) => {}
            }
        }
    }

    fn look_at(&mut self, at: usize) {
        (self.at, self.left) = (at, self.words.get(at).copied().unwrap_or(0));
    }

    /// Whether a document is in all sets, wherever one has arrived.
    pub(crate) fn has(&self, document: DocId) -> bool {
        let (row, word, bit) = place(document);
        let has = |bits: &Arc<Bits>| bits.row(row).and_then(|row| row.get(word)).is_some_and(|word| word & bit != 0);
        self.sets().all(has)
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
        let mut all = Bits { numbers: vec![0; self.first.numbers.len()], kept: vec![[0; ROW]], most: 0 };
        let mut documents = self;
        all.add(&mut documents);
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

struct Kept {
    bits: LruCache<(SegmentId, Term), Arc<Bits>>,
    bytes: usize,
}

/// The bits of the terms that were searched last.
pub(crate) struct FrequentTerms(Mutex<Kept>);

impl Default for FrequentTerms {
    fn default() -> Self {
        Self(Mutex::new(Kept { bits: LruCache::unbounded(), bytes: 0 }))
    }
}

impl std::fmt::Debug for FrequentTerms {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("FrequentTerms").finish_non_exhaustive()
    }
}

impl Kept {
    fn keep(&mut self, key: (SegmentId, Term), bits: Arc<Bits>) {
        self.bytes += bits.bytes();
        if let Some((_, before)) = self.bits.push(key, bits) {
            self.bytes -= before.bytes();
        }
        while self.bytes > MAX_BYTES
            && let Some((_, oldest)) = self.bits.pop_lru()
        {
            self.bytes -= oldest.bytes();
        }
    }
}

impl FrequentTerms {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The documents of a segment that have a term, if it is frequent there.
    pub(crate) fn documents(&self, segment: &SegmentReader, term: &Term) -> tantivy::Result<Option<Arc<Bits>>> {
        let key = (segment.segment_id(), term.clone());
        if let Some(bits) = self.kept().bits.get(&key) {
            return Ok(Some(Arc::clone(bits)));
        }
        let index = segment.inverted_index(term.field())?;
        let Some(found) = index.get_term_info(term)? else { return Ok(None) };
        if !is_frequent(found.doc_freq.into(), segment.max_doc().into()) {
            return Ok(None);
        }
        let mut bits = Bits::none(segment.max_doc());
        bits.add(&mut index.read_postings_from_terminfo(&found, IndexRecordOption::Basic)?);
        let bits = Arc::new(bits);
        self.kept().keep(key, Arc::clone(&bits));
        Ok(Some(bits))
    }

    /// Forgets all other segments than those that live. A search of an older snapshot may bring one back, until the next
    /// time.
    pub(crate) fn keep_only(&self, lives: impl Fn(&SegmentId) -> bool) {
        let mut kept = self.kept();
        let gone: Vec<_> = kept.bits.iter().filter(|((id, _), _)| !lives(id)).map(|(key, _)| key.clone()).collect();
        for key in gone {
            if let Some(bits) = kept.bits.pop(&key) {
                kept.bytes -= bits.bytes();
            }
        }
    }
}

/// What has a term, frequent or not. It ranks nothing.
#[derive(Debug, Clone)]
pub(crate) struct HasTerm {
    term: Term,
    frequent: Arc<FrequentTerms>,
}

impl HasTerm {
    pub(crate) fn new(term: Term, frequent: &Arc<FrequentTerms>) -> Self {
        Self { term, frequent: Arc::clone(frequent) }
    }
}

impl Query for HasTerm {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        // Without scores the library knows that it has to read documents only.
        let scoring = EnableScoring::disabled_from_schema(scoring.schema());
        let plain = TermQuery::new(self.term.clone(), IndexRecordOption::Basic).weight(scoring)?;
        Ok(Box::new(HasTermWeight { query: self.clone(), plain }))
    }
}

struct HasTermWeight {
    query: HasTerm,
    plain: Box<dyn Weight>,
}

impl Weight for HasTermWeight {
    fn scorer(&self, segment: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let HasTerm { term, frequent } = &self.query;
        Ok(match frequent.documents(segment, term)? {
            Some(bits) => Box::new(BitsScorer::new(bits, Vec::new())),
            None => self.plain.scorer(segment, boost)?,
        })
    }

    fn explain(&self, segment: &SegmentReader, document: DocId) -> tantivy::Result<Explanation> {
        self.plain.explain(segment, document)
    }

    fn count(&self, segment: &SegmentReader) -> tantivy::Result<u32> {
        self.plain.count(segment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tantivy::{
        Index, TantivyDocument,
        schema::{Field, INDEXED, Schema},
    };

    /// Documents of two segments, each with how many ones its number has in binary, and with a number of its own; those
    /// whose number can be divided by 67 have 500, too.
    fn index(each: u64) -> (Index, Field) {
        let mut schema = Schema::builder();
        let field = schema.add_u64_field("some", INDEXED);
        let index = Index::create_in_ram(schema.build());
        let mut writer = index.writer_with_num_threads(1, 20_000_000).unwrap();
        writer.set_merge_policy(Box::new(tantivy::merge_policy::NoMergePolicy));
        for segment in 0..2 {
            for number in 0..each {
                let mut document = TantivyDocument::default();
                document.add_u64(field, u64::from(number.count_ones()));
                document.add_u64(field, 1_000 + segment * each + number);
                if number % 67 == 0 {
                    document.add_u64(field, 500);
                }
                writer.add_document(document).unwrap();
            }
            writer.commit().unwrap();
        }
        (index, field)
    }

    fn documents(mut scorer: Box<dyn Scorer>) -> Vec<DocId> {
        let mut documents = Vec::new();
        while scorer.doc() != TERMINATED {
            documents.push(scorer.doc());
            scorer.advance();
        }
        assert_eq!(scorer.advance(), TERMINATED);
        documents
    }

    #[test]
    fn a_frequent_term_is_kept_and_a_rare_one_is_not() {
        let (index, field) = index(70_000);
        let searcher = index.reader().unwrap().searcher();
        let frequent = Arc::new(FrequentTerms::default());
        let weight = |value| {
            let query = HasTerm::new(Term::from_field_u64(field, value), &frequent);
            query.weight(EnableScoring::enabled_from_searcher(&searcher)).unwrap()
        };
        for segment in searcher.segment_readers() {
            // 500 is one document in 67, and more than a few.
            for (value, is_kept) in [(6, true), (500, false), (2, false), (1_005, false), (999_999, false)] {
                let scorer = weight(value).scorer(segment, 1.0).unwrap();
                assert_eq!(scorer.is::<BitsScorer>(), is_kept, "{value}");
                let plain = TermQuery::new(Term::from_field_u64(field, value), IndexRecordOption::Basic);
                let plain = plain.weight(EnableScoring::disabled_from_searcher(&searcher)).unwrap();
                assert_eq!(documents(scorer), documents(plain.scorer(segment, 1.0).unwrap()), "{value}");
            }
        }
        assert_eq!(frequent.kept().bits.len(), 2);
        let lives = searcher.segment_readers()[1].segment_id();
        frequent.keep_only(|segment| *segment == lives);
        assert_eq!(frequent.kept().bits.iter().map(|((segment, _), _)| *segment).collect::<Vec<_>>(), [lives]);
        assert_eq!(frequent.kept().bytes, 70_000_usize.div_ceil(1_024) * (4 + 128) + 128);
    }

    #[test]
    fn what_was_not_asked_for_the_longest_time_goes_first() {
        let mut kept = Kept { bits: LruCache::unbounded(), bytes: 0 };
        let segment = SegmentId::generate_random();
        let key = |number: u32| (segment, Term::from_field_u64(Field::from_field_id(0), number.into()));
        let quarter = Bits { numbers: Vec::new(), kept: vec![[0; ROW]; MAX_BYTES / 4 / 128], most: 0 };
        let quarter = Arc::new(quarter);
        for number in 0..4 {
            kept.keep(key(number), Arc::clone(&quarter));
        }
        assert_eq!(kept.bits.len(), 4);
        assert!(kept.bits.get(&key(0)).is_some());
        kept.keep(key(4), Arc::clone(&quarter));
        kept.keep(key(4), Arc::clone(&quarter));
        let left: BTreeSet<_> = kept.bits.iter().map(|((_, term), _)| term.clone()).collect();
        assert_eq!(left, [0, 2, 3, 4].map(|number| key(number).1).into());
        assert_eq!(kept.bytes, MAX_BYTES);
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
        assert_eq!(all.kept.len(), 4);
        assert_eq!(documents(Box::new(BitsScorer::new(Arc::new(all), Vec::new()))), [5, 6, 500_000, 999_999]);
    }
}
