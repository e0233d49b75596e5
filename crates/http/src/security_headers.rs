//! What holds for every request: that it is observed, limits of size and rate, and the headers that keep
//! browsers safe.

use crate::{
    answer::{AnswerBody, Exchange},
    connection::Connection,
    from_memory,
    observed::Observed,
    problem::{Code, Problem},
    request_id,
    state::Api,
    traffic::Running,
};
use actix_web::{
    Error, ResponseError,
    body::MessageBody,
    dev::{Service, ServiceRequest, ServiceResponse, Transform, forward_ready},
    http::{
        ConnectionType, Method,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    web::Data,
};
use std::{
    future::{Future, Ready, ready},
    pin::Pin,
    rc::Rc,
    task::{Context, Poll},
};
use tokio::time::Instant;
use uuid::Uuid;

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
        // There is one for each server, and it lasts as long: so it need not be counted who uses it.
        let policy: &'static str = Box::leak(policy.into_boxed_str());
        if HeaderValue::from_str(policy).is_ok() {
            headers.push((header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy)));
        }
        if https {
            headers.push((header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000")));
        }
        Self { headers }
    }

    /// Adds them to an answer that says itself how it may be cached, and nothing else of what they say.
    pub(crate) fn add_to_cacheable(&self, to: &mut HeaderMap) {
        for (name, value) in self.headers.iter().filter(|(name, _)| *name != header::CACHE_CONTROL) {
            to.insert(name.clone(), value.clone());
        }
    }

    /// Adds what is said about the shop and not about the answer, which the client has, with headers of its own.
    pub(crate) fn add_to_unchanged(&self, to: &mut HeaderMap) {
        for (name, value) in self.headers.iter().filter(|(name, _)| *name == header::STRICT_TRANSPORT_SECURITY) {
            to.insert(name.clone(), value.clone());
        }
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
pub struct Guard {
    rules: Rc<Rules>,
}

/// What a [`Guard`] goes by.
pub(crate) struct Rules {
    pub(crate) api: Data<Api>,
    pub(crate) headers: Data<SecurityHeaders>,
    /// Whether public reads are answered from memory before anything else looks at them.
    from_memory: bool,
}

impl Guard {
    /// Guards what serves an API.
    #[must_use]
    pub fn new(api: Data<Api>, headers: Data<SecurityHeaders>) -> Self {
        Self { rules: Rc::new(Rules { api, headers, from_memory: true }) }
    }

    /// Lets each request reach what is inside if there is `something` that changes answers, also those that are
    /// kept in memory.
    #[must_use]
    pub fn around(self, something: bool) -> Self {
        let Rules { api, headers, .. } = &*self.rules;
        Self { rules: Rc::new(Rules { api: api.clone(), headers: headers.clone(), from_memory: !something }) }
    }
}

impl<S, B> Transform<S, ServiceRequest> for Guard
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error> + 'static,
    B: MessageBody + 'static,
{
    type Response = ServiceResponse<AnswerBody>;
    type Error = Error;
    type Transform = Guarded<S>;
    type InitError = ();
    type Future = Ready<Result<Self::Transform, ()>>;

    fn new_transform(&self, service: S) -> Self::Future {
        ready(Ok(Guarded { rules: Rc::clone(&self.rules), service: Rc::new(service) }))
    }
}

/// A service that is guarded.
pub struct Guarded<S> {
    rules: Rc<Rules>,
    service: Rc<S>,
}

/// An answer, or the work on it.
#[expect(clippy::large_enum_variant, reason = "an answer from memory is not to cost an allocation")]
pub enum Answering {
    /// It was in memory.
    Now(Option<ServiceResponse<AnswerBody>>),
    /// It is being made.
    Later(Pin<Box<dyn Future<Output = Result<ServiceResponse<AnswerBody>, Error>>>>),
}

impl Future for Answering {
    type Output = Result<ServiceResponse<AnswerBody>, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Self::Now(response) => response.take().map_or(Poll::Pending, |response| Poll::Ready(Ok(response))),
            Self::Later(work) => work.as_mut().poll(context),
        }
    }
}

