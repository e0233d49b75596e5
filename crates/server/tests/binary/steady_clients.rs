//! Keep-alive clients that send requests in a loop.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
};

/// A keep-alive connection.
pub(crate) struct Kept(TcpStream);

/// A complete response.
pub(crate) struct Whole {
    /// Length of the body as sent, in bytes.
    pub(crate) length: usize,
    /// Whether the connection may be reused.
    pub(crate) keep: bool,
}

impl Kept {
    pub(crate) async fn open(server: SocketAddr) -> std::io::Result<Self> {
        Ok(Self(TcpStream::connect(server).await?))
    }

    /// Sends a request and reads the whole response; `None` if the connection ends first.
    pub(crate) async fn ask(&mut self, path: &str, headers: &str) -> Option<Whole> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: shop\r\n{headers}\r\n");
        self.0.write_all(request.as_bytes()).await.ok()?;
        let mut answer = Vec::new();
        let mut piece = vec![0; 64 * 1024];
        loop {
            let read = self.0.read(&mut piece).await.ok().filter(|read| *read > 0)?;
            answer.extend_from_slice(&piece[..read]);
            let Some(end) = answer.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
            let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
            let body = &answer[end + 4..];
            let is_whole = match head.split("content-length: ").nth(1) {
                Some(length) => body.len() == length.lines().next()?.parse::<usize>().ok()?,
                None => body.ends_with(b"\r\n0\r\n\r\n"),
            };
            if is_whole {
                return Some(Whole { length: body.len(), keep: !head.contains("connection: close") });
            }
        }
    }
}

/// Runs clients that reconnect when a response closes the connection, until the server no longer accepts connections.
/// Counts responses as they arrive, and returns the number of interrupted requests.
pub(crate) async fn send_until_the_server_stops(
    server: SocketAddr,
    clients: usize,
    answered: &Arc<AtomicUsize>,
) -> usize {
    let cut = Arc::new(AtomicUsize::new(0));
    let mut all = JoinSet::new();
    for _ in 0..clients {
        let answered = Arc::clone(answered);
        let cut = Arc::clone(&cut);
        all.spawn(async move {
            while let Ok(mut kept) = Kept::open(server).await {
                loop {
                    let whole = kept.ask("/parts?limit=2", "").await;
                    let count = if whole.is_some() { &answered } else { &cut };
                    count.fetch_add(1, Ordering::Relaxed);
                    if !whole.is_some_and(|whole| whole.keep) {
                        break;
                    }
                }
            }
        });
    }
    all.join_all().await;
    cut.load(Ordering::Relaxed)
}
