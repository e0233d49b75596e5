//! What the operating system tells the process: to stop, or that a terminal is gone.

use autoparts_http::traffic::Traffic;
use std::{
    io,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// What a terminal sends when it is closed, and some send for a new configuration. From here on it does
/// not end the process.
pub(crate) fn hangups() -> io::Result<Signal> {
    signal(SignalKind::hangup())
}

/// Says each time that a hangup changes nothing.
pub(crate) async fn outlive_terminals(mut hangups: Signal) {
    while hangups.recv().await.is_some() {
        tracing::info!("SIGHUP changes nothing: settings are read at the start");
    }
}

/// Waits until the process is told to stop, and then until the load balancer has noticed:
/// meanwhile the server says that it is not ready, serves everybody, and keeps no connection. Ctrl-C,
/// and being told twice, mean now.
pub(crate) async fn wait_for_the_end(mut shutdown_signal: StopSignals, traffic: Arc<Traffic>, grace: Duration) -> Stop {
    let told = shutdown_signal.next().await;
    let told_at = Instant::now();
    traffic.stop();
    if told == Told::Terminate {
        tokio::select! {
            () = tokio::time::sleep(grace) => {}
            _ = shutdown_signal.next() => {}
        }
    }
    Stop { reason: told.as_str(), told: told_at, drain_began: Instant::now() }
}

/// Why and when the server ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stop {
    /// The signal that said so first.
    pub(crate) reason: &'static str,
    /// When it did.
    pub(crate) told: Instant,
    /// From when on nobody was let in any more.
    pub(crate) drain_began: Instant,
}

/// What tells the process to stop: SIGTERM, and Ctrl-C. Signals that arrive before anybody waits for
/// them are kept.
pub(crate) struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
}

impl StopSignals {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) -> Told {
        tokio::select! {
            _ = self.terminate.recv() => Told::Terminate,
            _ = self.interrupt.recv() => Told::Interrupt,
        }
    }
}

/// Who told the process to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    /// A service manager.
    Terminate,
    /// A person at a terminal.
    Interrupt,
}

impl Told {
    fn as_str(self) -> &'static str {
        match self {
            Self::Terminate => "SIGTERM",
            Self::Interrupt => "SIGINT",
        }
    }
}
