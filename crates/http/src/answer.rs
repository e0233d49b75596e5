//! One request and its response as the connection sees them: whether the request body was read to its end, and how the
//! response body is sent.

use crate::{connection::Connection, traffic::Running};
use actix_web::{
    HttpMessage,
    body::{BodySize, BoxBody, MessageBody},
    dev::{Payload, ServiceRequest},
    http::header,
    web::Bytes,
};
use futures_util::{Stream, stream};
use std::{
    cell::Cell,
    error::Error,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll},
    time::Instant,
};

/// Maximum bytes handed to the web server at once. It copies them, for each connection.
const PIECE: usize = 16 * 1024;

/// Response extension that lets a response exceed the usual time limit, as long as the client keeps reading.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LongAnswer;

/// A request that is being answered.
pub(crate) struct Exchange {
    /// Taken when the request is answered.
    connection: Option<Rc<Connection>>,
    /// Whether the request's body was read to its end; `None` when it has none.
    body_was_read: Option<Rc<Cell<bool>>>,
}

impl Exchange {
    /// Begins with a request whose headers are complete; watches its body from here on.
    pub(crate) fn begin(connection: Option<Rc<Connection>>, request: &mut ServiceRequest) -> Self {
        if let Some(connection) = &connection {
            connection.request_began();
        }
        let body_was_read = has_body(request).then(|| {
            let (payload, read) = watched(request.take_payload());
            request.set_payload(payload);
            read
        });
        Self { connection, body_was_read }
    }

    /// Whether part of the request's body is still unread.
    pub(crate) fn body_is_unread(&self) -> bool {
        self.body_was_read.as_ref().is_some_and(|read| !read.get())
    }

    /// Wraps the response body; `last` if no further response follows on its connection.
    pub(crate) fn answer(mut self, body: BoxBody, last: bool, running: Option<Running>) -> AnswerBody {
        self.began(last, Instant::now());
        let connection = self.connection.take();
        let size = body.size();
        AnswerBody { size, rest: Bytes::new(), body: Some(body), connection, is_long: false, _running: running }
    }

    /// The same for a body that is complete.
    pub(crate) fn answer_with(
        mut self,
        (bytes, size): (Bytes, BodySize),
        last: bool,
        running: Option<Running>,
        now: Instant,
    ) -> AnswerBody {
        self.began(last, now);
        let connection = self.connection.take();
        AnswerBody { size, rest: bytes, body: None, connection, is_long: false, _running: running }
    }

    fn began(&self, last: bool, now: Instant) {
        if let Some(connection) = &self.connection {
            connection.answer_began(last, now);
        }
    }
}

impl Drop for Exchange {
    /// A request that ends without a response of the shop's gets one of the web server's.
    fn drop(&mut self) {
        if let Some(connection) = &self.connection {
            connection.answer_began(true, Instant::now());
            connection.answer_handed_over();
        }
    }
}

pub(crate) fn has_body(request: &ServiceRequest) -> bool {
    let length = request.headers().get(header::CONTENT_LENGTH);
    request.headers().contains_key(header::TRANSFER_ENCODING) || length.is_some_and(|length| length != "0")
}

/// Returns the same body, and a flag that is set when it was read to its end.
fn watched(mut payload: Payload) -> (Payload, Rc<Cell<bool>>) {
    let read = Rc::new(Cell::new(false));
    let note = Rc::clone(&read);
    let stream = stream::poll_fn(move |context| {
        let next = Pin::new(&mut payload).poll_next(context);
        if matches!(next, Poll::Ready(None)) {
            note.set(true);
        }
        next
    });
    (Payload::Stream { payload: Box::pin(stream) }, read)
}

/// A response body, sent in small chunks that share one buffer.
pub struct AnswerBody {
    size: BodySize,
    /// The rest of the current buffer.
    rest: Bytes,
    /// The source of further buffers.
    body: Option<BoxBody>,
    connection: Option<Rc<Connection>>,
    is_long: bool,
    _running: Option<Running>,
}

impl AnswerBody {
    /// Sets whether the response may exceed the usual time limit.
    pub(crate) fn may_be_long(mut self, is_long: bool) -> Self {
        self.is_long = is_long;
        self
    }
}

impl MessageBody for AnswerBody {
    type Error = Box<dyn Error>;

    fn size(&self) -> BodySize {
        self.size
    }

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let this = self.get_mut();
        while this.rest.is_empty() {
            let Some(body) = &mut this.body else { return Poll::Ready(None) };
            match Pin::new(body).poll_next(context) {
                Poll::Ready(Some(Ok(bytes))) => this.rest = bytes,
                other => return other,
            }
        }
        if this.is_long
            && let Some(connection) = &this.connection
        {
            connection.answer_goes_on(Instant::now());
        }
        let piece = this.rest.split_to(this.rest.len().min(PIECE));
        Poll::Ready(Some(Ok(piece)))
    }
}

impl Drop for AnswerBody {
    /// The web server drops a body when it has all of it, and one without bytes at once.
    fn drop(&mut self) {
        if let Some(connection) = &self.connection {
            connection.answer_handed_over();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::{body, test::TestRequest};
    use std::future::poll_fn;

    fn answer(bytes: Vec<u8>) -> AnswerBody {
        let exchange = Exchange::begin(None, &mut TestRequest::get().to_srv_request());
        exchange.answer(BoxBody::new(bytes), false, None)
    }

    #[actix_web::test]
    async fn a_large_answer_goes_out_in_pieces() {
        let bytes: Vec<u8> = (0..100_000_u32).flat_map(u32::to_be_bytes).collect();
        let mut body = answer(bytes.clone());
        assert_eq!(body.size(), BodySize::Sized(400_000));
        let mut sent = Vec::new();
        while let Some(piece) = poll_fn(|context| Pin::new(&mut body).poll_next(context)).await {
            let piece = piece.unwrap();
            assert!(!piece.is_empty() && piece.len() <= PIECE);
            sent.extend_from_slice(&piece);
        }
        assert_eq!(sent, bytes);
    }

    #[actix_web::test]
    async fn a_body_counts_as_read_once_its_end_was_seen() {
        let mut request = TestRequest::post().set_payload("text").to_srv_request();
        let exchange = Exchange::begin(None, &mut request);
        assert!(exchange.body_is_unread());
        let payload = request.take_payload();
        let bytes = body::to_bytes(body::BodyStream::new(payload)).await.unwrap();
        assert_eq!(bytes, "text");
        assert!(!exchange.body_is_unread());
    }

    #[actix_web::test]
    async fn a_request_without_a_body_has_nothing_left_to_read() {
        let mut request = TestRequest::get().to_srv_request();
        assert!(!Exchange::begin(None, &mut request).body_is_unread());
    }
}
