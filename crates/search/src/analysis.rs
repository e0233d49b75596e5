//! Text analysis: words in lower case, folded to ASCII where possible, and English stems.

use autoparts_domain::catalogue::search::searchable;
use tantivy::tokenizer::{
    AsciiFoldingFilter, Language, LowerCaser, SimpleTokenizer, Stemmer, TextAnalyzer, TokenStream, WhitespaceTokenizer,
};

/// Tokenizes texts. Each worker thread uses its own clone.
#[derive(Clone)]
pub(crate) struct Analyzer {
    fold: TextAnalyzer,
    stem: TextAnalyzer,
}

fn tokens(analyzer: &mut TextAnalyzer, text: &str) -> Vec<String> {
    let mut words = Vec::new();
    analyzer.token_stream(text).process(&mut |token| words.push(token.text.clone()));
    words
}

impl Analyzer {
    pub(crate) fn new() -> Self {
        Self {
            fold: TextAnalyzer::builder(SimpleTokenizer::default())
                .filter(LowerCaser)
                .filter(AsciiFoldingFilter)
                .build(),
            stem: TextAnalyzer::builder(WhitespaceTokenizer::default()).filter(Stemmer::new(Language::English)).build(),
        }
    }

    /// The words of a text, in lower case and without accents.
    pub(crate) fn words(&mut self, text: &str) -> Vec<String> {
        tokens(&mut self.fold, &searchable(text))
    }

    /// The stem of each word.
    pub(crate) fn stems(&mut self, words: &[String]) -> Vec<String> {
        tokens(&mut self.stem, &words.join(" "))
    }

    /// The stem of each pair of adjacent words joined: "oil filter" gives "oilfilter".
    pub(crate) fn joined(&mut self, words: &[String]) -> Vec<String> {
        let pairs: Vec<String> = words.windows(2).map(<[String]>::concat).collect();
        self.stems(&pairs)
    }
}

/// Adjacent codes joined into one: `11.00R20` gives `1100r20`.
pub(crate) fn compounds(words: &[String]) -> Vec<String> {
    words.windows(2).filter(|pair| pair.iter().all(|word| is_code(word))).map(<[String]>::concat).collect()
}

/// Whether a word is a number or a code rather than a natural word. Codes are not spell-corrected, and are indexed
/// separately for prefixes.
pub(crate) fn is_code(word: &str) -> bool {
    word.chars().any(char::is_numeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_and_stemmed() {
        let mut analyzer = Analyzer::new();
        let words = analyzer.words("Bremsbeläge, BRE\u{301}MBO (ﬁlter) groß №5 41060-EB70A");
        assert_eq!(words, ["bremsbelage", "brembo", "filter", "gross", "5", "41060", "eb70a"]);
        let words = analyzer.words("brakes braking pads tyres batteries");
        assert_eq!(analyzer.stems(&words), ["brake", "brake", "pad", "tyre", "batteri"]);
        let words = analyzer.words("oil filters set");
        assert_eq!(analyzer.joined(&words), ["oilfilt", "filtersset"]);
        assert!(analyzer.words("*\"(🚗)").is_empty());
    }
}
