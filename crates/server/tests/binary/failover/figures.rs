//! Records when requests were answered, and computes the impact of each fault.

use super::setting;
use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// The figures of the whole run.
#[derive(Default)]
pub(crate) struct Figures {
    stopped: AtomicBool,
    seen: Mutex<Seen>,
}

/// An acknowledged order.
#[derive(Clone, Copy)]
struct Order {
    begun: Instant,
    acknowledged: Instant,
}

#[derive(Default)]
struct Seen {
    /// Acknowledged orders, by time of acknowledgment.
    acknowledged: Vec<Order>,
    repeated: usize,
    reads: usize,
    slowest_read: Duration,
    failed_reads: Vec<String>,
    unexpected: Vec<String>,
}

impl Figures {
    fn with<T>(&self, change: impl FnOnce(&mut Seen) -> T) -> T {
        change(&mut self.seen.lock().unwrap())
    }

    pub(crate) fn goes_on(&self) -> bool {
        !self.stopped.load(Ordering::SeqCst)
    }

    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
    }

    /// Records an order that is acknowledged now.
    pub(crate) fn acknowledge(&self, begun: Instant) {
        self.with(|seen| seen.acknowledged.push(Order { begun, acknowledged: Instant::now() }));
    }

    pub(crate) fn repeat(&self) {
        self.with(|seen| seen.repeated += 1);
    }

    pub(crate) fn read(&self, took: Duration) {
        self.with(|seen| {
            seen.reads += 1;
            seen.slowest_read = seen.slowest_read.max(took);
        });
    }

    pub(crate) fn fail_to_read(&self, what: &str) {
        self.with(|seen| {
            seen.reads += 1;
            seen.failed_reads.push(what.chars().take(160).collect());
        });
    }

    /// Records a response that no fault explains.
    pub(crate) fn note_unexpected(&self, what: String) {
        self.with(|seen| seen.unexpected.push(what));
    }

    pub(crate) fn unexpected(&self) -> Vec<String> {
        self.with(|seen| seen.unexpected.clone())
    }
}

/// The time from a fault until everything runs again.
pub(crate) struct Window {
    name: String,
    limit: Duration,
    opened: Instant,
    repeated: usize,
    reads: usize,
}

/// Returns the longest time without an acknowledged order.
fn longest_pause(opened: Instant, orders: &[Order]) -> Duration {
    let acknowledged = orders.iter().map(|order| order.acknowledged).chain([Instant::now()]);
    let mut last = opened;
    let pauses = acknowledged.map(|at| at.saturating_duration_since(std::mem::replace(&mut last, at)));
    pauses.max().unwrap_or_default()
}

/// Returns the time from the fault until the first order that started after it was acknowledged.
fn first_after(opened: Instant, orders: &[Order]) -> Option<Duration> {
    let first = orders.iter().find(|order| order.begun >= opened)?;
    Some(first.acknowledged.saturating_duration_since(opened))
}

impl Window {
    pub(crate) fn open(name: String, limit: Duration, figures: &Figures) -> Self {
        figures.with(|seen| {
            seen.slowest_read = Duration::ZERO;
            seen.failed_reads.clear();
            Self { name, limit, opened: Instant::now(), repeated: seen.repeated, reads: seen.reads }
        })
    }

    /// Returns a row of the table. Adds values over their limit to the failures.
    pub(crate) fn close(self, figures: &Figures, failures: &mut Vec<String>) -> String {
        figures.with(|seen| {
            let since = seen.acknowledged.partition_point(|order| order.acknowledged < self.opened);
            let orders = &seen.acknowledged[since..];
            let pause = longest_pause(self.opened, orders);
            let first = first_after(self.opened, orders)
                .map_or("never".to_owned(), |time| format!("{:.1} s", time.as_secs_f64()));
            if pause > self.limit {
                let [pause, limit] = [pause, self.limit].map(|time| time.as_secs_f64());
                failures.push(format!("{}: {pause:.1} s without an order, {limit:.1} are allowed", self.name));
            }
            let failed = seen.failed_reads.len();
            if failed > 0 && setting("FAILED_READS").as_deref() != Some("allowed") {
                failures.push(format!("{}: {failed} reads of the catalog failed", self.name));
            }
            for what in seen.failed_reads.iter().take(2) {
                println!("      {what}");
            }
            format!(
                "| {} | {first} | {:.1} s | {} | {} | {} | {failed} | {:.1} s |",
                self.name,
                pause.as_secs_f64(),
                orders.len(),
                seen.repeated - self.repeated,
                seen.reads - self.reads,
                seen.slowest_read.as_secs_f64(),
            )
        })
    }
}
