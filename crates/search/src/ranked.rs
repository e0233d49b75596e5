//! Scores documents for a word, with a constant or with the library's BM25: rare words count more, as do repeated
//! ones, and those in short texts. The number of occurrences of a frequent word is ignored: its cached bit set only
//! has the documents.

use crate::{
    bits::BitsScorer,
    combined::explain,
    frequent::{FrequentTerms, is_frequent},
    segment::BLOCK,
};
use std::sync::Arc;
use tantivy::{
    DocId, DocSet, Score, SegmentReader, TERMINATED, TantivyError, Term,
    fieldnorm::FieldNormReader,
    postings::{Postings, SegmentPostings},
    query::{Bm25Weight, EmptyScorer, EnableScoring, Explanation, Query, Scorer, Weight},
    schema::IndexRecordOption,
};

/// Matches and scores a term.
#[derive(Debug, Clone)]
pub(crate) struct RanksTerm {
    term: Term,
    boost: Score,
    /// Whether all matches have the same score.
    always: bool,
    frequent: Arc<FrequentTerms>,
}

impl RanksTerm {
    /// * `boost` - factor of the score
    pub(crate) fn new(term: Term, boost: Score, frequent: &Arc<FrequentTerms>) -> Self {
        Self { term, boost, always: false, frequent: Arc::clone(frequent) }
    }

    /// * `score` - constant score of all matches
    pub(crate) fn always(term: Term, score: Score, frequent: &Arc<FrequentTerms>) -> Self {
        Self { always: true, ..Self::new(term, score, frequent) }
    }
}

impl Query for RanksTerm {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        let EnableScoring::Enabled { statistics_provider, .. } = scoring else {
            return Err(TantivyError::InvalidArgument("this query ranks".to_owned()));
        };
        // The same in all segments: a rewrite must not change the rank of a part.
        let having = statistics_provider.doc_freq(&self.term)?;
        let is_frequent = is_frequent(having, statistics_provider.total_num_docs()?);
        let score = if self.always {
            None
        } else {
            let terms = std::slice::from_ref(&self.term);
            Some(Bm25Weight::for_terms(statistics_provider, terms)?.boost_by(self.boost))
        };
        Ok(Box::new(RanksTermWeight { query: self.clone(), is_frequent, score }))
    }
}

struct RanksTermWeight {
    query: RanksTerm,
    /// Whether it is frequent in the whole index.
    is_frequent: bool,
    /// `None` if all matches have the same score.
    score: Option<Bm25Weight>,
}

impl Weight for RanksTermWeight {
    fn scorer(&self, segment: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let RanksTerm { term, frequent, boost: weight, .. } = &self.query;
        let scale = match &self.score {
            Some(score) => Scale::ByLength(segment.get_fieldnorms_reader(term.field())?, score.boost_by(boost)),
            None => Scale::Always(weight * boost),
        };
        let bits = if self.is_frequent { frequent.documents(segment, term)? } else { None };
        if let Some(bits) = bits {
            return Ok(Box::new(RankedScorer {
                documents: BitsScorer::new(bits, Vec::new()),
                occurrences: |_| 1,
                scale,
            }));
        }
        let kept = if self.score.is_some() { IndexRecordOption::WithFreqs } else { IndexRecordOption::Basic };
        let index = segment.inverted_index(term.field())?;
        let Some(documents) = index.read_postings(term, kept)? else { return Ok(Box::new(EmptyScorer)) };
        let occurrences = if self.is_frequent { |_: &SegmentPostings| 1 } else { SegmentPostings::term_freq };
        Ok(Box::new(RankedScorer { documents, occurrences, scale }))
    }

    fn explain(&self, segment: &SegmentReader, document: DocId) -> tantivy::Result<Explanation> {
        explain(self, segment, document)
    }
}

/// The score of a matching document.
enum Scale {
    Always(Score),
    ByLength(FieldNormReader, Bm25Weight),
}

impl Scale {
    fn score(&self, document: DocId, occurrences: u32) -> Score {
        match self {
            Self::Always(score) => *score,
            Self::ByLength(lengths, score) => score.score(lengths.fieldnorm_id(document), occurrences),
        }
    }
}

/// Matching documents with their scores.
pub(crate) struct RankedScorer<D> {
    documents: D,
    /// Number of occurrences in the current document.
    occurrences: fn(&D) -> u32,
    scale: Scale,
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
        self.scale.score(self.doc(), (self.occurrences)(&self.documents))
    }
}

