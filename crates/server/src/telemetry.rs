//! What leaves the process for those who watch it: the log, lines on standard error, and traces, when a collector
//! for them is configured. Metrics are in `metrics`.
//!
//! What begins something is a span of a level that the log always shows: a request, a round of maintenance. What
//! happens within it, use cases, units of work, statements and calls of providers, is a span at debug level: it is
//! made when the log wants it, or when traces are exported, and costs next to nothing otherwise.

mod escaped;
mod lifecycle;
mod traces;

use escaped::{EscapedFields, EscapedLines};
pub(crate) use lifecycle::{started, stopped};

use crate::{
    config::{LogFormat, Settings},
    start_error::StartError,
};
use autoparts_http::observed::REQUEST;
use opentelemetry_sdk::trace::SdkTracerProvider;
use std::{
    io::{self, IsTerminal},
    time::Duration,
};
use tracing::{Subscriber, level_filters::LevelFilter};
use tracing_subscriber::{
    Layer, filter::Targets, layer::SubscriberExt, registry, registry::LookupSpan, util::SubscriberInitExt,
};

/// How long the last traces may take on their way to the collector.
const LAST_EXPORT: Duration = Duration::from_secs(2);

/// Logging and tracing of this process, until it is dropped: then the last traces are exported.
#[must_use]
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
}

/// Starts logging, and tracing if there is a collector; once for each process, on its runtime.
pub fn start(settings: &Settings) -> Result<Telemetry, StartError> {
    // What the web server says of itself while it starts and stops is of no use to an operator; and
    // whatever bytes a stranger sends are no error of ours: a connection that ends early is told by the
    // transport, for those who look closely. The spans of requests are let through for the sake of the lines
    // that are written within them.
    let ours = [(REQUEST, LevelFilter::ERROR), ("actix_server", LevelFilter::WARN), ("actix_http", LevelFilter::OFF)];
    let filter: Targets = ours.map(|(target, level)| (target.to_owned(), level)).into_iter().collect();
    let filter = filter
        .with_targets(settings.log.clone())
        .with_default(settings.log.default_level().unwrap_or(LevelFilter::OFF));
    let Some(collector) = &settings.traces else {
        registry().with(filter).with(log(settings.log_format)).init();
        return Ok(Telemetry { traces: None });
    };
    let provider = traces::provider(collector)?;
    registry().with(log(settings.log_format).with_filter(filter)).with(traces::layer(&provider)).init();
    Ok(Telemetry { traces: Some(provider) })
}

impl Drop for Telemetry {
    fn drop(&mut self) {
        if let Some(Err(error)) = self.traces.as_ref().map(|traces| traces.shutdown_with_timeout(LAST_EXPORT)) {
            tracing::warn!(%error, "the last traces were not exported");
        }
    }
}

fn log<S>(format: LogFormat) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    let lines = tracing_subscriber::fmt::layer().with_ansi(io::stderr().is_terminal());
    match format {
        LogFormat::Text => {
            let lines = lines.with_writer(io::stderr).with_target(false).compact();
            lines.fmt_fields(EscapedFields::default()).boxed()
        }
        LogFormat::Json => lines.with_writer(|| EscapedLines(io::stderr())).json().with_current_span(false).boxed(),
    }
}
