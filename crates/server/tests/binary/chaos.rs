//! Two servers on one PostgreSQL under concurrent activity: customers order, pay, delete and report, an admin ships
//! and refunds, the provider's responses get lost, servers are killed, database connections are cut. Afterwards, the
//! test compares the provider's books with the shop's: received − refunded − paid must be 0, nothing is paid or
//! refunded twice, and no stock is oversold.
//!
//! `CHAOS_SECONDS` sets the duration, `CHAOS_SEED` the random seed; `make chaos` takes four minutes.

#![expect(clippy::print_stdout, reason = "the table of figures is what the run is for")]

mod audit;
mod people;
mod servers;

use crate::{
    scene::Scene,
    support::{Person, Site},
};
use autoparts_application::ports::clock::Clock;
use autoparts_payments::testing::{MockServer, ProviderProcess};
use autoparts_server::clock::SystemClock;
use http_types::Response;
use people::{Until, World};
use servers::Servers;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

/// Number of concurrent customers.
const CUSTOMERS: u64 = 12;

/// One in this many provider responses is lost, half of them before the call takes effect.
const LOST_ONE_IN: u64 = 25;

#[expect(clippy::disallowed_methods, reason = "the setting of a test, not of the shop")]
fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

/// A pseudorandom number generator that is deterministic for its seed (`SplitMix64`).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Returns a number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

/// Starts a proxy between the shop and the provider that loses responses while it is `bad`.
async fn network(provider: String, bad: Arc<AtomicBool>, lost: Arc<AtomicU64>) -> MockServer {
    let client = reqwest::Client::builder().timeout(Duration::from_secs(10)).build().unwrap();
    let calls = Arc::new(AtomicU64::new(0));
    MockServer::that(move |request| {
        let client = client.clone();
        let provider = provider.clone();
        let bad = Arc::clone(&bad);
        let lost = Arc::clone(&lost);
        let call = calls.fetch_add(1, Ordering::SeqCst);
        async move {
            let fate = if bad.load(Ordering::SeqCst) { Dice::new(call).below(2 * LOST_ONE_IN) } else { 2 };
            if fate < 2 {
                lost.fetch_add(1, Ordering::SeqCst);
            }
            if fate == 0 {
                return None;
            }
            let (head, body) = request.into_parts();
            let path = head.uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
            let mut headers = head.headers;
            headers.remove("host");
            let request = client.request(head.method, provider + &path).headers(headers).body(body);
            let answer = request.send().await.ok()?;
            let mut response = Response::builder().status(answer.status());
            for (name, value) in answer.headers() {
                if name != "transfer-encoding" && name != "content-length" {
                    response = response.header(name, value);
                }
            }
            let response = response.body(answer.bytes().await.ok()?.to_vec()).ok()?;
            (fate != 1).then_some(response)
        }
    })
    .await
}

/// A seeded shop on PostgreSQL with two servers and an unreliable network to the provider.
struct Stage {
    site: Arc<Site>,
    provider: Arc<ProviderProcess>,
    bad: Arc<AtomicBool>,
    lost: Arc<AtomicU64>,
    servers: Arc<Servers>,
    world: Arc<World>,
}

async fn set_up() -> Stage {
    // All customers share one IP address, and none of them verifies their email address.
    let limits = ["UNPAID_ORDERS", "UNPAID_VALUE", "UNPAID_SHARE"];
    let site = limits.iter().fold(Site::on_postgres(), |site, name| site.with(name, "off"));
    let provider = Arc::new(ProviderProcess::open(site.folder(), Arc::new(SystemClock), None).await);
    let bad = Arc::new(AtomicBool::new(false));
    let lost = Arc::new(AtomicU64::new(0));
    let network = network(provider.url().to_owned(), Arc::clone(&bad), Arc::clone(&lost)).await;
    let site = Arc::new(Scene::with_stripe(site, &network.url));
    site.succeed(&["seed"]);
    let servers = Arc::new(Servers::open(Arc::clone(&site)));
    let world = World::new(&servers, Arc::clone(&provider), CUSTOMERS).await;
    Stage { site, provider, bad, lost, servers, world: Arc::new(world) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn races_and_kills_on_two_servers_lose_no_money_and_no_piece() {
    let seconds = setting("CHAOS_SECONDS", 12);
    let seed = setting("CHAOS_SEED", 1);
    let stage = set_up().await;
    stage.bad.store(true, Ordering::SeqCst);
    let until = Until::after(seconds);
    let mut tasks = Vec::new();
    for customer in 0..CUSTOMERS {
        let world = Arc::clone(&stage.world);
        let until = until.clone();
        tasks.push(tokio::spawn(async move { world.shop_until(until, customer, seed).await }));
    }
    let world = Arc::clone(&stage.world);
    let of_admin = until.clone();
    tasks.push(tokio::spawn(async move { world.run_the_shop_until(of_admin, seed).await }));
    let servers = Arc::clone(&stage.servers);
    let of_breaking = until.clone();
    let breaking = tokio::task::spawn(async move { servers.break_until(of_breaking, seed).await });
    for task in tasks {
        task.await.unwrap();
    }
    breaking.await.unwrap();
    stage.bad.store(false, Ordering::SeqCst);
    let audit = audit::after_the_dust_has_settled(&stage.site, &stage.servers, &stage.world, &stage.provider).await;
    println!("seed {seed}, {seconds} s, {CUSTOMERS} customers, two servers, one PostgreSQL");
    until.figures.print();
    stage.servers.print();
    println!("{:>8}  answers of the provider lost", stage.lost.load(Ordering::SeqCst));
    audit.print();
    audit.must_be_in_order();
    assert!(until.figures.shows_something(), "too little happened to show anything");
}

/// Signs up on any server, for users who act on both.
pub(crate) async fn sign_up(servers: &Servers, name: &str) -> Person {
    servers.any().sign_up(name).await
}

/// Returns the time of the clock that the servers use, too.
pub(crate) fn now() -> autoparts_domain::time::Timestamp {
    SystemClock.now()
}
