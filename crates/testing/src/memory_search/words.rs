//! Matches the words of a search against parts.

use autoparts_application::ports::part_search::PartDocument;
use autoparts_domain::catalogue::search::{searchable, without_open_sign, written_value};
use std::{collections::BTreeSet, fmt};

/// Groups of synonyms.
const SYNONYMS: [&[&[&str]]; 3] =
    [&[&["rotor"], &["brake", "disc"]], &[&["tyre"], &["tire"]], &[&["bonnet"], &["hood"]]];

/// Maximum number of words; further ones are ignored.
const MAX_WORDS: usize = 32;

/// Splits a text into words, in lower case and without accents.
fn split(text: &str) -> Vec<String> {
    let text = searchable(text);
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// The singular, in most English words.
fn stem(word: &str) -> String {
    match word.strip_suffix('s') {
        Some(singular) if word.chars().count() > 3 && !singular.ends_with('s') => singular.to_owned(),
        _ => word.to_owned(),
    }
}

/// The searchable form of a text: the stems of its words and of adjacent pairs, and the words as written.
struct Text {
    stems: BTreeSet<String>,
    written: BTreeSet<String>,
    /// Whether prefixes of its words match.
    begins: bool,
}

impl Text {
    fn of(words: &[String]) -> Self {
        let mut stems: BTreeSet<String> = words.iter().map(|word| stem(word)).collect();
        stems.extend(words.windows(2).map(|pair| stem(&pair.concat())));
        Self { stems, written: words.iter().cloned().collect(), begins: true }
    }
}

fn title_of(part: &PartDocument) -> Vec<String> {
    split(part.title.as_str())
}

/// The searchable names of a part: title, brand, categories, attributes and numbers.
fn names_of(part: &PartDocument) -> Vec<String> {
    let mut names = title_of(part);
    names.extend(part.brand.iter().flat_map(|(_, name)| split(name.as_str())));
    names.extend(part.categories.iter().flat_map(|(_, name)| split(name.as_str())));
    names.extend(part.attributes.iter().flat_map(|known| split(&format!("{} {}", known.name, written_value(known)))));
    names.extend(part.numbers.iter().flat_map(|number| split(number.as_str())));
    names.extend(part.numbers.iter().map(|number| number.normal().to_string()));
    names
}

/// The words of a search.
#[derive(Debug, Clone)]
pub(super) struct Words {
    typed: Vec<String>,
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.typed.join(" "))
    }
}

impl Words {
    pub(super) fn of(text: &str) -> Self {
        Self { typed: split(without_open_sign(text)).into_iter().take(MAX_WORDS).collect() }
    }

    /// Whether the search has no words.
    pub(super) fn is_empty(&self) -> bool {
        self.typed.is_empty()
    }

    fn at(&self, at: usize) -> Option<&str> {
        self.typed.get(at).map(String::as_str)
    }

    /// Whether a text contains the word at a position, in any of its forms.
    fn has(&self, at: usize, text: &Text) -> bool {
        let Some(word) = self.at(at) else { return false };
        let has = |stem: &str| text.stems.contains(stem);
        let joined = |from: usize| {
            let (Some(left), Some(right)) = (self.at(from), self.at(from + 1)) else { return false };
            has(&stem(&format!("{left}{right}")))
        };
        let is_last = at + 1 == self.typed.len();
        has(&stem(word))
            || (is_last && text.begins && text.written.iter().any(|written| written.starts_with(word)))
            || joined(at)
            || at.checked_sub(1).is_some_and(joined)
            || self.synonyms(at).any(|other| other.iter().all(|word| has(word)))
    }

    /// The synonyms of the word at a position, alone or with its neighbors.
    fn synonyms(&self, at: usize) -> impl Iterator<Item = &'static [&'static str]> {
        let stems: Vec<String> = self.typed.iter().map(|word| stem(word)).collect();
        let covers = move |phrase: &[&str]| {
            let starts = (0..=at).filter(|start| start + phrase.len() > at);
            starts
                .into_iter()
                .any(|start| stems.get(start..start + phrase.len()).is_some_and(|found| found.iter().eq(phrase.iter())))
        };
        let groups = SYNONYMS.iter().filter(move |group| group.iter().any(|phrase| covers(phrase)));
        groups.flat_map(|group| group.iter().copied())
    }

    /// The score of a part; `None` if it lacks a word.
    pub(super) fn score(&self, part: &PartDocument, only_names: bool) -> Option<u32> {
        let title = Text::of(&title_of(part));
        let names = Text::of(&names_of(part));
        let description = Text { begins: false, ..Text::of(&split(part.description.as_str())) };
        let mut score = 0;
        for at in 0..self.typed.len() {
            score += match () {
                () if self.has(at, &title) => 4,
                () if self.has(at, &names) => 2,
                () if !only_names && self.has(at, &description) => 1,
                () => return None,
            };
        }
        Some(score)
    }

    /// The words with at most one typo corrected in each, in every way that gives words of the parts' names.
    pub(super) fn mended<'a>(&self, parts: impl Iterator<Item = &'a PartDocument>) -> Vec<Self> {
        let known: BTreeSet<String> = parts.flat_map(names_of).collect();
        let mut mended = vec![Vec::new()];
        for word in &self.typed {
            let mut ways = vec![word.clone()];
            if word.chars().count() >= 4 && word.chars().all(char::is_alphabetic) {
                ways.extend(known.iter().filter(|other| one_slip(word, other)).cloned());
            }
            let with = |words: &Vec<String>| {
                let words = words.clone();
                ways.iter().map(move |way| words.iter().chain([way]).cloned().collect()).collect::<Vec<_>>()
            };
            mended = mended.iter().flat_map(with).take(1_000).collect();
        }
        mended.into_iter().filter(|words| *words != self.typed).map(|typed| Self { typed }).collect()
    }
}

/// Whether two words differ by one typo: a missing, extra, wrong or misplaced letter.
fn one_slip(left: &str, right: &str) -> bool {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let without = |word: &[char], at: usize| {
        let mut word = word.to_vec();
        word.remove(at);
        word
    };
    let one_more = |long: &[char], short: &[char]| (0..long.len()).any(|at| without(long, at) == short);
    if left == right {
        return false;
    }
    one_more(&left, &right)
        || one_more(&right, &left)
        || (left.len() == right.len()
            && (0..left.len()).any(|from| {
                let rest = without(&left, from);
                (0..right.len())
                    .any(|to| (from == to || left.get(from) == right.get(to)) && without(&right, to) == rest)
            }))
}
