//! `/feedback`: what people tell the shop.

use crate::{
    extract::{Body, Caller, PageQuery},
    form::{Field, Form},
    limits::Limited,
    problem::Problem,
    responses::{AuthenticatedErrors, ForPublicWriters, Inserted, list, rfc3339},
    schema,
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, get, post,
    web::{Data, Query},
};
use autoparts_domain::{email::Email, feedback::Feedback, text::FeedbackMessage};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A message.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Feedback)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FeedbackView {
    /// Its id.
    #[serde(rename = "_id")]
    id: String,
    /// What it says.
    message: String,
    /// Where an answer is wished; nobody has shown that the address is the writer's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    email: Option<String>,
    /// When it was written, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
}

impl From<Feedback> for FeedbackView {
    fn from(feedback: Feedback) -> Self {
        Self {
            id: feedback.id.to_string(),
            message: feedback.message.to_string(),
            email: feedback.email.map(|email| email.to_string()),
            created_at: rfc3339(feedback.written_at),
        }
    }
}

/// A message to whoever runs the shop.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewFeedback)]
pub(crate) struct NewFeedbackRequest {
    /// At most 2,000 characters.
    #[serde(default)]
    #[schema(value_type = schema::FeedbackMessage, required)]
    message: Field,
    /// Where an answer is wished.
    #[serde(default)]
    #[schema(value_type = Option<schema::EmailAddress>)]
    email: Field,
}

impl NewFeedbackRequest {
    fn read(&self) -> Result<(FeedbackMessage, Option<Email>), Problem> {
        let mut form = Form::default();
        let (Ok(message), Ok(email)) = (form.text("message", &self.message), form.optional_text("email", &self.email))
        else {
            return Err(form.problem());
        };
        Ok((message, email))
    }
}

/// Takes a message from anybody.
#[utoipa::path(tag = "feedback", operation_id = "sendFeedback", request_body = NewFeedbackRequest,
    responses((status = 201, body = Inserted), ForPublicWriters))]
#[post("/feedback")]
pub(crate) async fn send_feedback(
    api: Data<Api>,
    request: HttpRequest,
    body: Body<NewFeedbackRequest>,
) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::Letters, &api.limits.client(&request))?;
    let (message, email) = body.0.read()?;
    let id = api.shop.send_feedback(message, email).await?;
    Ok(HttpResponse::Created().json(Inserted::new(id)))
}

/// All messages, newest first; for admins.
#[utoipa::path(tag = "feedback", operation_id = "listFeedback", params(PageQuery), security(("bearer" = [])),
    responses((status = 200, body = [FeedbackView]), AuthenticatedErrors))]
#[get("/feedback")]
pub(crate) async fn list_feedback(
    api: Data<Api>,
    caller: Caller,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = query.page()?;
    let messages: Vec<FeedbackView> = api.shop.feedback(caller.0, page).await?.into_iter().map(Into::into).collect();
    Ok(list(&request, page.limit, &messages, messages.last().map(|message| message.id.clone())))
}
