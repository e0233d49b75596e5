//! Benchmarks of vehicle queries in a shop with ten applications per part, on both databases: the real binary over
//! HTTP, sequentially, with a different query each time. The control is a bare handler, measured alternately, that
//! sends the bytes of one of these responses.

use crate::{
    controls::{self, Answers},
    grown::{Connection, address, figure, spread},
    support::{Person, Server, Site},
};
use autoparts_persistence::testing::{
    add_fitments_postgres, add_fitments_sqlite, add_parts_postgres, add_parts_sqlite,
};
use serde_json::{Value, json};
use std::{
    fs,
    time::{Duration, Instant},
};
use tokio::runtime::Runtime;

/// Number of warm-up and of measured queries per kind.
const BEFORE: usize = 40;
const ASKED: usize = 200;

/// Number of parts on a page of cards.
const CARDS: usize = 24;

/// Number of applications per part.
const APPLICATIONS: u64 = 10;

/// An application in the catalog, computed like in the SQL that fills it.
struct Listed {
    part: u64,
    model: u64,
    year: u64,
}

impl Listed {
    /// Returns an application of a part.
    fn of(part: u64, line: u64) -> Self {
        const PRIME: u64 = 2_147_483_647;
        let h = (part * APPLICATIONS + line) * 48_271 % PRIME;
        let g = h * 69_621 % PRIME;
        let f = g * 16_807 % PRIME;
        Self { part, model: (h % 4_000) * (g % 4_000) / 4_000, year: 1990 + f % 26 }
    }

    /// Returns an application of a part; each number gives a different one.
    fn some(number: usize, parts: u32) -> Self {
        let number = u64::try_from(number).unwrap();
        Self::of(1 + number * 48_271 % u64::from(parts), 1 + number % APPLICATIONS)
    }

    fn part(&self) -> String {
        format!("{:08x}-0000-7000-8000-000000000000", self.part)
    }

    fn model(&self) -> String {
        model(self.model)
    }

    fn vehicle(&self) -> String {
        format!("{}/{}", self.year, self.model())
    }
}

fn model(number: u64) -> String {
    format!("make-{}/model-{number}", 1 + number % 60)
}

/// Returns one of the cars that most parts are listed for.
fn popular(number: usize) -> String {
    let number = u64::try_from(number).unwrap();
    let model_number = number % 12;
    let year = 1996 + number / 12 % 20;
    format!("{year}/{}", model(model_number))
}

/// A kind of query: its name, the limit of the 95th percentile in milliseconds, the path of one query, and the check
/// of its response. Paths that depend on other responses are created before the measurement.
struct Kind {
    name: &'static str,
    limit: f64,
    path: fn(usize, &mut Asking<'_>) -> String,
    good: fn(&Value) -> bool,
}

/// The state for creating paths.
struct Asking<'a> {
    connection: &'a mut Connection,
    parts: u32,
}

fn has_parts(found: &Value) -> bool {
    found["total"].as_u64().is_some_and(|total| total > 0) && found["facets"].is_object()
}

fn is_list(found: &Value) -> bool {
    found.as_array().is_some_and(|all| !all.is_empty())
}

