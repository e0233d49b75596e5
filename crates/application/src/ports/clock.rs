//! Time and new ids: the two nondeterministic inputs of the program.

use autoparts_domain::time::Timestamp;
use uuid::Uuid;

/// The clock.
pub trait Clock: Send + Sync {
    /// Returns the current time in UTC.
    fn now(&self) -> Timestamp;
}

/// A source of new ids.
pub trait IdSource: Send + Sync {
    /// Returns a new UUID, version 7: later ones sort after earlier ones.
    fn uuid(&self) -> Uuid;
}

impl dyn IdSource + '_ {
    /// Returns a new id of the requested type.
    pub fn next<Id: From<Uuid>>(&self) -> Id {
        self.uuid().into()
    }
}
