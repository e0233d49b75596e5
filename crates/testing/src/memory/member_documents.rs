//! The documents of members.

use super::{MemoryTransaction, tables::require};
use autoparts_application::ports::{
    member_documents::MemberDocumentRepository,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    id::UserId,
    member_documents::{DocumentKind, MemberContent, Revisioned},
    time::Timestamp,
};

impl MemberDocumentRepository for MemoryTransaction {
    fn member_content(&mut self, user: &UserId, kind: DocumentKind) -> StoreResult<Option<Revisioned<MemberContent>>> {
        self.query(|tables| Ok(tables.member_documents.get(&(*user, kind)).map(|(document, _)| document.clone())))
    }

    fn save_member_content(
        &mut self,
        user: &UserId,
        document: &Revisioned<MemberContent>,
        at: Timestamp,
    ) -> StoreResult<()> {
        self.change(|tables| {
            require(tables.users.contains_key(user), "there is no such user")?;
            let key = (*user, document.content.kind());
            if tables.member_documents.get(&key).map_or(0, |(saved, _)| saved.revision) != document.revision {
                return Err(StoreError::Contention);
            }
            let saved = Revisioned { revision: document.revision + 1, ..document.clone() };
            tables.member_documents.insert(key, (saved, at));
            Ok(())
        })
    }
}
