//! How close a name is to that of a setting.

/// A prefix that users might add to a setting's name.
pub(super) const OWN_NAME: &str = "AUTOPARTS_";

pub(super) fn distance(known: &str, name: &str) -> usize {
    strsim::damerau_levenshtein(known, name)
}

/// Whether a name is a known one with a few wrong letters.
pub(super) fn is_slip(known: &str, name: &str) -> bool {
    distance(known, name) <= (known.len() / 5).min(3)
}
