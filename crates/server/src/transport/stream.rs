//! The byte stream of a connection, which is cut off when its client takes too long.

use super::admission::Admitted;
use autoparts_http::connection::Connection;
use std::{
    future::Future,
    io,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, Waker, ready},
    time::Instant,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::Sleep,
};

/// A connection with its timeouts.
pub(crate) struct Stream {
    socket: TcpStream,
    connection: Rc<Connection>,
    timer: Pin<Box<Sleep>>,
    /// The task that the timer wakes; `None` before the first poll.
    wakes: Option<Waker>,
    is_shut_down: bool,
    _admitted: Admitted,
}

impl Stream {
    /// Wraps the socket of a connection.
    pub(crate) fn new(socket: TcpStream, connection: Rc<Connection>, admitted: Admitted) -> Self {
        let begins = connection.deadline().unwrap_or_else(Instant::now);
        let timer = Box::pin(tokio::time::sleep_until(begins.into()));
        Self { socket, connection, timer, wakes: None, is_shut_down: false, _admitted: admitted }
    }

    /// Returns the state shared with the middleware.
    pub(crate) fn connection(&self) -> &Rc<Connection> {
        &self.connection
    }

    /// Called whenever the connection waits for the client. Fails if the client's deadline has passed, else registers
    /// the task to be woken at the deadline.
    fn wait(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        let Some(until) = self.connection.deadline() else { return Ok(()) };
        // This runs several times per request, so a timer that wakes this task early enough is left as it is. If it
        // fires too early, it is reset then.
        if self.timer.deadline() > until.into() {
            self.timer.as_mut().reset(until.into());
        } else if !self.timer.is_elapsed() && self.wakes.as_ref().is_some_and(|wakes| wakes.will_wake(context.waker()))
        {
            return Ok(());
        }
        self.wakes = Some(context.waker().clone());
        while self.timer.as_mut().poll(context).is_ready() {
            if Instant::now() >= until {
                return Err(self.cut_off());
            }
            self.timer.as_mut().reset(until.into());
        }
        Ok(())
    }

    fn cut_off(&self) -> io::Error {
        if !self.is_shut_down {
            // Reset the connection: the client notices immediately, and the kernel drops unsent data.
            let _ = self.socket.set_zero_linger();
        }
        io::Error::new(io::ErrorKind::TimedOut, "the client took too long")
    }
}

impl AsyncRead for Stream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.socket).poll_read(context, into);
        match read {
            Poll::Pending => self.wait(context)?,
            Poll::Ready(_) if into.filled().len() > before => self.connection.bytes_came(Instant::now()),
            Poll::Ready(_) => {}
        }
        read
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write(context, bytes);
        if written.is_pending() {
            self.wait(context)?;
        }
        written
    }

    /// Called once all pending data has been written, at the end of each turn of the dispatcher's loop.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.socket).poll_flush(context))?;
        if self.connection.may_be_written() && self.connection.all_written(Instant::now()) {
            self.is_shut_down = true;
            ready!(Pin::new(&mut self.socket).poll_shutdown(context))?;
        }
        self.wait(context)?;
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(context)
    }
}
