//! Scores documents for a word as the library does, with BM25: a rare word counts more, so does one that is repeated, and one in
//! a short text. How often a text has a frequent word is ignored: the bits that are kept of such a word tell which
//! documents have it, without going through its list.

use crate::{
    combined::explain,
    frequent::{BitsScorer, FrequentTerms, is_frequent},
};
use std::sync::Arc;
use tantivy::{
    DocId, DocSet, Score, SegmentReader, TantivyError, Term,
    fieldnorm::FieldNormReader,
    postings::{Postings, SegmentPostings},
    query::{Bm25Weight, EmptyScorer, EnableScoring, Explanation, Query, Scorer, Weight},
    schema::IndexRecordOption,
};

/// What has a term, scored.
#[derive(Debug, Clone)]
pub(crate) struct RanksTerm {
    term: Term,
    boost: Score,
    frequent: Arc<FrequentTerms>,
}

impl RanksTerm {
    /// * `boost` - by which the score is multiplied
    pub(crate) fn new(term: Term, boost: Score, frequent: &Arc<FrequentTerms>) -> Self {
        Self { term, boost, frequent: Arc::clone(frequent) }
    }
}

impl Query for RanksTerm {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        let EnableScoring::Enabled { statistics_provider, .. } = scoring else {
            return Err(TantivyError::InvalidArgument("this query ranks".to_owned()));
        };
        // In all segments alike: a part must not rank differently because it has just been written again.
        let having = statistics_provider.doc_freq(&self.term)?;
        let is_frequent = is_frequent(having, statistics_provider.total_num_docs()?);
        let score = Bm25Weight::for_terms(statistics_provider, std::slice::from_ref(&self.term))?.boost_by(self.boost);
        Ok(Box::new(RanksTermWeight {
            term: self.term.clone(),
            frequent: Arc::clone(&self.frequent),
            is_frequent,
            score,
        }))
    }
}

struct RanksTermWeight {
    term: Term,
    frequent: Arc<FrequentTerms>,
    /// In the whole index.
    is_frequent: bool,
    score: Bm25Weight,
}

impl Weight for RanksTermWeight {
    fn scorer(&self, segment: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let Self { term, frequent, is_frequent, score } = self;
        let score = score.boost_by(boost);
        let bits = if *is_frequent { frequent.documents(segment, term)? } else { None };
        if let Some(bits) = bits {
            let lengths = segment.get_fieldnorms_reader(term.field())?;
            let documents = BitsScorer::new(bits, Vec::new());
            return Ok(Box::new(RankedScorer { documents, occurrences: |_| 1, lengths, score }));
        }
        let index = segment.inverted_index(term.field())?;
        let Some(documents) = index.read_postings(term, IndexRecordOption::WithFreqs)? else {
            return Ok(Box::new(EmptyScorer));
        };
        let occurrences = if *is_frequent { |_: &SegmentPostings| 1 } else { SegmentPostings::term_freq };
        let lengths = segment.get_fieldnorms_reader(term.field())?;
        Ok(Box::new(RankedScorer { documents, occurrences, lengths, score }))
    }

    fn explain(&self, segment: &SegmentReader, document: DocId) -> tantivy::Result<Explanation> {
        explain(self, segment, document)
    }
}

struct RankedScorer<D> {
    documents: D,
    /// How often the current document has the word.
    occurrences: fn(&D) -> u32,
    lengths: FieldNormReader,
    score: Bm25Weight,
}

impl<D: DocSet> DocSet for RankedScorer<D> {
    fn advance(&mut self) -> DocId {
        self.documents.advance()
    }

    fn seek(&mut self, target: DocId) -> DocId {
        self.documents.seek(target)
    }

    fn doc(&self) -> DocId {
        self.documents.doc()
    }

    fn size_hint(&self) -> u32 {
        self.documents.size_hint()
    }
}

impl<D: DocSet + 'static> Scorer for RankedScorer<D> {
    fn score(&mut self) -> Score {
        self.score.score(self.lengths.fieldnorm_id(self.doc()), (self.occurrences)(&self.documents))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantivy::{
        Index, TERMINATED, doc,
        query::{BoostQuery, TermQuery},
        schema::{Schema, TEXT},
    };

    /// What every so many-th document that is found scores.
    fn scores(mut found: Box<dyn Scorer>, step: DocId) -> Vec<(DocId, Score)> {
        let mut scores = Vec::new();
        while found.doc() != TERMINATED {
            scores.push((found.doc(), found.score()));
            found.seek(found.doc() + step);
        }
        scores
    }

    /// Titles of several lengths, in a large segment and a small one: with a rare word, twice in some; with a frequent one, once
    /// in each that has it; and with another, up to six times.
    fn index() -> (Index, tantivy::schema::Field) {
        let mut schema = Schema::builder();
        let field = schema.add_text_field("title", TEXT);
        let index = Index::create_in_ram(schema.build());
        let mut writer = index.writer_with_num_threads(1, 20_000_000).unwrap();
        writer.set_merge_policy(Box::new(tantivy::merge_policy::NoMergePolicy));
        for documents in [5_000, 700] {
            for number in 0..documents {
                let rare = if number % 100 == 0 { "rotor ".repeat(1 + number / 100 % 2) } else { String::new() };
                let frequent = if number % 3 == 0 { "brake " } else { "" };
                writer.add_document(doc!(field => format!("{rare}{frequent}{}", "disc ".repeat(number % 7)))).unwrap();
            }
            writer.commit().unwrap();
        }
        (index, field)
    }

    #[test]
    fn a_word_scores_as_in_the_library_but_for_repetitions_of_a_frequent_one() {
        let (index, field) = index();
        let searcher = index.reader().unwrap().searcher();
        let scoring = EnableScoring::enabled_from_searcher(&searcher);
        let frequent = Arc::new(FrequentTerms::default());
        for (word, is_frequent) in [("rotor", false), ("brake", true), ("nowhere", false), ("disc", true)] {
            let term = Term::from_field_text(field, word);
            let plain = TermQuery::new(term.clone(), IndexRecordOption::WithFreqs);
            let plain = BoostQuery::new(Box::new(plain), 4.0).weight(scoring).unwrap();
            let ranked = RanksTerm::new(term.clone(), 4.0, &frequent).weight(scoring).unwrap();
            let once = Bm25Weight::for_terms(&searcher, std::slice::from_ref(&term)).unwrap().boost_by(4.0);
            for (segment, has_bits) in searcher.segment_readers().iter().zip([is_frequent, false]) {
                assert_eq!(frequent.documents(segment, &term).unwrap().is_some(), has_bits, "{word}");
                let lengths = segment.get_fieldnorms_reader(field).unwrap();
                for step in [1, 5, 90] {
                    let mut expected = scores(plain.scorer(segment, 1.0).unwrap(), step);
                    assert_eq!(expected.is_empty(), word == "nowhere");
                    if word == "disc" {
                        let score = |document| once.score(lengths.fieldnorm_id(document), 1);
                        let theirs = std::mem::take(&mut expected);
                        expected = theirs.iter().map(|(document, _)| (*document, score(*document))).collect();
                        assert!(step == 90 || theirs != expected, "some have it several times");
                    }
                    assert_eq!(scores(ranked.scorer(segment, 1.0).unwrap(), step), expected, "{word}");
                }
            }
        }
    }
}
