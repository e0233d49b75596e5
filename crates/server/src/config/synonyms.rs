//! The seller's synonym list: the only file in the settings that the server requires to start.

use super::{Mistakes, SEARCH_SYNONYMS, Settings};
use autoparts_search::Synonyms;
use std::{collections::BTreeMap, fs, io, path::Path};

impl Settings {
    /// Reads the settings for a server, and checks that the synonym list is readable.
    pub fn read_to_serve(
        variables: &BTreeMap<String, String>,
        read: impl Fn(&Path) -> io::Result<String>,
    ) -> Result<Self, Mistakes> {
        let file = variables.get(SEARCH_SYNONYMS).map(|file| file.trim()).filter(|file| !file.is_empty());
        let settings = Self::read(variables, read);
        let Err(why) = synonyms(file.map(Path::new)) else { return settings };
        let mut mistakes = match settings {
            Ok(settings) => Mistakes { mistakes: Vec::new(), not_read: settings.not_read },
            Err(mistakes) => mistakes,
        };
        mistakes.mistakes.push(why);
        Err(mistakes)
    }

    /// Returns the seller's own list, or the built-in one.
    pub fn synonyms(&self) -> Result<Synonyms, Mistakes> {
        synonyms(self.synonyms_file.as_deref())
            .map_err(|why| Mistakes { mistakes: vec![why], not_read: self.not_read.clone() })
    }
}

fn synonyms(own: Option<&Path>) -> Result<Synonyms, String> {
    let list = match own {
        Some(file) => parsed(file).map_err(|why| format!("{}: {why}", file.display())),
        None => Synonyms::shipped().map_err(|why| why.to_string()),
    };
    list.map_err(|why| format!("{SEARCH_SYNONYMS}: {why}"))
}

fn parsed(file: &Path) -> Result<Synonyms, String> {
    let text = fs::read_to_string(file).map_err(|why| why.to_string())?;
    Synonyms::parse(&text).map_err(|why| why.to_string())
}
