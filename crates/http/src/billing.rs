//! `/order/{id}/documents`: the invoice of a paid order and its credit notes.

use crate::{
    browser_config::Seller,
    dollars::{Dollars, unless_nothing},
    extract::{self, OrderCaller},
    payments::partial_refunds::OrderRefund,
    problem::Problem,
    responses::{AuthenticatedErrors, rfc3339},
    state::Api,
    view::{response, words},
};
use actix_web::{
    get,
    web::{Data, Json, Path},
};
use autoparts_application::billing::{CreditedPieces, DocumentRecord};
use autoparts_domain::billing::BillKind;

words! {
    /// The kind of a billing document.
    KindView as BillKind from BillKind {
        /// For the payment of an order.
        Invoice,
        /// For a refund of that payment.
        CreditNote,
    }
}

response! {
    /// Pieces, or only their core charges, that a credit note is for.
    CreditedPiecesView as CreditedPieces from |credited| CreditedPieces {
        /// The number of the order line; 1 is the first.
        line: i64 = credited.line.number(),
        /// The part's title when it was ordered.
        product: String = credited.product.to_string(),
        /// The number of pieces.
        pieces: i64 = credited.pieces,
        /// Whether only the core charges of these pieces are refunded, for returned old parts.
        cores_only: bool = credited.cores_only,
    }

    /// An invoice or a credit note. It never changes.
    BillingDocumentView as BillingDocument from |DocumentRecord { document, refund, pieces }| DocumentRecord {
        /// Its kind.
        kind: KindView = document.bill.kind().into(),
        /// Its number, consecutive within its kind: `INV-000123`, `CN-000007`.
        number: String = document.printed_number(),
        /// When it was issued, in UTC.
        #[schema(format = DateTime)]
        issued_at: String = rfc3339(document.issued_at),
        /// The seller's name, address and tax number when it was issued, line by line.
        seller: Vec<String> = document.seller.lines().map(str::to_owned).collect(),
        /// The total that was charged, or is refunded, in dollars.
        amount: Dollars = Dollars(document.bill.amount),
        /// The tax in the amount, in dollars; absent if there is none.
        tax: Option<Dollars> = unless_nothing(document.bill.tax),
        /// The refund of a credit note; absent for an invoice.
        refund: Option<OrderRefund> = refund.map(Into::into),
        /// The pieces and core charges of a credit note; empty for an invoice, and for refunds of an amount.
        pieces: Vec<CreditedPiecesView> = pieces.into_iter().map(Into::into).collect(),
    }
}

/// The seller as printed on a new document.
fn printed(seller: &Seller) -> String {
    let tax_number = seller.tax_number.as_ref().map(|number| format!("Tax number {number}"));
    let lines = std::iter::once(&seller.name).chain(&seller.address).chain(&tax_number);
    lines.map(String::as_str).collect::<Vec<_>>().join("\n")
}

/// Lists the billing documents of an order: the invoice, then its credit notes. They are issued when they are first
/// requested. For its owner, the holder of its link, and admins. Empty for an order that was never paid.
#[utoipa::path(tag = "orders", operation_id = "listDocuments", security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = [BillingDocumentView]), AuthenticatedErrors))]
#[get("/order/{id}/documents")]
pub(crate) async fn list_documents(
    api: Data<Api>,
    caller: OrderCaller,
    id: Path<String>,
) -> Result<Json<Vec<BillingDocumentView>>, Problem> {
    let id = extract::id(&id)?;
    let documents = api.shop.documents_of_order(caller.about(id)?, id, printed(&api.browser.seller)).await?;
    Ok(Json(documents.into_iter().map(Into::into).collect()))
}
