//! `/addresses`: a member's address book. Orders store their own copy of the destination.

use super::{DocumentRequest, document_calls};
use crate::{
    form::request,
    input::{Nested, RequiredItems, SavedRevision},
    orders::destination::{DestinationFields, DestinationView},
    problem::Problem,
    view::response,
};
use actix_web::{get, put};
use autoparts_domain::{
    member_documents::{
        Revisioned,
        addresses::{Addresses, MAX_ADDRESSES, SavedAddress},
    },
    text::PhoneNumber,
};

request! {
    /// An address to save.
    SavedAddressFields {
        /// The delivery destination.
        destination: Nested<DestinationFields>,
        /// The telephone number for the carrier.
        phone: PhoneNumber,
    }
}

request! {
    /// A new version of an address book.
    AddressBookRequest {
        /// The revision that this edit is based on; 0 if none was saved.
        revision: SavedRevision,
        /// All addresses; the first is the default.
        addresses: RequiredItems<SavedAddressFields, 0, { MAX_ADDRESSES }>,
    }
}

impl DocumentRequest for AddressBookRequest {
    type Content = Addresses;

    fn document(self) -> Result<Revisioned<Addresses>, Problem> {
        // The application compares them with the saved ones, and validates those that are new.
        let address =
            |SavedAddressFields { destination, phone }| SavedAddress { destination: destination.0.stored(), phone };
        let content = Addresses::new(self.addresses.0.into_iter().map(address).collect());
        Ok(Revisioned { revision: self.revision.0, content: content.map_err(|why| Problem::field("addresses", why))? })
    }
}

response! {
    /// A saved address.
    SavedAddressView as SavedAddress from |address| &SavedAddress {
        /// The delivery destination.
        destination: DestinationView = (&address.destination).into(),
        /// The telephone number for the carrier.
        phone: String = address.phone.to_string(),
    }

    /// An address book.
    pub(crate) AddressBookView as AddressBook from |book| Revisioned<Addresses> {
        /// The number of saves; 0 if never saved.
        revision: i64 = book.revision,
        /// The addresses; the first is the default.
        addresses: Vec<SavedAddressView> = book.content.as_slice().iter().map(SavedAddressView::from).collect(),
    }
}

document_calls! {
    "/addresses/{email}" in "users", AddressBookRequest => Addresses => AddressBookView;

    /// Returns the caller's addresses; empty with revision 0 if none are saved.
    get_address_book as "getAddressBook";

    /// Replaces all of the caller's addresses. If the address book was saved elsewhere since the given revision, the call
    /// is refused with `changed_meanwhile` and nothing changes: read it, and send again.
    save_address_book as "saveAddressBook";
}
