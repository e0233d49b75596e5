//! `/create-payment-intent`, `/booking` and `/webhooks/stripe`: paying for orders.

pub(crate) mod partial_refunds;
pub(crate) mod refunds;
pub(crate) mod unmatched;

use crate::{
    extract::{self, Body, OrderCaller},
    form::request,
    limits::Limited,
    problem::{Code, Problem, ProblemDocument},
    responses::{Modified, PublicErrors, WriteErrors},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, patch, post,
    web::{Data, Json, Path, Payload},
};
use autoparts_application::payments::initiation::StartPayment;
use autoparts_domain::{id::OrderId, money::ShownTotal, payments::TransactionId, validation::ValidationError};
use serde::Serialize;
use utoipa::ToSchema;

/// The largest message of the payment provider, in bytes.
const MAX_MESSAGE: usize = 256 * 1024;

request! {
    /// What to pay.
    PaymentIntentRequest {
        /// The order's total in dollars, as the customer was shown it.
        price: ShownTotal,
        /// The order's `_id`. Without it the price must be the total of exactly one unpaid order.
        order: Option<OrderId>,
    }
}

/// What lets the browser confirm the payment with the provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClientSecret {
    /// For the provider's library in the browser.
    client_secret: String,
}

request! {
    /// Which payment paid which order.
    BookingRequest {
        /// The order's `_id`, as in the path.
        booking: OrderId,
        /// The provider's id of the payment.
        transaction_id: TransactionId,
    }
}

impl BookingRequest {
    /// The payment, when the body names the order that the path names.
    fn transaction_of(self, order: OrderId) -> Result<TransactionId, Problem> {
        if self.booking == order {
            Ok(self.transaction_id)
        } else {
            Err(Problem::field("booking", ValidationError::NotExpected { expected: "the order in the path" }))
        }
    }
}

/// Starts the payment of an order, or continues the one that was started.
#[utoipa::path(tag = "payments", operation_id = "createPaymentIntent", request_body = PaymentIntentRequest, security(("bearer" = [])),
    responses((status = 200, body = ClientSecret), WriteErrors))]
#[post("/create-payment-intent")]
pub(crate) async fn create_payment_intent(
    api: Data<Api>,
    caller: OrderCaller,
    request: HttpRequest,
    body: Body<PaymentIntentRequest>,
) -> Result<Json<ClientSecret>, Problem> {
    api.limits.check(Limited::Payments, &caller.0.user().to_string())?;
    let PaymentIntentRequest { price, order } = body.read()?;
    // A link implies its order.
    let order = order.or(caller.0.only());
    let person = order.map_or(Ok(caller.0.user()), |order| caller.about(order))?;
    let start = StartPayment { order, price: Some(price.amount()), network: api.limits.client_network(&request) };
    let secret = api.shop.start_payment(person, start).await?;
    Ok(Json(ClientSecret { client_secret: secret.reveal().to_owned() }))
}

/// Reports that an order is paid; the shop asks the payment provider.
#[utoipa::path(tag = "payments", operation_id = "confirmBooking", request_body = BookingRequest, security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = Modified), (status = 402, body = ProblemDocument, content_type = "application/problem+json"), WriteErrors))]
#[patch("/booking/{id}")]
pub(crate) async fn confirm_booking(
    api: Data<Api>,
    caller: OrderCaller,
    id: Path<String>,
    body: Body<BookingRequest>,
) -> Result<Json<Modified>, Problem> {
    api.limits.check(Limited::Bookings, &caller.0.user().to_string())?;
    let id = extract::id(&id)?;
    let person = caller.about(id)?;
    let transaction = body.read()?.transaction_of(id)?;
    Ok(Json(Modified::new(api.shop.confirm_booking(person, id, transaction).await?)))
}

/// Takes a message of the payment provider; its signature covers the raw body.
#[utoipa::path(tag = "payments", operation_id = "receiveStripeEvent", request_body(content = String, content_type = "application/json"),
    params(("Stripe-Signature" = String, Header, description = "`t=…,v1=…`")),
    responses((status = 200, description = "Accepted, now or earlier"), (status = 400, body = ProblemDocument, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = ProblemDocument, content_type = "application/problem+json"), PublicErrors))]
#[post("/webhooks/stripe")]
pub(crate) async fn receive_stripe_event(
    api: Data<Api>,
    request: HttpRequest,
    body: Payload,
) -> Result<HttpResponse, Problem> {
    let signature = request.headers().get("Stripe-Signature").and_then(|value| value.to_str().ok());
    let signature = signature.ok_or_else(|| Problem::new(Code::BadSignature, "The message is not signed."))?;
    let message = extract::read(body, MAX_MESSAGE).await?;
    api.shop.take_provider_message(&message, signature).await?;
    Ok(HttpResponse::Ok().finish())
}
