//! Faults around the server: a second server, a wrong clock, a full disk, a database that stops and restarts.

use super::{Crashing, Seen, money::at_last, orders::place, with_clock};
use crate::{
    scene::{GOOD, Scene},
    support::{Server, Site},
};
use autoparts_payments::testing::Moment;
use reqwest::StatusCode;
use std::{
    fs,
    process::Command,
    time::{Duration, Instant},
};

/// Both servers find the same expired reservation; one is killed while it waits for the provider.
pub(crate) async fn two_servers_end(shop: &mut Crashing) -> Seen {
    let scene = &mut shop.scene;
    let before = scene.available().await;
    let order = scene.order().await;
    let (_, id) = scene.started(&order).await;
    scene.kill();
    scene.site.let_time_pass(Duration::from_hours(25));
    let cancel = format!("POST /v1/payment_intents/{id}/cancel");
    scene.provider.stop(&cancel, Moment::BeforeEffect);
    let one = scene.site.serve();
    let other = scene.site.serve();
    let both_cancel = at_last(async || scene.provider.calls().iter().filter(|call| **call == cancel).count() > 1).await;
    drop(one);
    scene.provider.let_go();
    scene.server = Some(other);
    let ended = at_last(async || scene.server().show(&scene.marta, &order).await["state"] == "lapsed").await;
    let cancelled = scene.status(&id).await == "canceled";
    // Stock of earlier unpaid orders has been returned as well.
    let back = scene.available().await.as_i64() >= before.as_i64();
    Seen::unacknowledged(both_cancel && ended && cancelled && back)
}

/// On PostgreSQL a second server, on SQLite a replacement, whose clock is ten minutes fast or slow.
pub(crate) async fn clocks_apart(shop: &mut Crashing) -> Seen {
    let seconds = if shop.number.is_multiple_of(2) { 600 } else { -600 };
    let on_postgres = shop.on_postgres;
    let scene = &mut shop.scene;
    if !on_postgres {
        scene.kill();
    }
    let wrong = scene.site.serve_through(with_clock(seconds));
    let marta = wrong.sign_in("marta@example.com", "secret-1").await;
    let order = wrong.order(&marta, &scene.part, 1).await;
    let body = serde_json::json!({ "price": 10, "order": order });
    let intent = wrong.call(&marta, "POST", "/create-payment-intent", Some(body)).await;
    let secret = intent["clientSecret"].as_str().unwrap().to_owned();
    let id = secret.split("_secret").next().unwrap().to_owned();
    assert_eq!(scene.provider.pay(&secret, GOOD).await["status"], "succeeded");
    let acknowledged = wrong.book(&marta, &order, &id).await.0 == StatusCode::OK;
    // Another order placed there, and paid on the server with the right clock.
    let second = wrong.order(&marta, &scene.part, 1).await;
    drop(wrong);
    scene.come_back();
    // The token at hand may be from a clock that is ahead, so sign in again.
    scene.marta = scene.server().sign_in("marta@example.com", "secret-1").await;
    let (secret, id) = scene.started(&second).await;
    assert_eq!(scene.provider.pay(&secret, GOOD).await["status"], "succeeded");
    let booked = scene.server().book(&scene.marta, &second, &id).await.0 == StatusCode::OK;
    Seen::acknowledged(acknowledged && booked && scene.is_paid(&order).await && scene.is_paid(&second).await)
}

/// Maximum number of orders on a nearly full disk.
const MAX_ORDERS: u32 = 2_000;

