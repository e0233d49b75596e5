//! Files of the seller that the server requires to start: the synonyms of the search, and the text about withdrawals.

use super::{Mistakes, SEARCH_SYNONYMS, Settings, WITHDRAWAL_TEXT};
use autoparts_search::Synonyms;
use std::{collections::BTreeMap, fs, io, path::Path};

/// Maximum length of the text about withdrawals, in characters: every page carries it.
const MAX_WITHDRAWAL_TEXT: usize = 6_000;

impl Settings {
    /// Reads the settings for a server, and checks that the seller's files are readable.
    pub fn read_to_serve(
        variables: &BTreeMap<String, String>,
        read: impl Fn(&Path) -> io::Result<String>,
    ) -> Result<Self, Mistakes> {
        let file = |name| variables.get(name).map(|file| file.trim()).filter(|file| !file.is_empty()).map(Path::new);
        let wrong =
            [synonyms(file(SEARCH_SYNONYMS)).err(), file(WITHDRAWAL_TEXT).and_then(|file| withdrawal_text(file).err())];
        let wrong: Vec<String> = wrong.into_iter().flatten().collect();
        let settings = Self::read(variables, read);
        if wrong.is_empty() {
            return settings;
        }
        let mut mistakes = match settings {
            Ok(settings) => Mistakes { mistakes: Vec::new(), not_read: settings.not_read },
            Err(mistakes) => mistakes,
        };
        mistakes.mistakes.extend(wrong);
        Err(mistakes)
    }

    /// Returns the seller's own list, or the built-in one.
    pub fn synonyms(&self) -> Result<Synonyms, Mistakes> {
        synonyms(self.synonyms_file.as_deref()).map_err(|why| self.mistake(why))
    }

    /// Returns the paragraphs of the seller's text about withdrawals; none if there is no text.
    pub fn withdrawal_text(&self) -> Result<Vec<String>, Mistakes> {
        let text = self.withdrawal_file.as_deref().map(withdrawal_text).transpose();
        text.map(Option::unwrap_or_default).map_err(|why| self.mistake(why))
    }

    fn mistake(&self, why: String) -> Mistakes {
        Mistakes { mistakes: vec![why], not_read: self.not_read.clone() }
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

fn withdrawal_text(file: &Path) -> Result<Vec<String>, String> {
    let wrong = |why: String| format!("{WITHDRAWAL_TEXT}: {}: {why}", file.display());
    let text = fs::read_to_string(file).map_err(|why| wrong(why.to_string()))?;
    if text.chars().count() > MAX_WITHDRAWAL_TEXT {
        return Err(wrong(format!("more than {MAX_WITHDRAWAL_TEXT} characters")));
    }
    match paragraphs(&text) {
        none if none.is_empty() => Err(wrong("nothing in it".to_owned())),
        paragraphs => Ok(paragraphs),
    }
}

/// Paragraphs are separated by blank lines; a line break within one is a space.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in text.lines().map(str::trim) {
        match paragraphs.last_mut() {
            Some(last) if !line.is_empty() && !last.is_empty() => *last = format!("{last} {line}"),
            Some(last) if last.is_empty() => line.clone_into(last),
            _ => paragraphs.push(String::new()),
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

#[cfg(test)]
mod tests {
    use super::paragraphs;

    #[test]
    fn blank_lines_separate_paragraphs() {
        assert_eq!(paragraphs("\n\n One,\ntwo.\n \n\r\nThree.\n"), ["One, two.", "Three."]);
        assert!(paragraphs(" \n\n").is_empty());
    }
}
