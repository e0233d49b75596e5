//! The keys of one purpose during a rotation: which one signs, and whose signatures are still accepted.

use autoparts_domain::time::Timestamp;
use std::time::Duration;

/// How long a new key is published before it signs: by then every server has read it.
pub(crate) const KNOWN_FIRST: Duration = Duration::from_mins(2);

/// Keys, oldest first.
pub(crate) struct KeyRing<K> {
    keys: Vec<(Timestamp, K)>,
}

impl<K> KeyRing<K> {
    /// Takes keys with their creation times, oldest first.
    pub(crate) fn new(keys: Vec<(Timestamp, K)>) -> Self {
        Self { keys }
    }

    /// The key that signs at `now`: the newest that every server knows, or the only one.
    pub(crate) fn signing(&self, now: Timestamp) -> Option<&K> {
        let is_known = |made_at: Timestamp| made_at.plus(KNOWN_FIRST) <= now;
        let newest = self.keys.iter().rev().find(|(made_at, _)| is_known(*made_at));
        newest.or(self.keys.first()).map(|(_, key)| key)
    }

    /// The keys whose signatures are accepted at `now`: those that sign or will sign, and those whose signatures, valid
    /// for `lasts`, may not have expired.
    pub(crate) fn believed(&self, now: Timestamp, lasts: Duration) -> impl Iterator<Item = &K> {
        let replaced_at = self.keys.iter().skip(1).map(|(made_at, _)| Some(made_at.plus(KNOWN_FIRST)));
        let replaced_at = replaced_at.chain([None]);
        let is_believed = move |replaced: Option<Timestamp>| replaced.is_none_or(|at| now < at.plus(lasts));
        self.keys.iter().zip(replaced_at).filter(move |(_, replaced)| is_believed(*replaced)).map(|((_, key), _)| key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_testing::clock::NEW_YEAR;

    const LASTS: Duration = Duration::from_mins(15);

    fn after(minutes: u64) -> Timestamp {
        NEW_YEAR.plus(Duration::from_mins(minutes))
    }

    fn believed(ring: &KeyRing<&'static str>, minutes: u64) -> Vec<&'static str> {
        ring.believed(after(minutes), LASTS).copied().collect()
    }

    #[test]
    fn the_only_key_signs_at_once_and_for_ever() {
        let ring = KeyRing::new(vec![(NEW_YEAR, "one")]);
        assert_eq!((ring.signing(after(0)), ring.signing(after(1_000_000))), (Some(&"one"), Some(&"one")));
        assert_eq!(believed(&ring, 1_000_000), ["one"]);
        assert_eq!(KeyRing::<&str>::new(Vec::new()).signing(NEW_YEAR), None);
    }

    #[test]
    fn a_new_key_is_believed_before_it_signs_and_the_old_one_for_as_long_as_what_it_signed() {
        let ring = KeyRing::new(vec![(NEW_YEAR, "old"), (after(100), "new")]);
        assert_eq!((ring.signing(after(101)), ring.signing(after(102))), (Some(&"old"), Some(&"new")));
        assert_eq!(believed(&ring, 100), ["old", "new"]);
        // What the old key signed last is valid until then.
        assert_eq!(believed(&ring, 116), ["old", "new"]);
        assert_eq!(believed(&ring, 117), ["new"]);
    }
}