impl<S, B> Service<ServiceRequest> for Guarded<S>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error> + 'static,
    B: MessageBody + 'static,
{
    type Response = ServiceResponse<AnswerBody>;
    type Error = Error;
    type Future = Answering;

    forward_ready!(service);

    fn call(&self, mut request: ServiceRequest) -> Answering {
        let started = Instant::now();
        if request.method() == Method::HEAD {
            // Handled like GET; the connection remembers that no body is wanted.
            request.head_mut().method = Method::GET;
        }
        let checked = check(&self.rules.api, &request);
        if self.rules.from_memory
            && checked.is_ok()
            && let Some(found) = from_memory::find(&self.rules.api, &request, started)
        {
            return Answering::Now(Some(found.answer(&self.rules, request, checked.ok().flatten(), started)));
        }
        let (rules, service) = (Rc::clone(&self.rules), Rc::clone(&self.service));
        Answering::Later(Box::pin(serve(rules, service, request, checked, started)))
    }
}

async fn serve<S, B>(
    rules: Rc<Rules>,
    service: Rc<S>,
    mut request: ServiceRequest,
    checked: Result<Option<Running>, Problem>,
    started: Instant,
) -> Result<ServiceResponse<AnswerBody>, Error>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody + 'static,
{
    let Rules { api, headers, .. } = &*rules;
    let observed = Observed::begin(
        request_id::next(&*api.shop.ids, &*api.shop.clock),
        request.method(),
        &api.traffic,
        started.into_std(),
    );
    let id = observed.id();
    let exchange = Exchange::begin(connection(&request), &mut request);
    let (mut response, running) = match checked {
        Ok(running) => (observed.answer(service.call(request)).await?.map_into_boxed_body(), running),
        Err(problem) => (request.into_response(problem.error_response()).map_into_boxed_body(), None),
    };
    let route = response.request().match_pattern();
    observed.end(api, &response, route.as_deref());
    let added = response.headers_mut();
    headers.add(added);
    add_request_id(added, id);
    if added.get(header::CONTENT_ENCODING).is_some_and(|encoding| encoding == "identity") {
        added.remove(header::CONTENT_ENCODING);
    }
    // What is left of a body would be taken for the next request, or read for ever.
    let last = api.traffic.is_stopping() || exchange.body_is_unread();
    if last {
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    Ok(response.map_body(|_, body| exchange.answer(body, last, running)))
}

/// The connection that a request came on, if there is one.
pub(crate) fn connection(request: &ServiceRequest) -> Option<Rc<Connection>> {
    request.conn_data::<Rc<Connection>>().cloned()
}

/// Tells the client what its request is called.
pub(crate) fn add_request_id(headers: &mut HeaderMap, id: Uuid) {
    let mut text = Uuid::encode_buffer();
    if let Ok(id) = HeaderValue::from_str(id.hyphenated().encode_lower(&mut text)) {
        headers.insert(HeaderName::from_static("x-request-id"), id);
    }
}

fn check(api: &Api, request: &ServiceRequest) -> Result<Option<Running>, Problem> {
    if request.uri().path_and_query().is_some_and(|target| target.as_str().len() > MAX_URI) {
        return Err(Problem::new(Code::UriTooLong, format_args!("An address may have {MAX_URI} bytes.")));
    }
    let size: usize = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    if size > MAX_HEADERS {
        return Err(Problem::new(Code::HeadersTooLarge, format_args!("Headers may have {MAX_HEADERS} bytes.")));
    }
    let request = request.request();
    api.limits.check_request(request)?;
    api.limits.is_behind_proxy(request).then(|| api.traffic.begin(&api.limits.client(request))).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_has_not_changed_says_again_only_how_the_shop_is_reached() {
        for (https, expected) in [(false, &[][..]), (true, &["strict-transport-security"][..])] {
            let mut added = HeaderMap::new();
            SecurityHeaders::new(&[], &[], &[], https).add_to_unchanged(&mut added);
            assert_eq!(added.keys().map(HeaderName::as_str).collect::<Vec<_>>(), expected);
        }
    }
}
