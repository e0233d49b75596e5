//! A mock provider: an HTTP server on loopback with configured responses.

use http_body_util::{BodyExt, Full};
use http_types::{Request, Response};
use hyper::{body::Bytes, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use std::{
    future::Future,
    io,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::net::TcpListener;

/// The outcome of a request: a response, or a closed connection.
pub type Fate = Option<Response<Vec<u8>>>;

type Behaviour = dyn Fn(Request<Vec<u8>>) -> Pin<Box<dyn Future<Output = Fate> + Send>> + Send + Sync;

/// The server. It ends with the runtime that started it.
pub struct MockServer {
    /// Its base URL.
    pub url: String,
    seen: Arc<Mutex<Vec<Request<Vec<u8>>>>>,
}

#[expect(clippy::expect_used, clippy::missing_panics_doc, reason = "for tests: what goes wrong here fails the test")]
impl MockServer {
    /// Starts a provider that handles every request with the same function.
    pub async fn that<F>(behave: impl Fn(Request<Vec<u8>>) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Fate> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let url = format!("http://{}", listener.local_addr().expect("the port has a number"));
        let seen: Arc<Mutex<Vec<Request<Vec<u8>>>>> = Arc::default();
        let behave: Arc<Behaviour> = Arc::new(move |request| Box::pin(behave(request)));
        tokio::spawn(serve(listener, Arc::clone(&seen), behave));
        Self { url, seen }
    }

    /// Starts a provider that returns these outcomes one by one, and then repeats the last one.
    pub async fn that_answers(fates: Vec<Fate>) -> Self {
        let fates = Arc::new(Mutex::new(fates));
        Self::that(move |_| {
            let mut fates = fates.lock().unwrap_or_else(PoisonError::into_inner);
            let fate = if fates.len() > 1 { fates.remove(0) } else { fates.first().cloned().flatten() };
            async move { fate }
        })
        .await
    }

    /// The requests received.
    pub fn seen(&self) -> Vec<Request<Vec<u8>>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn serve(listener: TcpListener, seen: Arc<Mutex<Vec<Request<Vec<u8>>>>>, behave: Arc<Behaviour>) {
    while let Ok((stream, _)) = listener.accept().await {
        let seen = Arc::clone(&seen);
        let behave = Arc::clone(&behave);
        let answer = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
            let seen = Arc::clone(&seen);
            let behave = Arc::clone(&behave);
            async move {
                let (head, body) = request.into_parts();
                let body = body.collect().await.map_err(io::Error::other)?.to_bytes().to_vec();
                let request = Request::from_parts(head, body);
                seen.lock().unwrap_or_else(PoisonError::into_inner).push(request.clone());
                let fate = behave(request).await.map(|answer| answer.map(|body| Full::new(Bytes::from(body))));
                fate.ok_or_else(|| io::Error::other("hung up"))
            }
        });
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), answer));
    }
}
