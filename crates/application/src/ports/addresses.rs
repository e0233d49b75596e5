//! The address books of members.

use super::store_error::StoreResult;
use autoparts_domain::{addresses::AddressBook, id::UserId};

/// Address books, one per user.
pub trait AddressBookRepository {
    /// Returns a user's address book; `None` if it was never saved.
    fn address_book(&mut self, user: &UserId) -> StoreResult<Option<AddressBook>>;

    /// Replaces a user's address book and increments its revision, if that still equals the revision of `book`, 0 if
    /// none exists. Otherwise the unit of work conflicts.
    fn save_address_book(&mut self, user: &UserId, book: &AddressBook) -> StoreResult<()>;
}
