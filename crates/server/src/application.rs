//! The running server: built from settings, bound to a port, serves until shutdown.

use crate::{
    background::Background,
    build_info::BUILD,
    catalogue_copy,
    config::Settings,
    embedded, import_worker, indexing,
    metrics::{self, Metrics},
    seed::{self, DemoAccount},
    signals::{self, StopSignals},
    site::{self, Site},
    start_error::StartError,
    telemetry,
    transport::{self, Admission, Transport},
    wire::{self, ServingStore, TokenKeys, Wired},
};
use actix_web::{App, dev::Server, middleware::Compress, web::Data};
use autoparts_application::{
    error_chain::error_chain, imports::RemovalShare, outbox::OutboxWorker, ports::store::Store, shop::Shop,
};
use autoparts_auth_adapter::EmbeddedIdentity;
use autoparts_domain::id::ServerId;
use autoparts_http::{
    api, cors, guard::Guard, limits::Limits, pictures::uploads::Uploads, public_answers::PublicAnswers, state::Api,
    traffic::Traffic,
};
use autoparts_payments::Sandbox;
use autoparts_persistence::CopiedStore;
use std::{io, net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};
use tokio::{signal::unix::Signal, task::JoinSet, time::MissedTickBehavior};

/// Interval of the maintenance rounds.
const MAINTENANCE_EVERY: Duration = Duration::from_mins(1);

/// Interval at which completed refunds are checked with the provider again.
const RECHECK: Duration = Duration::from_hours(24);

/// Interval at which refused requests that were not logged individually are logged as a summary.
const REFUSALS_ROUND: Duration = Duration::from_mins(1);

/// Interval at which the database updates its query planner statistics as tables grow; also runs at each start.
const OPTIMIZE: Duration = Duration::from_hours(1);

/// Interval at which the server checks for new signing keys; shorter than the time a new key is published before it
/// signs.
const KEYS: Duration = Duration::from_mins(1);

/// Interval at which servers share client usage for rate limits; skipped when there is none.
const SHARE_USES: Duration = Duration::from_secs(1);

/// Interval at which the outbox is polled.
const MAIL_ROUND: Duration = Duration::from_secs(5);

/// A server that is bound to its port and serves once it runs.
pub struct Application {
    transport: Transport,
    api: Data<Api>,
    traffic: Arc<Traffic>,
    grace: Duration,
    metrics: Metrics,
    metrics_server: Option<Server>,
    address: SocketAddr,
    public_url: String,
    shop: Shop,
    search_dir: PathBuf,
    removal_share: RemovalShare,
    sandbox: Option<Arc<Sandbox>>,
    worker: Option<OutboxWorker>,
    keys: TokenKeys,
    copied: Option<Arc<CopiedStore>>,
    shutdown_signal: StopSignals,
    /// SIGHUP: sent when a terminal closes, and by some tools to reload the configuration.
    hangups: Signal,
    /// The embedded identity provider; `None` with an external one.
    identity: Option<Arc<EmbeddedIdentity>>,
}

