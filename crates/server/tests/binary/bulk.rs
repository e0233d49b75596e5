//! A bulk change of parts whose caller disconnects before it ends.

use crate::support::{Person, Server, Site};
use autoparts_persistence::testing::add_parts_sqlite;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::{io::AsyncWriteExt, net::TcpStream, time::sleep};

const PARTS: u32 = 3_000;

/// Longer than a run takes on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(2);

/// Previews raising the minimum order of all parts to ten.
async fn preview(server: &Server, admin: &Person) -> Value {
    let change = json!({ "all": true, "change": { "kind": "minimum_order", "minOrderQuantity": 10 }, "dryRun": true });
    server.call(admin, "PATCH", "/parts", Some(change)).await
}

#[tokio::test]
async fn a_run_ends_although_the_one_who_asked_for_it_is_gone() {
    let site = Site::new();
    site.succeed(&["seed"]);
    add_parts_sqlite(&site.path("shop.db"), PARTS).unwrap();
    let server = site.serve();
    let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
    let seen = preview(&server, &admin).await;
    let all = seen["changes"].as_u64().unwrap();
    assert!(all >= u64::from(PARTS), "{seen}");

    let change = json!({
        "all": true, "change": { "kind": "minimum_order", "minOrderQuantity": 10 },
        "count": seen["changes"], "digest": seen["digest"],
    });
    let change = change.to_string();
    let address = server.address().strip_prefix("http://").unwrap().to_owned();
    let mut caller = TcpStream::connect(&address).await.unwrap();
    let head = format!(
        "PATCH /parts HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        admin.token,
        change.len()
    );
    caller.write_all(format!("{head}{change}").as_bytes()).await.unwrap();
    let began = Instant::now();
    let left = loop {
        let left = preview(&server, &admin).await["changes"].as_u64().unwrap();
        if left < all {
            break left;
        }
        assert!(began.elapsed() < TIMEOUT, "the run never began");
        sleep(Duration::from_millis(5)).await;
    };
    assert!(left > 0, "the run had ended before its caller could leave");
    // Reset the connection, as when a browser is closed.
    caller.set_zero_linger().unwrap();
    drop(caller);
    while preview(&server, &admin).await["changes"] != 0 {
        assert!(began.elapsed() < TIMEOUT, "the run stopped when its caller left");
        sleep(Duration::from_millis(50)).await;
    }
}
