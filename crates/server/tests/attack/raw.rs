//! Sends raw bytes that no HTTP client would send.

use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// Timeout for a response, and for the connection to close after it.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// The response bytes of one connection.
pub(crate) struct Response {
    pub(crate) text: String,
    /// Whether the server has closed the connection.
    pub(crate) closed: bool,
}

impl Response {
    /// Returns the status codes of the responses, in order.
    pub(crate) fn statuses(&self) -> Vec<u16> {
        let lines = self.text.match_indices("HTTP/1.1 ");
        lines.filter_map(|(at, _)| self.text.get(at + 9..at + 12)?.parse().ok()).collect()
    }
}

/// Sends bytes and reads until the server stops sending or closes the connection.
pub(crate) async fn send(address: &str, bytes: &[u8]) -> Response {
    let host = address.trim_start_matches("http://");
    let mut stream = TcpStream::connect(host).await.unwrap();
    // A server may reject the request and close before everything is sent.
    let _ = timeout(ANSWER_TIMEOUT, stream.write_all(bytes)).await;
    let mut received = Vec::new();
    let mut buffer = vec![0; 64 * 1024];
    let closed = loop {
        match timeout(ANSWER_TIMEOUT, stream.read(&mut buffer)).await {
            Ok(Ok(0) | Err(_)) => break true,
            Ok(Ok(read)) => received.extend_from_slice(&buffer[..read]),
            Err(_) => break false,
        }
    };
    Response { text: String::from_utf8_lossy(&received).into_owned(), closed }
}

/// Sends bytes and waits only briefly for a response or the end of the connection.
pub(crate) async fn throw(address: &str, bytes: &[u8]) {
    let Ok(mut stream) = TcpStream::connect(address.trim_start_matches("http://")).await else { return };
    let _ = stream.write_all(bytes).await;
    let _ = timeout(Duration::from_millis(200), stream.read(&mut [0; 512])).await;
}
