//! Search text: the same normalization applies to queries and to indexed text.

use icu_properties::{CodePointMapData, props::GeneralCategory};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A text in lower case, without accents.
#[must_use]
pub fn folded(text: &str) -> String {
    text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect()
}

/// Symbols for units, such as `㎜` and `℃`, which people read as letters.
const fn is_unit(c: char) -> bool {
    matches!(c, '\u{2103}' | '\u{2109}' | '\u{3371}'..='\u{33df}')
}

/// The diameter sign, which is a letter in some languages.
const fn is_diameter(c: char) -> bool {
    matches!(c, 'Ø' | 'ø')
}

/// Ordinal indicators, which Unicode counts as letters.
const fn is_ordinal(c: char) -> bool {
    matches!(c, 'ª' | 'º')
}

/// Superscript letters, as in `ᵀᴹ`.
const fn is_raised(c: char) -> bool {
    matches!(c, '\u{1d2c}'..='\u{1d6a}')
}

/// Multiplication signs, and the letters that people type for them.
const fn is_times(c: char) -> bool {
    matches!(c, '×' | '✕' | '⨯') || is_letter_x(c)
}

const fn is_letter_x(c: char) -> bool {
    matches!(c, 'x' | 'X')
}

/// Whether a multiplication sign is between two measures. A letter counts only with digits directly on both sides, or
/// as a separate word: `X5` is a model, and `W712X` a part.
fn is_between_measures(text: &[char], at: usize, sign: char) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let after = text.get(at + 1..).unwrap_or_default();
    let is_space = |c: Option<&char>| c.is_some_and(|c| c.is_whitespace());
    let stands_alone = is_space(before.last());
    if is_letter_x(sign) && stands_alone != is_space(after.first()) {
        return false;
    }
    let mut word = before.iter().rev().skip_while(|c| c.is_whitespace()).take_while(|c| !c.is_whitespace());
    // Between spaces, the measure before may end with a unit (`300mm x 25mm`), so its first character counts.
    let left = if stands_alone { word.last() } else { word.next() };
    let right = after.iter().find(|c| !c.is_whitespace());
    [left, right].iter().all(|c| c.is_some_and(char::is_ascii_digit))
}

/// A partly typed text without a trailing multiplication sign: `300x` may become `300x25`.
#[must_use]
pub fn without_open_sign(typed: &str) -> &str {
    let Some(measure) = typed.trim_end().strip_suffix(is_times) else { return typed };
    let word = measure.split_whitespace().next_back().unwrap_or_default();
    let is_measure = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    if is_measure { measure } else { typed }
}

/// Normalizes a text for word search. Symbols (`™`, `®`, `№`) separate words instead of becoming letters, a diameter
/// sign before a number is dropped, and `300x25`, `300×25` and `300 x 25` are the same two numbers. Quotation marks
/// and primes are not letters, so they also separate words.
#[must_use]
pub fn searchable(text: &str) -> String {
    let categories = CodePointMapData::<GeneralCategory>::new();
    let composed: Vec<char> = text.nfc().collect();
    let is_digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
    let after = |at: usize| composed.get(at + 1..).and_then(|after| after.iter().find(|c| !c.is_whitespace()));
    let plain = composed.iter().enumerate().map(|(at, c)| {
        let is_symbol = categories.get(*c) == GeneralCategory::OtherSymbol && !is_unit(*c);
        let is_sign = is_ordinal(*c) || is_diameter(*c) && is_digit(after(at));
        let separates = is_times(*c) && is_between_measures(&composed, at, *c);
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
            ("300 × 25", "300 25"),
            ("300x", "300x"),
            ("x 300 W712X", "x 300 w712x"),
            ("2010 X5 W712X 2 pack", "2010 x5 w712x 2 pack"),
            ("712X filter", "712x filter"),
            ("BrakeProᵀᴹ", "brakepro"),
            ("4x4 ex12 M5", "4 4 ex12 m5"),
            ("300㎜ 20℃", "300mm 20°c"),
            ("BRÉMBO (ﬁlter)", "brembo (filter)"),
        ] {
            let found = searchable(text).split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(found, words, "{text}");
        }
    }

    #[test]
    fn a_multiplication_sign_after_a_measure_is_dropped_at_the_end() {
        for (typed, words) in [
            ("wheel 300x", "wheel 300"),
            ("300 ×", "300 "),
            ("1.5 x ", "1.5 "),
            ("W712X", "W712X"),
            ("filter x", "filter x"),
            ("x", "x"),
            ("300", "300"),
        ] {
            assert_eq!(without_open_sign(typed), words, "{typed}");
        }
    }
}
