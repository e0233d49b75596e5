//! Postal code prefixes, which limit a rate to a part of a country.

use crate::text::{PostalCode, PostalPrefix};
use std::collections::BTreeSet;

/// Maximum number of postal code prefixes of a rate.
pub const MAX_POSTAL_PREFIXES: usize = 100;

/// Length of the longest prefix that matches the code, in characters; `None` if none does.
pub(super) fn longest_match(prefixes: &[PostalPrefix], code: &PostalCode) -> Option<usize> {
    let prefixes = keys(prefixes);
    let code = code.key();
    beginnings(&code).find(|beginning| prefixes.contains(*beginning)).map(str::len)
}

/// The prefixes of a postal code's key, longest first: of all of it, then of the part from its first digit, so that
/// `ES-35001` matches like `35001`. The last one is empty.
pub(super) fn beginnings<'a>(code: &'a str) -> impl Iterator<Item = &'a str> {
    let unmarked = code.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    // A key has only ASCII letters and digits, so each byte is a character.
    let of = |code: &'a str| (1..=code.len()).rev().filter_map(move |length| code.get(..length));
    of(code).chain(of(unmarked)).chain([""])
}

fn keys(prefixes: &[PostalPrefix]) -> BTreeSet<String> {
    prefixes.iter().map(PostalPrefix::key).collect()
}

/// Whether the prefixes have duplicates.
pub(super) fn has_repeated(prefixes: &[PostalPrefix]) -> bool {
    keys(prefixes).len() < prefixes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_prefix_applies_in_any_spelling() {
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
