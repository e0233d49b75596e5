//! Small numbers of a column, such as key ordinals, outside of the library's compression. Facet counts read many of
//! them in sequence, because parts of a category are adjacent, and decompressing them would take longer than
//! everything else.

use crate::segment::{BLOCK, Block};
use tantivy::{DocId, columnar::Column};

/// The first number of each document, in the narrowest type that fits. The maximum of the type means none.
pub(crate) enum Unpacked {
    Bytes(Box<[u8]>),
    Narrow(Box<[u16]>),
    Wide(Box<[u32]>),
}

fn all<T: TryFrom<u64> + Copy>(column: &Column<u64>, documents: DocId, none: T) -> Box<[T]> {
    let mut numbers = Vec::with_capacity(usize::try_from(documents).unwrap_or(0));
    let mut block = Vec::with_capacity(BLOCK);
    for first in (0..documents).step_by(BLOCK) {
        let last = documents.min(first.saturating_add(DocId::try_from(BLOCK).unwrap_or(1)));
        block.clear();
        block.extend(first..last);
        let found = Block::first_of(column, &block);
        numbers.extend(found.all().map(|number| number.and_then(|number| T::try_from(number).ok()).unwrap_or(none)));
    }
    numbers.into()
}

fn count<T: Into<u32> + Copy>(numbers: &[T], documents: &[DocId], counts: &mut [u64]) {
    for document in documents {
        let number = usize::try_from(*document).ok().and_then(|document| numbers.get(document));
        let number = number.and_then(|number| usize::try_from((*number).into()).ok());
        if let Some(count) = number.and_then(|number| counts.get_mut(number)) {
            *count += 1;
        }
    }
}

impl Unpacked {
    /// * `below` - upper bound of all numbers, exclusive
    pub(crate) fn of(column: &Column<u64>, documents: DocId, below: usize) -> Self {
        if u8::try_from(below).is_ok() {
            Self::Bytes(all(column, documents, u8::MAX))
        } else if u16::try_from(below).is_ok() {
            Self::Narrow(all(column, documents, u16::MAX))
        } else {
            Self::Wide(all(column, documents, u32::MAX))
        }
    }

    /// Adds one to the count of each document's number.
    /// * `counts` - indexed by number; numbers beyond its end are not counted
    pub(crate) fn count(&self, documents: &[DocId], counts: &mut [u64]) {
        match self {
            Self::Bytes(numbers) => count(numbers, documents, counts),
            Self::Narrow(numbers) => count(numbers, documents, counts),
            Self::Wide(numbers) => count(numbers, documents, counts),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantivy::{
        Index, TantivyDocument,
        schema::{NumericOptions, Schema},
    };

    /// A column in which every fifth document has no number, and the others have one less than a limit.
    fn column(limit: u64) -> Column<u64> {
        let mut schema = Schema::builder();
        let field = schema.add_u64_field("number", NumericOptions::default().set_fast());
        let index = Index::create_in_ram(schema.build());
        let mut writer = index.writer_with_num_threads(1, 20_000_000).unwrap();
        for document in 0..1_000 {
            let mut row = TantivyDocument::default();
            if document % 5 != 4 {
                row.add_u64(field, limit - 1 - document % 5);
            }
            writer.add_document(row).unwrap();
        }
        writer.commit().unwrap();
        index.reader().unwrap().searcher().segment_reader(0).fast_fields().u64("number").unwrap()
    }

    #[test]
    fn numbers_are_counted_however_wide_they_are() {
        for (limit, bytes) in [(5, 1), (255, 1), (256, 2), (65_535, 2), (65_536, 4), (100_000, 4)] {
            let below = usize::try_from(limit).unwrap();
            let numbers = Unpacked::of(&column(limit), 1_000, below);
            let width = match &numbers {
                Unpacked::Bytes(_) => 1,
                Unpacked::Narrow(_) => 2,
                Unpacked::Wide(_) => 4,
            };
            assert_eq!(width, bytes, "{limit}");
            let mut counts = vec![0; below];
            numbers.count(&[0, 1, 2, 3, 4, 9, 500, 998, 999, 1_000], &mut counts);
            assert_eq!(counts[below - 4..], [2, 1, 1, 2], "{limit}");
            assert_eq!(counts.iter().sum::<u64>(), 6);
            // Fewer counts than numbers.
            numbers.count(&[0, 1, 2, 3], &mut counts[..below - 1]);
            assert_eq!(counts[below - 4..], [3, 2, 2, 2], "{limit}");
        }
    }
}
