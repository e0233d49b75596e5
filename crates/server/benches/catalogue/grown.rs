//! Benchmarks of searches, the index and lists in a growing catalog: the real binary on SQLite over HTTP,
//! sequentially, with a different search each time. The controls are a bare handler and nginx, measured alternately,
//! that send the bytes of one of these responses.

use crate::{
    controls::{self, Answer, Answers, Control},
    kinds::SEARCHED,
    support::{Person, Server, Site},
};
use autoparts_persistence::testing::add_parts_sqlite;
use serde_json::{Value, json};
use std::{
    fs::{self, File},
    io::{self, Read, Write},
    net::{SocketAddr, TcpStream},
    time::{Duration, Instant},
};
use tokio::runtime::Runtime;

/// Maximum number of unmeasured warm-up searches per kind: a server that has just started reads its files and words
/// for the first time.
const WARMING: usize = 100;

/// Number of mixed searches before memory is measured.
const MIXED: usize = 10_000;

/// Number of orders while the index is built, and after it.
const ORDERS: usize = 120;

/// Reads a shop's database and index into the page cache. Some virtual machines evict pages that were unused for
/// seconds, and the benchmark would then measure their disk.
fn read_through(site: &Site) {
    let read = |file: io::Result<File>| io::copy(&mut file.unwrap(), &mut io::sink()).unwrap();
    read(File::open(site.path("shop.db")));
    let mut folders = vec![site.path("search")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match File::open(&path) {
                // It has been merged with other segments by now.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                _ if path.is_dir() => folders.push(path),
                file => _ = read(file),
            }
        }
    }
}

/// A keep-alive connection.
pub(crate) struct Connection(TcpStream);

