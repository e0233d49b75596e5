//! The time limits of one connection. Shared by the stream that carries its bytes and the middleware that answers its
//! requests: only the stream can close a connection, and only the middleware knows whether the client or the shop is
//! slow.
//!
//! The web server limits the time for the first headers and for idling, but not for the headers of later requests, for
//! an unread rest of a body, and for receiving a response.

use actix_web::dev::ServiceRequest;
use std::{
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

/// Time limits for each part of an exchange.
#[derive(Debug, Clone, Copy)]
pub struct TimeLimits {
    /// From connecting, or from the first byte of a later request, to the end of its headers.
    pub headers: Duration,
    /// From a response to the first byte of the next request.
    pub idle: Duration,
    /// For receiving a whole response.
    pub answer: Duration,
    /// For reading the last response, before the connection is closed.
    pub closing: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// A response was sent, and nothing has been received since.
    Idle,
    /// Headers are being received, or are expected for the first time.
    Headers,
    /// The shop is processing a request. Reading a body has its own limit, in `extract`.
    Handling,
    /// A response is being sent.
    Answering,
    /// The last response has been sent.
    Goodbye,
}

/// The phase of a connection, with its deadline.
#[derive(Debug)]
pub struct Connection {
    limits: TimeLimits,
    phase: Cell<Phase>,
    until: Cell<Option<Instant>>,
    /// The shop is processing a request while an earlier response is still being sent.
    handling: Cell<bool>,
    /// The whole response has been handed over for writing.
    handed_over: Cell<bool>,
    /// No further request is accepted.
    last: Cell<bool>,
    untouched: Cell<bool>,
}

impl Connection {
    /// A new connection.
    #[must_use]
    pub fn new(limits: TimeLimits, now: Instant) -> Self {
        Self {
            limits,
            phase: Cell::new(Phase::Headers),
            until: Cell::new(now.checked_add(limits.headers)),
            handling: Cell::new(false),
            handed_over: Cell::new(false),
            last: Cell::new(false),
            untouched: Cell::new(true),
        }
    }

    /// When the connection is to be closed; `None` while the shop is processing.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.until.get()
    }

    /// Notes that the client sent something.
    pub fn bytes_came(&self, now: Instant) {
        if self.phase.get() == Phase::Idle {
            self.enter(Phase::Headers, now.checked_add(self.limits.headers));
        }
    }

    /// Notes that the headers of a request are complete.
    pub fn request_began(&self) {
        self.untouched.set(false);
        self.handling.set(true);
        // A client that keeps sending requests without reading the responses does not gain time.
        if self.phase.get() != Phase::Answering {
            self.enter(Phase::Handling, None);
        }
    }

    /// Notes that a response is ready; the connection closes after it if it is the `last`.
    pub fn answer_began(&self, last: bool, now: Instant) {
        self.handling.set(false);
        self.handed_over.set(false);
        self.last.set(self.last.get() || last);
        if self.phase.get() != Phase::Answering {
            self.enter(Phase::Answering, now.checked_add(self.limits.answer));
        }
    }

    /// Notes that the client has read enough of a long response for another chunk.
    pub fn answer_goes_on(&self, now: Instant) {
        if self.phase.get() == Phase::Answering {
            self.until.set(now.checked_add(self.limits.answer));
        }
    }

    /// Notes that the whole response was handed over for writing.
    pub fn answer_handed_over(&self) {
        self.handed_over.set(true);
    }

    /// Whether a whole response has been handed over for writing.
    #[must_use]
    pub fn may_be_written(&self) -> bool {
        self.phase.get() == Phase::Answering && self.handed_over.get()
    }

    /// Notes that everything handed over has been written. Returns whether to close the connection.
    pub fn all_written(&self, now: Instant) -> bool {
        if !self.may_be_written() {
            return false;
        }
        if self.last.get() {
            self.enter(Phase::Goodbye, now.checked_add(self.limits.closing));
            return true;
        }
        if self.handling.get() {
            self.enter(Phase::Handling, None);
        } else {
            self.enter(Phase::Idle, now.checked_add(self.limits.idle));
        }
        false
    }

    /// Notes that the server is shutting down: a request that is being received has a moment to arrive.
    pub fn wind_up(&self, now: Instant) {
        let nothing_came = self.phase.get() == Phase::Idle || self.untouched.get();
        if nothing_came {
            let soon = now.checked_add(self.limits.closing);
            self.until.set(self.until.get().min(soon).or(soon));
        }
    }

    fn enter(&self, phase: Phase, until: Option<Instant>) {
        self.phase.set(phase);
        self.until.set(until);
    }
}

