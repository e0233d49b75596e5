//! Revisions: every edit states the revision that it is based on.

use super::whole_numbers;
use autoparts_domain::validation::ValidationError;

macro_rules! revisions {
    ($($(#[$doc:meta])* $name:ident, $schema:literal: from $min:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy)]
            pub(crate) struct $name(pub(crate) i64);

            impl $name {
                pub(crate) const MIN: i64 = $min;
                /// The largest integer that every client can represent.
                pub(crate) const MAX: i64 = 9_007_199_254_740_991;

                pub(crate) fn new(revision: i64) -> Result<Self, ValidationError> {
                    let fits = (Self::MIN..=Self::MAX).contains(&revision);
                    fits.then_some(Self(revision)).ok_or(ValidationError::outside(Self::MIN, Self::MAX))
                }
            }
        )*

        whole_numbers! {
            $($name, $schema;)*
        }
    };
}

revisions! {
    /// The revision of something that exists.
    Revision, "Revision": from 1;
    /// The revision of something that exists only once it is saved; 0 until then.
    SavedRevision, "SavedRevision": from 0;
}
