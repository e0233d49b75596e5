//! The documents of members, such as carts.

use super::{
    store::Transaction,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    id::UserId,
    member_documents::{DocumentKind, MemberContent, MemberDocument, MemberDocuments, Revisioned},
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

impl dyn Transaction + '_ {
    /// Returns a user's document; empty with revision 0 if it was never saved or has been purged.
    pub fn member_document<D: MemberDocument>(&mut self, user: &UserId) -> StoreResult<Revisioned<D>> {
        let Some(Revisioned { revision, content }) = self.member_content(user, D::KIND)? else {
            return Ok(Revisioned::default());
        };
        let content = D::of(content).ok_or_else(|| StoreError::Failed("a document is of another kind".into()))?;
        Ok(Revisioned { revision, content })
    }

    /// Returns a user's documents of every kind.
    pub fn member_documents(&mut self, user: &UserId) -> StoreResult<MemberDocuments> {
        let mut documents = MemberDocuments::default();
        for kind in DocumentKind::ALL {
            self.member_content(user, *kind)?.into_iter().for_each(|document| documents.set(document));
        }
        Ok(documents)
    }
}
