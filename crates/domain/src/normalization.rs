//! Normalization of pasted text: Unicode has several spellings for what looks the same.

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{DefaultIgnorableCodePoint, GeneralCategory},
};
use unicode_normalization::UnicodeNormalization;

/// Unicode does not class the minus sign as a dash, but people type it as one.
const MINUS_SIGN: char = '\u{2212}';

/// Text in composed form (NFC): `é` is one character, even if typed as `e` and an accent.
#[must_use]
pub fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// Removes invisible characters (Unicode's default ignorables), such as the direction marks around a copied telephone
/// number.
#[must_use]
pub fn without_invisible(text: &str) -> String {
    let invisible = CodePointSetData::new::<DefaultIgnorableCodePoint>();
    text.chars().filter(|c| !invisible.contains(*c)).collect()
}

/// Normalizes text for a field with a restricted alphabet, such as a telephone number: compatibility forms are
/// replaced (NFKC, so that a full-width `１` is `1`), invisible characters dropped, and spaces and dashes of any kind
/// become ` ` and `-`. The browser does the same in `frontend/src/lib/plain-characters.ts`.
#[must_use]
pub fn plain_characters(text: &str) -> String {
    let categories = CodePointMapData::<GeneralCategory>::new();
    let compatible: String = text.nfkc().collect();
    without_invisible(&compatible)
        .chars()
        .map(|c| match categories.get(c) {
            GeneralCategory::SpaceSeparator => ' ',
            GeneralCategory::DashPunctuation => '-',
            _ if c == MINUS_SIGN => '-',
            _ => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pasted text and the expected result, one tab-separated pair per line. The browser's tests read the same file.
    const CASES: &str = include_str!("../../../frontend/src/lib/plain-characters.cases.txt");

    /// Replaces `\u{…}`, which keeps invisible characters visible in the file.
    fn unescaped(text: &str) -> String {
        let mut pieces = text.split("\\u{");
        let first = pieces.next().unwrap().to_owned();
        pieces.fold(first, |text, piece| {
            let (code, rest) = piece.split_once('}').unwrap();
            text + &char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap().to_string() + rest
        })
    }

    #[test]
    fn pasted_text_becomes_plain() {
        let cases: Vec<_> = CASES.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(cases.len() > 20, "{}", cases.len());
        for case in cases {
            let (pasted, plain) = case.split_once('\t').unwrap();
            let pasted = unescaped(pasted);
            let plain = unescaped(plain);
            assert_eq!(plain_characters(&pasted), plain, "{case}");
            assert_eq!(plain_characters(&plain), plain, "{case}: plain text stays");
        }
    }

    #[test]
    fn an_accent_is_part_of_its_letter() {
        assert_eq!(composed("Ze\u{301}d & Co"), "Zéd & Co");
        // Compatibility forms are distinct characters, and stay.
        assert_eq!(composed("QuietCast™ ½"), "QuietCast™ ½");
    }
}
