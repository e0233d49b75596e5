//! Beginnings of postal codes, by which a rate holds for a part of a country.

use crate::text::{PostalCode, PostalPrefix};
use std::collections::BTreeSet;

/// How many beginnings of postal codes a rate may name.
pub const MAX_POSTAL_PREFIXES: usize = 100;

/// How many characters of a code the longest prefix among some has that the code begins with; `None` when it begins with none.
pub(super) fn longest_match(prefixes: &[PostalPrefix], code: &PostalCode) -> Option<usize> {
    let code = code.key();
    prefixes.iter().map(PostalPrefix::key).filter(|prefix| code.starts_with(prefix)).map(|prefix| prefix.len()).max()
}

/// Whether one of them is there twice.
pub(super) fn has_repeated(prefixes: &[PostalPrefix]) -> bool {
    prefixes.iter().map(PostalPrefix::key).collect::<BTreeSet<_>>().len() < prefixes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_prefix_counts_however_it_is_written() {
        let prefixes: Vec<PostalPrefix> = ["iv", "PA2", "pa 20"].map(|text| text.parse().unwrap()).to_vec();
        let of = |code: &str| longest_match(&prefixes, &code.parse().unwrap());
        assert_eq!([of("IV1 1AA"), of("pa20 9AA"), of("PA2 1AA"), of("G1 1AA")], [Some(2), Some(4), Some(3), None]);
        assert!(has_repeated(&["iv".parse().unwrap(), "IV ".parse().unwrap()]));
    }
}
