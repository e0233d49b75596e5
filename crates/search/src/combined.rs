//! Intersections and unions of queries. If bit sets are cached for some of them, as for frequent words, these are
//! combined bitwise; the rest is left to the library.

use crate::bits::BitsScorer;
use std::sync::Arc;
use tantivy::{
    DocId, DocSet, Score, SegmentReader, TantivyError,
    query::{BooleanQuery, EnableScoring, Explanation, Query, Scorer, Weight, intersect_scorers},
};

fn weights(queries: &[Box<dyn Query>], scoring: EnableScoring<'_>) -> tantivy::Result<Vec<Box<dyn Weight>>> {
    queries.iter().map(|query| query.weight(scoring)).collect()
}

type Scorers = Vec<Box<dyn Scorer>>;

/// The scorers of weights in a segment: those with bit sets, and the others.
fn scorers(weights: &[Box<dyn Weight>], segment: &SegmentReader) -> tantivy::Result<(Vec<BitsScorer>, Scorers)> {
    let (mut bits, mut others) = (Vec::new(), Scorers::new());
    for weight in weights {
        match weight.scorer(segment, 1.0)?.downcast::<BitsScorer>() {
            Ok(known) => bits.push(*known),
            Err(scorer) => others.push(scorer),
        }
    }
    Ok((bits, others))
}

/// Explains that a document matches, and its score. Required by the library, not used here.
pub(crate) fn explain(weight: &dyn Weight, segment: &SegmentReader, document: DocId) -> tantivy::Result<Explanation> {
    let mut scorer = weight.scorer(segment, 1.0)?;
    if scorer.doc() > document || scorer.seek(document) != document {
        return Err(TantivyError::InvalidArgument(format!("document {document} is not found")));
    }
    Ok(Explanation::new("found", scorer.score()))
}

/// Matches what all queries match; without scores.
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
        Ok(Box::new(IntersectionWeight(weights(&self.0, scoring)?)))
    }
}

struct IntersectionWeight(Vec<Box<dyn Weight>>);

impl Weight for IntersectionWeight {
    fn scorer(&self, segment: &SegmentReader, _: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let (bits, mut others) = scorers(&self.0, segment)?;
        let mut bits = bits.iter().flat_map(BitsScorer::sets).map(Arc::clone);
        if let Some(first) = bits.next() {
            others.push(Box::new(BitsScorer::new(first, bits.collect())));
        }
        Ok(intersect_scorers(others, segment.num_docs()))
    }

    fn explain(&self, segment: &SegmentReader, document: DocId) -> tantivy::Result<Explanation> {
        explain(self, segment, document)
    }
}

/// Matches what any query matches; without scores.
#[derive(Debug)]
pub(crate) struct Union(Vec<Box<dyn Query>>);

impl Clone for Union {
    fn clone(&self) -> Self {
        Self(self.0.iter().map(|query| query.box_clone()).collect())
    }
}

impl Union {
    pub(crate) fn of(queries: Vec<Box<dyn Query>>) -> Self {
        Self(queries)
    }
}

impl Query for Union {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        let plain = BooleanQuery::union(self.clone().0).weight(scoring)?;
        Ok(Box::new(UnionWeight { weights: weights(&self.0, scoring)?, plain }))
    }
}

struct UnionWeight {
    weights: Vec<Box<dyn Weight>>,
    /// The library's implementation of the same query.
    plain: Box<dyn Weight>,
}

impl Weight for UnionWeight {
    fn scorer(&self, segment: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let (bits, others) = scorers(&self.weights, segment)?;
        let Some(mut bits) = bits.into_iter().map(BitsScorer::intersection).reduce(|mut all, more| {
            Arc::make_mut(&mut all).union(&more);
            all
        }) else {
            return self.plain.scorer(segment, boost);
        };
        for mut other in others {
            Arc::make_mut(&mut bits).add(&mut *other);
        }
        Ok(Box::new(BitsScorer::new(bits, Vec::new())))
    }

