#![doc = include_str!("../README.md")]

mod analysis;
mod beginning;
mod collect;
mod flags;
mod generation;
mod home;
mod page;
mod query;
mod ranked;
mod schema;
mod searching;
mod segment;
mod snapshot;
mod spelling;
mod synonyms;
mod tantivy_search;
mod vehicle_terms;
mod vehicles;

pub use synonyms::{Synonyms, SynonymsError};
pub use tantivy_search::TantivySearch;
