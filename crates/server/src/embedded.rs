//! The embedded services as seen from a browser: the sandbox payment provider and the
//! embedded identity provider answer under the paths of the real ones. They speak in plain
//! requests and answers; this is where those meet the web server.

use actix_web::{
    HttpRequest, HttpResponse,
    web::{self, Data, Payload},
};
use autoparts_auth_adapter::EmbeddedIdentity;
use autoparts_http::{
    api::Api,
    extract,
    limits::Limited,
    problem::{Code, Problem},
};
use autoparts_payments::Sandbox;
use std::{future::Future, sync::Arc};

/// The largest body an embedded service takes, in bytes.
const MAX_BODY: usize = 64 * 1024;

type Plain<Body> = http_types::Request<Body>;
type Answer = http_types::Response<Vec<u8>>;

/// What is embedded; the real services leave it empty.
#[derive(Clone, Default)]
pub(crate) struct Embedded {
    /// The identity provider.
    pub(crate) identity: Option<Arc<EmbeddedIdentity>>,
    /// The payment provider.
    pub(crate) sandbox: Option<Arc<Sandbox>>,
}

impl Embedded {
    /// Serves what is embedded.
    pub(crate) fn configure(&self, config: &mut web::ServiceConfig) {
        if let Some(sandbox) = &self.sandbox {
            config.app_data(Data::from(Arc::clone(sandbox)));
            config.service(web::resource("/sandbox/v1/{tail:.*}").to(sandbox_call));
        }
        if let Some(identity) = &self.identity {
            config.app_data(Data::from(Arc::clone(identity)));
            for path in [
                "/identitytoolkit.googleapis.com/{tail:.*}",
                "/securetoken.googleapis.com/{tail:.*}",
                "/emulator/auth/{tail:.*}",
                "/.well-known/jwks.json",
            ] {
                config.service(web::resource(path).to(identity_call));
            }
        }
    }
}

async fn sandbox_call(sandbox: Data<Sandbox>, request: HttpRequest, body: Payload) -> Result<HttpResponse, Problem> {
    let sandbox = sandbox.into_inner();
    forward(&request, body, |request| async move { sandbox.answer(request).await }).await
}

async fn identity_call(
    identity: Data<EmbeddedIdentity>,
    api: Data<Api>,
    request: HttpRequest,
    body: Payload,
) -> Result<HttpResponse, Problem> {
    if guesses_secrets(request.path()) {
        let client = format!("embedded {}", api.limits.client(&request));
        if api.limits.check(Limited::SignIns, &client).is_err() {
            return Ok(too_many_attempts());
        }
    }
    let identity = identity.into_inner();
    forward(&request, body, |request| async move { identity.answer(request).await }).await
}

/// Calls that somebody could use to guess passwords or fill the shop with accounts.
fn guesses_secrets(path: &str) -> bool {
    [
        "accounts:signInWithPassword",
        "accounts:signUp",
        "accounts:sendOobCode",
        "accounts:resetPassword",
        "accounts:signInWithIdp",
    ]
    .iter()
    .any(|call| path.ends_with(call))
}

/// The refusal as the Firebase SDK knows it.
fn too_many_attempts() -> HttpResponse {
    let error = serde_json::json!({ "error": { "code": 400, "message": "TOO_MANY_ATTEMPTS_TRY_LATER" } });
    HttpResponse::BadRequest().json(error)
}

async fn forward<F>(
    request: &HttpRequest,
    body: Payload,
    answer: impl FnOnce(Plain<Vec<u8>>) -> F,
) -> Result<HttpResponse, Problem>
where
    F: Future<Output = Answer>,
{
    let body = extract::read(body, MAX_BODY).await?;
    let mut plain = Plain::builder().method(request.method().as_str()).uri(request.uri().to_string());
    for (name, value) in request.headers() {
        plain = plain.header(name.as_str(), value.as_bytes());
    }
    let plain = plain.body(body.to_vec()).map_err(|error| Problem::new(Code::MalformedBody, error))?;
    let (head, body) = answer(plain).await.into_parts();
    let status = actix_web::http::StatusCode::from_u16(head.status.as_u16());
    let mut response = HttpResponse::build(status.unwrap_or(actix_web::http::StatusCode::INTERNAL_SERVER_ERROR));
    for (name, value) in &head.headers {
        response.append_header((name.as_str(), value.as_bytes()));
    }
    Ok(response.body(body))
}
