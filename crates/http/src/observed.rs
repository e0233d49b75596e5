//! Observability of a request: its span from headers to response, its log line, and its metrics.
//!
//! None of them contains the URL of a request: URLs contain email addresses and tokens. A request is identified by its
//! id, which the caller gets as `X-Request-Id`, and classified by the pattern of its route.

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

/// The target of request spans. The server's filter always enables them, so that everything logged while a request is
/// answered carries its id.
pub const REQUEST: &str = "request";

/// A request that is being answered.
pub(crate) struct Observed {
    id: Uuid,
    span: Span,
    started: Instant,
    _in_flight: InFlight,
}

impl Observed {
    /// Starts to observe a request whose headers are complete.
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

    /// Answers the request, within its span and under its id.
    pub(crate) async fn answer<F: Future>(&self, work: F) -> F::Output {
        request_id::scope(self.id, work).instrument(self.span.clone()).await
    }

    /// Counts the response on a route and logs it. Successes are logged only at debug level, because a line can cost
    /// more than the response; refusals are logged only up to a limit per client.
    pub(crate) fn end<B>(self, api: &Api, response: &ServiceResponse<B>, route: Option<&str>) {
        let request = response.request();
        let status = response.status();
        let method = request.method().as_str();
        let took = self.started.elapsed();
        let problem = response.response().error().and_then(|error| error.as_error::<Problem>());
        let code = problem.map(Problem::code);
        api.traffic.note(method, route, status.as_u16(), code, took);
        // Recording can cost more than the response, and the result would not be logged.
        if status.as_u16() < 400 && !is_wanted() {
            return;
        }
        let route = route.unwrap_or(OTHER);
        self.span.record("route", route).record("status", status.as_u16());
        let _entered = self.span.enter();
        let micros = took.as_micros();
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

/// Whether successful requests are logged.
pub(crate) fn is_wanted() -> bool {
    tracing::span_enabled!(Level::DEBUG)
}

/// Records the caller of the request that this task answers, whether or not they are authorized.
pub(crate) fn note_user(user: UserId) {
    Span::current().record("user", field::display(user));
}

/// Request extension that marks a wrong password or code, for the log.
#[derive(Debug, Clone, Copy)]
pub struct SignInFailed;

/// Whether the status denies access or limits the rate.
fn is_about_access(status: StatusCode) -> bool {
    [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN, StatusCode::TOO_MANY_REQUESTS].contains(&status)
}
