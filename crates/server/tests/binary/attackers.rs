//! Slow clients, each on its own connection, and a probe that only wants a response.

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

/// A kind of slow client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slow {
    /// Connects and sends nothing.
    Idle,
    /// Sends one request, reads the response, and sends nothing more.
    Kept,
    /// Sends one byte of its headers per second.
    Headers,
    /// Sends one request, reads the response, and sends one byte per second of the next request's headers.
    LaterHeaders,
    /// Sends one byte per second of a body with a declared length.
    SizedBody,
    /// Sends one chunk per second of an endless body.
    ChunkedBody,
    /// The same for a call without a body.
    UnwantedBody,
    /// Requests a large response and reads one byte per second.
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

    /// Returns the bytes to send immediately.
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

    /// Returns the bytes to send each second.
    fn drop_of_bytes(self) -> &'static str {
        match self {
            Self::Idle | Self::Kept | Self::Reader => "",
            Self::Headers | Self::LaterHeaders | Self::SizedBody => "G",
            Self::ChunkedBody | Self::UnwantedBody => "1\r\n{\r\n",
        }
    }

    /// Runs until the server closes the connection. Returns how long that took; `None` on timeout.
    pub(crate) async fn until_released(
        self,
        from: IpAddr,
        server: SocketAddr,
        large: &str,
        patience: Duration,
    ) -> Option<Duration> {
        let begun = Instant::now();
        // A rejected or reset connection counts as released.
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
            // Check for the end first: received bytes can be read long after the connection has ended.
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

/// Whether the server has closed or reset a connection.
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
    // Send each byte separately.
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// The result of the attack.
#[derive(Debug, Default)]
pub(crate) struct Siege {
    /// The longest connection time of each kind; `None` if a client was not released.
    pub(crate) released: Vec<(Slow, Option<Duration>)>,
    pub(crate) probes: usize,
    pub(crate) answered: usize,
    /// The slowest response to a probe.
    pub(crate) slowest: Duration,
}

/// Runs `each` slow clients of every kind at once, each kind from its own address. Requests `probe` on new
/// connections until the last slow client is gone.
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
            let kind = *kind;
            let large = large.to_owned();
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

/// Sends one request on a new connection.
pub(crate) async fn ask(from: IpAddr, server: SocketAddr, path: &str) -> std::io::Result<String> {
    let mut stream = connect(from, server, false).await?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n").as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
