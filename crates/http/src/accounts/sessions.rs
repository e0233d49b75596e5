//! `/sessions`: ending sessions.

use crate::{
    extract::{self, Caller, CurrentSession},
    problem::Problem,
    responses::{Acknowledged, AuthenticatedErrors, Deleted},
    state::Api,
};
use actix_web::{
    delete,
    web::{Data, Json, Path},
};

/// Signs out: ends the session of the access token. Its tokens are no longer valid.
#[utoipa::path(tag = "users", operation_id = "signOut", security(("bearer" = [])),
    responses((status = 200, body = Deleted), AuthenticatedErrors))]
#[delete("/sessions")]
pub(crate) async fn sign_out(api: Data<Api>, session: CurrentSession) -> Result<Json<Deleted>, Problem> {
    Ok(Json(Deleted::new(api.shop.sign_out(session.grant).await?)))
}

/// Signs a user out everywhere: ends all their sessions, including the caller's, and every earlier sign-in at the
/// identity provider. Also revokes the order links that were emailed to a guest or to a member's confirmed address. For
/// the user and admins.
#[utoipa::path(tag = "users", operation_id = "signOutEverywhere", security(("bearer" = [])),
    params(("email" = String, Path, description = "The user's address")),
    responses((status = 200, body = Acknowledged), AuthenticatedErrors))]
#[delete("/sessions/{email}")]
pub(crate) async fn sign_out_everywhere(
    api: Data<Api>,
    caller: Caller,
    email: Path<String>,
) -> Result<Json<Acknowledged>, Problem> {
    api.shop.sign_out_everywhere(caller.0, extract::email(&email)?).await?;
    Ok(Json(Acknowledged::new()))
}
