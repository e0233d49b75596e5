//! What holds for every request: that it is observed, limits of size and rate, and the headers that keep
//! browsers safe.

use crate::{
    answer::{self, AnswerBody},
    connection::Connection,
    limits::Limited,
    observed::Observed,
    problem::{Code, Problem},
    state::Api,
    traffic::Running,
};
use actix_web::{
    Error, ResponseError,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{
        ConnectionType, Method,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
    web::Data,
};
use std::rc::Rc;

const MAX_URI: usize = 4 * 1024;
const MAX_HEADERS: usize = 16 * 1024;

/// The headers that keep browsers safe; made once, from what the shop uses.
#[derive(Debug, Clone)]
pub struct SecurityHeaders {
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl SecurityHeaders {
    /// Headers for a shop whose pages load scripts from `script_hosts`, talk to
    /// `connect_hosts` and show frames of `frame_hosts`, besides its own. `https` when browsers
    /// reach it that way.
    #[must_use]
    pub fn new(script_hosts: &[String], connect_hosts: &[String], frame_hosts: &[String], https: bool) -> Self {
        // Our own pages have no styles but those in files. What comes from Google and Stripe styles the frames
        // that it makes, and whether it does so in a way that needs no leave cannot be tried without them.
        let attributes = if script_hosts.is_empty() { "" } else { " style-src-attr 'unsafe-inline';" };
        let list = |hosts: &[String]| hosts.iter().fold(String::new(), |list, host| list + " " + host);
        let policy = format!(
            "default-src 'self'; script-src 'self'{}; connect-src 'self'{}; frame-src 'self'{}; \
             style-src 'self';{attributes} img-src 'self' https: data:; object-src 'none'; base-uri 'none'; \
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

/// To be wrapped around all others.
pub async fn middleware<B: MessageBody + 'static>(
    headers: Data<SecurityHeaders>,
    api: Data<Api>,
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<AnswerBody>, Error> {
    if request.method() == Method::HEAD {
        // Handled like GET; the connection remembers that no body is wanted.
        request.head_mut().method = Method::GET;
    }
    let observed = Observed::begin(api.shop.ids.uuid(), request.method(), &api.traffic);
    let id = observed.id();
    let connection = request.conn_data::<Rc<Connection>>().cloned();
    let exchange = answer::Exchange::begin(connection, &mut request);
    let (mut response, running) = match check(&api, &request) {
        Ok(running) => (observed.answer(next.call(request)).await?.map_into_boxed_body(), running),
        Err(problem) => (request.into_response(problem.error_response()).map_into_boxed_body(), None),
    };
    observed.end(&api, &response);
    headers.add(response.headers_mut());
    if let Ok(id) = HeaderValue::try_from(id.to_string()) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), id);
    }
    // What is left of a body would be taken for the next request, or read for ever.
    let last = api.traffic.is_stopping() || exchange.body_is_unread();
    if last {
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    Ok(response.map_body(|_, body| exchange.answer(body, last, running)))
}

fn check(api: &Api, request: &ServiceRequest) -> Result<Option<Running>, Problem> {
    if request.uri().path_and_query().is_some_and(|target| target.as_str().len() > MAX_URI) {
        return Err(Problem::new(Code::UriTooLong, format_args!("An address may have {MAX_URI} bytes.")));
    }
    let size: usize = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    if size > MAX_HEADERS {
        return Err(Problem::new(Code::HeadersTooLarge, format_args!("Headers may have {MAX_HEADERS} bytes.")));
    }
    let client = api.limits.client(request.request());
    api.limits.check(Limited::Requests, &client)?;
    api.limits.is_behind_proxy(request.request()).then(|| api.traffic.begin(&client)).transpose()
}
