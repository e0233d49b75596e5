//! Telemetry of the process: the log, as lines on standard error, and traces, if a collector is configured. Metrics
//! are in `metrics`.
//!
//! Top-level operations, such as a request or a round of maintenance, are spans of a level that the log always shows.
//! Steps within them, such as use cases, units of work, statements and provider calls, are debug spans. They are
//! created only if the log level includes them or traces are exported, and cost next to nothing otherwise.

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

/// Timeout for exporting the last traces at shutdown.
const LAST_EXPORT: Duration = Duration::from_secs(2);

/// Logging and tracing of this process. Dropping it exports the last traces.
#[must_use]
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
}

/// Starts logging, and tracing if there is a collector. Call it once per process, on its runtime.
pub fn start(settings: &Settings) -> Result<Telemetry, StartError> {
    // Operators do not need the web server's start and stop messages. Malformed input from clients is not an error of
    // the shop; the transport logs early disconnects at debug level. Request spans are enabled for the log lines
    // within them.
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