impl Application {
    /// Opens the database, wires the shop and binds the port.
    pub async fn build(settings: &Settings) -> Result<Self, StartError> {
        let hangups = signals::hangups()?;
        let listener =
            transport::listen(settings.bind).map_err(|cause| StartError::Bind { address: settings.bind, cause })?;
        let address = listener.local_addr()?;
        let own_url = format!("http://{}", reachable(address));
        let public_url = settings.public_url.clone().unwrap_or_else(|| own_url.clone());

        let serving = wire::serving_store(settings)?;
        let Wired { shop, embedded, browser, headers, worker, keys } =
            wire::wire(settings, &serving, &public_url, &own_url).await?;
        let ServingStore { database: pools, copied } = serving;
        let sandbox = embedded.sandbox.clone();
        let identity = embedded.identity.clone();
        let limits = Limits::new(settings.rates, &settings.trusted_proxies);
        // A SQLite database has only one server, so its limits are not shared.
        let limits =
            if settings.database.sqlite_file().is_some() { limits } else { limits.shared(Arc::clone(&shop.clock)) };
        let per_address = settings.max_connections_per_address;
        let own_routes = embedded::ROUTES.into_iter().chain(site::ROUTES);
        let traffic = Arc::new(Traffic::new(per_address, api::patterns().chain(own_routes)));
        let public = PublicAnswers::default();
        let uploads = Uploads::default();
        let api = Data::new(Api {
            shop: shop.clone(),
            browser,
            limits,
            traffic: Arc::clone(&traffic),
            public,
            uploads,
            build: BUILD,
        });
        let site = Data::new(Site::new(&public_url));
        let headers = Data::new(headers);
        let origins = settings.cors_origins.clone();
        let of_app = api.clone();

        let app = move || {
            App::new()
                .configure(site::configure_redirects)
                .configure(api::configure(of_app.clone()))
                .configure(|config| embedded.configure(config))
                .configure(|config| site::configure(config, &site))
                .wrap(Compress::default())
                .wrap(cors::allow(&origins))
                .wrap(Guard::new(of_app.clone(), headers.clone()).around(!origins.is_empty()))
        };
        // From here on, signals are queued for the shutdown wait. Before, they kill the process immediately, because
        // opening a database may take long.
        let shutdown_signal = StopSignals::new()?;
        let most = transport::most_connections(settings.max_connections);
        let admission = Arc::new(Admission::new(most, per_address, &settings.trusted_proxies));
        let transport = Transport::new(listener, Arc::clone(&admission), Arc::clone(&traffic), settings.workers, app)?;
        let metrics = Metrics::of(shop.clone(), Arc::clone(&traffic), admission, pools);
        let metrics_server = settings.metrics.map(|address| metrics.serve(address)).transpose()?;
        telemetry::started(settings, address, &public_url);
        Ok(Self {
            transport,
            api,
            traffic,
            grace: settings.shutdown_grace,
            metrics,
            metrics_server,
            address,
            public_url,
            shop,
            search_dir: settings.search_dir.clone(),
            removal_share: settings.import_removal_share,
            sandbox,
            worker,
            keys,
            copied,
            shutdown_signal,
            hangups,
            identity,
        })
    }

    /// Returns the port the server listens on.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Returns the URL under which browsers reach the server.
    #[must_use]
    pub fn public_url(&self) -> &str {
        &self.public_url
    }

    /// Returns the demo accounts that can sign in here. Errors yield an empty list: they must not keep the server
    /// from starting.
    pub async fn demo_accounts(&self) -> Vec<DemoAccount> {
        match &self.identity {
            Some(provider) => seed::accounts(provider).await.unwrap_or_default(),
            None => Vec::new(),
        }
    }

    /// Serves until a shutdown signal, then drains requests.
    pub async fn run(self) -> io::Result<()> {
        // Background tasks; dropping the set aborts them.
        let mut background_tasks = JoinSet::new();
        let shop = self.shop.clone();
        let rechecking = self.shop;
        let metrics = self.metrics;
        let noting = metrics.clone();
        let growing = Arc::clone(&shop.store);
        let following = shop.clone();
        let server: ServerId = shop.ids.next();
        background_tasks.spawn(async move {
            shop.take_over_maintenance(server).await;
            run_periodically(MAINTENANCE_EVERY, move || maintain(shop.clone(), server, noting.clone())).await;
        });
        let counting = self.api.clone();
        background_tasks.spawn(run_periodically(SHARE_USES, move || share_uses(counting.clone())));
        background_tasks.spawn(run_periodically(OPTIMIZE, move || optimize(Arc::clone(&growing))));
        background_tasks.spawn(run_periodically(RECHECK, move || recheck_money(rechecking.clone())));
        let background = Background::start()?;
        let importer = import_worker::importer(&following, self.removal_share);
        background.spawn(indexing::follow(following, self.search_dir));
        if let Some(copied) = self.copied {
            background.spawn(catalogue_copy::follow(Arc::clone(&copied)));
            background_tasks.spawn(catalogue_copy::watch(copied, self.keys.clone()));
        }
        let keys = self.keys;
        background_tasks.spawn(run_periodically(KEYS, move || read_keys(keys.clone())));
        // Runs on its own thread because reading a file blocks.
        let imports = Background::start()?;
        imports.spawn(import_worker::work(importer.clone()));
        background_tasks.spawn(run_periodically(import_worker::BEAT, move || import_worker::beat(importer.clone())));
        if let Some(server) = self.metrics_server {
            background_tasks.spawn(run_periodically(metrics::BOOKS_ROUND, move || metrics.clone().check_books()));
            background_tasks.spawn(async move { drop(server.await) });
        }
        if let Some(worker) = self.worker {
            background_tasks.spawn(run_periodically(MAIL_ROUND, move || carry_mails(worker.clone())));
        }
        if let Some(sandbox) = self.sandbox {
            background_tasks.spawn(async move { sandbox.deliver_webhooks().await });
        }
        background_tasks.spawn(run_periodically(REFUSALS_ROUND, {
            let traffic = Arc::clone(&self.traffic);
            move || {
                let traffic = Arc::clone(&traffic);
                async move { traffic.sum_up_refusals() }
            }
        }));
        background_tasks.spawn(signals::outlive_terminals(self.hangups));
        let ended =
            self.transport.run(signals::wait_for_the_end(self.shutdown_signal, self.traffic, self.grace)).await?;
        telemetry::stopped(ended);
        Ok(())
    }
}

