//! `/users`, `/user/admin`, `/admin` and `/updateuser`: user accounts and roles.

pub(crate) mod guests;
pub(crate) mod personal_data;
pub(crate) mod sessions;

use crate::{
    extract::{self, Bearer, Body, Caller, PageQuery},
    form::request,
    input::EmailAddress,
    limits::Limited,
    problem::{Problem, ProblemDocument},
    responses::{AuthenticatedErrors, Modified, WriteErrors, list},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, delete, get, put,
    web::{Data, Json, Path, Query},
};
use autoparts_domain::{
    accounts::{Profile, Role, User},
    text::{Education, LinkedInUrl, PersonName, PhoneNumber, PostalAddress},
};
use serde::Serialize;
use utoipa::ToSchema;

/// A role; customers have none.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum NamedRole {
    Admin,
}

response! {
    /// A user account.
    pub(crate) UserView as User {
        /// The user's id.
        #[serde(rename = "_id")]
        id: String,
        /// The email address.
        user: String,
        /// Whether the identity provider had verified the address at the last sign-in.
        #[serde(rename = "emailVerified")]
        email_verified: bool,
        /// The role; absent for customers.
        role: Option<NamedRole>,
        /// The user's name.
        name: Option<String>,
        /// The postal address.
        address: Option<String>,
        /// Schools and degrees.
        education: Option<String>,
        /// The telephone number.
        phone: Option<String>,
        /// The LinkedIn page.
        linkedin: Option<String>,
    }
}

impl From<User> for UserView {
    fn from(user: User) -> Self {
        let role = match user.role {
            Role::Admin => Some(NamedRole::Admin),
            Role::Customer => None,
        };
        let profile = user.profile.as_ref();
        Self {
            id: user.id.to_string(),
            user: user.email.to_string(),
            email_verified: user.email_verified,
            role,
            name: profile
                .map(|profile| profile.name.to_string())
                .or_else(|| user.account_name.as_ref().map(ToString::to_string)),
            address: profile.map(|profile| profile.address.to_string()),
            education: profile.map(|profile| profile.education.to_string()),
            phone: profile.map(|profile| profile.phone.to_string()),
            linkedin: profile.map(|profile| profile.linkedin.to_string()),
        }
    }
}

request! {
    /// A sign-in. The address in the path counts; the body is ignored.
    RegisterRequest {}
    ignored {
        /// The address, as in the path.
        email,
    }
}

response! {
    /// The access token that other calls require.
    pub(crate) AccessToken {
        /// Valid for at most 15 minutes, and no longer than its session.
        access_token: String,
    }

    /// Whether a user is an admin.
    pub(crate) AdminCheck {
        /// True for admins.
        admin: bool,
    }
}

request! {
    /// A profile; all five fields are required.
    ProfileRequest {
        /// The user's name.
        name: PersonName,
        /// The postal address.
        address: PostalAddress,
        /// Schools and degrees.
        education: Education,
        /// The telephone number.
        phone: PhoneNumber,
        /// The LinkedIn page.
        linkedin: LinkedInUrl,
    }
}

impl ProfileRequest {
    fn profile(self) -> Profile {
        let Self { name, address, education, phone, linkedin } = self;
        Profile { name, address, education, phone, linkedin }
    }
}

/// Signs a user in; the bearer token is the identity provider's ID token. A token issued within the last five minutes
/// opens a session; an older one continues the session of the same sign-in.
#[utoipa::path(tag = "users", operation_id = "registerUser", request_body = RegisterRequest, security(("idToken" = [])),
    params(("email" = EmailAddress, Path, description = "The address in the ID token")),
    responses((status = 200, body = AccessToken), WriteErrors))]
#[put("/users/{email}")]
pub(crate) async fn register_user(
    api: Data<Api>,
    request: HttpRequest,
    id_token: Bearer,
    email: Path<String>,
    _body: Body<RegisterRequest>,
) -> Result<Json<AccessToken>, Problem> {
    let client = api.limits.client(&request);
    // Many users behind one address renew their tokens; only refused calls look like guessing.
    api.limits.check(Limited::Renewals, &format!("sessions {client}"))?;
    let signed_in = api.shop.sign_in(extract::email(&email)?, &id_token.0).await.map_err(Problem::from);
    if signed_in.as_ref().is_err_and(|refused| refused.code().status().is_client_error()) {
        api.limits.check(Limited::SignIns, &client)?;
    }
    let token = signed_in?;
    Ok(Json(AccessToken { access_token: token.reveal().to_owned() }))
}

