//! Metrics in Prometheus text format, on a separate address that customers cannot reach.

use crate::{build_info::BUILD, start_error::StartError, transport::Admission};
use actix_web::{App, HttpResponse, HttpServer, dev::Server, get, web::Data};
use autoparts_application::{
    error_chain::error_chain, maintenance::health::HealthGauges, ports::books::BooksCheck, shop::Shop,
};
use autoparts_http::traffic::Traffic;
use autoparts_persistence::SqlStore;
use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, NoLabelSet, text::encode},
    metrics::{MetricType, counter::Counter, family::Family, gauge::Gauge},
    registry::{Registry, Unit},
};
use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// Interval at which the server tests whether the daily books check is due.
pub(crate) const BOOKS_ROUND: Duration = Duration::from_hours(1);

/// Timeout for the database metrics; Prometheus waits 10 seconds in total.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(5);

/// The metrics and their sources.
#[derive(Clone)]
pub(crate) struct Metrics {
    shop: Shop,
    traffic: Arc<Traffic>,
    admission: Arc<Admission>,
    store: SqlStore,
    noted: Arc<Mutex<Noted>>,
    /// When the server started, in Unix seconds; the initial value of the last-success gauges.
    started: i64,
}

/// Values recorded as events happen; the rest is counted when scraped.
#[derive(Debug, Clone, Copy, Default)]
struct Noted {
    /// In Unix seconds.
    last_maintenance: Option<i64>,
    last_books: Option<BooksCheck>,
}

impl Metrics {
    pub(crate) fn of(shop: Shop, traffic: Arc<Traffic>, admission: Arc<Admission>, store: SqlStore) -> Self {
        let started = shop.clock.now().seconds();
        Self { shop, traffic, admission, store, noted: Arc::default(), started }
    }

    /// Returns a server for the metrics.
    pub(crate) fn serve(&self, address: SocketAddr) -> Result<Server, StartError> {
        let metrics = Data::new(self.clone());
        let server = HttpServer::new(move || App::new().app_data(metrics.clone()).service(show))
            .workers(1)
            .disable_signals()
            .bind(address)
            .map_err(|cause| StartError::Metrics { address, cause })?;
        Ok(server.run())
    }

    /// Records a successful round of maintenance.
    pub(crate) fn note_maintenance(&self) {
        let now = self.shop.clock.now().seconds();
        self.change(|noted| noted.last_maintenance = Some(now));
    }

    /// Checks the books if that is due, and logs discrepancies.
    pub(crate) async fn check_books(self) {
        let (check, wrong) = match self.shop.check_books_daily().await {
            Ok(checked) => checked,
            Err(error) => return tracing::warn!(error = error_chain(&error), "the books will be checked later"),
        };
        for discrepancy in &wrong {
            tracing::error!(%discrepancy, "the books are not in order");
        }
        self.change(|noted| noted.last_books = Some(check));
    }

