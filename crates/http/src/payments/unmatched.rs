//! `/unmatched-payments`: payments for orders that this shop does not know because a backup was restored.

use crate::{
    dollars::Dollars,
    extract::{Caller, PageQuery, PaymentPageQuery},
    problem::Problem,
    responses::{AuthenticatedErrors, Modified, list, rfc3339},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, get, put,
    web::{Data, Json, Path, Query},
};
use autoparts_application::ports::page::Page;
use autoparts_domain::payments::{TransactionId, unmatched::UnmatchedPayment};

response! {
    /// A payment to this shop without an order.
    pub(crate) UnmatchedView as UnmatchedPayment from |payment| UnmatchedPayment {
        /// The payment provider's id of the payment.
        transaction_id: String = payment.transaction.to_string(),
        /// The `_id` of the order it was for, which this shop does not know.
        order: String = payment.order.to_string(),
        /// The amount paid, in dollars.
        amount: Dollars = Dollars(payment.amount),
        /// When the shop found it, in UTC.
        #[schema(format = DateTime)]
        found_at: String = rfc3339(payment.found_at),
        /// When an admin decided to refund it, in UTC; absent until then.
        #[schema(format = DateTime)]
        confirmed_at: Option<String> = payment.confirmed_at.map(rfc3339),
        /// The number of failed refund attempts at the payment provider.
        failures: u32 = payment.failures,
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
