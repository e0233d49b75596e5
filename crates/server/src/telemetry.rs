//! The log: lines on standard error.

use crate::config::{LogFormat, Settings};
use std::io::{self, IsTerminal};
use tracing_subscriber::EnvFilter;

/// Starts logging; once for each process.
pub fn start(settings: &Settings) {
    // What the web server says of itself while it starts and stops is of no use to an operator; and
    // whatever bytes a stranger sends are no error of ours: a connection that ends early is told by the
    // transport, for those who look closely.
    let filter = EnvFilter::new(format!("actix_server=warn,actix_http=off,{}", settings.log));
    let log =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    match settings.log_format {
        LogFormat::Text => log.with_target(false).compact().init(),
        LogFormat::Json => log.json().init(),
    }
}
