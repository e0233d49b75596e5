//! `/guests`: ordering without an account.

use crate::{
    extract::Body,
    form::request,
    limits::Limited,
    problem::{Problem, ProblemDocument},
    responses::PublicWriteErrors,
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, post,
    web::{Data, Json},
};
use autoparts_application::accounts::guests::ReturningGuest;
use autoparts_domain::{email::Email, link_token::LinkToken, text::PersonName};

request! {
    /// A new guest: a buyer without an account.
    NewGuest {
        /// The guest's name.
        name: PersonName,
        /// The email address, to which the order link is sent.
        email: Email,
    }
}

request! {
    /// A request to resume a guest session.
    ResumeRequest {
        /// The token that the guest's browser stores.
        token: LinkToken,
    }
}

response! {
    /// The tokens of a new guest.
    pub(crate) NewGuestView as NewGuestAccess {
        /// Valid for at most 15 minutes.
        access_token: String,
        /// The token for `/guests/resume`, used when the access token has expired. Valid until the guest is purged: a week
        /// after creation, unless they have ordered.
        token: String,
    }

    /// A resumed guest session.
    pub(crate) GuestView as GuestAccess {
        /// Valid for at most 15 minutes.
        access_token: String,
        /// The name that the guest entered.
        name: String,
        /// The guest's email address.
        email: String,
    }
}

/// Creates a guest, who can order without an account. Public. The access token can place, view, pay for, delete and
/// return the guest's own orders, and nothing else.
#[utoipa::path(tag = "users", operation_id = "addGuest", request_body = NewGuest,
    responses((status = 201, body = NewGuestView), PublicWriteErrors))]
#[post("/guests")]
pub(crate) async fn add_guest(
    api: Data<Api>,
    request: HttpRequest,
    body: Body<NewGuest>,
) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::PublicForms, &api.limits.client(&request))?;
    let NewGuest { name, email } = body.read()?;
    let (access_token, token) = api.shop.add_guest(name, email).await?;
    let view = NewGuestView { access_token: access_token.reveal().to_owned(), token: token.reveal().to_owned() };
    Ok(HttpResponse::Created().json(view))
}

/// Resumes a guest session in the browser where it started, with the token that the browser stores. The token of an
/// emailed link is not accepted.
#[utoipa::path(tag = "users", operation_id = "resumeGuest", request_body = ResumeRequest,
    responses((status = 200, body = GuestView), PublicWriteErrors,
        (status = 404, description = "This link is invalid or has expired", body = ProblemDocument, content_type = "application/problem+json"),
        (status = 410, description = "The guest signed out everywhere", body = ProblemDocument, content_type = "application/problem+json")))]
#[post("/guests/resume")]
pub(crate) async fn resume_guest(
    api: Data<Api>,
    request: HttpRequest,
    body: Body<ResumeRequest>,
) -> Result<Json<GuestView>, Problem> {
    api.limits.check(Limited::Renewals, &api.limits.client(&request))?;
    let ReturningGuest { access_token, name, email } = api.shop.resume_guest(&body.read()?.token).await?;
    Ok(Json(GuestView {
        access_token: access_token.reveal().to_owned(),
        name: name.to_string(),
        email: email.to_string(),
    }))
}