/// Adds to the scores of matching documents.
pub(crate) enum Ranker {
    /// For a frequent word: checks the bit set for each document.
    Frequent(Box<RankedScorer<BitsScorer>>),
    /// For any other word: reads its list.
    Listed(Box<dyn Scorer>),
}

impl Ranker {
    /// `None` if no document of the segment has the word.
    pub(crate) fn of(weight: &dyn Weight, segment: &SegmentReader) -> tantivy::Result<Option<Self>> {
        let scorer = weight.scorer(segment, 1.0)?;
        if scorer.doc() == TERMINATED {
            return Ok(None);
        }
        Ok(Some(match scorer.downcast::<RankedScorer<BitsScorer>>() {
            Ok(frequent) => Self::Frequent(frequent),
            Err(listed) => Self::Listed(listed),
        }))
    }

    /// Adds to the scores of documents, which are in ascending order.
    pub(crate) fn add_to(&mut self, sums: &mut [Score], documents: &[DocId]) {
        match self {
            Self::Frequent(ranked) => {
                for (sums, documents) in sums.chunks_mut(BLOCK).zip(documents.chunks(BLOCK)) {
                    let mut found = ranked.documents.which(documents);
                    while found != 0 {
                        let at = found.trailing_zeros();
                        let at = usize::try_from(at).unwrap_or(usize::MAX);
                        if let Some((sum, document)) = sums.get_mut(at).zip(documents.get(at)) {
                            *sum += ranked.scale.score(*document, 1);
                        }
                        found &= found - 1;
                    }
                }
            }
            Self::Listed(found) => {
                for (sum, document) in sums.iter_mut().zip(documents) {
                    let at = if found.doc() < *document { found.seek(*document) } else { found.doc() };
                    if at == *document {
                        *sum += found.score();
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantivy::{
        Index, doc,
        query::{BoostQuery, TermQuery},
        schema::{Schema, TEXT},
    };

    /// The scores of every `step`-th matching document.
    fn scores(mut found: Box<dyn Scorer>, step: DocId) -> Vec<(DocId, Score)> {
        let mut scores = Vec::new();
        while found.doc() != TERMINATED {
            scores.push((found.doc(), found.score()));
            found.seek(found.doc() + step);
        }
        scores
    }

    /// Titles of several lengths, in a large segment and a small one, with three kinds of words: a rare one, twice in
    /// some; a frequent one, once in each that has it; and another, up to six times.
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

    #[test]
    fn scores_are_added_to_documents_in_blocks() {
        let (index, field) = index();
        let searcher = index.reader().unwrap().searcher();
        let scoring = EnableScoring::enabled_from_searcher(&searcher);
        let frequent = Arc::new(FrequentTerms::default());
        let term = |word| Term::from_field_text(field, word);
        for (query, kinds) in [
            (RanksTerm::new(term("rotor"), 4.0, &frequent), ["listed", "listed"]),
            (RanksTerm::new(term("disc"), 4.0, &frequent), ["frequent", "listed"]),
            (RanksTerm::always(term("brake"), 4.0, &frequent), ["frequent", "listed"]),
            (RanksTerm::new(term("nowhere"), 4.0, &frequent), ["none", "none"]),
        ] {
            let weight = query.weight(scoring).unwrap();
            for (segment, kind) in searcher.segment_readers().iter().zip(kinds) {
                let mut ranker = Ranker::of(&*weight, segment).unwrap();
                let is = match &ranker {
                    Some(Ranker::Frequent(_)) => "frequent",
                    Some(Ranker::Listed(_)) => "listed",
                    None => "none",
                };
                assert_eq!(is, kind);
                let all: Vec<DocId> = (0..segment.max_doc()).collect();
                let mut sums = vec![0.5; all.len()];
                for (sums, documents) in sums.chunks_mut(64).zip(all.chunks(64)) {
                    if let Some(ranker) = &mut ranker {
                        ranker.add_to(sums, documents);
                    }
                }
                let mut expected = vec![0.5; all.len()];
                for (document, score) in scores(weight.scorer(segment, 1.0).unwrap(), 1) {
                    assert!(!query.always || (score - 4.0).abs() < f32::EPSILON);
                    expected[usize::try_from(document).unwrap()] += score;
                }
                assert_eq!(sums, expected);
            }
        }
    }
}