    fn explain(&self, segment: &SegmentReader, document: DocId) -> tantivy::Result<Explanation> {
        explain(self, segment, document)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frequent::{FrequentTerms, HasTerm};
    use std::collections::HashSet;
    use tantivy::{
        DocAddress, Index, TantivyDocument, Term,
        collector::{Count, DocSetCollector},
        query::{BooleanQuery, TermQuery},
        schema::{Field, INDEXED, IndexRecordOption, Schema},
    };

    /// Documents with all their divisors from 2 to 12, and 97; every 7,001st is deleted.
    fn index() -> (Index, Field) {
        let mut schema = Schema::builder();
        let (divisor, number) = (schema.add_u64_field("divisor", INDEXED), schema.add_u64_field("number", INDEXED));
        let index = Index::create_in_ram(schema.build());
        let mut writer = index.writer_with_num_threads(1, 20_000_000).unwrap();
        for count in 1..=70_000_u64 {
            let mut document = TantivyDocument::default();
            document.add_u64(number, count);
            (2..=12).chain([97]).filter(|by| count % by == 0).for_each(|by| document.add_u64(divisor, by));
            writer.add_document(document).unwrap();
        }
        writer.commit().unwrap();
        (7_001..70_000).step_by(7_001).for_each(|count| _ = writer.delete_term(Term::from_field_u64(number, count)));
        writer.commit().unwrap();
        (index, divisor)
    }

    /// Divisors: all of the lists, and any within each.
    const SEARCHED: [(&[&[u64]], usize); 9] = [
        (&[&[2], &[3], &[5]], 2_000),
        (&[&[12], &[11], &[10], &[9]], 30),
        (&[&[2, 3], &[7], &[5, 11]], 1_000),
        // A rare one together with frequent ones, and alone.
        (&[&[97], &[2]], 300),
        (&[&[97, 11], &[97, 12]], 1_200),
        (&[&[97]], 700),
        (&[&[97, 13], &[2]], 300),
        // No document has 13.
        (&[&[2], &[13]], 0),
        (&[&[4]], 17_000),
    ];

    #[test]
    fn what_is_combined_finds_what_the_librarys_own_finds() {
        let (index, field) = index();
        let searcher = index.reader().unwrap().searcher();
        let frequent = Arc::new(FrequentTerms::default());
        let term = |divisor: &u64| Term::from_field_u64(field, *divisor);
        let found = |query: &dyn Query| -> HashSet<DocAddress> {
            let found = searcher.search(query, &DocSetCollector).unwrap();
            assert_eq!(searcher.search(query, &Count).unwrap(), found.len());
            found
        };
        for (divisors, least) in SEARCHED {
            let theirs = divisors.iter().map(|any| -> Box<dyn Query> {
                let terms = any.iter().map(|divisor| -> Box<dyn Query> {
                    Box::new(TermQuery::new(term(divisor), IndexRecordOption::Basic))
                });
                Box::new(BooleanQuery::union(terms.collect()))
            });
            let theirs = found(&BooleanQuery::intersection(theirs.collect()));
            assert!(theirs.len() >= least, "{} of {least}", theirs.len());
            // The second time, the bit sets are cached.
            for _ in 0..2 {
                let ours = divisors.iter().map(|any| -> Box<dyn Query> {
                    let has = |divisor: &u64| -> Box<dyn Query> { Box::new(HasTerm::new(term(divisor), &frequent)) };
                    Box::new(Union::of(any.iter().map(has).collect()))
                });
                assert_eq!(found(&Intersection::of(ours.collect())), theirs, "{divisors:?}");
            }
        }
    }

    #[test]
    fn what_is_combined_can_be_combined_again() {
        type Combine = fn(Vec<Box<dyn Query>>) -> Box<dyn Query>;
        let (index, field) = index();
        let searcher = index.reader().unwrap().searcher();
        let frequent = Arc::new(FrequentTerms::default());
        let ours =
            |divisor| -> Box<dyn Query> { Box::new(HasTerm::new(Term::from_field_u64(field, divisor), &frequent)) };
        let theirs = |divisor| -> Box<dyn Query> {
            Box::new(TermQuery::new(Term::from_field_u64(field, divisor), IndexRecordOption::Basic))
        };
        let found = |has: &dyn Fn(u64) -> Box<dyn Query>, all: Combine, any: Combine| {
            let sixths = || all(vec![has(2), has(3)]);
            // Several sets with another one, and with a rare one.
            [any(vec![sixths(), has(7)]), all(vec![sixths(), has(5)]), all(vec![sixths(), has(5), has(97)])]
                .map(|query| searcher.search(&*query, &DocSetCollector).unwrap())
        };
        let expected = found(
            &theirs,
            |queries| Box::new(BooleanQuery::intersection(queries)),
            |queries| Box::new(BooleanQuery::union(queries)),
        );
        assert_eq!(expected.each_ref().map(HashSet::len), [19_998, 2_333, 24]);
        for _ in 0..2 {
            let all: Combine = |queries| Box::new(Intersection::of(queries));
            assert_eq!(found(&ours, all, |queries| Box::new(Union::of(queries))), expected);
        }
    }
}
