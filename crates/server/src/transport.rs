//! The network side of the server: admission, timeouts, assignment of connections to threads, and shutdown.
//!
//! The web framework handles HTTP. Connections are accepted here, because the framework does not limit connections
//! per address, has no timeout for clients that read a response slowly, and drops newly connected clients at
//! shutdown.

mod admission;
mod descriptors;
mod stream;
mod worker;

pub(crate) use admission::Admission;

use actix_http::Request;
use actix_service::IntoServiceFactory;
use actix_web::{
    Error,
    body::MessageBody,
    dev::{AppConfig, ServiceFactory, ServiceResponse},
};
use autoparts_http::{connection::TimeLimits, traffic::Traffic};
use socket2::SockRef;
use std::{
    fmt, io,
    io::Write,
    net::{SocketAddr, TcpStream},
    num::NonZeroUsize,
    sync::Arc,
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpSocket},
    sync::watch,
};
use worker::{Accepted, Worker};

/// Timeouts for clients. The last two fit within the shutdown time documented for operators.
pub(crate) const LIMITS: TimeLimits = TimeLimits {
    headers: Duration::from_secs(5),
    idle: Duration::from_secs(10),
    answer: Duration::from_secs(25),
    closing: Duration::from_secs(1),
};

/// Timeout for running requests once the server stops accepting connections.
pub(crate) const DRAIN: Duration = Duration::from_secs(10);

/// Maximum number of pending connections in the kernel's accept queue.
const BACKLOG: u32 = 1024;

/// Maximum unsent response data in the kernel, in bytes. Data that is sent but not acknowledged comes on top, limited
/// by the client's window.
const UNSENT: u32 = 128 * 1024;

/// Default maximum number of connections.
const ENOUGH: usize = 4096;

/// The response to a connection over the limit. It may get lost if the client is still sending.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/// Returns the maximum number of connections: the operator's setting or the default, but never so many that no file
/// descriptors remain for the database. Raises the operating system's limit.
pub(crate) fn most_connections(wanted: Option<usize>) -> usize {
    let room = descriptors::room_for_connections();
    match wanted {
        Some(wanted) if wanted > room => {
            tracing::warn!(wanted, room, "the limit of open files leaves room for fewer connections than wanted");
            room
        }
        Some(wanted) => wanted,
        None => ENOUGH.min(room),
    }
}

/// Listens on an address.
pub(crate) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    let listener = socket.listen(BACKLOG)?;
    SockRef::from(&listener).set_tcp_notsent_lowat(UNSENT)?;
    Ok(listener)
}

/// A bound server that serves once it runs.
pub(crate) struct Transport {
    listener: TcpListener,
    admission: Arc<Admission>,
    traffic: Arc<Traffic>,
    workers: Vec<Worker>,
    draining: watch::Sender<bool>,
}

impl Transport {
    /// Starts the worker threads, by default one per core. Each creates its own instance of the app.
    pub(crate) fn new<F, I, S, B>(
        listener: TcpListener,
        admission: Arc<Admission>,
        traffic: Arc<Traffic>,
        workers: Option<usize>,
        app: F,
    ) -> io::Result<Self>
    where
        F: Fn() -> I + Send + Clone + 'static,
        I: IntoServiceFactory<S, Request>,
        S: ServiceFactory<Request, Config = AppConfig, Response = ServiceResponse<B>, Error = Error> + 'static,
        S::InitError: fmt::Debug,
        B: MessageBody + 'static,
    {
        let (draining, drain_signal) = watch::channel(false);
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let workers =
            (0..workers.unwrap_or(cores)).map(|number| Worker::start(number, app.clone(), drain_signal.clone()));
        let workers = workers.collect::<io::Result<_>>()?;
        Ok(Self { listener, admission, traffic, workers, draining })
    }

    /// Serves until `stop` completes, then finishes the open connections, including those still in the accept queue.
    /// Returns the output of `stop`.
    pub(crate) async fn run<T>(self, stop: impl Future<Output = T>) -> io::Result<T> {
        let Self { listener, admission, traffic, workers, draining } = self;
        let mut acceptor = Acceptor { admission, traffic, workers, next: 0 };
        tokio::pin!(stop);
        let stopped = loop {
            tokio::select! {
                biased;
                stopped = &mut stop => break stopped,
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => acceptor.take(stream.into_std()?, peer)?,
                    Err(error) => pause_after(&error).await,
                },
            }
        };
        let listener = listener.into_std()?;
        while let Ok((stream, peer)) = listener.accept() {
            stream.set_nonblocking(true)?;
            acceptor.take(stream, peer)?;
        }
        drop(listener);
        draining.send_replace(true);
        for worker in acceptor.workers {
            worker.end().await;
        }
        Ok(stopped)
    }
}

/// Pauses if there are no file descriptors left. Ignores clients that disconnected before they were accepted.
async fn pause_after(error: &io::Error) {
    if !matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) {
        tracing::error!(%error, "no connection can be accepted");
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// Distributes connections to the workers in turn.
struct Acceptor {
    admission: Arc<Admission>,
    traffic: Arc<Traffic>,
    workers: Vec<Worker>,
    next: usize,
}

impl Acceptor {
    fn take(&mut self, mut stream: TcpStream, peer: SocketAddr) -> io::Result<()> {
        let admitted = match self.admission.admit(peer.ip()) {
            Ok(admitted) => admitted,
            Err(refused) => {
                self.traffic.note_refused_connection(peer.ip(), refused.as_str());
                // The connection is closed whether or not this arrives.
                let _ = stream.write(FULL);
                return Ok(());
            }
        };
        // Send responses immediately. With Nagle's algorithm, the last bytes wait for the client's acknowledgment of
        // the previous ones, which it delays by up to 40 ms.
        if stream.set_nodelay(true).is_err() {
            return Ok(());
        }
        let Some(worker) = self.workers.get(self.next) else { return Ok(()) };
        self.next = (self.next + 1) % self.workers.len();
        worker.take(Accepted { stream, peer, admitted })
    }
}
