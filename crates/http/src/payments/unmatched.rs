//! `/unmatched-payments`: payments for orders that this shop does not know because a backup was restored.

use crate::{
    dollars::Dollars,
    extract::{Caller, PageQuery, PaymentPageQuery},
    problem::Problem,
    responses::{AuthenticatedErrors, Modified, list, rfc3339},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, get, put,
    web::{Data, Json, Path, Query},
};
use autoparts_application::ports::page::Page;
use autoparts_domain::payments::{TransactionId, unmatched::UnmatchedPayment};
use serde::Serialize;
use utoipa::ToSchema;

/// A payment to this shop without an order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UnmatchedPayment)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UnmatchedView {
    /// The payment provider's id of the payment.
    transaction_id: String,
    /// The `_id` of the order it was for, which this shop does not know.
    order: String,
    /// The amount paid, in dollars.
    #[schema(value_type = f64)]
    amount: Dollars,
    /// When the shop found it, in UTC.
    #[schema(format = DateTime)]
    found_at: String,
    /// When an admin decided to refund it, in UTC; absent until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    confirmed_at: Option<String>,
    /// The number of failed refund attempts at the payment provider.
    failures: u32,
}

impl From<UnmatchedPayment> for UnmatchedView {
    fn from(payment: UnmatchedPayment) -> Self {
        Self {
            transaction_id: payment.transaction.to_string(),
            order: payment.order.to_string(),
            amount: Dollars(payment.amount),
            found_at: rfc3339(payment.found_at),
            confirmed_at: payment.confirmed_at.map(rfc3339),
            failures: payment.failures,
        }
    }
}

/// Lists payments for orders that this shop does not know because a backup was restored: those waiting for an admin,
/// and those being refunded. Admin only.
#[utoipa::path(tag = "payments", operation_id = "listUnmatchedPayments",
    params(PaymentPageQuery),
    security(("bearer" = [])),
    responses((status = 200, body = [UnmatchedView]), AuthenticatedErrors))]
#[get("/unmatched-payments")]
pub(crate) async fn list_unmatched(
    api: Data<Api>,
    caller: Caller,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page: Page<TransactionId> = query.page()?;
    let limit = page.limit;
    let payments = api.shop.unmatched_payments(caller.0, page).await?;
    Ok(list(&request, limit, payments, |payment: &UnmatchedView| &payment.transaction_id))
}

/// Refunds a payment without an order. Admin only.
#[utoipa::path(tag = "payments", operation_id = "refundUnmatchedPayment", security(("bearer" = [])),
    params(("id" = String, Path, description = "The payment provider's id of the payment")),
    responses((status = 200, body = Modified), AuthenticatedErrors))]
#[put("/unmatched-payments/{id}")]
pub(crate) async fn refund_unmatched(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
) -> Result<Json<Modified>, Problem> {
    let id: TransactionId = id.parse().map_err(|_| Problem::not_found())?;
    Ok(Json(Modified::new(api.shop.refund_unmatched(caller.0, id).await?)))
}
