//! `/create-payment-intent`, `/booking` and `/webhooks/stripe`: paying for orders.

pub(crate) mod refunds;
pub(crate) mod unmatched;

use crate::{
    extract::{self, Body, Caller},
    form::{Field, Form, Numeric},
    limits::Limited,
    problem::{Code, Problem, ProblemDocument},
    responses::{Modified, PublicErrors, WriteErrors},
    schema,
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, patch, post,
    web::{Data, Json, Path, Payload},
};
use autoparts_application::payments::initiation::StartPayment;
use autoparts_domain::{id::OrderId, payments::TransactionId, validation::ValidationError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The largest message of the payment provider, in bytes.
const MAX_MESSAGE: usize = 256 * 1024;

/// What to pay.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PaymentIntentRequest {
    /// The order's total in dollars, as the customer was shown it.
    #[serde(default)]
    #[schema(value_type = schema::TotalDollars, required)]
    price: Numeric,
    /// The order's `_id`. Without it the price must be the total of exactly one unpaid order.
    #[serde(default)]
    #[schema(value_type = Option<schema::Id>)]
    order: Field,
}

impl PaymentIntentRequest {
    fn read(&self) -> Result<StartPayment, Problem> {
        let mut form = Form::default();
        let (Ok(price), Ok(order)) = (form.dollars("price", &self.price, Ok), form.optional_text("order", &self.order))
        else {
            return Err(form.problem());
        };
        Ok(StartPayment { order, price: Some(price) })
    }
}

/// What lets the browser confirm the payment with the provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClientSecret {
    /// For the provider's library in the browser.
    client_secret: String,
}

/// Which payment paid which order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookingRequest {
    /// The order's `_id`, as in the path.
    #[serde(default)]
    #[schema(value_type = schema::Id, required)]
    booking: Field,
    /// The provider's id of the payment.
    #[serde(default)]
    #[schema(value_type = schema::PaymentId, required)]
    transaction_id: Field,
}

impl BookingRequest {
    fn read(&self, id: OrderId) -> Result<TransactionId, Problem> {
        let mut form = Form::default();
        let (Ok(booking), Ok(transaction)) =
            (form.text::<OrderId>("booking", &self.booking), form.text("transactionId", &self.transaction_id))
        else {
            return Err(form.problem());
        };
        if booking == id {
            Ok(transaction)
        } else {
            Err(Problem::field("booking", ValidationError::NotExpected { expected: "the order in the path" }))
        }
    }
}

/// Starts paying for an order, or goes on with the payment that was started.
#[utoipa::path(tag = "payments", operation_id = "createPaymentIntent", request_body = PaymentIntentRequest, security(("bearer" = [])),
    responses((status = 200, body = ClientSecret), WriteErrors))]
#[post("/create-payment-intent")]
pub(crate) async fn create_payment_intent(
    api: Data<Api>,
    caller: Caller,
    body: Body<PaymentIntentRequest>,
) -> Result<Json<ClientSecret>, Problem> {
    api.limits.check(Limited::Payments, &caller.0.to_string())?;
    let secret = api.shop.start_payment(caller.0, body.0.read()?).await?;
    Ok(Json(ClientSecret { client_secret: secret.reveal().to_owned() }))
}

/// Tells that an order is paid; the shop asks the provider whether it is so.
#[utoipa::path(tag = "payments", operation_id = "confirmBooking", request_body = BookingRequest, security(("bearer" = [])),
    params(("id" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = Modified), (status = 402, body = ProblemDocument, content_type = "application/problem+json"), WriteErrors))]
#[patch("/booking/{id}")]
pub(crate) async fn confirm_booking(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    body: Body<BookingRequest>,
) -> Result<Json<Modified>, Problem> {
    api.limits.check(Limited::Bookings, &caller.0.to_string())?;
    let id = extract::id(&id)?;
    let transaction = body.0.read(id)?;
    Ok(Json(Modified::new(api.shop.confirm_booking(caller.0, id, transaction).await?)))
}

/// Takes a message of the payment provider; its signature covers the raw body.
#[utoipa::path(tag = "payments", operation_id = "receiveStripeEvent", request_body(content = String, content_type = "application/json"),
    params(("Stripe-Signature" = String, Header, description = "`t=…,v1=…`")),
    responses((status = 200, description = "Taken in, now or before"), (status = 400, body = ProblemDocument, content_type = "application/problem+json"), PublicErrors))]
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
