//! This server's traffic: whether it is shutting down, the concurrent requests of each client behind a proxy, and
//! request counts and durations.

use crate::{
    latency::{Latencies, Latency},
    limits,
    problem::{Code, Problem},
    refusal_log::RefusalLog,
};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

/// The traffic of one server.
#[derive(Debug, Default)]
pub struct Traffic {
    stopping: AtomicBool,
    at_once: Option<usize>,
    running: Arc<Mutex<HashMap<String, usize>>>,
    in_flight: AtomicUsize,
    latencies: Latencies,
    problems: ProblemCounts,
    refused_connections: AtomicU64,
    /// Limits the log lines about refused requests.
    pub(crate) log: RefusalLog,
}

/// The number of problems by code, in the order of `Code::ALL`.
#[derive(Debug)]
struct ProblemCounts([AtomicU64; Code::ALL.len()]);

impl Default for ProblemCounts {
    fn default() -> Self {
        Self([const { AtomicU64::new(0) }; Code::ALL.len()])
    }
}

impl Traffic {
    /// Creates the traffic of a server with these routes; each client behind a proxy may have up to `at_once`
    /// concurrent requests.
    #[must_use]
    pub fn new<'r>(at_once: usize, routes: impl IntoIterator<Item = &'r str>) -> Self {
        Self { at_once: Some(at_once), latencies: Latencies::new(routes), ..Self::default() }
    }

    /// Starts the shutdown: the server is no longer ready, and every response is the last of its connection.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Whether the server is shutting down.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Counts a request of a client behind a proxy; refuses it if the client has too many already. Direct clients are
    /// limited by their connections: each handles one request at a time.
    pub(crate) fn begin(&self, client: &str) -> Result<Running, Problem> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let count = running.entry(client.to_owned()).or_default();
        if self.at_once.is_some_and(|most| *count >= most) {
            let problem = Problem::new(Code::RateLimited, "Too many requests at once. Please try again in 1 s.");
            return Err(problem.retry_after(1));
        }
        *count += 1;
        Ok(Running { client: client.to_owned(), all: Arc::clone(&self.running) })
    }

    /// Counts a request as in flight, until the result is dropped.
    pub(crate) fn in_flight(self: &Arc<Self>) -> InFlight {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        InFlight(Arc::clone(self))
    }

    /// The number of requests in flight.
    #[must_use]
    pub fn requests_in_flight(&self) -> usize {
        self.in_flight.load(Ordering::Relaxed)
    }

    /// Request durations, from headers to response; sending the response is not included.
    #[must_use]
    pub fn latencies(&self) -> Vec<Latency> {
        self.latencies.snapshot()
    }

    /// Records an answered request.
    pub(crate) fn note(&self, method: &str, route: Option<&str>, status: u16, code: Option<Code>, took: Duration) {
        self.latencies.note(method, route, status, took);
        let index = code.and_then(|code| Code::ALL.iter().position(|known| *known == code));
        if let Some(count) = index.and_then(|index| self.problems.0.get(index)) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The number of responses of each status class, such as `2xx`, since the start.
    pub fn answers(&self) -> impl Iterator<Item = (String, u64)> {
        self.latencies.by_class().into_iter().map(|(class, count)| (class.to_owned(), count))
    }

    /// The number of problems by code since the start; codes that never occurred are omitted.
    pub fn problems(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let counts = self.problems.0.iter().map(|count| count.load(Ordering::Relaxed));
        Code::ALL.iter().map(|code| code.as_str()).zip(counts).filter(|(_, count)| *count > 0)
    }

    /// Records a refused connection; the reason is one word.
    pub fn note_refused_connection(&self, address: IpAddr, reason: &'static str) {
        self.refused_connections.fetch_add(1, Ordering::Relaxed);
        let client = limits::prefix(Some(address));
        if self.log.may_write(&client, Instant::now()) {
            tracing::info!(client, reason, "connection refused");
        }
    }

    /// The number of refused connections since the start.
    #[must_use]
    pub fn refused_connections(&self) -> u64 {
        self.refused_connections.load(Ordering::Relaxed)
    }

    /// Logs the number of refused requests that were not logged individually; called once a minute.
    pub fn sum_up_refusals(&self) {
        self.log.sum_up();
    }
}

/// A request in flight.
#[derive(Debug)]
pub(crate) struct InFlight(Arc<Traffic>);

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A counted request of a client behind a proxy.
#[derive(Debug)]
pub(crate) struct Running {
    client: String,
    all: Arc<Mutex<HashMap<String, usize>>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut running = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = running.get_mut(&self.client) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                running.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_behind_a_proxy_does_only_so_much_at_once() {
        let traffic = Traffic::new(2, []);
        let first = traffic.begin("a").unwrap();
        let _second = traffic.begin("a").unwrap();
        assert_eq!(traffic.begin("a").unwrap_err().code(), Code::RateLimited);
        assert!(traffic.begin("b").is_ok(), "others are not held up");
        drop(first);
        assert!(traffic.begin("a").is_ok());
    }

    #[test]
    fn clients_that_are_gone_are_forgotten() {
        let traffic = Traffic::new(2, []);
        drop(traffic.begin("a").unwrap());
        assert!(traffic.running.lock().unwrap().is_empty());
    }

    #[test]
    fn answers_and_problems_are_counted() {
        let traffic = Traffic::default();
        let note = |status, code| traffic.note("GET", Some("/parts"), status, code, Duration::ZERO);
        note(200, None);
        note(429, Some(Code::RateLimited));
        note(429, Some(Code::RateLimited));
        let answers: Vec<_> = traffic.answers().filter(|(_, count)| *count > 0).collect();
        assert_eq!(answers, [("2xx".to_owned(), 1), ("4xx".to_owned(), 2)]);
        assert_eq!(traffic.problems().collect::<Vec<_>>(), [("rate_limited", 2)]);
    }
}
