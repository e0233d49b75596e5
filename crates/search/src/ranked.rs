//! Scores matching documents for a word with the library's BM25: rare words count more, as do repeated ones, and those
//! in short texts. The number of occurrences of a frequent word is ignored.

use tantivy::{
    DocId, Score, Searcher, SegmentReader, Term,
    query::{Bm25StatisticsProvider, BoostQuery, Query, Scorer, TermQuery, Weight},
    schema::IndexRecordOption,
};

/// A term is frequent if at least one in this many documents has it.
const SPARSE: u64 = 64;

/// A term in fewer documents is not frequent.
const FEW: u64 = 1_000;

/// Whether a term in `having` of `all` documents is frequent.
fn is_frequent(having: u64, all: u64) -> bool {
    having >= FEW && having.saturating_mul(SPARSE) >= all
}

/// Scores a term.
///
/// * `boost` - factor of the score
pub(crate) fn weighted(term: Term, boost: Score, searcher: &Searcher) -> tantivy::Result<Box<dyn Query>> {
    // The same in all segments: a rewrite must not change the rank of a part.
    let is_frequent = is_frequent(searcher.doc_freq(&term)?, searcher.total_num_docs()?);
    // Without frequencies, each term counts as occurring once.
    let read = if is_frequent { IndexRecordOption::Basic } else { IndexRecordOption::WithFreqs };
    Ok(Box::new(BoostQuery::new(Box::new(TermQuery::new(term, read)), boost)))
}

/// Sums the scores of several queries for the documents of a segment.
pub(crate) struct Ranking(Vec<Box<dyn Scorer>>);

impl Ranking {
    pub(crate) fn of(weights: &[Box<dyn Weight>], segment: &SegmentReader) -> tantivy::Result<Self> {
        let scorers = weights.iter().map(|weight| weight.scorer(segment, 1.0));
        Ok(Self(scorers.collect::<tantivy::Result<_>>()?))
    }

    /// The score of a document. Documents are passed in ascending order.
    pub(crate) fn score(&mut self, document: DocId) -> Score {
        let mut sum = 0.0;
        for scorer in &mut self.0 {
            let at = if scorer.doc() < document { scorer.seek(document) } else { scorer.doc() };
            if at == document {
                sum += scorer.score();
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantivy::{
        DocSet, Index, TERMINATED, doc,
        query::{Bm25Weight, ConstScoreQuery, EnableScoring},
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

    /// Titles of several lengths, in a large segment and a small one, with three words: a rare one, up to twice in a
    /// title; a frequent one, at most once; and another frequent one, up to six times.
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
    fn scores_are_those_of_the_library_except_for_repetitions_of_frequent_words() {
        let (index, field) = index();
        let searcher = index.reader().unwrap().searcher();
        let scoring = EnableScoring::enabled_from_searcher(&searcher);
        for (word, frequent) in [("rotor", false), ("brake", true), ("nowhere", false), ("disc", true)] {
            let term = Term::from_field_text(field, word);
            assert_eq!(is_frequent(searcher.doc_freq(&term).unwrap(), 5_700), frequent, "{word}");
            let plain = TermQuery::new(term.clone(), IndexRecordOption::WithFreqs);
            let plain = BoostQuery::new(Box::new(plain), 4.0).weight(scoring).unwrap();
            let ranked = weighted(term.clone(), 4.0, &searcher).unwrap().weight(scoring).unwrap();
            let once = Bm25Weight::for_terms(&searcher, std::slice::from_ref(&term)).unwrap().boost_by(4.0);
            for segment in searcher.segment_readers() {
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
    fn the_scores_of_a_document_are_added_up() {
        let (index, field) = index();
        let searcher = index.reader().unwrap().searcher();
        let scoring = EnableScoring::enabled_from_searcher(&searcher);
        let term = |word| Term::from_field_text(field, word);
        let plain = |word| TermQuery::new(term(word), IndexRecordOption::Basic);
        let queries = [
            weighted(term("rotor"), 4.0, &searcher).unwrap(),
            weighted(term("disc"), 4.0, &searcher).unwrap(),
            Box::new(ConstScoreQuery::new(Box::new(plain("brake")), 4.0)),
            weighted(term("nowhere"), 4.0, &searcher).unwrap(),
        ];
        let weights = queries.map(|query| query.weight(scoring).unwrap());
        for segment in searcher.segment_readers() {
            for step in [1, 7] {
                let mut expected = vec![0.0; usize::try_from(segment.max_doc()).unwrap()];
                for weight in &weights {
                    for (document, score) in scores(weight.scorer(segment, 1.0).unwrap(), 1) {
                        expected[usize::try_from(document).unwrap()] += score;
                    }
                }
                let mut ranking = Ranking::of(&weights, segment).unwrap();
                for (document, expected) in (0..segment.max_doc()).zip(expected).step_by(step) {
                    assert!((ranking.score(document) - expected).abs() < f32::EPSILON, "{document}");
                }
            }
        }
    }
}
