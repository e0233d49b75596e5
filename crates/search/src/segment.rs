//! Column data of a segment, opened once and cached as long as the segment exists.

use crate::schema::{KEY_SEPARATOR, columns};
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

/// The columns of a segment, and changes since it was written.
#[derive(Clone)]
pub(crate) struct Segment {
    pub(crate) columns: Arc<Columns>,
    /// Documents of parts whose availability has changed since they were written.
    pub(crate) flipped: Arc<HashMap<DocId, bool>>,
}

/// The columns of a segment. A key column is absent if no document has a key.
pub(crate) struct Columns {
    id_high: Column<u64>,
    id_low: Column<u64>,
    price: Column<i64>,
    pub(crate) condition: Column<u64>,
    orderable: Column<bool>,
    pub(crate) name: Option<StrColumn>,
    pub(crate) brand: Option<Keys>,
    pub(crate) category: Option<Keys>,
    pub(crate) attribute: Option<StrColumn>,
}

impl Columns {
    pub(crate) fn open(segment: &SegmentReader, names: &mut KeyNames) -> tantivy::Result<Self> {
        let fields = segment.fast_fields();
        let mut keys = |name| fields.str(name)?.map(|column| Keys::open(column, names)).transpose();
        Ok(Self {
            id_high: fields.u64(columns::ID_HIGH)?,
            id_low: fields.u64(columns::ID_LOW)?,
            price: fields.i64(columns::PRICE)?,
            condition: fields.u64(columns::CONDITION)?,
            orderable: fields.bool(columns::ORDERABLE)?,
            name: fields.str(columns::NAME)?,
            brand: keys(columns::BRAND)?,
            category: keys(columns::CATEGORIES)?,
            attribute: fields.str(columns::ATTRIBUTE)?,
        })
    }

    /// The price of a document, in cents.
    pub(crate) fn price_of(&self, document: DocId) -> i64 {
        self.price.first(document).unwrap_or(0)
    }

    /// The first half of a document's id, which increases with the creation time of the part.
    pub(crate) fn id_high(&self, document: DocId) -> u64 {
        self.id_high.first(document).unwrap_or(0)
    }

    /// The second half.
    pub(crate) fn id_low(&self, document: DocId) -> u64 {
        self.id_low.first(document).unwrap_or(0)
    }
}

/// The id composed of two halves.
pub(crate) fn part((high, low): (u64, u64)) -> PartId {
    PartId::from(Uuid::from_u64_pair(high, low))
}

impl Segment {
    pub(crate) fn orderable(&self, document: DocId) -> bool {
        let flipped = if self.flipped.is_empty() { None } else { self.flipped.get(&document) };
        flipped.copied().unwrap_or_else(|| self.columns.orderable.first(document).unwrap_or(false))
    }
}

/// The keys of brands and categories, each with a number that is the same in all segments, so that counts of segments
/// can be added without reading keys.
#[derive(Clone, Default)]
pub(crate) struct KeyNames {
    numbers: HashMap<Arc<str>, u32>,
    names: Vec<Arc<str>>,
}

impl KeyNames {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        let name = Arc::<str>::from(name);
        self.names.push(Arc::clone(&name));
        self.numbers.insert(name, number);
        number
    }

    /// The counted keys with their counts, ordered by number.
    pub(crate) fn counted<'a>(&'a self, counts: &'a [u64]) -> impl Iterator<Item = (&'a str, u64)> {
        self.names.iter().zip(counts).filter(|(_, count)| **count > 0).map(|(name, count)| (&**name, *count))
    }
}

/// A key column; a term may combine several keys.
pub(crate) struct Keys {
    column: StrColumn,
    /// The key numbers for each ordinal of this segment.
    numbers: Vec<Box<[u32]>>,
}

impl Keys {
    fn open(column: StrColumn, names: &mut KeyNames) -> tantivy::Result<Self> {
        let mut numbers = Vec::with_capacity(column.num_terms());
        let mut terms = column.dictionary().stream()?;
        while terms.advance() {
            let keys = std::str::from_utf8(terms.key()).map_err(std::io::Error::other)?;
            let keys = keys.split(KEY_SEPARATOR).filter(|key| !key.is_empty());
            numbers.push(keys.map(|key| names.number(key)).collect());
        }
        Ok(Self { column, numbers })
    }
}

/// Number of documents per key of a column.
pub(crate) struct KeyCounts(Vec<u64>);

impl KeyCounts {
    pub(crate) fn of(keys: Option<&Keys>) -> Option<Self> {
        Some(Self(vec![0; keys?.numbers.len()]))
    }

    /// Counts the keys of a document.
    pub(crate) fn count(&mut self, keys: &Keys, document: DocId) {
        let ordinal = keys.column.ords().first(document).and_then(|ordinal| usize::try_from(ordinal).ok());
        if let Some(count) = ordinal.and_then(|ordinal| self.0.get_mut(ordinal)) {
            *count += 1;
        }
    }

    /// Adds the counts to those of other segments, by key number.
    pub(crate) fn add_to(&self, keys: &Keys, counts: &mut Vec<u64>) {
        for (numbers, count) in keys.numbers.iter().zip(&self.0).filter(|(_, count)| **count > 0) {
            for number in numbers {
                let number = usize::try_from(*number).unwrap_or(usize::MAX);
                if counts.len() <= number {
                    counts.resize(number.saturating_add(1), 0);
                }
                if let Some(sum) = counts.get_mut(number) {
                    *sum += count;
                }
            }
        }
    }
}

/// Number of documents per term of a column that may have very many terms, such as attributes.
pub(crate) struct Counts {
    column: StrColumn,
    by_ordinal: Vec<u64>,
    rare: HashMap<u64, u64>,
}

impl Counts {
    /// Maximum number of terms that are counted in an array.
    const LISTED: usize = 100_000;

    pub(crate) fn of(column: Option<&StrColumn>) -> Option<Self> {
        let column = column?.clone();
        let listed = if column.num_terms() <= Self::LISTED { column.num_terms() } else { 0 };
        Some(Self { column, by_ordinal: vec![0; listed], rare: HashMap::new() })
    }

    /// Counts the terms of a document.
    pub(crate) fn count(&mut self, document: DocId) {
        for ordinal in self.column.ords().values_for_doc(document) {
            match usize::try_from(ordinal).ok().and_then(|ordinal| self.by_ordinal.get_mut(ordinal)) {
                Some(count) => *count += 1,
                None => *self.rare.entry(ordinal).or_default() += 1,
            }
        }
    }

    /// Adds the counts to those of other segments, by term. The terms are read in one pass: a separate lookup would
    /// scan its block from the start.
    pub(crate) fn add_to(self, counts: &mut BTreeMap<String, u64>) {
        let listed = (0_u64..).zip(self.by_ordinal).filter(|(_, count)| *count > 0);
        let mut counted: Vec<(u64, u64)> = listed.chain(self.rare).collect();
        counted.sort_unstable();
        let ordinals: Vec<u64> = counted.iter().map(|(ordinal, _)| *ordinal).collect();
        let mut counted = counted.into_iter();
        let add = |term: &[u8]| {
            if let (Some((_, count)), Ok(term)) = (counted.next(), std::str::from_utf8(term)) {
                *counts.entry(term.to_owned()).or_default() += count;
            }
        };
        // An unreadable term is not counted; the segment is then damaged, which is reported elsewhere.
        self.column.dictionary().sorted_ords_to_term_cb(&ordinals, add).unwrap_or(false);
    }
}
