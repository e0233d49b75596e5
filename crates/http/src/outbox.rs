//! `/outbox`: the shop's outgoing emails.

use crate::{
    extract::{Caller, PageQuery},
    problem::Problem,
    responses::{AuthenticatedErrors, list, rfc3339},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, get,
    web::{Data, Query},
};
use autoparts_application::ports::outbox::{Delivery, Mail};
use serde::Serialize;
use utoipa::ToSchema;

/// An email.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Mail)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MailView {
    /// Its id.
    #[serde(rename = "_id")]
    id: String,
    /// The recipient's address.
    to: String,
    /// Its subject.
    subject: String,
    /// The text. Links with codes, and coupons, are hidden if a mail server is configured.
    text: String,
    /// When it was written, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// When a mail server accepted it, in UTC; absent until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    sent_at: Option<String>,
    /// Whether delivery has failed and the shop has stopped trying.
    given_up: bool,
}

impl From<Mail> for MailView {
    fn from(mail: Mail) -> Self {
        Self {
            id: mail.id.to_string(),
            to: mail.to.to_string(),
            subject: mail.subject,
            text: mail.text,
            created_at: rfc3339(mail.written_at),
            sent_at: mail.delivery.sent_at().map(rfc3339),
            given_up: mail.delivery == Delivery::GivenUp,
        }
    }
}

/// Lists the emails that the shop has written, newest first. Admin only.
#[utoipa::path(tag = "outbox", operation_id = "listMails", params(PageQuery), security(("bearer" = [])),
    responses((status = 200, body = [MailView]), AuthenticatedErrors))]
#[get("/outbox")]
pub(crate) async fn list_mails(
    api: Data<Api>,
    caller: Caller,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = query.page()?;
    let mails = api.shop.mails(caller.0, page).await?;
    Ok(list(&request, page.limit, mails, |mail: &MailView| &mail.id))
}
