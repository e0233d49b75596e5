//! Documents of members, such as carts. Only the owner can access one, not even an admin.
//!
//! Parts and vehicles in them need not exist. Orders store their own copy of an address, so changes of an address book
//! do not affect them.

use crate::{
    accounts::access,
    ports::{
        store::Transaction,
        store_error::{StoreError, StoreResult},
    },
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    destination::PlaceRefused,
    email::Email,
    id::UserId,
    member_documents::{DocumentKind, MemberContent, MemberDocument, MemberDocuments, Revisioned},
    time::Timestamp,
};

/// Errors of reading or saving a document.
#[derive(Debug, thiserror::Error)]
pub enum MemberDocumentError {
    /// The document was saved elsewhere since the revision that was sent.
    #[error("{}", .0.changed_elsewhere())]
    ChangedElsewhere(DocumentKind),
    /// A new address in an address book is invalid.
    #[error("address {position}: {}", .why.reason())]
    Address {
        /// Its position, from 0.
        position: usize,
        /// What is wrong with it.
        why: PlaceRefused,
    },
}

impl Refusal for MemberDocumentError {}

/// The result of a use case that can fail with [`MemberDocumentError`].
pub type MemberDocumentResult<T> = Result<T, UseCaseError<MemberDocumentError>>;

impl Shop {
    /// Returns a member's document to that member; empty with revision 0 if none is saved.
    #[tracing::instrument(level = "debug", skip_all, fields(kind = ?D::KIND))]
    pub async fn member_document<D: MemberDocument>(
        &self,
        caller: UserId,
        email: Email,
    ) -> MemberDocumentResult<Revisioned<D>> {
        self.store
            .read(move |tx| {
                let owner = access::require_self(tx, &caller, &email)?;
                Ok(tx.member_document(&owner.id)?)
            })
            .await
    }

    /// Replaces a member's document, on behalf of that member. Its revision is the one that the edit was based on.
    /// Returns the document as saved.
    #[tracing::instrument(level = "debug", skip_all, fields(kind = ?D::KIND))]
    pub async fn save_member_document<D: MemberDocument>(
        &self,
        caller: UserId,
        email: Email,
        document: Revisioned<D>,
    ) -> MemberDocumentResult<Revisioned<D>> {
        let now = self.now();
        let sent = document.clone().map(D::into);
        self.store.write(move |tx| save(tx, &caller, &email, &sent, now)).await?;
        Ok(Revisioned { revision: document.revision + 1, ..document })
    }
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

fn save(
    tx: &mut dyn Transaction,
    caller: &UserId,
    email: &Email,
    document: &Revisioned<MemberContent>,
    now: Timestamp,
) -> MemberDocumentResult<()> {
    let owner = access::require_self(tx, caller, email)?;
    let kind = document.content.kind();
    let saved = tx.member_content(&owner.id, kind)?;
    if saved.as_ref().map_or(0, |saved| saved.revision) != document.revision {
        return Err(MemberDocumentError::ChangedElsewhere(kind).into());
    }
    check_new_addresses(&document.content, saved.map(|saved| saved.content).as_ref())?;
    Ok(tx.save_member_content(&owner.id, document, now)?)
}

/// Checks the new entries of an address book. One saved under looser rules remains until it is changed, but orders to
/// it are refused.
fn check_new_addresses(content: &MemberContent, saved: Option<&MemberContent>) -> Result<(), MemberDocumentError> {
    let MemberContent::Addresses(addresses) = content else { return Ok(()) };
    let known = if let Some(MemberContent::Addresses(known)) = saved { known.as_slice() } else { &[] };
    for (position, address) in addresses.as_slice().iter().enumerate() {
        if !known.contains(address) {
            address.destination.check().map_err(|why| MemberDocumentError::Address { position, why })?;
        }
    }
    Ok(())
}
