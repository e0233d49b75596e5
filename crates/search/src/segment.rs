//! What is read of a segment by column: its columns are opened once and kept as long as the segment lives.

use crate::schema::columns;
use autoparts_domain::id::PartId;
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};
use tantivy::{
    DocId, SegmentReader,
    columnar::{Column, StrColumn},
};
use uuid::Uuid;

/// The columns of a segment, and what has changed of it since it was written.
pub(crate) struct Segment {
    pub(crate) columns: Arc<Columns>,
    /// Documents whose part can be ordered now, or no longer, otherwise than they say.
    pub(crate) flipped: Arc<HashMap<DocId, bool>>,
}

/// The columns of a segment. Those of keys are absent when no document of it has any.
pub(crate) struct Columns {
    id_high: Column<u64>,
    id_low: Column<u64>,
    pub(crate) price: Column<i64>,
    pub(crate) condition: Column<u64>,
    orderable: Column<bool>,
    pub(crate) name: Option<StrColumn>,
    pub(crate) brand: Option<StrColumn>,
    pub(crate) category: Option<StrColumn>,
    pub(crate) attribute: Option<StrColumn>,
}

impl Columns {
    pub(crate) fn open(segment: &SegmentReader) -> tantivy::Result<Self> {
        let fields = segment.fast_fields();
        Ok(Self {
            id_high: fields.u64(columns::ID_HIGH)?,
            id_low: fields.u64(columns::ID_LOW)?,
            price: fields.i64(columns::PRICE)?,
            condition: fields.u64(columns::CONDITION)?,
            orderable: fields.bool(columns::ORDERABLE)?,
            name: fields.str(columns::NAME)?,
            brand: fields.str(columns::BRAND)?,
            category: fields.str(columns::CATEGORY)?,
            attribute: fields.str(columns::ATTRIBUTE)?,
        })
    }

    /// The first half of the id of a document, which grows with the time when the part was made.
    pub(crate) fn id_high(&self, document: DocId) -> u64 {
        self.id_high.first(document).unwrap_or(0)
    }

    /// Both halves of the id of a document.
    pub(crate) fn id(&self, document: DocId) -> (u64, u64) {
        (self.id_high(document), self.id_low.first(document).unwrap_or(0))
    }
}

/// The id that two halves make.
pub(crate) fn part((high, low): (u64, u64)) -> PartId {
    PartId::from(Uuid::from_u64_pair(high, low))
}

impl Segment {
    pub(crate) fn orderable(&self, document: DocId) -> bool {
        let flipped = if self.flipped.is_empty() { None } else { self.flipped.get(&document) };
        flipped.copied().unwrap_or_else(|| self.columns.orderable.first(document).unwrap_or(false))
    }
}

/// How often each term of a column occurs: by ordinal, which are few for keys like brands, and may be very many for
/// attributes.
pub(crate) struct Counts {
    column: StrColumn,
    by_ordinal: Vec<u64>,
    rare: HashMap<u64, u64>,
}

impl Counts {
    /// Up to so many terms are counted in a list.
    const LISTED: usize = 100_000;

    pub(crate) fn of(column: Option<&StrColumn>) -> Option<Self> {
        let column = column?.clone();
        let listed = if column.num_terms() <= Self::LISTED { column.num_terms() } else { 0 };
        Some(Self { column, by_ordinal: vec![0; listed], rare: HashMap::new() })
    }

    /// Counts what a document has.
    pub(crate) fn count(&mut self, document: DocId) {
        for ordinal in self.column.ords().values_for_doc(document) {
            match usize::try_from(ordinal).ok().and_then(|ordinal| self.by_ordinal.get_mut(ordinal)) {
                Some(count) => *count += 1,
                None => *self.rare.entry(ordinal).or_default() += 1,
            }
        }
    }

    /// Adds the counts to those of other segments, by term. The terms are read in one go: each by itself would be looked
    /// for from the beginning of its block.
    pub(crate) fn add_to(self, counts: &mut BTreeMap<String, u64>) {
        let listed = (0_u64..).zip(self.by_ordinal).filter(|(_, count)| *count > 0);
        let mut counted: Vec<(u64, u64)> = listed.chain(self.rare).collect();
        counted.sort_unstable();
        let ordinals: Vec<u64> = counted.iter().map(|(ordinal, _)| *ordinal).collect();
        let mut counted = counted.into_iter();
        let add = |term: &[u8]| {
            if let (Some((_, count)), Ok(term)) = (counted.next(), std::str::from_utf8(term)) {
                match counts.get_mut(term) {
                    Some(sum) => *sum += count,
                    None => drop(counts.insert(term.to_owned(), count)),
                }
            }
        };
        // A term that cannot be read is not counted; the segment is damaged then, and others say so.
        self.column.dictionary().sorted_ords_to_term_cb(&ordinals, add).unwrap_or(false);
    }
}
