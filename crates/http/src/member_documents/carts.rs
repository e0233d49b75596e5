//! `/carts`: a member's saved cart. `/quotes` prices it.

use super::{DocumentRequest, document_calls};
use crate::{
    form::request,
    input::{RequiredItems, SavedRevision},
    problem::Problem,
    view::response,
};
use actix_web::{get, put};
use autoparts_domain::{
    id::PartId,
    member_documents::{
        Revisioned,
        carts::{CartLine, CartLines},
    },
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

impl DocumentRequest for CartRequest {
    type Content = CartLines;

    fn document(self) -> Result<Revisioned<CartLines>, Problem> {
        let line = |CartLineFields { part, quantity, vehicle }| CartLine { part, quantity, vehicle };
        let content = CartLines::new(self.lines.0.into_iter().map(line).collect());
        Ok(Revisioned { revision: self.revision.0, content: content.map_err(|why| Problem::field("lines", why))? })
    }

    fn problem(problem: Problem) -> Problem {
        problem.of_lines()
    }
}

response! {
    /// A line of a cart.
    CartLineView as CartLine from |line| &CartLine {
        /// The part's `_id`; the part may no longer exist.
        part: String = line.part.to_string(),
        /// Number of pieces.
        quantity: i64 = line.quantity.pieces(),
        /// The vehicle that it is for; absent if none was chosen.
        vehicle: Option<String> = line.vehicle.as_ref().map(ToString::to_string),
    }

    /// A cart. It has no prices and reserves nothing.
    pub(crate) CartView as Cart from |cart| Revisioned<CartLines> {
        /// The number of saves; 0 if never saved.
        revision: i64 = cart.revision,
        /// The lines.
        lines: Vec<CartLineView> = cart.content.as_slice().iter().map(CartLineView::from).collect(),
    }
}

document_calls! {
    "/carts/{email}" in "carts", CartRequest => CartLines => CartView;

    /// Returns the caller's cart; empty with revision 0 if none is saved.
    get_cart as "getCart";

    /// Replaces all lines of the caller's cart. If the cart was saved elsewhere since the given revision, the call is
    /// refused with `changed_meanwhile`: read it, merge, and send again.
    save_cart as "saveCart";
}
