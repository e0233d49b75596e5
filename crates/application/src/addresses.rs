//! Address books of members. Only the owner can access one, not even an admin. Orders store their own copy of the
//! address, so changes here do not affect them.

use crate::{
    accounts::access,
    ports::store::Transaction,
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{addresses::AddressBook, destination::PlaceRefused, email::Email, id::UserId};

/// Errors of reading or saving an address book.
#[derive(Debug, thiserror::Error)]
pub enum AddressBookError {
    /// The address book was saved elsewhere since the revision that was sent.
    #[error("Your addresses were changed on another device or in another tab.")]
    ChangedMeanwhile,
    /// A new address in the book is invalid.
    #[error("address {position}: {}", .why.reason())]
    Address {
        /// Its position, from 0.
        position: usize,
        /// What is wrong with it.
        why: PlaceRefused,
    },
}

impl Refusal for AddressBookError {}

/// The result of a use case that can fail with [`AddressBookError`].
pub type AddressBookResult<T> = Result<T, UseCaseError<AddressBookError>>;

impl Shop {
    /// Returns a member's addresses to that member; empty with revision 0 if none were ever saved.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn address_book(&self, caller: UserId, email: Email) -> AddressBookResult<AddressBook> {
        self.store
            .read(move |tx| {
                let owner = access::require_self(tx, &caller, &email)?;
                Ok(tx.address_book(&owner.id)?.unwrap_or_default())
            })
            .await
    }

    /// Replaces a member's addresses with those of `book`, on behalf of that member. `book.revision` is the revision
    /// that the edit was based on. New entries are checked. Returns the address book as saved.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn save_address_book(
        &self,
        caller: UserId,
        email: Email,
        book: AddressBook,
    ) -> AddressBookResult<AddressBook> {
        self.store.write(move |tx| save(tx, &caller, &email, &book)).await
    }
}

fn save(
    tx: &mut dyn Transaction,
    caller: &UserId,
    email: &Email,
    book: &AddressBook,
) -> AddressBookResult<AddressBook> {
    let owner = access::require_self(tx, caller, email)?;
    let saved = tx.address_book(&owner.id)?.unwrap_or_default();
    if saved.revision != book.revision {
        return Err(AddressBookError::ChangedMeanwhile.into());
    }
    for (position, address) in book.addresses.as_slice().iter().enumerate() {
        // An entry saved under looser rules remains until it is changed, but orders to it are refused.
        if !saved.addresses.as_slice().contains(address) {
            address.destination.check().map_err(|why| AddressBookError::Address { position, why })?;
        }
    }
    tx.save_address_book(&owner.id, book)?;
    Ok(AddressBook { revision: book.revision + 1, ..book.clone() })
}
