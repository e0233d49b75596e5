//! Clients that take all the time in the world, each on a connection of its own, and a client beside
//! them that only wants an answer.

use std::{
    net::{IpAddr, SocketAddr},
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, Interest},
    net::{TcpSocket, TcpStream},
    task::JoinSet,
    time::{sleep, timeout},
};

/// What a slow client does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slow {
    /// Connects and says nothing.
    Idle,
    /// Sends one request, takes the answer, and says nothing more.
    Kept,
    /// Sends a byte of its headers each second.
    Headers,
    /// Sends one request, takes the answer, and sends a byte of the next one's headers each second.
    LaterHeaders,
    /// Sends a byte each second of a body whose length it told.
    SizedBody,
    /// Sends a chunk each second of a body without an end.
    ChunkedBody,
    /// The same for a call that takes no body.
    UnwantedBody,
    /// Asks for much and reads a byte each second.
    Reader,
}

impl Slow {
    /// All kinds.
    pub(crate) const ALL: [Self; 8] = [
        Self::Idle,
        Self::Kept,
        Self::Headers,
        Self::LaterHeaders,
        Self::SizedBody,
        Self::ChunkedBody,
        Self::UnwantedBody,
        Self::Reader,
    ];

    /// What it sends at once.
    fn opening(self, large: &str) -> String {
        let post = "POST /feedback HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n";
        match self {
            Self::Idle => String::new(),
            Self::Headers => "GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: ".to_owned(),
            Self::Kept | Self::LaterHeaders => "GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n".to_owned(),
            Self::SizedBody => format!("{post}Content-Length: 10000\r\n\r\n"),
            Self::ChunkedBody => format!("{post}Transfer-Encoding: chunked\r\n\r\n"),
            Self::UnwantedBody => {
                "GET /healthz HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n".to_owned()
            }
            Self::Reader => format!("GET {large} HTTP/1.1\r\nHost: shop\r\n\r\n"),
        }
    }

    /// What it sends each second.
    fn drop_of_bytes(self) -> &'static str {
        match self {
            Self::Idle | Self::Kept | Self::Reader => "",
            Self::Headers | Self::LaterHeaders | Self::SizedBody => "G",
            Self::ChunkedBody | Self::UnwantedBody => "1\r\n{\r\n",
        }
    }

    /// Goes on until the server ends the connection; how long that took, or `None` when it does not.
    pub(crate) async fn until_released(
        self,
        from: IpAddr,
        server: SocketAddr,
        large: &str,
        patience: Duration,
    ) -> Option<Duration> {
        let begun = Instant::now();
        // Not even let in, or cut off: released.
        let _ = timeout(patience, self.go_on(from, server, large)).await.ok()?;
        Some(begun.elapsed())
    }

    async fn go_on(self, from: IpAddr, server: SocketAddr, large: &str) -> std::io::Result<()> {
        let mut stream = connect(from, server, self == Self::Reader).await?;
        stream.write_all(self.opening(large).as_bytes()).await?;
        let at_once = if self == Self::Reader { 1 } else { 4096 };
        let mut read = vec![0; at_once];
        loop {
            sleep(Duration::from_secs(1)).await;
            // What has arrived can still be read when the connection has long ended, so that is asked first.
            if has_ended(&stream).await? {
                return Ok(());
            }
            match timeout(Duration::from_millis(1), stream.read(&mut read)).await {
                Ok(Ok(0)) => return Ok(()),
                Ok(Err(error)) => return Err(error),
                Ok(Ok(_)) | Err(_) => {}
            }
            stream.write_all(self.drop_of_bytes().as_bytes()).await?;
        }
    }
}

/// Whether the server has closed or cut a connection.
async fn has_ended(stream: &TcpStream) -> std::io::Result<bool> {
    if stream.take_error()?.is_some() {
        return Ok(true);
    }
    let ready = timeout(Duration::from_millis(1), stream.ready(Interest::READABLE)).await;
    Ok(matches!(ready, Ok(Ok(ready)) if ready.is_read_closed()))
}

async fn connect(from: IpAddr, server: SocketAddr, reads_little: bool) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if reads_little {
        socket.set_recv_buffer_size(2048)?;
    }
    socket.bind(SocketAddr::new(from, 0))?;
    let stream = socket.connect(server).await?;
    // A byte a second is meant to be a byte a second.
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// How the attack went.
#[derive(Debug, Default)]
pub(crate) struct Siege {
    /// The longest that a client of each kind was connected; `None` when one was not released.
    pub(crate) released: Vec<(Slow, Option<Duration>)>,
    pub(crate) probes: usize,
    pub(crate) answered: usize,
    /// The slowest answer to a probe.
    pub(crate) slowest: Duration,
}

/// So many slow clients of each kind at once, each kind from an address of its own, and beside them
/// somebody who asks for `probe` on a new connection each time, until the last slow client is gone.
pub(crate) async fn besiege(
    server: SocketAddr,
    kinds: &[Slow],
    each: usize,
    large: &str,
    probe: &str,
    patience: Duration,
) -> Siege {
    let mut attackers = JoinSet::new();
    for (number, kind) in kinds.iter().enumerate() {
        let from = IpAddr::from([127, 0, 1, u8::try_from(number + 1).unwrap()]);
        for _ in 0..each {
            let (kind, large) = (*kind, large.to_owned());
            attackers.spawn(async move { (kind, kind.until_released(from, server, &large, patience).await) });
        }
    }
    let mut siege =
        Siege { released: kinds.iter().map(|kind| (*kind, Some(Duration::ZERO))).collect(), ..Siege::default() };
    while !attackers.is_empty() {
        while let Some(Ok((kind, time))) = attackers.try_join_next() {
            let entry = siege.released.iter_mut().find(|(known, _)| *known == kind).unwrap();
            entry.1 = entry.1.zip(time).map(|(most, time)| most.max(time));
        }
        let begun = Instant::now();
        siege.probes += 1;
        if let Ok(Ok(answer)) = timeout(Duration::from_secs(2), ask([127, 0, 2, 1].into(), server, probe)).await
            && answer.starts_with("HTTP/1.1 200")
        {
            siege.answered += 1;
            siege.slowest = siege.slowest.max(begun.elapsed());
        }
        sleep(Duration::from_millis(10)).await;
    }
    siege
}

/// Asks once, on a connection of its own.
pub(crate) async fn ask(from: IpAddr, server: SocketAddr, path: &str) -> std::io::Result<String> {
    let mut stream = connect(from, server, false).await?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n").as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
