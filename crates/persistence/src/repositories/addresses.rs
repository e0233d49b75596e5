//! The address books of members. A book is read and replaced as a whole, so its addresses are one text: for each, the
//! lines of the destination and the phone number.

use crate::{
    destinations,
    revisions::save_at,
    schema::address_books,
    stored::{Refused, Stored},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{addresses::AddressBookRepository, store_error::StoreResult};
use autoparts_domain::{
    addresses::{AddressBook, Addresses, SavedAddress},
    id::UserId,
};
use diesel::prelude::*;

const COLUMN: &str = "addresses";

fn written(addresses: &Addresses) -> String {
    let address =
        |address: &SavedAddress| format!("{}\n{}", destinations::written(&address.destination), address.phone);
    addresses.as_slice().iter().map(address).collect::<Vec<_>>().join("\n")
}

fn read(row: Stored<'_>, column: &str) -> Result<Addresses, Refused> {
    let lines: Vec<&str> = if column.is_empty() { Vec::new() } else { column.split('\n').collect() };
    let address = |lines: &[&str]| {
        let (phone, destination) = row.require(COLUMN, lines.split_last())?;
        Ok(SavedAddress {
            destination: destinations::read(row, COLUMN, destination.iter().copied())?,
            phone: row.text(COLUMN, phone)?,
        })
    };
    let addresses = lines.chunks(destinations::LINES + 1).map(address).collect::<Result<_, Refused>>()?;
    row.value(COLUMN, Addresses::new(addresses))
}

impl AddressBookRepository for SqlTransaction<'_> {
    fn address_book(&mut self, user: &UserId) -> StoreResult<Option<AddressBook>> {
        let user = user.to_string();
        let theirs = address_books::table
            .filter(address_books::user_id.eq(&user))
            .select((address_books::revision, address_books::addresses));
        self.query(|connection| {
            let found: Option<(i64, String)> = theirs.first(connection).optional()?;
            let book = |(revision, addresses): (i64, String)| {
                let addresses = read(Stored::row("address_books", &user), &addresses)?;
                Ok::<_, Refused>(AddressBook { revision, addresses })
            };
            Ok(found.map(book).transpose()?)
        })
    }

    fn save_address_book(&mut self, user: &UserId, book: &AddressBook) -> StoreResult<()> {
        let user = user.to_string();
        let revision = book.revision;
        let addresses = written(&book.addresses);
        self.execute(|connection| {
            let row = (
                address_books::user_id.eq(&user),
                address_books::revision.eq(1),
                address_books::addresses.eq(&addresses),
            );
            let as_it_was = address_books::table
                .filter(address_books::user_id.eq(&user))
                .filter(address_books::revision.eq(revision));
            let change = (address_books::revision.eq(revision + 1), address_books::addresses.eq(&addresses));
            save_at(
                revision,
                connection,
                |connection| diesel::insert_into(address_books::table).values(row).execute(connection),
                |connection| diesel::update(as_it_was).set(change).execute(connection),
            )
        })
    }
}
