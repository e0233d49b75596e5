//! Why the server cannot start.

use crate::wire::WireError;
use std::{error::Error, io, net::SocketAddr};

/// Why the server cannot start; `Display` is one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The port is in use, or may not be used.
    #[error("cannot listen on {address} ({cause}); stop what listens there, or set BIND_ADDR to another port")]
    Bind {
        /// Where.
        address: SocketAddr,
        /// What the operating system says.
        cause: io::Error,
    },
    /// The port for figures is in use, or may not be used.
    #[error("cannot show figures on {address} ({cause}); stop what listens there, or set METRICS_ADDR to another port")]
    Metrics {
        /// Where.
        address: SocketAddr,
        /// What the operating system says.
        cause: io::Error,
    },
    /// What exports traces cannot be made.
    #[error("traces cannot be exported ({0}); check OTEL_EXPORTER_OTLP_ENDPOINT and the other OTEL_ variables")]
    Traces(Box<dyn Error + Send + Sync>),
    /// The web server cannot be started.
    #[error("the web server cannot be started: {0}")]
    Server(#[from] io::Error),
    /// The shop cannot be put together.
    #[error(transparent)]
    Wire(#[from] WireError),
}
