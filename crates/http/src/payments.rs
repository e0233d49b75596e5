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
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, patch, post,
    web::{Data, Json, Path, Payload},
};
use autoparts_application::payments::initiation::StartPayment;
use autoparts_domain::{id::OrderId, money::ShownTotal, payments::TransactionId, validation::ValidationError};

/// Maximum size of a webhook message, in bytes.
const MAX_MESSAGE: usize = 256 * 1024;

request! {
    /// A payment to start.
    PaymentIntentRequest {
        /// The order's total shown to the customer, in dollars.
        price: ShownTotal,
        /// The order's `_id`. Without it, the price must be the total of exactly one unpaid order.
        order: Option<OrderId>,
    }
}

response! {
    /// The secret with which the browser confirms the payment at the provider.
    pub(crate) ClientSecret {
        /// The client secret for the provider's library in the browser.
        client_secret: String,
    }
}

request! {
    /// A report that a payment paid an order.
    BookingRequest {
        /// The order's `_id`, as in the path.
        booking: OrderId,
        /// The provider's id of the payment.
        transaction_id: TransactionId,
    }
}

impl BookingRequest {
    /// The payment, if the body and the path name the same order.
    fn transaction_of(self, order: OrderId) -> Result<TransactionId, Problem> {
        if self.booking == order {
            Ok(self.transaction_id)
        } else {
            Err(Problem::field("booking", ValidationError::NotExpected { expected: "the order in the path" }))
        }
    }
}

/// Starts the payment of an order, or continues one already started.
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
    // An order link implies its order.
    let order = order.or(caller.0.only());
    let person = order.map_or(Ok(caller.0.user()), |order| caller.about(order))?;
    let start = StartPayment { order, price: Some(price.amount()), network: api.limits.client_network(&request) };
    let secret = api.shop.start_payment(person, start).await?;
    Ok(Json(ClientSecret { client_secret: secret.reveal().to_owned() }))
}

/// Reports that an order is paid; the shop verifies it with the payment provider.
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

/// Receives a webhook message from the payment provider; its signature covers the raw body.
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
