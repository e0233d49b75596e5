//! Benchmarks of payments on the real binary with the provider on the network, and the impact of a hanging provider
//! on other requests. Each figure has a control from the same run, because machines differ and are shared. `make
//! bench-payments`.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "what goes wrong here ends the run")]
#![expect(clippy::print_stdout, reason = "the figures are what this is for")]

#[path = "../tests/binary/support.rs"]
#[expect(dead_code, reason = "the tests of the binary need more of it")]
mod support;

use autoparts_payments::testing::{MockServer, ProviderProcess};
use autoparts_server::clock::SystemClock;
use serde_json::{Value, json};
use std::{
    future::pending,
    net::TcpListener,
    sync::Arc,
    time::{Duration, Instant},
};
use support::{Person, Server, Site};

const GOOD: &str = "4242424242424242";

/// Number of payments per figure.
const PAYMENTS: usize = 200;

/// Number of concurrent customers in the busy case.
const BATCH: usize = 25;

/// Number of timed requests per read figure.
const READS: usize = 1_000;

/// Timeout for the reconciler.
const ANSWER_TIMEOUT: Duration = Duration::from_mins(3);

struct Shop {
    server: Server,
    marta: Person,
    part: String,
    _site: Site,
}

impl Shop {
    /// Opens a shop that uses the provider at an address; the provider sends its webhooks to `own_port`.
    async fn open(provider: &str, own_port: u16) -> Self {
        let site = Site::new()
            .with("BIND_ADDR", &format!("127.0.0.1:{own_port}"))
            .with("STRIPE_SECRET_KEY", ProviderProcess::SECRET_KEY)
            .with("STRIPE_PUBLISHABLE_KEY", ProviderProcess::PUBLISHABLE_KEY)
            .with("STRIPE_WEBHOOK_SECRET", ProviderProcess::WEBHOOK_SECRET)
            .with("STRIPE_API_BASE", provider)
            .with("LOG", "error")
            // One customer places all orders and pays later.
            .with("UNPAID_ORDERS", "off")
            .with("UNPAID_VALUE", "off")
            .with("UNPAID_SHARE", "off");
        site.succeed(&["seed"]);
        let server = site.serve();
        let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
        let marta = server.sign_up("marta").await;
        let part = server.add_part(&admin, 1_000_000).await;
        Self { server, marta, part, _site: site }
    }

    /// Returns an order and the secret that a browser needs to pay for it.
    async fn started(&self) -> (String, String) {
        let order = self.server.order(&self.marta, &self.part, 1).await;
        let body = json!({ "price": 10, "order": order });
        let intent = self.server.call(&self.marta, "POST", "/create-payment-intent", Some(body)).await;
        (order, intent["clientSecret"].as_str().unwrap().to_owned())
    }

    async fn is_paid(&self, order: &str) -> bool {
        self.server.show(&self.marta, order).await["paid"] == true
    }

    /// Pays at the provider, and waits until the shop has recorded it without a report from the browser.
    async fn settled(&self, provider: &ProviderProcess, order: &str, secret: &str) -> Duration {
        assert_eq!(provider.pay(secret, GOOD).await["status"], "succeeded");
        let begun = Instant::now();
        while !self.is_paid(order).await {
            assert!(begun.elapsed() < ANSWER_TIMEOUT, "{order} is still not paid");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        begun.elapsed()
    }

    async fn read_parts(&self) -> Duration {
        let begun = Instant::now();
        let (status, _) = Server::answer(self.server.request("GET", "/parts?limit=24")).await;
        assert!(status.is_success());
        begun.elapsed()
    }

    async fn place_order(&self) -> Duration {
        let begun = Instant::now();
        self.server.order(&self.marta, &self.part, 1).await;
        begun.elapsed()
    }
}

/// Sorted times.
struct Times(Vec<Duration>);

impl Times {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort();
        Self(times)
    }

    fn percentile(&self, percent: usize) -> Duration {
        let last = self.0.len() - 1;
        self.0[(self.0.len() * percent / 100).min(last)]
    }

