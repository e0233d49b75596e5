//! What holds for every request: an id, a log line, limits of size and rate, and the headers
//! that keep browsers safe.

use crate::{
    api::Api,
    limits::Limited,
    problem::{Code, Problem},
    request_id,
};
use actix_web::{
    Error, ResponseError,
    body::{EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
    web::Data,
};
use std::time::Instant;

const MAX_URI: usize = 4 * 1024;
const MAX_HEADERS: usize = 16 * 1024;

/// The headers that keep browsers safe; made once, from what the shop uses.
#[derive(Debug, Clone)]
pub struct SafetyHeaders {
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl SafetyHeaders {
    /// Headers for a shop whose pages load scripts from `script_hosts`, talk to
    /// `connect_hosts` and show frames of `frame_hosts`, besides its own. `https` when browsers
    /// reach it that way.
    #[must_use]
    pub fn new(script_hosts: &[String], connect_hosts: &[String], frame_hosts: &[String], https: bool) -> Self {
        let list = |hosts: &[String]| hosts.iter().fold(String::new(), |list, host| list + " " + host);
        let policy = format!(
            "default-src 'self'; script-src 'self'{}; connect-src 'self'{}; frame-src 'self'{}; \
             style-src 'self' 'unsafe-inline'; img-src 'self' https: data:; object-src 'none'; base-uri 'none'; \
             form-action 'self'; frame-ancestors 'none'",
            list(script_hosts),
            list(connect_hosts),
            list(frame_hosts),
        );
        let mut headers = vec![
            (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
            (header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
            (header::PERMISSIONS_POLICY, HeaderValue::from_static("camera=(), microphone=(), geolocation=()")),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        ];
        if let Ok(policy) = HeaderValue::try_from(policy) {
            headers.push((header::CONTENT_SECURITY_POLICY, policy));
        }
        if https {
            headers.push((header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000")));
        }
        Self { headers }
    }

    /// Adds those that the answer has not set itself.
    fn add(&self, to: &mut HeaderMap) {
        for (name, value) in &self.headers {
            if !to.contains_key(name) {
                to.insert(name.clone(), value.clone());
            }
        }
    }
}

/// The middleware: use it as the outermost one.
pub async fn guard<B: MessageBody>(
    headers: Data<SafetyHeaders>,
    api: Data<Api>,
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let (id, started) = (api.shop.ids.uuid(), Instant::now());
    if request.method() == Method::HEAD {
        // Handled like GET; the connection remembers that no body is wanted.
        request.head_mut().method = Method::GET;
    }
    let mut response = match check(&api, &request) {
        Ok(()) => request_id::scope(id, next.call(request)).await?.map_into_left_body(),
        Err(problem) => request.into_response(problem.error_response()).map_into_right_body(),
    };
    log(id, &response, started);
    headers.add(response.headers_mut());
    if let Ok(id) = HeaderValue::try_from(id.to_string()) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), id);
    }
    Ok(response)
}

fn check(api: &Api, request: &ServiceRequest) -> Result<(), Problem> {
    if request.uri().path_and_query().is_some_and(|target| target.as_str().len() > MAX_URI) {
        return Err(Problem::new(Code::UriTooLong, format_args!("An address may have {MAX_URI} bytes.")));
    }
    let size: usize = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    if size > MAX_HEADERS {
        return Err(Problem::new(Code::HeadersTooLarge, format_args!("Headers may have {MAX_HEADERS} bytes.")));
    }
    api.limits.check(Limited::Requests, &api.limits.client(request.request()))
}

/// One line for each request. It names the route, not the address: addresses hold e-mails.
/// What went well is told at debug level only, because a line costs more than many an answer.
fn log<B>(id: uuid::Uuid, response: &ServiceResponse<B>, started: Instant) {
    let request = response.request();
    let (method, route) = (request.method().as_str(), request.match_pattern());
    let (route, status) = (route.as_deref().unwrap_or("-"), response.status().as_u16());
    let micros = started.elapsed().as_micros();
    let problem = response.response().error().and_then(|error| error.as_error::<Problem>());
    match problem.and_then(Problem::causes) {
        Some(causes) => tracing::error!(%id, method, route, status, micros, causes, "request failed"),
        None if status >= 400 => tracing::info!(%id, method, route, status, micros, "request refused"),
        None => tracing::debug!(%id, method, route, status, micros, "request answered"),
    }
}
