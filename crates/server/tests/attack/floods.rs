//! Floods from one address that would starve other clients or fill the disk with log lines.

use crate::{
    report::Report,
    shop::Shop,
    support::{Person, Server, Site},
};
use reqwest::Client;
use serde_json::json;
use std::{
    net::{IpAddr, Ipv4Addr},
    time::{Duration, Instant},
};

/// Returns a client that connects from a loopback address.
fn from(address: [u8; 4]) -> Client {
    let address = IpAddr::V4(Ipv4Addr::from(address));
    Client::builder().local_address(address).timeout(Duration::from_secs(10)).build().unwrap()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

pub(crate) async fn compressed_responses_on_a_keep_alive_connection(mut report: Report) -> Report {
    let shop = Shop::open().await;
    for (coding, path) in [("gzip", "/parts"), ("br", "/parts"), ("gzip", "/openapi.json"), ("br", "/openapi.json")] {
        let client = from([127, 0, 4, 1]);
        let mut times = Vec::new();
        let mut used = String::new();
        for _ in 0..60 {
            let began = Instant::now();
            let request = client.get(format!("{}{path}", shop.server.address())).header("accept-encoding", coding);
            let answer = request.send().await.unwrap();
            used =
                answer.headers().get("content-encoding").map_or("none", |coding| coding.to_str().unwrap()).to_owned();
            answer.bytes().await.unwrap();
            times.push(began.elapsed());
        }
        let middle = median(times);
        report.figure(format_args!("{path} with {coding}: p50 {:.2} ms", middle.as_secs_f64() * 1000.0));
        // A stalled response takes 40 ms; this leaves room for an unoptimized server. `make bench-transport` measures
        // the release build.
        report.case(
            format_args!("{path} with {coding} that stalls or is not compressed"),
            used == coding && middle < Duration::from_millis(20),
            format!("p50 {middle:?} with {used}"),
        );
    }
    report
}

/// Log output caused by an address that is repeatedly rejected, and by junk requests.
pub(crate) async fn log_that_fills_the_disk(mut report: Report) -> Report {
    let site = Site::new().without("RATE_LIMIT").with("LOG", "info");
    let log = site.path("log");
    let server = site.serve_with_log(&log);
    let until = Instant::now() + Duration::from_secs(5);
    let refused = (0..8_u8).map(|_| async {
        let client = from([127, 0, 5, 1]);
        let mut count = 0_u32;
        while Instant::now() < until {
            let _ = client.get(format!("{}/orders", server.address())).send().await;
            count += 1;
        }
        count
    });
    let sent: u32 = futures_util::future::join_all(refused).await.into_iter().sum();
    let bytes = std::fs::metadata(&log).unwrap().len();
    report.figure(format_args!("{sent} refused requests, {bytes} bytes of log"));
    report.case(
        "log lines of refused requests",
        sent > 1000 && bytes < 1_000_000,
        format!("{bytes} bytes for {sent} requests"),
    );
    let before = std::fs::metadata(&log).unwrap().len();
    for _ in 0..500 {
        crate::raw::throw(server.address(), b"\x16\x03\x01junk\r\n\r\n").await;
    }
    let text = std::fs::read_to_string(&log).unwrap();
    let grown = std::fs::metadata(&log).unwrap().len() - before;
    report.case("log lines of junk", grown < 100_000, format!("{grown} bytes for 500 connections"));
    let errors = text.lines().filter(|line| line.contains("ERROR")).count();
    report.case("junk that is logged as an error", errors == 0, format!("{errors} lines"));
    report
}

/// Expensive calls of one account while other users sign in.
pub(crate) async fn sign_ins_starved(mut report: Report) -> Report {
    let shop = Shop::on(Site::new().without("RATE_LIMIT")).await;
    let id_token = shop.id_token(&shop.olga).await;
    let mut people: Vec<Person> = Vec::new();
    for number in 0..4_u8 {
        let client = from([127, 0, 6, 100 + number]);
        let email = format!("other-{number}@example.com");
        let path = format!("{}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-key", shop.server.address());
        let body = json!({ "email": email, "password": "secret-1", "returnSecureToken": true });
        assert!(client.post(path).json(&body).send().await.unwrap().status().is_success());
        people.push(Person { email, token: String::new() });
    }
    let until = Instant::now() + Duration::from_secs(6);
    let flood = futures_util::future::join_all((0..48_u8).map(|_| async {
        let client = from([127, 0, 6, 1]);
        while Instant::now() < until {
            let path =
                format!("{}/identitytoolkit.googleapis.com/v1/accounts:update?key=demo-key", shop.server.address());
            let body = json!({ "idToken": id_token, "password": "secret-1", "returnSecureToken": true });
            let _ = client.post(path).json(&body).send().await;
        }
    }));
    let others = async {
        let mut outcomes = Vec::new();
        let mut number = 0_u8;
        while Instant::now() < until {
            number = number.wrapping_add(1);
            let client = from([127, 0, 7, 1 + number % 200]);
            let person = &people[usize::from(number) % people.len()];
            let path = format!(
                "{}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo-key",
                shop.server.address()
            );
            let body = json!({ "email": person.email, "password": "secret-1", "returnSecureToken": true });
            outcomes.push(Server::answer(client.post(path).json(&body)).await);
            tokio::time::sleep(Duration::from_millis(150)).await;
        }
        outcomes
    };
    let (_, outcomes) = tokio::join!(flood, others);
    let refused = outcomes.iter().filter(|(status, _)| !status.is_success()).count();
    report.figure(format_args!("{refused} of {} sign-ins refused", outcomes.len()));
    report.case("other people's sign-ins refused", refused == 0, format!("{refused} of {}", outcomes.len()));
    report
}

/// Many concurrent requests for the most expensive public list while others make cheap requests.
pub(crate) async fn the_most_expensive_list(mut report: Report) -> Report {
    let shop = Shop::on(Site::new()).await;
    crate::slow::fill_with_reviews(&shop).await;
    let until = Instant::now() + Duration::from_secs(10);
    let flood = futures_util::future::join_all((0..64_u8).map(|number| {
        let address = shop.server.address().to_owned();
        async move {
            let client = from([127, 0, 8, 1 + number]);
            while Instant::now() < until {
                let answer = client.get(format!("{address}/reviews")).header("accept-encoding", "gzip").send().await;
                if let Ok(answer) = answer {
                    let _ = answer.bytes().await;
                }
            }
        }
    }));
    let others = async {
        let mut asked = 0_u32;
        let mut answered = 0_u32;
        while Instant::now() < until {
            let client = from([127, 0, 9, 1]);
            asked += 1;
            let request =
                client.get(format!("{}/parts?limit=5", shop.server.address())).timeout(Duration::from_secs(2));
            answered += u32::from(request.send().await.is_ok_and(|answer| answer.status().is_success()));
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        (asked, answered)
    };
    let (_, (asked, answered)) = tokio::join!(flood, others);
    report.figure(format_args!("{answered} of {asked} probes answered"));
    report.case(
        "64 readers of the most expensive list",
        asked > 30 && answered == asked,
        format!("{answered} of {asked} probes answered"),
    );
    let whole = Server::answer(shop.server.request("GET", "/reviews")).await.1.to_string().len();
    report.case("a public list without a bound in bytes", whole <= 1024 * 1024, format!("{whole} bytes"));
    report
}
