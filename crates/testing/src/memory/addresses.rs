//! The address books of members.

use super::{MemoryTransaction, tables::require};
use autoparts_application::ports::{
    addresses::AddressBookRepository,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{addresses::AddressBook, id::UserId};

impl AddressBookRepository for MemoryTransaction {
    fn address_book(&mut self, user: &UserId) -> StoreResult<Option<AddressBook>> {
        self.query(|tables| Ok(tables.address_books.get(user).cloned()))
    }

    fn save_address_book(&mut self, user: &UserId, book: &AddressBook) -> StoreResult<()> {
        self.change(|tables| {
            require(tables.users.contains_key(user), "there is no such user")?;
            if tables.address_books.get(user).map_or(0, |saved| saved.revision) != book.revision {
                return Err(StoreError::Contention);
            }
            let saved = AddressBook { revision: book.revision + 1, ..book.clone() };
            tables.address_books.insert(*user, saved);
            Ok(())
        })
    }
}
