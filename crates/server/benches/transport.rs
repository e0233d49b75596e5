//! Benchmarks of the impact of slow, greedy and noisy clients on others, with the real binary, and of stopping the
//! server. Each figure has a control from the same run, because machines differ and are shared. `make
//! bench-transport`.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "what goes wrong here ends the run")]
#![expect(clippy::print_stdout, reason = "the figures are what this is for")]

#[path = "../tests/binary/attackers.rs"]
mod attackers;
#[path = "../tests/binary/steady_clients.rs"]
mod steady_clients;
#[path = "../tests/binary/support.rs"]
#[expect(dead_code, reason = "the tests of the binary need more of it")]
mod support;

use attackers::{Slow, ask, besiege};
use autoparts_application::ports::{page::Page, store::Store};
use autoparts_domain::reviews::Review;
use autoparts_persistence::{SqlStore, StoreOptions};
use autoparts_testing::{clock::NEW_YEAR, samples};
use std::{
    fs,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use steady_clients::{Kept, send_until_the_server_stops};
use support::{Server, Site};
use tokio::{io::AsyncWriteExt, net::TcpStream, task::JoinSet, time::sleep};

/// Number of slow clients of each kind.
const EACH: usize = 150;

/// Number of requests per speed figure.
const REQUESTS: usize = 400;

/// Total number of requests in progress around a stop.
const AROUND_STOPS: usize = 24_000;

/// The largest file in the binary, even without the web app.
const LARGE: &str = "/docs/swagger-ui-bundle.js";

fn socket(server: &Server) -> SocketAddr {
    server.address().strip_prefix("http://").unwrap().parse().unwrap()
}

/// Returns a demo shop.
fn shop() -> Site {
    let site = Site::new();
    site.succeed(&["seed"]);
    site
}

/// Returns the resident memory of a server, in MB.
fn memory(server: &Server) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.process_id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap() / 1024
}

fn percentile(times: &mut [Duration], percent: usize) -> f64 {
    times.sort();
    times[(times.len() * percent / 100).min(times.len() - 1)].as_secs_f64() * 1e3
}

/// Sequential requests on one connection, in each encoding.
async fn kept_connections() {
    let site = shop();
    let server = site.serve();
    for (path, accept) in [("/parts", "*/*"), ("/", "text/html")] {
        for encoding in ["identity", "gzip", "br"] {
            let mut kept = Kept::open(socket(&server)).await.unwrap();
            let headers = format!("Accept: {accept}\r\nAccept-Encoding: {encoding}\r\n");
            kept.ask(path, &headers).await.unwrap();
            let mut times = Vec::new();
            let mut bytes = 0;
            for _ in 0..REQUESTS {
                let begun = Instant::now();
                bytes = kept.ask(path, &headers).await.unwrap().length;
                times.push(begun.elapsed());
            }
            let [p50, p99] = [50, 99].map(|percent| percentile(&mut times, percent));
            let what = if encoding == "identity" { "control" } else { "" };
            println!("GET {path:<7} {encoding:<8} {bytes:>7} bytes   p50 {p50:>6.2} ms   p99 {p99:>6.2} ms   {what}");
        }
    }
}

/// Slow clients of every kind at once, with a normal client measured alongside.
async fn slow_clients() {
    let site = shop();
    let server = site.serve();
    let address = socket(&server);
    for _ in 0..50 {
        ask([127, 0, 0, 1].into(), address, "/parts").await.unwrap();
    }
    let before = memory(&server);
    let most = Arc::new(AtomicUsize::new(0));
    let watching = tokio::spawn({
        let most = Arc::clone(&most);
        let status = server.process_id();
        async move {
            loop {
                let text = fs::read_to_string(format!("/proc/{status}/status")).unwrap_or_default();
                let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
                let now = line.trim().trim_end_matches(" kB").trim().parse::<usize>().unwrap_or_default() / 1024;
                most.fetch_max(now, Ordering::Relaxed);
                sleep(Duration::from_millis(100)).await;
            }
        }
    });
    let siege = besiege(address, &Slow::ALL, EACH, LARGE, "/parts", Duration::from_mins(2)).await;
    watching.abort();
    for (kind, time) in &siege.released {
        match time {
            Some(time) => println!("{EACH} × {kind:<13?} all released after {:>5.1} s at most", time.as_secs_f64()),
            None => println!("{EACH} × {kind:<13?} NOT ALL RELEASED"),
        }
    }
    println!(
        "in parallel, {} of {} probes answered, the slowest in {:.0} ms; memory {before} MB before, {} MB at most",
        siege.answered,
        siege.probes,
        siege.slowest.as_secs_f64() * 1e3,
        most.load(Ordering::Relaxed),
    );
}

