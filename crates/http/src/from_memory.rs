//! Public reads whose answer is ready: they are answered before anything is routed, allocated or waited for. What
//! holds for every request holds for them.

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

/// An answer that is ready.
pub(crate) struct Found {
    route: &'static str,
    /// With the headers that are its own.
    response: HttpResponse,
    body: (Bytes, BodySize),
}

/// The answer to a request that came at a moment, if it is ready.
pub(crate) fn find(api: &Api, request: &ServiceRequest, at: Instant) -> Option<Found> {
    if request.method() != Method::GET || answer::has_body(request) {
        return None;
    }
    let key = Key::of(request.path(), request.query_string())?;
    let coding = Coding::at_a_glance(request.headers())?;
    let asked = Moment { generation: api.shop.store.generations().current(key.source()), at };
    api.public.with_kept(&key, asked, |copies| {
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
        let (id, started) = (request_id::next(&*api.shop.ids, &*api.shop.clock), started.into_std());
        // Nothing is logged on the way, so nobody misses the span unless they want to see all of them.
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
