//! Operating system signals: shutdown, and a closed terminal.

use autoparts_http::traffic::Traffic;
use std::{
    io,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Listens for SIGHUP, which is sent when a terminal closes and by some tools to reload the configuration. From here
/// on, it does not end the process.
pub(crate) fn hangups() -> io::Result<Signal> {
    signal(SignalKind::hangup())
}

/// Logs that a SIGHUP has no effect, each time one arrives.
pub(crate) async fn outlive_terminals(mut hangups: Signal) {
    while hangups.recv().await.is_some() {
        tracing::info!("SIGHUP changes nothing: settings are read at the start");
    }
}

/// Waits for a shutdown signal, and then for the grace period so that the load balancer can notice: the server
/// reports that it is not ready and keeps serving, but closes connections after each response. Ctrl-C or a second
/// signal skips the grace period.
pub(crate) async fn wait_for_the_end(mut shutdown_signal: StopSignals, traffic: Arc<Traffic>, grace: Duration) -> Stop {
    let first = shutdown_signal.next().await;
    let signaled_at = Instant::now();
    traffic.stop();
    if first == ShutdownSignal::Terminate {
        tokio::select! {
            () = tokio::time::sleep(grace) => {}
            _ = shutdown_signal.next() => {}
        }
    }
    Stop { reason: first.as_str(), signaled_at, drain_began: Instant::now() }
}

/// Why and when the server stopped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stop {
    /// The first shutdown signal.
    pub(crate) reason: &'static str,
    /// When that signal arrived.
    pub(crate) signaled_at: Instant,
    /// When the server stopped accepting connections.
    pub(crate) drain_began: Instant,
}

/// The shutdown signals: SIGTERM and Ctrl-C. Signals that arrive before the wait are queued.
pub(crate) struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
}

impl StopSignals {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) -> ShutdownSignal {
        tokio::select! {
            _ = self.terminate.recv() => ShutdownSignal::Terminate,
            _ = self.interrupt.recv() => ShutdownSignal::Interrupt,
        }
    }
}

/// The source of a shutdown signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ShutdownSignal {
    /// SIGTERM, from a service manager.
    Terminate,
    /// Ctrl-C, from a terminal.
    Interrupt,
}

impl ShutdownSignal {
    fn as_str(self) -> &'static str {
        match self {
            Self::Terminate => "SIGTERM",
            Self::Interrupt => "SIGINT",
        }
    }
}
