//! `/outbox`: the shop's outgoing emails.

use crate::{
    extract::{Caller, PageQuery},
    problem::Problem,
    responses::{AuthenticatedErrors, list, rfc3339},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, get,
    web::{Data, Query},
};
use autoparts_application::ports::outbox::{Delivery, Mail};

response! {
    /// An email.
    pub(crate) MailView as Mail from |mail| Mail {
        /// Its id.
        #[serde(rename = "_id")]
        id: String = mail.id.to_string(),
        /// The recipient's address.
        to: String = mail.to.to_string(),
        /// Its subject.
        subject: String = mail.subject,
        /// The text. Links with codes, and coupons, are hidden if a mail server is configured.
        text: String = mail.text,
        /// When it was written, in UTC.
        #[schema(format = DateTime)]
        created_at: String = rfc3339(mail.written_at),
        /// When a mail server accepted it, in UTC; absent until then.
        #[schema(format = DateTime)]
        sent_at: Option<String> = mail.delivery.sent_at().map(rfc3339),
        /// Whether delivery has failed and the shop has stopped trying.
        given_up: bool = mail.delivery == Delivery::GivenUp,
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
