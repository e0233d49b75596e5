//! Public reads with a cached response: answered before routing, without allocating or waiting. Headers, request ids
//! and metrics are those of other requests.

use crate::{
    answer::{self, AnswerBody, Exchange},
    connection,
    observed::{self, Observed},
    public_answers::{Coding, Key, Moment},
    request_id,
    security_headers::SecurityHeaders,
    state::Api,
    traffic::Running,
};
use actix_web::{
    HttpResponse,
    body::BodySize,
    dev::{ServiceRequest, ServiceResponse},
    http::{ConnectionType, Method, StatusCode},
    web::Bytes,
};
use tokio::time::Instant;

/// A cached response.
pub(crate) struct Found {
    route: &'static str,
    /// Still without the headers that all responses have.
    response: HttpResponse,
    body: (Bytes, BodySize),
}

/// Returns the cached response to a request that arrived at `at`, if there is one.
pub(crate) fn find(api: &Api, request: &ServiceRequest, at: Instant) -> Option<Found> {
    if request.method() != Method::GET || answer::has_body(request) {
        return None;
    }
    let key = Key::of(request.path(), request.query_string())?;
    let coding = Coding::at_a_glance(request.headers())?;
    let arrival = Moment { generation: api.shop.store.generations().current(key.source()), at };
    api.public.with_kept(&key, arrival, |copies| {
        let ready = copies.ready(request, coding)?;
        let mut response = HttpResponse::new(ready.status());
        copies.describe(&ready, response.headers_mut());
        Some(Found { route: key.route(), response, body: ready.into_bytes() })
    })
}

impl Found {
    /// Answers the request.
    pub(crate) fn answer(
        self,
        api: &Api,
        headers: &SecurityHeaders,
        mut request: ServiceRequest,
        running: Option<Running>,
        started: Instant,
    ) -> ServiceResponse<AnswerBody> {
        let Self { route, mut response, body } = self;
        let id = request_id::next(&*api.shop.ids, &*api.shop.clock);
        let started = started.into_std();
        // Nothing is logged here, so the span is needed only if all spans are enabled.
        let observed = observed::is_wanted().then(|| Observed::begin(id, request.method(), &api.traffic, started));
        let exchange = Exchange::begin(connection::of(&request), &mut request);
        let status = response.status();
        let added = response.headers_mut();
        if status == StatusCode::NOT_MODIFIED {
            headers.add_to_unchanged(added);
        } else {
            headers.add_to_cacheable(added);
        }
        request_id::tell(added, id);
        let last = api.traffic.is_stopping();
        if last {
            response.head_mut().set_connection_type(ConnectionType::Close);
        }
        let body = exchange.answer_with(body, last, running, started);
        let response = request.into_response(response.set_body(body));
        match observed {
            Some(observed) => observed.end(api, &response, Some(route)),
            None => api.traffic.note("GET", Some(route), status.as_u16(), None, started.elapsed()),
        }
        response
    }
}
