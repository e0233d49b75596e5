//! `/parts/{id}/stock`: stock movements without an order; and `/stock/low`.

use crate::{
    catalogue::PartView,
    extract::{self, Body, Caller, PageQuery, idempotency_key::idempotency_key},
    form::request,
    input::{IdempotencyKeyHeader, choices},
    problem::Problem,
    responses::{AuthenticatedErrors, Modified, WriteErrors, list, rfc3339},
    state::Api,
    view::{response, words},
};
use actix_web::{
    HttpRequest, HttpResponse, get, post, put,
    web::{Data, Json, Path, Query},
};
use autoparts_application::{
    catalogue::stock::MoveStock,
    ports::catalogue::{PartCard, stock::LowStock},
};
use autoparts_domain::{
    catalogue::stock::{StockChange, StockMovement, StockReason},
    quantity::Stock,
    text::StockNote,
};

words! {
    /// The reason for a stock movement.
    pub(crate) StockReasonView as StockReason from StockReason {
        /// The initial stock of a new part.
        Opening,
        /// Goods were received.
        Received,
        /// Counting found more or fewer pieces.
        Counted,
        /// Pieces are not fit for sale.
        Damaged,
        /// An earlier movement was wrong.
        Correction,
        /// A customer returned pieces of a shipped order.
        Returned,
    }
}

/// A reason that an admin can give: any but an initial stock and a return.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewStockReason(StockReason);

impl NewStockReason {
    pub(crate) const ALL: [Self; 4] = [
        Self(StockReason::Received),
        Self(StockReason::Counted),
        Self(StockReason::Damaged),
        Self(StockReason::Correction),
    ];

    pub(crate) const fn name(self) -> &'static str {
        self.0.name()
    }
}

choices! {
    NewStockReason, "received, counted, damaged or correction": NewStockReason::ALL;
}

request! {
    /// A stock movement to record.
    NewStockMovement {
        /// The reason.
        reason: NewStockReason,
        /// The number of pieces added; negative if removed.
        pieces: StockChange,
        /// The number of pieces that could be ordered when `pieces` was determined, for example by a count. If it has
        /// changed since, the movement is refused with `stock_changed`.
        expected_available: Option<Stock>,
        /// Additional information.
        note: Option<StockNote>,
    }
}

request! {
    /// The reorder point of a part.
    ReorderPoint {
        /// The stock level, in pieces, at or below which the part is running low.
        reorder_at: Stock,
    }
}

response! {
    /// A stock movement.
    pub(crate) StockMovementView as StockMovement from |movement| StockMovement {
        /// Its id.
        #[serde(rename = "_id")]
        id: String = movement.id.to_string(),
        /// The reason.
        reason: StockReasonView = movement.reason.into(),
        /// The number of pieces added; negative if removed.
        pieces: i64 = movement.pieces,
        /// Additional information.
        note: Option<String> = movement.note.map(|note| note.to_string()),
        /// The `_id` of the user who recorded it; absent for automatic movements.
        actor: Option<String> = movement.actor.map(|actor| actor.to_string()),
        /// When it was recorded, in UTC.
        #[schema(format = DateTime)]
        created_at: String = rfc3339(movement.at),
    }

    /// The stock of a part after a movement.
    pub(crate) StockMoved {
        /// Always true.
        acknowledged: bool,
        /// The number of pieces that can be ordered now.
        available: i64,
    }

    /// A part that is running low.
    pub(crate) LowStockView as LowStock from |(card, low)| (PartCard, LowStock) {
        /// The part's `_id`.
        #[serde(rename = "_id")]
        id: String = low.part.to_string(),
        /// The part.
        part: PartView = card.into(),
        /// The stock level, in pieces, at or below which the part is running low.
        reorder_at: i64 = low.reorder_at.pieces(),
    }
}

/// Lists the stock movements of a part without an order, newest first. Admin only.
#[utoipa::path(tag = "parts", operation_id = "listStockMovements",
    params(("id" = String, Path, description = "The part's `_id`"), PageQuery), security(("bearer" = [])),
    responses((status = 200, body = [StockMovementView]), AuthenticatedErrors))]
#[get("/parts/{id}/stock")]
pub(crate) async fn list_stock_movements(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = query.page()?;
    let movements = api.shop.stock_movements(caller.0, extract::id(&id)?, page).await?;
    Ok(list(&request, page.limit, movements, |movement: &StockMovementView| &movement.id))
}

/// Records a stock movement. Admin only. Reserved pieces cannot be removed.
#[utoipa::path(tag = "parts", operation_id = "moveStock",
    params(("id" = String, Path, description = "The part's `_id`"),
        ("Idempotency-Key" = Option<IdempotencyKeyHeader>, Header, nullable = false, description = "Makes the call idempotent: repeated calls with one key record one movement")),
    request_body = NewStockMovement, security(("bearer" = [])), responses((status = 201, body = StockMoved), WriteErrors))]
#[post("/parts/{id}/stock")]
pub(crate) async fn move_stock(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    request: HttpRequest,
    body: Body<NewStockMovement>,
) -> Result<HttpResponse, Problem> {
    let idempotency_key = idempotency_key(&request)?;
    let id = extract::id(&id)?;
    let movement = body.read()?;
    let movement = MoveStock {
        reason: movement.reason.0,
        change: movement.pieces,
        note: movement.note,
        expected_available: movement.expected_available,
        idempotency_key,
    };
    let available = api.shop.move_stock(caller.0, id, movement).await?;
    Ok(HttpResponse::Created().json(StockMoved { acknowledged: true, available }))
}

/// Sets the reorder point of a part. Admin only.
#[utoipa::path(tag = "parts", operation_id = "setReorderPoint", params(("id" = String, Path, description = "The part's `_id`")),
    request_body = ReorderPoint, security(("bearer" = [])), responses((status = 200, body = Modified), WriteErrors))]
#[put("/parts/{id}/reorder-point")]
pub(crate) async fn set_reorder_point(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    body: Body<ReorderPoint>,
) -> Result<Json<Modified>, Problem> {
    let id = extract::id(&id)?;
    let point = body.read()?.reorder_at;
    api.shop.set_reorder_point(caller.0, id, point).await?;
    Ok(Json(Modified::new(true)))
}

/// Lists the parts that are running low, oldest first. Admin only.
#[utoipa::path(tag = "parts", operation_id = "listLowStock", params(PageQuery), security(("bearer" = [])),
    responses((status = 200, body = [LowStockView]), AuthenticatedErrors))]
#[get("/stock/low")]
pub(crate) async fn list_low_stock(
    api: Data<Api>,
    caller: Caller,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = query.page()?;
    let low = api.shop.low_stock(caller.0, page).await?;
    Ok(list(&request, page.limit, low, |low: &LowStockView| &low.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_has_the_same_name_everywhere() {
        for reason in StockReason::ALL {
            assert_eq!(serde_json::to_value(StockReasonView::from(*reason)).unwrap(), reason.name());
        }
    }
}
