//! Ranks documents by a word, as the library does (BM25): the rarer the word, the oftener a text has it and the shorter the
//! text is, the more. Of a frequent word it does not matter how often a text has it: the bits that are kept of it say
//! which documents have it, without going through its list.

use crate::{
    combined::explain,
    frequent::{BitsScorer, FrequentTerms},
};
use std::sync::Arc;
use tantivy::{
    DocId, DocSet, Score, SegmentReader, TantivyError, Term,
    fieldnorm::FieldNormReader,
    postings::{Postings, SegmentPostings},
    query::{Bm25Weight, EmptyScorer, EnableScoring, Explanation, Query, Scorer, Weight},
    schema::IndexRecordOption,
};

/// What has a term, with a score that is so many times what the library gives.
#[derive(Debug, Clone)]
pub(crate) struct RanksTerm {
    term: Term,
    boost: Score,
    frequent: Arc<FrequentTerms>,
}

impl RanksTerm {
    pub(crate) fn new(term: Term, boost: Score, frequent: &Arc<FrequentTerms>) -> Self {
        Self { term, boost, frequent: Arc::clone(frequent) }
    }
}

impl Query for RanksTerm {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        let EnableScoring::Enabled { statistics_provider, .. } = scoring else {
            return Err(TantivyError::InvalidArgument("this query ranks".to_owned()));
        };
        let score = Bm25Weight::for_terms(statistics_provider, std::slice::from_ref(&self.term))?.boost_by(self.boost);
        Ok(Box::new(RanksTermWeight { query: self.clone(), score }))
    }
}

struct RanksTermWeight {
    query: RanksTerm,
    score: Bm25Weight,
}

impl Weight for RanksTermWeight {
    fn scorer(&self, segment: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let RanksTerm { term, frequent, .. } = &self.query;
        let score = self.score.boost_by(boost);
        let lengths = segment.get_fieldnorms_reader(term.field())?;
        if let Some(bits) = frequent.documents(segment, term)? {
            return Ok(Box::new(RankedScorer { documents: BitsScorer::new(bits, Vec::new()), lengths, score }));
        }
        let index = segment.inverted_index(term.field())?;
        Ok(match index.read_postings(term, IndexRecordOption::WithFreqs)? {
            Some(documents) => Box::new(RankedScorer { documents, lengths, score }),
            None => Box::new(EmptyScorer),
        })
    }

    fn explain(&self, segment: &SegmentReader, document: DocId) -> tantivy::Result<Explanation> {
        explain(self, segment, document)
    }
}

/// Documents that have a word.
trait HaveWord: DocSet {
    /// How often the current one has it.
    fn times(&self) -> u32;
}

impl HaveWord for BitsScorer {
    fn times(&self) -> u32 {
        1
    }
}

impl HaveWord for SegmentPostings {
    fn times(&self) -> u32 {
        self.term_freq()
    }
}

struct RankedScorer<D> {
    documents: D,
    lengths: FieldNormReader,
    score: Bm25Weight,
}

impl<D: HaveWord> DocSet for RankedScorer<D> {
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

impl<D: HaveWord + 'static> Scorer for RankedScorer<D> {
    fn score(&mut self) -> Score {
        self.score.score(self.lengths.fieldnorm_id(self.doc()), self.documents.times())
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

    /// What each document that is found scores.
    fn scores(mut found: Box<dyn Scorer>) -> Vec<(DocId, Score)> {
        let mut scores = Vec::new();
        while found.doc() != TERMINATED {
            scores.push((found.doc(), found.score()));
            found.advance();
        }
        scores
    }

    #[test]
    fn words_score_as_they_do_in_the_library() {
        let mut schema = Schema::builder();
        let field = schema.add_text_field("title", TEXT);
        let index = Index::create_in_ram(schema.build());
        let mut writer = index.writer_with_num_threads(1, 20_000_000).unwrap();
        for number in 0..5_000 {
            // A rare word, twice in some titles; a frequent one, always once; titles of several lengths.
            let rare = if number % 100 == 0 { "rotor ".repeat(1 + number / 100 % 2) } else { String::new() };
            let frequent = if number % 3 == 0 { "brake " } else { "" };
            writer.add_document(doc!(field => format!("{rare}{frequent}{}", "disc ".repeat(number % 7)))).unwrap();
        }
        writer.commit().unwrap();
        let searcher = index.reader().unwrap().searcher();
        let scoring = EnableScoring::enabled_from_searcher(&searcher);
        let frequent = Arc::new(FrequentTerms::default());
        for (word, found, has_bits) in [("rotor", 50, false), ("brake", 1_667, true), ("nowhere", 0, false)] {
            let term = Term::from_field_text(field, word);
            let plain = TermQuery::new(term.clone(), IndexRecordOption::WithFreqs);
            let plain = BoostQuery::new(Box::new(plain), 4.0).weight(scoring).unwrap();
            let ranked = RanksTerm::new(term.clone(), 4.0, &frequent).weight(scoring).unwrap();
            let segment = searcher.segment_reader(0);
            assert_eq!(frequent.documents(segment, &term).unwrap().is_some(), has_bits, "{word}");
            let scores = [plain, ranked].map(|weight| scores(weight.scorer(segment, 1.0).unwrap()));
            assert_eq!(scores[0].len(), found, "{word}");
            assert_eq!(scores[0], scores[1], "{word}");
        }
    }
}
