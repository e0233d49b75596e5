//! Limits the log lines about refused requests. The first few of each client are logged individually, the rest as one
//! count per minute: causing a refusal is cheap, and must not fill a disk.

use std::{
    collections::HashMap,
    mem,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The period over which lines are counted.
const WINDOW: Duration = Duration::from_mins(1);

/// Maximum lines about one client in one window.
const LINES: u32 = 20;

/// Maximum clients counted individually in one window; all others are counted together.
const CLIENTS: usize = 500;

/// The key of all other clients.
const OTHERS: &str = "others";

#[derive(Debug, Default)]
struct Window {
    began: Option<Instant>,
    /// The number of lines requested for each client.
    wanted: HashMap<String, u32>,
}

/// Counts the log lines that clients cause.
#[derive(Debug, Default)]
pub(crate) struct RefusalLog {
    window: Mutex<Window>,
}

impl RefusalLog {
    /// Whether a line may be written about a client.
    pub(crate) fn may_write(&self, client: &str, now: Instant) -> bool {
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        let over = window.began.is_some_and(|began| now.saturating_duration_since(began) >= WINDOW);
        let left_out = if over { left_out(mem::take(&mut *window)) } else { Vec::new() };
        window.began.get_or_insert(now);
        let known = window.wanted.len() < CLIENTS || window.wanted.contains_key(client);
        let wanted = window.wanted.entry(if known { client } else { OTHERS }.to_owned()).or_default();
        *wanted = wanted.saturating_add(1);
        let may = *wanted <= LINES;
        drop(window);
        tell(left_out);
        may
    }

    /// Logs the number of omitted lines, if there were any.
    pub(crate) fn sum_up(&self) {
        let window = mem::take(&mut *self.window.lock().unwrap_or_else(PoisonError::into_inner));
        tell(left_out(window));
    }
}

/// The clients with the number of omitted lines, highest first.
fn left_out(window: Window) -> Vec<(String, u32)> {
    let mut left_out: Vec<_> = window
        .wanted
        .into_iter()
        .filter(|(_, wanted)| *wanted > LINES)
        .map(|(who, wanted)| (who, wanted - LINES))
        .collect();
    left_out.sort_unstable_by(|(_, one), (_, other)| other.cmp(one));
    left_out
}

fn tell(left_out: Vec<(String, u32)>) {
    for (client, requests) in left_out {
        tracing::info!(client, requests, "more requests were refused than are logged individually");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_is_refused_again_and_again_writes_few_lines() {
        let log = RefusalLog::default();
        let now = Instant::now();
        let lines = (0..100_000).filter(|_| log.may_write("192.0.2.0/24", now)).count();
        assert_eq!(lines, 20);
        assert!(log.may_write("198.51.100.0/24", now), "other clients are still logged");
        assert!(log.may_write("192.0.2.0/24", now + WINDOW), "and so is it, a minute later");
    }

    #[test]
    fn what_was_left_out_is_counted() {
        let log = RefusalLog::default();
        let now = Instant::now();
        for _ in 0..25 {
            log.may_write("192.0.2.0/24", now);
        }
        log.may_write("198.51.100.0/24", now);
        let window = mem::take(&mut *log.window.lock().unwrap());
        assert_eq!(left_out(window), [("192.0.2.0/24".to_owned(), 5)]);
    }

    #[test]
    fn many_clients_together_write_a_bounded_number_of_lines() {
        let log = RefusalLog::default();
        let now = Instant::now();
        for client in 0..100_000 {
            log.may_write(&client.to_string(), now);
        }
        assert_eq!(log.window.lock().unwrap().wanted.len(), CLIENTS + 1);
    }
}