/// The connection of a request, if there is one.
pub(crate) fn of(request: &ServiceRequest) -> Option<Rc<Connection>> {
    request.conn_data::<Rc<Connection>>().cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: TimeLimits = TimeLimits {
        headers: Duration::from_secs(5),
        idle: Duration::from_secs(10),
        answer: Duration::from_secs(25),
        closing: Duration::from_secs(1),
    };

    struct Clock(Instant);

    impl Clock {
        fn at(&self, seconds: u64) -> Instant {
            self.0 + Duration::from_secs(seconds)
        }
    }

    fn connection() -> (Connection, Clock) {
        let start = Instant::now();
        (Connection::new(LIMITS, start), Clock(start))
    }

    #[test]
    fn headers_have_a_limit_on_every_request() {
        let (connection, clock) = connection();
        assert_eq!(connection.deadline(), Some(clock.at(5)));
        connection.bytes_came(clock.at(4));
        assert_eq!(connection.deadline(), Some(clock.at(5)), "a byte now and then gains no time");
        connection.request_began();
        connection.answer_began(false, clock.at(4));
        connection.answer_handed_over();
        assert!(!connection.all_written(clock.at(5)));
        assert_eq!(connection.deadline(), Some(clock.at(15)), "idle");
        connection.bytes_came(clock.at(7));
        connection.bytes_came(clock.at(9));
        assert_eq!(connection.deadline(), Some(clock.at(12)));
    }

    #[test]
    fn a_client_does_not_pay_for_the_time_that_the_shop_takes() {
        let (connection, clock) = connection();
        connection.request_began();
        connection.bytes_came(clock.at(1));
        assert_eq!(connection.deadline(), None);
        connection.answer_began(false, clock.at(60));
        assert_eq!(connection.deadline(), Some(clock.at(85)));
    }

    #[test]
    fn an_answer_that_is_taken_bit_by_bit_gains_no_time() {
        let (connection, clock) = connection();
        connection.request_began();
        connection.answer_began(false, clock.at(0));
        assert!(!connection.all_written(clock.at(9)), "there is more to write");
        assert_eq!(connection.deadline(), Some(clock.at(25)));
        connection.answer_handed_over();
        connection.request_began();
        connection.answer_began(false, clock.at(20));
        assert_eq!(connection.deadline(), Some(clock.at(25)), "nor by sending more requests");
    }

    #[test]
    fn a_long_answer_has_time_for_each_piece() {
        let (connection, clock) = connection();
        connection.request_began();
        connection.answer_goes_on(clock.at(1));
        assert_eq!(connection.deadline(), None, "it has not begun");
        connection.answer_began(false, clock.at(2));
        connection.answer_goes_on(clock.at(20));
        assert_eq!(connection.deadline(), Some(clock.at(45)));
        connection.answer_handed_over();
        assert!(!connection.all_written(clock.at(30)));
        connection.answer_goes_on(clock.at(31));
        assert_eq!(connection.deadline(), Some(clock.at(40)), "idle");
    }

    #[test]
    fn a_request_that_waited_behind_an_answer_is_handled_without_a_limit() {
        let (connection, clock) = connection();
        connection.request_began();
        connection.answer_began(false, clock.at(0));
        connection.answer_handed_over();
        connection.request_began();
        connection.all_written(clock.at(1));
        assert_eq!(connection.deadline(), None);
    }

    #[test]
    fn after_the_last_answer_the_connection_ends_whatever_the_client_sends() {
        let (connection, clock) = connection();
        connection.request_began();
        connection.answer_began(true, clock.at(10));
        connection.answer_handed_over();
        assert!(connection.all_written(clock.at(10)));
        connection.bytes_came(clock.at(10));
        assert_eq!(connection.deadline(), Some(clock.at(11)));
    }

    #[test]
    fn a_server_that_ends_waits_a_moment_for_what_is_on_its_way() {
        let (untouched, clock) = connection();
        untouched.wind_up(clock.at(1));
        assert_eq!(untouched.deadline(), Some(clock.at(2)));
        let (at_work, clock) = connection();
        at_work.request_began();
        at_work.wind_up(clock.at(1));
        assert_eq!(at_work.deadline(), None);
    }
}
