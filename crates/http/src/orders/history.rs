//! `/order/{id}/history`: what happened to an order, and who did it.

use crate::{
    audit::AuditAction,
    dollars::Dollars,
    extract::{self, Caller},
    problem::Problem,
    responses::{AuthenticatedErrors, rfc3339},
    state::Api,
    view::{response, words},
};
use actix_web::{
    get,
    web::{Data, Json, Path},
};
use autoparts_application::orders::history::{OrderActor, OrderEvent, OrderEventKind as EventKind};
use serde::Serialize;
use utoipa::ToSchema;

words! {
    /// What happened to an order.
    KindView as OrderEventKind from EventKind {
        /// It was placed.
        Placed,
        /// The customer began to pay.
        PaymentStarted,
        /// It was paid.
        Paid,
        /// The customer withdrew from the contract before it was shipped.
        Withdrawn,
        /// It was shipped. Detail: the carrier and the tracking number.
        Shipped,
        /// A refund became due.
        RefundDue,
        /// A refund was carried out.
        RefundDone,
        /// A return was requested. Detail: its number, as for all events of returns, and what the audit log says.
        ReturnRequested,
        /// A return was approved.
        ReturnApproved,
        /// A return was declined.
        ReturnDeclined,
        /// The pieces of a return arrived.
        ReturnReceived,
        /// A return was canceled.
        ReturnCanceled,
        /// The pieces of a return did not arrive in time.
        ReturnExpired,
        /// The customer was sent an email. Detail: its subject.
        EmailSent,
        /// Another action in the audit log, which `action` names. Detail: what the log says about it.
        Audited,
    }
}

/// Who did it.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OrderActor)]
enum ActorView {
    /// The customer, or the holder of an emailed link.
    Customer,
    /// The shop, by its rules.
    Shop,
    /// An admin.
    Admin,
    /// The operator of the server.
    Operator,
}

response! {
    /// Something that happened to an order.
    pub(crate) OrderEventView as OrderEvent from |event| OrderEvent {
        /// When it happened, in UTC.
        #[schema(format = DateTime)]
        at: String = rfc3339(event.at),
        /// What happened.
        kind: KindView = event.kind.into(),
        /// The action, if the event is known only from the audit log.
        action: Option<AuditAction> = event.action.map(AuditAction::from),
        /// Who did it.
        by: ActorView = (&event.actor).into(),
        /// The current email address of the admin; absent for others, and if the admin no longer has one.
        admin: Option<String> = address(event.actor),
        /// The amount of the order, payment or refund, in dollars.
        amount: Option<Dollars> = event.amount.map(Dollars),
        /// Details; see `kind`.
        detail: Option<String> = event.detail,
    }
}

impl From<&OrderActor> for ActorView {
    fn from(actor: &OrderActor) -> Self {
        match actor {
            OrderActor::Customer => Self::Customer,
            OrderActor::Shop => Self::Shop,
            OrderActor::Admin(_) => Self::Admin,
            OrderActor::Operator => Self::Operator,
        }
    }
}

fn address(actor: OrderActor) -> Option<String> {
    match actor {
        OrderActor::Admin(address) => address.map(|address| address.to_string()),
        _ => None,
    }
}

/// Returns what happened to an order, oldest first, and who did it. Admin only.
#[utoipa::path(tag = "orders", operation_id = "getOrderHistory", security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = Vec<OrderEventView>), AuthenticatedErrors))]
#[get("/order/{id}/history")]
pub(crate) async fn get_order_history(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
) -> Result<Json<Vec<OrderEventView>>, Problem> {
    let events = api.shop.order_history(caller.0, extract::id(&id)?).await?;
    Ok(Json(events.into_iter().map(OrderEventView::from).collect()))
}
