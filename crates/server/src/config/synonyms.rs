//! The seller's list of synonyms: the one file among the settings without which a server does not start.

use super::{Mistakes, SEARCH_SYNONYMS, Settings};
use autoparts_search::Synonyms;
use std::{fs, path::Path};

impl Settings {
    /// The seller's own list, or the one that comes with the shop.
    pub fn synonyms(&self) -> Result<Synonyms, Mistakes> {
        let list = match self.synonyms_file.as_deref() {
            Some(file) => read(file).map_err(|why| format!("{}: {why}", file.display())),
            None => Synonyms::shipped().map_err(|why| why.to_string()),
        };
        list.map_err(|why| Mistakes(vec![format!("{SEARCH_SYNONYMS}: {why}")]))
    }
}

fn read(file: &Path) -> Result<Synonyms, String> {
    let text = fs::read_to_string(file).map_err(|why| why.to_string())?;
    Synonyms::parse(&text).map_err(|why| why.to_string())
}
