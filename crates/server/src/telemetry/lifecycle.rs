//! The log lines about the start and stop of the server.

use crate::{
    build_info::BUILD,
    config::{IdentitySettings, PaymentSettings, Settings},
    signals::Stop,
};
use std::net::SocketAddr;

/// Logs that the server is listening.
pub(crate) fn started(settings: &Settings, address: SocketAddr, public_url: &str) {
    let metrics = settings.metrics.map(tracing::field::display);
    let traces = settings.traces.as_ref().map(|traces| tracing::field::display(&traces.endpoint));
    tracing::info!(
        version = BUILD.version,
        commit = BUILD.commit,
        database = if settings.database.sqlite_file().is_some() { "sqlite" } else { "postgresql" },
        %address,
        public_url,
        metrics,
        traces,
        identity = identity(&settings.identity),
        payments = payments(&settings.payments),
        mail = if settings.mail.is_some() { "smtp" } else { "outbox" },
        settings = settings.changed.join(" "),
        "the server has started"
    );
}

/// Logs that the server has sent its last response.
pub(crate) fn stopped(stop: Stop) {
    tracing::info!(
        reason = stop.reason,
        grace_ms = stop.drain_began.saturating_duration_since(stop.signaled_at).as_millis(),
        drain_ms = stop.drain_began.elapsed().as_millis(),
        "the server has stopped"
    );
}

fn identity(settings: &IdentitySettings) -> &'static str {
    match settings {
        IdentitySettings::Embedded => "embedded",
        IdentitySettings::Firebase { .. } => "firebase",
        IdentitySettings::Emulator { .. } => "emulator",
    }
}

fn payments(settings: &PaymentSettings) -> &'static str {
    match settings {
        PaymentSettings::Sandbox { .. } => "sandbox",
        PaymentSettings::Stripe { live: false, .. } => "stripe, test keys",
        PaymentSettings::Stripe { live: true, .. } => "stripe, live keys",
    }
}
