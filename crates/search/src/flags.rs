//! Stock flags: parts whose availability has changed since their documents were written. A document cannot be updated
//! in the index, only rewritten, and stock changes too often for that.

use autoparts_domain::id::PartId;
use std::collections::BTreeMap;
use uuid::Uuid;

/// Whether a part can be ordered now, for parts whose documents say otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Flags(pub(crate) BTreeMap<PartId, bool>);

impl Flags {
    /// Serialized: for each part its id, then 0 or 1.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|(part, flag)| part.uuid().into_bytes().into_iter().chain([u8::from(*flag)])).collect()
    }

    /// Parses flags; `None` if malformed.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let flag = |entry: &[u8]| {
            let (id, flag) = entry.split_first_chunk::<16>()?;
            let flag = match flag {
                [0] => false,
                [1] => true,
                _ => return None,
            };
            Some((PartId::from(Uuid::from_bytes(*id)), flag))
        };
        bytes.chunks(17).map(flag).collect::<Option<_>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_round_trip_as_bytes() {
        let flags: BTreeMap<_, _> =
            [(1, true), (2, false), (u128::MAX, true)].map(|(id, flag)| (Uuid::from_u128(id).into(), flag)).into();
        let flags = Flags(flags);
        assert_eq!(Flags::read(&flags.bytes()), Some(flags.clone()));
        assert_eq!(Flags::read(&[]), Some(Flags::default()));
        assert_eq!(Flags::read(&flags.bytes()[1..]), None);
        assert_eq!(Flags::read(&[7; 17]), None);
    }
}
