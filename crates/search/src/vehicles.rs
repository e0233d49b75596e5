//! Step-by-step vehicle selection: reads the keys of years, makes, models and engines from the vehicle terms of the
//! index.

use crate::{
    segment::Segment,
    snapshot::Snapshot,
    vehicle_terms::{ANY_ENGINE, ENGINE},
};
use autoparts_domain::{
    slug::{EngineId, MakeId},
    vehicles::{ModelId, ModelYear},
};
use std::collections::BTreeSet;
use tantivy::{
    DocSet, InvertedIndexReader, SegmentReader, TERMINATED,
    postings::TermInfo,
    schema::{Field, IndexRecordOption},
};

/// Sorts after both suffixes, and before all characters of a key.
const AFTER_ENGINES: char = ',';

/// Sorts after the slash, and before all other characters that may follow a year or a make.
const AFTER_SLASH: char = '0';

/// The vehicle terms of an index.
pub(crate) struct VehicleTerms<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) field: Field,
}

/// The vehicle terms of a segment.
struct Terms<'a> {
    segment: &'a SegmentReader,
    columns: &'a Segment,
    index: &'a InvertedIndexReader,
}

impl Terms<'_> {
    /// The first term at or after a text in sort order.
    fn first_from(&self, text: &str) -> tantivy::Result<Option<(String, TermInfo)>> {
        let mut stream = self.index.terms().range().ge(text.as_bytes()).into_stream()?;
        if !stream.advance() {
            return Ok(None);
        }
        let term = std::str::from_utf8(stream.key()).map_err(std::io::Error::other)?;
        Ok(Some((term.to_owned(), stream.value().clone())))
    }

    /// Whether any current document has a term; `in_stock` requires a part that can be ordered.
    fn has_parts(&self, term: &TermInfo, in_stock: bool) -> tantivy::Result<bool> {
        if !in_stock && !self.segment.has_deletes() {
            return Ok(true);
        }
        let mut documents = self.index.read_postings_from_terminfo(term, IndexRecordOption::Basic)?;
        while documents.doc() != TERMINATED {
            let document = documents.doc();
            if !self.segment.is_deleted(document) && (!in_stock || self.columns.orderable(document)) {
                return Ok(true);
            }
            documents.advance();
        }
        Ok(false)
    }

    /// Calls `found` with each distinct key of a selection step that any part has.
    fn steps(&self, step: &Step<'_>, mut found: impl FnMut(&str)) -> tantivy::Result<()> {
        let mut from = format!("{}{}", step.prefix, step.first);
        while let Some((term, info)) = self.first_from(&from)? {
            let Some(rest) = term.strip_prefix(step.prefix) else { break };
            let key = rest.split(step.ends).next().unwrap_or_default();
            if self.has_parts(&info, step.in_stock)? {
                found(key);
                from = format!("{}{key}{}", step.prefix, step.after);
            } else {
                // The next term may have the same key.
                from = format!("{term}\0");
            }
        }
        Ok(())
    }
}

/// A step of the vehicle selection.
struct Step<'a> {
    /// The earlier selections.
    prefix: &'a str,
    /// Lower bound of the keys, if terms of other kinds sort before them.
    first: &'a str,
    /// Characters that end the key; if empty, only the end of the term does.
    ends: &'a [char],
    /// Appended to a key, it sorts after all terms with this key, and before all terms with a longer key.
    after: char,
    /// Whether only parts that can be ordered count.
    in_stock: bool,
}

impl VehicleTerms<'_> {
    /// The keys of all segments.
    fn steps<T: Ord>(&self, step: &Step<'_>, read: impl Fn(&str) -> Option<T>) -> tantivy::Result<Vec<T>> {
        let mut keys = BTreeSet::new();
        let segments = self.snapshot.searcher.segment_readers().iter();
        for (segment, columns) in segments.zip(self.snapshot.segments.iter()) {
            let index = segment.inverted_index(self.field)?;
            Terms { segment, columns, index: &index }.steps(step, |key| keys.extend(read(key)))?;
        }
        Ok(keys.into_iter().collect())
    }

    /// The years, in order.
    pub(crate) fn years(&self) -> tantivy::Result<Vec<ModelYear>> {
        let step = Step { prefix: "", first: "0", ends: &['/'], after: AFTER_SLASH, in_stock: false };
        self.steps(&step, |year| year.parse().ok())
    }

    /// The makes of a year, in order.
    pub(crate) fn makes(&self, year: ModelYear) -> tantivy::Result<Vec<MakeId>> {
        let step = Step { prefix: &format!("{year}/"), first: "", ends: &['/'], after: AFTER_SLASH, in_stock: false };
        self.steps(&step, |make| make.parse().ok())
    }

    /// The models of a year and a make, in order; optionally only those with a part that can be ordered.
    pub(crate) fn models(&self, year: ModelYear, make: &MakeId, in_stock: bool) -> tantivy::Result<Vec<ModelId>> {
        let prefix = &format!("{year}/{make}/");
        let step = Step { prefix, first: "", ends: &[ANY_ENGINE, ENGINE], after: AFTER_ENGINES, in_stock };
        self.steps(&step, |model| Some(ModelId { make: make.clone(), model: model.parse().ok()? }))
    }

    /// The engines that are listed for a year and a model, in order.
    pub(crate) fn engines(&self, year: ModelYear, model: &ModelId) -> tantivy::Result<Vec<EngineId>> {
        let step =
            Step { prefix: &format!("{year}/{model}{ENGINE}"), first: "", ends: &[], after: '\0', in_stock: false };
        self.steps(&step, |engine| engine.parse().ok())
    }
}
