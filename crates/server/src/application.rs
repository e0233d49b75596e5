//! The running server: built from settings, bound to a port, served until it is told to stop.

use crate::{
    config::Settings,
    metrics::{self, Metrics},
    seed::{self, DemoAccount},
    site::{self, Site},
    wire::{self, WireError, Wired},
};
use actix_web::{
    App, HttpServer,
    dev::Server,
    middleware::{Compress, from_fn},
    web::Data,
};
use autoparts_application::{causes::causes, mailing::Postman, shop::Shop};
use autoparts_http::{
    api::{self, Api},
    cors,
    guard::guard,
    limits::Limits,
};
use autoparts_payments::Sandbox;
use std::{
    io,
    net::{SocketAddr, TcpListener},
    sync::Arc,
    time::Duration,
};
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    task::JoinSet,
    time::MissedTickBehavior,
};

/// How long a connection may take to send its headers.
const HEADERS_DEADLINE: Duration = Duration::from_secs(5);

/// How long running requests may take once the server is told to stop.
const SHUTDOWN_DEADLINE: u64 = 10;

/// How often the shop looks after itself.
const UPKEEP: Duration = Duration::from_mins(1);

/// How often refunds that were carried out are asked about again.
const RECHECK: Duration = Duration::from_hours(24);

/// How often the outbox is looked through.
const MAIL_ROUND: Duration = Duration::from_secs(5);

/// Why the server cannot start; `Display` is one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The port is in use, or may not be used.
    #[error("cannot listen on {address} ({cause}); stop what listens there, or set BIND_ADDR to another port")]
    Bind {
        /// Where.
        address: SocketAddr,
        /// What the operating system says.
        cause: io::Error,
    },
    /// The port for figures is in use, or may not be used.
    #[error("cannot show figures on {address} ({cause}); stop what listens there, or set METRICS_ADDR to another port")]
    Metrics {
        /// Where.
        address: SocketAddr,
        /// What the operating system says.
        cause: io::Error,
    },
    /// The web server cannot be started.
    #[error("the web server cannot be started: {0}")]
    Server(#[from] io::Error),
    /// The shop cannot be put together.
    #[error(transparent)]
    Wire(#[from] WireError),
}

/// A server that listens already and serves when it is run.
pub struct Application {
    server: Server,
    metrics: Metrics,
    metrics_server: Option<Server>,
    address: SocketAddr,
    public_url: String,
    shop: Shop,
    sandbox: Option<Arc<Sandbox>>,
    postman: Option<Postman>,
    told_to_stop: StopSignals,
    /// Whether people sign in here, and not with another provider.
    signs_people_in: bool,
}

impl Application {
    /// Opens the database, wires the shop and binds the port.
    pub async fn build(settings: &Settings) -> Result<Self, StartError> {
        let listener = listen(settings.bind)?;
        let address = listener.local_addr()?;
        let own_url = format!("http://{}", reachable(address));
        let public_url = settings.public_url.clone().unwrap_or_else(|| own_url.clone());

        let store = wire::store(settings)?;
        wire::check_schema(settings, &store)?;
        let Wired { shop, embedded, browser, headers, postman } =
            wire::wire(settings, store, &public_url, &own_url).await?;
        let (sandbox, signs_people_in) = (embedded.sandbox.clone(), embedded.identity.is_some());
        let limits = Limits::new(settings.rates, &settings.trusted_proxies);
        let api = Data::new(Api { shop: shop.clone(), browser, limits });
        let site = Data::new(Site::new(&public_url));
        let (headers, origins) = (Data::new(headers), settings.cors_origins.clone());

        let mut server = HttpServer::new(move || {
            App::new()
                .app_data(headers.clone())
                .configure(api::configure(api.clone()))
                .configure(|config| embedded.configure(config))
                .configure(|config| site::configure(config, &site))
                .wrap(Compress::default())
                .wrap(cors::allow(&origins))
                .wrap(from_fn(guard))
        })
        .disable_signals()
        .client_request_timeout(HEADERS_DEADLINE)
        .shutdown_timeout(SHUTDOWN_DEADLINE);
        if let Some(workers) = settings.workers {
            server = server.workers(workers);
        }
        // From here on signals are kept until somebody waits for them; before, they end the process at
        // once, since opening a database may take its time.
        let told_to_stop = StopSignals::new()?;
        let server = server.listen(listener)?.run();
        let metrics = Metrics::of(shop.clone());
        let metrics_server = settings.metrics.map(|address| metrics.serve(address)).transpose()?;
        Ok(Self {
            server,
            metrics,
            metrics_server,
            address,
            public_url,
            shop,
            sandbox,
            postman,
            told_to_stop,
            signs_people_in,
        })
    }

    /// The port it listens on.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// How browsers reach it.
    #[must_use]
    pub fn public_url(&self) -> &str {
        &self.public_url
    }

    /// The accounts of the demonstration that one can sign in with here; for people who try
    /// the shop, so what goes wrong is no reason not to serve.
    pub async fn demo_accounts(&self) -> Vec<DemoAccount> {
        if !self.signs_people_in {
            return Vec::new();
        }
        seed::accounts(&self.shop.store).await.unwrap_or_default()
    }

    /// Serves until the process is told to stop, then finishes what runs.
    pub async fn run(self) -> io::Result<()> {
        // Dropped, and thereby ended, together with this.
        let mut beside = JoinSet::new();
        let (shop, rechecking, metrics) = (self.shop.clone(), self.shop, self.metrics);
        let noting = metrics.clone();
        beside.spawn(now_and_then(UPKEEP, move || keep_up(shop.clone(), noting.clone())));
        beside.spawn(now_and_then(RECHECK, move || recheck_refunds(rechecking.clone())));
        if let Some(server) = self.metrics_server {
            beside.spawn(now_and_then(metrics::BOOKS_ROUND, move || metrics.clone().check_books()));
            beside.spawn(async move { drop(server.await) });
        }
        if let Some(postman) = self.postman {
            beside.spawn(now_and_then(MAIL_ROUND, move || carry_mails(postman.clone())));
        }
        if let Some(sandbox) = self.sandbox {
            beside.spawn(async move { sandbox.deliver_webhooks().await });
        }
        let (server, mut told_to_stop) = (self.server.handle(), self.told_to_stop);
        beside.spawn(async move {
            told_to_stop.next().await;
            server.stop(true).await;
        });
        self.server.await
    }
}

/// What tells the process to stop: SIGTERM, and Ctrl-C. Signals that arrive before anybody waits for
/// them are kept.
struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
}

