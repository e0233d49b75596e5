//! Slow clients must not delay others, and must be disconnected soon.

use crate::{
    attackers::{Slow, ask, besiege},
    support::{Server, Site},
};
use std::{net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::{sleep, timeout},
};

/// Longer than any limit, for busy machines.
const ANSWER_TIMEOUT: Duration = Duration::from_mins(1);

/// The largest file in the binary, even without the web app.
const LARGE: &str = "/docs/swagger-ui-bundle.js";

fn socket(server: &Server) -> SocketAddr {
    server.address().strip_prefix("http://").unwrap().parse().unwrap()
}

#[tokio::test]
async fn slow_clients_are_disconnected_while_others_are_served() {
    let site = Site::new();
    let server = site.serve();
    let siege = besiege(socket(&server), &Slow::ALL, 10, LARGE, "/parts", ANSWER_TIMEOUT).await;
    assert!(siege.released.iter().all(|(_, time)| time.is_some()), "{siege:?}");
    assert_eq!(siege.answered, siege.probes, "{siege:?}");
}

#[tokio::test]
async fn a_keep_alive_connection_is_closed_after_nine_to_twelve_seconds() {
    let site = Site::new();
    let server = site.serve();
    let from = [127, 0, 1, 9].into();
    let ended = Slow::Kept.until_released(from, socket(&server), LARGE, ANSWER_TIMEOUT).await.unwrap();
    assert!(ended > Duration::from_millis(8500) && ended <= Duration::from_secs(12), "{ended:?}");
}

/// Returns the resident memory of a server, in bytes.
fn memory(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.process_id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<u64>().unwrap() * 1024
}

#[tokio::test]
async fn slow_readers_share_one_copy_of_a_large_file_in_memory() {
    let site = Site::new();
    let server = site.serve();
    let length = ask([127, 0, 0, 1].into(), socket(&server), LARGE).await.unwrap().len();
    let length = u64::try_from(length).unwrap();
    let before = memory(&server);
    let mut readers = Vec::new();
    for _ in 0..60 {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(2048).unwrap();
        let mut stream = socket.connect(self::socket(&server)).await.unwrap();
        stream.write_all(format!("GET {LARGE} HTTP/1.1\r\nHost: shop\r\n\r\n").as_bytes()).await.unwrap();
        // The response has started.
        assert_ne!(stream.read(&mut [0; 1]).await.unwrap(), 0);
        readers.push(stream);
    }
    let growth = memory(&server).saturating_sub(before);
    assert!(growth < 60 * length / 4, "{growth} bytes for 60 readers of {length}");
}