/// The server takes orders until a file cannot grow, is killed, and restarts with free space.
pub(crate) async fn disk_full(shop: &mut Crashing) -> Seen {
    let number = shop.number;
    let parts = shop.parts.clone();
    let scene = &mut shop.scene;
    scene.kill();
    let length = fs::metadata(scene.site.path("shop.db")).unwrap().len();
    // In blocks of 512 bytes: the log may grow slightly larger than the database.
    let script = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", length / 512 + 100);
    let mut program = Command::new("/bin/sh");
    program.args(["-c", &script]).arg(crate::support::binary());
    let server = scene.site.serve_through(program);
    let mut acknowledged = Vec::new();
    let mut refused = None;
    for one in 0..MAX_ORDERS {
        let key = format!("full-{number}-{one}");
        match place(&server, &scene.marta, &parts[..1], &key).await {
            Some(id) => acknowledged.push((key, id)),
            None => {
                refused = Some(key);
                break;
            }
        }
    }
    let refused = refused.unwrap_or_else(|| panic!("the disk was never full"));
    // The server still serves reads; only writes fail.
    let (status, _) = Server::answer(server.request("GET", "/parts?limit=1")).await;
    assert_eq!(status, StatusCode::OK);
    drop(server);
    scene.come_back();
    let mut seen = Seen { kills: 1, acknowledged: acknowledged.len(), ..Seen::default() };
    for (key, id) in &acknowledged {
        let again = place(scene.server(), &scene.marta, &parts[..1], key).await;
        seen.lost += usize::from(again.as_ref() != Some(id));
    }
    let later = place(scene.server(), &scene.marta, &parts[..1], &refused).await;
    assert!(
        later.is_some_and(|later| acknowledged.iter().all(|(_, id)| *id != later)),
        "the refused order can be placed now"
    );
    seen
}

/// PostgreSQL is stopped abruptly and restarted every second while customers order.
pub(crate) async fn comes_and_goes(seconds: u64) -> bool {
    let (site, cluster) = Site::on_private_postgres();
    let site = site.with("UNPAID_ORDERS", "off").with("UNPAID_VALUE", "off").with("UNPAID_SHARE", "off");
    let scene = Scene::with_pieces(site, 1_000_000).await;
    let until = Instant::now() + Duration::from_secs(seconds);
    let tasks: Vec<_> = (0..4)
        .map(|customer| {
            let server = scene.server().handle();
            let person = scene.marta.clone();
            let parts = [scene.part.clone()];
            tokio::spawn(async move {
                let mut acknowledged = Vec::new();
                let mut refused = Vec::new();
                for number in 0.. {
                    if Instant::now() > until {
                        break;
                    }
                    let key = format!("goes-{customer}-{number}");
                    match place(&server, &person, &parts, &key).await {
                        Some(id) => acknowledged.push((key, id)),
                        None => refused.push(key),
                    }
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                (acknowledged, refused)
            })
        })
        .collect();
    let mut stops = 0;
    while Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(500)).await;
        tokio::task::block_in_place(|| {
            cluster.stop().unwrap();
            std::thread::sleep(Duration::from_millis(300));
            cluster.start().unwrap();
        });
        stops += 1;
    }
    let mut acknowledged = Vec::new();
    let mut refused = Vec::new();
    for task in tasks {
        let (some, others) = task.await.unwrap();
        acknowledged.extend(some);
        refused.extend(others);
    }
    let parts = [scene.part.clone()];
    let ready = async || Server::answer(scene.server().request("GET", "/readyz")).await.0.is_success();
    let is_back = at_last(ready).await;
    let mut lost = 0;
    let mut doubled = 0;
    for (key, id) in &acknowledged {
        let again = place(scene.server(), &scene.marta, &parts, key).await;
        lost += usize::from(again.as_ref() != Some(id));
    }
    let orders = scene.site.database().number("SELECT count(*) FROM orders").unwrap();
    // A rejected order may have been committed, at most once.
    doubled += usize::from(usize::try_from(orders).unwrap() > acknowledged.len() + refused.len());
    println!(
        "a database that comes and goes, {seconds} s: {stops} stops, {} acknowledged, {} refused, {orders} orders, {lost} lost, {doubled} doubled",
        acknowledged.len(),
        refused.len(),
    );
    scene.the_books_are_in_order();
    is_back && stops > 0 && !acknowledged.is_empty() && !refused.is_empty() && lost == 0 && doubled == 0
}