const KINDS: [Kind; 8] = [
    Kind {
        name: "verdict of one part",
        limit: 5.0,
        path: |number, asking| {
            let listed = Listed::some(number, asking.parts);
            format!("/fits?vehicle={}&parts={}", listed.vehicle(), listed.part())
        },
        good: |said| ["fits", "fits_if"].contains(&said["verdicts"][0]["verdict"].as_str().unwrap_or_default()),
    },
    Kind {
        name: "verdicts of 24 cards",
        limit: 5.0,
        path: |number, asking| {
            let vehicle = popular(number);
            let found = asking.connection.json(&format!("/search?vehicle={vehicle}&sort=price&limit={CARDS}"));
            let ids = found["parts"].as_array().unwrap().iter().map(|card| card["_id"].as_str().unwrap());
            let parts: Vec<&str> = ids.collect();
            format!("/fits?vehicle={vehicle}&parts={}", parts.join("&parts="))
        },
        good: |said| said["verdicts"].as_array().is_some_and(|verdicts| verdicts.len() == CARDS),
    },
    Kind {
        name: "parts of a category for a car, facets",
        limit: 15.0,
        path: |number, _| {
            let things = ["brake", "oil", "fuel", "air", "cabin"];
            let kinds = ["pads", "disc", "filter", "pump", "bearing", "belt", "sensor", "arm", "rod", "joint", "shaft"];
            let category = format!("all-{}-{}", things[number % 5], kinds[number / 5 % 11]);
            format!("/search?vehicle={}&category={category}&limit={CARDS}", popular(number * 7))
        },
        good: |found| found["facets"].is_object(),
    },
    Kind {
        name: "everything for a popular car",
        limit: 30.0,
        path: |number, _| format!("/search?vehicle={}&limit={CARDS}", popular(number)),
        good: has_parts,
    },
    Kind {
        name: "what a part fits, first page",
        limit: 5.0,
        path: |number, asking| format!("/parts/{}/fitments", Listed::some(number, asking.parts).part()),
        good: |page| page.is_array() && is_list(page) || page["models"].as_array().is_some_and(|all| !all.is_empty()),
    },
    Kind {
        name: "picker: makes of a year",
        limit: 10.0,
        path: |number, _| format!("/vehicles/makes?year={}", 1990 + number % 33),
        good: is_list,
    },
    Kind {
        name: "picker: models of a make",
        limit: 10.0,
        path: |number, _| format!("/vehicles/models?year={}&make=make-{}", 1990 + number / 60 % 33, 1 + number % 60),
        good: is_list,
    },
    Kind {
        name: "picker: engines of a model",
        limit: 10.0,
        path: |number, asking| {
            let listed = Listed::some(number, asking.parts);
            format!("/vehicles/engines?year={}&model={}", listed.year, listed.model())
        },
        good: is_list,
    },
];

pub(crate) fn run(sizes: &[u32]) -> bool {
    println!("load before: {}", fs::read_to_string("/proc/loadavg").unwrap().trim());
    let parts = sizes.iter().copied().max().unwrap_or(1_000_000);
    let runtime = Runtime::new().unwrap();
    let mut reached = runtime.block_on(on_sqlite(parts));
    reached &= runtime.block_on(on_postgres(parts));
    println!("load after: {}", fs::read_to_string("/proc/loadavg").unwrap().trim());
    reached
}

fn gigabytes(bytes: u64) -> f64 {
    Duration::from_millis(bytes / 1_000_000).as_secs_f64()
}

/// Returns the limit if the catalog has the largest size.
fn limit(parts: u32, most: f64) -> Option<f64> {
    (parts >= 1_000_000).then_some(most)
}

async fn on_sqlite(parts: u32) -> bool {
    println!("\n{parts} parts with {APPLICATIONS} applications each, SQLite");
    let site = Site::new();
    site.succeed(&["seed"]);
    let file = site.path("shop.db");
    add_parts_sqlite(&file, parts).unwrap();
    let began = Instant::now();
    let before = fs::metadata(&file).unwrap().len();
    add_fitments_sqlite(&file, parts).unwrap();
    fs::File::open(&file).and_then(|file| file.sync_all()).unwrap();
    println!("    (applications added in {:.0} s)", began.elapsed().as_secs_f64());
    let added = gigabytes(fs::metadata(&file).unwrap().len() - before);
    let reached = figure("size of the applications, with all indexes", added, "GB", limit(parts, 2.0));
    measured(&site, parts).await && reached
}

async fn on_postgres(parts: u32) -> bool {
    println!("\n{parts} parts with {APPLICATIONS} applications each, PostgreSQL");
    let site = Site::on_postgres();
    site.succeed(&["seed"]);
    let database = site.database();
    add_parts_postgres(database, parts).unwrap();
    let began = Instant::now();
    add_fitments_postgres(database, parts).unwrap();
    println!("    (applications added in {:.0} s)", began.elapsed().as_secs_f64());
    let bytes = database.number("pg_total_relation_size('fitments')").unwrap();
    let added = gigabytes(u64::try_from(bytes).unwrap());
    let reached = figure("size of the applications, with all indexes", added, "GB", limit(parts, 3.5));
    measured(&site, parts).await && reached
}

