//! Orders placed while a file is applied: an import must not slow down sales.

use crate::{
    figures::{at_least, at_most, median},
    files,
    load::{Load, Script, list, require_wrk},
    measured::supplied,
    shop::{Database, Shop, tokens},
    support::{Person, Server},
};
use serde_json::{Value, json};
use std::{
    fs,
    time::{Duration, Instant},
};

/// Number of concurrent buyers and of parts they buy, and the duration of a measurement in seconds.
const BUYERS: usize = 4;
const PARTS: usize = 100;
const SECONDS: usize = 3;
const ROUNDS: usize = 5;

/// Minimum number of applications applied per second during the orders, because a stalled import would disturb
/// nothing.
const LEAST: f64 = 200.0;

/// Timeout for reading a file, and for applying its first parts.
const TIMEOUT: Duration = Duration::from_mins(5);

pub(crate) fn run(applications: u32) -> bool {
    require_wrk();
    let mut reached = true;
    for database in Database::BOTH {
        let (site, postgres) = supplied(database, applications);
        let shop = Shop::serving(site, postgres);
        reached &= measure(&shop, database);
        shop.check_books();
    }
    reached
}

async fn state(server: &Server, admin: &Person, id: &str) -> Value {
    server.call(admin, "GET", &format!("/imports/{id}"), None).await
}

/// Returns how many applications a running import has applied.
async fn applied(server: &Server, admin: &Person, id: &str) -> f64 {
    let import = state(server, admin, id).await;
    assert!(import["state"] == "applying", "it is not being applied: {import}");
    import["counts"]["applied"].as_f64().unwrap_or_default()
}

/// Approves a report and waits until its first parts are applied; before that, the import compares everything again.
async fn begin_to_apply(server: &Server, admin: &Person, id: &str) -> f64 {
    let apply = json!({ "state": "applying" });
    server.call(admin, "PUT", &format!("/imports/{id}"), Some(apply)).await;
    let began = Instant::now();
    loop {
        let applied = applied(server, admin, id).await;
        if applied > 0.0 {
            return applied;
        }
        assert!(began.elapsed() < TIMEOUT, "nothing is applied");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Uploads the file and waits until it has been read.
async fn read(shop: &Shop, admin: &Person) -> String {
    let bytes = fs::read(shop.site.path("aces.xml")).unwrap();
    let request = shop.server.request("POST", "/imports?kind=aces&file=aces.xml").bearer_auth(&admin.token);
    let request = request.header("Content-Type", "application/octet-stream").body(bytes);
    let (status, import) = Server::answer(request).await;
    assert!(status.is_success(), "{status} {import}");
    let id = import["_id"].as_str().unwrap().to_owned();
    let began = Instant::now();
    loop {
        let import = state(&shop.server, admin, &id).await;
        match import["state"].as_str().unwrap() {
            "ready" => return id,
            "reading" if began.elapsed() < TIMEOUT => tokio::time::sleep(Duration::from_millis(200)).await,
            _ => panic!("{import}"),
        }
    }
}

fn measure(shop: &Shop, database: Database) -> bool {
    let tokens = tokens(&shop.customers(BUYERS));
    let parts = shop.parts(PARTS, 1_000_000_000);
    let admin = shop.admin();
    let orders = Script {
        method: "POST",
        tokens: &tokens,
        before: format!("local parts = {}", list(&parts)),
        path: "'/orders'".to_owned(),
        body: r#"'{"orderedId":"' .. some(parts) .. '","quantity":1,"address":"1 Road","phone":"555 0100"}'"#
            .to_owned(),
    };
    let id = shop.runtime.block_on(read(shop, &admin));
    let place = || orders.run(shop.server.address(), BUYERS, SECONDS);
    place();
    let place_often = || -> Vec<Load> { (0..ROUNDS).map(|_| place()).collect() };
    let mut alone = place_often();
    let before = shop.runtime.block_on(begin_to_apply(&shop.server, &admin, &id));
    let began = Instant::now();
    let during = place_often();
    let applied = shop.runtime.block_on(applied(&shop.server, &admin, &id)) - before;
    let applied = applied * f64::from(files::OF_PART) / began.elapsed().as_secs_f64();
    let enough = json!({ "state": "stopped" });
    shop.runtime.block_on(shop.server.call(&admin, "PUT", &format!("/imports/{id}"), Some(enough)));
    // The shop has grown, so measure it alone again.
    alone.extend(place_often());
    let p95 = |loads: &[Load]| median(loads.iter().map(|load| load.p95).collect());
    let rate = |loads: &[Load]| median(loads.iter().map(|load| load.per_second).collect());
    println!(
        "  {}, {BUYERS} buyers: {:.0} orders/s with a p95 of {:.1} ms alone; {:.0}/s and {:.1} ms while {applied:.0} applications/s were applied",
        database.name(),
        rate(&alone),
        p95(&alone),
        rate(&during),
        p95(&during)
    );
    let goes_on = at_least(&format!("applications/s during orders, {}", database.name()), applied, LEAST);
    let holds = at_most(
        &format!("p95 of orders during an import over p95 alone, {}", database.name()),
        p95(&during) / p95(&alone),
        2.0,
    );
    holds & goes_on
}