/// Returns a user account. For the user and admins.
#[utoipa::path(tag = "users", operation_id = "getUser", security(("bearer" = [])),
    params(("email" = EmailAddress, Path, description = "The user's address")),
    responses((status = 200, body = UserView), AuthenticatedErrors))]
#[get("/users/{email}")]
pub(crate) async fn get_user(api: Data<Api>, caller: Caller, email: Path<String>) -> Result<Json<UserView>, Problem> {
    Ok(Json(api.shop.user(caller.0, extract::email(&email)?).await?.into()))
}

/// Lists all users in the order they joined. Admin only.
#[utoipa::path(tag = "users", operation_id = "listUsers", params(PageQuery), security(("bearer" = [])),
    responses((status = 200, body = [UserView]), AuthenticatedErrors))]
#[get("/users")]
pub(crate) async fn list_users(
    api: Data<Api>,
    caller: Caller,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = query.page()?;
    let users = api.shop.users(caller.0, page).await?;
    Ok(list(&request, page.limit, users, |user: &UserView| &user.id))
}

/// Makes a user an admin. Admin only.
#[utoipa::path(tag = "users", operation_id = "makeAdmin", security(("bearer" = [])),
    params(("email" = EmailAddress, Path, description = "The user's address")),
    responses((status = 200, body = Modified),
        (status = 409, description = "The address is not verified", body = ProblemDocument, content_type = "application/problem+json"), AuthenticatedErrors))]
#[put("/user/admin/{email}")]
pub(crate) async fn make_admin(api: Data<Api>, caller: Caller, email: Path<String>) -> Result<Json<Modified>, Problem> {
    Ok(Json(Modified::new(api.shop.make_admin(caller.0, extract::email(&email)?).await?)))
}

/// Demotes an admin to a customer. Admin only. The last admin cannot be demoted.
#[utoipa::path(tag = "users", operation_id = "removeAdmin", security(("bearer" = [])),
    params(("email" = String, Path, description = "The user's address")),
    responses((status = 200, body = Modified),
        (status = 409, description = "This is the last admin", body = ProblemDocument, content_type = "application/problem+json"), AuthenticatedErrors))]
#[delete("/user/admin/{email}")]
pub(crate) async fn remove_admin(
    api: Data<Api>,
    caller: Caller,
    email: Path<String>,
) -> Result<Json<Modified>, Problem> {
    Ok(Json(Modified::new(api.shop.remove_admin(caller.0, extract::known_email(&email)).await?)))
}

/// Returns whether a user is an admin. For the user and admins.
#[utoipa::path(tag = "users", operation_id = "isAdmin", security(("bearer" = [])),
    params(("email" = EmailAddress, Path, description = "The user's address")),
    responses((status = 200, body = AdminCheck), AuthenticatedErrors))]
#[get("/admin/{email}")]
pub(crate) async fn is_admin(api: Data<Api>, caller: Caller, email: Path<String>) -> Result<Json<AdminCheck>, Problem> {
    Ok(Json(AdminCheck { admin: api.shop.is_admin(caller.0, extract::email(&email)?).await? }))
}

/// Replaces the caller's profile.
#[utoipa::path(tag = "users", operation_id = "updateProfile", request_body = ProfileRequest, security(("bearer" = [])),
    params(("email" = EmailAddress, Path, description = "The caller's address")),
    responses((status = 200, body = Modified), WriteErrors))]
#[put("/updateuser/{email}")]
pub(crate) async fn update_profile(
    api: Data<Api>,
    caller: Caller,
    email: Path<String>,
    body: Body<ProfileRequest>,
) -> Result<Json<Modified>, Problem> {
    api.limits.check(Limited::Profiles, &caller.0.to_string())?;
    let profile = body.read()?.profile();
    Ok(Json(Modified::new(api.shop.update_profile(caller.0, extract::email(&email)?, profile).await?)))
}
