//! A thread that serves connections.

use super::{DRAIN, LIMITS, admission::Admitted, stream::Stream};
use actix_http::{HttpService, Request, error::DispatchError};
use actix_service::IntoServiceFactory;
use actix_web::{
    Error,
    body::MessageBody,
    dev::{AppConfig, Service, ServiceFactory, ServiceResponse, fn_factory},
};
use autoparts_http::connection::Connection;
use std::{fmt, io, net, rc::Rc, thread, time::Duration, time::Instant};
use tokio::{
    net::TcpStream,
    runtime::Builder,
    sync::{mpsc, oneshot, watch},
    task::{JoinSet, LocalSet},
};

/// How long a connection may be idle between requests before it is closed.
const KEEP_ALIVE: Duration = Duration::from_secs(9);

/// Response buffer per connection in this process, in bytes; one chunk comes on top.
const WRITE_BUFFER: usize = 16 * 1024;

/// How long uninterruptible work may continue after the last response.
const LAST_WORK: Duration = Duration::from_secs(1);

/// An admitted connection.
pub(super) struct Accepted {
    pub(super) stream: net::TcpStream,
    pub(super) peer: net::SocketAddr,
    pub(super) admitted: Admitted,
}

/// A handle of the thread, which ends once all senders are dropped and its connections are closed.
pub(super) struct Worker {
    connections: mpsc::UnboundedSender<Accepted>,
    ended: oneshot::Receiver<()>,
}

impl Worker {
    pub(super) fn start<F, I, S, B>(number: usize, app: F, draining: watch::Receiver<bool>) -> io::Result<Self>
    where
        F: Fn() -> I + Send + Clone + 'static,
        I: IntoServiceFactory<S, Request>,
        S: ServiceFactory<Request, Config = AppConfig, Response = ServiceResponse<B>, Error = Error> + 'static,
        S::InitError: fmt::Debug,
        B: MessageBody + 'static,
    {
        let (connections, incoming) = mpsc::unbounded_channel();
        let (ends, ended) = oneshot::channel();
        let runtime = Builder::new_current_thread().enable_all().build()?;
        thread::Builder::new().name(format!("http-{number}")).spawn(move || {
            if LocalSet::new().block_on(&runtime, serve(&app, incoming, draining)).is_err() {
                tracing::error!("a thread that serves requests cannot start");
            }
            runtime.shutdown_timeout(LAST_WORK);
            // The receiver may be gone.
            let _ = ends.send(());
        })?;
        Ok(Self { connections, ended })
    }

    /// Serves a connection; fails if the thread has ended.
    pub(super) fn take(&self, accepted: Accepted) -> io::Result<()> {
        self.connections.send(accepted).map_err(|_| io::Error::other("a thread that serves requests is gone"))
    }

    /// Waits until all its connections are closed.
    pub(super) async fn end(self) {
        drop(self.connections);
        // Even an error means that it has ended.
        let _ = self.ended.await;
    }
}

async fn serve<F, I, S, B>(
    app: &F,
    mut incoming: mpsc::UnboundedReceiver<Accepted>,
    draining: watch::Receiver<bool>,
) -> Result<(), ()>
where
    F: Fn() -> I,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig, Response = ServiceResponse<B>, Error = Error> + 'static,
    S::InitError: fmt::Debug,
    B: MessageBody + 'static,
{
    let app = Rc::new(app().into_factory());
    let http = HttpService::build()
        .keep_alive(KEEP_ALIVE)
        .client_request_timeout(LIMITS.headers)
        .client_disconnect_timeout(LIMITS.closing)
        .h1_write_buffer_size(WRITE_BUFFER)
        .on_connect_ext(|stream: &Stream, extensions| {
            extensions.insert(Rc::clone(stream.connection()));
        })
        .h1(fn_factory(move || {
            let app = Rc::clone(&app);
            async move { app.new_service(AppConfig::default()).await }
        }))
        .new_service(())
        .await?;
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = incoming.recv() => {
                let Some(Accepted { stream, peer, admitted }) = accepted else { break };
                let Ok(socket) = TcpStream::from_std(stream) else { continue };
                let connection = Rc::new(Connection::new(LIMITS, Instant::now()));
                let stream = Stream::new(socket, Rc::clone(&connection), admitted);
                let exchanges = http.call((stream, Some(peer)));
                connections.spawn_local(attend(exchanges, connection, draining.clone()));
            }
            Some(_) = connections.join_next() => {}
        }
    }
    let over = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(DRAIN, over).await.is_err() {
        tracing::warn!("some requests took too long to be finished before the end");
    }
    Ok(())
}

/// Runs a connection to its end. Errors are the client's or the network's, and any client can cause them, so they are
/// not logged as errors.
async fn attend(
    exchanges: impl Future<Output = Result<(), DispatchError>>,
    connection: Rc<Connection>,
    mut draining: watch::Receiver<bool>,
) {
    tokio::pin!(exchanges);
    let ended = tokio::select! {
        biased;
        ended = &mut exchanges => ended,
        _ = draining.wait_for(|draining| *draining) => {
            connection.wind_up(Instant::now());
            exchanges.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}
