//! Why the server cannot start.

use crate::wire::WireError;
use std::{error::Error, io, net::SocketAddr};

/// Why the server cannot start; `Display` is one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The port is in use or not permitted.
    #[error("cannot listen on {address} ({cause}); stop what listens there, or set BIND_ADDR to another port")]
    Bind {
        /// The address to listen on.
        address: SocketAddr,
        /// The operating system's error.
        cause: io::Error,
    },
    /// The metrics port is in use or not permitted.
    #[error(
        "cannot serve metrics on {address} ({cause}); stop what listens there, or set METRICS_ADDR to another port"
    )]
    Metrics {
        /// The address to listen on.
        address: SocketAddr,
        /// The operating system's error.
        cause: io::Error,
    },
    /// The trace exporter cannot be created.
    #[error("traces cannot be exported ({0}); check OTEL_EXPORTER_OTLP_ENDPOINT and the other OTEL_ variables")]
    Traces(Box<dyn Error + Send + Sync>),
    /// The web server cannot be started.
    #[error("the web server cannot be started: {0}")]
    Server(#[from] io::Error),
    /// The shop cannot be assembled.
    #[error(transparent)]
    Wire(#[from] WireError),
}
