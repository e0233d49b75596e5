#![doc = include_str!("../README.md")]

mod analysis;
mod beginning;
mod bits;
mod collect;
mod combined;
mod flags;
mod frequent;
mod generation;
mod home;
mod page;
mod prices;
mod query;
mod ranked;
mod schema;
mod searching;
mod segment;
mod snapshot;
mod spelling;
mod synonyms;
mod tantivy_search;
mod unpacked;
mod vehicles;

pub use synonyms::{Synonyms, SynonymsError};
pub use tantivy_search::TantivySearch;
