//! Escapes text from files, customers and suppliers for terminals.
//!
//! Escape sequences move the cursor, overwrite earlier output, or write to the clipboard; direction marks reorder a
//! line. Both are shown as their code points, `\\u001b`, which JSON reads as the character.

use std::{borrow::Cow, fmt::Write};

/// Whether a character controls a terminal or reorders text: C0 and C1 controls, direction marks, and invisible
/// characters.
const fn is_obeyed(sign: char) -> bool {
    matches!(sign,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for sign in text.chars() {
        if !is_escaped(sign) {
            shown.push(sign);
            continue;
        }
        for unit in sign.encode_utf16(&mut [0; 2]) {
            // Writing to a String cannot fail.
            let _ = write!(shown, "\\u{unit:04x}");
        }
    }
    Cow::Owned(shown)
}

/// Untrusted text as part of a line: it cannot start a new line.
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, is_obeyed)
}

/// Lines to print, with their line breaks.
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, |sign| sign != '\n' && is_obeyed(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_control_characters_are_escaped() {
        for (text, shown) in [
            ("Bremsscheibe 300 mm, \u{e4}\u{f6}\u{fc} \u{1f697}", "Bremsscheibe 300 mm, \u{e4}\u{f6}\u{fc} \u{1f697}"),
            ("\u{1b}[2J", "\\u001b[2J"),
            ("\u{1b}]52;c;cm0gLXJm\u{7}", "\\u001b]52;c;cm0gLXJm\\u0007"),
            ("\u{9b}31m", "\\u009b31m"),
            ("a\u{8}b\rc\td", "a\\u0008b\\u000dc\\u0009d"),
            ("line\nline", "line\\u000aline"),
            ("\u{7f}\0", "\\u007f\\u0000"),
            ("\u{202e}gpj.exe", "\\u202egpj.exe"),
            ("\u{2066}a\u{2069}\u{200f}\u{61c}", "\\u2066a\\u2069\\u200f\\u061c"),
            ("a\u{2028}b\u{feff}", "a\\u2028b\\ufeff"),
            ("\u{e0041}", "\\udb40\\udc41"),
        ] {
            assert_eq!(line(text), shown, "{text:?}");
        }
        assert_eq!(lines("one\ntwo\u{1b}[1A\r\nthree"), "one\ntwo\\u001b[1A\\u000d\nthree");
        assert!(matches!(lines("one\ntwo"), Cow::Borrowed(_)));
    }
}
