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

/// Small raised letters, as in `ᵀᴹ`.
const fn is_raised(c: char) -> bool {
    matches!(c, '\u{1d2c}'..='\u{1d6a}')
}

/// Multiplication signs between two measures.
const fn is_times(c: char) -> bool {
    matches!(c, 'x' | 'X' | '×' | '✕' | '⨯')
}

/// Whether two measures are around a multiplication sign, or one is before it and nothing is typed behind it yet.
fn is_between_measures(text: &[char], at: usize) -> bool {
    let (before, after) = (text.get(..at).unwrap_or_default(), text.get(at + 1..).unwrap_or_default());
    let stands_alone = before.last().is_some_and(|c| c.is_whitespace());
    let mut word = before.iter().rev().skip_while(|c| c.is_whitespace()).take_while(|c| !c.is_whitespace());
    let first_after = after.iter().find(|c| !c.is_whitespace());
    let is_measure = match first_after {
        None => word.all(|c| c.is_ascii_digit() || matches!(c, '.' | ',')),
        // With its unit, a measure is a word of its own: `300mm x 25mm`.
        Some(_) if stands_alone => word.last().is_some_and(char::is_ascii_digit),
        Some(_) => word.next().is_some_and(char::is_ascii_digit),
    };
    is_measure && !before.is_empty() && first_after.is_none_or(char::is_ascii_digit)
}

/// A text for words to be found in. Symbols (`™`, `®`, `№`) separate words instead of becoming letters, a sign of a diameter
/// before a number is left out, and `300x25`, `300×25` and `300 x 25` are the same two numbers. Quotation marks and
/// primes are no letters, so all of them separate words.
#[must_use]
pub fn searchable(text: &str) -> String {
    let categories = CodePointMapData::<GeneralCategory>::new();
    let composed: Vec<char> = text.nfc().collect();
    let is_digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
    let after = |at: usize| composed.get(at + 1..).and_then(|after| after.iter().find(|c| !c.is_whitespace()));
    let plain = composed.iter().enumerate().map(|(at, c)| {
        let is_symbol = categories.get(*c) == GeneralCategory::OtherSymbol && !is_unit(*c);
        let is_sign = is_ordinal(*c) || is_diameter(*c) && is_digit(after(at));
        let separates = is_times(*c) && is_between_measures(&composed, at);
        if is_symbol || is_raised(*c) || is_sign || separates { ' ' } else { *c }
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
            ("300mm x 25mm", "300mm 25mm"),
            ("300\u{a0}×\u{a0}25", "300 25"),
            ("300x", "300"),
            ("300 x ", "300"),
            ("x 300 W712X", "x 300 w712x"),
            ("BrakeProᵀᴹ", "brakepro"),
            ("4x4 ex12 M5", "4 4 ex12 m5"),
            ("300㎜ 20℃", "300mm 20°c"),
            ("BRÉMBO (ﬁlter)", "brembo (filter)"),
        ] {
            let found = searchable(text).split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(found, words, "{text}");
        }
    }
}
