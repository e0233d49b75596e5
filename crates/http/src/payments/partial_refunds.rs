//! `/order/{id}/refunds` and `/order/{id}/refund-previews`: refunding part of an order, and what it would refund.

use super::refunds::ReasonView;
use crate::{
    dollars::{Dollars, unless_nothing},
    extract::{self, Body, Caller, idempotency_key::idempotency_key},
    form::request,
    input::{IdempotencyKeyHeader, Items},
    problem::{Code, Problem},
    responses::{WriteErrors, rfc3339},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, post,
    web::{Data, Json, Path},
};
use autoparts_application::payments::partial_refunds::{
    RefundPart, RefundPreview as Preview, RefundScope, RefundedPart,
};
use autoparts_domain::{
    money::{Money, RefundAmount},
    orders::{LineNumber, LinePieces, MAX_LINES, PiecesToRefund},
    payments::Refund,
    quantity::Quantity,
    text::RefundNote,
};

request! {
    /// Pieces of a line, or only their cores, to refund.
    RefundedLine {
        /// The number of the order line; 1 is the first.
        line: LineNumber,
        /// The number of pieces.
        pieces: Quantity,
        /// Whether the customer keeps these pieces and only their core charge is refunded, for returned old parts.
        cores_only: Option<bool>,
    }
}

request! {
    /// A partial refund: pieces of lines at the price paid for them, core charges, or an amount.
    PartialRefund {
        /// The pieces, or pieces whose cores are refunded. Pieces of an unshipped order return to stock.
        lines: Items<RefundedLine, { MAX_LINES }>,
        /// Whether pieces of a shipped order return to stock; false if omitted.
        restock: Option<bool>,
        /// The amount in dollars, if no pieces are refunded.
        amount: Option<RefundAmount>,
        /// The reason; visible to admins only.
        note: Option<RefundNote>,
    }
}

impl PartialRefund {
    fn command(self, idempotency_key: Option<String>) -> Result<RefundPart, Problem> {
        let what = match (self.lines.0, self.amount) {
            (lines, Some(amount)) if lines.is_empty() => RefundScope::Amount(amount),
            (lines, None) if !lines.is_empty() => {
                let mut taken = PiecesToRefund::default();
                for RefundedLine { line, pieces: quantity, cores_only } in lines {
                    let of_kind = if cores_only.unwrap_or_default() { &mut taken.cores } else { &mut taken.pieces };
                    of_kind.entry(line).and_modify(|sum| *sum = sum.plus(quantity)).or_insert(quantity);
                }
                let is_restocked = self.restock.unwrap_or_default();
                let restock = if is_restocked { taken.pieces.clone() } else { LinePieces::new() };
                RefundScope::Lines { taken, restock, shipping: false, with_fee: false }
            }
            _ => return Err(Problem::new(Code::FieldsRefused, "Send either lines or an amount.")),
        };
        Ok(RefundPart { what, note: self.note, idempotency_key })
    }
}

response! {
    /// A recorded refund.
    pub(crate) RecordedRefund from |refunded| RefundedPart {
        /// Always true.
        acknowledged: bool = true,
        /// The refund's `_id`.
        id: String = refunded.id.to_string(),
        /// The amount, in dollars.
        amount: Dollars = Dollars(refunded.amount),
    }

    /// The amount that a line pays back.
    pub(crate) LineAmount from |(line, amount)| (LineNumber, Money) {
        /// The number of the order line.
        line: i64 = line.number(),
        /// The amount in dollars, with the shares of discount, tax and core charge.
        amount: Dollars = Dollars(amount),
    }

    /// What a partial refund would do.
    pub(crate) RefundPreview from |preview| Preview {
        /// The amount, in dollars. If the whole order is refunded, this is all that is left, with the shipping charge.
        amount: Dollars = Dollars(preview.amount),
        /// The amounts of the lines; empty for a refund of an amount.
        lines: Vec<LineAmount> = preview.lines.into_iter().map(LineAmount::from).collect(),
        /// Whether the whole order counts as refunded.
        whole: bool = preview.is_whole,
        /// What can still be refunded afterwards, in dollars.
        left: Dollars = Dollars(preview.money_left),
    }

    /// A refund as shown to the customer.
    pub(crate) OrderRefund from |refund| Refund {
        /// Its id.
        id: String = refund.id.to_string(),
        /// The amount, in dollars.
        amount: Dollars = Dollars(refund.amount),
        /// The restocking fee that was deducted, in dollars; absent if there was none.
        fee: Option<Dollars> = unless_nothing(refund.fee),
        /// The reason.
        reason: ReasonView = refund.reason.into(),
        /// When it was decided, in UTC.
        #[schema(format = DateTime)]
        requested_at: String = rfc3339(refund.due_at),
        /// Whether the money has been returned.
        done: bool = refund.done_at.is_some(),
    }
}

/// Refunds part of a paid order, shipped or not: pieces of its lines at the price paid for them, core charges of pieces
/// that the customer keeps, or an amount. Admin only. A piece whose core was refunded before is refunded without it. If
/// no money is left afterwards, or no piece of an unshipped order, the whole order counts as refunded.
#[utoipa::path(tag = "payments", operation_id = "refundPart",
    params(("id" = String, Path, description = "The order's `_id`"),
        ("Idempotency-Key" = Option<IdempotencyKeyHeader>, Header, nullable = false, description = "Makes the call idempotent: repeated calls with one key make one refund")),
    request_body = PartialRefund, security(("bearer" = [])),
    responses((status = 201, body = RecordedRefund), WriteErrors))]
#[post("/order/{id}/refunds")]
pub(crate) async fn refund_part(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    request: HttpRequest,
    body: Body<PartialRefund>,
) -> Result<HttpResponse, Problem> {
    let idempotency_key = idempotency_key(&request)?;
    let id = extract::id(&id)?;
    let command = body.read()?.command(idempotency_key)?;
    let refunded = api.shop.refund_part(caller.0, id, command).await?;
    Ok(HttpResponse::Created().json(RecordedRefund::from(refunded)))
}

/// Checks all that a partial refund checks, responds with its amounts, and changes nothing. Admin only.
#[utoipa::path(tag = "payments", operation_id = "previewRefund", params(("id" = String, Path, description = "The order's `_id`")),
    request_body = PartialRefund, security(("bearer" = [])), responses((status = 200, body = RefundPreview), WriteErrors))]
#[post("/order/{id}/refund-previews")]
pub(crate) async fn preview_refund(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    body: Body<PartialRefund>,
) -> Result<Json<RefundPreview>, Problem> {
    let id = extract::id(&id)?;
    let command = body.read()?.command(None)?;
    Ok(Json(api.shop.preview_refund(caller.0, id, command).await?.into()))
}
