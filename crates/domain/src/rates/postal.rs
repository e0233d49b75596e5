//! Beginnings of postal codes, by which a rate holds for a part of a country.

use crate::text::{PostalCode, PostalPrefix};
use std::collections::BTreeSet;

/// How many beginnings of postal codes a rate may name.
pub const MAX_POSTAL_PREFIXES: usize = 100;

/// How many characters the longest of some prefixes has that a code begins with; `None` when it begins with none.
pub(super) fn longest_match(prefixes: &[PostalPrefix], code: &PostalCode) -> Option<usize> {
    let (prefixes, code) = (keys(prefixes), code.key());
    beginnings(&code).find(|beginning| prefixes.contains(*beginning)).map(str::len)
}

/// What the key of a postal code begins with, longest first: all of it, then without letters before its first digit, so that
/// `ES-35001` is where `35001` is. The last one is empty.
pub(super) fn beginnings<'a>(code: &'a str) -> impl Iterator<Item = &'a str> {
    let unmarked = code.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    // A key has letters and digits of ASCII only, so each of its bytes is a character.
    let of = |code: &'a str| (1..=code.len()).rev().filter_map(move |length| code.get(..length));
    of(code).chain(of(unmarked)).chain([""])
}

fn keys(prefixes: &[PostalPrefix]) -> BTreeSet<String> {
    prefixes.iter().map(PostalPrefix::key).collect()
}

/// Whether one of them is there twice.
pub(super) fn has_repeated(prefixes: &[PostalPrefix]) -> bool {
    keys(prefixes).len() < prefixes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_prefix_counts_however_it_is_written() {
        let prefixes: Vec<PostalPrefix> = ["iv", "PA2", "pa 20"].map(|text| text.parse().unwrap()).to_vec();
        let of = |code: &str| longest_match(&prefixes, &code.parse().unwrap());
        assert_eq!([of("IV1 1AA"), of("pa20 9AA"), of("PA2 1AA"), of("G1 1AA")], [Some(2), Some(4), Some(3), None]);
        let canaries = ["35".parse().unwrap()];
        for code in ["35001", "ES-35001", "E 35001", "es35001"] {
            assert_eq!(longest_match(&canaries, &code.parse().unwrap()), Some(2), "{code}");
        }
        assert_eq!(longest_match(&canaries, &"28001".parse().unwrap()), None);
        assert!(has_repeated(&["iv".parse().unwrap(), "IV ".parse().unwrap()]));
    }
}