    fn print(&self, what: &str) {
        let [p50, p99, most] = [50, 99, 100].map(|percent| self.percentile(percent).as_secs_f64() * 1e3);
        println!("{what:<58} n {:>4}   p50 {p50:>8.1} ms   p99 {p99:>8.1} ms   most {most:>8.1} ms", self.0.len());
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn ratio(of: &Times, to: &Times) -> String {
    let times = |percent| of.percentile(percent).as_secs_f64() / to.percentile(percent).as_secs_f64();
    format!("    ratio p50 {:.2}, p99 {:.2}", times(50), times(99))
}

/// Browsers report payments sequentially; the control is a read on the same server after each report.
async fn by_the_browser(shop: &Shop, provider: &ProviderProcess) {
    let mut booked = Vec::new();
    let mut read = Vec::new();
    let before = provider.calls().len();
    for _ in 0..PAYMENTS {
        let (order, secret) = shop.started().await;
        assert_eq!(provider.pay(&secret, GOOD).await["status"], "succeeded");
        let id = secret.split("_secret").next().unwrap();
        let begun = Instant::now();
        let (status, answer) = shop.server.book(&shop.marta, &order, id).await;
        booked.push(begun.elapsed());
        assert!(status.is_success() && answer["modifiedCount"] == 1, "{answer}");
        read.push(shop.read_parts().await);
    }
    let calls = provider.calls().len() - before;
    println!("calls to the provider for {PAYMENTS} payments on the good path: {calls}");
    let booked = Times::of(booked);
    let read = Times::of(read);
    booked.print("PATCH /booking until the order is paid");
    read.print("control: GET /parts on the same server");
    println!("{}", ratio(&booked, &read));
}

/// The browser never reports the payment; the provider's webhook does.
async fn by_the_provider(shop: &Shop, provider: &ProviderProcess) {
    let mut quiet = Vec::new();
    for _ in 0..PAYMENTS {
        let (order, secret) = shop.started().await;
        quiet.push(shop.settled(provider, &order, &secret).await);
    }
    Times::of(quiet).print("the provider's message alone, one customer at a time");
    let mut busy = Vec::new();
    for _ in 0..PAYMENTS / BATCH {
        let mut started = Vec::new();
        for _ in 0..BATCH {
            started.push(shop.started().await);
        }
        let all = started.iter().map(|(order, secret)| shop.settled(provider, order, secret));
        busy.extend(futures_util::future::join_all(all).await);
    }
    Times::of(busy).print(&format!("the provider's message alone, {BATCH} customers at once"));
}

/// Neither browser nor webhook reports the payment; reconciliation finds it. Customers pay at different times within
/// the minute between two rounds.
async fn by_the_reconciler(shop: &Shop, provider: &ProviderProcess) {
    let customers = (0..30_u64).map(|number| async move {
        tokio::time::sleep(Duration::from_secs(2 * number)).await;
        let (order, secret) = shop.started().await;
        shop.settled(provider, &order, &secret).await
    });
    Times::of(futures_util::future::join_all(customers).await).print("the reconciler alone");
}

/// Only customers who start a payment wait for a hanging provider.
async fn with_a_hanging_provider() {
    let provider = MockServer::that(|_| pending()).await;
    let shop = Arc::new(Shop::open(&provider.url, free_port()).await);
    let measure = async || {
        let mut read = Vec::new();
        let mut placed = Vec::new();
        for number in 0..READS {
            read.push(shop.read_parts().await);
            if number % 5 == 0 {
                placed.push(shop.place_order().await);
            }
        }
        (Times::of(read), Times::of(placed))
    };
    let (read, placed) = measure().await;
    let mut orders = Vec::new();
    for _ in 0..BATCH {
        orders.push(shop.server.order(&shop.marta, &shop.part, 1).await);
    }
    let payers: Vec<_> = orders
        .into_iter()
        .map(|order| {
            let shop = Arc::clone(&shop);
            tokio::spawn(async move {
                let body = json!({ "price": 10, "order": order });
                let begun = Instant::now();
                let answer: (_, Value) =
                    shop.server.try_call(&shop.marta, "POST", "/create-payment-intent", Some(body)).await;
                (begun.elapsed(), answer)
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let (read_during, placed_during) = measure().await;
    let mut waited = Vec::new();
    for payer in payers {
        let (time, (status, answer)) = payer.await.unwrap();
        assert_eq!(status.as_u16(), 503, "{answer}");
        waited.push(time);
    }
    Times::of(waited).print(&format!("{BATCH} starts at a provider that hangs, until the error"));
    read_during.print("GET /parts during the outage");
    read.print("control: GET /parts before");
    println!("{}", ratio(&read_during, &read));
    placed_during.print("POST /orders during the outage");
    placed.print("control: POST /orders before");
    println!("{}", ratio(&placed_during, &placed));
}

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let webhook = format!("http://127.0.0.1:{port}/webhooks/stripe");
    let with_messages = ProviderProcess::open(folder.path(), Arc::new(SystemClock), Some(webhook)).await;
    let shop = Shop::open(with_messages.url(), port).await;
    by_the_provider(&shop, &with_messages).await;
    drop((shop, with_messages));

    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let silent = ProviderProcess::open(folder.path(), Arc::new(SystemClock), None).await;
    let shop = Shop::open(silent.url(), port).await;
    by_the_browser(&shop, &silent).await;
    by_the_reconciler(&shop, &silent).await;
    drop((shop, silent));

    with_a_hanging_provider().await;
}
