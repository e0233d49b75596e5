//! The log: lines on standard error.

use crate::config::{LogFormat, Settings};
use tracing_subscriber::EnvFilter;

/// Starts logging; once for each process.
pub fn start(settings: &Settings) {
    let filter = EnvFilter::new(&settings.log);
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match settings.log_format {
        LogFormat::Text => log.with_target(false).compact().init(),
        LogFormat::Json => log.json().init(),
    }
}
