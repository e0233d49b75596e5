//! The address books of members.

use super::store_error::StoreResult;
use autoparts_domain::{addresses::AddressBook, id::UserId};

/// Address books, one for each user.
pub trait AddressBookRepository {
    /// A user's address book; `None` when it was never saved.
    fn address_book(&mut self, user: &UserId) -> StoreResult<Option<AddressBook>>;

    /// Puts an address book in place of a user's, which counts its revision up, provided that it still has the
    /// revision of `book`, 0 when there is none; otherwise the unit of work conflicts.
    fn save_address_book(&mut self, user: &UserId, book: &AddressBook) -> StoreResult<()>;
}
