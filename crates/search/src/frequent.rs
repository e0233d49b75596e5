//! Cached bit sets for frequent words. The library stores a word's documents as a compressed list. For a frequent
//! word, reading the list takes most of the search time, and grows with the catalogue. The bit set of a word is built
//! once per segment, and those of several words are combined 64 documents at a time.

use crate::bits::{Bits, BitsScorer};
use lru::LruCache;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tantivy::{
    DocId, Score, SegmentReader, Term,
    index::SegmentId,
    query::{EnableScoring, Explanation, Query, Scorer, TermQuery, Weight},
    schema::IndexRecordOption,
};

/// A term is frequent if at least one in this many documents has it: a word of its bit set then has one bit set on
/// average.
const SPARSE: u64 = 64;

/// A term with fewer documents has a short enough list.
const FEW: u64 = 1_000;

/// Whether a term in `having` of `all` documents is frequent.
pub(crate) fn is_frequent(having: u64, all: u64) -> bool {
    having >= FEW && having.saturating_mul(SPARSE) >= all
}

/// Maximum memory for bit sets. The least recently used are evicted first.
const MAX_BYTES: usize = 24 * 1024 * 1024;

struct Kept {
    bits: LruCache<(SegmentId, Term), Arc<Bits>>,
    bytes: usize,
}

/// Bit sets of recently searched terms.
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
        let mut documents = index.read_postings_from_terminfo(&found, IndexRecordOption::Basic)?;
        let bits = Arc::new(Bits::of(segment.max_doc(), &mut documents));
        self.kept().keep(key, Arc::clone(&bits));
        Ok(Some(bits))
    }

    /// Evicts all segments except live ones. A search of an older snapshot may bring one back until the next call.
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

/// Matches documents with a term, frequent or not; without scores.
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
        // Without scores, the library reads only document ids.
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
    use crate::bits::tests::documents;
    use std::collections::BTreeSet;
    use tantivy::{
        Index, TantivyDocument,
        schema::{Field, INDEXED, Schema},
    };

    /// Documents of two segments, each with the number of ones in the binary form of its number, and with a unique
    /// number; those with a number divisible by 67 also have 500.
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
            // One in 67 documents has 500, which is above the minimum.
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
        let rows = 70_000_usize.div_ceil(1_024);
        assert_eq!(frequent.kept().bytes, rows * (4 + 128) + 128 + rows.div_ceil(64) * 8);
    }

    #[test]
    fn what_was_not_asked_for_the_longest_time_goes_first() {
        let mut kept = Kept { bits: LruCache::unbounded(), bytes: 0 };
        let segment = SegmentId::generate_random();
        let key = |number: u32| (segment, Term::from_field_u64(Field::from_field_id(0), number.into()));
        // Four of them fit, five do not: an empty one takes about 4 bytes per 1,024 documents.
        let large = Arc::new(Bits::none(u32::try_from(MAX_BYTES / 20 * 1_024).unwrap()));
        for number in 0..4 {
            kept.keep(key(number), Arc::clone(&large));
        }
        assert_eq!(kept.bits.len(), 4);
        assert!(kept.bits.get(&key(0)).is_some());
        kept.keep(key(4), Arc::clone(&large));
        kept.keep(key(4), Arc::clone(&large));
        let left: BTreeSet<_> = kept.bits.iter().map(|((_, term), _)| term.clone()).collect();
        assert_eq!(left, [0, 2, 3, 4].map(|number| key(number).1).into());
        assert_eq!(kept.bytes, 4 * large.bytes());
    }
}
