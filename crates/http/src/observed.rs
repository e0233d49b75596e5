//! A request as seen from outside: the span that lasts from its headers to its answer, its line in the log, and
//! its place in the metrics.
//!
//! None of them names an address: addresses hold e-mails and tokens. What names a request is its id, which the
//! caller gets as `X-Request-Id`; what tells its kind is the pattern of its route.

use crate::{
    latency::{self, OTHER},
    limits,
    problem::{Code, Problem},
    request_id,
    state::Api,
    traffic::{InFlight, Traffic},
};
use actix_web::{
    HttpMessage,
    dev::ServiceResponse,
    http::{Method, StatusCode},
};
use autoparts_domain::id::UserId;
use std::{sync::Arc, time::Instant};
use tracing::{Instrument, Level, Span, field};
use uuid::Uuid;

/// The target of the spans of requests. The server's filter always lets them through: whatever is logged while
/// a request is answered carries the request's id.
pub const REQUEST: &str = "request";

/// A request that is being answered.
pub(crate) struct Observed {
    id: Uuid,
    span: Span,
    started: Instant,
    _in_flight: InFlight,
}

impl Observed {
    /// The headers of a request are complete.
    pub(crate) fn begin(id: Uuid, method: &Method, traffic: &Arc<Traffic>, started: Instant) -> Self {
        let span = tracing::error_span!(
            target: REQUEST,
            "request",
            %id,
            method = latency::method_name(method.as_str()),
            route = field::Empty,
            user = field::Empty,
            status = field::Empty,
        );
        Self { id, span, started, _in_flight: traffic.in_flight() }
    }

    /// Answers the request: within its span, and under its id.
    pub(crate) async fn answer<F: Future>(&self, work: F) -> F::Output {
        request_id::scope(self.id, work).instrument(self.span.clone()).await
    }

    /// Counts the answer on a route and tells the log about it. What went well is told at debug level only, because a line
    /// costs more than many an answer; what was refused, of each client only so often.
    pub(crate) fn end<B>(self, api: &Api, response: &ServiceResponse<B>, route: Option<&str>) {
        let (request, status) = (response.request(), response.status());
        let method = request.method().as_str();
        let took = self.started.elapsed();
        let problem = response.response().error().and_then(|error| error.as_error::<Problem>());
        let code = problem.map(Problem::code);
        api.traffic.note(method, route, status.as_u16(), code, took);
        // Recording costs more than many an answer, and nobody would see it.
        if status.as_u16() < 400 && !is_wanted() {
            return;
        }
        let route = route.unwrap_or(OTHER);
        self.span.record("route", route).record("status", status.as_u16());
        let (_entered, micros) = (self.span.enter(), took.as_micros());
        if status.as_u16() < 400 {
            return tracing::debug!(micros, "request answered");
        }
        let code = code.map_or("-", Code::as_str);
        let causes = problem.and_then(Problem::error_chain);
        let client = limits::prefix(api.limits.origin(request));
        let source = if causes.is_some() { format!("{route} {code}") } else { client.clone() };
        if !api.traffic.log.may_write(&source, self.started) {
            return;
        }
        let sign_in_failed = request.extensions().contains::<SignInFailed>();
        match causes {
            Some(causes) => tracing::error!(micros, code, causes, "request failed"),
            None if sign_in_failed => tracing::info!(micros, client, "sign-in failed"),
            None if is_about_access(status) => tracing::info!(micros, code, client, "access refused"),
            None => tracing::info!(micros, code, client, "request refused"),
        }
    }

    /// The id of the request.
    pub(crate) fn id(&self) -> Uuid {
        self.id
    }
}

/// Whether somebody wants to see requests that went well.
pub(crate) fn is_wanted() -> bool {
    tracing::span_enabled!(Level::DEBUG)
}

/// The caller of the request that this task answers is known from here on, whether or not they may do what they
/// ask for.
pub(crate) fn note_user(user: UserId) {
    Span::current().record("user", field::display(user));
}

/// Put into the extensions of a request whose guess at a password or a code was wrong, so that the
/// log says so.
#[derive(Debug, Clone, Copy)]
pub struct SignInFailed;

/// Whether an attacker would be told this again and again.
fn is_about_access(status: StatusCode) -> bool {
    [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN, StatusCode::TOO_MANY_REQUESTS].contains(&status)
}
