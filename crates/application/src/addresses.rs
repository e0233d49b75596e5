//! The address books of members: each is its owner's alone, not an admin's either. What an order goes to is kept with the
//! order, so a change here changes no order.

use crate::{
    accounts::access::{self, AccessDenied},
    ports::{store::Transaction, store_error::StoreError},
    shop::Shop,
};
use autoparts_domain::{addresses::AddressBook, destination::PlaceRefused, email::Email, id::UserId};

/// Why an address book could not be shown or saved.
#[derive(Debug, thiserror::Error)]
pub enum AddressBookError {
    /// It was saved elsewhere since the revision that was sent.
    #[error("Your addresses were changed meanwhile, perhaps on another device.")]
    ChangedMeanwhile,
    /// A new address in it is invalid.
    #[error("address {position}: {}", .why.reason())]
    Address {
        /// Its position, from 0.
        position: usize,
        /// What is wrong with it.
        why: PlaceRefused,
    },
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Shop {
    /// A person's addresses, for the person; none with revision 0 when none were saved.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn address_book(&self, caller: UserId, email: Email) -> Result<AddressBook, AddressBookError> {
        self.store
            .read(move |tx| {
                let owner = access::require_self::<AddressBookError>(tx, &caller, &email)?;
                Ok(tx.address_book(&owner.id)?.unwrap_or_default())
            })
            .await
    }

    /// Puts the addresses of `book` in place of a person's, for the person; its revision is the one that they were made
    /// from. New entries are checked. Returns the address book as saved.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn save_address_book(
        &self,
        caller: UserId,
        email: Email,
        book: AddressBook,
    ) -> Result<AddressBook, AddressBookError> {
        self.store.write(move |tx| save(tx, &caller, &email, &book)).await
    }
}

fn save(
    tx: &mut dyn Transaction,
    caller: &UserId,
    email: &Email,
    book: &AddressBook,
) -> Result<AddressBook, AddressBookError> {
    let owner = access::require_self::<AddressBookError>(tx, caller, email)?;
    let saved = tx.address_book(&owner.id)?.unwrap_or_default();
    if saved.revision != book.revision {
        return Err(AddressBookError::ChangedMeanwhile);
    }
    for (position, address) in book.addresses.as_slice().iter().enumerate() {
        // An entry saved under looser rules stays until it is changed; orders to it are refused.
        if !saved.addresses.as_slice().contains(address) {
            address.destination.check().map_err(|why| AddressBookError::Address { position, why })?;
        }
    }
    tx.save_address_book(&owner.id, book)?;
    Ok(AddressBook { revision: book.revision + 1, ..book.clone() })
}
