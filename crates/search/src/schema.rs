//! The index schema, field by field.

use crate::{
    analysis::{Analyzer, compounds, is_code},
    vehicle_terms,
};
use autoparts_application::ports::part_search::PartDocument;
use autoparts_domain::{
    catalogue::{
        listing::Condition,
        search::{NameKey, written_value},
    },
    id::PartId,
    slug::{BrandId, CategoryId},
};
use std::{cmp::Ordering, collections::BTreeSet};
use tantivy::{
    TantivyDocument, Term,
    schema::{
        FAST, Field, INDEXED, IndexRecordOption, NumericOptions, Schema, SchemaBuilder, TextFieldIndexing, TextOptions,
    },
};

/// Version of the schema and its content: an index of another version is rebuilt.
pub(crate) const FORMAT: u32 = 4;

/// Separates the name of an attribute from its value.
const SEPARATOR: char = '\u{1f}';

/// Separates the keys of categories; no key contains it.
pub(crate) const KEY_SEPARATOR: &str = " ";

/// The fields. Text is analyzed before it is added; the index splits it at spaces only.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields {
    /// The id as bytes, for looking up a part's document.
    pub(crate) id: Field,
    /// Both halves of the id, for listing and sorting.
    id_high: Field,
    id_low: Field,
    /// Stems of all names and numbers of a part: title, brand, categories, attributes, numbers.
    pub(crate) names: Field,
    /// The same plus stems of the description. Matching uses this field, which has a single list for most words.
    pub(crate) everything: Field,
    /// Stems of joined pairs of adjacent words, of title, brand and categories.
    pub(crate) joined: Field,
    /// Stems of the title. This and the next two are for ranking.
    pub(crate) title: Field,
    /// Stems of the names of brand and categories.
    pub(crate) about: Field,
    /// Stems of the description.
    pub(crate) description: Field,
    /// Words of names as written, without codes: for prefixes and spelling correction.
    pub(crate) written: Field,
    /// Words of names that contain digits, for prefixes.
    pub(crate) codes: Field,
    pub(crate) brand: Field,
    pub(crate) category: Field,
    /// All categories of a part as a single key: a column with one key per document is counted faster.
    categories: Field,
    /// Name and value.
    pub(crate) attribute: Field,
    /// Vehicles that the part is listed for, as [`vehicle_terms`].
    pub(crate) vehicle: Field,
    pub(crate) condition: Field,
    price: Field,
    name: Field,
    orderable: Field,
}

/// Names of the column fields.
pub(crate) mod columns {
    pub(crate) const ID_HIGH: &str = "id_high";
    pub(crate) const ID_LOW: &str = "id_low";
    pub(crate) const BRAND: &str = "brand";
    pub(crate) const CATEGORIES: &str = "categories";
    pub(crate) const ATTRIBUTE: &str = "attribute";
    pub(crate) const CONDITION: &str = "condition";
    pub(crate) const PRICE: &str = "price";
    pub(crate) const NAME: &str = "name";
    pub(crate) const ORDERABLE: &str = "orderable";
}

fn words(builder: &mut SchemaBuilder, name: &str, weighs: bool) -> Field {
    let kept = if weighs { IndexRecordOption::WithFreqs } else { IndexRecordOption::Basic };
    let indexing = TextFieldIndexing::default().set_tokenizer("whitespace").set_index_option(kept);
    builder.add_text_field(name, TextOptions::default().set_indexing_options(indexing.set_fieldnorms(weighs)))
}

fn searched_key(builder: &mut SchemaBuilder, name: &str, options: TextOptions) -> Field {
    let indexing = TextFieldIndexing::default().set_tokenizer("raw").set_index_option(IndexRecordOption::Basic);
    builder.add_text_field(name, options.set_indexing_options(indexing.set_fieldnorms(false)))
}

/// The schema of the index.
pub(crate) fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let number = || NumericOptions::default().set_fast();
    let column = || TextOptions::default().set_fast("raw");
    let fields = Fields {
        id: builder.add_bytes_field("id", INDEXED),
        id_high: builder.add_u64_field(columns::ID_HIGH, number()),
        id_low: builder.add_u64_field(columns::ID_LOW, number()),
        names: words(&mut builder, "names", false),
        everything: words(&mut builder, "everything", false),
        joined: words(&mut builder, "joined", false),
        title: words(&mut builder, "title", true),
        about: words(&mut builder, "about", true),
        description: words(&mut builder, "description", true),
        written: words(&mut builder, "written", false),
        codes: words(&mut builder, "codes", false),
        brand: searched_key(&mut builder, columns::BRAND, column()),
        category: searched_key(&mut builder, "category", TextOptions::default()),
        categories: builder.add_text_field(columns::CATEGORIES, column()),
        attribute: searched_key(&mut builder, columns::ATTRIBUTE, column()),
        vehicle: searched_key(&mut builder, "vehicle", TextOptions::default()),
        condition: builder.add_u64_field(columns::CONDITION, number().set_indexed()),
        price: builder.add_i64_field(columns::PRICE, number()),
        name: builder.add_text_field(columns::NAME, column()),
        orderable: builder.add_bool_field(columns::ORDERABLE, FAST),
    };
    (builder.build(), fields)
}

