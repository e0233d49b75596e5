//! The middleware for every request: observes it, limits its size and rate, and adds the security headers to its
//! response.

use crate::{
    answer::{AnswerBody, Exchange, LongAnswer},
    connection, from_memory,
    observed::Observed,
    problem::{Code, Problem},
    query_names, request_id,
    security_headers::SecurityHeaders,
    state::Api,
    traffic::Running,
};
use actix_web::{
    Error, ResponseError,
    body::MessageBody,
    dev::{Service, ServiceRequest, ServiceResponse, Transform, forward_ready},
    http::{ConnectionType, Method, header},
    web::Data,
};
use std::{
    future::{Future, Ready, ready},
    pin::Pin,
    rc::Rc,
    task::{Context, Poll},
};
use tokio::time::Instant;

const MAX_URI: usize = 4 * 1024;
const MAX_HEADERS: usize = 16 * 1024;

/// The outermost middleware.
pub struct Guard {
    rules: Rc<Rules>,
}

/// The configuration of a [`Guard`].
struct Rules {
    api: Data<Api>,
    headers: Data<SecurityHeaders>,
    /// Whether public reads are answered from the cache before anything else sees them.
    from_memory: bool,
}

impl Guard {
    /// Guards an API.
    #[must_use]
    pub fn new(api: Data<Api>, headers: Data<SecurityHeaders>) -> Self {
        Self { rules: Rc::new(Rules { api, headers, from_memory: true }) }
    }

    /// Passes every request to the inner service if `something` there changes responses, including cached ones.
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

/// A guarded service.
pub struct Guarded<S> {
    rules: Rc<Rules>,
    service: Rc<S>,
}

/// A response, or the future that creates it.
#[expect(clippy::large_enum_variant, reason = "an answer from memory is not to cost an allocation")]
pub enum Answering {
    /// It was cached.
    Now(Option<ServiceResponse<AnswerBody>>),
    /// It is being created.
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
            // Handled like GET; the connection remembers not to send a body.
            request.head_mut().method = Method::GET;
        }
        let checked = check(&self.rules.api, &request);
        if self.rules.from_memory
            && checked.is_ok()
            && let Some(found) = from_memory::find(&self.rules.api, &request, started)
        {
            return Answering::Now(Some(found.answer(
                &self.rules.api,
                &self.rules.headers,
                request,
                checked.ok().flatten(),
                started,
            )));
        }
        let checked = checked.and_then(|running| query_names::check(request.request()).map(|()| running));
        let rules = Rc::clone(&self.rules);
        let service = Rc::clone(&self.service);
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
    let exchange = Exchange::begin(connection::of(&request), &mut request);
    let (mut response, running) = match checked {
        Ok(running) => (observed.answer(service.call(request)).await?.map_into_boxed_body(), running),
        Err(problem) => (request.into_response(problem.error_response()).map_into_boxed_body(), None),
    };
    let route = response.request().match_pattern();
    observed.end(api, &response, route.as_deref());
    let added = response.headers_mut();
    headers.add(added);
    request_id::tell(added, id);
    if added.get(header::CONTENT_ENCODING).is_some_and(|encoding| encoding == "identity") {
        added.remove(header::CONTENT_ENCODING);
    }
    // An unread rest of a body would be taken for the next request, or be read forever.
    let last = api.traffic.is_stopping() || exchange.body_is_unread();
    if last {
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    let is_long = response.response().extensions().contains::<LongAnswer>();
    Ok(response.map_body(|_, body| exchange.answer(body, last, running).may_be_long(is_long)))
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
