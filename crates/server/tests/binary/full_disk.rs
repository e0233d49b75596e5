//! A disk that fills up while customers order: refusals are immediate, and the server reports that it is not ready.

use crate::{
    scene::Scene,
    support::{Answer, Person, Server, Site},
};
use reqwest::StatusCode;
use serde_json::json;
use std::{
    fs,
    process::Command,
    time::{Duration, Instant},
};

/// Maximum number of orders until the disk is full.
const MAX_ORDERS: usize = 3_000;

/// Time limit for refusing an order.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(2);

async fn place(server: &Server, person: &Person, part: &str, key: usize) -> Answer {
    let body = json!({ "orderedId": part, "quantity": 1, "address": "1 Road", "phone": "555 0100" });
    let request = server.request("POST", "/orders").json(&body).bearer_auth(&person.token);
    Server::answer(request.header("Idempotency-Key", format!("full-{key}"))).await
}

async fn is_ready(server: &Server) -> bool {
    Server::answer(server.request("GET", "/readyz")).await.0.is_success()
}

/// Limits the size of the server's files, as if the disk were full.
fn limit_files(server: &Server, bytes: &str) {
    let status = Command::new("prlimit")
        .args(["--pid", &server.process_id().to_string(), &format!("--fsize={bytes}:unlimited")])
        .status();
    assert!(status.unwrap().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_refuses_orders_at_once_until_there_is_room_again() {
    let site = Site::new().with("UNPAID_ORDERS", "off").with("UNPAID_VALUE", "off").with("UNPAID_SHARE", "off");
    let mut scene = Scene::with_pieces(site, 1_000_000).await;
    scene.kill();
    let mut program = Command::new("/bin/sh");
    // By default, a program would be ended by the signal.
    program.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(crate::support::binary());
    let server = scene.site.serve_through(program);
    let length = fs::metadata(scene.site.path("shop.db")).unwrap().len();
    limit_files(&server, &(length + 50_000).to_string());
    let mut refused = None;
    for key in 0..MAX_ORDERS {
        let (status, answer) = place(&server, &scene.marta, &scene.part, key).await;
        if status != StatusCode::CREATED {
            refused = Some((key, answer));
            break;
        }
    }
    let (key, answer) = refused.unwrap_or_else(|| panic!("the disk was never full"));
    // The shop cannot know whether a write that failed on its way to disk has arrived; further writes are not attempted.
    let codes = ["unavailable", "outcome_unknown"];
    assert!(codes.iter().any(|code| answer["code"] == **code), "{answer}");
    for number in 0..25 {
        assert!(!is_ready(&server).await, "ready after {number} more orders");
        let began = Instant::now();
        let (status, answer) = place(&server, &scene.marta, &scene.part, MAX_ORDERS + number).await;
        assert_eq!((status.as_u16(), &answer["code"]), (503, &"unavailable".into()), "{answer}");
        assert!(began.elapsed() < REFUSAL_TIMEOUT, "{:?}", began.elapsed());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let (status, _) = Server::answer(server.request("GET", "/parts?limit=1")).await;
    assert_eq!(status, StatusCode::OK, "reads still work");
    limit_files(&server, "unlimited");
    let until = Instant::now() + Duration::from_secs(5);
    while !is_ready(&server).await {
        assert!(Instant::now() < until, "there is room, and the server is not ready");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let (status, answer) = place(&server, &scene.marta, &scene.part, key).await;
    assert!(status.is_success(), "{answer}");
    drop(server);
    scene.the_books_are_in_order();
}
