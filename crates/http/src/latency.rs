//! Request durations by method, route and status class. Recording takes no lock: a request increments existing
//! counters, and the set of routes is fixed when the server starts.

use std::{
    array,
    collections::HashMap,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// Name for unknown methods and unmatched routes: clients choose both, so metrics and traces must not have a value for
/// each.
pub(crate) const OTHER: &str = "other";

/// Upper bounds of the buckets, in microseconds. One more bucket holds everything longer.
const BOUNDS: [u32; 13] = [
    1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000,
];

const METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", OTHER];

const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// The name of a method: the method, or `other`.
pub(crate) fn method_name(method: &str) -> &'static str {
    METHODS.into_iter().find(|name| *name == method).unwrap_or(OTHER)
}

/// Request durations since the start.
#[derive(Debug)]
pub(crate) struct Latencies {
    routes: HashMap<String, Route>,
    other: Route,
}

/// A histogram for each method and status class, created when the first such request is answered.
#[derive(Debug, Default)]
struct Route([[OnceLock<Box<Histogram>>; CLASSES.len()]; METHODS.len()]);

/// The sum shares a cache line with the first buckets, which most requests use.
#[derive(Debug, Default)]
#[repr(C, align(64))]
struct Histogram {
    micros: AtomicU64,
    buckets: [AtomicU64; BOUNDS.len() + 1],
}

/// The durations of one kind of request.
#[derive(Debug, Clone, PartialEq)]
pub struct Latency {
    /// The method, such as `GET`, or `other`.
    pub method: &'static str,
    /// The route pattern, such as `/orders/{id}`, or `other`.
    pub route: String,
    /// The status class, such as `2xx`.
    pub status: &'static str,
    /// The sum of durations, in seconds.
    pub sum: f64,
    /// The upper bound of each bucket in seconds, and the number of requests in this bucket only. The last bucket is
    /// unbounded.
    pub buckets: Vec<(f64, u64)>,
}

impl Default for Latencies {
    fn default() -> Self {
        Self::new([])
    }
}

impl Latencies {
    /// For these route patterns; requests on other routes are counted together.
    pub(crate) fn new<'r>(routes: impl IntoIterator<Item = &'r str>) -> Self {
        let routes = routes.into_iter().map(|route| (route.to_owned(), Route::default()));
        Self { routes: routes.collect(), other: Route::default() }
    }

    /// Records an answered request.
    pub(crate) fn note(&self, method: &str, route: Option<&str>, status: u16, took: Duration) {
        let route = route.and_then(|route| self.routes.get(route)).unwrap_or(&self.other);
        let method = METHODS.iter().position(|name| *name == method).unwrap_or(METHODS.len() - 1);
        let class = usize::from(status / 100).saturating_sub(1);
        if let Some(histogram) = route.0.get(method).and_then(|classes| classes.get(class)) {
            histogram.get_or_init(Box::default).note(took);
        }
    }

    /// The number of responses of each status class, such as `2xx`.
    pub(crate) fn by_class(&self) -> [(&'static str, u64); CLASSES.len()] {
        let routes: Vec<&Route> = self.routes.values().chain([&self.other]).collect();
        array::from_fn(|class| {
            let of_class = |methods: &Route| -> u64 {
                let histograms = methods.0.iter().filter_map(|classes| classes.get(class)?.get());
                histograms.flat_map(|histogram| &histogram.buckets).map(|count| count.load(Ordering::Relaxed)).sum()
            };
            (CLASSES.get(class).copied().unwrap_or(OTHER), routes.iter().copied().map(of_class).sum())
        })
    }

    /// The recorded values, in the order of the routes; kinds of requests that never occurred are omitted.
    pub(crate) fn snapshot(&self) -> Vec<Latency> {
        let mut routes: Vec<_> = self.routes.iter().map(|(name, route)| (name.as_str(), route)).collect();
        routes.sort_unstable_by_key(|(name, _)| *name);
        routes.push((OTHER, &self.other));
        let mut all = Vec::new();
        for (name, route) in routes {
            for (method, classes) in METHODS.into_iter().zip(&route.0) {
                for (status, histogram) in CLASSES.into_iter().zip(classes) {
                    let Some((sum, buckets)) = histogram.get().map(|histogram| histogram.read()) else { continue };
                    all.push(Latency { method, route: name.to_owned(), status, sum, buckets });
                }
            }
        }
        all
    }
}

impl Histogram {
    fn note(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let bucket = BOUNDS.partition_point(|bound| u64::from(*bound) < micros);
        if let Some(bucket) = self.buckets.get(bucket) {
            bucket.fetch_add(1, Ordering::Relaxed);
        }
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    fn read(&self) -> (f64, Vec<(f64, u64)>) {
        let counts: [u64; BOUNDS.len() + 1] =
            array::from_fn(|bucket| self.buckets.get(bucket).map_or(0, |count| count.load(Ordering::Relaxed)));
        let ends = BOUNDS.into_iter().map(|bound| f64::from(bound) / 1e6).chain([f64::INFINITY]);
        let sum = Duration::from_micros(self.micros.load(Ordering::Relaxed)).as_secs_f64();
        (sum, ends.zip(counts).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_route_method_and_status_class() {
        let latencies = Latencies::new(["/parts", "/sandbox"]);
        let millis = Duration::from_millis;
        latencies.note("GET", Some("/parts"), 200, millis(1));
        latencies.note("GET", Some("/parts"), 204, millis(3));
        latencies.note("GET", Some("/parts"), 404, Duration::from_mins(1));
        latencies.note("POST", Some("/sandbox"), 200, millis(2));
        let counted = latencies.snapshot();
        let kinds: Vec<_> = counted.iter().map(|one| (one.method, one.route.as_str(), one.status)).collect();
        assert_eq!(kinds, [("GET", "/parts", "2xx"), ("GET", "/parts", "4xx"), ("POST", "/sandbox", "2xx")]);
        let count = |one: &Latency| one.buckets.iter().map(|(_, count)| count).sum::<u64>();
        assert_eq!(counted.iter().map(count).collect::<Vec<_>>(), [2, 1, 1]);
        let filled: Vec<_> = counted[0].buckets.iter().filter(|(_, count)| *count > 0).copied().collect();
        assert_eq!((filled, counted[0].sum), (vec![(0.001, 1), (0.005, 1)], 0.004));
        assert_eq!(counted[1].buckets.last(), Some(&(f64::INFINITY, 1)), "slow requests are counted, too");
    }

    #[test]
    fn unknown_methods_and_routes_share_one_histogram() {
        let latencies = Latencies::new(["/parts"]);
        for number in 0..100 {
            latencies.note(&format!("M{number}"), Some(&format!("/no/{number}")), 404, Duration::ZERO);
        }
        latencies.note("GET", None, 404, Duration::ZERO);
        latencies.note("GET", Some("/parts"), 999, Duration::ZERO);
        let counted = latencies.snapshot();
        let kinds: Vec<_> = counted.iter().map(|one| (one.method, one.route.as_str())).collect();
        assert_eq!(kinds, [("GET", OTHER), (OTHER, OTHER)]);
        assert_eq!(counted[1].buckets[0].1, 100);
    }
}