/// Sends until the connection ends. Returns the response up to then.
async fn send_until_the_end(server: SocketAddr, opening: &str, more: &[u8]) -> String {
    let mut stream = TcpStream::connect(server).await.unwrap();
    stream.write_all(opening.as_bytes()).await.unwrap();
    let (mut reading, mut writing) = stream.split();
    let mut answer = Vec::new();
    let read = async {
        // A reset after the response ends the connection as well.
        let _ = reading.read_to_end(&mut answer).await;
    };
    let write = async {
        while writing.write_all(more).await.is_ok() {
            sleep(Duration::from_millis(20)).await;
        }
        std::future::pending::<()>().await;
    };
    let ended = timeout(ANSWER_TIMEOUT, async {
        tokio::select! { () = read => {}, () = write => {} }
    })
    .await;
    assert!(ended.is_ok(), "the connection does not end");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn a_refused_body_ends_the_connection_whatever_is_sent_after_it() {
    let site = Site::new();
    let server = site.serve();
    let chunk = [b"400\r\n", &[b' '; 1024][..], b"\r\n"].concat();
    for (call, media_type, status) in [
        ("POST /feedback", "application/json", "413"),
        ("POST /feedback", "text/plain", "415"),
        ("POST /orders", "application/json", "401"),
        ("GET /parts", "application/json", "200"),
        ("POST /nowhere", "application/json", "404"),
    ] {
        let opening = format!(
            "{call} HTTP/1.1\r\nHost: shop\r\nContent-Type: {media_type}\r\nTransfer-Encoding: chunked\r\n\r\n"
        );
        let answer = send_until_the_end(socket(&server), &opening, &chunk).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{call}: {answer}");
        assert!(answer.to_lowercase().contains("connection: close"), "{call}: {answer}");
        assert_eq!(answer.matches("HTTP/1.1").count(), 1, "the rest is not taken as a request: {answer}");
    }
}

#[tokio::test]
async fn a_body_that_was_read_keeps_the_connection() {
    let site = Site::new();
    let server = site.serve();
    let mut stream = TcpStream::connect(socket(&server)).await.unwrap();
    for body in ["Content-Length: 2\r\n\r\n{}", "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"] {
        let request = format!("POST /feedback HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n{body}");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = vec![0; 8192];
        let length = timeout(ANSWER_TIMEOUT, stream.read(&mut answer)).await.unwrap().unwrap();
        let answer = String::from_utf8_lossy(&answer[..length]).to_lowercase();
        assert!(answer.starts_with("http/1.1 422") && !answer.contains("connection: close"), "{answer}");
    }
}

#[tokio::test]
async fn connections_of_one_address_are_limited_and_others_are_served() {
    let site = Site::new().with("MAX_CONNECTIONS_PER_ADDRESS", "3");
    let server = site.serve();
    let address = socket(&server);
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(TcpStream::connect(address).await.unwrap());
    }
    let refused = ask([127, 0, 0, 1].into(), address, "/healthz").await;
    assert!(refused.as_ref().map_or(true, |answer| answer.starts_with("HTTP/1.1 503")), "{refused:?}");
    assert!(ask([127, 0, 3, 1].into(), address, "/healthz").await.unwrap().starts_with("HTTP/1.1 200"));
    drop(open);
    for _ in 0..200 {
        if ask([127, 0, 0, 1].into(), address, "/healthz").await.is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
        {
            return;
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("a freed connection is not available again");
}

#[tokio::test]
async fn clients_behind_a_proxy_are_limited_by_requests_and_the_proxy_is_not_limited() {
    let site = Site::new().with("TRUSTED_PROXIES", "127.0.0.1").with("MAX_CONNECTIONS_PER_ADDRESS", "2");
    let server = site.serve();
    let begin = async |client: &str| {
        let mut stream = TcpStream::connect(socket(&server)).await.unwrap();
        let request = format!(
            "POST /feedback HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: {client}\r\nExpect: 100-continue\r\n\
             Content-Type: application/json\r\nContent-Length: 2\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    };
    let read = async |stream: &mut TcpStream| {
        let mut answer = vec![0; 8192];
        let length = timeout(ANSWER_TIMEOUT, stream.read(&mut answer)).await.unwrap().unwrap();
        String::from_utf8_lossy(&answer[..length]).into_owned()
    };
    // A request that received `100 Continue` holds its permit: the next one cannot take it.
    let mut waiting = Vec::new();
    for client in ["192.0.2.1", "192.0.2.1", "192.0.2.2"] {
        let mut stream = begin(client).await;
        assert_eq!(read(&mut stream).await, "HTTP/1.1 100 Continue\r\n\r\n", "{client}");
        waiting.push(stream);
    }
    let mut third = begin("192.0.2.1").await;
    let mut answer = String::new();
    while !answer.contains("\r\n\r\n{") {
        answer.push_str(&read(&mut third).await);
    }
    assert!(answer.contains("HTTP/1.1 429"), "{answer}");
    for stream in &mut waiting {
        stream.write_all(b"{}").await.unwrap();
        let answer = read(stream).await;
        assert!(answer.starts_with("HTTP/1.1 422"), "{answer}");
    }
}
