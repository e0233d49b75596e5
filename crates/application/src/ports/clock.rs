//! Time and new ids: the two things that make a program unrepeatable.

use autoparts_domain::time::Timestamp;
use uuid::Uuid;

/// What time it is.
pub trait Clock: Send + Sync {
    /// Now, in UTC.
    fn now(&self) -> Timestamp;
}

/// New ids.
pub trait IdSource: Send + Sync {
    /// A new UUID, version 7: later ones sort after earlier ones.
    fn uuid(&self) -> Uuid;
}

impl dyn IdSource + '_ {
    /// A new id of the kind that is asked for.
    pub fn next<Id: From<Uuid>>(&self) -> Id {
        self.uuid().into()
    }
}
