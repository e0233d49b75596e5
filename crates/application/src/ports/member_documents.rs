//! The documents of members, such as carts.

use super::store_error::StoreResult;
use autoparts_domain::{
    id::UserId,
    member_documents::{DocumentKind, MemberContent, Revisioned},
    time::Timestamp,
};

/// Documents of members, one of each kind per user.
pub trait MemberDocumentRepository {
    /// Returns a user's document; `None` if it was never saved or has been purged.
    fn member_content(&mut self, user: &UserId, kind: DocumentKind) -> StoreResult<Option<Revisioned<MemberContent>>>;

    /// Replaces a user's document and increments its revision, if that still equals the revision of `document`, 0 if
    /// none exists. Otherwise the unit of work conflicts.
    fn save_member_content(
        &mut self,
        user: &UserId,
        document: &Revisioned<MemberContent>,
        at: Timestamp,
    ) -> StoreResult<()>;
}
