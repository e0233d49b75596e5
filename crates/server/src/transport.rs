//! The server's end of the network: who may connect, how long each part of an exchange may take,
//! which thread serves a connection, and how all of it ends.
//!
//! The web framework speaks HTTP. Accepting is done here, because its own way counts no connections
//! of one address, has no limit for taking in an answer, and when it stops it cuts off those who have
//! just connected.

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

/// How long clients may take. The last two leave room within what operators are told.
pub(crate) const LIMITS: TimeLimits = TimeLimits {
    headers: Duration::from_secs(5),
    idle: Duration::from_secs(10),
    answer: Duration::from_secs(25),
    closing: Duration::from_secs(1),
};

/// How long running requests may take once nothing is accepted any more.
pub(crate) const DRAIN: Duration = Duration::from_secs(10);

/// Connections that the kernel may keep ready for being accepted.
const BACKLOG: u32 = 1024;

/// How much of an answer may wait in the kernel, in bytes. What has been sent and not acknowledged
/// comes on top, as the client's window allows.
const UNSENT: u32 = 128 * 1024;

/// Connections that are enough for a shop unless its operator says otherwise.
const ENOUGH: usize = 4096;

/// What a connection too many is told. It may not arrive, when the client is still sending.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/// How many connections there may be: as many as an operator says, or enough for a shop; and never so
/// many that nothing is left for the database. Raises the limit of the operating system on the way.
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

/// A server that serves once it is run.
pub(crate) struct Transport {
    listener: TcpListener,
    admission: Arc<Admission>,
    traffic: Arc<Traffic>,
    workers: Vec<Worker>,
    draining: watch::Sender<bool>,
}

impl Transport {
    /// Starts the threads that serve what is accepted on a listener; one for each core unless told
    /// otherwise. Each makes the app for itself.
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
        let (draining, told) = watch::channel(false);
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let workers = (0..workers.unwrap_or(cores)).map(|number| Worker::start(number, app.clone(), told.clone()));
        let workers = workers.collect::<io::Result<_>>()?;
        Ok(Self { listener, admission, traffic, workers, draining })
    }

    /// Serves until `stop` is ready, then everybody who has connected by then. Answers what `stop` did.
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

/// Without descriptors there is nothing to do but wait; a client that went away before it was accepted
/// is none of our business.
async fn pause_after(error: &io::Error) {
    if !matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) {
        tracing::error!(%error, "no connection can be accepted");
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// Hands connections to the workers, one after the other.
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
                // Whether it arrives or not, the connection is over.
                let _ = stream.write(FULL);
                return Ok(());
            }
        };
        // An answer goes out at once. With Nagle's algorithm its last bytes wait until the client
        // acknowledges those before, which it puts off for 40 ms.
        if stream.set_nodelay(true).is_err() {
            return Ok(());
        }
        let Some(worker) = self.workers.get(self.next) else { return Ok(()) };
        self.next = (self.next + 1) % self.workers.len();
        worker.take(Accepted { stream, peer, admitted })
    }
}