impl Connection {
    pub(crate) fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Self(stream)
    }

    /// Returns head and body of the response.
    pub(crate) fn get(&mut self, path: &str, token: &str) -> Answer {
        let bearer = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
        self.0.write_all(format!("GET {path} HTTP/1.1\r\nHost: shop.example\r\n{bearer}\r\n").as_bytes()).unwrap();
        let mut bytes = Vec::new();
        let mut buffer = vec![0; 65_536];
        loop {
            let read = self.0.read(&mut buffer).unwrap();
            assert!(read > 0, "{path}: the connection was closed");
            bytes.extend_from_slice(&buffer[..read]);
            let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
            let head = String::from_utf8_lossy(&bytes[..end + 4]).into_owned();
            let length =
                head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            let length: usize = length.unwrap_or_else(|| panic!("{head}"));
            if bytes.len() >= end + 4 + length {
                assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}");
                return Answer { head, body: bytes[end + 4..].to_vec() };
            }
        }
    }

    /// Returns the response and its time in milliseconds.
    pub(crate) fn timed(&mut self, path: &str, token: &str) -> (Answer, f64) {
        let began = Instant::now();
        let answer = self.get(path, token);
        (answer, milliseconds(began.elapsed()))
    }

    pub(crate) fn json(&mut self, path: &str) -> Value {
        serde_json::from_slice(&self.get(path, "").body).unwrap()
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The median and the 95th percentile.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spread {
    pub(crate) middle: f64,
    pub(crate) slow: f64,
}

pub(crate) fn spread(mut times: Vec<f64>) -> Spread {
    times.sort_by(f64::total_cmp);
    Spread { middle: times[times.len() / 2], slow: times[times.len() * 95 / 100] }
}

/// The measurements of a catalog size.
pub(crate) struct Measured {
    pub(crate) parts: u32,
    /// The median and the 95th percentile in milliseconds, by the name of the kind.
    pub(crate) kinds: Vec<(&'static str, f64, f64)>,
    site: Site,
}

/// Prints a figure and returns whether it is within its limit.
pub(crate) fn figure(name: &str, value: f64, unit: &str, limit: Option<f64>) -> bool {
    let reached = limit.is_none_or(|limit| value <= limit);
    let said = match limit {
        Some(limit) => format!("at most {limit:<6} {}", if reached { "reached" } else { "MISSED" }),
        None => String::new(),
    };
    println!("    {name:<66} {value:>9.2} {unit:<3} {said}");
    reached
}

/// Returns the resident memory of a process, and the part of it that is not file pages, in MB.
fn memory(process: u32) -> (f64, f64) {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let of = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() / 1_024.0
    };
    (of("VmRSS"), of("RssAnon"))
}

pub(crate) fn address(server: &Server) -> SocketAddr {
    server.address().strip_prefix("http://").unwrap().parse().unwrap()
}

pub(crate) fn run(sizes: &[u32]) -> bool {
    println!("load before: {}", fs::read_to_string("/proc/loadavg").unwrap().trim());
    let runtime = Runtime::new().unwrap();
    let mut reached = true;
    let mut measured = Vec::new();
    for parts in sizes {
        let (good, figures) = runtime.block_on(of_size(*parts));
        reached &= good;
        measured.push(figures);
    }
    reached &= growth(&measured);
    reached &= runtime.block_on(delay_between_servers());
    crate::plots::write(&measured);
    println!("load after: {}", fs::read_to_string("/proc/loadavg").unwrap().trim());
    reached
}

/// Compares the largest catalog with the smallest: each search runs on both, alternately.
fn growth(measured: &[Measured]) -> bool {
    let (Some(small), Some(large)) = (measured.first(), measured.last()) else { return true };
    if small.parts == large.parts {
        return true;
    }
    println!("\n{} parts over {}, alternately", large.parts, small.parts);
    let servers = [small, large].map(|measured| (measured.site.serve(), measured.parts));
    let mut connections = servers.each_ref().map(|(server, parts)| (Connection::open(address(server)), *parts));
    for (connection, parts) in &mut connections {
        warm_up(connection, *parts);
    }
    let mut reached = true;
    for kind in &SEARCHED {
        let (before, asked) = kind.numbers();
        let mut times = [Vec::new(), Vec::new()];
        read_through(&small.site);
        read_through(&large.site);
        for (connection, parts) in &mut connections {
            let path = (kind.path)(0, *parts);
            assert!((kind.good)(&connection.json(&path)), "{path}");
        }
        for number in 0..before + asked {
            for ((connection, parts), times) in connections.iter_mut().zip(&mut times) {
                let (_, time) = connection.timed(&(kind.path)(number, *parts), "");
                if number >= before {
                    times.push(time);
                }
            }
        }
        let [small, large] = times.map(spread);
        let over = |what: &str, large: f64, small: f64, limit: Option<f64>| {
            let name = format!("{}, {what} ({large:.2} over {small:.2} ms)", kind.name);
            figure(&name, large / small, "x", limit)
        };
        over("middle", large.middle, small.middle, None);
        // Evaluate every figure, even after one missed its limit.
        reached &= over("95 in 100", large.slow, small.slow, Some(2.0));
    }
    reached
}

async fn of_size(parts: u32) -> (bool, Measured) {
    println!("\n{parts} parts");
    let full = parts >= 1_000_000;
    let limit = |most: f64| full.then_some(most);
    let site = Site::new().with("UNPAID_ORDERS", "off").with("UNPAID_VALUE", "off").with("UNPAID_SHARE", "off");
    site.succeed(&["seed"]);
    let began = Instant::now();
    add_parts_sqlite(&site.path("shop.db"), parts).unwrap();
    println!("    (added in {:.0} s)", began.elapsed().as_secs_f64());
    // Otherwise orders wait for the disk, which is still writing the added parts.
    File::open(site.path("shop.db")).and_then(|file| file.sync_all()).unwrap();

    let began = Instant::now();
    let server = site.serve();
    let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
    let buyer = server.sign_up("marta").await;
    let part = server.add_part(&admin, 1_000_000).await;
    let mut connection = Connection::open(address(&server));
    let mut during = Vec::new();
    while !connection.json("/search?limit=1")["indexedPercent"].is_null() {
        during.push(order(&server, &buyer, &part).await);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut reached = figure("index from nothing", began.elapsed().as_secs_f64(), "s", limit(180.0));
    let mut after = Vec::new();
    for _ in 0..ORDERS {
        after.push(order(&server, &buyer, &part).await);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    if during.len() >= ORDERS {
        let during = spread(during).slow;
        let after = spread(after).slow;
        println!("    (orders, 95 in 100: {during:.1} ms during the build, {after:.1} ms afterwards)");
        reached &= figure("orders while the index is built, over those after it", during / after, "x", limit(2.0));
    }

    // A server that only searches, and has not built the index itself.
    assert!(server.stop().success());
    let began = Instant::now();
    let server = site.serve();
    let mut connection = Connection::open(address(&server));
    assert!(connection.json("/search?limit=1")["indexedPercent"].is_null(), "the index is built once");
    reached &= figure("start with an index, to the first search", began.elapsed().as_secs_f64(), "s", limit(1.0));

    let kinds = searches(&site, &mut connection, parts, &mut reached);
    for number in 0..MIXED {
        let kind = &SEARCHED[number % SEARCHED.len()];
        connection.get(&(kind.path)(number / SEARCHED.len() % kind.different, parts), "");
    }
    let (all, own) = memory(server.process_id());
    reached &= figure("memory after 10,000 searches", all, "MB", limit(250.0));
    figure("    of which is no file", own, "MB", None);

    let low: Vec<f64> = (0..20).map(|_| connection.timed("/stock/low", &admin.token).1).collect();
    reached &= figure("list of what is running low, 95 in 100", spread(low).slow, "ms", limit(150.0));
    reached &=
        figure("a changed part is found after", changed(&server, &admin, &part, &mut connection).await, "s", Some(1.0));
    assert!(server.stop().success());
    (reached, Measured { parts, kinds, site })
}

async fn order(server: &Server, buyer: &Person, part: &str) -> f64 {
    let began = Instant::now();
    server.order(buyer, part, 1).await;
    milliseconds(began.elapsed())
}

/// Runs unmeasured searches so that the server has read every word. Where all searches of a kind are measured, the
/// searches of the other kinds contain the same words.
fn warm_up(connection: &mut Connection, parts: u32) {
    for kind in &SEARCHED {
        let (before, asked) = kind.numbers();
        let others = before + asked..kind.different;
        // This step covers all the values that searches cycle through.
        for number in others.clone().step_by(17).chain(others).take(WARMING) {
            connection.get(&(kind.path)(number, parts), "");
        }
    }
}

fn searches(site: &Site, connection: &mut Connection, parts: u32, reached: &mut bool) -> Vec<(&'static str, f64, f64)> {
    warm_up(connection, parts);
    let mut kinds = Vec::new();
    for kind in &SEARCHED {
        let path = |number: usize| (kind.path)(number % kind.different, parts);
        let answer = connection.get(&path(0), "");
        let found: Value = serde_json::from_slice(&answer.body).unwrap();
        assert!((kind.good)(&found), "{}: {found}", path(0));
        let answers: Answers = [("/page", answer)].into();
        let bare = controls::padded(&answers, controls::actix);
        let nginx = controls::padded(&answers, controls::nginx);
        let mut controls = [&bare, &nginx].map(|control: &Control| Connection::open(control.address));
        read_through(site);
        let (before, asked) = kind.numbers();
        for number in 1..before {
            connection.get(&path(number), "");
        }
        let mut shop = Vec::new();
        let mut others = [Vec::new(), Vec::new()];
        for number in before..before + asked {
            shop.push(connection.timed(&path(number), "").1);
            for (control, times) in controls.iter_mut().zip(&mut others) {
                times.push(control.timed("/page", "").1);
            }
        }
        let (shop, [bare, nginx]) = (spread(shop), others.map(spread));
        let limit = (parts >= 1_000_000).then_some(kind.limit);
        *reached &= figure(&format!("{}, 95 in 100", kind.name), shop.slow, "ms", limit);
        println!(
            "        middle {:.2} ms; the same bytes from a bare handler {:.2} ms, from nginx {:.2} ms",
            shop.middle, bare.middle, nginx.middle
        );
        kinds.push((kind.name, shop.middle, shop.slow));
    }
    kinds
}

/// Measures how long a change on one server takes to be found on another server with the same PostgreSQL.
async fn delay_between_servers() -> bool {
    println!("\ntwo servers on PostgreSQL");
    let site = Site::on_postgres();
    site.succeed(&["seed"]);
    let one = site.serve();
    let journal = site.path("another-journal.jsonl").display().to_string();
    let site = site.with("SEARCH_DIR", "another-index").with("SANDBOX_JOURNAL", &journal);
    let other = site.serve();
    let admin = one.sign_in("admin@autoparts.example", "admin-demo-1").await;
    let part = one.add_part(&admin, 10).await;
    let mut connection = Connection::open(address(&other));
    while !connection.json("/search?limit=1")["indexedPercent"].is_null() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let slowest = changed(&one, &admin, &part, &mut connection).await;
    figure("a changed part is found by the other after", slowest, "s", Some(3.0))
}

/// Returns the maximum time until a changed title is found, over ten changes.
async fn changed(server: &Server, admin: &Person, part: &str, connection: &mut Connection) -> f64 {
    let mut slowest = 0.0_f64;
    for number in 0..10 {
        let edited = server.call(admin, "GET", &format!("/parts/{part}/record"), None).await;
        let body = json!({
            "title": format!("Quokka{} alternator", ["one", "two", "six", "ten", "red"][number % 5].repeat(1 + number / 5)),
            "desc": "Changed.", "img": "/catalogue/alternator.svg", "minOrderQuantity": 1, "price": 10,
            "revision": edited["revision"],
        });
        let word = body["title"].as_str().unwrap().split(' ').next().unwrap().to_owned();
        server.call(admin, "PUT", &format!("/parts/{part}"), Some(body)).await;
        let began = Instant::now();
        while connection.json(&format!("/search?q={word}"))["total"] != 1 {
            assert!(began.elapsed() < Duration::from_secs(20), "{word} is not found");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        slowest = slowest.max(began.elapsed().as_secs_f64());
    }
    slowest
}
