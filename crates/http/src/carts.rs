//! `/carts`: a member's saved cart. `/quotes` prices it.

use crate::{
    extract::{self, Body, Caller},
    form::request,
    input::{EmailAddress, RequiredItems, SavedRevision},
    limits::Limited,
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
    carts::{Cart, CartLine, CartLines},
    id::PartId,
    orders::MAX_LINES,
    quantity::Quantity,
    vehicles::Vehicle,
};

request! {
    /// A line of a cart to save.
    CartLineFields {
        /// The part's `_id`; it need not exist.
        part: PartId,
        /// Number of pieces.
        quantity: Quantity,
        /// The vehicle that it is for; it need not exist.
        vehicle: Option<Vehicle>,
    }
}

request! {
    /// A new version of a cart.
    CartRequest {
        /// The revision that this edit is based on; 0 if none was saved.
        revision: SavedRevision,
        /// All lines.
        lines: RequiredItems<CartLineFields, 0, { MAX_LINES }>,
    }
}

impl CartRequest {
    fn cart(self) -> Result<Cart, Problem> {
        let line = |line: CartLineFields| CartLine { part: line.part, quantity: line.quantity, vehicle: line.vehicle };
        let lines = CartLines::new(self.lines.0.into_iter().map(line).collect());
        Ok(Cart { revision: self.revision.0, lines: lines.map_err(|why| Problem::field("lines", why))? })
    }
}

response! {
    /// A line of a cart.
    CartLineView as CartLine {
        /// The part's `_id`; the part may no longer exist.
        part: String,
        /// Number of pieces.
        quantity: i64,
        /// The vehicle that it is for; absent if none was chosen.
        vehicle: Option<String>,
    }

    /// A cart. It has no prices and reserves nothing.
    pub(crate) CartView as Cart {
        /// The number of saves; 0 if never saved.
        revision: i64,
        /// The lines.
        lines: Vec<CartLineView>,
    }
}

impl From<Cart> for CartView {
    fn from(cart: Cart) -> Self {
        let view = |line: &CartLine| CartLineView {
            part: line.part.to_string(),
            quantity: line.quantity.pieces(),
            vehicle: line.vehicle.as_ref().map(ToString::to_string),
        };
        Self { revision: cart.revision, lines: cart.lines.as_slice().iter().map(view).collect() }
    }
}

/// Returns the caller's cart; empty with revision 0 if none is saved.
#[utoipa::path(tag = "carts", operation_id = "getCart", security(("bearer" = [])),
    params(("email" = EmailAddress, Path, description = "The caller's address")),
    responses((status = 200, body = CartView), AuthenticatedErrors))]
#[get("/carts/{email}")]
pub(crate) async fn get_cart(api: Data<Api>, caller: Caller, email: Path<String>) -> Result<Json<CartView>, Problem> {
    Ok(Json(api.shop.cart(caller.0, extract::email(&email)?).await?.into()))
}

/// Replaces all lines of the caller's cart. If the cart was saved elsewhere since the given revision, the call is
/// refused with `changed_meanwhile`: read it, merge, and send again.
#[utoipa::path(tag = "carts", operation_id = "saveCart", request_body = CartRequest, security(("bearer" = [])),
    params(("email" = EmailAddress, Path, description = "The caller's address")),
    responses((status = 200, body = CartView), WriteErrors))]
#[put("/carts/{email}")]
pub(crate) async fn save_cart(
    api: Data<Api>,
    caller: Caller,
    email: Path<String>,
    body: Body<CartRequest>,
) -> Result<Json<CartView>, Problem> {
    api.limits.check(Limited::Carts, &caller.0.to_string())?;
    let cart = body.read().map_err(Problem::of_lines)?.cart()?;
    Ok(Json(api.shop.save_cart(caller.0, extract::email(&email)?, cart).await?.into()))
}
