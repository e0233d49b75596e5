//! Texts as searches compare them: what is typed and what is found go through the same rules.

use icu_properties::{CodePointMapData, props::GeneralCategory};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A text in lower case, without accents.
#[must_use]
pub fn folded(text: &str) -> String {
    text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect()
}

/// Symbols for units, such as `㎜` and `℃`, which are letters to a reader.
const fn is_unit(c: char) -> bool {
    matches!(c, '\u{2103}' | '\u{2109}' | '\u{3371}'..='\u{33df}')
}

/// The sign of a diameter, which is a letter elsewhere.
const fn is_diameter(c: char) -> bool {
    matches!(c, 'Ø' | 'ø')
}

/// Signs of ordinals, which Unicode counts as letters.
const fn is_ordinal(c: char) -> bool {
    matches!(c, 'ª' | 'º')
}

/// Multiplication signs between two measures.
const fn is_times(c: char) -> bool {
    matches!(c, 'x' | 'X' | '×' | '✕' | '⨯')
}

/// A text for words to be found in. Symbols (`™`, `®`, `№`) separate words instead of becoming letters, a sign of a diameter
/// before a number is left out, and `300x25`, `300×25` and `300 x 25` are the same two numbers. Quotation marks and
/// primes are no letters, so all of them separate words.
#[must_use]
pub fn searchable(text: &str) -> String {
    let categories = CodePointMapData::<GeneralCategory>::new();
    let composed: Vec<char> = text.nfc().collect();
    let is_digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
    let before = |at: usize| composed.get(..at).and_then(|before| before.iter().rev().find(|c| **c != ' '));
    let after = |at: usize| composed.get(at + 1..).and_then(|after| after.iter().find(|c| **c != ' '));
    let plain = composed.iter().enumerate().map(|(at, c)| {
        let is_symbol = categories.get(*c) == GeneralCategory::OtherSymbol && !is_unit(*c);
        let is_sign = is_ordinal(*c) || is_diameter(*c) && is_digit(after(at));
        let separates = is_times(*c) && is_digit(before(at)) && is_digit(after(at));
        if is_symbol || is_sign || separates { ' ' } else { *c }
    });
    folded(&plain.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_separate_words_and_signs_do_not_hide_numbers() {
        for (text, words) in [
            ("QuietCast™ ceramic", "quietcast ceramic"),
            ("QuietCast®Pro ℠ ©2026 Ⓡ", "quietcast pro 2026"),
            ("№5", "5"),
            ("№ 5 #123 ~12 ±5", "5 #123 ~12 ±5"),
            ("Ø280 mm, ø 12", "280 mm, 12"),
            ("Søren Ørsted M10 øyo", "søren ørsted m10 øyo"),
            ("1ª 2º", "1 2"),
            ("300×25", "300 25"),
            ("300 x 25 X 10", "300 25 10"),
            ("300x25mm", "300 25mm"),
            ("4x4 ex12 M5", "4 4 ex12 m5"),
            ("300㎜ 20℃", "300mm 20°c"),
            ("BRÉMBO (ﬁlter)", "brembo (filter)"),
        ] {
            let found = searchable(text).split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(found, words, "{text}");
        }
    }
}
