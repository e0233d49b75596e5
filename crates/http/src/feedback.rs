//! `/feedback`: messages to the shop.

use crate::{
    extract::{Body, Caller, PageQuery},
    form::request,
    limits::Limited,
    problem::Problem,
    responses::{AuthenticatedErrors, Inserted, PublicWriteErrors, list, rfc3339},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, get, post,
    web::{Data, Query},
};
use autoparts_domain::{email::Email, feedback::Feedback, text::FeedbackMessage};

response! {
    /// A message.
    pub(crate) FeedbackView as Feedback from |feedback| Feedback {
        /// Its id.
        #[serde(rename = "_id")]
        id: String = feedback.id.to_string(),
        /// The message.
        message: String = feedback.message.to_string(),
        /// The sender's address for a reply; not verified.
        email: Option<String> = feedback.email.map(|email| email.to_string()),
        /// When it was sent, in UTC.
        #[schema(format = DateTime)]
        created_at: String = rfc3339(feedback.written_at),
    }
}

request! {
    /// A message to the shop.
    NewFeedback {
        /// The message.
        message: FeedbackMessage,
        /// The sender's address for a reply.
        email: Option<Email>,
    }
}

/// Sends a message to the shop. Public.
#[utoipa::path(tag = "feedback", operation_id = "sendFeedback", request_body = NewFeedback,
    responses((status = 201, body = Inserted), PublicWriteErrors))]
#[post("/feedback")]
pub(crate) async fn send_feedback(
    api: Data<Api>,
    request: HttpRequest,
    body: Body<NewFeedback>,
) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::PublicForms, &api.limits.client(&request))?;
    let NewFeedback { message, email } = body.read()?;
    let id = api.shop.send_feedback(message, email).await?;
    Ok(HttpResponse::Created().json(Inserted::new(id)))
}

/// Lists all messages, newest first. Admin only.
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
    let messages = api.shop.feedback(caller.0, page).await?;
    Ok(list(&request, page.limit, messages, |message: &FeedbackView| &message.id))
}