    fn change(&self, change: impl FnOnce(&mut Noted)) {
        change(&mut self.noted.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Renders the metrics. Omits the database metrics if the database does not respond; the rest matter most then.
    fn text(&self, health: Option<&HealthGauges>) -> Result<String, std::fmt::Error> {
        let noted = *self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let mut registry = Registry::with_prefix("autoparts");
        let mut gauge = |name: &str, help: &str, value: Option<i64>| {
            if let Some(value) = value {
                let gauge = Gauge::<i64>::default();
                gauge.set(value);
                registry.register(name, help, gauge);
            }
        };
        let count = |number: usize| i64::try_from(number).ok();
        let kept = |number: fn(&HealthGauges) -> usize| health.and_then(|gauges| count(number(gauges)));
        gauge("database_up", "Whether the database answers", Some(health.is_some().into()));
        gauge("payments_open", "Payments that customers may still make", kept(|of| of.payments_open));
        gauge("refunds_open", "Refunds not carried out yet", kept(|of| of.refunds_open));
        gauge("refunds_failing", "Refunds that failed at least once", kept(|of| of.refunds_failing));
        gauge("disputes_open", "Payments that customers dispute, not decided", kept(|of| of.disputes_open));
        gauge("unmatched_payments", "Payments without an order", kept(|of| of.unmatched_payments));
        gauge("reservations_overdue", "Reservations that should have ended", kept(|of| of.reservations_overdue));
        gauge("mails_waiting", "Mails that were not sent yet", kept(|of| of.mails_waiting));
        gauge("mails_overdue", "Mails that should have been tried", kept(|of| of.mails_overdue));
        gauge("started_timestamp_seconds", "When the server started", Some(self.started));
        // A gauge that is absent until the first success would never fire an alert.
        let maintained = noted.last_maintenance.unwrap_or(self.started);
        let help = "When maintenance succeeded last, or the server started";
        gauge("last_maintenance_timestamp_seconds", help, Some(maintained));
        let checked = noted.last_books.map_or(self.started, |books| books.at.seconds());
        gauge(
            "books_checked_timestamp_seconds",
            "When the books were checked last, or the server started",
            Some(checked),
        );
        let wrong_orders = noted.last_books.map(|books| books.wrong_orders.into());
        gauge("books_wrong_orders", "Orders that disagree with payments or ledger", wrong_orders);
        let wrong_parts = noted.last_books.map(|books| books.wrong_parts.into());
        gauge("books_wrong_parts", "Parts whose pieces do not add up", wrong_parts);
        gauge("connections", "Connections of customers that are open", count(self.admission.open()));
        let in_flight = count(self.traffic.requests_in_flight());
        gauge("http_requests_in_flight", "Requests that are being answered", in_flight);
        let key_rejections = Counter::<u64>::default();
        key_rejections.inc_by(self.shop.payments.key_rejections());
        let help = "Calls that the payment provider answered by rejecting the shop's key";
        registry.register("payment_key_rejections", help, key_rejections);
        name_build(&mut registry);
        count_connections(&mut registry, &self.store);
        registry.register_collector(Box::new(LatencyCollector(Arc::clone(&self.traffic))));
        count_requests(&mut registry, &self.traffic);
        let mut text = String::new();
        encode(&mut text, &registry)?;
        Ok(text)
    }
}

/// Adds a gauge that is always 1, whose labels name the build of the server.
fn name_build(registry: &mut Registry) {
    let build = Family::<Vec<(&str, &str)>, Gauge>::default();
    build.get_or_create(&vec![("version", BUILD.version), ("commit", BUILD.commit)]).set(1);
    registry.register("build_info", "Version and commit of the server", build);
}

/// Counts the database connections.
fn count_connections(registry: &mut Registry, store: &SqlStore) {
    let connections = Family::<Vec<(&str, &str)>, Gauge>::default();
    let waiting = Family::<Vec<(&str, &str)>, Gauge>::default();
    for pool in store.pools() {
        let states = [("in_use", pool.in_use), ("idle", pool.idle), ("hung", pool.hung), ("limit", pool.limit)];
        for (state, number) in states {
            let labels = vec![("pool", pool.name), ("state", state)];
            connections.get_or_create(&labels).set(i64::try_from(number).unwrap_or(i64::MAX));
        }
        let number = i64::try_from(pool.waiting).unwrap_or(i64::MAX);
        waiting.get_or_create(&vec![("pool", pool.name)]).set(number);
    }
    registry.register("database_connections", "Connections to the database, and how many may be in use", connections);
    registry.register("database_waiting", "Units of work that wait for a connection to the database", waiting);
}

/// Request latency by route.
#[derive(Debug)]
struct LatencyCollector(Arc<Traffic>);

impl Collector for LatencyCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let help = "From the headers of a request to its answer";
        let unit = Some(&Unit::Seconds);
        let mut family = encoder.encode_descriptor("http_request_duration", help, unit, MetricType::Histogram)?;
        for latency in self.0.latencies() {
            let count = latency.buckets.iter().map(|(_, count)| count).sum();
            let labels = [("method", latency.method), ("route", &latency.route), ("status", latency.status)];
            let mut histogram = family.encode_family(&labels)?;
            histogram.encode_histogram::<NoLabelSet>(latency.sum, count, &latency.buckets, None)?;
        }
        Ok(())
    }
}

/// Counts requests since the start of the server.
fn count_requests(registry: &mut Registry, traffic: &Traffic) {
    let requests = Family::<Vec<(&str, String)>, Counter>::default();
    for (status, count) in traffic.answers() {
        requests.get_or_create(&vec![("status", status)]).inc_by(count);
    }
    registry.register("requests", "Requests that were answered, by class of status", requests);
    let problems = Family::<Vec<(&str, String)>, Counter>::default();
    for (code, count) in traffic.problems() {
        problems.get_or_create(&vec![("code", code.to_owned())]).inc_by(count);
    }
    registry.register("problems", "Requests that ended in a problem, by its code", problems);
    let refused = Counter::<u64>::default();
    refused.inc_by(traffic.refused_connections());
    registry.register("connections_refused", "Connections that were one too many", refused);
}

#[get("/metrics")]
async fn show(metrics: Data<Metrics>) -> HttpResponse {
    let health = match tokio::time::timeout(DATABASE_TIMEOUT, metrics.shop.health_gauges()).await {
        Ok(Ok(gauges)) => Some(gauges),
        Ok(Err(error)) => {
            tracing::warn!(error = error_chain(&error), "cannot read database metrics");
            None
        }
        Err(_elapsed) => {
            tracing::warn!("timed out reading database metrics");
            None
        }
    };
    match metrics.text(health.as_ref()) {
        Ok(text) => {
            HttpResponse::Ok().content_type("application/openmetrics-text; version=1.0.0; charset=utf-8").body(text)
        }
        Err(_) => HttpResponse::InternalServerError().finish(),
    }
}
