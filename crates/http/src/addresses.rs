//! `/addresses`: a member's address book. Orders store their own copy of the destination.

use crate::{
    extract::{self, Body, Caller},
    form::request,
    input::{EmailAddress, Nested, RequiredItems, SavedRevision},
    limits::Limited,
    orders::destination::{DestinationFields, DestinationView},
    problem::Problem,
    responses::{AuthenticatedErrors, WriteErrors},
    state::Api,
    view::response,
};
use actix_web::{
    get, put,
    web::{Data, Json, Path},
};
use autoparts_domain::{
    addresses::{AddressBook, Addresses, MAX_ADDRESSES, SavedAddress},
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

impl AddressBookRequest {
    fn book(self) -> Result<AddressBook, Problem> {
        // The application compares them with the saved ones, and validates those that are new.
        let address =
            |SavedAddressFields { destination, phone }| SavedAddress { destination: destination.0.stored(), phone };
        let addresses = self.addresses.0.into_iter().map(address).collect();
        let addresses = Addresses::new(addresses).map_err(|why| Problem::field("addresses", why))?;
        Ok(AddressBook { revision: self.revision.0, addresses })
    }
}

response! {
    /// A saved address.
    SavedAddressView as SavedAddress {
        /// The delivery destination.
        destination: DestinationView,
        /// The telephone number for the carrier.
        phone: String,
    }

    /// An address book.
    pub(crate) AddressBookView as AddressBook {
        /// The number of saves; 0 if never saved.
        revision: i64,
        /// The addresses; the first is the default.
        addresses: Vec<SavedAddressView>,
    }
}

impl From<AddressBook> for AddressBookView {
    fn from(book: AddressBook) -> Self {
        let view = |SavedAddress { destination, phone }: &SavedAddress| SavedAddressView {
            destination: destination.into(),
            phone: phone.to_string(),
        };
        Self { revision: book.revision, addresses: book.addresses.as_slice().iter().map(view).collect() }
    }
}

/// Returns the caller's addresses; empty with revision 0 if none are saved.
#[utoipa::path(tag = "users", operation_id = "getAddressBook", security(("bearer" = [])),
    params(("email" = EmailAddress, Path, description = "The caller's address")),
    responses((status = 200, body = AddressBookView), AuthenticatedErrors))]
#[get("/addresses/{email}")]
pub(crate) async fn get_address_book(
    api: Data<Api>,
    caller: Caller,
    email: Path<String>,
) -> Result<Json<AddressBookView>, Problem> {
    Ok(Json(api.shop.address_book(caller.0, extract::email(&email)?).await?.into()))
}

/// Replaces all of the caller's addresses. If the address book was saved elsewhere since the given revision, the call
/// is refused with `changed_meanwhile` and nothing changes: read it, and send again.
#[utoipa::path(tag = "users", operation_id = "saveAddressBook", request_body = AddressBookRequest, security(("bearer" = [])),
    params(("email" = EmailAddress, Path, description = "The caller's address")),
    responses((status = 200, body = AddressBookView), WriteErrors))]
#[put("/addresses/{email}")]
pub(crate) async fn save_address_book(
    api: Data<Api>,
    caller: Caller,
    email: Path<String>,
    body: Body<AddressBookRequest>,
) -> Result<Json<AddressBookView>, Problem> {
    api.limits.check(Limited::Carts, &caller.0.to_string())?;
    let book = body.read()?.book()?;
    Ok(Json(api.shop.save_address_book(caller.0, extract::email(&email)?, book).await?.into()))
}
