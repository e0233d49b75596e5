//! `/addresses`: the address book of a member. What an order goes to is kept with the order.

use crate::{
    extract::{self, Body, Caller},
    form::request,
    input::{EmailAddress, Nested, RequiredItems, SavedRevision},
    limits::Limited,
    orders::destination::{DestinationFields, DestinationView},
    problem::Problem,
    responses::{AuthenticatedErrors, WriteErrors},
    state::Api,
};
use actix_web::{
    get, put,
    web::{Data, Json, Path},
};
use autoparts_domain::{
    addresses::{AddressBook, Addresses, MAX_ADDRESSES, SavedAddress},
    text::PhoneNumber,
};
use serde::Serialize;
use utoipa::ToSchema;

request! {
    /// An address that is kept.
    SavedAddressFields {
        /// Where parcels go.
        destination: Nested<DestinationFields>,
        /// Whom the carrier calls.
        phone: PhoneNumber,
    }
}

request! {
    /// An address book as it is to be.
    AddressBookRequest {
        /// The revision that this was made from; 0 when none was saved.
        revision: SavedRevision,
        /// All of its addresses; the first is offered first.
        addresses: RequiredItems<SavedAddressFields, 0, { MAX_ADDRESSES }>,
    }
}

impl AddressBookRequest {
    fn book(self) -> Result<AddressBook, Problem> {
        // The application compares them with the saved ones, and checks those that are new.
        let address =
            |SavedAddressFields { destination, phone }| SavedAddress { destination: destination.0.stored(), phone };
        let addresses = self.addresses.0.into_iter().map(address).collect();
        let addresses = Addresses::new(addresses).map_err(|why| Problem::field("addresses", why))?;
        Ok(AddressBook { revision: self.revision.0, addresses })
    }
}

/// An address that is kept.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SavedAddress)]
struct SavedAddressView {
    /// Where parcels go.
    destination: DestinationView,
    /// Whom the carrier calls.
    phone: String,
}

/// An address book.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AddressBook)]
pub(crate) struct AddressBookView {
    /// How often it was saved; 0 when none is saved.
    revision: i64,
    /// What is in it; the first is offered first.
    addresses: Vec<SavedAddressView>,
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

/// The caller's addresses; none with revision 0 when none are saved.
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

/// Replaces the caller's addresses, all of them. Those that were saved elsewhere since the revision that is sent are kept, and the
/// call is refused with `changed_meanwhile`: read them, and send again.
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
