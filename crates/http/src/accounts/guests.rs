//! `/guests`: ordering without an account.

use crate::{
    extract::Body,
    form::request,
    limits::Limited,
    problem::{Problem, ProblemDocument},
    responses::PublicWriteErrors,
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, post,
    web::{Data, Json},
};
use autoparts_application::accounts::guests::ReturningGuest;
use autoparts_domain::{email::Email, link_token::LinkToken, text::PersonName};
use serde::Serialize;
use utoipa::ToSchema;

request! {
    /// Who orders without an account.
    NewGuest {
        /// Their name.
        name: PersonName,
        /// Where they get the link to their order.
        email: Email,
    }
}

request! {
    /// Who comes back.
    ResumeRequest {
        /// The token that their browser stores.
        token: LinkToken,
    }
}

/// What lets a guest act.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NewGuestAccess)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewGuestView {
    /// Valid for at most 15 minutes.
    access_token: String,
    /// For `/guests/resume`, when the access token has expired. It is good until the guest is forgotten, a week after they came
    /// unless they have ordered.
    token: String,
}

/// What lets a guest act who has come back.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GuestAccess)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GuestView {
    /// Valid for at most 15 minutes.
    access_token: String,
    /// What they said they are called.
    name: String,
    /// Where they get their e-mails.
    email: String,
}

/// Lets somebody order without an account; for everybody. The access token places, shows, pays and deletes their own orders, and
/// nothing else.
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

/// Resumes a guest's session in the browser where it started, by the token that the browser stores. The token of an emailed link is
/// not accepted.
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
