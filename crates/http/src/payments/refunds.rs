//! `/refund` and `/refunds`: refunding orders, listing refunds, and closing those that the provider cannot make.

use crate::{
    dollars::Dollars,
    extract::{self, Caller, PageQuery},
    problem::{Problem, ProblemDocument},
    responses::{AuthenticatedErrors, Modified, list, rfc3339},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, get, put,
    web::{Data, Json, Path, Query},
};
use autoparts_domain::{
    payments::{Refund, RefundReason},
    validation::ValidationError,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Why a payment is refunded.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RefundReason)]
pub(super) enum ReasonView {
    /// It arrived after the order was deleted.
    OrderDeleted,
    /// The order was already paid by another payment.
    PaidTwice,
    /// It arrived after the reservation ended and the pieces were sold.
    SoldOut,
    /// The card or the destination already has another order with a coupon; the order stays unpaid.
    CouponReused,
    /// An admin refunded it.
    ByAdmin,
    /// Pieces were canceled before the order was shipped.
    LinesCancelled,
    /// Pieces were returned after the order was shipped.
    Returned,
    /// Part of the money was refunded without any pieces.
    Goodwill,
}

impl From<RefundReason> for ReasonView {
    fn from(reason: RefundReason) -> Self {
        match reason {
            RefundReason::OrderCancelled => Self::OrderDeleted,
            RefundReason::PaidTwice => Self::PaidTwice,
            RefundReason::SoldOut => Self::SoldOut,
            RefundReason::CouponReused => Self::CouponReused,
            RefundReason::ByAdmin => Self::ByAdmin,
            RefundReason::LinesCancelled => Self::LinesCancelled,
            RefundReason::Returned => Self::Returned,
            RefundReason::Goodwill => Self::Goodwill,
        }
    }
}

response! {
    /// A refund to a customer: part of a payment, or the rest of it.
    pub(crate) RefundView as Refund from |refund| Refund {
        /// Its id.
        #[serde(rename = "_id")]
        id: String = refund.id.to_string(),
        /// The `_id` of the order that the payment was for; deleted orders can have refunds, too.
        order: String = refund.order.order.to_string(),
        /// The payment provider's id of the payment.
        transaction_id: String = refund.transaction.to_string(),
        /// The amount, in dollars.
        amount: Dollars = Dollars(refund.amount),
        /// The reason.
        reason: ReasonView = refund.reason.into(),
        /// An admin's note.
        note: Option<String> = refund.note.map(|note| note.to_string()),
        /// Whether an admin returned the money in another way.
        by_hand: bool = refund.by_hand,
        /// The number of failed attempts at the payment provider.
        failures: u32 = refund.failures,
        /// When it was decided, in UTC.
        #[schema(format = DateTime)]
        due_at: String = rfc3339(refund.due_at),
        /// The time of the next attempt at the payment provider, in UTC; absent once it is done.
        #[schema(format = DateTime)]
        next_try_at: Option<String> = refund.done_at.is_none().then(|| rfc3339(refund.next_try_at)),
        /// When the payment provider made it, or an admin closed it, in UTC; absent until then.
        #[schema(format = DateTime)]
        done_at: Option<String> = refund.done_at.map(rfc3339),
    }
}

/// The admin's confirmation.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RefundQuery {
    /// Set to refund a shipped order, too; otherwise such an order is refused with `order_already_shipped`. Its pieces
    /// do not return to stock.
    #[serde(default)]
    #[param(value_type = bool, required = false)]
    after_shipping: Option<String>,
}

impl RefundQuery {
    fn after_shipping(&self) -> Result<bool, Problem> {
        let said = self.after_shipping.as_deref().map_or(Ok(false), str::parse);
        said.map_err(|_| Problem::field("afterShipping", ValidationError::NotABoolean))
    }
}

/// Refunds what is left of a paid order's money. Admin only. The pieces of an unshipped order return to stock.
#[utoipa::path(tag = "payments", operation_id = "refundOrder", security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's `_id`"), RefundQuery),
    responses((status = 200, body = Modified), (status = 409, body = ProblemDocument, content_type = "application/problem+json"), AuthenticatedErrors))]
#[put("/refund/{id}")]
pub(crate) async fn refund_order(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    query: Query<RefundQuery>,
) -> Result<Json<Modified>, Problem> {
    let id = extract::id(&id)?;
    let refunded = if query.after_shipping()? {
        api.shop.refund_shipped_order(caller.0, id).await?
    } else {
        api.shop.refund_order(caller.0, id).await?
    };
    Ok(Json(Modified::new(refunded)))
}

/// Lists refunds, made or pending, newest first. Admin only.
#[utoipa::path(tag = "payments", operation_id = "listRefunds", params(PageQuery), security(("bearer" = [])),
    responses((status = 200, body = [RefundView]), AuthenticatedErrors))]
#[get("/refunds")]
pub(crate) async fn list_refunds(
    api: Data<Api>,
    caller: Caller,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = query.page()?;
    let refunds = api.shop.refunds(caller.0, page).await?;
    Ok(list(&request, page.limit, refunds, |refund: &RefundView| &refund.id))
}

/// Closes a refund that the payment provider could not make, because the money is returned in another way. Admin only.
#[utoipa::path(tag = "payments", operation_id = "closeRefund", security(("bearer" = [])),
    params(("id" = String, Path, description = "The refund's `_id`")),
    responses((status = 200, body = Modified), AuthenticatedErrors))]
#[put("/refunds/{id}")]
pub(crate) async fn close_refund(api: Data<Api>, caller: Caller, id: Path<String>) -> Result<Json<Modified>, Problem> {
    Ok(Json(Modified::new(api.shop.close_refund(caller.0, extract::id(&id)?).await?)))
}