/// The number of a condition in the index.
pub(crate) const fn condition_number(condition: Condition) -> u64 {
    match condition {
        Condition::New => 0,
        Condition::Remanufactured => 1,
        Condition::Used => 2,
    }
}

/// The term of an attribute in the index.
pub(crate) fn attribute_term(name: &str, value: &str) -> String {
    format!("{name}{SEPARATOR}{value}")
}

/// Splits an attribute's term into name and value.
pub(crate) fn name_and_value(term: &str) -> Option<(&str, &str)> {
    term.split_once(SEPARATOR)
}

/// Both halves of an id; they sort like the id.
pub(crate) fn halves(part: PartId) -> (u64, u64) {
    part.uuid().as_u64_pair()
}

/// Order in which parts are written: by category, then by brand. The matches of a search are mostly in a few
/// categories, so it then reads few places of columns and posting lists.
pub(crate) fn write_order(part: &PartDocument, other: &PartDocument) -> Ordering {
    fn categories(part: &PartDocument) -> impl Iterator<Item = &CategoryId> {
        part.categories.iter().map(|(category, _)| category)
    }
    fn brand(part: &PartDocument) -> Option<&BrandId> {
        part.brand.as_ref().map(|(brand, _)| brand)
    }
    categories(part).cmp(categories(other)).then_with(|| brand(part).cmp(&brand(other)))
}

impl Fields {
    pub(crate) fn id_term(&self, part: PartId) -> Term {
        Term::from_field_bytes(self.id, part.uuid().as_bytes())
    }

    /// The document of a part.
    pub(crate) fn document(&self, part: &PartDocument, analyzer: &mut Analyzer) -> TantivyDocument {
        let mut document = TantivyDocument::default();
        let (high, low) = halves(part.id);
        document.add_bytes(self.id, part.id.uuid().as_bytes());
        document.add_u64(self.id_high, high);
        document.add_u64(self.id_low, low);
        document.add_i64(self.price, part.price.cents());
        document.add_u64(self.condition, condition_number(part.condition));
        document.add_bool(self.orderable, part.orderable);
        document.add_text(self.name, NameKey::of(&part.title).as_str());
        // An empty key if there is no brand or category: a column with a value in every document is read faster.
        document.add_text(self.brand, part.brand.as_ref().map_or("", |(brand, _)| brand.as_str()));
        let categories: BTreeSet<&str> = part.categories.iter().map(|(category, _)| category.as_str()).collect();
        for category in &categories {
            document.add_text(self.category, category);
        }
        document.add_text(self.categories, Vec::from_iter(categories).join(KEY_SEPARATOR));
        // Without duplicates, which would be counted twice.
        let attributes: BTreeSet<String> =
            part.attributes.iter().map(|known| attribute_term(known.name.as_str(), &written_value(known))).collect();
        for attribute in attributes {
            document.add_text(self.attribute, attribute);
        }
        for vehicle in vehicle_terms::terms(&part.coverage) {
            document.add_text(self.vehicle, vehicle);
        }
        self.add_words(&mut document, part, analyzer);
        document
    }

    fn add_words(&self, document: &mut TantivyDocument, part: &PartDocument, analyzer: &mut Analyzer) {
        let mut written: Vec<String> = Vec::new();
        let (mut names, mut joined): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        let mut name = |text: &str, analyzer: &mut Analyzer, joins: bool| {
            let words = analyzer.words(text);
            let stems = analyzer.stems(&words);
            if joins {
                joined.extend(analyzer.joined(&words));
            }
            names.extend(stems.iter().cloned());
            // A code may be typed only in part: `185/60R14` is found by `185/6`.
            let compounds = compounds(&words);
            names.extend(compounds.iter().cloned());
            written.extend(words.into_iter().chain(compounds));
            stems
        };
        let title = name(part.title.as_str(), analyzer, true);
        let mut about: Vec<String> = Vec::new();
        let brand = part.brand.iter().map(|(_, name)| name.as_str());
        for text in brand.chain(part.categories.iter().map(|(_, name)| name.as_str())) {
            about.extend(name(text, analyzer, true));
        }
        let attributes = part.attributes.iter().map(|known| format!("{} {}", known.name, written_value(known)));
        let numbers = part.numbers.iter().flat_map(|number| [number.to_string(), number.normal().to_string()]);
        for text in attributes.chain(numbers) {
            name(&text, analyzer, false);
        }
        let description = analyzer.words(part.description.as_str());
        let description = analyzer.stems(&description);
        let (codes, written): (Vec<_>, Vec<_>) = written.into_iter().partition(|word| is_code(word));
        for (field, words) in [
            (self.everything, [names.as_slice(), description.as_slice()].concat()),
            (self.names, names),
            (self.joined, joined),
            (self.title, title),
            (self.about, about),
            (self.description, description),
            (self.written, written),
            (self.codes, codes),
        ] {
            document.add_text(field, words.join(" "));
        }
    }
}
