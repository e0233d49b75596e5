//! `/order/{id}/refunds`: giving back a part of an order.

use super::refunds::ReasonView;
use crate::{
    dollars::Dollars,
    extract::{self, Body, Caller},
    form::request,
    input::{IdempotencyKeyHeader, Items},
    problem::{Code, Problem},
    responses::{WriteErrors, rfc3339},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, post,
    web::{Data, Path},
};
use autoparts_application::payments::partial_refunds::{GiveBack, RefundPart, RefundedPart};
use autoparts_domain::{
    money::RefundAmount,
    orders::{LineNumber, MAX_LINES, TakenBack},
    payments::Refund,
    quantity::Quantity,
    text::RefundNote,
};
use serde::Serialize;
use utoipa::ToSchema;

request! {
    /// Pieces of a line, or only their cores.
    RefundedLine {
        /// Which line of the order; 1 is the first.
        line: LineNumber,
        /// How many pieces of it.
        pieces: Quantity,
        /// Whether these pieces stay with the customer and only their core is paid back, for an old part.
        cores_only: Option<bool>,
    }
}

request! {
    /// A part of an order that is given back: pieces of its lines with what was paid for them, cores, or an amount.
    PartialRefund {
        /// Which pieces, or cores of which pieces. Pieces of an order that was not shipped go back into stock.
        lines: Items<RefundedLine, { MAX_LINES }>,
        /// Whether pieces of an order that was shipped go back into stock; they do not when it is left out.
        restock: Option<bool>,
        /// How much in dollars, when no pieces are given back.
        amount: Option<RefundAmount>,
        /// Why; for admins only.
        note: Option<RefundNote>,
    }
}

impl PartialRefund {
    fn command(self, idempotency_key: Option<String>) -> Result<RefundPart, Problem> {
        let what = match (self.lines.0, self.amount) {
            (lines, Some(amount)) if lines.is_empty() => GiveBack::Amount(amount),
            (lines, None) if !lines.is_empty() => {
                let mut taken = TakenBack::default();
                for RefundedLine { line, pieces: quantity, cores_only } in lines {
                    let of_kind = if cores_only.unwrap_or_default() { &mut taken.cores } else { &mut taken.pieces };
                    of_kind.entry(line).and_modify(|sum| *sum = sum.plus(quantity)).or_insert(quantity);
                }
                GiveBack::Lines { taken, restock: self.restock.unwrap_or_default() }
            }
            _ => return Err(Problem::new(Code::FieldsRefused, "Send either lines or an amount.")),
        };
        Ok(RefundPart { what, note: self.note, idempotency_key })
    }
}

/// A refund that was recorded.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecordedRefund {
    /// Always true.
    acknowledged: bool,
    /// The refund's `_id`.
    id: String,
    /// How much goes back, in dollars.
    #[schema(value_type = f64)]
    amount: Dollars,
}

impl From<RefundedPart> for RecordedRefund {
    fn from(refunded: RefundedPart) -> Self {
        Self { acknowledged: true, id: refunded.id.to_string(), amount: Dollars(refunded.amount) }
    }
}

/// A refund as the order's customer sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderRefund {
    /// Its id.
    id: String,
    /// How much, in dollars.
    #[schema(value_type = f64)]
    amount: Dollars,
    /// Why.
    reason: ReasonView,
    /// When it was decided, in UTC.
    #[schema(format = DateTime)]
    requested_at: String,
    /// Whether the money has been returned.
    done: bool,
}

impl From<Refund> for OrderRefund {
    fn from(refund: Refund) -> Self {
        Self {
            id: refund.id.to_string(),
            amount: Dollars(refund.amount),
            reason: refund.reason.into(),
            requested_at: rfc3339(refund.due_at),
            done: refund.done_at.is_some(),
        }
    }
}

/// Refunds a part of a paid order, shipped or not: pieces of its lines with what was paid for them, cores of pieces that the
/// customer keeps, or an amount; for admins. A piece whose core was paid back before is refunded without it. When
/// nothing of its money is left afterwards, or no piece of one that was not shipped, that is a refund of the whole order.
#[utoipa::path(tag = "payments", operation_id = "refundPart",
    params(("id" = String, Path, description = "The order's `_id`"),
        ("Idempotency-Key" = Option<IdempotencyKeyHeader>, Header, nullable = false, description = "Under one key a single refund is made, however often it is sent")),
    request_body = PartialRefund, security(("bearer" = [])), responses((status = 201, body = RecordedRefund), WriteErrors))]
#[post("/order/{id}/refunds")]
pub(crate) async fn refund_part(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    request: HttpRequest,
    body: Body<PartialRefund>,
) -> Result<HttpResponse, Problem> {
    let idempotency_key = extract::idempotency_key(&request)?;
    let id = extract::id(&id)?;
    let command = body.read()?.command(idempotency_key)?;
    let refunded = api.shop.refund_part(caller.0, id, command).await?;
    Ok(HttpResponse::Created().json(RecordedRefund::from(refunded)))
}