impl StopSignals {
    fn new() -> io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Does something now and then, for ever. A round that panics is a bug, but no reason to have no
/// further rounds.
async fn now_and_then<F>(pause: Duration, work: impl Fn() -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    let mut round = tokio::time::interval(pause);
    round.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        round.tick().await;
        if let Err(error) = tokio::spawn(work()).await {
            tracing::error!(%error, "a round of work ended early");
        }
    }
}

async fn keep_up(shop: Shop, metrics: Metrics) {
    if shop.upkeep().await {
        metrics.note_upkeep();
    }
}

async fn recheck_refunds(shop: Shop) {
    if let Err(error) = shop.recheck_refunds().await {
        tracing::warn!(error = causes(&error), "refunds will be asked about again tomorrow");
    }
}

async fn carry_mails(postman: Postman) {
    if let Err(error) = postman.deliver_due().await {
        tracing::warn!(error = causes(&error), "mails will be sent later");
    }
}

fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    let listener = TcpListener::bind(address).map_err(|cause| StartError::Bind { address, cause })?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// The address under which this machine reaches a listener: one that listens everywhere is
/// reached on loopback.
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

    #[test]
    fn a_taken_port_says_what_to_do() {
        let first = listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let error = listen(first.local_addr().unwrap()).unwrap_err().to_string();
        assert!(error.contains("BIND_ADDR") && error.lines().count() == 1, "{error}");
    }
}
