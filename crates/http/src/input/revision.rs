//! How often something was changed: who sends a change says which state it was made from.

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
                /// What every client can count to.
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
    /// The revision of something that is there once it was saved; 0 until then.
    SavedRevision, "SavedRevision": from 0;
}
