//! Shutdown of the server: no request is cut off, and nothing delays it.

use crate::{
    steady_clients::send_until_the_server_stops,
    support::{Server, Site},
};
use std::{
    net::SocketAddr,
    process::ExitStatus,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::oneshot,
    time::sleep,
};

fn socket(server: &Server) -> SocketAddr {
    server.address().strip_prefix("http://").unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn shutdown_interrupts_no_request() {
    for grace in ["0s", "1s"] {
        let site = Site::new().with("SHUTDOWN_GRACE", grace);
        site.succeed(&["seed"]);
        let server = site.serve();
        let address = socket(&server);
        let answered = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&answered);
        let clients = tokio::spawn(async move { send_until_the_server_stops(address, 8, &counted).await });
        while answered.load(Ordering::Relaxed) < 400 {
            sleep(Duration::from_millis(5)).await;
        }
        let status = stop(server).await;
        assert!(status.success());
        assert_eq!(clients.await.unwrap(), 0, "grace {grace}");
    }
}

#[tokio::test]
async fn a_stopping_server_reports_not_ready_and_keeps_serving() {
    let site = Site::new().with("SHUTDOWN_GRACE", "5m");
    let server = site.serve();
    assert!(Server::answer(server.request("GET", "/readyz")).await.0.is_success());
    server.signal("TERM");
    let mut ready = Server::answer(server.request("GET", "/readyz")).await.0;
    for _ in 0..500 {
        if !ready.is_success() {
            break;
        }
        sleep(Duration::from_millis(10)).await;
        ready = Server::answer(server.request("GET", "/readyz")).await.0;
    }
    assert_eq!(ready.as_u16(), 503);
    let parts = server.request("GET", "/parts").send().await.unwrap();
    assert!(parts.status().is_success());
    assert_eq!(parts.headers()["connection"], "close");
    assert!(server.stop().success(), "a second signal stops immediately");
}

#[tokio::test]
async fn a_closed_terminal_does_not_end_the_server() {
    let site = Site::new();
    let server = site.serve();
    server.signal("HUP");
    sleep(Duration::from_millis(200)).await;
    assert!(Server::answer(server.request("GET", "/healthz")).await.0.is_success());
    assert!(server.stop().success());
}

/// Stops a server in the background.
async fn stop(server: Server) -> ExitStatus {
    let (said, ended) = oneshot::channel();
    std::thread::spawn(move || said.send(server.stop()).unwrap());
    ended.await.unwrap()
}

/// Starts a proxy to a database that passes bytes on until it is frozen.
async fn stand_before(database: u16, frozen: Arc<AtomicBool>) -> u16 {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = TcpStream::connect(("127.0.0.1", database)).await.unwrap();
            let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
            tokio::spawn(pass(from_client, to_server, Arc::clone(&frozen)));
            tokio::spawn(pass(from_server, to_client, Arc::clone(&frozen)));
        }
    });
    port
}

async fn pass(mut from: impl AsyncReadExt + Unpin, mut to: impl AsyncWriteExt + Unpin, frozen: Arc<AtomicBool>) {
    let mut bytes = [0; 8192];
    while let Ok(length @ 1..) = from.read(&mut bytes).await {
        while frozen.load(Ordering::Relaxed) {
            sleep(Duration::from_millis(50)).await;
        }
        if to.write_all(&bytes[..length]).await.is_err() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_process_ends_although_a_database_never_answers() {
    let site = Site::on_postgres();
    let url = site.setting("DATABASE_URL").to_owned();
    let port: u16 = url.split("127.0.0.1:").nth(1).unwrap().split('/').next().unwrap().parse().unwrap();
    let frozen = Arc::new(AtomicBool::new(false));
    let before = stand_before(port, Arc::clone(&frozen)).await;
    let site = site.with("DATABASE_URL", &url.replace(&port.to_string(), &before.to_string()));
    let server = site.serve();
    assert!(Server::answer(server.request("GET", "/parts")).await.0.is_success());
    frozen.store(true, Ordering::Relaxed);
    let request = server.request("GET", "/parts").timeout(Duration::from_secs(30));
    let waits = tokio::spawn(request.send());
    sleep(Duration::from_millis(300)).await;
    let status = stop(server).await;
    assert!(status.success());
    drop(waits);
}
