//! `/outbox`: the shop's outgoing emails.

use crate::{
    extract::{Caller, PageQuery, Parameters, parameter},
    input::schema,
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
use autoparts_domain::validation::ValidationError;
use utoipa::{
    IntoParams,
    openapi::path::{Parameter, ParameterIn},
};

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

/// The filter of the list of emails.
pub(crate) struct MailParameters;

/// The value of `state` for emails that the mail server should have accepted by now.
const DELAYED: &str = "delayed";

impl IntoParams for MailParameters {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let mut parameters = PageQuery::into_params(place);
        parameters.push(parameter(
            "state",
            "`delayed`: only those that the mail server should have accepted by now. Default: all.",
            schema::choice([DELAYED]),
        ));
        parameters
    }
}

/// Lists the emails that the shop has written, newest first, optionally only the delayed ones. Admin only.
#[utoipa::path(tag = "outbox", operation_id = "listMails", params(MailParameters), security(("bearer" = [])),
    responses((status = 200, body = [MailView]), AuthenticatedErrors))]
#[get("/outbox")]
pub(crate) async fn list_mails(
    api: Data<Api>,
    caller: Caller,
    page: Query<PageQuery>,
    sent: Query<Vec<(String, String)>>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = page.page()?;
    let mut parameters = Parameters::of(&sent);
    let is_delayed =
        |word: &str| if word == DELAYED { Ok(()) } else { Err(ValidationError::NotAChoice { choices: DELAYED }) };
    let delayed = parameters.one("state", is_delayed).ok_or_else(|| parameters.refused())?;
    let mails = api.shop.mails(caller.0, delayed.is_some(), page).await?;
    Ok(list(&request, page.limit, mails, |mail: &MailView| &mail.id))
}