async fn measured(site: &Site, parts: u32) -> bool {
    let began = Instant::now();
    let server = site.serve();
    let mut connection = Connection::open(address(&server));
    // An index whose build has not started reports no progress.
    loop {
        let found = connection.json("/search?limit=1");
        if found["indexedPercent"].is_null() && found["total"].as_u64().unwrap_or_default() >= u64::from(parts) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    println!("    (indexed in {:.0} s)", began.elapsed().as_secs_f64());
    let mut reached = true;
    for kind in &KINDS {
        reached &= asked(kind, &mut connection, parts);
    }
    let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
    let (verdict, list) = changed(&server, &admin, &mut connection, parts).await;
    println!("    a changed application shows in the next verdict: {}", if verdict { "reached" } else { "MISSED" });
    reached &= verdict;
    reached &= figure("a changed application shows in lists after", list, "s", Some(1.0));
    assert!(server.stop().success());
    reached
}

fn asked(kind: &Kind, connection: &mut Connection, parts: u32) -> bool {
    let mut paths = Vec::new();
    for number in 0..=BEFORE + ASKED {
        paths.push((kind.path)(number, &mut Asking { connection, parts }));
    }
    let answer = connection.get(&paths[0], "");
    let said: Value = serde_json::from_slice(&answer.body).unwrap();
    assert!((kind.good)(&said), "{}: {} {said}", kind.name, paths[0]);
    let answers: Answers = [("/page", answer)].into();
    let bare = controls::padded(&answers, controls::actix);
    let mut control = Connection::open(bare.address);
    for path in &paths[1..=BEFORE] {
        connection.get(path, "");
        control.get("/page", "");
    }
    let mut shop = Vec::new();
    let mut others = Vec::new();
    for path in &paths[BEFORE + 1..] {
        shop.push(connection.timed(path, "").1);
        others.push(control.timed("/page", "").1);
    }
    let shop = spread(shop);
    let others = spread(others);
    let reached = figure(&format!("{}, 95 in 100", kind.name), shop.slow, "ms", limit(parts, kind.limit));
    println!(
        "        middle {:.2} ms; the same bytes from a bare handler {:.2} ms, 95 in 100 {:.2} ms",
        shop.middle, others.middle, others.slow
    );
    reached
}

/// Makes ten changes of an application. Returns whether each shows in the next verdict, and the maximum time until
/// one shows in a list.
async fn changed(server: &Server, admin: &Person, connection: &mut Connection, parts: u32) -> (bool, f64) {
    let mut at_once = true;
    let mut slowest = 0.0_f64;
    for number in 0..10 {
        let part = Listed::some(number * 31, parts).part();
        let model = model(3_990 - u64::try_from(number).unwrap());
        let record = server.call(admin, "GET", &format!("/parts/{part}/fitments/record"), None).await;
        let application =
            json!({ "from": 2018, "to": 2018, "engine": null, "position": null, "pieces": null, "conditions": [] });
        let body = json!({ "revision": record["revision"], "applications": [application] });
        let list = format!("/search?vehicle=2018/{model}&limit=100");
        let is_listed =
            |found: &Value| found["parts"].as_array().unwrap().iter().any(|card| card["_id"] == part.as_str());
        server.call(admin, "PUT", &format!("/parts/{part}/fitments/{model}"), Some(body)).await;
        let began = Instant::now();
        let said = connection.json(&format!("/fits?vehicle=2018/{model}&parts={part}"));
        at_once &= said["verdicts"][0]["verdict"] == "fits";
        while !is_listed(&connection.json(&list)) {
            assert!(began.elapsed() < Duration::from_secs(20), "{list} has no {part}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        slowest = slowest.max(began.elapsed().as_secs_f64());
    }
    (at_once, slowest)
}
