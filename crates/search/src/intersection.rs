//! What several queries find together. The library's own intersection jumps from document to document, which is quick when
//! one of the queries finds little. When all of them find much, as frequent words do, most jumps go a few documents far,
//! and all of them are gone through once, bit by bit, as the library does itself when it only counts.

use tantivy::{
    BitSet, COLLECT_BLOCK_BUFFER_LEN, DocId, DocSet, Score, SegmentReader, TantivyError,
    query::{BitSetDocSet, ConstScorer, EnableScoring, Explanation, Query, Scorer, Weight, intersect_scorers},
};

/// A query that finds less than this leads, and the others are looked up.
const FEW: u64 = 1_000;

/// A jump is taken to cost as much as going through so many documents. The library draws its line, when it counts, where
/// one document in 32 has the rarest word.
const JUMP: u64 = 8;

/// Finds what all of some queries find; ranks nothing.
#[derive(Debug)]
pub(crate) struct Intersection(Vec<Box<dyn Query>>);

impl Clone for Intersection {
    fn clone(&self) -> Self {
        Self(self.0.iter().map(|query| query.box_clone()).collect())
    }
}

impl Intersection {
    pub(crate) fn of(queries: Vec<Box<dyn Query>>) -> Self {
        Self(queries)
    }
}

impl Query for Intersection {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        let weights = self.0.iter().map(|query| query.weight(scoring));
        Ok(Box::new(IntersectionWeight(weights.collect::<tantivy::Result<_>>()?)))
    }
}

struct IntersectionWeight(Vec<Box<dyn Weight>>);

impl Weight for IntersectionWeight {
    fn scorer(&self, segment: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let scorers = self.0.iter().map(|weight| weight.scorer(segment, 1.0));
        let mut scorers: Vec<Box<dyn Scorer>> = scorers.collect::<tantivy::Result<_>>()?;
        scorers.sort_by_key(DocSet::cost);
        if is_dense(&scorers) {
            let found = BitSetDocSet::from(intersected(&mut scorers, segment.max_doc()));
            return Ok(Box::new(ConstScorer::new(found, boost)));
        }
        Ok(Box::new(ConstScorer::new(intersect_scorers(scorers, segment.num_docs()), boost)))
    }

    fn explain(&self, segment: &SegmentReader, document: DocId) -> tantivy::Result<Explanation> {
        let mut scorer = self.scorer(segment, 1.0)?;
        if scorer.doc() > document || scorer.seek(document) != document {
            return Err(TantivyError::InvalidArgument(format!("document {document} is not found")));
        }
        Ok(Explanation::new("Intersection", 1.0))
    }
}

/// Whether going through all documents is quicker than jumping from each of the rarest to the others. The rarest comes
/// first.
fn is_dense(scorers: &[Box<dyn Scorer>]) -> bool {
    let Some((rarest, others)) = scorers.split_first() else { return false };
    let jumps = rarest.cost().saturating_mul(u64::try_from(others.len()).unwrap_or(u64::MAX));
    let all = scorers.iter().fold(0, |sum: u64, scorer| sum.saturating_add(scorer.cost()));
    rarest.cost() >= FEW && all <= jumps.saturating_mul(JUMP)
}

/// The documents of a segment, so many of them, that all scorers come by.
fn intersected(scorers: &mut [Box<dyn Scorer>], documents: DocId) -> BitSet {
    let mut found: Option<BitSet> = None;
    let mut block = [0; COLLECT_BLOCK_BUFFER_LEN];
    for scorer in scorers {
        let mut both = BitSet::with_max_value(documents);
        loop {
            let count = scorer.fill_buffer(&mut block);
            for document in block.iter().take(count) {
                if found.as_ref().is_none_or(|found| found.contains(*document)) {
                    both.insert(*document);
                }
            }
            if count < block.len() {
                break;
            }
        }
        found = Some(both);
    }
    found.unwrap_or_else(|| BitSet::with_max_value(documents))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantivy::{
        Index, TantivyDocument, Term,
        collector::DocSetCollector,
        query::{BooleanQuery, TermQuery},
        schema::{INDEXED, IndexRecordOption, Schema},
    };

    /// Documents that have all their divisors from 2 to 12; every 7,001st is deleted.
    fn index() -> (Index, tantivy::schema::Field) {
        let mut schema = Schema::builder();
        let (divisor, number) = (schema.add_u64_field("divisor", INDEXED), schema.add_u64_field("number", INDEXED));
        let index = Index::create_in_ram(schema.build());
        let mut writer = index.writer_with_num_threads(1, 20_000_000).unwrap();
        for count in 1..=70_000_u64 {
            let mut document = TantivyDocument::default();
            document.add_u64(number, count);
            (2..=12).filter(|by| count % by == 0).for_each(|by| document.add_u64(divisor, by));
            writer.add_document(document).unwrap();
        }
        writer.commit().unwrap();
        (7_001..70_000).step_by(7_001).for_each(|count| _ = writer.delete_term(Term::from_field_u64(number, count)));
        writer.commit().unwrap();
        (index, divisor)
    }

    #[test]
    fn it_finds_what_the_librarys_own_finds() {
        let (index, field) = index();
        let searcher = index.reader().unwrap().searcher();
        let by = |divisor: u64| -> Box<dyn Query> {
            Box::new(TermQuery::new(Term::from_field_u64(field, divisor), IndexRecordOption::Basic))
        };
        let either = |one, other| -> Box<dyn Query> { Box::new(BooleanQuery::union(vec![by(one), by(other)])) };
        for (queries, least) in [
            (vec![by(2), by(3), by(5)], 2_000),
            (vec![by(12), by(11), by(10), by(9)], 30),
            (vec![either(2, 3), by(7), either(5, 11)], 1_000),
            (vec![by(2), by(13)], 0),
            (vec![by(4)], 17_000),
        ] {
            let theirs = BooleanQuery::intersection(queries.iter().map(|query| query.box_clone()).collect());
            let ours = Intersection::of(queries);
            let found = searcher.search(&ours, &DocSetCollector).unwrap();
            assert!(found.len() >= least, "{} of {least}", found.len());
            assert_eq!(found, searcher.search(&theirs, &DocSetCollector).unwrap());
            let count = searcher.search(&ours, &tantivy::collector::Count).unwrap();
            assert_eq!(count, found.len());
        }
    }
}