/// Runs `work` periodically, forever. A panic in one round is a bug but does not stop further rounds.
async fn run_periodically<F>(pause: Duration, work: impl Fn() -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    let mut round = tokio::time::interval(pause);
    round.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        round.tick().await;
        if let Err(error) = tokio::spawn(work()).await {
            tracing::error!(%error, "background task panicked");
        }
    }
}

async fn maintain(shop: Shop, server: ServerId, metrics: Metrics) {
    match shop.maintain_alone(server).await {
        Some(true) => metrics.note_maintenance(),
        Some(false) => {}
        None => tracing::debug!("another server does the maintenance"),
    }
}

/// Publishes this server's client usage and loads the total of all servers.
async fn share_uses(api: Data<Api>) {
    let uses = api.limits.take_uses();
    if uses.is_empty() {
        return;
    }
    match api.shop.share_uses(uses).await {
        Ok(totals) => api.limits.note_uses(totals),
        Err(error) => tracing::debug!(
            error = error_chain(&error),
            "cannot share rate limits; each server counts on its own for now"
        ),
    }
}

async fn optimize(store: Arc<dyn Store>) {
    if let Err(error) = store.optimize().await {
        tracing::warn!(error = error_chain(&error), "cannot refresh the query planner statistics; retrying later");
    }
}

async fn read_keys(keys: TokenKeys) {
    if let Err(error) = keys.read().await {
        tracing::warn!(error = error_chain(&error), "the signing keys will be read later");
    }
}

async fn recheck_money(shop: Shop) {
    if let Err(error) = shop.recheck_money().await {
        tracing::warn!(error = error_chain(&error), "the daily payment check failed; retrying tomorrow");
    }
}

async fn carry_mails(worker: OutboxWorker) {
    if let Err(error) = worker.deliver_due().await {
        tracing::warn!(error = error_chain(&error), "emails will be sent later");
    }
}

/// Returns the address under which this machine reaches a listener. A listener on all interfaces is reached on
/// loopback.
fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    let loopback: std::net::IpAddr = match address {
        SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
        SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
    };
    SocketAddr::new(loopback, address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_reaches_itself_on_loopback() {
        assert_eq!(reachable("0.0.0.0:80".parse().unwrap()).to_string(), "127.0.0.1:80");
        assert_eq!(reachable("[::]:80".parse().unwrap()).to_string(), "[::1]:80");
        assert_eq!(reachable("192.0.2.1:80".parse().unwrap()).to_string(), "192.0.2.1:80");
    }

    #[tokio::test]
    async fn a_taken_port_says_what_to_do() {
        let first = transport::listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = first.local_addr().unwrap();
        let cause = transport::listen(address).unwrap_err();
        let error = StartError::Bind { address, cause }.to_string();
        assert!(error.contains("BIND_ADDR") && error.lines().count() == 1, "{error}");
    }
}
