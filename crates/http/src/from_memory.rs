//! Public reads whose answer is ready: they are answered before anything is routed, allocated or waited for. What
//! holds for every request holds for them.

use crate::{
    answer::{self, AnswerBody, Exchange},
    observed::{self, Observed},
    public_answers::{Coding, Copies, Key, Moment, Ready},
    request_id,
    security_headers::{self, Rules},
    state::Api,
    traffic::Running,
};
use actix_web::{
    HttpResponse,
    dev::{ServiceRequest, ServiceResponse},
    http::{ConnectionType, Method},
};
use std::sync::Arc;
use tokio::time::Instant;

/// An answer that is ready.
pub(crate) struct Found {
    route: &'static str,
    copies: Arc<Copies>,
    ready: Ready,
}

/// The answer to a request that came at a moment, if it is ready.
pub(crate) fn find(api: &Api, request: &ServiceRequest, at: Instant) -> Option<Found> {
    if request.method() != Method::GET || answer::has_body(request) {
        return None;
    }
    let key = Key::of(request.path(), request.query_string())?;
    let coding = Coding::at_a_glance(request.headers())?;
    let asked = Moment { generation: api.shop.store.generations().current(key.source()), at };
    let copies = api.public.kept(&key, asked)?;
    let ready = copies.ready(request, coding)?;
    Some(Found { route: key.route(), copies, ready })
}

impl Found {
    /// Answers the request.
    pub(crate) fn answer(
        self,
        rules: &Rules,
        mut request: ServiceRequest,
        running: Option<Running>,
        started: Instant,
    ) -> ServiceResponse<AnswerBody> {
        let Rules { api, headers, .. } = rules;
        let Self { route, copies, ready } = self;
        let (id, started) = (request_id::next(&*api.shop.ids, &*api.shop.clock), started.into_std());
        // Nothing is logged on the way, so nobody misses the span unless they want to see all of them.
        let observed = observed::is_wanted().then(|| Observed::begin(id, request.method(), &api.traffic, started));
        let exchange = Exchange::begin(security_headers::connection(&request), &mut request);
        let status = ready.status();
        let mut response = HttpResponse::new(status);
        let added = response.headers_mut();
        copies.describe(&ready, added);
        headers.add_to_cacheable(added);
        security_headers::add_request_id(added, id);
        let last = api.traffic.is_stopping();
        if last {
            response.head_mut().set_connection_type(ConnectionType::Close);
        }
        let body = exchange.answer_with(ready.into_bytes(), last, running, started);
        let response = request.into_response(response.set_body(body));
        match observed {
            Some(observed) => observed.end(api, &response, Some(route)),
            None => api.traffic.note("GET", Some(route), status.as_u16(), None, started.elapsed()),
        }
        response
    }
}
