//! HTTP endpoints of the embedded services. The sandbox payment provider and the embedded identity provider respond
//! under the paths of the real ones. This module adapts their plain requests and responses to the web server.

use actix_web::{
    HttpMessage, HttpRequest, HttpResponse,
    web::{self, Data, Payload},
};
use autoparts_auth_adapter::{EmbeddedIdentity, embedded::WrongGuess};
use autoparts_http::{
    extract,
    limits::Limited,
    observed::SignInFailed,
    problem::{Code, Problem},
    state::Api,
};
use autoparts_payments::Sandbox;
use std::sync::Arc;

/// Maximum request body of an embedded service, in bytes.
const MAX_BODY: usize = 64 * 1024;

/// The paths of the embedded payment and identity providers.
pub(crate) const ROUTES: [&str; 5] = [
    SANDBOX,
    "/identitytoolkit.googleapis.com/{tail:.*}",
    "/securetoken.googleapis.com/{tail:.*}",
    "/emulator/auth/{tail:.*}",
    "/.well-known/jwks.json",
];

const SANDBOX: &str = "/sandbox/v1/{tail:.*}";

type Plain<Body> = http_types::Request<Body>;
type Answer = http_types::Response<Vec<u8>>;

/// The embedded services; empty when external ones are used.
#[derive(Clone, Default)]
pub(crate) struct Embedded {
    /// The identity provider.
    pub(crate) identity: Option<Arc<EmbeddedIdentity>>,
    /// The payment provider.
    pub(crate) sandbox: Option<Arc<Sandbox>>,
}

impl Embedded {
    /// Registers the routes of the embedded services.
    pub(crate) fn configure(&self, config: &mut web::ServiceConfig) {
        if let Some(sandbox) = &self.sandbox {
            config.app_data(Data::from(Arc::clone(sandbox)));
            config.service(web::resource(SANDBOX).to(sandbox_call));
        }
        if let Some(identity) = &self.identity {
            config.app_data(Data::from(Arc::clone(identity)));
            for path in ROUTES.into_iter().filter(|path| *path != SANDBOX) {
                config.service(web::resource(path).to(identity_call));
            }
        }
    }
}

async fn sandbox_call(sandbox: Data<Sandbox>, request: HttpRequest, body: Payload) -> Result<HttpResponse, Problem> {
    Ok(answered(sandbox.answer(plain(&request, body).await?).await))
}

async fn identity_call(
    identity: Data<EmbeddedIdentity>,
    api: Data<Api>,
    request: HttpRequest,
    body: Payload,
) -> Result<HttpResponse, Problem> {
    let address = api.limits.client(&request);
    let call = plain(&request, body).await?;
    let (limited, client) = limit_of(&identity, &call, &address);
    if let Some(limited) = limited
        && api.limits.check(limited, &client).is_err()
    {
        return Ok(if limited == Limited::Renewals { too_many_renewals() } else { too_many_attempts() });
    }
    let answer = identity.answer(&address, call).await;
    if answer.extensions().get::<WrongGuess>().is_some() {
        request.extensions_mut().insert(SignInFailed);
    }
    Ok(answered(answer))
}

/// Returns the rate limit and key of a call. Calls that could guess passwords or create accounts in bulk share a
/// limit. Changing a password has its own limit because it is as expensive, and so do the SDK's automatic calls.
/// Signing in on a device known to the account counts per account instead of per address, so that other clients at the
/// address cannot lock out its owner.
fn limit_of(identity: &EmbeddedIdentity, request: &Plain<Vec<u8>>, address: &str) -> (Option<Limited>, String) {
    let calls = |names: &[&str]| names.iter().any(|name| request.uri().path().ends_with(name));
    if request.method() == http_types::Method::GET {
        return (None, String::new());
    }
    if calls(&["accounts:update"]) {
        return (Some(Limited::SignIns), format!("update {address}"));
    }
    let guesses = [
        "accounts:signInWithPassword",
        "accounts:signUp",
        "accounts:sendOobCode",
        "accounts:resetPassword",
        "accounts:signInWithIdp",
    ];
    if !calls(&guesses) {
        return (Some(Limited::Renewals), address.to_owned());
    }
    let who = identity.known_device(request).map_or_else(|| address.to_owned(), |account| account.to_string());
    (Some(Limited::SignIns), format!("embedded {who}"))
}

/// Returns the error in the form the Firebase SDK expects.
fn too_many_attempts() -> HttpResponse {
    let error = serde_json::json!({ "error": { "code": 400, "message": "TOO_MANY_ATTEMPTS_TRY_LATER" } });
    HttpResponse::BadRequest().json(error)
}

/// Rejects an automatic call in a way that makes the SDK retry instead of signing the user out.
fn too_many_renewals() -> HttpResponse {
    answered(autoparts_auth_adapter::embedded::busy_in_the_background(429))
}

/// Converts a request to the form the embedded services read.
async fn plain(request: &HttpRequest, body: Payload) -> Result<Plain<Vec<u8>>, Problem> {
    let body = extract::read(body, MAX_BODY).await?;
    let mut plain = Plain::builder().method(request.method().as_str()).uri(request.uri().to_string());
    for (name, value) in request.headers() {
        plain = plain.header(name.as_str(), value.as_bytes());
    }
    plain.body(body.to_vec()).map_err(|error| Problem::new(Code::MalformedBody, error))
}

fn answered(answer: Answer) -> HttpResponse {
    let (head, body) = answer.into_parts();
    let status = actix_web::http::StatusCode::from_u16(head.status.as_u16());
    let mut response = HttpResponse::build(status.unwrap_or(actix_web::http::StatusCode::INTERNAL_SERVER_ERROR));
    for (name, value) in &head.headers {
        response.append_header((name.as_str(), value.as_bytes()));
    }
    response.body(body)
}
