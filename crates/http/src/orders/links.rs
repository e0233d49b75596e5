//! Emailed order links: opening the order of a link, and revoking an order's links.

use crate::{
    extract::{self, Body, OrderCaller},
    form::request,
    limits::Limited,
    problem::{Problem, ProblemDocument},
    responses::{AuthenticatedErrors, Deleted, PublicWriteErrors},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, delete, post,
    web::{Data, Json, Path},
};
use autoparts_application::accounts::order_links::OpenedOrder;
use autoparts_domain::link_token::LinkToken;

request! {
    /// An emailed link.
    OrderLinkRequest {
        /// Its token.
        token: LinkToken,
    }
}

response! {
    /// Access for the holder of a link, who can view, pay, delete and return its order, and nothing else.
    pub(crate) OpenedOrderView as OrderLinkAccess {
        /// Valid for at most 15 minutes, and for this order only.
        access_token: String,
        /// The order's `_id`.
        order: String,
    }
}

/// Opens the order of an emailed link. For anyone with such a link. The access token can view, pay, delete and
/// return that order, and nothing else.
#[utoipa::path(tag = "orders", operation_id = "openOrderLink", request_body = OrderLinkRequest,
    responses((status = 200, body = OpenedOrderView), PublicWriteErrors,
        (status = 404, description = "This link is invalid or has expired", body = ProblemDocument, content_type = "application/problem+json"),
        (status = 410, description = "This link has been revoked", body = ProblemDocument, content_type = "application/problem+json")))]
#[post("/order-links")]
pub(crate) async fn open_order_link(
    api: Data<Api>,
    request: HttpRequest,
    body: Body<OrderLinkRequest>,
) -> Result<Json<OpenedOrderView>, Problem> {
    api.limits.check(Limited::Renewals, &api.limits.client(&request))?;
    let OpenedOrder { access_token, order } = api.shop.open_order_link(&body.read()?.token).await?;
    Ok(Json(OpenedOrderView { access_token: access_token.reveal().to_owned(), order: order.to_string() }))
}

/// Permanently revokes all emailed links of an order; later emails about it have none. For anyone with such a link, the
/// order's owner, and admins.
#[utoipa::path(tag = "orders", operation_id = "revokeOrderLinks", security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = Deleted), AuthenticatedErrors))]
#[delete("/order/{id}/links")]
pub(crate) async fn revoke_order_links(
    api: Data<Api>,
    caller: OrderCaller,
    id: Path<String>,
) -> Result<Json<Deleted>, Problem> {
    Ok(Json(Deleted::new(api.shop.revoke_order_links(caller.0, extract::id(&id)?).await?)))
}