/// 1,000 reviews of 2,000 four-byte characters, requested repeatedly on 64 connections.
async fn greedy_readers() {
    let site = shop();
    let store: Arc<dyn Store> =
        Arc::new(SqlStore::open(&site.setting("DATABASE_URL").parse().unwrap(), &StoreOptions::default()).unwrap());
    let author = store.read(|tx| tx.users(&Page::first())).await.unwrap()[0].id;
    let text = "\u{1f697}".repeat(2000);
    store
        .write(move |tx| {
            // Dated long after the demo's reviews: one review a day by one user.
            (10_001..=11_000).try_for_each(|number| {
                let review = samples::review(number, author, NEW_YEAR.plus(Duration::from_hours(24 * number)));
                tx.insert_review(&Review { text: text.parse().unwrap(), ..review })
            })
        })
        .await
        .unwrap();
    let server = site.serve();
    let address = socket(&server);
    for (what, attackers) in [("control, no other readers", 0), ("with 64 greedy readers", 64)] {
        let over = Arc::new(AtomicBool::new(false));
        let mut all = JoinSet::new();
        let taken = Arc::new(AtomicUsize::new(0));
        for number in 0..attackers {
            let over = Arc::clone(&over);
            let taken = Arc::clone(&taken);
            all.spawn(async move {
                let encoding = if number % 2 == 0 { "gzip" } else { "br" };
                let path = format!("/reviews?limit={}", 1000 - number);
                let mut kept = Kept::open(address).await.unwrap();
                while !over.load(Ordering::Relaxed) {
                    let path = if number % 4 == 0 { &path } else { "/reviews" };
                    match kept.ask(path, &format!("Accept-Encoding: {encoding}\r\n")).await {
                        Some(_) => taken.fetch_add(1, Ordering::Relaxed),
                        None => panic!("an answer was cut"),
                    };
                }
            });
        }
        sleep(Duration::from_millis(500)).await;
        let mut times = Vec::new();
        let mut answered = 0;
        let probes = 1000;
        for _ in 0..probes {
            let begun = Instant::now();
            let answer = tokio::time::timeout(Duration::from_secs(2), ask([127, 0, 2, 1].into(), address, "/parts"));
            if matches!(answer.await, Ok(Ok(answer)) if answer.starts_with("HTTP/1.1 200")) {
                answered += 1;
            }
            times.push(begun.elapsed());
        }
        over.store(true, Ordering::Relaxed);
        all.join_all().await;
        let [p50, p99, most] = [50, 99, 100].map(|percent| percentile(&mut times, percent));
        println!(
            "{what:<24} {answered} of {probes} probes answered   p50 {p50:>6.1} ms   p99 {p99:>6.1} ms   most {most:>6.1} ms   \
             ({} lists taken, memory {} MB)",
            taken.load(Ordering::Relaxed),
            memory(&server),
        );
    }
}

/// Rejected and malformed requests, and how much they add to the log.
async fn noise() {
    let site = shop().with("RATE_LIMIT", "60").with("LOG", "info").with("LOG_FORMAT", "json");
    let mut server = site.serve();
    let address = socket(&server);
    let lines = server.log_lines();
    let mut kept = Kept::open(address).await.unwrap();
    let begun = Instant::now();
    let mut refused = 0;
    while begun.elapsed() < Duration::from_secs(5) {
        match kept.ask("/parts?limit=1", "").await {
            Some(_) => refused += 1,
            None => kept = Kept::open(address).await.unwrap(),
        }
    }
    for _ in 0..1000 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let _ = stream.write_all(b"\x16\x03\x01\x02\x00\x01 junk \r\n\r\n").await;
    }
    sleep(Duration::from_secs(1)).await;
    let (lines, bytes) = *lines.lock().unwrap();
    println!(
        "{refused} requests of one client in 5 s, most refused, and 1000 times junk: {lines} lines of log, {bytes} bytes"
    );
}

/// Keep-alive clients send requests in a loop while servers are stopped.
async fn stops() {
    let mut cut = 0;
    let mut answers = 0;
    let mut stops = 0;
    while answers < AROUND_STOPS {
        let site = shop().with("SHUTDOWN_GRACE", if stops % 2 == 0 { "0s" } else { "1s" });
        let server = site.serve();
        let address = socket(&server);
        let answered = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&answered);
        let clients = tokio::spawn(async move { send_until_the_server_stops(address, 16, &counted).await });
        while answered.load(Ordering::Relaxed) < 2_000 {
            sleep(Duration::from_millis(5)).await;
        }
        let (ends, ended) = tokio::sync::oneshot::channel();
        std::thread::spawn(move || ends.send(server.stop().success()).unwrap());
        assert!(ended.await.unwrap());
        cut += clients.await.unwrap();
        answers += answered.load(Ordering::Relaxed);
        stops += 1;
    }
    println!("{cut} of {answers} requests cut in {stops} stops");
}

#[tokio::main]
async fn main() {
    kept_connections().await;
    slow_clients().await;
    greedy_readers().await;
    noise().await;
    stops().await;
}
